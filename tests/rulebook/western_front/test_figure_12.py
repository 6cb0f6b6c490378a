"""Figure 12: German artillery bombards the fortress of Liege from four hexes."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules.battle import answering_units
from hexfront.games.western_front.rules.combat import fight
from hexfront.games.western_front.rules.strengths import (
    attack_modifier,
    attack_strength,
    counterattack_strength,
)
from hexfront.games.western_front.rules.supply import cost, default_plan
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import Play, node, position, table

FIGURE = """
dice 3
date 1914-08-3 combat central-powers
board corner=2005 shifted=even
| . . . .
| . . . .
| . . . .
| . . . .
hex 2008 country=belgium
hex 2305 country=germany
unit liege 2107 nation=be kind=fortress values=36-0
unit two 2106 nation=ge kind=siege size=i values=4-3
unit four 2108 nation=ge kind=art size=iii values=3-4
unit one 2206 nation=ge kind=siege size=i values=8-2
unit three 2207 nation=ge kind=siege size=i values=8-2
unit infantry 2206 nation=ge kind=inf values=8-5 reduced=6
unit GH 2306 nation=ge kind=hq size=xxxx supply=50
"""
GUNS = ("one", "two", "three", "four")


def figure() -> tuple[WesternFrontPosition, Battle]:
    liege = position(FIGURE)
    return liege, Battle(CENTRAL_POWERS, node(liege, "2107"), GUNS)


@pytest.mark.rule("29-6")
def test_23_artillery_strength_points_cost_12_supply_points() -> None:
    liege, _ = figure()
    plan = default_plan(liege, GUNS, attack=True)
    assert plan == dict.fromkeys(GUNS, "GH")
    assert cost(liege, plan, attack=True) == {"GH": 12}


@pytest.mark.rule("29-11")
def test_the_attack_uses_column_46() -> None:
    liege, battle = figure()
    assert attack_strength(liege, battle, dict.fromkeys(GUNS, "GH"), "clear") == 46


@pytest.mark.rule("29-10")
def test_four_hexsides_add_4_to_the_die() -> None:
    liege, battle = figure()
    assert attack_modifier(liege, battle, "clear") == 4


@pytest.mark.rule("29-7")
def test_nobody_answers_artillery_but_artillery() -> None:
    liege, battle = figure()
    assert answering_units(liege, battle) == []
    at = table(liege)
    Play(fight(at, liege, battle)).defaults()
    thrown = [event.data for event in at.events if "die" in event.data]
    rolls = [{part: data[part] for part in ("strength", "die", "modifier", "loss")} for data in thrown]
    assert rolls == [{"strength": 46, "die": 3, "modifier": 4, "loss": 12}]
    assert liege.units["liege"].strength == 36 - 12


@pytest.mark.rule("21-3", "29-7")
def test_with_infantry_in_the_attack_the_fortress_answers_with_108() -> None:
    liege, _ = figure()
    battle = Battle(CENTRAL_POWERS, node(liege, "2107"), (*GUNS, "infantry"))
    assert counterattack_strength(liege, battle, {}) == 108
