"""What if: a game played on many times from one of its steps, with and without an order.

Every branch has a key of its own for its dice. The branch of a number has the same key with and without the
order: whatever happens in both is thrown with the same dice, so that the two can be compared pair by pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from hexfront.ai.course import FigureName, play_out, table_of
from hexfront.kernel.actions import Action, StirDice
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.title import REFEREE

Arm = Literal["without", "with"]


class Branch(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one branch ended, or stood when it was left.

    ``by_itself``: the computer player gave the order in question without being told.
    """

    number: int
    arm: Arm
    winner: str = ""
    level: str = ""
    score: float | None = None
    over: bool = False
    turn: str = ""
    figures: tuple[tuple[FigureName, float], ...] = ()
    by_itself: bool = False
    broken: str = ""


def trunk(game: Game, step: int | None) -> Game:
    """The game at a step; Malformed if it cannot be played on from there."""
    if step is not None and not 0 <= step <= game.step:
        raise Malformed(f"there is no step {step}; the game is at step {game.step}")
    twin = game.branch(step)
    if twin.over:
        raise Malformed("the game is over at that step; branch from an earlier one")
    return twin


def giver(game: Game, viewer: str) -> str:
    """Whose order is in question: that of the side that looks ahead; a referee looks for who is asked."""
    return game.decision.side if viewer == REFEREE else viewer


def check_order(game: Game, order: Action, viewer: str = REFEREE) -> str:
    """The side that would give an order; Refusal if it is not legal, or the order of somebody else.

    What another side is being asked may not be known, so that its answer would be given to another question.
    """
    side = giver(game, viewer)
    refusal = game.check(order, side)
    if refusal is not None:
        raise refusal
    return side


def branch(
    game: Game,
    number: int,
    names: Mapping[str, str],
    *,
    order: Action | None = None,
    arm: Arm = "without",
    turns: int = 0,
    viewer: str = REFEREE,
) -> Branch:
    """Play one branch, from where the game is, to its end or so many turns on.

    For the eyes of a side it is played from what that side knows, with a guess at the rest.
    """
    try:
        twin = game.branch() if viewer == REFEREE else known_game(game, viewer, number)
        twin.digest_every = 0
        twin.play(StirDice(number), REFEREE)
        side = giver(twin, viewer)
        return _played(twin, number, names, side, order=order, arm=arm, turns=turns)
    except Refusal as refusal:  # the guess does not fit what has happened since the last station
        return Branch(number, arm, broken=str(refusal))


def _played(
    twin: Game,
    number: int,
    names: Mapping[str, str],
    side: str,
    *,
    order: Action | None,
    arm: Arm,
    turns: int,
) -> Branch:
    table = table_of(twin, names, number)
    by_itself = False
    if order is not None:
        if arm == "with":
            twin.play(order, side)
        else:
            by_itself = table[side].choose(twin, side).action == order
            table = table_of(twin, names, number)  # with nothing in mind, as in the other arm
    course = play_out(twin, table, turns=turns)
    return Branch(
        number,
        arm,
        course.winner,
        course.level,
        course.score,
        twin.over,
        course.turns[-1].turn,
        tuple(course.final().items()),
        by_itself,
        course.broken,
    )


def arms(with_order: bool) -> tuple[Arm, ...]:
    """What is to be played: with an order in question, each branch twice."""
    return ("without", "with") if with_order else ("without",)
