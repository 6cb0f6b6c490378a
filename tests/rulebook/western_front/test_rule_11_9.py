"""Rules 11-9 and 11-10: hex 1202 of the map has two land hexsides.

On the map it lies in a neutral country, so that the attack on it takes place on a drawn board.
"""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Join
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import stacking
from hexfront.games.western_front.rules.combat import declare
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from tests.games.western_front.builders import Play, node, position, table

PRINTED = "date 1914-10-3 combat central-powers\n"
DRAWN = (
    PRINTED
    + """
board corner=1101 shifted=even
| . . . .
| . . . .
| . . . .
side 1201-1202 ocean
side 1102-1202 ocean
side 1103-1202 ocean
side 1202-1203 ocean
side 1402-1403 rail=double
hex 1402 country=germany
hex 1403 country=germany
unit HQ 1402 nation=ge kind=hq size=xxxx supply=90
"""
)


def units(kind: str, count: int, hexes: str, name: str) -> str:
    places = hexes.split()
    return "".join(f"unit {name}{number} {places[number % len(places)]} {kind}\n" for number in range(count))


def room(of: WesternFrontPosition, name: str) -> bool:
    return stacking.room(of, node(of, "1202"), [of.piece(of.units[name])])


@pytest.mark.rule("11-9")
def test_1202_holds_4_divisions_and_2_artillery_units() -> None:
    division, guns = "nation=fr kind=inf values=6-4", "nation=fr kind=art size=x values=3-3"
    for divisions in range(5):
        for batteries in range(3):
            inside = units(division, divisions, "1202", "D") + units(guns, batteries, "1202", "G")
            waiting = f"unit X 1302 {division}\nunit Y 1302 {guns}\n"
            of = position(PRINTED + inside + waiting)
            assert not stacking.is_overfull(of, node(of, "1202"))
            assert room(of, "X") == (divisions < 4)
            assert room(of, "Y") == (batteries < 2)


@pytest.mark.rule("11-10")
def test_1202_is_attacked_by_8_divisions_and_4_artillery_units_at_most() -> None:
    of = position(
        DRAWN
        + "unit F 1202 nation=fr kind=inf values=6-4\n"
        + units("nation=ge kind=inf values=8-5", 10, "1302 1303", "D")
        + units("nation=ge kind=art size=x values=3-3", 5, "1302 1303", "G")
    )
    play = Play(declare(table(of), of, CENTRAL_POWERS, node(of, "1202")))
    play.answer(*(Join(f"D{number}") for number in range(8)))
    assert play.asked is not None
    assert Join("D8") not in play.choices
    refusal = Decision(play.asked).refusal(Join("D8"))
    assert refusal is not None
    assert (refusal.rules, refusal.needed, refusal.had) == (("11-10",), 8, 9)
    play.answer(*(Join(f"G{number}") for number in range(4)))
    assert play.choices == [PASS]
    refusal = Decision(play.asked).refusal(Join("G4"))
    assert refusal is not None
    assert (refusal.rules, refusal.needed, refusal.had) == (("11-10",), 4, 5)
