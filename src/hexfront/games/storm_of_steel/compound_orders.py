"""Orders made of several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexfront.games.storm_of_steel.hearing import card_key
from hexfront.games.storm_of_steel.matters import Squadron
from hexfront.games.storm_of_steel.orders import (
    Assault,
    Attack,
    Build,
    Detrain,
    Discard,
    Draw,
    Entrain,
    Entrench,
    EntrenchLine,
    HoldHere,
    Join,
    March,
    MobileAssault,
    Pick,
    ReinforceFront,
    RepeatQuarter,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import (
    bolsheviks,
    capacity,
    combat,
    markers,
    mobilization,
    movement,
    reorganization,
    reserves,
    trains,
)
from hexfront.games.storm_of_steel.said import KINDS, plain
from hexfront.games.storm_of_steel.sea_orders import Dismiss, Muster, Sail
from hexfront.games.storm_of_steel.vocabulary import MOVEMENT, other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.shared.hands import led, put_down, taken

AIR_ORDERS = "air orders"
SEGMENT_ORDERS = ("reorganize", AIR_ORDERS, "move", "attack", "air landing")


def expanded(game: Game[SteelPosition], order: Action) -> Iterable[Action] | None:
    """The orders that a compound one stands for in a game."""
    if isinstance(order, March) and order.units:
        return put_down(game, _led(game, order))
    if isinstance(order, Assault) and order.units:
        return _assault(game, order)
    if isinstance(order, MobileAssault) and order.units:
        return [*taken(order.units), MobileAssault(order.at)]
    if isinstance(order, EntrenchLine):
        return _entrench_line(game, order)
    if isinstance(order, HoldHere):
        return _hold(game)
    if isinstance(order, ReinforceFront):
        return _reinforce(game, order)
    if isinstance(order, Sail):
        return _sail(game, order)
    if isinstance(order, Build):
        meant = _build(game, order)
        return [meant] if meant != order else None
    if isinstance(order, Draw | Discard):
        key = card_key(game.position, game.giver, order.card)
        return [type(order)(key)] if key != order.card else None
    if isinstance(order, RepeatQuarter):
        return mobilization.repeated(game)
    return None


def _kind(word: str) -> str:
    """[7.5] What is built, in other words: poison-gas is poison gas, and infantry is active."""
    name = plain(word)
    return name if name in markers.KINDS else KINDS.get(name, word)


def _build(game: Game[SteelPosition], order: Build) -> Build:
    """[7.5] What is ordered, in other words; a corps that has one size only is of that size."""
    kind, position = _kind(order.kind), game.position
    purse = position.desks.get(game.giver, "")
    sizes = {
        divisions
        for each, divisions in mobilization.counters_of(position.setting, capacity.purse_country(purse))
        if each == kind
    }
    return Build(kind, order.divisions or (sizes.pop() if len(sizes) == 1 else 0))


def _led(game: Game[SteelPosition], order: March) -> Iterator[Action]:
    """[11.2] [10.31] Lead a group; where an enemy zone has stopped it, that is why it goes no farther."""
    side = game.decision.side
    try:
        yield from led(game, order, rule="11.2")
    except Refusal as refusal:
        unit = game.position.units.get(order.units[0])
        if unit is not None and not unit.moved and game.decision.kind == "move":
            why = movement.why_not_march(game.position, order.units, (*order.via, order.to)[0])
            if why is not None:
                raise why from refusal  # it could go nowhere at all
        if unit is not None and unit.moved and game.position.in_enemy_zone(unit.at, side):
            raise Refusal("10.31", f"{refusal.reason}: it is in an enemy zone") from refusal
        raise


def _assault(game: Game[SteelPosition], order: Assault) -> Iterator[Action]:
    """[14.1] Attack a hex with some units; the table is asked for next."""
    board, position = game.setting.board, game.position
    named = [position.units[name] for name in order.units if name in position.units]
    reds = [unit for unit in named if position.piece(unit).force == bolsheviks.FORCE]
    if reds and len(reds) < len(order.units):
        raise Refusal("35.11", "Bolsheviks do not attack together with others")
    able = [unit.name for unit in combat.able(position, board[order.at])] if order.at in board else []
    strangers = [name for name in order.units if name not in able]
    attacking = able and game.decision.kind == "attack" and board[order.at] not in position.assaulted
    if strangers and attacking:
        why = combat.why_not_join(position, board[order.at], (), Join(strangers[0]))
        raise why or Refusal("14.1", f"{strangers[0]} cannot attack {order.at}")
    yield Attack(order.at)
    if len(able) == 1 or game.over or game.decision.kind != "join":
        return  # the only unit that can joins by itself, and with one table the dice have fallen
    joining = sorted(order.units, key=lambda name: able.index(name) if name in able else -1)
    for name in joining:
        yield Join(name)
    if joining and able and joining[-1] != able[-1]:
        yield PASS


def _sail(game: Game[SteelPosition], order: Sail) -> Iterator[Action]:
    """[25.31] Have exactly these ships chosen, and be done; whoever else was chosen stays."""
    mine = [each for each in game.decisions if each.side == game.giver]  # both sides may be choosing
    about = next((each.about for each in mine if isinstance(each.about, Squadron)), None)
    if about is None:
        raise Refusal("25.31", "no ships are chosen now")
    for name in about.units:
        if name not in order.units:
            yield Dismiss(name)
    for name in order.units:
        if name not in about.units:
            yield Muster(name)
    yield PASS


def _entrench_line(game: Game[SteelPosition], order: EntrenchLine) -> Iterator[Action]:
    """[12.0] Everybody next to the enemy or in his zone entrenches."""
    names = line(game.position, order.front)
    if not names:
        raise Refusal("12.0", "nobody next to the enemy can entrench")
    for name in names:
        yield Entrench(name)


def line(position: SteelPosition, front: str) -> list[str]:
    """[12.0] The units of a front, or of all, that stand next to the enemy or his ground and can entrench."""
    side, setting = position.active, position.setting
    enemy = other_side(side)
    return [
        unit.name
        for unit in position.of_side(side)
        if reorganization.can_entrench(position, unit)
        and front in ("", setting.front_of[unit.at])
        and any(
            position.occupant[node] == enemy or position.controller(node) == enemy
            for node in (unit.at, *setting.ground.around[unit.at])
        )
    ]


def _hold(game: Game[SteelPosition]) -> Iterator[Action]:
    """[8.22] Pass in the segments of this impulse that are left."""
    side, impulse = game.position.active, game.position.impulse
    if not impulse or game.decision.kind not in SEGMENT_ORDERS:
        raise Refusal("8.22", "only segments of an impulse can be passed at a stroke")
    yield PASS
    while (
        not game.over
        and (game.position.active, game.position.impulse) == (side, impulse)
        and game.decision.kind in SEGMENT_ORDERS
    ):
        yield PASS


def _reinforce(game: Game[SteelPosition], order: ReinforceFront) -> Iterator[Action]:
    """[11.62] One corps after the other goes by rail behind the line of a front, as long as trains go."""
    position, label = game.position, game.setting.board.label
    if game.decision.kind == AIR_ORDERS:
        raise Refusal("30.71", "air units are ordered to their missions first: pass when all have theirs")
    if position.step != MOVEMENT or not (going := reserves.reserves(position, order.front)):
        raise Refusal("11.62", "no corps far from the enemy can go there by rail")
    for name, to in going:
        if trains.can_entrain(game.position, game.position.units[name]):
            yield Pick(name)
            yield Entrain()
            yield Detrain(label(to))
