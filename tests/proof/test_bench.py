"""The measurements: that they compare like with like. How fast things are is not tested here."""

from __future__ import annotations

import importlib
import json
import random
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import hexfront
from hexfront.cli import main
from hexfront.kernel.paths import reach
from hexfront.proof import bench, peers, whole_games


def test_both_searches_see_the_same_field_also_after_a_move() -> None:
    networkx: Any = pytest.importorskip("networkx")
    field = bench.Field()
    assert len(field.cells) == 36 * 28
    assert len(field.enemies) == 200
    moves = field.moves(20)
    assert len(moves) == 20
    for here, there in moves[:3]:
        for node in field.move(here, there):
            field.ways.set(node, field.control[node] > 0)
        graph = field.graph(networkx, bench.zoned(field.base, field.zone()))
        for start in field.starts[:20]:
            plain = networkx.single_source_dijkstra_path_length(graph, start, cutoff=bench.BUDGET)
            assert plain == reach(field.ways.ways, start, bench.BUDGET).cost


def test_a_race_gives_the_time_of_one_piece() -> None:
    ours, plain = bench.race(2, (lambda: sum(range(100)), 1), (lambda: sum(range(100_000)), 1))
    assert 0 < ours < plain
    figure = bench.Figure("sum", 2.0, 10.0, "slowly")
    assert figure.ratio == 5
    assert "5.0 times as fast as slowly" in next(bench.table([figure]))


def test_whole_games_are_fresh_and_as_everybody_has_them() -> None:
    title = hexfront.find_title("outpost")
    one, same, other = (whole_games.play(title, "skirmish", seed) for seed in (1, 1, 2))
    assert one.decisions == same.decisions > 20
    assert other.decisions != one.decisions
    assert 0 < one.early < one.seconds
    assert 0 < one.late < one.seconds


def test_other_engines_are_played_in_turns_with_ours() -> None:
    played: list[str] = []

    def peer(draw: random.Random) -> whole_games.Timed:
        played.append("peer")
        return whole_games.Timed(50, 1e-9)  # behind with its share after every game

    title = hexfront.find_title("outpost")
    figures = bench.random_play(title, "skirmish", games=2, peers={"draughts": peer})
    assert len(played) > 3
    assert [figure.what.split(" ")[-1] for figure in figures[2:]] == ["these", "these", "draughts"]
    assert figures[-1].plainly == "draughts"


@pytest.mark.parametrize("module", ["chess", "pyspiel", "pettingzoo.classic.chess_v6"])
def test_an_engine_that_is_there_plays_whole_games(module: str) -> None:
    """They are installed by whoever wants to: pip install hexfront[peers]."""
    pytest.importorskip(module)
    names = dict(zip(["chess", "pyspiel", "pettingzoo.classic.chess_v6"], peers.CHESS, strict=True))
    peer = peers.CHESS[names[module]]()
    decisions = peer(random.Random(1)).decisions
    assert decisions in (peers.DECISIONS, peers.SLOW_DECISIONS)


COUNTING = """
exports.roles = ["Red", "Blue"]
exports.scenarios = ["Counting"]
exports.setup = (seed, scenario) => ({ active: "Red", state: "count", count: 0, scenario })
exports.view = (game, who) => {
    if (who !== game.active) throw new Error("not asked")
    return { actions: { undo: 1, propose_rollback: [1, 2], shut: 0, one: 1, some: [1, 2] } }
}
exports.action = (game, who, name, what) => {
    if (name === "undo" || name === "propose_rollback" || name === "shut") throw new Error(name)
    game.count += 1
    game.active = game.count === COUNT ? "None" : who === "Red" ? "Blue" : "Red"
    return game
}
"""


