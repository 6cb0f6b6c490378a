"""Portuguese, Italians, Russians and Austro-Hungarians in the west, as they are played in 1918."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Stand, Withdraw
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.western_front.builders import later
from tests.games.western_front.played import at, fight, marches, state
from tests.games.western_front.test_late_war_combat import field

DIVISION = "unit C {where} nation={nation} kind=inf values=6-4\n"
ENEMY = "unit E {where} nation={nation} kind=inf values=8-5 reduced=6\n"


def attacking(nation: str, more: str = "", told: str = "") -> Game:
    """A foreign division of 1918 that attacks what is in the next hex."""
    allied = nation != "ah"
    text = DIVISION.format(nation=nation, where="0302" if allied else "0402")
    text += ENEMY.format(nation="ge" if allied else "fr", where="0402" if allied else "0302")
    side = "entente" if allied else "central-powers"
    return field(told + text + more, "1918-5-3", side=side)


def target(nation: str) -> str:
    return "0302" if nation == "ah" else "0402"


@pytest.mark.rule("WF 23-2", "WF 23-3", "WF 23-4")
@pytest.mark.parametrize(
    ("nation", "payer", "charged"),
    [
        ("po", "BH", "gb"),
        ("it", "FH", "fr"),
        ("ru", "FH", "fr"),
        ("pl", "FH", "fr"),
        ("ah", "GH", "ge"),
    ],
)
def test_contingents_are_supplied_and_counted_with_their_great_power(
    nation: str, payer: str, charged: str
) -> None:
    game = attacking(nation, told="premise attack 0\npremise counterattack 2\n")
    stock = {name: state(game).units[name].supply for name in ("FH", "BH", "GH")}
    before = dict(state(game).demoralization)
    fight(game, target(nation), "C", stand=Stand())
    answering = "GH" if payer != "GH" else "FH"  # the defender pays for his counterattack
    paid = {name for name in stock if state(game).units[name].supply < stock[name]}
    assert paid == {payer, answering}
    after = state(game).demoralization
    assert {each: after[each] - before[each] for each in after if after[each] != before[each]} == {charged: 2}


@pytest.mark.rule("WF 23-2", "WF 23-3", "WF 23-4", "26-6")
@pytest.mark.parametrize(
    ("nation", "shaken", "stays"),
    [
        ("po", "gb", True),
        ("po", "fr", False),
        ("it", "fr", True),
        ("it", "gb", False),
        ("ah", "ge", True),
    ],
)
def test_contingents_do_not_attack_unsupplied_for_a_shaken_great_power(
    nation: str, shaken: str, stays: bool
) -> None:
    empty = attacking(nation, f"flag 'shaken: {shaken}' 1\n")
    for name in ("FH", "BH", "GH"):
        state(empty).change(name, supply=0)
    fought = fight(empty, target(nation), "C", stand=Stand())
    assert bool(fought.said("26-6")) == stays


@pytest.mark.rule("WF 23-2", "18-13")
def test_a_single_portuguese_division_is_british_and_not_a_contingent_of_the_french() -> None:
    game = attacking("po", "flag 'shaken: gb' 1\n")
    state(game).change("BH", supply=0)
    fought = fight(game, "0402", "C", stand=Stand())
    assert fought.said("26-6")  # although the French headquarters has supply points
    assert state(game).units["FH"].supply == 60


@pytest.mark.rule("40-6", "42-3", "14-3")
@pytest.mark.parametrize(("nation", "lost"), [("ah", 3), ("it", 3), ("po", 2), ("fr", 2), ("ge", 2)])
def test_retreat_saves_austro_hungarians_and_italians_nothing(nation: str, lost: int) -> None:
    central = nation in ("ah", "ge")
    text = "premise attack 3\npremise counterattack 0\n"
    text += DIVISION.format(nation=nation, where="0402" if central else "0302")
    text += ENEMY.format(nation="fr" if central else "ge", where="0302" if central else "0402")
    game = field(text, "1918-5-3", side="entente" if central else "central-powers")
    fight(game, "0402" if central else "0302", "E", stand=Withdraw(), advance=PASS)
    assert state(game).units["C"].strength == 6 - lost
    assert at(game, "C") not in ("0302", "0402")


ROAD = """
board corner=0101 shifted=even
| . . . . . . . . . . . . . .
| . . . . . . . . . . . . . .
hex 0101 country=france
hex 1401 country=germany
unit C 0701 nation={nation} kind=inf values=6-4
unit GH 1401 nation=ge kind=hq size=xxxx values=0-4 supply=9
unit FH 0101 nation=fr kind=hq size=xxxx values=0-4 supply=9
unit F 0101 nation=fr kind=inf values=6-4
"""


@pytest.mark.rule("40-2")
def test_austro_hungarians_of_1918_use_no_column_movement_toward_the_enemy() -> None:
    far = {
        nation: marches(
            later(
                "western-front-1918",
                ROAD.format(nation=nation) + "date 1918-9-3 movement central-powers\n",
            ),
            "C",
        )
        for nation in ("ah", "ge")
    }
    assert "0301" in far["ah"]  # four hexes, within the allowance
    assert "0202" in far["ge"]
    assert "0202" not in far["ah"]  # the fifth, in column and nearer
    assert "1201" in far["ah"]  # to the rear they hurry like anybody
