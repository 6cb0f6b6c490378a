"""Rule 27-3: of five German 2-5 regiments in a hex four are a division, the fifth is another."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.rules.organization import divisions_of
from tests.games.western_front.builders import node, position

EXAMPLE = """
date 1915-05-1 combat central-powers
board corner=0101
| . . .
| . . .
"""


def regiments(count: int) -> str:
    return EXAMPLE + "".join(
        f"unit R{number} 0101 nation=ge kind=inf size=iii values=2-5 full=8\n" for number in range(count)
    )


@pytest.mark.rule("27-3")
@pytest.mark.parametrize(("count", "sizes"), [(4, [4]), (5, [4, 1]), (8, [4, 4]), (3, [3])])
def test_four_regiments_are_a_division(count: int, sizes: list[int]) -> None:
    example = position(regiments(count))
    made = divisions_of(example, example.units_at(node(example, "0101")))
    assert [len(division) for division in made] == sizes


@pytest.mark.rule("27-3")
def test_regiments_of_two_hexes_or_of_two_kinds_make_no_division_together() -> None:
    example = position(
        regiments(2)
        + "unit M 0101 nation=ge kind=mtn size=iii values=3-5 full=7 colour=german-mountain\n"
        + "unit F 0201 nation=ge kind=inf size=iii values=2-5 full=8\n"
        + "unit D 0101 nation=ge kind=inf values=8-5\n"
    )
    made = divisions_of(example, example.units.values())
    assert sorted(sorted(unit.name for unit in division) for division in made) == [
        ["D"],
        ["F"],
        ["M"],
        ["R0", "R1"],
    ]
