"""Rule 8-5: Germans ride on Belgian lines that a German engineer has joined to the German network."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Entrain, Go, Ride
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import position
from tests.games.western_front.marches import at, in_hand

EXAMPLE = """
date 1914-09-1 movement central-powers
board corner=0101
| . . . .
side 0101-0201 rail=double
side 0201-0301 rail=double
side 0301-0401 rail=double
hex 0101 country=germany
hex 0201 country=belgium
hex 0301 country=belgium
rail 0101 ge
rail 0201 0301 cut
rail 0401 be
unit N 0101 nation=ge kind=eng size=iii values=0-3
unit G 0101 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("8-5", "9-5")
def test_the_ride_counts_against_the_capacity_of_germany() -> None:
    of = position(EXAMPLE)
    in_hand(of, "N", Go("0301"), PASS)
    in_hand(of, "G", Entrain(), Ride("0301"), PASS)
    assert at(of, "G") == "0301"
    assert of.rail_used == {"ge": 1}
