"""Chapter 38: armoured trains, which fight from the railway and never leave it."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import control
from hexfront.games.storm_of_steel.vocabulary import other_side


def reached(position: SteelPosition, side: str, start: int) -> frozenset[int]:
    """[38.1] Where an armoured train can go: along friendly railways as others do, but also out of enemy
    zones and into them, where it stops; not from one straight into another (SS-E08)."""
    rails, gaps = position.rails, position.setting.gaps(position.turn)
    if not rails[start] or position.rail_side(start) != side:
        return frozenset()
    found = {start}
    queue = [start]
    for node in queue:
        zone_here = position.in_enemy_zone(node, side)
        stops = node in gaps or control.city_zone_bars(position, node, side)  # [16.52]
        if node != start and (zone_here or stops):
            continue
        for other in rails[node]:
            if other in found or not _is_open(position, side, other):
                continue
            if zone_here and position.in_enemy_zone(other, side):
                continue
            found.add(other)
            queue.append(other)
    return frozenset(found)


def _is_open(position: SteelPosition, side: str, node: int) -> bool:
    return (
        node in position.setting.in_play
        and position.rail_side(node) == side
        and position.occupant[node] != other_side(side)
        and position.controller(node) != other_side(side)
        and not position.is_red(node)
    )


def beside(position: SteelPosition, unit: Unit) -> list[int]:
    """[38.2] The hexes next to a train that its railway leads to: it falls back to no others."""
    side = position.side_of(unit)
    return [node for node in position.rails[unit.at] if position.rail_side(node) == side]


def stands_on_rails(position: SteelPosition, side: str, node: int) -> bool:
    """[38.2] Whether a train can be put into a hex."""
    return bool(position.rails[node]) and position.rail_side(node) == side
