"""[12.1] Retreat after combat (SS-D21)."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.orders import Retreat
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    armoured_trains,
    card_effects,
    control,
    headquarters,
    losses,
    moving,
    stacking,
)
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def fall_back(table: Table, position: SteelPosition, names: Sequence[str]) -> Procedure:
    """[10.34] [13.2] Each unit falls back one hex by its owner's choice, or is eliminated where it can
    not."""
    for name in names:
        unit = position.units.get(name)
        if unit is None:
            continue
        ends = places(position, unit)
        if not ends:
            losses.eliminate(table, position, unit, "38.2" if position.piece(unit).train else "10.34")
            continue
        label = position.setting.board.label
        options: list[Action] = [Retreat(name, label(node)) for node in ends]
        side = position.side_of(unit)
        order = yield Ask(
            side,
            "retreat",
            f"Where does {position.piece(unit).name} fall back to?",
            "12.1",
            options,
            matters.Withdrawal(label(unit.at), (name,)),
        )
        to = position.setting.board[order.to]
        start = unit.at
        position.change(name, at=to)
        control.enter(position, side, [to])
        control.leave(position, side, start, name)
        table.tell(
            f"{position.piece(unit).name} falls back from {label(start)} to {label(to)}",
            "12.1",
            kind="retreat",
        )
        yield from stacking.enforce(table, position, to)
    return None


def places(position: SteelPosition, unit: Unit) -> list[int]:
    """[10.34] [38.2] The hexes a unit may fall back to: open to it, without enemies and out of their zones
    unless an entrenched unit or fort of its own is there; of these the nearest to a headquarters with a
    line."""
    setting = position.setting
    side, start = position.side_of(unit), unit.at
    enemy = other_side(side)
    piece = setting.pieces[unit.piece]
    if piece.train:
        beside = armoured_trains.beside(position, unit)
    elif piece.headquarters:
        beside = [*moving.staff_ways(position, unit, start)]
    else:
        how = setting.how(piece, bool(unit.motorized))
        beside = [node for node, _ in position.steps(how)[start]]
    found = [
        node
        for node in beside
        if position.is_open(node, side)
        and position.occupant[node] != enemy
        and not position.in_enemy_zone(node, side)
    ]
    staffs = [
        node
        for name, node in position.headquarters[side].items()
        if name != unit.name and headquarters.has_line(position, name)
    ]
    found += [] if piece.train else _further(position, unit, found)
    if not staffs or len(found) < 2:
        return found
    far = {node: min(setting.board.distance(node, other) or 0 for other in staffs) for node in found}
    least = min(far.values())
    return [node for node in found if far[node] == least]


def _further(position: SteelPosition, unit: Unit, near: Sequence[int]) -> list[int]:
    """[4.6-Special] The hexes two away that a card lets units of a country retreat to, once through an enemy
    zone; the last hex is out of them."""
    side = position.side_of(unit)
    if card_effects.number(position, side, "long retreat", position.piece(unit).country) is None:
        return []
    setting, enemy = position.setting, other_side(side)

    def passable(node: int) -> bool:
        return position.is_open(node, side) and position.occupant[node] != enemy

    steps = position.steps(setting.how(position.piece(unit), bool(unit.motorized)))
    found = {
        node
        for between, _ in steps[unit.at]
        if passable(between)
        for node, _ in steps[between]
        if passable(node) and not position.in_enemy_zone(node, side)
    }
    return sorted(found - {unit.at, *near})


def stands_fast(position: SteelPosition, unit: Unit) -> bool:
    """[2.8-Entrenched] [12.1] [17.1] Whether a unit ignores retreats: entrenched units, and everybody
    with a fort."""
    pieces = position.setting.pieces
    return unit.entrenched or any(pieces[each.piece].fort for each in position.troops_at(unit.at))


def is_covered(position: SteelPosition, unit: Unit) -> bool:
    """[12.1] Whether a friendly entrenched unit or fort in or next to its hex keeps an attacker where it
    is."""
    side = position.side_of(unit)
    return any(
        position.dug_in[node] and position.occupant[node] == side
        for node in (unit.at, *position.setting.ground.around[unit.at])
    )
