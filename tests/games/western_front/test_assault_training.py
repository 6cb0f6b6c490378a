"""Scenario book, WF 12-14 to 12-18: assault units in masses, and the counterattack of Cambrai."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Attack, Join, March, SendAway, Train
from hexfront.games.western_front.position import Marker, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import allowances, assault, assault_training, trenches
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, POINT, TRENCH
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import FRONTIER, later, node, table
from tests.games.western_front.test_front_lines import start

UNITS = """
unit ge-inf-xx-26r 0502 strength=4
unit ge-inf-xx-51r 0503 strength=4
unit ge-inf-xx-52r 0503 strength=4
unit ge-hq-xxxx-2 0502 supply=10
unit X 0102 nation=fr kind=inf values=6-4
unit FH 0101 nation=fr kind=hq size=xxxx values=0-4 supply=20
"""
DRAWN = "flag 'fit men stripped' 1\nflag 'drawn for assault: ge-inf-xx-26r' 10\n"


def field(more: str = DRAWN, date: str = "1918-3-0 trench initiation central-powers") -> Game:
    """A game that goes on after the last turn, as a long war would."""
    return later("western-front-1918", f"{FRONTIER}date {date}\n{UNITS}{more}")


def at(game: Game) -> WesternFrontPosition:
    assert isinstance(game.position, WesternFrontPosition)
    return game.position


@pytest.mark.rule("WF 12-17", "WF 12-14")
def test_the_example_of_the_26th_reserve_division() -> None:
    game = field()
    assert game.decision.kind == "train"
    assert list(game.decision.choices()) == [Train("ge-inf-xx-26r", "0502"), PASS]
    game.play(Train("ge-inf-xx-26r", "0502"))
    game.play(SendAway("ge-inf-xx-51r", 2))
    game.play(SendAway("ge-inf-xx-52r", 2))
    of = at(game)
    assert of.units["ge-inf-xx-26r"].strength == 8
    assert (of.units["ge-inf-xx-51r"].strength, of.units["ge-inf-xx-52r"].strength) == (2, 2)
    while at(game).date < TurnDate(1918, 4, 1):
        advised = game.decision.default()
        game.play(advised if advised is not None else PASS)
    of = at(game)
    assert "ge-inf-xx-26r" not in of.units
    trained = of.units["ge-assault-xx-26r-as-10-5"]
    assert (trained.strength, of.piece(trained).strength) == (10, 10)
    assert of.setting.board.label(trained.at) == "0502"
    assert sum("WF 12-17" in event.rules for event in game.events) >= 4


@pytest.mark.rule("WF 12-14")
@pytest.mark.parametrize(
    "more",
    [
        DRAWN + "unit Y 0402 nation=fr kind=inf values=6-4\n",  # an enemy zone of control
        DRAWN.replace("26r' 10", "17r' 10"),  # another one was drawn
    ],
)
def test_only_those_drawn_and_at_rest_are_converted(more: str) -> None:
    game = field(more)
    assert game.decision.kind != "train"
    refusal = assault_training.why_not(at(game), Train("ge-inf-xx-26r", "0502"))
    assert refusal is not None
    assert refusal.rules in (("WF 12-14",), ("WF 12-17",))


@pytest.mark.rule("WF 12-17")
def test_a_march_interrupts_the_month() -> None:
    game = field()
    game.play(Train("ge-inf-xx-26r", "0502"))
    game.play(SendAway("ge-inf-xx-51r", 4))
    assert "ge-inf-xx-51r" in at(game).lost
    while game.decision.kind != "move":
        advised = game.decision.default()
        game.play(advised if advised is not None else PASS)
    game.play(March(("ge-inf-xx-26r",), "0501"))
    game.play(PASS)
    assert not assault_training.is_training(at(game), "ge-inf-xx-26r")
    assert any("interrupted" in event.text for event in game.events)
    assert assault_training.drawn_strength(at(game), "ge-inf-xx-26r") == 10  # it may begin again


@pytest.mark.rule("WF 12-17")
def test_who_is_attacked_in_training_takes_no_part() -> None:
    training = "flag 'in training: ge-inf-xx-26r' {}\n"
    board = at(field()).setting.board
    more = DRAWN + training.format(board["0502"]) + "unit Y 0402 nation=fr kind=inf values=6-4\n"
    game = field(more, "1918-3-6 combat entente")
    game.play(Attack("0502"))
    game.play(Join("Y"))
    game.play(PASS)
    of = at(game)
    assert not assault_training.is_training(of, "ge-inf-xx-26r")


@pytest.mark.rule("WF 12-17", "WF 12-15", "WF 12-16")
def test_the_draw_of_february_is_made_by_lot_and_is_the_same_for_a_seed() -> None:
    drawn = []
    for _ in range(2):
        of = start("western-front-1918")
        of.flags.pop("fit men stripped")
        of.date, of.demoralization["ge"] = TurnDate(1918, 1, 0), 1800
        assault_training.note_new_year(of)
        of.demoralization["ge"] = 2000
        assault_training.draw(table(of), of)
        assert not any(key.startswith("drawn") for key in of.flags)  # not in January
        of.date = TurnDate(1918, 2, 0)
        here = table(of)
        assault_training.draw(here, of)
        found = {key: value for key, value in of.flags.items() if key.startswith("drawn for assault: ")}
        assert sorted(found.values()) == [10] * 10 + [12] * 20
        assert len(here.rolls) == 30
        drawn.append(found)
        assault_training.draw(here, of)
        assert len(here.rolls) == 30  # once
    assert drawn[0] == drawn[1]


@pytest.mark.rule("WF 12-15")
@pytest.mark.parametrize(
    ("points", "strong", "weak"), [(1849, 20, 10), (1850, 18, 9), (1700, 24, 12), (2400, 0, 0)]
)
def test_the_numbers_follow_from_the_points_of_new_year(points: int, strong: int, weak: int) -> None:
    of = start("western-front-1918")
    assert of.setting.tables.conversions_allowed(points) == {12: strong, 10: weak}


@pytest.mark.rule("WF 12-16")
def test_stripped_infantry_is_slow_with_the_reason() -> None:
    of = at(field())
    weak = of.units["ge-inf-xx-51r"]
    ledger = Ledger("allowance")
    assert allowances.allowance(of, weak, ledger.note) == 4 * POINT
    assert "WF 12-16" in {term.rule for term in ledger.terms}
    of.change(weak.name, strength=5)
    assert allowances.allowance(of, of.units[weak.name]) == 5 * POINT
    of.change(weak.name, strength=4)
    del of.flags["fit men stripped"]
    assert allowances.allowance(of, of.units[weak.name]) == 5 * POINT


@pytest.mark.rule("WF 12-16")
def test_it_is_slow_in_march_1918() -> None:
    of = start("western-front-1918")
    slow = next(
        unit
        for unit in of.of_side(CENTRAL_POWERS)
        if allowances.is_stripped(of, unit) and of.piece(unit).movement == 5
    )
    assert allowances.allowance(of, slow) == 4 * POINT
    marines = of.units["ge-mar-xx-1"]
    assert marines.strength < 5
    assert allowances.allowance(of, marines) == 5 * POINT


# Cambrai

FRONT = """
unit ge-assault-xx-12 0402 strength=12
unit Y 0302 nation=gb kind=inf values=7-4
unit GH 0502 nation=ge kind=hq size=xxxx values=0-4 supply=40
unit BH 0102 nation=gb kind=hq size=xxxx values=0-4 supply=40
marker trench 0302 entente
"""


def cambrai(date: str, more: str = "") -> WesternFrontPosition:
    text = f"{FRONTIER}date {date} combat central-powers\n{FRONT}{more}"
    return at(later("western-front-1918", text))


def strike(of: WesternFrontPosition) -> bool:
    """Attack the hex; whether it was the first use of assault units against Britain."""
    battle = Battle(CENTRAL_POWERS, node(of, "0302"), ("ge-assault-xx-12",), terrain="clear")
    assault.declared(table(of), of, battle)
    assert assault.surprises(of, battle) == ("first assault on: gb" in of.flags)
    return "first assault on: gb" in of.flags


@pytest.mark.rule("WF 12-18")
def test_a_lost_front_hex_may_be_struck_once_in_1917_without_first_use() -> None:
    taken = cambrai("1917-11-6")
    taken.set_marker(node(taken, "0302"), Marker(TRENCH, CENTRAL_POWERS))
    trenches.entered(table(taken), taken, ENTENTE, node(taken, "0302"))
    assert not strike(taken)
    taken.date = TurnDate(1917, 11, 7)
    assert strike(taken)  # the second time it is one


@pytest.mark.rule("WF 12-18")
@pytest.mark.parametrize(
    ("date", "first"),
    [(TurnDate(1917, 12, 2), False), (TurnDate(1917, 12, 3), True), (TurnDate(1918, 1, 1), True)],
)
def test_within_three_turns_and_never_in_1918(date: TurnDate, first: bool) -> None:
    of = cambrai("1917-11-6")
    assault.lost_to_enemy(of, node(of, "0302"))
    of.date = date
    assert strike(of) == first


@pytest.mark.rule("WF 12-18", "33-3")
def test_elsewhere_it_is_the_first_use() -> None:
    assert strike(cambrai("1917-11-6"))
