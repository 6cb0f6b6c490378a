"""Rules 30-1 and 30-4: cavalry that needs no supply points, and cavalry that starves."""

from __future__ import annotations

import msgspec
import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.orders import Go
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import allowances, fodder, supplied_strength, supply
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import Play, node, position, table
from tests.games.western_front.marches import in_hand

BOARD = """
board corner=0101
| . . . . . . . . . . . . . .
| . . . . . . . . . . . . . .
| . . . . . . . . . . . . . .
hex 0101 country=germany
"""
RAIL = "rail 0101 ge\n"


def horse(of: str, date: str = "1914-11-1 combat", **values: str) -> WesternFrontPosition:
    given = " ".join(f"{key}={value}" for key, value in {"values": "2-6", **values}.items())
    return position(f"date {date} central-powers{BOARD}{of}unit A 1202 nation=ge kind=cav {given}\n")


@pytest.mark.rule("30-1")
@pytest.mark.parametrize(
    ("nation", "full", "strength"), [("ge", 2, 2), ("gb", 2, 2), ("fr", 1, 1), ("fr", 2, 1), ("ge", 3, 1)]
)
def test_light_cavalry_fights_in_full_strength_without_supply(nation: str, full: int, strength: int) -> None:
    placed = position(
        f"date 1914-09-1 combat central-powers{BOARD}hex 1401 country=france\n"
        f"unit A 0702 nation={nation} kind=cav values={full}-6 full={full}\n"
    )
    assert supplied_strength.attack_strength(placed, placed.units["A"], None) == strength
    assert supplied_strength.counterattack_strength(placed, placed.units["A"], None) == strength


@pytest.mark.rule("30-4")
@pytest.mark.parametrize(("hex_number", "short"), [("0901", 0), ("1001", 1), ("1101", 2)])
def test_cavalry_loses_a_point_for_each_point_beyond_8(hex_number: str, short: int) -> None:
    placed = horse(RAIL)
    unit = placed.change("A", at=placed.setting.board[hex_number])
    assert fodder.shortage(placed, unit) == short
    assert supplied_strength.attack_strength(placed, unit, None) == 2 - short
    assert fodder.is_hungry(placed, unit) is (short > 0)


@pytest.mark.rule("30-4")
@pytest.mark.parametrize(
    ("date", "hungry"), [("1914-10-7", False), ("1914-11-1", True), ("1915-06-7", True), ("1915-07-1", False)]
)
def test_fodder_is_short_from_november_to_june(date: str, hungry: bool) -> None:
    placed = horse(RAIL, f"{date} combat")
    assert fodder.is_hungry(placed, placed.units["A"]) is hungry


@pytest.mark.rule("30-4")
def test_a_headquarters_or_a_friendly_port_feeds_cavalry_as_well_as_a_railway() -> None:
    far = horse(RAIL)
    assert fodder.is_hungry(far, far.units["A"])
    headquarters = horse("unit H 1402 nation=ge kind=hq size=xxxx values=0-4\n")
    assert not fodder.is_hungry(headquarters, headquarters.units["A"])
    port = horse("place 1402 Ostende kinds=port\nholder 1402 central-powers\n")
    assert not fodder.is_hungry(port, port.units["A"])
    hostile = horse("place 1402 Ostende kinds=port\nholder 1402 entente\n")
    assert fodder.is_hungry(hostile, hostile.units["A"])
    enemy_rail = horse("rail 1402 fr\n")
    assert fodder.is_hungry(enemy_rail, enemy_rail.units["A"])


@pytest.mark.rule("30-4")
def test_cavalry_without_any_line_has_no_strength() -> None:
    placed = horse("")
    assert fodder.shortage(placed, placed.units["A"]) is None
    assert supplied_strength.attack_strength(placed, placed.units["A"], None) == 0


@pytest.mark.rule("30-4")
def test_strengthened_cavalry_starves_too_and_then_needs_supply() -> None:
    placed = horse(RAIL, values="6-6")
    unit = placed.change("A", at=placed.setting.board["1101"])
    assert supplied_strength.attack_strength(placed, unit, None) == (6 - 2) // 2


@pytest.mark.rule("30-4")
def test_starved_cavalry_is_removed_in_the_monthly_turn_without_demoralization() -> None:
    placed = horse(RAIL, "1914-12-0 trench initiation", values="2-6")
    placed.change("A", at=placed.setting.board["1401"])
    supply.starve_cavalry(table(placed), placed)
    assert "A" not in placed.units
    assert "A" in placed.lost
    assert placed.demoralization["ge"] == 0


