"""[31.1] Supply: a line to any friendly headquarters within twice its command radius."""

from __future__ import annotations

from collections.abc import Sequence

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
    """[31.1] [35.13] [35.22] [36.14] [37.4] Whether a unit is in supply; irregulars need none (SS-D63)."""
    if position.setting.pieces[unit.piece].force:
        return True
    side = position.sides[unit.piece]
    if unit.at in supplied_hexes(position, side):
        return True
    return is_alpine(position, unit) and unit.at in alpine_hexes(position, side)


def hexes_for(position: SteelPosition, group: Sequence[Unit]) -> frozenset[int]:
    """[31.1] [37.4] Every hex in which all units of a group would be in supply."""
    side = position.sides[group[0].piece]
    if all(is_alpine(position, unit) for unit in group):
        return alpine_hexes(position, side)
    return supplied_hexes(position, side)


def is_alpine(position: SteelPosition, unit: Unit) -> bool:
    """[37.0] Whether a unit is an alpine one, and their chapter is in use."""
    return position.setting.pieces[unit.piece].alpine and position.setting.option("alpine-units")


def alpine_hexes(position: SteelPosition, side: str) -> frozenset[int]:
    """[37.4] Every hex in which an alpine unit is in supply: its lines lead through mountains."""
    return position.memo.found(("alpine supply", side), _alpine_hexes, position, side)


def _alpine_hexes(position: SteelPosition, side: str) -> frozenset[int]:
    found: set[int] = set()
    for name in position.headquarters[side]:
        if headquarters.has_line(position, name):
            found |= headquarters.over_mountains(position, position.units[name])
    return frozenset(found)
