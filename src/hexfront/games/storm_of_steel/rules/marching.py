"""[11.1] Groups that go: what they control on the way, the fronts they cross, and how they are put down."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel import stacks
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import (
    air_landing,
    control,
    impulses,
    moving,
    naval_transport,
    partisans,
)
from hexfront.kernel.table import Table


def march(
    table: Table, position: SteelPosition, names: Sequence[str], path: Sequence[int], rule: str
) -> None:
    """[11.1] [16.2] Lead a group along a path: it controls what it comes through."""
    units = [position.units[name] for name in names]
    start, to, side = units[0].at, path[-1], position.active
    label = position.setting.board.label
    for name in names:
        position.change(name, at=to)
    if not partisans.is_underground(position, units[0]):
        control.enter(position, side, path)
        control.leave(position, side, start, *names)
        air_landing.overrun(table, position)
    if position.piece(units[0]).headquarters and rule == "11.2":
        for node in path:
            if control.repair(position, side, node):
                table.tell(f"The railway in {label(node)} is repaired", "16.4", kind="rail")
    shown = stacks.on_the_move(position, units)
    verb = {"11.61": "force march", "10.32": "infiltrate"}.get(rule, "march")
    table.tell(f"{shown} {verb} from {label(start)} to {label(to)}", rule, kind="move")
    note_crossing(position, names, start, to)


def infiltrate(table: Table, position: SteelPosition, names: Sequence[str], to: int) -> None:
    """[10.32] Lead a group from one enemy zone into another, if nobody bars its way."""
    if not moving.is_held_up(table, position, [position.units[name] for name in names], to):
        march(table, position, names, [to], "10.32")


def note_crossing(position: SteelPosition, names: Sequence[str], start: int, to: int) -> None:
    """[4.71] A unit that left a front with more impulses for one without does nothing more in this turn."""
    side = position.active
    old, new = front_of(position, start), front_of(position, to)
    if old == new:
        return
    if new not in position.setting.fronts or old not in position.setting.fronts:
        return
    now = position.impulse
    if impulses.count(position, side, old, now) and not impulses.count(position, side, new, now):
        for name in names:
            position.change(name, crossed=True)


def front_of(position: SteelPosition, node: int) -> str:
    if position.setting.board.is_area(node):
        return naval_transport.front_of(position, node)
    return position.setting.front_of[node]


def put_down(position: SteelPosition, name: str, *, commanded: bool = True) -> None:
    """[11.1] [43.0] A unit has moved. Who was not in command when it began to, and took no train, breaks
    through in this impulse [15.71]."""
    unit = position.units[name]
    breaks = not commanded and position.piece(unit).infiltrates and not unit.strategic
    position.change(name, moved=True, broke_through=unit.broke_through or breaks)
    if breaks:
        position.breaking.add(name)
