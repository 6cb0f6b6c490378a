"""Orders made of several."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914.orders import March
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import Action
from hexfront.kernel.game import Game
from hexfront.shared.hands import led, put_down


def expanded(game: Game[SerbiaPosition], order: Action) -> Iterable[Action] | None:
    """[7.1.2] The orders that a compound one stands for in a game."""
    if isinstance(order, March) and order.units:
        return put_down(game, led(game, order, rule="7.1.1"))
    return None