@pytest.mark.rule("30-4")
def test_cavalry_with_a_point_left_survives_the_monthly_turn() -> None:
    placed = horse(RAIL, "1914-12-0 trench initiation")
    placed.change("A", at=placed.setting.board["1001"])
    supply.starve_cavalry(table(placed), placed)
    assert placed.units["A"].strength == 2


@pytest.mark.rule("30-4")
def test_nothing_starves_in_september() -> None:
    placed = horse(RAIL, "1914-09-0 trench initiation")
    placed.change("A", at=placed.setting.board["1401"])
    supply.starve_cavalry(table(placed), placed)
    assert "A" in placed.units


# The march


LEAN = """
board corner=0101 shifted=even
| . . . . . . . . . . . . . . .
unit ge-cav-xx-2 1501
unit H 0101 nation=ge kind=hq size=xxxx values=0-4
"""


@pytest.mark.rule("30-4")
def test_hungry_cavalry_is_slow_from_november_to_june() -> None:
    summer = position("date 1914-10-7 movement central-powers\n" + LEAN)
    winter = position("date 1914-11-1 movement central-powers\n" + LEAN)
    assert allowances.allowance(summer, summer.units["ge-cav-xx-2"]) == 6 * 30
    ledger = Ledger("allowance", 30)
    assert allowances.allowance(winter, winter.units["ge-cav-xx-2"], ledger.note) == 5 * 30
    assert ledger.terms[-1].rule == "30-4"
    near = position("date 1914-11-1 movement central-powers\n" + LEAN.replace("2 1501", "2 0901"))
    assert allowances.allowance(near, near.units["ge-cav-xx-2"]) == 6 * 30
    french = position("date 1914-11-1 movement entente\n" + LEAN.replace("ge-cav-xx-2", "fr-cav-xx-1"))
    assert allowances.allowance(french, french.units["fr-cav-xx-1"]) == 4 * 30


@pytest.mark.rule("30-4")
def test_hunger_is_measured_before_the_cavalry_stirs() -> None:
    of = position("date 1914-11-1 movement central-powers\n" + LEAN)
    hand = in_hand(of, "ge-cav-xx-2", Go("0901"))  # six hexes, in column, and now near its fodder
    assert allowances.allowance(of, of.units["ge-cav-xx-2"]) == 5 * 30
    assert Go("0701") not in hand.choices
    of = position("date 1914-11-1 movement central-powers\n" + LEAN.replace("2 1501", "2 0901"))
    in_hand(of, "ge-cav-xx-2", Go("1101"))
    assert allowances.allowance(of, of.units["ge-cav-xx-2"]) == 6 * 30


@pytest.mark.rule("30-4")
def test_a_headquarters_that_comes_near_in_the_same_phase_feeds_nobody_before_the_next() -> None:
    of = position("date 1914-11-1 movement central-powers begun=no\n" + LEAN)
    Play(sequence.movement_phase(table(of), of))
    of.change("H", at=node(of, "1401"))
    assert allowances.allowance(of, of.units["ge-cav-xx-2"]) == 5 * 30
    assert allowances.column_allowance(of, of.units["ge-cav-xx-2"]) == 7 * 30
    of.begun = False
    Play(sequence.movement_phase(table(of), of))
    assert allowances.allowance(of, of.units["ge-cav-xx-2"]) == 6 * 30


@pytest.mark.rule("30-4")
def test_cavalry_that_was_fed_as_the_phase_began_keeps_its_march() -> None:
    of = position("date 1914-11-1 movement central-powers begun=no\n" + LEAN.replace("H 0101", "H 1401"))
    Play(sequence.movement_phase(table(of), of))
    of.remove("H")
    assert allowances.allowance(of, of.units["ge-cav-xx-2"]) == 6 * 30
    of.date = TurnDate(1914, 11, 2)
    assert allowances.allowance(of, of.units["ge-cav-xx-2"]) == 5 * 30  # nobody has looked yet


@pytest.mark.rule("30-4", "27-1")
def test_the_parts_of_a_hungry_division_are_hungry_too() -> None:
    of = position("date 1914-11-1 movement central-powers begun=no\n" + LEAN)
    Play(sequence.movement_phase(table(of), of))
    fodder.pass_on_hunger(of, "ge-cav-xx-2", "part")
    of.put(msgspec.structs.replace(of.units["ge-cav-xx-2"], name="part", at=node(of, "0201")))
    assert allowances.allowance(of, of.units["part"]) == 5 * 30
