"""Chapter 5, and where a unit is safe: what both movement and combat look at."""

from __future__ import annotations

import msgspec

from hexfront.kernel.errors import Sealed
from hexfront.kernel.game import Table
from outpost.position import UNKNOWN, OutpostPosition, Unit, enemy_of


def see(table: Table, position: OutpostPosition, node: int) -> None:
    """[5.2] Units next to a hex that somebody of the other side has stopped in are seen."""
    board = position.setting.board
    movers = position.held_by(node)
    for beside in board.adjacent[node]:
        if position.held_by(beside) not in (None, movers) and not board.is_area(beside):
            reveal(table, position, beside)
    if any(position.held_by(beside) not in (None, movers) for beside in board.adjacent[node]):
        reveal(table, position, node)


def reveal(table: Table, position: OutpostPosition, node: int) -> None:
    """[5.2] Show what is hidden in a hex; dummies go."""
    label = position.setting.board.label(node)
    for unit in position.units_at(node):
        if not unit.hidden:
            continue
        if unit.kind == UNKNOWN:
            raise Sealed(f"what {unit.name} is, only the other player knows: send the game back")
        table.reveal(f"{unit.name} was seen")
        if unit.kind == "dummy":
            position.remove(unit)
            table.tell(f"{unit.name} in {label} was a dummy", "5.2", kind="reveal")
        else:
            position.put(msgspec.structs.replace(unit, hidden=False))
            table.tell(f"{unit.name} in {label} is {unit.kind}", "5.2", kind="reveal")


def safe_hexes(position: OutpostPosition, side: str, node: int, units: int = 1) -> list[int]:
    """[4.2] [7.6] Adjacent hexes without enemies or their control, with room for so many units."""
    board = position.setting.board
    zone = position.ways[side].zone
    return [
        beside
        for beside in board.adjacent[node]
        if not board.is_area(beside)
        and not zone[beside]
        and position.held_by(beside) != enemy_of(side)
        and position.room(beside, more=units)
    ]


def shown(unit: Unit) -> str:
    """How everybody may call a unit."""
    return f"{unit.name} (hidden)" if unit.hidden else f"{unit.name} ({unit.kind})"
