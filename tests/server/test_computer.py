"""Computer players: they answer, they give advice, and a game outlives their processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Person, RunningServer, local


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("computer"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


def until(check: Callable[[], Any], seconds: float = 20) -> Any:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not (found := check()):
        assert time.monotonic() < end, "it never was"
        time.sleep(0.02)
    return found


def waits_for(me: Person, game: str, side: str) -> bool:
    info = me.get(f"/api/games/{game}").json()
    return bool(info["outcome"]) or info["waiting"] == [side]


def test_kinds_of_players_are_listed(me: Person) -> None:
    kinds = {each["name"]: each for each in me.get("/api/players").json()}
    assert kinds["random"]["caption"]
    assert kinds["random"]["meaning"]


def test_the_computer_answers_and_its_progress_is_shown(me: Person) -> None:
    game = me.start(seats={"red": "me", "blue": "random"})["id"]
    until(lambda: waits_for(me, game, "red"))
    with me.watch(game, "red") as screen:
        screen.wait("view")
        assert me.play(game, "red", 2).is_success  # to hold is slow: the other goes first
        thinking = screen.wait("thinking")
        assert (thinking["side"], thinking["done"]) == ("blue", False)
        while not (thinking := screen.wait("thinking"))["done"]:
            pass
        assert thinking["progress"] > 0
    history = me.get(f"/api/games/{game}/history", params={"as": "red"}).json()
    assert {entry["by"] for entry in history} == {"red", "blue"}


def test_nothing_tells_how_often_the_computer_chooses_under_seal(me: Person) -> None:
    told = set()
    chosen = set()
    for seed in range(3):
        game = me.start(seed=seed, options={"cards": "on"}, seats={"red": "me", "blue": "me"})["id"]
        with me.watch(game, "red") as screen:
            screen.wait("view")
            assert me.post(f"/api/games/{game}/seats/blue", json={"player": "random"}).is_success
            while not screen.wait("thinking")["done"]:
                pass
        thinking = [each for each in screen.seen if each["type"] == "thinking"]
        told.add(tuple((each["progress"], each["done"]) for each in thinking))
        assert me.post(f"/api/games/{game}/seats/blue", json={"player": "me"}).is_success
        chosen.add(me.view(game, "blue")["step"])
    assert told == {((0, False), (0, True))}
    assert len(chosen) > 1, "it must choose more or less often, or this test shows nothing"


def test_its_reasons_are_secret_until_the_game_is_over(me: Person) -> None:
    game = me.start(seats={"red": "greedy", "blue": "me"})["id"]
    reasons: set[str] = set()
    for _ in range(200):
        until(lambda: waits_for(me, game, "blue"))
        if me.get(f"/api/games/{game}").json()["outcome"]:
            break
        history = me.get(f"/api/games/{game}/history", params={"as": "blue"}).json()
        reasons |= {entry["reason"] for entry in history if entry["by"] == "red"}
        choices = me.view(game, "blue")["decision"]["choices"]
        passing = [n for n, each in enumerate(choices) if each["action"]["do"] == "pass"]
        assert me.play(game, "blue", passing[0] if passing else 0).is_success
    assert reasons == {""}
    history = me.get(f"/api/games/{game}/history", params={"as": "blue"}).json()
    told = [entry["reason"] for entry in history if entry["by"] == "red"]
    assert any(told)


def test_two_computers_play_a_game_to_its_end(me: Person) -> None:
    game = me.start(seats={"red": "random", "blue": "random"})["id"]
    info = until(lambda: (found := me.get(f"/api/games/{game}").json())["outcome"] and found, 60)
    assert info["waiting"] == []
    assert info["step"] > 20


def test_a_side_is_handed_to_the_computer_and_taken_back(me: Person) -> None:
    game = me.start()["id"]
    assert me.play(game, "red", 0).is_success
    assert me.post(f"/api/games/{game}/seats/blue", json={"player": "random"}).is_success
    until(lambda: me.get(f"/api/games/{game}").json()["step"] >= 2)
    assert me.post(f"/api/games/{game}/seats/blue", json={"player": "me"}).is_success
    assert me.get(f"/api/games/{game}").json()["seats"]["blue"]["you"]


def test_advice_is_legal_and_plays_nothing(me: Person) -> None:
    game = me.start(options={"fog": "off"})["id"]
    me.play(game, "red", 0)
    me.play(game, "blue", 2)
    before = me.view(game, "red")
    (one,) = me.post(f"/api/games/{game}/suggest", json={"as": "red", "scope": "one"}).json()
    assert one["action"]["do"]
    assert one["text"]
    phase = me.post(f"/api/games/{game}/suggest", json={"as": "red", "scope": "phase"}).json()
    assert phase
    assert me.view(game, "red") == before
    taken = [action for each in phase if not each["supposed"] for action in each["actions"]]
    order = {"as": "red", "expect": before["step"], "actions": taken}
    assert me.post(f"/api/games/{game}/actions", json=order).is_success
    nobody = me.post(
        f"/api/games/{game}/suggest", json={"as": "blue" if me.view(game, "red")["decision"] else "red"}
    )
    assert nobody.status_code == 422


def test_a_process_that_is_killed_is_started_again(server: RunningServer, me: Person) -> None:
    game = me.start(seats={"red": "me", "blue": "random"})["id"]
    until(lambda: waits_for(me, game, "red"))
    (worker,) = server.service.opponents.workers
    process = worker._process
    assert process is not None
    process.kill()
    process.join(5)
    before = answers(me, game)
    for _ in range(10):
        assert me.play(game, "red", -1).is_success  # to pass, or to hold
        until(lambda: waits_for(me, game, "red"))
        if answers(me, game) > before:
            break
    assert answers(me, game) > before
    assert worker._process is not process


def answers(me: Person, game: str) -> int:
    """How often blue has answered."""
    history = me.get(f"/api/games/{game}/history", params={"as": "red"}).json()
    return sum(1 for entry in history if entry["by"] == "blue")


def test_a_process_killed_while_it_is_asked_loses_nothing(server: RunningServer, me: Person) -> None:
    game = me.start(seats={"red": "random", "blue": "random"})["id"]
    (worker,) = server.service.opponents.workers
    for _ in range(2):
        until(lambda: (found := worker._process) is not None and found.is_alive())
        process = worker._process
        if process is not None:
            process.kill()
        time.sleep(0.1)
    until(lambda: me.get(f"/api/games/{game}").json()["outcome"], 60)
    seqs = [number for (number,) in server.sql(f"SELECT seq FROM entry WHERE game = '{game}' ORDER BY seq")]
    assert seqs == list(range(1, len(seqs) + 1))


def test_after_a_restart_the_computer_goes_on(tmp_path: Path) -> None:
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        game = me.start()["id"]
        assert me.play(game, "red", 0).is_success
        # As if the server had ended between the handing over and the answer.
        server.sql(f"UPDATE seat SET kind = 'computer', player = 'random', user = NULL "
                   f"WHERE game = '{game}' AND side = 'blue'")  # fmt: skip
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        until(lambda: waits_for(me, game, "red"))
