"""What a position text leaves unsaid is told to its author."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.western_front.orders import Assault
from tests.games.western_front.builders import game

DATE = "date 1914-09-3 combat central-powers\n"
BOARD = """
board corner=0101
| . . .
hex 0101 country=france
hex 0301 country=germany
"""
X = "unit X 0201 nation=fr kind=inf values=6-4\n"
FH = "unit FH 0101 nation=fr kind=hq size=xxxx supply=20\n"


def said(text: str) -> str:
    return "\n".join(game(text).notices)


def test_a_position_of_the_game_itself_assumes_nothing() -> None:
    text = hexfront.new("western-front/schlieffen-plan").position_text().text()
    assert hexfront.position(text).notices == []


def test_a_date_that_is_not_told_or_outside_the_scenario_is_named() -> None:
    assert "No date is told: it is August 1914, turn 1, arrival phase" in said(BOARD)
    assert "No date" not in said(DATE + BOARD)
    late = "date 1916-07-1 combat entente\n"
    assert "ends before 1916-07-1: without sandbox no-end" in said(late + BOARD)
    assert "ends before" not in said("sandbox no-end\n" + late + BOARD)
    assert "before the first turn" in said("date 1914-07-7 combat entente\n" + BOARD)


def test_hexes_in_no_country_are_counted() -> None:
    assert "Hexes in no country: 1. Their rail lines" in said(DATE + BOARD)
    assert "1 of them are held by nobody" in said(DATE + BOARD)
    assert "0 of them are held by nobody" in said(DATE + BOARD + "holder 0201 entente\n")
    assert "no country" not in said(DATE + BOARD + "hex 0201 country=belgium\n")


@pytest.mark.rule("20-1")
def test_friendly_map_edges_are_named_unless_they_are_drawn() -> None:
    assert "Friendly map edge of the Entente, all in France: 0101 [20-1]." in said(DATE + BOARD)
    drawn = BOARD + 'region "friendly-edge france" 0101\nregion "friendly-edge germany" 0301\n'
    assert "map edge" not in said(DATE + drawn)
    none = BOARD.replace("hex 0301 country=germany\n", "")
    assert "No hex of Germany lies on the edge of the board" in said(DATE + none)


@pytest.mark.rule("19-15")
def test_headquarters_without_a_railway_or_supply_points_are_named() -> None:
    assert "Cut off, because no operative friendly rail line is in reach: FH." in said(DATE + BOARD + X + FH)
    railway = "side 0101-0201 rail=single\n"
    assert "Cut off" not in said(DATE + BOARD + railway + X + FH)
    assert "Without supply points, as none are told: FH." in said(DATE + BOARD + FH.replace(" supply=20", ""))
    assert "Without supply points" not in said(DATE + BOARD + FH)


def test_a_side_without_headquarters_is_named() -> None:
    assert "The Entente have no headquarters: none of their units is supplied." in said(DATE + BOARD + X)
    assert "no headquarters" not in said(DATE + BOARD + X + FH)


@pytest.mark.rule("12-1")
def test_a_combat_phase_without_an_attack_says_why_it_passes() -> None:
    """The game then stands in a movement phase, where an attack is refused by what bars it, too."""
    near = "unit G 0301 nation=ge kind=inf values=8-5\n"
    assert "can attack nobody" not in said(DATE + BOARD + X + near)
    guns = near.replace("kind=inf", "kind=eng").replace("8-5", "0-3")
    alone = game(DATE + BOARD + X + guns)
    assert "The Central Powers can attack nobody" in said(DATE + BOARD + X + guns)
    assert "0201: German G 0-3 has no strength" in said(DATE + BOARD + X + guns)
    refused = alone.check(Assault("0201", ("G",)))
    assert refused is not None
    assert refused.rules == ("12-14", "12-1", "16-1")


@pytest.mark.rule("WF 12-16")
def test_weak_infantry_of_1918_that_is_slow_is_named() -> None:
    weak = "unit G 0301 nation=ge kind=inf values=3-5\n"
    told = "moves 4 [WF 12-16], unless the text says flag 'fit men stripped' 0"
    late = "sandbox no-end\ndate 1918-03-1 movement central-powers\n" + BOARD
    assert told in said(late + weak)
    assert told not in said(late + weak + "flag 'fit men stripped' 0\n")
    assert told not in said(late + weak.replace("3-5", "6-5"))
    assert told not in said(DATE + BOARD + weak)
