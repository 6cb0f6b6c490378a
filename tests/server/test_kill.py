"""A server that is killed, a disk that is full, a database that somebody else holds: nothing is lost.

The long run is a command of its own: ``hexfront load --kill 100``.
"""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from hexfront.proof.killing import journal_of, kill_often
from hexfront.proof.serving import ServerProcess
from hexfront.seam import find_title
from hexfront.server.settings import Settings
from tests.server.postgres import Postgres
from tests.server.running import Person, RunningServer


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    server = ServerProcess(["--database", str(tmp_path / "games.sqlite")])
    try:
        found = asyncio.run(kill_often(server, "outpost/skirmish", 5, find_title, longest=0.7))
    finally:
        server.kill()
    assert found.faults == ()
    assert found.kills == 5
    assert found.acknowledged > 10
    assert found.replayed > 0


def test_nor_on_postgresql() -> None:
    postgres = Postgres()
    try:
        server = ServerProcess(["--database", asyncio.run(postgres.new_database())])
        try:
            found = asyncio.run(kill_often(server, "outpost/skirmish", 2, find_title, seed=7, longest=0.7))
        finally:
            server.kill()
    finally:
        postgres.stop()
    assert found.faults == ()
    assert found.acknowledged > 0


def choose(person: Person, game: str) -> dict[str, object]:
    """An order that is legal now."""
    side = person.get(f"/api/games/{game}").json()["waiting"][0]
    view = person.view(game, side)
    return {"as": side, "expect": view["step"], "actions": [view["decision"]["choices"][0]["action"]]}


def exported(person: Person, game: str) -> list[object]:
    return list(journal_of(person.get(f"/api/games/{game}/export", params={"as": "red"}).content))


def told(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["reason"]


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[tuple[ServerProcess, Person]]:
    """A server in a process of its own, whose files can be kept from growing, and somebody who plays."""
    server = ServerProcess(["--database", str(tmp_path / "games.sqlite")])
    with server, Person(f"http://127.0.0.1:{server.port}") as person:
        yield server, person


def test_a_full_disk_is_told_and_loses_nothing(limited: tuple[ServerProcess, Person]) -> None:
    server, person = limited
    game = person.start()["id"]
    for _ in range(4):
        assert person.post(f"/api/games/{game}/actions", json=choose(person, game)).status_code == 200
    before = exported(person, game)
    # No file of the process may grow beyond one block: what a full disk is to a program that writes.
    whole = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, whole[1]))
    order = choose(person, game)
    status, reason = told(person.post(f"/api/games/{game}/actions", json=order))
    assert status == 503
    assert "the disk of the server is full; nothing was changed" in reason
    assert told(person.post(f"/api/games/{game}/undo", json={"as": order["as"]}))[0] in (422, 503)
    assert told(person.post("/api/games", json={"title": "outpost", "scenario": "skirmish"}))[0] == 503
    assert exported(person, game) == before
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, whole)
    assert person.post(f"/api/games/{game}/actions", json=order).status_code == 200
    after = exported(person, game)
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1
    server.kill()
    server.start()
    assert exported(person, game) == after


def test_a_database_that_somebody_holds_is_told_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with RunningServer(Settings(database=str(file), patience=0.2)) as server:
        person = server.person()
        game = person.start()["id"]
        order = choose(person, game)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            status, reason = told(person.post(f"/api/games/{game}/actions", json=order))
            assert status == 503
            assert "another program holds the database; nothing was changed" in reason
            assert exported(person, game) == []
            other.execute("ROLLBACK")
        assert person.post(f"/api/games/{game}/actions", json=order).status_code == 200
        assert len(exported(person, game)) == 1


def test_a_screen_that_follows_is_told_nothing_that_was_not_written(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with RunningServer(Settings(database=str(file), patience=0.2)) as server:
        person = server.person()
        game = person.start()["id"]
        with (
            person.watch(game, "red") as screen,
            closing(sqlite3.connect(file, isolation_level=None)) as other,
        ):
            screen.wait("view")
            other.execute("BEGIN IMMEDIATE")
            order = choose(person, game)
            assert person.post(f"/api/games/{game}/actions", json=order).status_code == 503
            screen.nothing("change")
            other.execute("ROLLBACK")
            assert person.post(f"/api/games/{game}/actions", json=order).status_code == 200
            assert screen.wait("change")["step"] == 1
