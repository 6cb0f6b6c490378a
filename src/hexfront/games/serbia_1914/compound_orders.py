"""Orders made of several."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914.orders import March
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import march_limits, marches
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.shared.hands import led, put_down


def expanded(game: Game[SerbiaPosition], order: Action) -> Iterable[Action] | None:
    """[7.1.2] The orders that a compound one stands for in a game."""
    if isinstance(order, March) and order.units:
        return put_down(
            game, led(game, order, "7.1.1", lambda here, there: _why_not(game, order, here, there))
        )
    return None


def _why_not(game: Game[SerbiaPosition], order: March, here: int, there: int) -> Refusal | None:
    """[7.1] What bars the way of the first unit of a march."""
    position = game.position
    unit = position.units[order.units[0]]
    if (refusal := march_limits.why_not_leave(position, unit)) is not None:
        return refusal
    if position.setting.board.side(here, there) is None:
        return None  # farther away it would have to be told of each step
    return marches.why_not_step(position, unit, here, there)
