"""Small positions of Outpost, and players who play at random."""

from __future__ import annotations

import random

import hexfront
from hexfront.kernel.actions import as_words
from hexfront.kernel.game import Game
from hexfront.kernel.odds import Distribution, die
from outpost.combat import difference
from outpost.position import OutpostPosition, Unit
from outpost.setting import Result

# Far from everything that tests do, so that no side has lost before it began.
FAR_RED = "unit red far-red foot 0107"
FAR_BLUE = "unit blue far-blue foot 0707"


def outpost(*lines: str, turn: str = "1 move red", seed: int = 7, far: bool = True) -> Game:
    """A game of Outpost set up from statements of a position text."""
    first = "" if "first=" in turn else " first=red"
    head = ["title outpost", "scenario skirmish", f"seed {seed}", f"turn {turn}{first}"]
    return hexfront.position("\n".join((*head, *lines, *([FAR_RED, FAR_BLUE] if far else []))))


def position_of(game: Game) -> OutpostPosition:
    assert isinstance(game.position, OutpostPosition)
    return game.position


def unit(game: Game, name: str) -> Unit:
    return position_of(game).units[name]


def where(game: Game, name: str) -> str:
    """The hex a unit (or the head of a train) stands in."""
    position = position_of(game)
    return position.setting.board.label(position.units[name].at)


def words(game: Game) -> set[str]:
    """Every legal answer to the decision now, written as words."""
    return {as_words(action) for action in game.decision.choices()}


def texts(game: Game, kind: str = "") -> list[str]:
    """What was told so far, of one kind or of all."""
    return [event.text for event in game.events if kind in ("", event.kind)]


def chances(game: Game, attackers: list[str], at: str) -> Distribution[Result]:
    """[7.4] How likely each result of an attack is, read from the table."""
    position = position_of(game)
    units = [position.units[name] for name in attackers]
    modifier = difference(position, units, position.setting.board[at])
    return die().map(lambda value: position.setting.results[value + modifier])


def wander(game: Game, chance: random.Random, steps: int = 10_000) -> Game:
    """Play so many steps at random, or to the end."""
    for _ in range(steps):
        if game.over:
            break
        decision = chance.choice(game.decisions)
        game.play(chance.choice(list(decision.choices())), decision.side)
    return game
