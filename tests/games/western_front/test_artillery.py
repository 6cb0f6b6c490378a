"""Chapter 29: artillery in combat."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Aim, Join, Supply
from hexfront.games.western_front.position import WesternFrontPosition, names_of
from hexfront.games.western_front.rules.artillery import counted, why_not_fire
from hexfront.games.western_front.rules.battle import answering_units, defending_units
from hexfront.games.western_front.rules.combat import declare, fight, targets_of
from hexfront.games.western_front.rules.strengths import (
    attack_modifier,
    attack_strength,
    counterattack_strength,
)
from hexfront.games.western_front.rules.supply import cost
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import Play, node, position, table

BOARD = """
board corner=0101 shifted=even
| . . . . .
| . . . . .
| . . . . .
| . . . . .
hex 0101 country=france
hex 0102 country=france
hex 0501 country=germany
hex 0502 country=germany
"""
GUNS = """
unit siege 0302 nation=ge kind=siege size=i values=5-3
unit field 0302 nation=ge kind=art size=iii values=3-4
unit GI 0302 nation=ge kind=inf values=8-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""
FORTRESS = "unit fort 0202 nation=fr kind=fortress values=12-0\n"
INFANTRY = "unit FI 0202 nation=fr kind=inf values=6-4 reduced=4\n"
FRENCH_GUNS = """
unit FA 0202 nation=fr kind=art size=iii values=3-4 reduced=2
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
"""


def scene(*units: str, year: int = 1914) -> WesternFrontPosition:
    return position(f"date {year}-09-3 combat central-powers\n" + BOARD + GUNS + "".join(units))


def attack(here: WesternFrontPosition, *names: str, aim: str = "all") -> Battle:
    return Battle(CENTRAL_POWERS, node(here, "0202"), names, aim=aim)


def refusal(here: WesternFrontPosition, name: str) -> tuple[str, ...]:
    found = why_not_fire(here, here.units[name], node(here, "0202"))
    return found.rules if found else ()


@pytest.mark.rule("29-2")
def test_in_1914_siege_artillery_attacks_only_fortress_hexes() -> None:
    open_field, fortress = scene(INFANTRY), scene(INFANTRY, FORTRESS)
    assert refusal(open_field, "siege") == ("29-2",)
    assert refusal(open_field, "field") == ()
    assert refusal(fortress, "siege") == ()
    assert targets_of(open_field, open_field.units["siege"]) == []
    assert targets_of(fortress, fortress.units["siege"]) == [node(fortress, "0202")]


@pytest.mark.rule("29-15", "29-2")
def test_from_1915_siege_artillery_fires_at_trenches_too_with_half_its_strength() -> None:
    trench = "marker trench 0202 entente\n"
    assert refusal(scene(INFANTRY, year=1915), "siege") == ("29-15",)
    assert refusal(scene(INFANTRY, trench), "siege") == ("29-2",)
    here = scene(INFANTRY, trench, year=1915)
    assert refusal(here, "siege") == ()
    battle = attack(here, "siege", "GI")
    plan = {"siege": "GH", "GI": "GH"}
    assert attack_strength(here, battle, plan, "clear") == 10  # 8 and half of 5, rounded once
    assert cost(here, plan, attack=True, counted=counted(here, battle)) == {"GH": 2 + 2}
    fortress = scene(INFANTRY, FORTRESS, trench, year=1915)
    assert attack_strength(fortress, attack(fortress, "siege"), plan, "clear") == 5


@pytest.mark.rule("29-2")
def test_siege_artillery_does_not_counterattack_unless_the_option_lets_it() -> None:
    siege = "unit FS 0202 nation=fr kind=siege size=i values=4-3\n" + INFANTRY + FRENCH_GUNS
    here = scene(siege, year=1915)
    assert "FS" not in names_of(answering_units(here, attack(here, "GI")))
    dug_in = "marker trench 0302 central-powers\noption siege-guns-counterattack=on\n"
    allowed = scene(siege, dug_in, year=1915)
    assert "FS" in names_of(answering_units(allowed, attack(allowed, "GI")))
    plan = {"FS": "FH", "FI": "FH", "FA": "FH"}
    assert counterattack_strength(allowed, attack(allowed, "GI"), plan) == 6 * 3 + 3 * 2 + 2 * 2
    early = scene(siege, dug_in)
    assert "FS" not in names_of(answering_units(early, attack(early, "GI")))


@pytest.mark.rule("29-4", "29-6")
def test_artillery_needs_a_headquarters_with_points_within_four_movement_points() -> None:
    clear, swamps = BOARD, BOARD.replace("| . . . . .", "| . . . s .")
    date = "date 1914-09-3 combat central-powers\n"
    behind = GUNS.replace("GH 0402", "GH 0504") + INFANTRY
    assert refusal(position(date + clear + behind), "field") == ()
    assert refusal(position(date + swamps + behind), "field") == ("29-4", "29-6")
    without_points = behind.replace("supply=40", "supply=0")
    assert refusal(position(date + clear + without_points), "field") == ("29-4", "29-6")


