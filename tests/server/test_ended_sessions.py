"""Sessions that end close the screens of their user at every process on the same database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from hexfront.server.settings import Settings
from tests.server.postgres import Postgres
from tests.server.running import SECRET, Person, RunningServer, Screen

FRESH = "another long secret"


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[tuple[RunningServer, RunningServer]]:
    settings = Settings(hosted=True, database=asyncio.run(postgres.new_database()), rate=0)
    with RunningServer(settings) as here, RunningServer(settings) as there:
        yield here, there


def log_in(server: RunningServer, name: str) -> Person:
    person = server.person()
    assert person.post("/api/login", json={"name": name, "password": SECRET}).is_success
    return person


def closed(screen: Screen) -> None:
    """AssertionError unless the connection is closed."""
    with pytest.raises(ConnectionClosed):
        screen.wait("nothing of this kind", 5)


def test_a_changed_password_closes_screens_at_all_processes(two: tuple[RunningServer, RunningServer]) -> None:
    here, there = two
    ada = here.person("Ada")
    bertha = there.person("Bertha")
    elsewhere = log_in(there, "Ada")
    game = ada.start(seats={"red": "me", "blue": "open"})["id"]
    assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
    with ExitStack() as stack:
        mine, other = (stack.enter_context(each.watch(game, "red")) for each in (ada, elsewhere))
        untouched = stack.enter_context(bertha.watch(game, "blue"))
        for screen in (mine, other, untouched):
            screen.wait("view")
        assert ada.put("/api/me/password", json={"old": SECRET, "new": FRESH}).is_success
        closed(mine)
        closed(other)
        with ada.watch(game, "red") as again:  # with the new session, and not ended by one's own word
            again.wait("view")
            assert bertha.post(f"/api/games/{game}/chat", json={"text": "still here"}).is_success
            assert again.wait("chat")["text"] == "still here"
        assert untouched.wait("chat")["text"] == "still here"
    assert elsewhere.get("/api/games").status_code == 401


def test_logging_out_closes_screens_at_all_processes(two: tuple[RunningServer, RunningServer]) -> None:
    here, there = two
    carla = here.person("Carla")
    elsewhere = log_in(there, "Carla")
    game = carla.start()["id"]
    with elsewhere.watch(game, "red") as other:
        other.wait("view")
        assert carla.post("/api/logout").is_success
        closed(other)


def test_screens_come_back_when_the_line_between_processes_was_down(postgres: Postgres) -> None:
    settings = Settings(hosted=True, database=asyncio.run(postgres.new_database()), rate=0)
    with RunningServer(settings) as server:
        dora = server.person("Dora")
        game = dora.start()["id"]
        with dora.watch(game, "red") as screen:
            screen.wait("view")
            asyncio.run(_cut_lines(server))
            closed(screen)
        with dora.watch(game, "red") as screen:
            screen.wait("view")


async def _cut_lines(server: RunningServer) -> None:
    """End every connection to the database but our own."""
    import asyncpg

    address = server.service.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    line = await asyncpg.connect(address)
    await line.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await line.close()
