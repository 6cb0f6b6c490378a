"""Questions to the game: every number answers with its terms, and the terms add up to it."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from hexfront.games.western_front.orders import (
    Allowance,
    AttackStrength,
    CounterattackStrength,
    Crossing,
    Pick,
    RailCapacity,
    StackingRoom,
    SupplyLine,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.table.explanations import explain
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import position

BOARD = """
board corner=0101 shifted=even
| . . . . .
| . w . . .
| . . . . .
| . . . . .
side 0201-0202 river
hex 0104 country=germany
side 0104-0204 rail=double
side 0304-0404 rail=double
rail 0104 0204 ge
rail 0304 0404 fr
date 1914-09-3 movement central-powers
"""
FIELD = (
    BOARD
    + """
unit A 0202 nation=ge kind=inf values=8-5
unit GUNS 0202 nation=ge kind=art size=iii values=3-4
unit HQ 0204 nation=ge kind=hq size=xxxx supply=40
unit F 0302 nation=fr kind=inf values=6-4
unit FHQ 0304 nation=fr kind=hq size=xxxx supply=20
holder 0302 entente
"""
)


def added(ledger: Ledger) -> Fraction:
    """What the terms of a ledger come to when one reads them from left to right."""
    total = Fraction(0)
    for term in ledger.terms:
        if term.operation == "+":
            total += term.value
        elif term.operation == "×":
            total *= term.value
        else:
            total = Fraction(term.value)
    return total


@pytest.fixture
def field() -> WesternFrontPosition:
    return position(FIELD)


def test_a_crossing_is_explained_by_terrain_river_and_zones(field: WesternFrontPosition) -> None:
    ledger = explain(field, Crossing("A", "0202", "0201"))
    assert [(term.rule, term.label) for term in ledger.terms] == [
        ("TEC", "woods"),
        ("6-7", "river"),
        ("10-7", "leaving an enemy zone"),
        ("10-7", "entering an enemy zone"),
    ]
    assert ledger.text.startswith("0202 to 0201 costs 5: ")
    assert added(ledger) == ledger.total


def test_the_allowance_is_that_of_the_counter(field: WesternFrontPosition) -> None:
    ledger = explain(field, Allowance("A"))
    assert str(ledger) == "movement allowance of German A 8-5 is 5: printed allowance +5 [6-1]"


def test_a_supply_line_is_explained_step_by_step(field: WesternFrontPosition) -> None:
    ledger = explain(field, SupplyLine("A", "HQ"))
    assert [term.label for term in ledger.terms] == ["0202 to 0203", "0203 to 0204"]
    assert added(ledger) == ledger.total == 3 * 30
    assert "full strength within 4 to attack, 8 to defend" in ledger.subject


def test_an_attack_is_explained_with_the_supply_that_would_be_paid(field: WesternFrontPosition) -> None:
    ledger = explain(field, AttackStrength("0302", ("A", "GUNS")))
    assert ledger.total == 11
    assert [term.label for term in ledger.terms] == ["German A 8-5", "German GUNS 3-4", "column"]
    halved = explain(position(FIELD.replace("supply=40", "supply=0")), AttackStrength("0302", ("A",)))
    assert halved.total == 4
    assert "without supply ×1/2 [19-11]" in halved.text


def test_an_attack_without_names_is_one_of_everybody_who_can(field: WesternFrontPosition) -> None:
    assert explain(field, AttackStrength("0302", ())).total == 11


def test_terrain_of_an_attack_must_be_open_to_choice(field: WesternFrontPosition) -> None:
    assert "(woods)" in explain(field, AttackStrength("0302", ("A",), "woods")).subject
    with pytest.raises(Refusal, match="13-3"):
        explain(field, AttackStrength("0302", ("A",), "mountain"))


def test_a_counterattack_is_tripled_and_says_so(field: WesternFrontPosition) -> None:
    ledger = explain(field, CounterattackStrength("0302"))
    assert ledger.total == 18
    assert "F 6-4 6 ×3" in ledger.text
    assert "13-15" in ledger.text


def test_rail_capacity_names_what_was_used() -> None:
    used = position(BOARD + "rail-used ge 4\n")
    ledger = explain(used, RailCapacity("ge"))
    assert ledger.total == 11
    assert "used in this turn -4 [8-1]" in ledger.text
    assert explain(used, RailCapacity("Germany")).total == 11


def test_stacking_room_is_the_limit_less_what_stands_there(field: WesternFrontPosition) -> None:
    ledger = explain(field, StackingRoom("0202"))
    assert "artillery 1 of 3" in ledger.subject
    assert added(ledger) == ledger.total
    assert ledger.as_data()["total"] == "5"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (Allowance("GUN"), 'there is no unit "GUN" (did you mean "GUNS"?)'),
        (Allowance("ge-inf-xx-26r"), "is not on the map"),
        (Crossing("A", "0202", "9999"), 'there is no hex "9999"'),
        (SupplyLine("A", "F"), "is no headquarters"),
        (RailCapacity("prussia"), 'there is no nation "prussia"'),
        (StackingRoom("3001"), 'there is no hex "3001"'),
        (Pick("A"), "is not a question"),
    ],
)
def test_what_does_not_exist_is_said_in_plain_words(
    field: WesternFrontPosition, question: Allowance, words: str
) -> None:
    with pytest.raises(Malformed, match=re.escape(words)):
        explain(field, question)


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        (Crossing("A", "0202", "0204"), "6-6"),
        (SupplyLine("F", "HQ"), "19-6"),
        (AttackStrength("0101", ("A",)), "12-2"),
        (AttackStrength("0302", ("F",)), "12-2"),
        (AttackStrength("0304", ("A",)), "12-4"),
        (CounterattackStrength("0101"), "13-15"),
    ],
)
def test_what_the_rules_rule_out_is_refused_with_the_rule(
    field: WesternFrontPosition, question: Crossing, rule: str
) -> None:
    with pytest.raises(Refusal) as refused:
        explain(field, question)
    assert rule in refused.value.rules


def test_lost_and_waiting_units_are_named_as_such() -> None:
    gone = position(
        BOARD + "lost B nation=ge values=6-5 strength=0\nwaiting C nation=ge values=6-5\ngone ge-cav-xx-8\n"
    )
    for unit, words in (("B", "destroyed"), ("C", "waits"), ("ge-cav-xx-8", "left the game")):
        with pytest.raises(Malformed, match=words):
            explain(gone, Allowance(unit))
