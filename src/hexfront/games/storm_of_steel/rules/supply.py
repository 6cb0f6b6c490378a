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


def reaches_all(position: SteelPosition, side: str, nodes: frozenset[int], first: str) -> bool:
    """[31.1] Whether a side supplies all of some hexes; its headquarters are asked from a first one on until
    nothing is left."""
    left = set(nodes)
    for name in (first, *position.headquarters[side]):
        if headquarters.has_line(position, name):
            left -= headquarters.reach(position, name).supplied
            if not left:
                return True
    return False


def in_supply(position: SteelPosition, unit: Unit) -> bool:
    """[31.1] Whether a unit is in supply."""
    return unit.at in supplied_hexes(position, position.sides[unit.piece])
