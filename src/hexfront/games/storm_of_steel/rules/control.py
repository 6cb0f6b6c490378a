"""[16.0] Control of hexes, and of the railways in them."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.storm_of_steel.position import NOBODY, SteelPosition
from hexfront.games.storm_of_steel.vocabulary import WORKS, other_side

_OCCUPIED = frozenset(("capital", "industrial", "city", "petroleum"))  # [35.33]


def enter(position: SteelPosition, side: str, nodes: Iterable[int]) -> None:
    """[16.2] [16.22] [16.3] [16.42] Land units of a side come through hexes: it controls them, and railways
    that were not its own are destroyed."""
    rails = position.setting.rails(position.turn)
    for node in nodes:
        position.hold(node, side)
        if rails[node] and position.rail_side(node) != side:
            position.lay_rails(node, NOBODY)


def leave(position: SteelPosition, side: str, node: int, *units: str) -> None:
    """[16.21] A capital, industrial city or port in a country that is not friendly is nobody's when the last
    garrison has gone, and so is any city or petroleum that Free Corps leave [35.33]."""
    ground = position.setting.ground
    if (
        (
            ground.needs_garrison[node]
            or (not position.free_corps.isdisjoint(units) and ground.kinds_of[node] & _OCCUPIED)
        )
        and position.occupant[node] != side
        and position.controller(node) == side
        and position.default_controller(node) != side
    ):
        position.hold(node, NOBODY)


def controls(position: SteelPosition, side: str, node: int) -> bool:
    """[10.33] [16.0] Whether a side has the use of a city, petroleum or grain hex: it controls it, and
    no enemy
    zone lies on it while it is empty."""
    return position.controller(node) == side and not position.zone_bars(node, side)


def city_zone_bars(position: SteelPosition, node: int, side: str) -> bool:
    """[16.5] [16.51] [16.53] Whether the zone of an enemy capital or industrial city, which is its hex alone,
    bars lines and command of a side there: not while the side has a garrison in it."""
    if not position.setting.ground.has_city_zone[node] or position.occupant[node] == side:
        return False
    country = position.setting.country_of[node]
    return position.alliances.get(country) == other_side(side) and country not in position.surrendered


def repair(position: SteelPosition, side: str, node: int) -> bool:
    """[16.4] [34.4] A headquarters that came by regular movement repairs the railway of its hex, also where
    it is devastated and there is nothing else (SS-E02); whether it did."""
    if not position.setting.rails(position.turn)[node]:
        return False
    cleared = node in position.ruins and not position.setting.ground.kinds_of[node] & WORKS
    if cleared:
        position.clear_waste(node)
    if position.rail_side(node) == side:
        return cleared
    position.lay_rails(node, side)
    return node not in position.ruins
