"""Several processes share the games of a run: what they did is summed up, and what one finds stops all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import hexfront
from hexfront.cli import main
from hexfront.cli.proving import scenarios_named
from hexfront.kernel.errors import Malformed
from hexfront.proof.fuzz import Alone, Report, Run
from hexfront.proof.sharing import Wish, fuzz_here, fuzz_in_processes, summed_up

NAME = "outpost/skirmish"


def test_processes_share_the_games(tmp_path: Path) -> None:
    report = fuzz_in_processes(Wish(NAME, 300, seed=1, out=tmp_path), 2)
    assert not report.broken, report.what
    assert 300 <= report.decisions <= 301  # each may be in the middle of one when there is enough
    assert report.games >= 2
    assert report.loads >= 300 // 20


def test_loads_are_shared_as_well(tmp_path: Path) -> None:
    report = fuzz_in_processes(Wish(NAME, 40, seed=1, out=tmp_path, loads=True), 2)
    assert not report.broken, report.what
    assert 40 <= report.loads <= 41


def test_what_one_process_finds_stops_all_and_is_played_again_by_its_seed(tmp_path: Path) -> None:
    """A game that may not take more than 30 steps is broken in the process that plays it, whichever it is."""
    wish = Wish(NAME, 100_000, seed=11, out=tmp_path, longest=30)
    report = fuzz_in_processes(wish, 2)
    assert report.invariant == "the game ends"
    assert report.seed in (11, 12)
    assert report.step == 30
    assert report.decisions <= 60
    assert hexfront.load(Path(report.file)).step == 30
    again = fuzz_here(Wish(NAME, 100_000, seed=report.seed, out=tmp_path, longest=30))
    assert (again.seed, again.step, again.what) == (report.seed, report.step, report.what)


def test_reports_are_summed_up() -> None:
    one = Report(NAME, decisions=5, games=2, ended=1, longest=3, loads=1, comparisons=7)
    two = Report(NAME, decisions=6, games=1, longest=6, invariant="undo", what="no", seed=4, step=6)
    whole = summed_up(NAME, [one, two])
    assert (whole.decisions, whole.games, whole.ended, whole.longest, whole.loads) == (11, 3, 1, 6, 1)
    assert (whole.invariant, whole.what, whole.seed, whole.step) == ("undo", "no", 4, 6)


def test_a_game_does_not_depend_on_those_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second game of a run is the same as the first of one that begins with its seed."""
    lengths: list[list[int]] = []
    count = Run.count

    def noted(self: Run, game: hexfront.Game) -> None:
        lengths[-1].append(game.step)
        count(self, game)

    monkeypatch.setattr(Run, "count", noted)
    for seed in (21, 22):
        lengths.append([])
        Run(NAME, Alone(500), tmp_path, 20, 2000).run(seed, None)
    assert lengths[0][1:3] == lengths[1][:2]


def test_the_command_takes_workers(tmp_path: Path) -> None:
    line = ["fuzz", NAME, "--decisions", "60", "--workers", "2", "--out", str(tmp_path), "--json"]
    run = CliRunner().invoke(main, line, catch_exceptions=False)
    assert run.exit_code == 0, run.output
    (report,) = json.loads(run.stdout)
    assert report["decisions"] in (60, 61)
    assert not report["broken"]


def test_a_scenario_that_is_not_released_is_taken_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    title = hexfront.find_title("outpost")
    offered = title.scenarios()
    monkeypatch.setattr(type(title), "scenarios", lambda self: [])
    monkeypatch.setattr(type(title), "unreleased", lambda self: offered)
    assert scenarios_named(NAME) == [NAME]
    assert NAME not in scenarios_named("outpost")
    with pytest.raises(Malformed):
        scenarios_named("outpost/no-such")
