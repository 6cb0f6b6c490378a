"""The staff from the terminal: what it would do, and what it does for an army."""

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
date 1914-09-3 combat central-powers
unit X 0202 nation=fr kind=inf values=6-4
unit FH 0101 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=20-5
unit B 0303 nation=ge kind=inf values=20-5
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""


@pytest.fixture
def battle(run: Run, tmp_path: Path) -> Path:
    (tmp_path / "battle.txt").write_text(POSITION)
    run("new western-front --position battle.txt -o battle.hexfront")
    return tmp_path / "battle.hexfront"


def test_it_says_what_it_would_do_and_plays_nothing(run: Run, battle: Path) -> None:
    told = run("staff battle.hexfront").stdout
    assert "German A and German B: against 0202" in told
    assert "do: assault 0202 A,B" in told
    (order, *_) = json.loads(run("staff battle.hexfront --army 0302 --json").stdout)
    assert order["pieces"] == ["A", "B"]
    assert order["attack"]
    assert hexfront.load(battle).step == 0


def test_it_gives_orders_for_an_army_within_limits(run: Run, battle: Path) -> None:
    told = json.loads(run("staff battle.hexfront --army A,B --until phase --attacks none --json").stdout)
    assert told["orders"] == []
    assert told["left"][0]["why"] == "it is an attack, and you allow none"
    assert hexfront.load(battle).step == 0
    told = json.loads(run("staff battle.hexfront --army A,B --until phase --json").stdout)
    assert told["orders"][0]["reason"]
    assert told["stopped"]
    assert hexfront.load(battle).step > 0


def test_a_deployment_is_done_at_once(run: Run) -> None:
    run("new western-front/schlieffen-plan -o game.hexfront")
    told = run("staff game.hexfront --until deployment").stdout
    assert "completes its mobilization" in told
    assert "The deployment is done. 3 orders given, 0 left to you." in told


def test_what_cannot_be_is_said(run: Run, battle: Path) -> None:
    assert "no army, hex or piece" in run("staff battle.hexfront --army X", code=2).stderr
    assert "nothing of yours" in run("staff battle.hexfront --army 0101", code=2).stderr
    assert "you cannot ask" in run("staff battle.hexfront --as nobody", code=2).stderr


def test_one_number_for_what_a_staff_orders(run: Run) -> None:
    told = run("staff bench serbia-1914/battle-in-the-macva@0 --level cadet").stdout.splitlines()
    assert told[0].endswith("orders")
    assert told[-1].endswith("in all")
    again = json.loads(run("staff bench serbia-1914/battle-in-the-macva@0 --level cadet --json").stdout)
    assert told[-1].startswith(again["number"])
    assert "turns are written" in run("staff bench serbia-1914/battle-in-the-macva@x", code=2).stderr
