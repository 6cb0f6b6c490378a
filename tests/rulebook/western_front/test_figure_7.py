"""Figure 7: a German division marches from 1110 through the zone of the French unit in 0910."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Go
from tests.games.western_front.builders import position
from tests.games.western_front.marches import in_hand, spent, step

FIGURE = """
date 1914-08-3 movement central-powers
board corner=0809 shifted=even
| . . . .
| . . . .
| . . . .
unit F 0910 nation=fr kind=inf values=6-4
unit G 1110 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("10-7")
def test_two_points_into_the_zone_and_three_within_it() -> None:
    of = position(FIGURE)
    hand = in_hand(of, "G", Go("1010"))
    assert spent(of, "G") == 2
    hand.answer(Go("0911"))
    assert spent(of, "G") == 5


@pytest.mark.rule("10-7")
def test_the_terms_of_both_steps() -> None:
    of = position(FIGURE)
    assert step(of, "G", "1110", "1010") == (
        "1110 to 1010 costs 2: clear +1 [TEC], entering an enemy zone +1 [10-7]"
    )
    assert step(of, "G", "1010", "0911") == (
        "1010 to 0911 costs 3: clear +1 [TEC], leaving an enemy zone +1 [10-7], "
        "entering an enemy zone +1 [10-7]"
    )
