"""What a position text leaves unsaid is told to its author."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.serbia_1914.table.questions import Allowance, StepCost
from hexfront.kernel.errors import Refusal
from tests.games.serbia_1914.builders import game

TURN = "turn 3 movement serbia\n"
BOARD = """
board corner=20.10
| . . .
| . . .
"""
COUNTRIES = "".join(
    f"hex {column}.{row} country=serbia\n" for column in ("20", "21", "22") for row in ("10", "11")
)
RAILWAY = """
side 20.10-20.11 rail=single-track
region "friendly-edge serbia" 20.10
region "friendly-edge austria-hungary" 22.10
"""
D = "unit D 21.10 nation=serbia values=6-8-3-2 corps=First\nunit sr-depot-1 20.11\n"


def said(text: str) -> str:
    return "\n".join(game(text).notices)


def test_a_position_of_the_game_itself_assumes_nothing() -> None:
    text = hexfront.new("serbia-1914/grand-campaign").position_text().text()
    assert hexfront.position(text).notices == []


def test_a_turn_that_is_not_told_or_outside_the_scenario_is_named() -> None:
    assert "No turn is told: it is Game turn 0, 12 to 13 August 1914, preliminary phase" in said(BOARD)
    late = "turn 40 movement serbia\n"
    assert "ends before turn 40: without sandbox no-end" in said(late + BOARD)
    assert "ends before" not in said("sandbox no-end\n" + late + BOARD)


@pytest.mark.rule("3.4")
def test_hexes_whose_country_is_not_told_are_counted() -> None:
    assert "6 hexes lie in Austria-Hungary, as no country is told" in said(TURN + BOARD)
    assert "no country is told" not in said("sandbox no-arrivals\n" + TURN + BOARD + COUNTRIES + D)


@pytest.mark.rule("15.0", "15.4")
def test_depots_without_a_map_edge_and_forces_out_of_supply_are_named() -> None:
    bare = said(TURN + BOARD + COUNTRIES + D)
    assert "No region 'friendly-edge serbia' is drawn" in bare
    assert "No source of supply, for want of a line of communications: sr-depot-1" in bare
    assert "Out of supply: D" in bare
    drawn = said(TURN + BOARD + COUNTRIES + RAILWAY + D)
    assert drawn == ""


@pytest.mark.rule("7.1.4b")
def test_who_has_not_moved_began_the_phase_where_he_stands_unless_told() -> None:
    river = BOARD + COUNTRIES + RAILWAY + "side 21.10-22.10 sava\n"
    beside = game(TURN + river + D)
    assert beside.explain(StepCost("D", "21.10", "22.10")).total == 5
    elsewhere = game(TURN + river + D.replace("corps=First", "corps=first began=20.10"))
    with pytest.raises(Refusal) as refused:
        elsewhere.explain(StepCost("D", "21.10", "22.10"))
    assert refused.value.rules == ("7.1.4b",)


@pytest.mark.rule("8.2.4a")
def test_points_of_reaction_that_come_off_no_more_are_named() -> None:
    rider = "unit C 21.10 nation=serbia kind=cavalry values=3-3-3-1 reaction=4\n"
    late = said(TURN + BOARD + COUNTRIES + RAILWAY + D + rider)
    assert "points spent in reaction come off no more: C. With begun=no they do [8.2.4a]." in late
    first = game(TURN.replace("serbia", "serbia begun=no") + BOARD + COUNTRIES + RAILWAY + D + rider)
    assert first.explain(Allowance("C")).total == 9 - 4 + 7
    assert "in reaction" not in "\n".join(first.notices)
