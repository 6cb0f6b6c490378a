"""Figure 4: the German 39th Infantry Division rides from 2015 to 1716 and marches to 1616."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Detrain, Entrain, Go, Ride
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import position
from tests.games.western_front.marches import at, in_hand, spent

FIGURE = """
date 1914-09-1 movement central-powers
board corner=1514 shifted=even
| . . . . . .
| . . . . . .
| . . . . . .
| . . . . . .
side 1915-2015 rail=double
side 1815-1915 rail=double
side 1716-1815 rail=double
side 1615-1716 rail=double
side 1616-1716 broken
rail 2015 1915 1815 1716 1615 ge
holder 2015 1915 1815 1716 1615 1616 central-powers
unit ge-inf-xx-39 2015
unit F 1516 nation=fr kind=inf values=6-4
"""


@pytest.mark.rule("7-2", "7-3", "7-5", "7-7", "7-8", "37-4")
def test_the_division_has_spent_four_points_in_1616() -> None:
    of = position(FIGURE)
    hand = in_hand(of, "ge-inf-xx-39")
    totals = []
    for order in (Entrain(), Ride("1915"), Ride("1815"), Ride("1716"), Detrain(), Go("1616")):
        hand.answer(order)
        totals.append(spent(of, "ge-inf-xx-39"))
    assert totals == [1, 1.1, 1.2, 1.3, 2, 4]
    assert at(of, "ge-inf-xx-39") == "1616"


@pytest.mark.rule("7-6")
def test_it_could_not_have_ridden_into_1615() -> None:
    of = position(FIGURE)
    hand = in_hand(of, "ge-inf-xx-39", Entrain())
    with pytest.raises(Refusal) as refused:
        hand.answer(Ride("1615"))
    assert refused.value.rules == ("7-6",)
