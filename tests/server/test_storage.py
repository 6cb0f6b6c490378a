"""The database: what was acknowledged is there, what could not be written was not done."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from hexfront.kernel.errors import Malformed, SaveError
from hexfront.server import journal
from hexfront.server import store as tables
from hexfront.server.live import RECENT_STATIONS
from hexfront.server.lobby import ensure_local_user
from hexfront.server.service import Service
from hexfront.server.settings import Settings, data_folder, database_url
from hexfront.server.store import VERSION, Store
from tests.server.running import Person, RunningServer, hosted, local

PATIENCE = 0.2


@contextmanager
def locked(server: RunningServer) -> Iterator[None]:
    """The database as another program holds it that writes and does not end."""
    file = str(server.service.store.url.database)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full_disk(server: RunningServer) -> Iterator[None]:
    """No step can be written, after everything else of its transaction has been."""
    server.sql("CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
    yield
    server.sql("DROP TRIGGER full")


def moving(me: Person) -> str:
    """A game in which red moves and can take back."""
    game: str = me.start(options={"fog": "off"})["id"]
    me.play(game, "red", 0)
    me.play(game, "blue", 2)
    assert me.play(game, "red", 0).is_success
    return game


@pytest.mark.parametrize("trouble", [locked, full_disk])
def test_what_cannot_be_written_is_not_done(tmp_path: Path, trouble: Any) -> None:
    with RunningServer(local(tmp_path, patience=PATIENCE)) as server:
        me = server.person()
        game = moving(me)
        before = {side: me.view(game, side) for side in ("red", "blue")}
        rows = server.sql("SELECT game, seq, body FROM entry ORDER BY game, seq")
        with me.watch(game, "blue") as screen:
            screen.wait("view")
            with trouble(server):
                answer = me.play(game, "red", 0)
                assert answer.status_code == 503
                error = answer.json()["error"]
                assert error["kind"] == "storage"
                assert "nothing was changed" in error["reason"]
                # Who looks meanwhile sees the game as it is written.
                assert {side: me.view(game, side) for side in ("red", "blue")} == before
            screen.nothing("change")
        assert server.sql("SELECT game, seq, body FROM entry ORDER BY game, seq") == rows
        assert me.play(game, "red", 0).is_success
        assert me.view(game, "red")["step"] == before["red"]["step"] + 1


@pytest.mark.parametrize("trouble", [locked, full_disk])
def test_what_cannot_be_written_is_not_told_to_the_log(
    tmp_path: Path, trouble: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with RunningServer(hosted(tmp_path, patience=PATIENCE, rate=0)) as server:
        ada = server.person("Ada")
        game = moving(ada)
        ((user,),) = server.sql("SELECT id FROM user WHERE name = 'Ada'")
        with trouble(server):
            assert ada.play(game, "red", 0).status_code == 503
            assert ada.post(f"/api/games/{game}/chat", json={"text": "a secret"}).status_code in (201, 503)
            assert ada.put(f"/api/games/{game}/notes", json={"text": "a secret"}).status_code in (200, 503)
    assert f"a step of game {game} could not be written" in caplog.text
    assert user not in caplog.text
    assert "secret" not in caplog.text
    assert '"do"' not in caplog.text
    assert "pick" not in caplog.text


def test_what_cannot_be_taken_back_in_the_database_is_not_taken_back(tmp_path: Path) -> None:
    with RunningServer(local(tmp_path, patience=PATIENCE)) as server:
        me = server.person()
        game = moving(me)
        before = me.view(game, "red")
        with locked(server):
            undo = me.post(f"/api/games/{game}/undo", json={"as": "red"})
            back = me.post(f"/api/games/{game}/rollback", json={"as": "red", "step": 0})
            new = me.post("/api/games", json={"title": "outpost", "scenario": "skirmish"})
            assert [answer.status_code for answer in (undo, back, new)] == [503] * 3
            assert me.view(game, "red") == before
        assert len(me.get("/api/games").json()) == 1
        assert me.post(f"/api/games/{game}/undo", json={"as": "red"}).is_success


def test_after_a_restart_everything_is_there(tmp_path: Path) -> None:
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        game = moving(me)
        me.put(f"/api/games/{game}/preferences", params={"as": "red"}, json={"speed": 2})
        before = {viewer: me.view(game, viewer) for viewer in ("red", "blue", "observer")}
        info = me.get(f"/api/games/{game}").json()
        history = me.get(f"/api/games/{game}/history", params={"as": "red"}).json()
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        assert me.get(f"/api/games/{game}").json() == info
        assert me.get("/api/games").json() == [info]
        assert {viewer: me.view(game, viewer) for viewer in before} == before
        assert me.get(f"/api/games/{game}/history", params={"as": "red"}).json() == history
        assert me.get(f"/api/games/{game}/preferences", params={"as": "red"}).json() == {"speed": 2}
        assert me.post(f"/api/games/{game}/undo", json={"as": "red"}).is_success


def test_a_long_game_is_loaded_from_snapshots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 4)
    seen = []
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        game = me.start(options={"fog": "off"})["id"]
        for number in range(24):
            seen.append(me.view(game, "blue"))
            side = seen[-1]["waiting"][0]
            assert me.play(game, side, number % 3).is_success
        seen.append(me.view(game, "blue"))
        kept = [step for (step,) in server.sql("SELECT step FROM snapshot ORDER BY step")]
        assert len(kept) >= 3
        assert all(later - earlier >= 4 for earlier, later in pairwise([0, *kept]))
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        assert me.view(game, "blue") == seen[-1]
        live = server.service.hall.known(game)
        assert live is not None
        assert [station.step for station in live.game.stations[1:2]] == kept[-1:]
        for step in (1, 9, 17):
            past = me.get(f"/api/games/{game}/view", params={"as": "blue", "step": step}).json()
            assert past["pieces"] == seen[step]["pieces"]
        assert me.post(f"/api/games/{game}/rollback", json={"as": "blue", "step": 6}).is_success
        assert all(step <= 6 for (step,) in server.sql("SELECT step FROM snapshot"))
        assert me.view(game, "blue")["pieces"] == seen[6]["pieces"]
    with RunningServer(local(tmp_path)) as server:
        assert server.person().view(game, "blue")["pieces"] == seen[6]["pieces"]


def test_names_in_an_older_database_are_guarded_like_new_ones(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        server.person("Ada")
        server.sql("DROP INDEX user_likeness")
        server.sql('ALTER TABLE "user" DROP COLUMN likeness')
        server.sql("ALTER TABLE game DROP COLUMN shared")
        server.sql("ALTER TABLE game DROP COLUMN withheld")
        server.sql("ALTER TABLE game DROP COLUMN name")
        server.sql("UPDATE schema SET version = 3")
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        wish = {"name": "A-d-a", "password": "a long enough secret"}
        assert server.person().post("/api/accounts", json=wish).status_code == 409
        assert server.person().post("/api/accounts", json={**wish, "name": "Bertha"}).status_code == 201


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    async def begin() -> None:
        service = Service(local(tmp_path))
        try:
            await service.start()
        finally:
            await service.stop()

    with RunningServer(local(tmp_path)) as server:
        with pytest.raises(SaveError, match="another server uses"):
            asyncio.run(begin())
        game = moving(server.person())  # and the first goes on
    with RunningServer(local(tmp_path)) as server:  # when it has ended, another may take its place
        assert server.person().view(game, "red")


def test_processes_that_begin_at_the_same_moment_have_one_user(tmp_path: Path) -> None:
    async def begin() -> None:
        service = Service(local(tmp_path))
        await service.start()
        try:
            await asyncio.gather(*[ensure_local_user(service) for _ in range(3)])  # all look first
            found = await service.store.all(select(tables.user.c.id))
        finally:
            await service.stop()
        assert [row["id"] for row in found] == ["local"]

    asyncio.run(begin())


def test_a_server_that_cannot_start_leaves_nothing_open(tmp_path: Path) -> None:
    with RunningServer(local(tmp_path)) as server:
        server.sql(f"UPDATE schema SET version = {VERSION + 1}")

    async def begin() -> None:
        await Service(local(tmp_path)).start()

    with warnings.catch_warnings(record=True) as left_open:
        warnings.simplefilter("always")
        with pytest.raises(SaveError, match="use a newer one"):
            asyncio.run(begin())
        gc.collect()
    assert [str(each.message) for each in left_open if each.category is ResourceWarning] == []
    server.sql(f"UPDATE schema SET version = {VERSION}")
    with RunningServer(local(tmp_path)):  # and the file is free for another
        pass


def test_a_database_of_a_newer_hexfront_is_left_alone(tmp_path: Path) -> None:
    with RunningServer(local(tmp_path)) as server:
        server.sql(f"UPDATE schema SET version = {VERSION + 1}")

    async def prepare() -> None:
        store = Store(local(tmp_path).database_url)
        try:
            await store.prepare()
        finally:
            await store.close()

    with pytest.raises(SaveError, match="use a newer one"):
        asyncio.run(prepare())


def test_databases_are_named_by_files_and_addresses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert database_url(str(tmp_path / "a.sqlite")) == f"sqlite+aiosqlite:///{tmp_path}/a.sqlite"
    assert database_url("sqlite:///b.sqlite") == "sqlite+aiosqlite:///b.sqlite"
    assert database_url("postgres://me@host/games") == "postgresql+asyncpg://me@host/games"
    with pytest.raises(Malformed, match="mysql"):
        database_url("mysql://host/games")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "hexfront"
    assert Settings().database_url == f"sqlite+aiosqlite:///{tmp_path}/hexfront/games.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_folder().is_absolute()


# After a change of rules


def long_game(server: RunningServer, me: Person, steps: int = 20) -> str:
    game: str = me.start(options={"fog": "off"})["id"]
    while (step := me.get(f"/api/games/{game}").json()["step"]) < steps:
        side = me.view(game, "observer")["waiting"][0]
        choices = me.view(game, side)["decision"]["choices"]
        assert me.play(game, side, 7 * step % len(choices)).is_success
    return game


def spoil(
    server: RunningServer, game: str, since: int, old: str, new: str, *, until: int = 1_000_000
) -> None:
    """Write steps as if other rules had made them."""
    server.sql(
        f"UPDATE entry SET body = CAST(REPLACE(CAST(body AS TEXT), '{old}', '{new}') AS BLOB) "
        f"WHERE game = '{game}' AND seq >= {since} AND seq < {until}"
    )


@pytest.mark.parametrize(("old", "new"), [('"digest":"', '"digest":"f'), ('"do":"', '"do":"un')])
def test_a_game_whose_late_steps_no_longer_agree_goes_on_from_the_last_that_does(
    tmp_path: Path, old: str, new: str
) -> None:
    with RunningServer(local(tmp_path)) as server:
        game = long_game(server, server.person())
        spoil(server, game, 15, old, new)
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        for side in ("red", "blue"):
            view = me.view(game, side)
            assert view["step"] == 14
            assert any("6 later steps are left out" in each for each in view["notices"])
        assert len(me.get(f"/api/games/{game}/history").json()) == 14
        # Nothing is thrown away before somebody plays on: with the old rules all of it could be had again.
        assert server.sql(f"SELECT MAX(seq) FROM entry WHERE game = '{game}'") == [(20,)]
        side = me.view(game, "observer")["waiting"][0]
        assert me.play(game, side, -1).is_success
        assert me.get(f"/api/games/{game}/history").json()[-1]["step"] == me.view(game, side)["step"] > 14
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        info = me.get(f"/api/games/{game}").json()
        assert info["step"] > 14
        assert any("6 later steps are left out" in each for each in info["notices"])
        side = me.view(game, "observer")["waiting"][0]
        assert me.play(game, side, -1).is_success


def test_if_the_newest_snapshot_is_of_no_use_an_older_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 5)
    with RunningServer(local(tmp_path)) as server:
        game = long_game(server, server.person())
        newest, older = server.sql(f"SELECT step FROM snapshot WHERE game = '{game}' ORDER BY step DESC")[:2]
        spoil(server, game, newest[0], '"digest":"', '"digest":"f')
        spoil(server, game, 1, '"digest":"', '"digest":"f', until=older[0])
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        assert me.view(game, "red")["step"] == newest[0] - 1
        side = me.view(game, "observer")["waiting"][0]
        assert me.play(game, side, -1).is_success


# What stays in memory


def test_a_game_in_memory_keeps_few_positions_however_far_it_goes_or_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 5)
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        game = long_game(server, me, 40)
        live = server.service.hall.known(game)
        assert live is not None
        assert len(live.game.stations) <= 2 * RECENT_STATIONS + 1
        before = list(live.game.stations)
        for step in (3, 17, 30):
            assert (
                me.get(f"/api/games/{game}/view", params={"as": "red", "step": step}).json()["step"] == step
            )
        assert len(me.get(f"/api/games/{game}/curves", params={"as": "red"}).json()["points"]) > 4
        assert live.game.stations == before
        branch = me.post(f"/api/games/{game}/branch", json={"step": 36}).json()["id"]
        steps = [step for (step,) in server.sql(f"SELECT step FROM snapshot WHERE game = '{branch}'")]
        assert len(steps) > 4
        assert max(steps) <= 36
        assert me.view(branch, "red")["step"] == 36


def test_an_idle_game_leaves_memory_and_one_that_is_watched_does_not(tmp_path: Path) -> None:
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        idle, watched = moving(me), moving(me)
        hall = server.service.hall
        with me.watch(watched, "red") as screen:
            screen.wait("view")
            hall.put_away()
            assert hall.known(idle)
            hall.put_away(idle=0)
            assert hall.known(idle) is None
            assert hall.known(watched)
        assert me.view(idle, "red")["step"]
