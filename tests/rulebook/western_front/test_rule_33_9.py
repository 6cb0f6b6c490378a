"""Rule 33-9: a German 12-5 has 4 assault strength points, AlpK and Jgr have nothing else."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import forced_retreat
from hexfront.games.western_front.rules.assault import assault_points
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import node, position

EXAMPLE = """
date 1918-03-5 combat central-powers
board corner=0101 shifted=even
| . . . .
| . . . .
| . . . .
| . . . .
hex 0101 country=france
rail 0101 fr
side 0101-0102 rail=double
side 0202-0302 woods
flag 'first assault on: fr' 1917113
unit ge-assault-xx-1 0302 strength=12
"""


def forced(of: WesternFrontPosition, loss: int, *names: str) -> bool:
    battle = Battle(CENTRAL_POWERS, node(of, "0202"), names or ("ge-assault-xx-1",), terrain="woods")
    return forced_retreat.is_forced(of, battle, loss)


@pytest.mark.rule("33-9")
def test_a_12_5_has_4_assault_points_until_it_is_an_8_5() -> None:
    of = position(EXAMPLE)
    points = []
    for strength in (12, 10, 8, 5):
        of.change("ge-assault-xx-1", strength=strength)
        points.append(assault_points(of, of.units["ge-assault-xx-1"]))
    assert points == [4, 2, 0, 0]


@pytest.mark.rule("33-9", "33-5")
def test_alpine_corps_and_jaeger_are_all_assault_points() -> None:
    of = position(EXAMPLE + "unit ge-assault-xx-jgr 0303\nunit ge-mtnassault-iii-1alpk 0303\n")
    for name in ("ge-assault-xx-jgr", "ge-mtnassault-iii-1alpk"):
        assert assault_points(of, of.units[name]) == of.units[name].strength > 0


@pytest.mark.rule("33-9", "22-16")
@pytest.mark.parametrize(("strength", "held"), [(3, False), (4, True)])
def test_4_points_undo_good_ground_for_fewer_than_4_defenders(strength: int, held: bool) -> None:
    of = position(EXAMPLE + f"unit F 0202 nation=fr kind=inf values={strength}-4\n")
    assert forced(of, strength)
    assert forced(of, strength - 1) != held
