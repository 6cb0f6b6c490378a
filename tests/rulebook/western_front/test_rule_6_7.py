"""Rule 6-7: wooded rough terrain with a river and a single track rail line costs 4 points."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.rules import movement
from hexfront.games.western_front.vocabulary import POINT
from tests.games.western_front.builders import node, position

EXAMPLE = """
date 1914-10-3 movement central-powers
board corner=0101
| . .
side 0101-0201 'wooded rough' river rail=single
unit G 0101 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("6-7")
def test_4_for_the_terrain_1_for_the_river_1_less_for_the_rail_line() -> None:
    of = position(EXAMPLE)
    ledger = movement.step_ledger(of, of.units["G"], node(of, "0101"), node(of, "0201"))
    assert [term.value for term in ledger.terms] == [4 * POINT, POINT, -POINT]
    assert ledger.total == 4 * POINT
