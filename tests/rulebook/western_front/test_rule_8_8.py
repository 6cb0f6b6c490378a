"""Rule 8-8: what a headquarters carries beyond ten supply points rides at the price of further divisions."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Entrain, Pick, RailCapacity, Ride
from tests.games.western_front.builders import game

EXAMPLE = """
date 1914-09-1 movement central-powers
board corner=0101
| . . . .
side 0101-0201 rail=double
side 0201-0301 rail=double
side 0301-0401 rail=double
hex 0101 country=germany
hex 0201 country=germany
hex 0301 country=germany
hex 0401 country=germany
unit H 0101 nation=ge kind=hq size=xxxx values=0-4 supply={}
unit G 0101 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("8-8", "18-4")
@pytest.mark.parametrize(("supply", "divisions"), [(0, 1), (10, 1), (20, 2), (30, 3)])
def test_supply_points_past_the_first_ten_use_up_capacity(supply: int, divisions: int) -> None:
    played = game(EXAMPLE.format(supply))
    before = played.explain(RailCapacity("ge")).total
    played.play_all([Pick("H"), Entrain(), Ride("0301")])
    assert played.explain(RailCapacity("ge")).total == before - divisions
