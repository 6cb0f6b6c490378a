"""The same play on SQLite and on a real PostgreSQL, and two server processes that share one database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hexfront.kernel.save import replay
from hexfront.proof.load import Options, measure
from hexfront.proof.serving import ServerProcess
from hexfront.seam import find_title
from hexfront.server.settings import Settings
from tests.server.postgres import Postgres
from tests.server.running import Person, RunningServer


def deciding(person: Person, game: str) -> str:
    """A side that has a decision."""
    side: str = person.get(f"/api/games/{game}").json()["waiting"][0]
    return side


def play_some(person: Person, game: str, orders: int) -> list[str]:
    """Play so many orders, a different choice each time, for whichever side decides."""
    done = []
    for number in range(orders):
        side = deciding(person, game)
        choices = person.view(game, side)["decision"]["choices"]
        answer = person.play(game, side, number % len(choices))
        assert answer.status_code == 200, answer.text
        done.append(side)
    return done


def exported(person: Person, game: str) -> bytes:
    answer = person.get(f"/api/games/{game}/export", params={"as": "red"})
    assert answer.status_code == 200, answer.text
    return answer.content


def test_a_game_is_played_kept_and_found_again(database: str, tmp_path: Path) -> None:
    with RunningServer(Settings(database=database)) as server:
        person = server.person()
        game = person.start()["id"]
        with person.watch(game, "blue") as screen:
            assert screen.wait("view")["view"]["step"] == 0
            play_some(person, game, 24)
            seen = 0
            while seen < 24:
                change = screen.wait("change")
                assert change["since"] == seen
                seen = change["step"]
        stale = {"as": "red", "expect": 3, "actions": [{"do": "pass"}]}
        answer = person.post(f"/api/games/{game}/actions", json=stale)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "stale")
        side = deciding(person, game)
        undo = person.view(game, side)["undo"]
        if undo["possible"]:
            assert person.post(f"/api/games/{game}/undo", json={"as": side}).status_code == 200
        assert person.post(f"/api/games/{game}/rollback", json={"as": "red", "step": 10}).status_code == 200
        play_some(person, game, 6)
        assert person.post(f"/api/games/{game}/chat", json={"text": "Grüße aus Lüttich"}).status_code == 201
        assert person.put(f"/api/games/{game}/notes", json={"text": "remember"}).status_code == 200
        branch = person.post(f"/api/games/{game}/branch", json={"step": 5}).json()
        assert (branch["step"], branch["branch_of"]) == (5, game)
        before = exported(person, game)
    with RunningServer(Settings(database=database)) as server:
        person = server.person()
        assert exported(person, game) == before
        assert person.get(f"/api/games/{game}/chat").json()[0]["text"] == "Grüße aus Lüttich"
        assert {each["id"] for each in person.get("/api/games").json()} == {game, branch["id"]}
        play_some(person, game, 3)
        again = person.post(
            "/api/import", content=before, headers={"content-type": "application/octet-stream"}
        )
        assert again.status_code == 201, again.text
        assert person.delete(f"/api/games/{branch['id']}").status_code == 204
        file = tmp_path / "game.hexfront"
        file.write_bytes(exported(person, game))
    assert replay(file, find_title).step >= 19


class Two(NamedTuple):
    """Two real server processes on one database, and the same person at each."""

    servers: tuple[ServerProcess, ServerProcess]
    people: tuple[Person, Person]


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[Two]:
    database = asyncio.run(postgres.new_database())
    servers = ServerProcess(["--database", database]), ServerProcess(["--database", database])
    with ExitStack() as stack:
        for server in servers:
            stack.callback(server.stop)
        with ThreadPoolExecutor() as pool:
            list(pool.map(ServerProcess.start, servers))
        here, there = (stack.enter_context(Person(f"http://127.0.0.1:{server.port}")) for server in servers)
        yield Two(servers, (here, there))


def test_a_load_is_shared_by_two_processes(two: Two) -> None:
    """Every game has screens at both, and orders are given at either."""
    ports, pids = zip(*((each.port, each.pid) for each in two.servers), strict=True)
    options = Options("outpost/skirmish", games=4, screens=4, seconds=2, every=0.2)
    figures = asyncio.run(measure(ports, options, pids=pids))
    assert figures.orders > 6
    assert figures.lost == figures.refused == 0
    assert len(figures.shares) == len(figures.memory) == 2
    assert min(figures.shares) > 0
    assert any("% of the work" in line for line in figures.lines())


def test_two_processes_serve_one_game_together(two: Two) -> None:
    here, there = two.people
    game = here.start()["id"]
    with here.watch(game, "red") as left, there.watch(game, "red") as right:
        left.wait("view")
        right.wait("view")
        for number in range(16):  # orders go to the one and to the other in turns
            person = two.people[number % 2]
            assert person.play(game, deciding(person, game)).status_code == 200
        for screen in (left, right):
            step = 0
            while step < 16:
                change = screen.wait("change")
                assert change["since"] == step
                step = change["step"]
        here.post(f"/api/games/{game}/chat", json={"text": "Do you read me?"})
        assert right.wait("chat")["text"] == "Do you read me?"
        assert left.wait("chat")["text"] == "Do you read me?"
        left.nothing("chat")  # what one said oneself does not come back as an echo
        assert here.post(f"/api/games/{game}/rollback", json={"as": "red", "step": 4}).status_code == 200
        assert right.wait("view")["view"]["step"] <= 5  # what was taken back is shown anew, as a whole
    assert exported(here, game) == exported(there, game)
    assert here.view(game, "red")["pieces"] == there.view(game, "red")["pieces"]


def test_of_two_conflicting_orders_exactly_one_wins(two: Two) -> None:
    here, there = two.people
    game = here.start()["id"]
    won = {200: 0, 409: 0}
    with ThreadPoolExecutor(2) as pool:
        for _ in range(20):
            side = deciding(here, game)
            view = here.view(game, side)
            choices = view["decision"]["choices"]
            orders = [
                {"as": side, "expect": view["step"], "actions": [choices[number % len(choices)]["action"]]}
                for number in (0, 1)
            ]

            def send(person: Person, order: dict[str, Any]) -> int:
                return person.post(f"/api/games/{game}/actions", json=order).status_code

            answers = sorted(pool.map(send, two.people, orders))
            assert answers == [200, 409], answers
            won[200] += 1
            now = here.get(f"/api/games/{game}").json()["step"]
            assert now == view["step"] + 1
    assert there.get(f"/api/games/{game}").json()["step"] == 20
    assert won[200] == 20


def test_a_process_that_is_killed_does_not_disturb_the_other(two: Two) -> None:
    here, there = two.people
    game = here.start()["id"]
    play_some(here, game, 5)
    two.servers[0].kill()
    play_some(there, game, 5)
    assert there.get(f"/api/games/{game}").json()["step"] == 10
    two.servers[0].start()
    play_some(here, game, 2)
    assert exported(here, game) == exported(there, game)


def test_a_database_that_goes_away_is_told_and_play_goes_on_when_it_is_back() -> None:
    postgres = Postgres()
    try:
        with RunningServer(Settings(database=asyncio.run(postgres.new_database()))) as server:
            person = server.person()
            game = person.start()["id"]
            play_some(person, game, 4)
            side = deciding(person, game)
            view = person.view(game, side)
            order = {
                "as": side,
                "expect": view["step"],
                "actions": [view["decision"]["choices"][0]["action"]],
            }
            postgres.pause()
            answer = person.post(f"/api/games/{game}/actions", json=order)
            assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "storage")
            postgres.resume()
            answer = person.post(f"/api/games/{game}/actions", json=order)
            assert answer.status_code == 200, answer.text
            assert person.get(f"/api/games/{game}").json()["step"] == 5
    finally:
        postgres.stop()
