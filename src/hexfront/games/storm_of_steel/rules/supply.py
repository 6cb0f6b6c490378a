"""[31.1] Supply: a line to any friendly headquarters within twice its command radius."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import control, headquarters
from hexfront.games.storm_of_steel.vocabulary import other_side


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


def kept(position: SteelPosition, group: Sequence[Unit], nodes: Iterable[int]) -> list[int]:
    """[11.3] [31.12] Of some hexes those in which all units of a group are in supply once they are there: no
    line leads any more through an enemy zone that they have left."""
    supplied = hexes_for(position, group)
    found = [node for node in nodes if node in supplied]
    if not found or not _opens_a_gap(position, group) or _lines_elsewhere(position, group, found):
        return found
    left = hexes_after(position, group)
    return [node for node in found if node in left]


def hexes_after(position: SteelPosition, group: Sequence[Unit]) -> frozenset[int]:
    """[11.3] [31.1] Every hex in which all units of a group would be in supply once they have left theirs."""
    if not _opens_a_gap(position, group):
        return hexes_for(position, group)
    names = tuple(unit.name for unit in group)
    left: frozenset[int] = position.memo.found(("left", *names), _once_gone, position, group)
    return left


def _opens_a_gap(position: SteelPosition, group: Sequence[Unit]) -> bool:
    """[10.33] [16.53] Whether lines go through the hex of a group only while it is there."""
    start, side = group[0].at, position.side_of(group[0])
    ground = position.setting.ground
    if not (position.zones[other_side(side)][start] or ground.has_city_zone[start]):
        return False
    names = {unit.name for unit in group}
    return names.issuperset(position.troops[start])


def _lines_elsewhere(position: SteelPosition, group: Sequence[Unit], nodes: Collection[int]) -> bool:
    """[31.1] Whether headquarters to which the hex of a group means nothing supply all of some hexes."""
    left = set(nodes)
    for name in position.headquarters[position.side_of(group[0])]:
        found = headquarters.reach(position, name)
        if found.linked and group[0].at not in found.seen:
            left -= found.supplied
            if not left:
                return True
    return False


def _once_gone(position: SteelPosition, group: Sequence[Unit]) -> frozenset[int]:
    """[16.21] [31.1] Every hex in which units of a group would be in supply if they had left theirs."""
    side, start = position.side_of(group[0]), group[0].at
    trial = position.copy()
    for unit in group:
        trial.remove(unit.name)
    control.leave(trial, side, start)
    return hexes_for(trial, group)


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
