"""Examples of 8.5.3, the fort of Beograd, and 19.1.7, the retreat of the Lim Brigade."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Advance, React, RetreatTo
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import advance, cavalry, instants, retreat
from tests.games.serbia_1914.builders import Play, node, position, table

BEOGRAD = """
turn 5 movement austria-hungary
unit sr-fort-beograd 30.09
unit C 30.09 nation=serbia kind=cavalry values=4-3-4-1 effectiveness=10
unit A 29.10 nation=austria-hungary values=10-9-3-3 effectiveness=10 army=SECOND
"""


def beside(die: int) -> tuple[SerbiaPosition, Play]:
    """The division has come to 29.10, and the cavalry has evaded."""
    of = position(BEOGRAD + f"dice {die}\n")
    heard = table(of)
    assert Play(instants.settle(heard, of)).over
    assert not heard.rolls  # not at this moment: the cavalry is still there
    play = Play(cavalry.react(heard, of, ["A"], node(of, "28.10"), node(of, "29.10")))
    play.answer(React("C", ("31.10",)))
    assert [roll.rule for roll in heard.rolls] == ["8.5.3"]
    return of, play


@pytest.mark.rule("8.5.3")
def test_on_a_1_the_fort_of_beograd_stands_when_the_cavalry_has_left() -> None:
    of, play = beside(1)
    assert play.over
    fort = of.units["sr-fort-beograd"]
    assert fort.at == node(of, "30.09")
    assert of.piece(fort).fort


@pytest.mark.rule("8.5.3")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_on_2_to_6_it_is_flipped_and_retreats_three_hexes(die: int) -> None:
    of, play = beside(die)
    play.defaults()
    fort = of.units["sr-fort-beograd"]
    assert of.piece(fort).combat
    assert of.setting.board.distance(node(of, "30.09"), fort.at) == 3


@pytest.mark.rule("19.1.7", "11.2.1")
def test_the_lim_brigade_wheels_to_23_12_and_the_1st_division_takes_22_11_without_leaving_21_12() -> None:
    of = position(
        "turn 5 attack austria-hungary\nimproved 22.12 serbia\n"
        "unit L 22.11+22.12 nation=serbia size=x values=6-6-3-1 effectiveness=10\n"
        "unit A 21.12 nation=austria-hungary values=10-9-3-3 effectiveness=10 army=FIFTH prepared=22.11\n"
        "unit B 21.13 nation=austria-hungary size=x values=4-4-3-1 effectiveness=10 army=FIFTH\n"
    )
    play = Play(retreat.retreat(table(of), of, ["L"], 1, rule="9.9.2", origin=node(of, "22.11")))
    play.answer(RetreatTo(("23.12", "22.12")))
    assert play.over
    assert set(of.hexes_of(of.units["L"])) == {node(of, "23.12"), node(of, "22.12")}
    play = Play(advance.advance(table(of), of, ["A"], node(of, "22.11")))
    play.answer(Advance("A", spread=True))
    assert set(of.hexes_of(of.units["A"])) == {node(of, "21.12"), node(of, "22.11")}
