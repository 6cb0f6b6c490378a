"""[19.1.7] The combat example of the two-hex rules: both halves of the Lim Brigade are attacked at once."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Advance, Aim, Declare, Fight, RetreatTo
from hexfront.games.serbia_1914.rules.battle import reckon
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.battlefield import battle, indicate
from tests.games.serbia_1914.builders import node, position

LIM, FIRST, MOUNTAIN = "sr-inf-x-lim", "ah-inf-xx-1", "ah-inf-x-2-gb"
TEXT = f"""
board corner=20.09 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
side 20.13-20.14 rail=single-track
side 26.09-26.10 rail=single-track
region "friendly-edge austria-hungary" 20.14
region "friendly-edge serbia" 26.09
holder 20.13 20.14 austria-hungary
holder 26.09 26.10 serbia
turn 3 attack austria-hungary
shells 20
dice 2 3 4 4 1 1 1 1 1 1
improved 22.12 serbia
unit ah-depot-sixth-1 20.14 army=SIXTH
unit sr-depot-1 26.09
unit {LIM} 22.11+22.12 corps=First
unit {FIRST} 21.12 army=SIXTH corps=15 prepared=22.11
unit {MOUNTAIN} 21.13 army=SIXTH corps=16
"""


@pytest.mark.rule("19.1.6", "19.1.3", "9.6.1", "14.1", "7.3.4")
def test_the_halves_defend_for_themselves_at_the_odds_of_the_book() -> None:
    of = position(TEXT)
    columns = of.setting.tables.columns
    north = reckon(of, battle(of, "22.11", {"21.12": (FIRST,)}, LIM))
    assert (north.attack, north.defense) == (10 * 4, 3 * 4)
    assert (columns[north.initial], columns[north.place]) == ("3:1", "4:1")
    south = reckon(of, battle(of, "22.12", {"21.13": (MOUNTAIN,)}, LIM))
    assert (south.attack, south.defense) == (4 * 4, 3 * 4)
    assert (columns[south.initial], columns[south.place]) == ("3:2", "1:1")
    assert (north.modifier, south.modifier) == (0, 0)


@pytest.mark.rule("19.1.6", "19.1.7", "10.1.1a", "10.1.2", "11.2.1")
def test_both_attacks_are_resolved_together_with_one_check_of_the_defender() -> None:
    of = position(TEXT)
    play = indicate(of, Aim(MOUNTAIN, "22.12"))
    assert play.choices == [Fight("22.11"), Fight("22.12")]
    play.answer(Fight("22.11"))
    kinds = []
    while play.asked is not None:
        kinds.append(play.asked.kind)
        match play.asked.kind:
            case "intensity":
                play.answer(Declare(False))
            case "retreat":
                assert RetreatTo(("23.12", "22.12")) in play.choices
                play.answer(RetreatTo(("23.12", "22.12")))
            case "advance":
                play.answer(Advance(FIRST, spread=True))
            case _:
                play.answer(PASS)
    # Both combats are declared and thrown before the first retreat.
    assert kinds.index("retreat") > max(at for at, kind in enumerate(kinds) if kind == "intensity")
    assert kinds.count("intensity") == 4
    assert {of.units[LIM].at, of.units[LIM].also} == {node(of, "23.12"), node(of, "22.12")}
    assert {of.units[FIRST].at, of.units[FIRST].also} == {node(of, "21.12"), node(of, "22.11")}
    assert (
        of.dice.thrown == 2 + 2 + 2 + 2 + 2
    )  # two combats, a check for each attacking hex, one for the Lim Brigade
    assert of.units[LIM].status == 0
