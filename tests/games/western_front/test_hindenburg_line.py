"""Scenario book, chapter 8: how the Hindenburg Line is built."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Fortify, Go, March, Pick
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import hindenburg_line
from hexfront.games.western_front.vocabulary import ARRIVAL, CENTRAL_POWERS, HINDENBURG_LINE, MOVEMENT
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, later, node, table

RAILS = "side 0502-0503 rail=double\nside 0503-0504 rail=single\nside 0402-0502 rail=double\n"
UNITS = """
unit E 0502 nation=ge kind=eng size=iii values=0-3
unit E2 0504 nation=ge kind=eng size=iii values=0-3
unit G 0502 nation=ge kind=inf values=8-5
unit G2 0503 nation=ge kind=inf values=8-5
unit GH 0503 nation=ge kind=hq size=xxxx values=0-4 supply=20
unit X 0102 nation=fr kind=inf values=6-4
unit FH 0101 nation=fr kind=hq size=xxxx values=0-4 supply=20
unit FE 0101 nation=fr kind=eng size=iii values=0-3
"""


def field(date: str = "1916-3-1", more: str = "", scenario: str = "verdun") -> Game:
    text = f"{FRONTIER}{RAILS}date {date} arrival central-powers begun=no\n{UNITS}{more}"
    return later(scenario, text)


def at(game: Game) -> WesternFrontPosition:
    assert isinstance(game.position, WesternFrontPosition)
    return game.position


@pytest.mark.rule("WF 8-1", "WF 8-2")
def test_on_1_march_germany_is_offered_the_line_where_an_engineer_has_double_track() -> None:
    game = field()
    assert game.decision.kind == "fortify"
    assert game.decision.side == CENTRAL_POWERS
    assert list(game.decision.choices()) == [Fortify("0502"), PASS]
    refusal = game.decision.refusal(Fortify("0504"))  # single track
    assert refusal is not None
    assert refusal.rules == ("WF 8-2",)
    refusal = game.decision.refusal(Fortify("0503"))  # no engineer
    assert refusal is not None
    assert refusal.rules == ("WF 8-2",)
    game.play(Fortify("0502"))
    assert game.decision.kind != "fortify"
    assert hindenburg_line.works(at(game)) == {node(at(game), "0502"): "E"}


@pytest.mark.rule("WF 8-1")
@pytest.mark.parametrize("date", ["1916-3-2", "1916-4-1"])
def test_at_no_other_time(date: str) -> None:
    assert field(date).decision.kind != "fortify"


@pytest.mark.rule("WF 8-1")
def test_and_not_before_1916() -> None:
    of = at(field("1916-4-1"))
    of.phase, of.active = ARRIVAL, CENTRAL_POWERS
    of.date = TurnDate(1915, 3, 1)
    assert not hindenburg_line.is_time(of)
    of.date = TurnDate(1917, 3, 1)
    assert hindenburg_line.is_time(of)


@pytest.mark.rule("WF 8-2")
def test_it_stands_as_the_first_turn_of_december_begins_and_replaces_a_trench() -> None:
    game = field(more="marker trench 0502 central-powers\nholder 0402 entente\n")
    game.play(Fortify("0502"))
    of = at(game)
    for date, built in ((TurnDate(1916, 11, 7), False), (TurnDate(1916, 12, 1), True)):
        of.date, of.phase = date, ARRIVAL
        hindenburg_line.check(table(of), of)
        assert (of.markers[node(of, "0502")].kind == HINDENBURG_LINE) == built
    assert hindenburg_line.works(of) == {}


@pytest.mark.rule("WF 8-3")
def test_work_is_lost_when_the_engineer_marches_off() -> None:
    game = field()
    game.play(Fortify("0502"))
    while game.decision.kind != "move":
        advised = game.decision.default()
        game.play(advised if advised is not None else PASS)
    game.play(March(("E",), "0503"))
    game.play(PASS)
    assert hindenburg_line.works(at(game)) == {}
    assert any("WF 8-3" in event.rules for event in game.events)


@pytest.mark.rule("WF 8-3")
def test_nor_does_it_help_to_come_back_in_the_same_phase() -> None:
    game = field()
    game.play(Fortify("0502"))
    while game.decision.kind != "move":
        advised = game.decision.default()
        game.play(advised if advised is not None else PASS)
    game.play_all([Pick("E"), Go("0503"), Go("0502")])
    assert at(game).setting.board.label(at(game).units["E"].at) == "0502"
    assert any("WF 8-3" in event.rules for event in game.events)
    assert hindenburg_line.works(at(game)) == {}


@pytest.mark.rule("WF 8-3")
@pytest.mark.parametrize("fate", ["lost", "elsewhere"])
def test_or_dies_or_is_driven_away(fate: str) -> None:
    game = field()
    game.play(Fortify("0502"))
    of = at(game)
    if fate == "lost":
        of.lost["E"] = of.remove("E")
    else:
        of.change("E", at=node(of, "0503"))
    of.phase = MOVEMENT
    hindenburg_line.check(table(of), of)
    assert hindenburg_line.works(of) == {}


@pytest.mark.rule("WF 8-4")
def test_there_are_five_markers_for_what_stands_and_what_is_being_built() -> None:
    built = "".join(f"marker hindenburg line 040{row} central-powers\n" for row in range(1, 5))
    more = built + "unit E3 0503 nation=ge kind=eng size=iii values=0-3\n"
    game = field(more=more)
    assert Fortify("0503") in game.decision.choices()
    game.play(Fortify("0502"))
    assert game.decision.kind != "fortify"
    of = at(game)
    refusal = hindenburg_line.why_not(of, node(of, "0503"))
    assert refusal is not None
    assert refusal.rules == ("WF 8-4",)
