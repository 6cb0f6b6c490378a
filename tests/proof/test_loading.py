"""A loaded game goes on like the running one, and a title of which this is not so is found out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import hexfront
from hexfront.cli import main
from hexfront.kernel import save as saves
from hexfront.kernel.game import Game
from hexfront.kernel.table import Table
from hexfront.proof.fuzz import fuzz, fuzz_loads
from hexfront.proof.invariants import Broken
from hexfront.proof.loading import FOLLOWED, Followers, loaded, reopened

NAME = "outpost/skirmish"
EVERY = [
    NAME,
    *(f"serbia-1914/{each.name}" for each in hexfront.find_title("serbia-1914").scenarios()),
    "western-front/schlieffen-plan",
]


@pytest.mark.parametrize("name", EVERY)
def test_loaded_games_go_on_like_those_that_were_not(tmp_path: Path, name: str) -> None:
    report = fuzz_loads(name, 60, seed=3, out=tmp_path)
    assert not report.broken, report.what
    assert report.loads == 60
    assert report.comparisons >= 60 * FOLLOWED * 0.7


def remembering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the position it is counted how often units move, and every third move earns a supply point."""
    from outpost import movement

    moving = movement.move

    def move(table: Table, position: Any, unit: Any) -> Any:
        beside = position.__dict__
        beside["_moves"] = beside.get("_moves", 0) + 1
        if beside["_moves"] % 3 == 0:
            position.points[unit.side] += 1
        yield from moving(table, position, unit)

    monkeypatch.setattr(movement, "move", move)


def test_what_is_remembered_beside_the_position_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembering(monkeypatch)
    report = fuzz_loads(NAME, 500, out=tmp_path)
    assert report.invariant == "load and go on", report.what
    assert "points" in report.what
    report = fuzz(NAME, 1000, out=tmp_path)
    assert report.invariant == "load and go on", report.what


def test_a_loaded_game_that_refuses_an_order_is_found_out() -> None:
    game = hexfront.new(NAME, seed=1)
    followers = Followers(hexfront.find_title)
    followers.join(game, whole=True)
    followers.games[0].game.play_words("plan raid")
    game.play_words("plan raid")
    with pytest.raises(Broken, match="is refused"):
        followers.step(game)


def test_tables_that_are_another_after_loading_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexfront.new(NAME, seed=1)
    derive = type(game.position).derive

    def otherwise(self: Any) -> None:
        derive(self)
        self.standing[0] = ("nobody",)

    monkeypatch.setattr(type(game.position), "derive", otherwise)
    with pytest.raises(Broken, match="beside the position"):
        Followers(hexfront.find_title).join(game, whole=False)


def test_a_snapshot_that_is_another_position_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexfront.new(NAME, seed=1)
    monkeypatch.setattr(saves, "position_from", lambda *_: None)
    with pytest.raises(Broken, match="snapshot"):
        reopened(game)


def test_a_file_that_loads_only_in_part_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexfront.new(NAME, seed=1)
    game.play_words("plan raid")
    resume = Game.resume

    def short(self: Game, journal: Any, events: Any, stations: Any, orders: Any) -> None:
        resume(self, journal[:-1], events, stations, orders)

    monkeypatch.setattr(Game, "resume", short)
    with pytest.raises(Broken, match="loaded at step 0"):
        loaded(game, hexfront.find_title)


def test_the_command_counts_loads(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["fuzz", NAME, "--loads", "40", "--out", str(tmp_path), "--json"])
    assert run.exit_code == 0, run.output
    (report,) = json.loads(run.stdout)
    assert report["loads"] == 40
    assert report["comparisons"] > 40
