"""The optional rule of the older summary on cavalry: supply, marches, and rail lines it wrecks."""

from __future__ import annotations

import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Go, Wreck
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import (
    allowances,
    cavalry_supply,
    morale,
    outcomes,
    rail_lines,
    strengths,
    supplied_strength,
)
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CAVALRY_SUPPLY, CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import Play, node, position, table
from tests.games.western_front.marches import in_hand, spent

BOARD = """
board corner=0101
| . . . . . . . .
| . . . . . . . .
hex 0101 country=germany
hex 0801 country=france
"""
RAIL = "rail 0101 ge\n"
ON = f"option {CAVALRY_SUPPLY}=on\n"


def horse(
    at: str, more: str = RAIL, date: str = "1914-09-3", option: str = ON, cavalry: str = "values=2-6"
) -> WesternFrontPosition:
    """A German cavalry unit at the beginning of a movement phase."""
    of = position(
        f"{option}date {date} movement central-powers{BOARD}{more}unit A {at} nation=ge kind=cav {cavalry}\n"
    )
    allowances.begin_movement(of)
    return of


def points(of: WesternFrontPosition) -> int:
    return allowances.allowance(of, of.units["A"]) // 30


@pytest.mark.rule("summary 16-d")
@pytest.mark.parametrize(
    ("at", "more", "date", "out"),
    [
        ("0501", RAIL, "1914-09-3", False),
        ("0601", RAIL, "1914-09-3", True),
        ("0401", RAIL, "1914-12-3", False),
        ("0501", RAIL, "1914-12-3", True),
        ("0501", "unit H 0101 nation=ge kind=hq size=xxxx supply=1\n", "1914-09-3", False),
        ("0501", "unit H 0101 nation=ge kind=hq size=xxxx supply=0\n", "1914-09-3", True),
        ("0501", "rail 0101 fr\n", "1914-09-3", True),
        ("0101", RAIL, "1914-12-3", False),
    ],
)
def test_cavalry_far_from_railways_and_supplied_headquarters_is_out_of_supply(
    at: str, more: str, date: str, out: bool
) -> None:
    of = horse(at, more, date)
    assert cavalry_supply.is_out_of_supply(of, of.units["A"]) is out
    off = horse(at, more, date, option="")
    assert not cavalry_supply.is_out_of_supply(off, off.units["A"])


@pytest.mark.rule("summary 16-d")
def test_out_of_supply_it_uses_no_column_movement() -> None:
    near, far = horse("0501"), horse("0601")
    assert allowances.why_no_column(near, near.units["A"]) is None
    refusal = allowances.why_no_column(far, far.units["A"])
    assert refusal is not None
    assert refusal.rules == ("summary 16-d",)
    assert not allowances.may_use_column(far, far.units["A"])


@pytest.mark.rule("summary 16-d", "30-1")
@pytest.mark.parametrize(("at", "option", "strength"), [("0501", ON, 2), ("0601", ON, 1), ("0601", "", 2)])
def test_out_of_supply_it_fights_at_half_strength(at: str, option: str, strength: int) -> None:
    of = horse(at, option=option)
    assert supplied_strength.attack_strength(of, of.units["A"], None) == strength
    assert supplied_strength.counterattack_strength(of, of.units["A"], None) == strength


@pytest.mark.rule("summary 16-d", "26-6")
def test_a_shaken_country_does_not_attack_with_cavalry_out_of_supply() -> None:
    for at, stays in (("0501", False), ("0601", True)):
        of = horse(at)
        of.flags["shaken: ge"] = 1
        assert morale.is_shaken(of, "ge")
        reason = outcomes.stays_out(of, Battle(CENTRAL_POWERS, node(of, "0701"), ("A",)), {}, of.units["A"])
        assert (reason is not None) is stays


@pytest.mark.rule("summary 16-d")
def test_it_is_looked_at_as_the_movement_phase_begins_and_then_kept() -> None:
    of = horse("0601")
    of.change("A", at=node(of, "0101"))
    assert cavalry_supply.is_out_of_supply(of, of.units["A"])
    allowances.begin_movement(of)
    assert not cavalry_supply.is_out_of_supply(of, of.units["A"])
    asked = position(
        ON
        + "date 1914-09-3 movement central-powers begun=no"
        + BOARD
        + RAIL
        + "unit A 0601 nation=ge kind=cav values=2-6\n"
    )
    Play(sequence.movement_phase(table(asked), asked))
    assert cavalry_supply.is_out_of_supply(asked, asked.units["A"])


@pytest.mark.rule("summary 16-d")
@pytest.mark.parametrize(
    ("at", "date", "allowed"),
    [
        ("0101", "1914-09-3", 6),
        ("0201", "1914-09-3", 6),  # a hex of no country
        ("0801", "1914-09-3", 3),
        ("0101", "1914-12-3", 4),
        ("0801", "1914-12-3", 2),
    ],
)
def test_it_marches_half_as_far_abroad_and_less_far_in_winter(at: str, date: str, allowed: int) -> None:
    more = RAIL + "rail 0801 ge\n"
    assert points(horse(at, more, date)) == allowed
    assert points(horse(at, more, date, option="")) == 6


