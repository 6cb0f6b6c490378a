"""Figure 13: an 8-5 comes back out of a weakened 6-5, a 5-4 RPL and a 2-4 brigade."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Draw, Rebuild
from hexfront.games.western_front.rules.replacement import phase
from tests.games.western_front.builders import Play, node, position, table

FIGURE = """
date 1914-10-3 recombination central-powers
board corner=2813
| . . .
| . . .
| . . .
unit ge-hq-xxxx-1 2914
unit ge-inf-xx-105 2914 strength=5
unit rpl-1 2914 piece=ge-rpl-xx-rpl
unit ge-inf-x-1blw 2914
lost ge-inf-xx-3 strength=0
"""


@pytest.mark.rule("23-4", "23-5", "24-4")
def test_the_division_returns_with_8_and_the_6_5_keeps_its_reverse_side() -> None:
    figure = position(FIGURE)
    assert sum(unit.strength for unit in figure.units.values()) == 12
    play = Play(phase(table(figure), figure))
    assert Rebuild("ge-inf-xx-3", 8) in play.choices
    play.answer(
        Rebuild("ge-inf-xx-3", 8),
        Draw("ge-inf-xx-105", 1),
        Draw("rpl-1", 5),  # the brigade must give the two points that are left
    )
    strengths = {name: unit.strength for name, unit in figure.units.items() if unit.strength}
    assert strengths == {"ge-inf-xx-105": 4, "ge-inf-xx-3": 8}
    assert figure.units["ge-inf-xx-3"].at == node(figure, "2914")
    assert figure.piece(figure.units["ge-inf-xx-105"]).reduced == 4


@pytest.mark.rule("23-4")
def test_no_more_than_12_points_can_be_handed_out() -> None:
    figure = position(FIGURE)
    play = Play(phase(table(figure), figure))
    before = sum(unit.strength for unit in figure.units.values())
    play.defaults()
    assert sum(unit.strength for unit in figure.units.values()) == before
