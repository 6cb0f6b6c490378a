"""[7.4.7] The two examples of Repulse: during movement, and during a retreat."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Repulse, RetreatTo
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import repulse, retreat
from hexfront.kernel.decisions import Decision
from tests.games.serbia_1914.battlefield import LOWLAND
from tests.games.serbia_1914.builders import Play, node, position, table

DIVISIONS = """
turn 3 movement austria-hungary
dice 2 2 4 5
unit X 21.12 nation=austria-hungary values=7-7-3-2 army=FIFTH corps=8
unit Y 21.12 nation=austria-hungary values=7-7-3-2 army=FIFTH corps=8
unit Z 22.12 nation=serbia size=x values=2-2-3-0 effectiveness=9 corps=First
"""


@pytest.mark.rule("7.4", "7.4.3", "7.4.4", "7.4.6")
def test_division_x_repulses_formation_z_at_4_to_1() -> None:
    of = position(LOWLAND + DIVISIONS)
    voice = table(of)
    play = Play(repulse.repulse(voice, of, ["X"], node(of, "22.12")))
    assert any(event.text == "Repulse against 22.12 at 4:1" for event in voice.events)
    play.defaults()
    assert play.result is True
    assert of.setting.board.distance(of.units["Z"].at, node(of, "22.12")) == 2
    assert of.units["Z"].status == 1  # 9 and 1 against 9
    assert of.units["X"].status == of.units["Y"].status == 0
    assert of.dice.thrown == 4


RETREAT = """
turn 3 attack serbia
dice {dice}
unit A 22.12 nation=austria-hungary values=14-14-3-2 army=FIFTH corps=8 effectiveness=11
unit S 21.12 nation=serbia values=8-8-3-2 corps=First
unit S2 21.13 nation=serbia values=8-8-3-2 corps=First
unit B 24.12 asset nation=serbia size=iii values=1-2-2-0 effectiveness=9
"""


def retreating(dice: str) -> tuple[SerbiaPosition, Play]:
    of = position(LOWLAND + RETREAT.format(dice=dice))
    play = Play(retreat.retreat(table(of), of, ["A"], 2, rule="9.9.2", origin=node(of, "22.12")))
    play.answer(RetreatTo(("23.12",)))
    return of, play


@pytest.mark.rule("7.4.1", "7.4.3", "7.4.4", "11.1.3")
def test_division_a_repulses_unit_b_on_its_retreat_at_8_to_1() -> None:
    of, play = retreating("3 4")
    assert of.units["A"].status == 1  # it came into the zone of B
    assert Repulse("24.12") in play.choices
    play.answer(Repulse("24.12"))
    while play.asked is not None and play.asked.side == "serbia":
        play.answer(Decision(play.asked).default() or play.choices[0])
    assert of.setting.board.distance(of.units["B"].at, node(of, "24.12")) == 2
    assert of.dice.thrown == 2  # only the check of B: 7 and 1 against 9
    # A still owes a hex and may not try again.
    assert play.asked is not None
    assert not any(isinstance(choice, Repulse) for choice in play.choices)
    play.defaults()
    assert of.setting.board.distance(of.units["A"].at, node(of, "22.12")) == 2


@pytest.mark.rule("7.4.4", "5.5.2")
def test_with_a_9_unit_b_would_be_eliminated() -> None:
    of, play = retreating("4 5")
    play.answer(Repulse("24.12")).defaults()
    assert "B" not in of.units
    assert "B" in of.lost
