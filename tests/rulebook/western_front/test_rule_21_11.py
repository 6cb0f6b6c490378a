"""Rule 21-11: a fortress of 15, surrounded for 14 turns, is rolled for in the next one."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.rules import fortresses
from tests.games.western_front.builders import position, table

EXAMPLE = """
dice {dice}
date 1915-03-3 combat central-powers
board corner=0101
| . . . . .
| . . . . .
| . . . . .
hex 0103 country=france
unit fort 0303 nation=fr kind=fortress values=15-0 siege_strength=15 besieged={turns}
unit garrison 0303 nation=fr kind=inf values=3-4
unit A 0202 nation=ge kind=inf values=8-5
unit B 0403 nation=ge kind=inf values=8-5
unit C 0302 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("21-11")
def test_a_roll_of_2_in_the_fifteenth_turn_takes_fortress_and_garrison() -> None:
    example = position(EXAMPLE.format(dice="1 1", turns=14))
    fortresses.siege_rolls(table(example), example)
    assert example.gone == {"fort", "garrison"}


@pytest.mark.rule("21-11")
def test_a_roll_of_3_does_not() -> None:
    example = position(EXAMPLE.format(dice="1 2", turns=14))
    fortresses.siege_rolls(table(example), example)
    assert example.units["fort"].besieged == 15


@pytest.mark.rule("21-11")
def test_a_turn_later_a_roll_of_3_is_enough() -> None:
    example = position(EXAMPLE.format(dice="1 2", turns=15))
    fortresses.siege_rolls(table(example), example)
    assert "fort" not in example.units


@pytest.mark.rule("21-10")
def test_in_the_fourteenth_turn_no_dice_are_thrown() -> None:
    example = position(EXAMPLE.format(dice="1 1", turns=13))
    at = table(example)
    fortresses.siege_rolls(at, example)
    assert not at.rolls
    assert "fort" in example.units
