"""Figure 5: the German 20th Engineer Regiment repairs the line from 2107 to 1907."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Go
from tests.games.western_front.builders import node, position
from tests.games.western_front.marches import in_hand, spent

FIGURE = """
date 1914-08-6 movement central-powers
board corner=1906 shifted=even
| . . . .
| . . . .
| . . . .
hex 2206 country=germany
hex 2207 country=germany
side 2106-2206 rail=double
side 2107-2207 rail=double
side 2106-2107 rail=single
side 2007-2107 rail=double
side 1908-2007 rail=double
side 1907-1908 rail=single
rail 2106 2107 2206 2207 ge
rail 2007 1908 1907 cut
unit ge-eng-iii-20 2107
"""


@pytest.mark.rule("9-5", "9-4", "9-10")
def test_three_hexes_join_the_german_network() -> None:
    of = position(FIGURE)
    in_hand(of, "ge-eng-iii-20", Go("1907"))
    networks = {label: of.rail_network(node(of, label)) for label in ("2007", "1908", "1907")}
    assert networks == {"2007": "ge", "1908": "ge", "1907": "ge"}
    assert spent(of, "ge-eng-iii-20") == 3


@pytest.mark.rule("9-5")
def test_each_step_costs_one_point() -> None:
    of = position(FIGURE)
    hand = in_hand(of, "ge-eng-iii-20")
    totals = []
    for to in ("2007", "1908", "1907"):
        hand.answer(Go(to))
        totals.append(spent(of, "ge-eng-iii-20"))
    assert totals == [1, 2, 3]
