"""The measurements: that they compare like with like. How fast things are is not tested here."""

from __future__ import annotations

import importlib
import json
import random
from typing import Any

import pytest
from click.testing import CliRunner

import hexfront
from hexfront.cli import main
from hexfront.kernel.paths import reach
from hexfront.proof import bench, whole_games


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

    def peer(draw: random.Random) -> int:
        played.append("peer")
        return 50

    title = hexfront.find_title("outpost")
    figures = bench.random_play(title, "skirmish", games=2, peers={"draughts": peer})
    assert played == ["peer"] * 3  # once after every game, the first of which is told apart
    assert [figure.what.split(" ")[-1] for figure in figures[2:]] == ["these", "these", "draughts"]
    assert figures[-1].plainly == "draughts"


@pytest.mark.parametrize("module", ["chess", "pyspiel", "pettingzoo.classic.chess_v6"])
def test_an_engine_that_is_there_plays_whole_games(module: str) -> None:
    """They are installed by whoever wants to: pip install hexfront[peers]."""
    pytest.importorskip(module)
    names = dict(zip(["chess", "pyspiel", "pettingzoo.classic.chess_v6"], whole_games.PEERS, strict=True))
    peer = whole_games.PEERS[names[module]]()
    decisions = peer(random.Random(1))
    assert decisions in (whole_games.PEER_DECISIONS, whole_games.SLOW_DECISIONS)


def test_a_ratio_far_below_one_is_told() -> None:
    (line,) = bench.table([bench.Figure("decision", 100.0, 4.4, "OpenSpiel chess", per_second=True)])
    assert "0.04 times as fast as OpenSpiel chess" in line


def test_an_engine_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    assert whole_games.installed() == ({}, ["python-chess", "OpenSpiel chess", "PettingZoo chess"])


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
