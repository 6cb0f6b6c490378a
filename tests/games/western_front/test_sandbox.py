"""Games without end, without arrivals and without the duties of 1914, on any date."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, game, node, position

SOMME = "date 1916-07-1 arrival central-powers begun=no\n"
UNITS = """
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
unit A 0402 nation=ge kind=inf values=8-5 reduced=6
unit GH 0502 nation=ge kind=hq size=xxxx supply=40
"""


def held(of: Game) -> WesternFrontPosition:
    assert isinstance(of.position, WesternFrontPosition)
    return of.position


def test_a_date_after_the_scenario_ends_the_game_at_once() -> None:
    assert game(SOMME + FRONTIER + UNITS).over


@pytest.mark.parametrize("date", ["1914-07-1", "1916-07-1", "1919-02-5"])
def test_without_end_any_date_can_be_played(date: str) -> None:
    text = f"sandbox no-end\ndate {date} arrival central-powers begun=no\n"
    of = game(text + FRONTIER + UNITS)
    chance = random.Random(1)
    for _ in range(120):
        assert not of.over
        of.play(chance.choice(list(of.decision.choices())))
    assert held(of).date.turn != 1
    of.report(CENTRAL_POWERS)
    again = hexfront.position(of.position_text().text())
    assert again.position_text().text() == of.position_text().text()


def test_a_month_that_is_none_is_a_fault() -> None:
    with pytest.raises(hexfront.DataError, match="in no month"):
        game("date 1916-13-1 arrival central-powers\n" + FRONTIER)


def opening(sandbox: str) -> Game:
    """The printed set-up of August 1914 as a text, with a sandbox."""
    text = hexfront.new("western-front/schlieffen-plan").position_text()
    text.sandbox = tuple(sandbox.split()) if sandbox else None
    return hexfront.position(text.text())


def turns(of: Game, steps: int) -> WesternFrontPosition:
    """The position after so many advised answers."""
    for _ in range(steps):
        advised = of.decision.default()
        of.play(advised if advised is not None else of.decision.choices()[0])
    return held(of)


def test_without_arrivals_nothing_comes_goes_or_mobilizes() -> None:
    quiet = opening("no-arrivals no-duties")
    unmobilized = [unit.name for unit in held(quiet).units.values() if not unit.mobilized]
    later = turns(quiet, 12)
    assert not later.waiting
    assert not later.gone
    assert [name for name in unmobilized if later.units[name].mobilized] == []
    assert not quiet.report(CENTRAL_POWERS).arrivals
    printed = opening("")
    assert printed.report(CENTRAL_POWERS).arrivals


def test_what_counters_there_are_does_not_depend_on_arrivals() -> None:
    assert held(opening("no-arrivals")).setting.formations == held(opening("")).setting.formations


@pytest.mark.rule("WF 3-2")
def test_without_duties_nobody_is_bound() -> None:
    bound, free = (held(opening(sandbox)) for sandbox in ("", "no-duties"))
    assert duties.in_force(bound)
    assert not duties.in_force(free)
    for of in (bound, free):
        of.change("ge-inf-xx-14", at=node(of, "2306"), mobilized=True)
        of.phase, of.begun = "movement", True
    assert duties.may_end_movement(bound, CENTRAL_POWERS) is not None
    assert duties.may_end_movement(free, CENTRAL_POWERS) is None


@pytest.mark.rule("WF 3")
def test_without_duties_the_scenario_still_has_its_victory() -> None:
    of = game("sandbox no-duties\n" + SOMME + FRONTIER + UNITS + "demoralization fr 900\n")
    assert of.outcome is not None
    assert "demoralization points" in of.outcome


def test_the_parts_can_be_left_away_one_by_one() -> None:
    of = position("sandbox no-duties\n" + SOMME + FRONTIER)
    assert of.setting.orders is of.setting.listed
    assert of.date > of.setting.parameters.last_turn