def test_a_module_of_rally_the_troops_is_played_to_its_end(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("Node is not here")
    (tmp_path / "rules.js").write_text(COUNTING.replace("COUNT ", "700 "))
    peer = peers.Rally(tmp_path)
    for _ in range(2):
        timed = peer(random.Random(1))
        assert timed.decisions == 2100  # whole games until there are enough decisions
        assert timed.seconds > 0
    peer.close()


def test_a_module_that_always_breaks_is_told(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("Node is not here")
    with pytest.raises(hexfront.HexfrontError, match=r"has no rules\.js"):
        peers.Rally(tmp_path)
    (tmp_path / "rules.js").write_text("exports.roles = exports.scenarios = ['One']\nexports.setup = 1")
    peer = peers.Rally(tmp_path)
    with pytest.raises(hexfront.HexfrontError, match="setup is not a function"):
        peer(random.Random(1))
    peer.close()


def test_a_row_tells_the_first_game_from_later_ones_and_compares() -> None:
    title = hexfront.find_title("outpost")
    played = partial(whole_games.play, title, "skirmish")
    row = whole_games.row(
        "outpost/skirmish", played, 0.0, {"draughts": lambda _draw: whole_games.Timed(5, 1e-4)}
    )
    assert row.games == whole_games.LEAST
    assert row.peers == {"draughts": 50_000.0}
    assert row.ratio("draughts") == row.later / 50_000
    assert row.first != row.later
    heads, rule, told = whole_games.lines([row])
    assert heads.endswith("| of draughts |")
    assert heads.count("|") == rule.count("|") == told.count("|")
    assert "outpost/skirmish | 2 |" in told


@pytest.mark.parametrize("more", [[], ["--environment"]])
def test_whole_games_of_a_title_are_measured_in_processes_of_their_own(more: list[str]) -> None:
    line = ["bench", "--whole", "--title", "outpost", "--seconds", "0", "--json", *more]
    result = CliRunner().invoke(main, line, catch_exceptions=False)
    (row,) = json.loads(result.stdout)
    assert row["scenario"] == "outpost/skirmish"
    assert row["later"] > 0


def test_a_long_game_is_measured_as_it_is_played_and_as_it_is_kept(tmp_path: Path) -> None:
    line = ["bench", "--title", "outpost", "--long", "60", "--json"]
    found = json.loads(CliRunner().invoke(main, line, catch_exceptions=False).stdout)
    assert (found["steps"], found["same"]) == (60, True)
    assert [look["step"] for look in found["looks"]][:2] == [7, 14]
    assert found["bytes"] > 1000
    assert list(map(int, found["to_steps"]))[-1] == 60
    game = hexfront.new("outpost/skirmish", seed=1)
    hexfront.save(game, tmp_path / "game.hexfront")
    told = CliRunner().invoke(
        main, ["bench", "--file", str(tmp_path / "game.hexfront")], catch_exceptions=False
    )
    assert "outpost/skirmish: 0 steps, not its end" in told.stdout
    assert "file: 0.0 MB" in told.stdout


def test_a_ratio_far_below_one_is_told() -> None:
    (line,) = bench.table([bench.Figure("decision", 100.0, 4.4, "OpenSpiel chess", per_second=True)])
    assert "0.04 times as fast as OpenSpiel chess" in line


def test_an_engine_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    assert peers.installed() == ({}, ["python-chess", "OpenSpiel chess", "PettingZoo chess"])


def test_the_command_prints_every_figure() -> None:
    pytest.importorskip("networkx")
    result = CliRunner().invoke(main, ["bench", "--quick", "--json"], catch_exceptions=False)
    figures = json.loads(result.stdout)
    assert [figure["ratio"] is not None for figure in figures] == [True] * 5 + [False] * 4
    assert all(figure["ours"] > 0 for figure in figures)
    assert figures[-1]["rate"] > 0


def test_without_networkx_the_command_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(hexfront.SaveError, match=r"pip install hexfront\[bench\]"):
        bench.run(hexfront.find_title("outpost"), "skirmish", quick=True)


def test_a_title_without_scenarios_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(hexfront.find_title("outpost")), "scenarios", lambda self: [])
    for line in (
        ["bench", "--title", "outpost"],
        ["fuzz", "outpost"],
        ["new", "outpost", "-o", "x.hexfront"],
    ):
        result = CliRunner().invoke(main, line, catch_exceptions=False)
        assert result.exit_code == 2
        assert "scenario" in result.stderr
