"""[30.53] Air transit: to another base three times as far as the range, over the edge of the map, and between
areas off it [21.23] [21.33] [21.43]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from hexfront.games.storm_of_steel.air_orders import Fly
from hexfront.games.storm_of_steel.orders import GoOff
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft, flights, impulses, marching, off_map
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import ENTENTE
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

BRITISH_AFRICA = "british-africa"
AREAS = (*off_map.EDGES, BRITISH_AFRICA)


def reach_of(position: SteelPosition, group: Sequence[Unit]) -> int:
    """[30.53] How far air units fly in transit."""
    return position.setting.number("air transit") * min(aircraft.range_of(position, unit) for unit in group)


@lru_cache(maxsize=32)
def edge_of(setting: SteelSetting, area: str) -> frozenset[int]:
    """[21.23] [21.33] The hexes at the edge of the map beyond which an area lies. British Africa lies south
    of Egypt for air units (SS-D10)."""
    if area != BRITISH_AFRICA:
        return off_map.edge_of(setting, area)
    board, found = setting.board, set[int]()
    if area not in board:
        return frozenset()
    for node in setting.in_play:
        label = board.label(node)
        if board.is_area(node) or not setting.ground.is_land[node]:
            continue
        below = f"{label[:-2]}{int(label[-2:]) + 1:02d}"
        if (
            setting.country_of[node] == "great-britain"
            and setting.front_of[node] == "middle-east"
            and below not in board
        ):
            found.add(node)
    return frozenset(found)


def open_edge(position: SteelPosition, area: str) -> list[int]:
    """[21.44] The hexes toward an area that air units may cross the edge at in this impulse."""
    fronts = impulses.active_fronts(position)
    return [
        node
        for node in sorted(edge_of(position.setting, area))
        if position.setting.front_of[node] in fronts and flights.is_open(position, position.active, node)
    ]


def leads_anywhere(position: SteelPosition, unit: Unit) -> bool:
    """[30.53] Whether there is another base that an air unit may come to, or an area [21.23]."""
    if position.setting.board.is_area(unit.at):
        return bool(destinations(position, [unit]))
    side, far = position.side_of(unit), reach_of(position, [unit])
    distance = position.setting.board.distance
    fields = (*sorted(aircraft.commanded(position, side)), *position.setting.centres)
    if any(
        node != unit.at and (distance(unit.at, node) or 0) <= far and aircraft.can_base(position, side, node)
        for node in fields
    ):
        return True
    return bool(destinations(position, [unit]))


def _reached(position: SteelPosition, group: Sequence[Unit]) -> flights.Reached:
    """[21.33] [30.53] The hexes that air units come to in transit; from an area over the edge of the map, the
    hex at the edge being the first."""
    start, side = group[0].at, position.active
    far = reach_of(position, group)
    board = position.setting.board
    if not board.is_area(start):
        return flights.in_range(position, side, start, far)
    edge = open_edge(position, board.label(start))
    return flights.reached(position, side, [(node, 1) for node in edge], far)


def destinations(position: SteelPosition, group: Sequence[Unit]) -> list[Action]:
    """[30.53] [30.34] Bases and cruisers that air units in hand come to in transit, and areas off the map."""
    setting, side = position.setting, position.active
    label, start = setting.board.label, group[0].at
    near = _reached(position, group)
    fields = {*aircraft.commanded(position, side), *setting.centres}
    found: list[Action] = [
        Fly(label(node))
        for node in sorted(fields)
        if node != start and node in near and aircraft.can_base(position, side, node, len(group))
    ]
    if len(group) == 1:
        found += [
            Fly(ship.name)
            for ship in aircraft.cruisers(position, group[0])
            if ship.at in near and position.aboard.get(group[0].name) != ship.name
        ]
        found += areas(position, group[0], near)
    return found


def areas(position: SteelPosition, unit: Unit, near: flights.Reached) -> Iterator[Action]:
    """[21.23] [21.24] [21.43] The areas that an air unit flies to: over the edge of the map with a point of
    range left, or over a common border on land; of the Entente alone."""
    if position.active != ENTENTE:
        return
    board, far = position.setting.board, reach_of(position, [unit])
    if board.is_area(unit.at):
        for area in off_map.neighbours(position.setting, board.label(unit.at)):
            if off_map.is_open_area(position, unit, area):
                yield GoOff(unit.name, area)
        return
    for area in AREAS:
        if area not in board or not off_map.is_open_area(position, unit, area):
            continue
        if any(near.get(node, far) < far for node in open_edge(position, area)):
            yield GoOff(unit.name, area)


def go(table: Table, position: SteelPosition, names: Sequence[str], order: Fly | GoOff) -> Procedure:
    """[30.53] Air units fly to another base and land there; who is attacked on the way does not fire back."""
    board, start = position.setting.board, position.units[names[0]].at
    shown = ", ".join(position.piece(position.units[name]).name for name in names)
    if isinstance(order, GoOff):
        _leave(table, position, order)
        return None
    ship = position.units.get(order.to)
    to = ship.at if ship is not None else board[order.to]
    where = position.piece(ship).name if ship is not None else board.label(to)
    table.tell(f"{shown} fly over to {where}", "30.53", kind="flight", data={"at": board.label(to)})
    units = [position.units[name] for name in names]
    path = _way(position, units, to)
    for name in names:
        position.aloft.add(name)
        position.change(name, moved=True, strategic=True)
    yield from flights.fly(table, position, names, path)
    for name in names:
        if name in position.units:
            aircraft.put_down(position, name, to, order.to if ship is not None else "")
    left = [name for name in names if name in position.units]
    if not board.is_area(start):
        marching.note_crossing(position, left, start, to)
    return None


def _way(position: SteelPosition, units: Sequence[Unit], to: int) -> list[int]:
    """The hexes of a transit; from an area it begins at the nearest hex of the edge."""
    board, side, far = position.setting.board, position.active, reach_of(position, units)
    start = units[0].at
    if not board.is_area(start):
        return flights.way(position, side, start, to, far)
    edge = open_edge(position, board.label(start))
    back = flights.reached(position, side, [(to, 0)], far)
    first = min((node for node in edge if node in back), key=lambda node: (back[node], node))
    return [first, *flights.way(position, side, first, to, far - 1)]


def _leave(table: Table, position: SteelPosition, order: GoOff) -> None:
    """[21.23] [21.43] [21.45] An air unit flies off the map, or to the next area, which ends its flight."""
    board = position.setting.board
    between = board.is_area(position.units[order.unit].at)
    position.aboard.pop(order.unit, None)
    position.change(order.unit, at=board[order.area], moved=True, strategic=True, crossed=between)
    name = position.piece(position.units[order.unit]).name
    rule = "21.43" if between else "21.23"
    table.tell(f"{name} flies to {board.name_of(board[order.area])}", rule, kind="flight")


def why_not(position: SteelPosition, group: Sequence[Unit], node: int) -> Refusal:
    """[30.53] Words for a base that air units in transit cannot come to."""
    label, side = position.setting.board.label(node), position.active
    if not aircraft.is_base(position, side, node):
        return Refusal("30.3", f"{label} is no base")
    if not aircraft.has_room(position, side, node, len(group)):
        return Refusal(
            "30.41", f"{label} has no room for {len(group)} air units at level {position.air[side]}"
        )
    return Refusal("30.53", f"{label} is farther than {reach_of(position, group)} hexes away")
