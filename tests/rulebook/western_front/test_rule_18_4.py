"""Rule 18-4: a headquarters with 42 supply points counts as 5 divisions by rail."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.rules import rail
from tests.games.western_front.builders import position

EXAMPLE = """
date 1914-09-1 movement central-powers
board corner=0101
| . .
| . .
unit army 0101 nation=ge kind=hq size=xxxx values=0-4 supply={supply}
"""


@pytest.mark.rule("18-4")
@pytest.mark.parametrize(("supply", "divisions"), [(42, 5), (0, 1), (10, 1), (11, 2), (40, 4), (41, 5)])
def test_every_started_ten_points_beyond_the_first_count_as_a_division(supply: int, divisions: int) -> None:
    example = position(EXAMPLE.format(supply=supply))
    assert rail.rail_weight(example, example.units["army"]) == divisions
