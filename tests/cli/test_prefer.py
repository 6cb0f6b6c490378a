"""Standing preferences from the terminal: prefer, and what do, play and show make of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hexfront
from tests.cli.conftest import Run

POSITION = """title western-front
scenario schlieffen-plan
board corner=0101 shifted=even
| . . . . .
| . . . . .
| . . . . .
dice 2 3
side 0202-0302 woods
date 1914-09-3 combat central-powers
unit X 0202 nation=fr kind=inf values=6-4 reduced=3
unit FH 0101 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=8-5 reduced=4
unit GH 0402 nation=ge kind=hq size=xxxx supply=20
"""
ALL = ("terrain=best", "supply=nearest", "stand=always", "losses=weakest")


@pytest.fixture
def battle(run: Run, tmp_path: Path) -> Path:
    (tmp_path / "battle.txt").write_text(POSITION)
    run("new western-front --position battle.txt -o battle.hexfront")
    return tmp_path / "battle.hexfront"


def test_prefer_lists_what_may_be_said(run: Run, battle: Path) -> None:
    lines = run("prefer battle.hexfront entente").stdout.splitlines()
    assert "terrain=ask  (ask, best)" in lines
    assert any("exact odds" in line and "[13-3]" in line for line in lines)
    data = json.loads(run("prefer battle.hexfront entente --json").stdout)
    assert data["terrain"] == {
        "value": "ask",
        "values": ["ask", "best"],
        "meaning": "Defend on the terrain that serves best, as the exact odds have it.",
        "rules": ["13-3"],
    }


def test_prefer_is_kept_in_the_file_and_can_be_taken_back(run: Run, battle: Path) -> None:
    run("prefer battle.hexfront entente terrain=best stand=always")
    assert hexfront.load(battle).preferences["entente"] == {"terrain": "best", "stand": "always"}
    run("prefer battle.hexfront entente stand=ask")
    assert hexfront.load(battle).preferences["entente"] == {"terrain": "best"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("entente terain=best", 'western-front has no preference "terain" (did you mean "terrain"?)'),
        ("entente terrain=bset", 'preference "terrain" may be ask, best; not "bset" (did you mean "best"?)'),
        ("entente terrain", 'a preference is written name=value, not "terrain"'),
        ("entent terrain=best", 'there is no side "entent" (did you mean "entente"?)'),
    ],
)
def test_what_cannot_be_preferred_is_answered_with_a_hint(
    run: Run, battle: Path, words: str, said: str
) -> None:
    before = battle.read_bytes()
    assert run(f"prefer battle.hexfront {words}", code=2).stderr.strip() == said
    assert battle.read_bytes() == before


def test_do_plays_what_is_preferred(run: Run, battle: Path) -> None:
    plain = run("do battle.hexfront assault 0202 A").stdout
    assert plain.splitlines()[-1].startswith("entente: Which terrain influences the combat")
    run("undo battle.hexfront --to 0 --consent")
    for side in ("entente", "central-powers"):
        run(f"prefer battle.hexfront {side}", words=ALL)
    told = run("do battle.hexfront assault 0202 A").stdout
    assert "The defender uses woods terrain [13-3]" in told
    assert "Attack on 0202 with 8" in told
    assert hexfront.load(battle).decision.kind not in ("terrain", "supply", "stand", "lose")


def test_each_side_is_answered_by_its_own_preferences_only(run: Run, battle: Path) -> None:
    run("prefer battle.hexfront central-powers", words=ALL)
    run("do battle.hexfront assault 0202 A")
    assert hexfront.load(battle).decision.kind == "terrain"


def test_play_asks_only_what_no_preference_answers(run: Run, battle: Path) -> None:
    for side in ("entente", "central-powers"):
        run(f"prefer battle.hexfront {side}", words=ALL)
    shown = run("play battle.hexfront", stdin="assault 0202 A\nquit\n").stdout
    assert "The defender uses woods terrain" in shown
    assert "Which terrain influences" not in shown


def test_show_tells_a_side_its_own_preferences(run: Run, battle: Path) -> None:
    run("prefer battle.hexfront entente terrain=best")
    line = "standing preferences of entente: terrain=best"
    assert line in run("show battle.hexfront --view entente").stdout
    assert line in run("show battle.hexfront --view referee").stdout
    assert line not in run("show battle.hexfront --view central-powers").stdout
