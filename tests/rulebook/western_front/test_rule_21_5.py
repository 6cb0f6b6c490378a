"""Rule 21-5: two 4-4 divisions retreat from a fortress of 3 after a result of 10."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.rules.outcomes import reduced_loss
from hexfront.games.western_front.rules.resolution import lose_defenders
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import Play, node, position, table

EXAMPLE = """
date 1914-08-3 combat central-powers
board corner=0101
| . . .
| . . .
| . . .
hex 0101 country=france
unit first 0202 nation=fr kind=inf values=4-4 reduced=3
unit second 0202 nation=fr kind=inf values=4-4 reduced=3
unit fort 0202 nation=fr kind=fortress values=3-0
unit G 0302 nation=ge kind=inf values=8-5 reduced=6
"""


@pytest.mark.rule("21-5", "14-3")
def test_the_fortress_is_lost_first_and_the_divisions_lose_5() -> None:
    example = position(EXAMPLE)
    battle = Battle(CENTRAL_POWERS, node(example, "0202"), ("G",))
    assert reduced_loss(example, battle, 10, battle.hexes) == 3 + 5
    Play(lose_defenders(table(example), example, battle, 10, battle.hexes)).defaults()
    assert "fort" not in example.units
    left = sum(example.units[name].strength for name in ("first", "second") if name in example.units)
    assert left == 8 - 5


@pytest.mark.rule("21-5", "13-23")
def test_units_that_stay_lose_before_their_fortress() -> None:
    example = position(EXAMPLE)
    battle = Battle(CENTRAL_POWERS, node(example, "0202"), ("G",))
    Play(lose_defenders(table(example), example, battle, 9, ())).defaults()
    assert "first" not in example.units
    assert example.units["fort"].strength == 2


@pytest.mark.rule("14-3")
@pytest.mark.parametrize(
    ("loss", "kept"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 3), (5, 3), (6, 4), (7, 5), (8, 5)]
)
def test_retreat_saves_a_third_to_the_nearest_whole(loss: int, kept: int) -> None:
    open_field = position(EXAMPLE.replace("unit fort 0202 nation=fr kind=fortress values=3-0\n", ""))
    battle = Battle(CENTRAL_POWERS, node(open_field, "0202"), ("G",))
    assert reduced_loss(open_field, battle, loss, battle.hexes) == kept
    assert reduced_loss(open_field, battle, loss, ()) == loss


@pytest.mark.rule("40-6", "42-3")
@pytest.mark.parametrize("nation", ["ah", "it"])
def test_some_nations_save_nothing_by_retreat_where_they_are_the_majority(nation: str) -> None:
    other = "ge" if nation == "ah" else "fr"
    text = f"""
date 1914-08-3 combat {"entente" if nation == "ah" else "central-powers"}
board corner=0101
| . . .
| . . .
unit own 0202 nation={nation} kind=inf values=5-4
unit ally 0202 nation={other} kind=inf values=4-4
unit foe 0201 nation={"fr" if nation == "ah" else "ge"} kind=inf values=6-4
"""
    here = position(text)
    side = here.active
    battle = Battle(side, node(here, "0202"), ("foe",))
    assert reduced_loss(here, battle, 6, battle.hexes) == 6
    weaker = position(text.replace("values=5-4", "values=3-4"))
    assert reduced_loss(weaker, battle, 6, battle.hexes) == 4
