"""[11.2] The comprehensive combat example: the 8th Corps attacks the Morava Division in 43.40."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Aim, Declare, Fire, Reduce, Support
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import combat
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node, position, table

MORAVA, TIMOK = "sr-inf-xx-morava-1", "sr-inf-xx-timok-1"
NINTH, TWENTY_FIRST, BRIGADE = "ah-inf-xx-9", "ah-inf-xx-21", "ah-inf-x-13"
TEXT = f"""
board corner=41.38 shifted=even
| . . . . .
| . . . . .
| . . u . .
| . . u . .
| . . . . .
side 42.40-43.40 "minor river"
side 41.41-41.42 rail=single-track
side 45.38-45.39 rail=single-track
region "friendly-edge austria-hungary" 41.42
region "friendly-edge serbia" 45.38
holder 41.41 41.42 austria-hungary
holder 45.38 45.39 serbia
turn 3 attack austria-hungary
shells 20
dice 6 3 1 2 5 3 3 4
unit ah-depot-fifth-1 41.42 army=FIFTH
unit sr-depot-1 45.38
unit {NINTH} 42.40 army=FIFTH corps=8 status=1
unit {TWENTY_FIRST} 42.40 army=FIFTH corps=8
unit {BRIGADE} 43.41 army=FIFTH corps=8 prepared=43.40
unit {MORAVA} 43.40 corps=First
unit {TIMOK} 42.39 corps=First
"""


@pytest.fixture
def of() -> SerbiaPosition:
    return position(TEXT)


@pytest.mark.rule("9.1.1", "9.3.2", "9.6", "9.7", "9.8.2", "9.9.2", "9.10.2", "10.1.2", "10.2", "23.2.1")
def test_the_battle_goes_as_the_book_has_it(of: SerbiaPosition) -> None:
    voice = table(of)
    combat.begin(voice, of)
    play = Play(combat.phase(voice, of))
    play.answer(Aim(NINTH, "43.40"), Aim(TWENTY_FIRST, "43.40"), PASS)
    play.answer(PASS)  # nobody is withheld
    assert of.units[BRIGADE].prepared == node(of, "43.40")
    play.answer(Fire(MORAVA))  # ammunition is there; the Serb provides shells
    assert of.shells == 19
    assert "2:1" in voice.events[-1].text  # 27:12
    play.answer(Declare(True), Declare(True))
    assert voice.events[-1].text == "White 6, modified to 7, black 3 in column 2:1: +2/+2 w1"
    assert of.units[MORAVA].reductions == 0
    play.answer(Reduce(NINTH))
    assert of.units[NINTH].reductions == 1
    assert of.units[MORAVA].reductions == 1
    play.answer(Support(TIMOK))
    artillery = next(event for event in voice.events if event.text.startswith("Artillery"))
    assert artillery.data == {"attacker": 0, "defender": 1}  # 11 against one division, 5 against 2 1/2
    play.defaults()
    assert play.over
    assert of.units[NINTH].status == 2  # 8 and 2 against 9: failed by one
    assert of.units[TWENTY_FIRST].status == 0
    assert of.units[BRIGADE].status == 0
    assert of.units[MORAVA].status == 0
    assert of.units[MORAVA].at == node(of, "43.40")
    assert of.units[BRIGADE].prepared == -1


@pytest.mark.rule("9.6.1")
def test_without_the_brigade_all_attack_uphill(of: SerbiaPosition) -> None:
    of.remove(BRIGADE)
    voice = table(of)
    combat.begin(voice, of)
    play = Play(combat.phase(voice, of))
    play.answer(Aim(NINTH, "43.40"), Aim(TWENTY_FIRST, "43.40"), PASS, PASS, PASS)
    assert "1 column left" in voice.events[-1].text
