"""Games without end, without arrivals and without strategic plans, in any game turn."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import plans, schedule
from hexfront.games.serbia_1914.vocabulary import SERBIA
from hexfront.kernel.errors import DataError
from hexfront.kernel.game import Game
from tests.games.serbia_1914.builders import FIELD, game, position, table

LATE = "turn 44 preliminary serbia begun=no\n"
UNITS = """
unit A 21.12 nation=austria-hungary values=12-12-3-4 army=FIFTH corps=8 effectiveness=12
unit D 25.12 nation=serbia values=6-8-3-2 corps=First effectiveness=12
"""


def held(of: Game) -> SerbiaPosition:
    assert isinstance(of.position, SerbiaPosition)
    return of.position


def test_a_turn_after_the_scenario_ends_the_game_at_once() -> None:
    assert game(LATE + FIELD + UNITS).over


@pytest.mark.rule("4.3")
def test_without_end_the_game_goes_on_with_an_inter_phase_after_every_third_turn() -> None:
    of = game("sandbox no-end\n" + LATE + FIELD + UNITS)
    chance = random.Random(2)
    seen = set()
    while held(of).turn < 49:
        seen.add((held(of).turn, held(of).phase))
        of.play(chance.choice(list(of.decision.choices())))
    assert not of.over
    assert of.report(SERBIA).turn == "Game turn 49"
    lists = held(of).setting.lists
    assert [turn for turn in range(30, 50) if lists.inter_phase_after(turn)] == [30, 33, 36, 39, 42, 45, 48]


def test_a_game_of_a_short_scenario_may_be_set_in_another_turn() -> None:
    text = (
        f"title serbia-1914\nscenario battle-in-the-macva\nsandbox\nturn 30 movement serbia\n{FIELD}{UNITS}"
    )
    assert not hexfront.position(text).over


def opening(sandbox: str) -> SerbiaPosition:
    """The printed set-up of the campaign as a text, with a sandbox."""
    text = hexfront.new("serbia-1914/grand-campaign").position_text()
    text.sandbox = tuple(sandbox.split()) if sandbox else None
    return held(hexfront.position(text.text()))


def first_arrivals(of: SerbiaPosition) -> set[str]:
    """Who waits to enter after the schedule of ten game turns."""
    for turn in range(1, 11):
        for side in ("serbia", "austria-hungary"):
            of.turn, of.active = turn, side
            schedule.begin(table(of), of)
    return set(of.waiting)


@pytest.mark.rule("16.1", "16.5")
def test_without_arrivals_nothing_enters_or_leaves() -> None:
    printed, quiet = opening(""), opening("no-arrivals")
    gone = set(quiet.gone)
    assert first_arrivals(printed)
    assert not first_arrivals(quiet)
    assert quiet.gone == gone


@pytest.mark.rule("26.2")
def test_without_duties_no_plan_binds() -> None:
    bound, free = opening(""), opening("no-duties")
    assert any(plans.is_restricted(bound, unit) for unit in bound.units.values())
    assert not any(plans.is_restricted(free, unit) for unit in free.units.values())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [("plan FIFT bound", 'did you mean "FIFTH"'), ("plan FIFTH bond", 'did you mean "bound"')],
)
def test_a_plan_that_is_none_is_a_fault(line: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        position(f"{FIELD}{line}\n")
