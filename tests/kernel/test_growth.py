"""What a step, a branch, a view, a check, going back, writing and reading cost in a long game.

Not more than in a short one: what is counted are instructions of the interpreter, not seconds.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

import pytest

import hexfront
from hexfront.kernel import game as games
from hexfront.kernel import scroll
from hexfront.kernel.game import Game
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from tests.counting import instructions
from tests.kernel.tiny import Chorus, Say, Spoken, tiny
from tests.kernel.tiny import ask as a_question

SHORT, LONG = 1282, 10242  # steps; two after a position that is kept
MOST = 1.5  # times as much in the long game; what grew with the past would be eight times as much


def talk(table: Table, position: Spoken) -> Procedure:
    """Red says three words and blue one, for ever; the position never grows."""
    while True:
        side = "blue" if position.stage % 4 == 3 else "red"
        said = yield a_question(side, "yes", "no", station=True)
        position.said = [said.word]
        position.stage += 1
        table.tell(f"{side} says {said.word}", "1")


@lru_cache
def game_of(steps: int) -> Game:
    game = tiny(talk)
    for number in range(steps - game.step):
        game.play(Say("no" if number % 3 else "yes"))
    return game


@pytest.fixture(autouse=True)
def sheets_are_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the long game all but the newest sheet is packed, as in a game of many thousand steps."""
    monkeypatch.setattr(scroll, "UNPACKED", 1)


def played_on(game: Game) -> None:
    """So many steps that stations are kept and thinned among them."""
    for _ in range(128):
        game.play(Say("yes"))


WORK: dict[str, Callable[[Game], object]] = {
    "playing on": played_on,
    "a branch": lambda game: game.branch(),
    "a branch from a few steps ago": lambda game: game.branch(game.step - 20),
    "a view": lambda game: game.view("blue"),
    "what was heard lately": lambda game: game.heard("blue", len(game.events) - 5),
    "the steps a side knows": lambda game: game.steps_known("red"),
    "checking": lambda game: game.check(Say("perhaps")),
    "checking an order": lambda game: game.check(Chorus(("yes", "no"))),
    "taking back": lambda game: game.undo(),
    "rolling back": lambda game: game.rollback(game.step - 3),
    "a position text": lambda game: game.position_text(),
    "the premises": lambda game: game.premises_told(),
}


@pytest.mark.parametrize("what", WORK)
def test_what_is_done_in_a_game_does_not_grow_with_its_past(what: str) -> None:
    work = WORK[what]
    short, long = (game_of(steps).branch() for steps in (SHORT, LONG))
    assert (short.step, long.step) == (SHORT, LONG)
    work(short.branch())  # what is looked up once only is not counted
    assert 10 < instructions(lambda: work(long)) < MOST * instructions(lambda: work(short)) + 200


def test_few_positions_of_the_past_are_kept() -> None:
    kept = {steps: len(game_of(steps).stations) for steps in (SHORT, LONG)}
    assert kept[SHORT] > 10
    assert kept[LONG] < 2 * kept[SHORT] + 40  # a part of their age apart: as the logarithm of the length


def test_positions_of_long_ago_are_packed_until_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "RESTING", 300)
    game = tiny(talk)
    for number in range(3000):
        game.play(Say("no" if number % 3 else "yes"))
    held = [station.step for station in game.stations if station._position is not None]
    assert len(held) < len(game.stations) - 10
    assert min(held) > game.step - 300 - 3 * games.STATION_EVERY * games.RECENT_STATIONS
    early = game.stations[4].step + 3
    there = game.branch(early)
    assert (there.step, there.position.stage) == (early, early)
    assert there.journal == game.journal[:early]


def test_a_game_that_goes_back_to_a_packed_position_goes_on_as_it_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games, "RESTING", 100)
    game = hexfront.new("western-front/schlieffen-plan", seed=4)
    game.digest_every, game.station_every = 1, 32
    draw = random.Random(4)
    while game.step < 1400:
        listed = game.decision.choices()
        game.play(listed[draw.randrange(len(listed))])
    assert sum(station._position is None for station in game.stations) > 3
    for step in (1, 77, 200, 333):
        there = game.branch(step)
        assert there.position.digest() == game.journal[step - 1].digest
        for entry in game.journal[step : step + 20]:
            there.play_recorded(entry.action, entry.by, entry.order, entry.digest)
            assert there.journal[-1] == entry
