"""The staff of Storm of Steel and what decides a scenario: places that stand open, the way there, the end."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.staff import axis, stakes
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS
from tests.games.storm_of_steel.field import at, node, on_field
from tests.games.storm_of_steel.test_staff import played
from tests.games.storm_of_steel.test_staff_line import stack
from tests.games.storm_of_steel.test_staff_plan import begun

THREE = stack("1313", "i", "ii", "iii", kind="ge-2a")
VERDUN = "place 1513 Verdun"
LAST = "turn 2 movement central-powers impulse=1"
FIRST = "turn 1 movement central-powers impulse=1"


def entered(garrison: str) -> list[str]:
    """Who is in Verdun after a movement segment of the last quarter, if so much holds it."""
    mass = stack("1710", "v", "vi", "vii") + stack("1716", "viii", "ix", "x")
    game = on_field(THREE + mass + garrison, LAST, VERDUN)
    played(game, ("move", "go"))
    return [name for name in ("ge-2a-i", "ge-2a-ii", "ge-2a-iii") if at(game, name) == "1513"]


def test_the_general_walks_into_a_town_that_decides_where_nobody_stands() -> None:
    assert entered("")
    assert not entered(stack("1513", "i"))


@pytest.mark.parametrize(("mass", "free", "barred"), [("1511", "1616", "1610"), ("1515", "1610", "1616")])
def test_the_axis_to_what_decides_leads_where_least_stands(mass: str, free: str, barred: str) -> None:
    french = stack(mass, "i", "ii", "iii") + stack("1513", "iv", "v", "vi")
    game = on_field(stack("1313", "i", "ii", "iii", kind="ge-2a") + french, FIRST)
    survey = Survey(game.position, CENTRAL_POWERS)
    aim = next(each for each in axis.axes(survey).values() if each.goal == node(game, "1813"))
    assert node(game, free) in aim.ground
    assert node(game, barred) not in aim.ground


def test_losses_count_less_at_the_end_unless_morale_decides() -> None:
    def caution(turn: str, morale: int) -> float:
        game = on_field(THREE + stack("1513", "i", "ii", "iii"), turn)
        game.position.morale[CENTRAL_POWERS] = morale
        return Theatres(Survey(game.position, CENTRAL_POWERS)).caution(node(game, "1313"))

    assert caution(LAST, 90) < caution(FIRST, 90)
    assert caution(LAST, 75) > caution(LAST, 77) > caution(FIRST, 90)
    assert caution(LAST, 74) == caution(LAST, 90)  # it is lost already


def test_what_decides_counts_more_in_the_last_quarter() -> None:
    def worth(turn: str) -> float:
        game = on_field(THREE, turn)
        return Survey(game.position, CENTRAL_POWERS).prizes[node(game, "1813")]

    assert worth(LAST) > worth(FIRST)
    game = on_field(THREE, FIRST)
    assert stakes.pressing(game.position) == 0.0


def test_nothing_presses_yet_when_the_great_war_begins() -> None:
    survey = Survey(begun("great-war", CENTRAL_POWERS), CENTRAL_POWERS)
    assert not survey.pressing
    assert not survey.decisive
    assert stakes.dearness(survey.position, CENTRAL_POWERS) == 1.0
