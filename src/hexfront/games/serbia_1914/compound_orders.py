"""Orders made of several."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hexfront.games.serbia_1914.orders import (
    Aim,
    Assault,
    Dig,
    March,
    Prepare,
    Recover,
    Repulse,
    SerbiaAction,
)
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import march_limits, marches
from hexfront.kernel.actions import Action, kinds_of
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.shared.hands import led, put_down, taken
from hexfront.shared.hearing import Ear

EAR = Ear(
    known=kinds_of(SerbiaAction),
    verbs={"move": "march", "recovery": "recover", "prepared-attack": "prepare"},
    with_units={"attack": "assault"},
    hex_first=("assault", "prepare", "repulse", "dig"),
    hex_last=("march", "aim", "retreat"),
)
"""Other words for orders."""


def expanded(game: Game[SerbiaPosition], order: Action) -> Iterable[Action] | None:
    """[7.1.2] The orders that a compound one stands for in a game."""
    if isinstance(order, Assault) and order.units:
        return [Aim(unit, order.at) for unit in order.units]
    if isinstance(order, Prepare | Repulse | Dig | Recover) and order.units and game.decision.kind == "move":
        return [*taken(order.units), replace(order, units=())]
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
