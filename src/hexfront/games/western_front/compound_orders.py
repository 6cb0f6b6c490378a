"""Orders made of several, and those that stand for another one first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexfront.games.western_front.orders import (
    Abandon,
    Add,
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
    Go,
    Hold,
    Join,
    March,
    Pick,
    Ride,
    Sail,
    Split,
    Transfer,
    Transport,
)
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game

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
        case March(units, to, via) if units:
            return _with_group(game, units, _legs(game, units[0], (*via, to)))
        case Transport(units, to) if units:
            return _with_group(game, units, [Entrain(), Ride(to), Detrain()])
        case Assault(at, units):
            return [Attack(at), *(Join(unit) for unit in units), PASS]
    return None


def _legs(game: Game, leader: str, hexes: Sequence[str]) -> Iterator[Action]:
    """[6-6] March from hex to hex. Who is put down on the way can go no farther."""
    for label in hexes:
        if game.over or game.decision.kind != "go":
            unit = game.position.units.get(leader)
            where = "on the way" if unit is None else f"in {game.setting.board.label(unit.at)}"
            raise Refusal("6-9", f"the march ends {where} and does not go on to {label}")
        yield Go(label)


def _with_group(game: Game, units: Sequence[str], legs: Iterable[Action]) -> Iterator[Action]:
    """Take a group in hand, let it do something, and put it down, unless it has come to a stop by itself."""
    yield Pick(units[0])
    yield from (Add(unit) for unit in units[1:])
    yield from legs
    if not game.over and game.decision.kind == "go":
        yield PASS
