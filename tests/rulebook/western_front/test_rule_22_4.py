"""Rule 22-4: infantry retreats from a hex with a construction marker, which is removed at once."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.rules import retreat
from hexfront.games.western_front.vocabulary import CONSTRUCTION
from tests.games.western_front.builders import Play, node, position, table

EXAMPLE = """
date 1914-10-3 combat central-powers
board corner=0101
| . . . .
| . . . .
hex 0101 country=france
rail 0101 fr
unit F 0202 nation=fr kind=inf values=6-4
unit HQ 0101 nation=fr kind=hq size=xxxx supply=20
unit G 0302 nation=ge kind=inf values=8-5
marker construction 0202 entente
"""


@pytest.mark.rule("22-4")
def test_the_marker_goes_with_the_infantry() -> None:
    of = position(EXAMPLE)
    here = node(of, "0202")
    assert of.markers[here].kind == CONSTRUCTION
    Play(retreat.retreat(table(of), of, node=here, names=["F"], plan={"F": "HQ"})).defaults()
    assert of.units["F"].at != here
    assert here not in of.markers
