"""[11.7] Advance after combat (SS-D22)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.orders import Advance
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import air_landing, card_effects, control, moving, stacking
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

FAR_CADRE = 4


def after(
    table: Table, position: SteelPosition, at: int, names: Sequence[str], *, further: bool
) -> Procedure:
    """[10.34] [11.7] Attackers may enter a hex that was emptied, whatever zones there are; those of
    cadre 4 and
    tank corps may go one hex further after DE and DI."""
    if position.troops[at] or not position.is_open(at, position.active):
        return None
    waiting = [name for name in names if name in position.units]
    while waiting:
        able = [
            name
            for name in waiting
            if position.units[name].at != at
            and _can_step(position, position.units[name], at)
            and stacking.has_room(position, at, [position.units[name]])
        ]
        chosen = yield from _choose(position, at, able, [at])
        if chosen is None:
            break
        waiting.remove(chosen.unit)
        _enter(table, position, chosen.unit, at)
    if further:
        yield from _go_further(table, position, at, [name for name in names if name not in waiting])
    return None


def _go_further(table: Table, position: SteelPosition, at: int, names: Sequence[str]) -> Procedure:
    """[11.7] One hex more for cadre 4 and tank corps."""
    side = position.active
    for name in names:
        unit = position.units.get(name)
        if unit is None or unit.at != at or not _is_fast(position, unit):
            continue
        ends = [
            node
            for node in position.setting.ground.around[at]
            if position.is_open(node, side)
            and position.occupant[node] != other_side(side)
            and _can_step(position, unit, node)
            and stacking.has_room(position, node, [unit])
        ]
        chosen = yield from _choose(position, at, [name], ends)
        if chosen is not None:
            _enter(table, position, name, position.setting.board[chosen.to])
    return None


def _choose(
    position: SteelPosition, at: int, names: Sequence[str], ends: Sequence[int]
) -> Generator[Ask, Any, Advance | None]:
    label = position.setting.board.label
    options: list[Action] = [Advance(name, label(node)) for name in names for node in ends]
    if not options:
        return None
    order = yield Ask(
        position.active,
        "advance",
        "Who advances? Pass when nobody more does",
        "11.7",
        [*options, PASS],
        matters.Pursuit(label(at), tuple(names)),
        lambda action: _why_not(position, action) if isinstance(action, Advance) else None,
    )
    return order if isinstance(order, Advance) else None


def _why_not(position: SteelPosition, order: Advance) -> Refusal | None:
    """[11.7] [13.1] Words for an advance that is not possible."""
    board = position.setting.board
    if words := position.why_not_own(order.unit, position.active):
        return Refusal("11.7", words)
    if order.to not in board:
        return None
    unit = position.units[order.unit]
    node, name = board[order.to], position.piece(unit).name
    if not stacking.has_room(position, node, [unit]):
        return Refusal("13.1", f"{order.to} has no room for {name}")
    if not _can_step(position, unit, node):
        return Refusal("11.7", f"{name} cannot step from {board.label(unit.at)} to {order.to}")
    return Refusal("11.7", f"{name} does not advance to {order.to}")


def _can_step(position: SteelPosition, unit: Unit, node: int) -> bool:
    """[11.43] Whether the ground lets a unit step there."""
    setting = position.setting
    piece = setting.pieces[unit.piece]
    if piece.train:
        return False  # [38.2] no railway of the enemy carries it
    if piece.headquarters:
        return node in moving.staff_ways(position, unit, unit.at)
    how = setting.how(piece, bool(unit.motorized))
    return any(other == node for other, _ in position.steps(how)[unit.at])


def _is_fast(position: SteelPosition, unit: Unit) -> bool:
    piece = position.setting.pieces[unit.piece]
    return card_effects.cadre(position, unit) >= FAR_CADRE or piece.kind == "tank-corps"


def _enter(table: Table, position: SteelPosition, name: str, to: int) -> None:
    unit = position.units[name]
    start = unit.at
    position.change(name, at=to)
    control.enter(position, position.active, [to])
    control.leave(position, position.active, start, name)
    where = position.setting.board.label(to)
    table.tell(f"{position.piece(unit).name} advances to {where}", "11.7", kind="advance")
    air_landing.overrun(table, position)
