"""Rule 33-4: a German 12-5 attacks with ordinary infantry, and 8 strength points are to be lost."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Lose
from hexfront.games.western_front.rules.losses import take
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import Play, position, table

EXAMPLE = """
date 1918-03-5 combat central-powers
board corner=0101
| . . .
| . . .
unit ge-assault-xx-1 0101 strength=12
unit ge-inf-xx-3 0101 strength=8
unit ge-cav-xx-2 0101 strength=2
"""
NAMES = ("ge-assault-xx-1", "ge-inf-xx-3", "ge-cav-xx-2")


@pytest.mark.rule("33-4")
def test_the_assault_division_loses_4_first_and_the_rest_is_lost_normally() -> None:
    example = position(EXAMPLE)
    play = Play(take(table(example), example, side=CENTRAL_POWERS, names=NAMES, points=8, attacking=True))
    # Four points go off the 12-5, two off the cavalry, and one off either of two 8-5, which are alike by
    # then; the last point may fall on the same or on the other.
    assert example.units["ge-assault-xx-1"].strength == 7
    assert "ge-cav-xx-2" not in example.units
    assert play.choices == [Lose("ge-assault-xx-1"), Lose("ge-inf-xx-3")]
    play.answer(Lose("ge-inf-xx-3"))
    assert play.over
    assert [example.units[name].strength for name in NAMES[:2]] == [7, 7]


@pytest.mark.rule("33-4", "33-6")
def test_a_reverted_unit_is_an_ordinary_division_with_its_reverse_side() -> None:
    example = position(EXAMPLE)
    Play(
        take(table(example), example, side=CENTRAL_POWERS, names=NAMES[:1], points=4, attacking=True)
    ).defaults()
    reverted = example.piece(example.units["ge-assault-xx-1"])
    assert (reverted.assault, reverted.strength, reverted.reduced) == (False, 8, 6)
    assert not any(unit.name == "ge-inf-xx-1" for unit in example.units.values())


@pytest.mark.rule("33-5")
def test_jaeger_consist_of_assault_points_only_and_never_revert() -> None:
    example = position(EXAMPLE + "unit ge-assault-xx-jgr 0101 strength=6\n")
    names = ("ge-inf-xx-3", "ge-assault-xx-jgr")
    Play(take(table(example), example, side=CENTRAL_POWERS, names=names, points=5, attacking=True)).defaults()
    assert example.units["ge-assault-xx-jgr"].strength == 1
    assert example.piece(example.units["ge-assault-xx-jgr"]).assault
    assert example.units["ge-inf-xx-3"].strength == 8
