"""Scenario book, chapter 10: tanks in a game of the years in which there are any."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Advance, Attack, Join, March, Strengthen, Transport
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import forced_retreat, outcomes, tanks
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, DEVASTATION
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import FRONTIER, later, node, table

SCENARIO = {"1916": "somme", "1917": "nivelle-offensive", "1918": "western-front-1918"}


def field(date: str, phase: str, side: str, units: str, *, dice: str = "", board: str = FRONTIER) -> Game:
    thrown = f"dice {dice}\n" if dice else ""
    return later(SCENARIO[date[:4]], f"{board}date {date} {phase} {side}\n{units}{thrown}")


def at(game: Game) -> WesternFrontPosition:
    assert isinstance(game.position, WesternFrontPosition)
    return game.position


MARCHING = """
unit T 0102 nation=fr kind=tank size=x values=6-3
unit F 0102 nation=fr kind=hq size=xxxx values=0-4 supply=20
unit G 0504 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("WF 10-3")
def test_the_example_of_a_6_3_that_loses_two_points_on_the_march_in_1917() -> None:
    game = field("1917-4-5", "movement", "entente", MARCHING, dice="1 2 3 4 5 6")
    game.play(March(("T",), "0202"))
    assert at(game).units["T"].strength == 6  # the dice are thrown when the phase ends
    game.play(PASS)
    assert at(game).units["T"].strength == 4
    told = [event for event in game.events if "WF 10-3" in event.rules]
    assert [event.data["loss"] for event in told] == [2]
    assert len(told[0].data["dice"]) == 6


@pytest.mark.rule("WF 10-3")
@pytest.mark.parametrize(("year", "left"), [("1916-9-5", 3), ("1917-5-5", 4), ("1918-4-5", 5)])
def test_fewer_break_down_every_year(year: str, left: int) -> None:
    game = field(year, "movement", "entente", MARCHING, dice="1 2 3 4 5 6")
    game.play(March(("T",), "0202"))
    game.play(PASS)
    assert at(game).units["T"].strength == left


@pytest.mark.rule("WF 10-3", "26-3")
def test_a_unit_whose_last_points_break_down_may_be_rebuilt_and_demoralizes_nobody() -> None:
    game = field("1917-4-5", "movement", "entente", MARCHING, dice="1 1 1 1 1 1")
    game.play(March(("T",), "0202"))
    game.play(PASS)
    assert "T" not in at(game).units
    assert "T" in at(game).lost
    assert at(game).demoralization["fr"] == 0


@pytest.mark.rule("WF 10-3", "WF 10-6")
def test_who_stays_or_rides_does_not_break_down() -> None:
    rails = FRONTIER + "side 0102-0103 rail=double\nside 0103-0104 rail=double\n"
    game = field("1917-4-5", "movement", "entente", MARCHING, dice="1 1 1 1 1 1", board=rails)
    game.play(Transport(("T",), "0104"))
    assert at(game).setting.board.label(at(game).units["T"].at) == "0104"
    with pytest.raises(Refusal):
        game.play(March(("T",), "0204"))
    game.play(PASS)
    assert at(game).units["T"].strength == 6


ATTACK = """
unit D1 0302 nation=gb kind=inf values=7-4
unit D2 0302 nation=gb kind=inf values=7-4
unit D3 0302 nation=gb kind=inf values=7-4
unit T 0302 nation=gb kind=tank size=x values=8-4
unit H 0202 nation=gb kind=hq size=xxxx values=0-4 supply=60
unit X 0402 nation=ge kind=inf values=6-5
unit GH 0503 nation=ge kind=hq size=xxxx values=0-4 supply=20
marker trench 0402 central-powers
holder 0302 0202 0201 0203 0301 0303 entente
holder 0402 0401 0403 central-powers
"""


@pytest.mark.rule("WF 10-8", "WF 10-9", "WF 10-10", "WF 10-3")
def test_tanks_drive_infantry_out_of_a_trench_advance_and_break_down_there() -> None:
    game = field("1917-5-5", "combat", "entente", ATTACK, dice="1 1 1 1 1 1 6 6 6 6")
    game.play(Attack("0402"))
    for name in ("D1", "D2", "T"):
        game.play(Join(name))
    game.play(PASS)
    while game.decision.kind != "advance":
        advised = game.decision.default()
        game.play(advised if advised is not None else next(iter(game.decision.choices())))
    assert any("must retreat" in event.text and "WF 10-9" in event.rules for event in game.events)
    while game.decision.kind == "advance":
        offered = list(game.decision.choices())
        game.play(Advance("T") if Advance("T") in offered else offered[0])
    assert at(game).setting.board.label(at(game).units["T"].at) == "0402"
    assert any("WF 10-3" in event.rules for event in game.events)
    assert at(game).units["T"].strength < 8


