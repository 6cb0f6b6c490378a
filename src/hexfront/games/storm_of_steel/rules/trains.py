"""[11.62] Rail movement."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from hexfront.games.storm_of_steel import matters, stacks
from hexfront.games.storm_of_steel.orders import Detrain, Entrain
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.economy import ON_NET, RailLimit
from hexfront.games.storm_of_steel.rules import (
    armoured_trains,
    control,
    marching,
    movement_cards,
    moving,
    stacking,
)
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from hexfront.shared.hands import IN_HAND

# Rail movement


def can_entrain(position: SteelPosition, *group: Unit) -> bool:
    """[11.62] Whether a group may go by rail: it stands on a friendly railway, out of enemy zones, and
    the net
    has room for it."""
    node = group[0].at
    side = position.sides[group[0].piece]
    return (
        bool(position.rails[node])
        and position.rail_side(node) == side
        and (not position.in_enemy_zone(node, side) or position.piece(group[0]).train)  # [38.1]
        and not position.is_cargo(group[0].name)
        and not _is_in_gap(position, group)
        and not _full(position, group, node)
    )


def why_not(position: SteelPosition, group: Sequence[Unit]) -> Refusal:
    """[11.62] Words for a group that cannot go by rail."""
    node, side = group[0].at, position.sides[group[0].piece]
    label = position.setting.board.label(node)
    if not position.rails[node]:
        return Refusal("11.62", f"there is no railway in {label}")
    if position.rail_side(node) != side:
        return Refusal("11.41", f"the railway in {label} is not friendly")
    if position.in_enemy_zone(node, side):
        return Refusal("11.62", f"{label} is in an enemy zone")
    if _is_in_gap(position, group):
        return Refusal("11.62", f"the line has a gap in {label}: one goes on by foot (SS-D34)")
    return _too_many(position, _full(position, group, node))


def _is_in_gap(position: SteelPosition, group: Sequence[Unit]) -> bool:
    """[11.62] SS-D34: whether a group stands in a gap of a line, from which it goes on by foot; armoured
    trains that came so far go on along the rails that there are."""
    gaps = position.setting.gaps(position.turn)
    return group[0].at in gaps and not position.piece(group[0]).train


def _too_many(position: SteelPosition, limits: Sequence[RailLimit]) -> Refusal:
    """[11.62] Words for a limit of rail movement."""
    words = []
    for limit in limits:
        what = "units" if limit.counts == ON_NET else f"units of {limit.country}"
        where = f"on the railways of {limit.country}" if limit.counts == ON_NET else "by rail"
        words.append(f"no more than {limit.units} {what} go {where} in an impulse, a brigade being half")
    return Refusal("11.62", "; ".join(words))


def _why_not_there(position: SteelPosition, group: Sequence[Unit], to: str) -> Refusal | None:
    """[11.62] Words for a hex where a train cannot go."""
    board, side = position.setting.board, position.active
    if to not in board:
        return None
    node = board[to]
    if not position.rails[node]:
        return Refusal("11.62", f"there is no railway in {to}")
    if position.rail_side(node) != side:
        return Refusal("11.41", f"the railway in {to} is not friendly")
    if position.in_enemy_zone(node, side) and not position.piece(group[0]).train:
        return Refusal("11.62", f"{to} is in an enemy zone")
    if node in moving.by_rail(position, side, group[0].at):
        if not stacking.has_room(position, node, group):
            return Refusal("13.2", f"{to} has no room")
        if full := _full(position, group, group[0].at, node):
            return _too_many(position, full)
    return Refusal("11.62", f"no friendly railway leads to {to}, out of enemy zones all the way")


def _load(position: SteelPosition, limit: RailLimit, group: Sequence[Unit], nodes: Sequence[int]) -> int:
    """[11.62] The half units by which a journey of a group from or to some hexes counts against a limit: all
    on the net of a country, or those that are its own on any."""
    setting = position.setting
    if limit.counts == ON_NET and all(setting.country_of[node] != limit.country for node in nodes):
        return 0
    own = [
        unit
        for unit in group
        if limit.counts == ON_NET or setting.pieces[unit.piece].country == limit.country
    ]
    return _halves(position, own)


def _halves(position: SteelPosition, group: Sequence[Unit]) -> int:
    """[11.62] What land units count against limits, in half units: a brigade is half a unit."""
    pieces = [position.setting.pieces[unit.piece] for unit in group]
    return sum(2 if piece.corps else 1 for piece in pieces if piece.land)


def _full(position: SteelPosition, group: Sequence[Unit], *nodes: int) -> list[RailLimit]:
    """[11.62] The limits that a journey of a group from or to some hexes would go beyond."""
    return [
        limit
        for limit in position.setting.rail_limits(position.turn)
        if (load := _load(position, limit, group, nodes))
        and position.hauled.get(limit.country, 0) + load > 2 * limit.units
    ]


def full_nets(position: SteelPosition, group: Sequence[Unit]) -> set[str]:
    """[11.62] The countries whose railways have no room for a group in this impulse."""
    return {
        limit.country
        for limit in position.setting.rail_limits(position.turn)
        if limit.counts == ON_NET
        and position.hauled.get(limit.country, 0) + _halves(position, group) > 2 * limit.units
    }


def note_load(position: SteelPosition, group: Sequence[Unit], *nodes: int) -> None:
    """[11.62] Count a group that goes by rail from or to some hexes against the limits."""
    for limit in position.setting.rail_limits(position.turn):
        if load := _load(position, limit, group, nodes):
            position.hauled[limit.country] = position.hauled.get(limit.country, 0) + load


def travel(table: Table, position: SteelPosition, names: Sequence[str]) -> Generator[Ask, Any, bool]:
    """[11.62] Ask where a train goes, and go there; whether it did."""
    group = [position.units[name] for name in names]
    start, side = group[0].at, position.active
    label, board = position.setting.board.label, position.setting.board

    armoured = position.piece(group[0]).train

    def ends() -> list[Action]:
        lines = armoured_trains.reached if armoured else moving.by_rail
        joined = lines(position, side, start)
        country_of, shut = position.setting.country_of, full_nets(position, group)
        return [
            PASS,
            *(
                Detrain(label(node))
                for node in sorted(joined)
                if node != start and stacking.has_room(position, node, group) and country_of[node] not in shut
            ),
        ]

    order = yield Ask(
        side,
        "detrain",
        "Where does the train go? Pass to stay",
        "11.62",
        ends,
        matters.OnTrain(tuple(names)),
        lambda action: _why_not_there(position, group, action.to) if isinstance(action, Detrain) else None,
    )
    if isinstance(order, Pass):
        return False
    to = board[order.to]
    note_load(position, group, start, to)
    for unit in group:
        position.change(unit.name, at=to, strategic=not armoured)  # [38.1]
    control.leave(position, side, start, *names)
    shown = stacks.on_the_move(position, group)
    table.tell(f"{shown} go by rail from {label(start)} to {label(to)}", "11.62", kind="move")
    marching.note_crossing(position, names, start, to)
    return True


# A second journey


def again(position: SteelPosition) -> list[str]:
    """[4.6-Special] The units that came by rail and may go by rail once more."""
    if not position.flags.get(movement_cards.SECOND_TRAIN):
        return []
    return [
        unit.name
        for unit in position.of_side(position.active)
        if unit.moved and movement_cards.may_entrain_again(position, unit) and can_entrain(position, unit)
    ]


def second_train(table: Table, position: SteelPosition, name: str) -> Procedure:
    """[4.6-Special] A unit that came by rail goes by rail once more."""
    order = yield Ask(
        position.active,
        IN_HAND,
        "A second journey by rail, or pass",
        "4.6-Special",
        [Entrain(), PASS],
        matters.InHand((name,)),
    )
    if isinstance(order, Entrain) and (yield from travel(table, position, [name])):
        movement_cards.note_second_train(position, name)
    return None
