"""Orders made of several, and those that stand for another one first."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.western_front.orders import (
    Abandon,
    Administer,
    Assault,
    Attack,
    BreakDown,
    Combine,
    Convert,
    Detrain,
    Drain,
    Entrain,
    Exchange,
    Hold,
    Join,
    March,
    Ride,
    Sail,
    Split,
    Transfer,
    Transport,
)
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from hexfront.shared.hands import led, put_down, taken

_COMPOUND = frozenset(
    {
        *(Transfer, Abandon, Drain, BreakDown, Combine, Split, Convert, Sail, Exchange, Hold),
        *(March, Transport, Assault),
    }
)


def expanded(game: Game, order: Action) -> Iterable[Action] | None:
    """The orders that a compound one stands for in a game."""
    if type(order) not in _COMPOUND:
        return None
    match order:
        case Transfer() | Abandon() | Drain() | BreakDown() | Combine() | Split():
            return [Administer(), order] if game.decision.kind == "move" else None
        case Convert() | Sail() | Exchange() | Hold():
            return [Administer(), order] if game.decision.kind == "move" else None
        case March(units) if units:
            return put_down(game, led(game, order, rule="6-9"))
        case Transport(units, to) if units:
            return put_down(game, [*taken(units), Entrain(), Ride(to), Detrain()])
        case Assault(at, units):
            return [Attack(at), *(Join(unit) for unit in units), PASS]
    return None