@pytest.mark.rule("summary 16-d")
def test_a_shortened_march_explains_itself_and_odd_halves_are_dropped() -> None:
    of = horse("0801", RAIL + "rail 0801 ge\n", cavalry="values=2-7")
    ledger = Ledger("allowance", 30)
    assert allowances.allowance(of, of.units["A"], ledger.note) == 3 * 30
    assert ledger.terms[-1].rule == "summary 16-d"


@pytest.mark.rule("summary 16-d")
def test_other_arms_march_as_ever() -> None:
    of = position(f"{ON}date 1914-12-3 movement central-powers{BOARD}unit B 0801 nation=ge values=8-5\n")
    allowances.begin_movement(of)
    assert allowances.allowance(of, of.units["B"]) == 5 * 30
    assert allowances.why_no_column(of, of.units["B"]) is None


# Rail lines


LINE = RAIL + "side 0301-0401 rail=double\nrail 0301 fr\n"


def network(of: WesternFrontPosition, at: str = "0301") -> str:
    return of.rail_network(node(of, at))


@pytest.mark.rule("summary 16-d", "9-3")
def test_cavalry_cuts_a_rail_line_for_three_points() -> None:
    of = horse("0101", LINE)
    hand = in_hand(of, "A", Go("0301"))
    assert Wreck() in hand.choices
    hand.answer(Wreck())
    assert network(of) == ""
    assert spent(of, "A") == 5
    assert Go("0701") in hand.choices  # nine points in column, five of them spent
    assert Go("0801") not in hand.choices
    off = horse("0101", LINE, option="")
    assert Wreck() not in in_hand(off, "A", Go("0301")).choices
    assert network(off) == "fr"


@pytest.mark.rule("summary 16-d", "9-3")
def test_without_the_points_it_cuts_nothing() -> None:
    of = horse("0101", LINE, cavalry="values=2-4")
    hand = in_hand(of, "A", Go("0301"))
    assert Wreck() not in hand.choices
    refusal = cavalry_supply.why_not_wreck(of, ["A"], 2 * 30)
    assert refusal is not None
    assert refusal.rules == ("summary 16-d",)


@pytest.mark.rule("summary 16-d", "9-3")
@pytest.mark.parametrize(("option", "left"), [(ON, "fr"), ("", "")])
def test_infantry_pays_one_point_for_what_is_free_without_the_option(option: str, left: str) -> None:
    text = f"{option}date 1914-09-3 movement central-powers{BOARD}{LINE}"
    of = position(text + "unit B 0101 nation=ge values=8-5\n")
    hand = in_hand(of, "B", Go("0301"))
    assert network(of) == left
    if option:
        hand.answer(Wreck())
        assert network(of) == ""
        assert spent(of, "B") == 3


@pytest.mark.rule("summary 16-d", "9-3")
def test_a_line_of_ones_own_or_none_is_not_cut_and_one_brigade_cuts_none() -> None:
    own = horse("0301", LINE.replace("0301 fr", "0301 ge"))
    assert cavalry_supply.why_not_wreck(own, ["A"], 180) is not None
    brigade = position(
        f"{ON}date 1914-09-3 movement central-powers{BOARD}{LINE}unit B 0301 nation=ge size=x values=2-4\n"
    )
    refusal = cavalry_supply.why_not_wreck(brigade, ["B"], 120)
    assert refusal is not None
    assert refusal.rules == ("9-3",)


@pytest.mark.rule("summary 16-d", "9-3")
def test_in_a_retreat_or_an_advance_in_combat_lines_are_cut_for_nothing() -> None:
    of = position(f"{ON}date 1914-09-3 combat central-powers{BOARD}{LINE}unit B 0301 nation=ge values=8-5\n")
    rail_lines.cut_by(table(of), of, ["B"], node(of, "0301"))
    assert network(of) == ""


@pytest.mark.rule("summary 16-d")
def test_the_option_is_off_unless_somebody_wants_it() -> None:
    option = next(each for each in TITLE.options("schlieffen-plan") if each.name == CAVALRY_SUPPLY)
    assert option.values[0] == "off"


def test_strengthened_cavalry_out_of_supply_pays_for_supply_like_infantry() -> None:
    of = horse(
        "0601", RAIL + "unit H 0801 nation=ge kind=hq size=xxxx supply=9\n", cavalry="values=6-6 full=6"
    )
    of.flags["out of supply: A"] = 1
    assert supplied_strength.attack_strength(of, of.units["A"], of.units["H"]) == 6
    assert strengths.attack_total(of, Battle(CENTRAL_POWERS, node(of, "0701"), ("A",)), {"A": "H"}) == 6


def test_the_group_ends_its_move_as_usual_after_wrecking() -> None:
    of = horse("0101", LINE)
    hand = in_hand(of, "A", Go("0301"), Wreck(), PASS)
    assert hand.over
    assert of.units["A"].moved
