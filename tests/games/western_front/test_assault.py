"""Chapter 33: assault units in combat."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Advance, Attack, Join, Lose
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules.assault import assault_points, declared, negates_stiffening, surprises
from hexfront.games.western_front.rules.combat import attackable, combat_phase, fight, why_not_join
from hexfront.games.western_front.rules.losses import take
from hexfront.games.western_front.rules.retreat import is_forced
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import FRONTIER, Play, node, position, table

GERMANS = """
unit S 0302 nation=ge kind=assault values=12-5 reduced=8 full=8
unit I 0302 nation=ge kind=inf values=8-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""
FRENCH = """
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
"""


def scene(*more: str, turn: str = "1918-03-5", units: str = GERMANS + FRENCH) -> WesternFrontPosition:
    return position(f"date {turn} combat central-powers\n" + FRONTIER + units + "".join(more))


def battle(here: WesternFrontPosition, *names: str, terrain: str = "clear") -> Battle:
    return Battle(CENTRAL_POWERS, node(here, "0202"), names, terrain=terrain)


@pytest.mark.rule("33-9", "33-5")
def test_assault_points_are_those_above_the_ordinary_full_strength() -> None:
    here = scene("unit ge-assault-xx-jgr 0302 strength=5\n")
    assert assault_points(here, here.units["S"]) == 4
    assert assault_points(here, here.units["I"]) == 0
    assert assault_points(here, here.units["ge-assault-xx-jgr"]) == 5


@pytest.mark.rule("33-3")
def test_in_the_turn_of_their_first_use_trenches_do_not_keep_defenders_from_retreating() -> None:
    trench = "marker trench 0202 entente\n"
    here = scene(trench)
    assert is_forced(here, battle(here, "S"), 3)
    assert not is_forced(here, battle(here, "I"), 3)
    assert not is_forced(here, battle(here, "S"), 2)
    weakened = scene(trench, units=GERMANS.replace("full=8", "full=8 strength=11") + FRENCH)
    assert not is_forced(weakened, battle(weakened, "S"), 3)


@pytest.mark.rule("33-3")
def test_the_surprise_lasts_for_the_game_turn_and_is_counted_for_each_country() -> None:
    british = "unit Y 0202 nation=gb kind=inf values=9-5 reduced=7\n"
    here = scene()
    assert surprises(here, battle(here, "S"))
    declared(table(here), here, battle(here, "S"))
    assert surprises(here, battle(here, "S"))
    flags = "".join(f"flag '{name}' {number}\n" for name, number in here.flags.items())
    later = scene(flags, turn="1918-03-6")
    assert not surprises(later, battle(later, "S"))
    mixed = scene(flags, british, turn="1918-03-6")
    assert surprises(mixed, battle(mixed, "S"))


@pytest.mark.rule("33-8")
def test_a_fortress_does_not_hold_units_against_full_strength_assault_units() -> None:
    fortress = "unit F 0202 nation=fr kind=fortress values=4-0\n"
    here = scene(fortress, "flag 'first assault on: fr' 1\n")
    assert is_forced(here, battle(here, "S"), 3)
    assert not is_forced(here, battle(here, "I"), 3)
    trench = scene(fortress, "flag 'first assault on: fr' 1\nmarker trench 0202 entente\n")
    assert not is_forced(trench, battle(trench, "S"), 3)


@pytest.mark.rule("33-9")
def test_more_assault_points_than_defenders_undo_the_stiffening_of_good_ground() -> None:
    used = "flag 'first assault on: fr' 1\n"
    weak = FRENCH.replace("values=6-4", "values=3-4").replace("reduced=4", "reduced=2")
    here = scene(used, units=GERMANS + weak)
    assert negates_stiffening(here, battle(here, "S", terrain="woods"))
    assert is_forced(here, battle(here, "S", terrain="woods"), 2)
    assert not is_forced(here, battle(here, "I", terrain="woods"), 2)
    strong = scene(used)
    assert not negates_stiffening(strong, battle(strong, "S", terrain="woods"))
    assert not is_forced(strong, battle(strong, "S", terrain="woods"), 3)


@pytest.mark.rule("33-7")
def test_assault_units_attack_an_empty_hex_and_advance_without_supply() -> None:
    here = scene()
    empty = node(here, "0301")
    assert empty in attackable(here, CENTRAL_POWERS)
    refusal = why_not_join(here, here.units["I"], empty)
    assert refusal is not None
    assert refusal.rules == ("33-7",)
    of = table(here)
    play = Play(combat_phase(of, here))
    play.answer(Attack("0301"))
    assert play.choices == [Join("S")]
    play.answer(Join("S"), PASS, Advance("S"))
    assert here.units["S"].at == empty
    assert here.units["S"].attacked
    assert empty in here.fought_over
    assert here.units["GH"].supply == 40
    assert of.rolls == []


@pytest.mark.rule("33-7")
def test_an_army_without_assault_units_attacks_no_empty_hexes() -> None:
    here = scene(units=GERMANS.replace("kind=assault", "kind=inf") + FRENCH)
    assert attackable(here, CENTRAL_POWERS) == [node(here, "0202")]


@pytest.mark.rule("33-4")
def test_assault_points_are_lost_first_in_attack_and_in_defense() -> None:
    for attacking in (True, False):
        here = scene("unit C 0302 nation=ge kind=cav values=2-6 reduced=1 full=2\n")
        Play(
            take(
                table(here),
                here,
                side=CENTRAL_POWERS,
                names=("C", "I", "S"),
                points=3,
                attacking=attacking,
            )
        )
        assert here.units["S"].strength == 9
        assert (here.units["C"].strength, here.units["I"].strength) == (2, 8)


@pytest.mark.rule("33-4")
def test_assault_points_are_spread_freely_among_assault_units() -> None:
    second = "unit T 0302 nation=ge kind=assault values=10-5 reduced=8 full=8\n"
    here = scene(second)
    play = Play(take(table(here), here, side=CENTRAL_POWERS, names=("S", "T"), points=2, attacking=True))
    assert play.choices == [Lose("S"), Lose("T")]
    play.answer(Lose("T"), Lose("T"))
    assert (here.units["S"].strength, here.units["T"].strength) == (12, 8)


@pytest.mark.rule("33-3")
def test_an_attack_with_full_strength_assault_units_is_remembered() -> None:
    here = scene("dice 1 1\n")
    Play(fight(table(here), here, battle(here, "S", terrain=""))).defaults()
    assert here.flags["first assault on: fr"] == 1918035
