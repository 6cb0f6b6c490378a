"""Figure 8: the terrain a defender may choose from, by the hexes he is attacked from."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.rules.battle import terrain_choices
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import node, position

# Hex X is 0202. Its neighbours A to F lie clockwise from north, and each hexside has a terrain of its own.
FIGURE = """
date 1914-08-3 combat central-powers
board corner=0101 shifted=even
| . . .
| . . .
| . . .
side 0201-0202 clear
side 0202-0302 broken
side 0202-0303 hilly
side 0202-0203 woods
side 0103-0202 swamp
side 0102-0202 rough
unit X 0202 nation=fr kind=inf values=6-4
unit A 0201 nation=ge kind=inf values=8-5
unit B 0302 nation=ge kind=inf values=8-5
unit C 0303 nation=ge kind=inf values=8-5
unit D 0203 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("13-3")
@pytest.mark.parametrize(
    ("attackers", "sides"),
    [
        ("B", {"clear", "broken", "hilly"}),
        ("BC", {"clear", "broken", "hilly", "woods"}),
        ("BD", {"clear", "broken", "hilly", "woods", "swamp"}),
    ],
)
def test_the_defender_chooses_among_the_attacked_hexsides_and_their_neighbours(
    attackers: str, sides: set[str]
) -> None:
    figure = position(FIGURE)
    battle = Battle(CENTRAL_POWERS, node(figure, "0202"), tuple(attackers))
    assert set(terrain_choices(figure, battle)) == sides


@pytest.mark.rule("13-3")
def test_a_side_with_sea_and_land_counts_as_the_land_and_a_neutral_border_cannot_be_used() -> None:
    figure = position(FIGURE + "hex 0201 terrain=sea\nhex 0303 country=netherlands\n")
    battle = Battle(CENTRAL_POWERS, node(figure, "0202"), ("B",))
    assert set(terrain_choices(figure, battle)) == {"clear", "broken"}


@pytest.mark.rule("13-3")
def test_a_side_that_is_all_sea_cannot_be_used() -> None:
    figure = position(FIGURE.replace("0201-0202 clear", "0201-0202 ocean"))
    battle = Battle(CENTRAL_POWERS, node(figure, "0202"), ("B",))
    assert set(terrain_choices(figure, battle)) == {"broken", "hilly"}
