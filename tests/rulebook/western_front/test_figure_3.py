"""Figure 3: the German 8th Cavalry Division marches from 2915 to 2717."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Go
from tests.games.western_front.builders import position
from tests.games.western_front.marches import at, in_hand, spent, step

FIGURE = """
date 1914-08-3 movement central-powers
board corner=2714 shifted=even
| . . .
| . . .
| . . .
| . . .
side 2815-2915 clear
side 2716-2815 woods river rail=double
side 2716-2717 broken river
unit ge-cav-xx-8 2915
"""


@pytest.mark.rule("6-6", "6-7")
def test_each_step_costs_what_the_figure_says() -> None:
    of = position(FIGURE)
    assert step(of, "ge-cav-xx-8", "2915", "2815") == "2915 to 2815 costs 1: clear +1 [TEC]"
    assert step(of, "ge-cav-xx-8", "2815", "2716") == (
        "2815 to 2716 costs 2: woods +2 [TEC], river +1 [6-7], double track rail line -1 [TEC]"
    )
    assert step(of, "ge-cav-xx-8", "2716", "2717") == (
        "2716 to 2717 costs 2: broken +1 [TEC], river +1 [6-7]"
    )


@pytest.mark.rule("6-6", "6-7")
def test_the_division_has_spent_five_points_in_2717() -> None:
    of = position(FIGURE)
    hand = in_hand(of, "ge-cav-xx-8")
    totals = []
    for to in ("2815", "2716", "2717"):
        hand.answer(Go(to))
        totals.append((at(of, "ge-cav-xx-8"), spent(of, "ge-cav-xx-8")))
    assert totals == [("2815", 1), ("2716", 3), ("2717", 5)]