@pytest.mark.rule("22-10", "15-1")
def test_a_front_line_trench_is_devastated_as_soon_as_the_first_unit_is_in_it() -> None:
    game = field("1917-5-5", "combat", "entente", ATTACK, dice="1 1 1 1 1 1 6 6 6 6")
    game.play(Attack("0402"))
    for name in ("D1", "D2", "T"):
        game.play(Join(name))
    game.play(PASS)
    while game.decision.kind != "advance":
        advised = game.decision.default()
        game.play(advised if advised is not None else next(iter(game.decision.choices())))
    game.play(next(each for each in game.decision.choices() if isinstance(each, Advance)))
    assert game.decision.kind == "advance"  # others may follow
    assert at(game).markers[node(at(game), "0402")].kind == DEVASTATION
    assert list(game.title.status(at(game))) == []


@pytest.mark.rule("WF 10-11")
def test_the_example_of_nine_divisions_and_a_brigade_that_loses_two_of_its_points() -> None:
    units = "".join(
        f"unit D{each} {'0302' if each < 6 else '0303'} nation=gb kind=inf values=7-4\n" for each in range(9)
    )
    text = (
        units
        + "unit T 0302 nation=gb kind=tank size=x values=12-4\nunit X 0402 nation=ge kind=inf values=6-5\n"
    )
    of = at(field("1918-5-5", "combat", "entente", text))
    attackers = [unit for unit in of.units.values() if unit.name != "X"]
    assert outcomes.tank_losses(of, attackers, 8) == 2
    assert outcomes.tank_losses(of, attackers, 2) == 0  # the fraction is dropped at the end


@pytest.mark.rule("WF 10-12", "22-8")
def test_the_example_of_a_division_and_a_brigade_in_a_trench_that_hold_at_13() -> None:
    text = """
unit F 0202 nation=gb kind=inf values=7-4
unit T 0202 nation=gb kind=tank size=x values=12-4
unit G 0302 nation=ge kind=inf values=8-5
marker trench 0202 entente
"""
    of = at(field("1918-5-5", "combat", "central-powers", text))
    battle = Battle(CENTRAL_POWERS, node(of, "0202"), ("G",), terrain="clear")
    ledger = Ledger("retreat")
    assert forced_retreat.counted_strength(of, battle, ledger.note) == Fraction(13)
    assert next(loss for loss in range(1, 20) if forced_retreat.is_forced(of, battle, loss)) == 14
    of.remove("T")
    assert next(loss for loss in range(1, 20) if forced_retreat.is_forced(of, battle, loss)) == 7


@pytest.mark.rule("WF 10-16", "23-4")
@pytest.mark.parametrize(("date", "most"), [("1917-9-7", 8), ("1917-10-1", 12)])
def test_british_tanks_are_brought_up_to_8_and_from_october_1917_to_12(date: str, most: int) -> None:
    text = """
unit gb-tank-x-3rtc 0102 strength=5
unit gb-rpl-x-tank 0102 strength=12
unit H 0102 nation=gb kind=hq size=xxxx values=0-4 supply=20
side 0102-0103 rail=double
"""
    board, rail = FRONTIER + "side 0102-0103 rail=double\n", text.replace("side 0102-0103 rail=double\n", "")
    game = later("western-front-1918", f"{board}date {date} recombination entente\n{rail}")
    points = [choice.points for choice in game.decision.choices() if isinstance(choice, Strengthen)]
    assert max(points) == most - 5
    of = at(game)
    assert tanks.most_strength(of, of.setting.pieces["gb-tank-x-3rtc"]) == most
    assert of.setting.pieces["gb-tank-x-3rtc"].strength == 12


@pytest.mark.rule("WF 10-3")
def test_tanks_that_retreat_roll_too() -> None:
    of = at(field("1917-5-5", "combat", "entente", MARCHING, dice="1 1 1 6 6 6"))
    here = table(of)
    tanks.break_down(here, of, ["T", "F"])
    assert of.units["T"].strength == 3
    assert len(here.rolls) == 6
