"""Recorded playthroughs of every scenario of every installed title."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import hexfront
from hexfront.cli import main
from hexfront.proof.golden import decisions_recorded, difference, file_name, playthrough

GOLDEN = Path(__file__).parent.parent / "golden"
SCENARIOS = [
    f"{name}/{scenario.name}"
    for name in hexfront.title_names()
    for scenario in hexfront.find_title(name).scenarios()
]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_plays_as_recorded(name: str) -> None:
    path = GOLDEN / file_name(name)
    assert path.is_file(), f"write it with: hexfront golden {name} --write"
    assert difference(path, playthrough(name, most=decisions_recorded(path))) == []


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in GOLDEN.iterdir()} <= {file_name(name) for name in SCENARIOS}


def test_a_playthrough_ends_and_tells_decisions_events_and_digests() -> None:
    text = playthrough("outpost/skirmish")
    assert text.splitlines()[-1].startswith("end: ")
    assert "stopped" not in text
    for word in ("choices:", "  does ", "digest ", "die ", "view at step", "(default)"):
        assert word in text
    assert playthrough("outpost/skirmish", seed=2) != text
    assert "stopped after 10 decisions" in playthrough("outpost/skirmish", most=10)


def test_the_command_compares_and_writes(tmp_path: Path) -> None:
    def run(line: str, code: int) -> tuple[str, str]:
        result = CliRunner().invoke(main, [*line.split(), "--dir", str(tmp_path)], catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result.stdout, result.stderr

    assert "is missing" in run("golden outpost", 1)[0]
    assert "written to" in run("golden outpost/skirmish --write", 0)[0]
    assert run("golden outpost", 0)[0] == "outpost/skirmish: as recorded\n"
    path = tmp_path / "outpost-skirmish.txt"
    path.write_text(path.read_text().replace("does plan press", "does plan hold", 1))
    told, why = run("golden outpost", 1)
    assert told == "outpost/skirmish: differs\n"
    assert "\n-  does plan hold\n" in why
    assert "\n   3 choices:" in why  # lines round the difference keep their margin
    assert "+  does plan press" in why
    assert "no scenario" in run("golden outpost/siege", 2)[1]
    run("golden outpost --write --decisions 20", 0)
    assert path.read_text().startswith("# outpost/skirmish, seed 1914, at most 20 decisions. ")
    assert decisions_recorded(path) == 20
    assert run("golden outpost", 0)[0] == "outpost/skirmish: as recorded\n"  # as long as it is


SCRIPT = """
import sys
from hexfront.proof.golden import playthrough
import hexfront
print(playthrough("outpost/skirmish"))
game = hexfront.replay(sys.argv[1])
print([entry.digest for entry in game.journal], game.position.digest())
"""


def test_games_are_the_same_in_processes_with_different_hashes(tmp_path: Path) -> None:
    import random

    game = hexfront.new("outpost/skirmish", seed=5)
    draw = random.Random(5)
    while not game.over:
        decision = draw.choice(game.decisions)
        game.play(draw.choice(decision.choices()), decision.side)
    hexfront.save(game, tmp_path / "game.hexfront")
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(tmp_path / "game.hexfront")],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "77")
    ]
    assert told[0] == told[1] == told[2]
    assert game.position.digest() in told[0]