@pytest.mark.rule("29-7")
def test_only_artillery_answers_an_attack_by_artillery_alone() -> None:
    here = scene(INFANTRY, FORTRESS, FRENCH_GUNS)
    assert names_of(answering_units(here, attack(here, "field"))) == ["FA"]
    assert set(names_of(answering_units(here, attack(here, "field", "GI")))) == {"FI", "fort", "FA"}


@pytest.mark.rule("29-7")
def test_artillery_may_aim_at_fortress_and_artillery_only_and_nobody_retreats_then() -> None:
    here = scene("dice 6 1\n", INFANTRY, FORTRESS, FRENCH_GUNS)
    play = Play(fight(table(here), here, attack(here, "siege", "field", aim="fortress"))).defaults()
    assert play.over
    assert here.units["FI"].strength == 6
    assert here.units["FI"].at == node(here, "0202")
    assert here.units["FA"].strength + here.units["fort"].strength < 15


@pytest.mark.rule("29-5")
def test_artillery_counterattacks_doubled() -> None:
    here = scene(INFANTRY, FRENCH_GUNS)
    plan = {"FI": "FH", "FA": "FH"}
    assert counterattack_strength(here, attack(here, "GI"), plan) == 6 * 3 + 3 * 2


@pytest.mark.rule("29-10")
def test_the_die_rises_by_one_for_each_hexside_only_for_artillery_alone_at_a_fortress() -> None:
    more = "unit field2 0303 nation=ge kind=art size=iii values=3-4\n"
    here = scene(INFANTRY, FORTRESS, more)
    assert attack_modifier(here, attack(here, "field"), "clear") == 1
    assert attack_modifier(here, attack(here, "field", "siege"), "clear") == 1
    assert attack_modifier(here, attack(here, "field", "field2"), "clear") == 2
    assert attack_modifier(here, attack(here, "field", "GI"), "clear") == 0
    open_field = scene(INFANTRY, more)
    assert attack_modifier(open_field, attack(open_field, "field", "field2"), "clear") == 0


@pytest.mark.rule("29-11")
def test_artillery_is_doubled_against_a_fortress_with_little_infantry() -> None:
    plan = {"field": "GH", "siege": "GH", "GI": "GH"}
    empty = scene(FORTRESS)
    assert attack_strength(empty, attack(empty, "field"), plan, "clear") == 6
    assert attack_strength(empty, attack(empty, "field", "GI"), plan, "clear") == 6 + 8
    garrisoned = scene(FORTRESS, INFANTRY)  # 6 points are not less than 4 for one hexside
    assert attack_strength(garrisoned, attack(garrisoned, "field"), plan, "clear") == 3
    more = "unit field2 0303 nation=ge kind=art size=iii values=3-4\n"
    two_sides = scene(FORTRESS, INFANTRY, more)
    both = attack_strength(two_sides, attack(two_sides, "field", "field2"), {**plan, "field2": "GH"}, "clear")
    assert both == 12
    open_field = scene(INFANTRY)
    assert attack_strength(open_field, attack(open_field, "field"), plan, "clear") == 3


@pytest.mark.rule("29-13")
def test_artillery_alone_does_not_resist_other_units_and_is_lost() -> None:
    here = scene(FRENCH_GUNS)
    assert defending_units(here, attack(here, "GI")) == []
    at = table(here)
    Play(fight(at, here, attack(here, "GI"))).defaults()
    assert "FA" not in here.units
    assert at.rolls == []
    assert here.units["GI"].at == node(here, "0202")


@pytest.mark.rule("29-13", "29-7")
def test_artillery_alone_answers_artillery() -> None:
    here = scene("dice 6 6\n", FRENCH_GUNS)
    battle = attack(here, "field")
    assert names_of(answering_units(here, battle)) == ["FA"]
    at = table(here)
    Play(fight(at, here, battle)).defaults()
    assert len(at.rolls) == 2
    assert here.units["FA"].strength == 2


@pytest.mark.rule("29-4", "29-6")
def test_artillery_left_without_supply_takes_no_part() -> None:
    here = scene("dice 6 1\n", INFANTRY)
    play = Play(fight(table(here), here, attack(here, "field", "GI")))
    play.answer(Supply("field"))
    play.defaults()
    assert not here.units["field"].attacked
    assert here.units["GI"].attacked


def test_the_aim_is_asked_only_where_there_is_something_else_to_hit() -> None:
    here = scene(INFANTRY, FORTRESS)
    play = Play(declare(table(here), here, CENTRAL_POWERS, node(here, "0202")))
    play.answer(Join("siege"), PASS)
    assert play.choices == [Aim("all"), Aim("fortress")]
    bare = scene(FORTRESS)
    other = Play(declare(table(bare), bare, CENTRAL_POWERS, node(bare, "0202")))
    other.answer(Join("siege"), PASS)
    assert other.asked is None or other.asked.kind != "aim"
