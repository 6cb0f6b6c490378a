"""Orders made of several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexfront.games.serbia_1914.orders import Add, Go, March, Pick
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game


def expanded(game: Game[SerbiaPosition], order: Action) -> Iterable[Action] | None:
    """The orders that a compound one stands for in a game."""
    return _marched(game, order) if isinstance(order, March) and order.units else None


def _marched(game: Game[SerbiaPosition], order: March) -> Iterator[Action]:
    """[7.1.2] Take a Force in hand, lead it from hex to hex, and put it down in the last.

    What happens on the way stops a march: then it is for the enemy, or for the player himself, to go on.
    """
    side = game.decision.side
    yield Pick(order.units[0])
    yield from (Add(unit) for unit in order.units[1:])
    leader, *_ = order.units
    came_to = game.position.setting.board.label(game.position.units[leader].at)
    for label in (*order.via, order.to):
        if game.over or game.decision.side != side:
            return
        if game.decision.kind != "go":
            raise Refusal("7.1.1", f"no movement points are left in {came_to} to go on to {label}")
        yield Go(label)
        if not _stands_in(game.position, leader, label):
            return
        came_to = label
    if not game.over and game.decision.side == side and game.decision.kind == "go":
        yield PASS


def _stands_in(position: SerbiaPosition, name: str, label: str) -> bool:
    unit = position.units.get(name)
    return unit is not None and unit.at == position.setting.board[label]
