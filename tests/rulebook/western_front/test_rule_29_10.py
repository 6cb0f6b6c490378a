"""Rule 29-10 at the fortress of figure 12: one point for each hexside, within the limit of 13-25."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.rules.strengths import attack_modifier
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import node, position

AROUND_LIEGE = ("2106", "2206", "2207", "2108", "2007", "2006")
LIEGE = """
date 1914-08-3 combat central-powers
board corner=2005 shifted=even
| . . . .
| . . . .
| . . . .
| . . . .
unit liege 2107 nation=be kind=fortress values=36-0
""" + "".join(f"unit gun{at} {at} nation=ge kind=art size=iii values=3-4\n" for at in AROUND_LIEGE)


@pytest.mark.rule("29-10", "13-25")
@pytest.mark.parametrize(("hexsides", "added"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 4)])
def test_each_hexside_adds_one_to_the_die_up_to_four(hexsides: int, added: int) -> None:
    liege = position(LIEGE)
    guns = tuple(f"gun{at}" for at in AROUND_LIEGE[:hexsides])
    assert attack_modifier(liege, Battle(CENTRAL_POWERS, node(liege, "2107"), guns), "clear") == added


@pytest.mark.rule("29-10", "13-11")
def test_terrain_is_taken_off_before_the_limit() -> None:
    liege = position(LIEGE)
    guns = tuple(f"gun{at}" for at in AROUND_LIEGE)
    assert attack_modifier(liege, Battle(CENTRAL_POWERS, node(liege, "2107"), guns), "rough") == 3
