"""Rule 15-4: an 8-5 reduced to 6-5 and a 2-4 reduced to 1-4 have won a hex."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.western_front.orders import Advance
from hexfront.games.western_front.rules import advance
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import Play, node, table
from tests.games.western_front.retreats import at, scene

WINNERS = """
unit eight 0504 nation=ge kind=inf values=8-5 strength=6
unit two 0504 nation=ge kind=inf size=x values=2-4 strength=1
"""
BEFORE = {"eight": 8, "two": 2}


@pytest.mark.rule("15-4")
def test_the_small_unit_lost_half_and_goes_before_the_large_one() -> None:
    of = scene(french="", germans=WINNERS)
    assert advance.lost_share(of.units["two"], BEFORE) == Fraction(1, 2)
    assert advance.lost_share(of.units["eight"], BEFORE) == Fraction(1, 4)
    procedure = advance.advance(table(of), of, names=list(BEFORE), before=BEFORE, node=node(of, "0404"))
    play = Play(procedure)
    assert play.choices == [Advance("two"), PASS]
    play.answer(Advance("two"))
    assert play.choices == [Advance("eight"), PASS]
    play.answer(Advance("eight"))
    assert (at(of, "two"), at(of, "eight")) == ("0404", "0404")
