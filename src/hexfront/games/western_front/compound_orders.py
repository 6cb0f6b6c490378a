"""Orders made of several, and those that stand for another one first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexfront.games.western_front.orders import (
    Abandon,
    Administer,
    Assault,
    Attack,
    BreakDown,
    CallBack,
    ColumnAttack,
    Combine,
    Convert,
    Detrain,
    Drain,
    Entrain,
    Exchange,
    Hold,
    Join,
    Leave,
    March,
    Ride,
    Sail,
    Split,
    Transfer,
    Transport,
    WesternFrontAction,
)
from hexfront.games.western_front.rules import column_attack
from hexfront.kernel.actions import PASS, Action, kinds_of
from hexfront.kernel.game import Game
from hexfront.shared.hands import led, put_down, taken
from hexfront.shared.hearing import Ear

_COMPOUND = frozenset(
    {
        *(
            Transfer,
            Abandon,
            Drain,
            BreakDown,
            Combine,
            Split,
            Convert,
            Sail,
            Exchange,
            Hold,
            Leave,
            CallBack,
        ),
        *(March, Transport, Assault, ColumnAttack),
    }
)

EAR = Ear(
    known=kinds_of(WesternFrontAction),
    verbs={"move": "march", "rail": "transport", "choose-terrain": "terrain"},
    with_units={"attack": "assault", "ride": "transport"},
    hex_first=("assault", "column-attack"),
    hex_last=("march", "transport", "retreat"),
)
"""Other words for orders."""


def expanded(game: Game, order: Action) -> Iterable[Action] | None:
    """The orders that a compound one stands for in a game."""
    if type(order) not in _COMPOUND:
        return None
    match order:
        case Transfer() | Abandon() | Drain() | BreakDown() | Combine() | Split():
            return [Administer(), order] if game.decision.kind == "move" else None
        case Convert() | Sail() | Exchange() | Hold() | Leave() | CallBack():
            return [Administer(), order] if game.decision.kind == "move" else None
        case March(units) if units:
            return put_down(game, _on_foot(game, order))
        case Transport(units) if units:
            return put_down(game, _by_train(game, order))
        case ColumnAttack(at, units) if units and game.decision.kind == "move":
            return put_down(game, _column_attack(game, at, units))
        case Assault(at, units):
            return [Attack(at), *(Join(unit) for unit in units), PASS]
    return None


def _on_foot(game: Game, order: March) -> Iterator[Action]:
    """[7-7] A march; who is on a train leaves it first."""
    unit = game.position.units.get(order.units[0])
    for number, step in enumerate(led(game, order, rule="6-9"), 1):
        yield step
        if number == len(order.units) and unit is not None and unit.entrained:
            yield Detrain()


def _by_train(game: Game, order: Transport) -> Iterator[Action]:
    """[7-3] [6-12] A journey by rail; who has come on a train is aboard already, and some live on rails."""
    yield from taken(order.units)
    unit = game.position.units.get(order.units[0])
    lives_on_rails = unit is not None and game.position.piece(unit).rail_bound
    if not lives_on_rails and not (unit is not None and unit.entrained):
        yield Entrain()
    yield Ride(order.to)
    if not lives_on_rails:
        yield Detrain()


def _column_attack(game: Game, at: str, units: tuple[str, ...]) -> Iterator[Action]:
    """[16-4] A column attack of these units, and of nobody else in their hex; a Refusal if one of them makes
    none, which a group that marched together leaves behind."""
    named = [game.position.units[name] for name in units if name in game.position.units]
    for why in (column_attack.why_not_unit(game.position, unit) for unit in named):
        if why is not None:
            raise why
    yield from taken(units)
    yield ColumnAttack(at)
    if not game.over and game.decision.kind == "join":
        yield PASS
