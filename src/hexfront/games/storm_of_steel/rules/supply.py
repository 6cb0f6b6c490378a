"""[31.1] Supply: a line to any friendly headquarters within twice its command radius."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import headquarters


def supplied_hexes(position: SteelPosition, side: str) -> frozenset[int]:
    """[31.1] Every hex in which a land unit of a side is in supply."""
    return position.memo.found(("supplied", side), _supplied_hexes, position, side)


def _supplied_hexes(position: SteelPosition, side: str) -> frozenset[int]:
    found: set[int] = set()
    for name in position.headquarters[side]:
        if headquarters.has_line(position, name):
            found |= headquarters.reach(position, name).supplied
    return frozenset(found)


def in_supply(position: SteelPosition, unit: Unit) -> bool:
    """[31.1] Whether a unit is in supply."""
    return unit.at in supplied_hexes(position, position.sides[unit.piece])
