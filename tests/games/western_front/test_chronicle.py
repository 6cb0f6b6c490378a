"""What is told of a game of The Western Front to those who study many."""

from __future__ import annotations

import msgspec
import pytest

import hexfront
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.scenarios import victory
from hexfront.games.western_front.table import chronicle
from hexfront.kernel.chronicle import Moment


@pytest.fixture(scope="module")
def fresh() -> WesternFrontPosition:
    position = hexfront.new("western-front/schlieffen-plan", seed=1).position
    assert isinstance(position, WesternFrontPosition)
    return position


def test_turns_are_summed_up_by_month(fresh: WesternFrontPosition) -> None:
    assert chronicle.moment(fresh) == Moment("August 1914, turn 1", "August 1914")


def test_ground_belongs_to_its_country_until_somebody_comes(fresh: WesternFrontPosition) -> None:
    told = chronicle.chronicle(fresh)
    board = fresh.setting.board
    liege = fresh.setting.parameters.words("liege")[0]
    assert told.ground[liege] == "entente"
    assert all(board.country[board[label]] not in ("netherlands", "switzerland", "") for label in told.ground)
    position = fresh.copy()
    position.holders[board[liege]] = "central-powers"
    assert chronicle.chronicle(position).ground[liege] == "central-powers"


def test_a_fortress_has_fallen_when_its_works_are_gone(fresh: WesternFrontPosition) -> None:
    places = {each.name: each for each in chronicle.annals(fresh.setting).landmarks}
    assert len(places) == len(chronicle.annals(fresh.setting).landmarks)  # no name stands for two
    assert {"Liege", "Namur", "Antwerp", "Maubeuge", "Verdun", "Brussels"} <= set(places)
    assert chronicle.chronicle(fresh).places["Liege"] == "entente"
    position = fresh.copy()
    key = next(key for key, each in chronicle._landmarks(fresh.setting).items() if each.name == "Liege")
    position.units[key] = msgspec.structs.replace(position.units[key], strength=0)
    assert chronicle.chronicle(position).places["Liege"] == "central-powers"


@pytest.mark.rule("WF 3 victory")
def test_the_verdict_is_the_level_of_victory(fresh: WesternFrontPosition) -> None:
    position = fresh.copy()
    position.demoralization = {"ge": 100, "fr": 300, "gb": 20}
    found = chronicle.verdict(position)
    assert found.score == 220
    band = victory.level(position)
    assert (found.winner, found.level) == (band.winner, band.level)
    levels = [(each.winner, each.level) for each in chronicle.annals(fresh.setting).levels]
    assert levels[0] == ("central-powers", "decisive")
    assert levels[-1] == ("entente", "decisive")
    assert (found.winner, found.level) in levels


@pytest.mark.rule("WF 13-1", "WF 15-1", "WF 17-1", "WF 19-1", "WF 21-1")
def test_history_is_what_the_book_says_of_later_scenarios(fresh: WesternFrontPosition) -> None:
    history = chronicle.annals(fresh.setting).history
    sources = list(dict.fromkeys(each.source for each in history))
    assert sources == ["WF 13-1", "WF 15-1", "WF 17-1", "WF 19-1", "WF 21-1"]
    april = {each.name: each.value for each in history if each.period == "April 1915"}
    assert april == {"Germany": 467, "France": 420, "Great Britain": 62}
