"""The group in hand, picked unit by unit, led from hex to hex and put down again; and who joins an attack."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any

from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game

IN_HAND = "go"
"""The kind of question that is asked about a group in hand."""

Joined = Generator[Ask, Any, list[str]]
"""The part of a procedure that gives the names of those who take part in something."""


class Pick(Action, frozen=True, tag="pick"):
    """Take a unit in hand to move it."""

    unit: str


class Add(Action, frozen=True, tag="add"):
    """Let another unit of the hex move along."""

    unit: str


class Go(Action, frozen=True, tag="go"):
    """March to a hex; the march may go on from there."""

    to: str


class March(Action, frozen=True, tag="march"):
    """Pick units of one hex, and march them to another by way of some hexes."""

    units: tuple[str, ...]
    to: str
    via: tuple[str, ...] = ()


class Attack(Action, frozen=True, tag="attack"):
    """Attack a hex; who attacks is said next."""

    at: str


class Join(Action, frozen=True, tag="join"):
    """Let a unit take part in the attack. Pass when all have joined."""

    unit: str


class Assault(Action, frozen=True, tag="assault"):
    """Attack a hex with these units."""

    at: str
    units: tuple[str, ...]


def joined(ask: Callable[[list[str]], Ask | None], names: Iterable[str] = ()) -> Joined:
    """Let units join those who have, one after the other, until nothing is asked or the answer is a pass."""
    found = [*names]
    while (question := ask(found)) is not None:
        chosen = yield question
        if isinstance(chosen, Pass):
            break
        found.append(chosen.unit)
    return found


def taken(units: Sequence[str]) -> Iterator[Action]:
    """Take units in hand, one after the other."""
    yield Pick(units[0])
    yield from (Add(unit) for unit in units[1:])


def led(
    game: Game, order: March, rule: str, why_not: Callable[[int, int], Refusal | None] = lambda *_: None
) -> Iterator[Action]:
    """Take a group in hand and lead it from hex to hex; a Refusal by a rule where it can go no farther, or by
    what ``why_not`` knows of the leader's step from one hex to another.

    What happens on the way stops a march: then it is for the enemy, or for the player himself, to go on.
    """
    side, board = game.decision.side, game.setting.board
    yield from taken(order.units)
    leader = order.units[0]
    if leader not in game.position.units:
        return  # whoever has but one way to go takes it at once, and may be lost on it
    came_to = game.position.units[leader].at
    for label in (*order.via, order.to):
        if game.over or game.decision.side != side:
            return
        if game.decision.kind != IN_HAND:
            barred = why_not(came_to, board[label]) if label in board else None
            raise barred or Refusal(
                rule, f"the march ends in {board.label(came_to)} and does not go on to {label}"
            )
        yield Go(label)
        unit, came_to = game.position.units.get(leader), board[label]
        if unit is None or unit.at != came_to:
            return


def put_down(game: Game, doing: Iterable[Action]) -> Iterator[Action]:
    """Let a group do something and put it down, unless it has come to a stop by itself."""
    side = game.decision.side
    yield from doing
    if not game.over and game.decision.side == side and game.decision.kind == IN_HAND:
        yield PASS
