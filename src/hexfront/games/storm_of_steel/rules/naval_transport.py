"""[11.63] Naval transport: land units go from port to port, one aboard each transport.

Who may sail where is a matter of seas: those of a side's list [11.631] [11.632] that the enemy does not
dominate, and off the map so many areas a move [21.45].
"""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel.position import OPENED, SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.rules import control, impulses, sea_control, sea_routes, stacking, supply
from hexfront.games.storm_of_steel.rules.sea_routes import OFF_MAP_SEAS
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, other_side
from hexfront.kernel.table import Table

# [11.631] The basins of the Central Powers, and [11.632] the seas of the Entente on the map.
BASINS = (("baltic",), ("north-sea",), ("adriatic",), ("black-sea", "marmara"))
HIGH_SEAS = ("north-sea", "english-channel", "west-mediterranean", "east-mediterranean", *OFF_MAP_SEAS)
BEHIND_THE_STRAITS = ("marmara", "black-sea")
PORT_CAPACITY = 2  # [29.16] [29.22] units in and out of a port in an impulse
FURTHEST = 2  # [21.45] areas of a move off the map, the map counting as one
EVACUATION = "evacuation"
NEUTRAL_LANDING = "landing in"


def front_of(position: SteelPosition, node: int) -> str:
    """[21.44] [29.1] The front in whose impulses ships in a port move: off the map the west on the Atlantic
    and else the Middle East, which has the Black Sea as well."""
    setting = position.setting
    seas = sea_control.harbours(setting).get(node, ())
    if setting.board.is_area(node):
        return "west" if "atlantic" in seas else "middle-east"
    if "black-sea" in seas and "middle-east" in setting.fronts:
        return "middle-east"
    return setting.front_of[node]


def is_active(position: SteelPosition, node: int) -> bool:
    """[21.44] Whether ships in a port move in this impulse."""
    return front_of(position, node) in impulses.active_fronts(position)


# Seas


def lanes(position: SteelPosition, side: str, country: str) -> tuple[frozenset[str], ...]:
    """[11.631] [11.632] The seas over which units of a country may be shipped, by basins that hang together:
    only such as the enemy does not dominate."""
    key = ("lanes", side, country == "russia")
    return position.tides.found(key, _lanes, position, side, country)


def _lanes(position: SteelPosition, side: str, country: str) -> tuple[frozenset[str], ...]:
    usable = sea_routes.open_seas(position, side)
    if side == CENTRAL_POWERS:
        basins = [frozenset(basin) & usable for basin in BASINS]
    elif all(position.controller(node) == ENTENTE for node in position.setting.straits):
        basins = [frozenset((*HIGH_SEAS, *BEHIND_THE_STRAITS)) & usable]
    else:
        basins = [frozenset(HIGH_SEAS) & usable]
        if country == "russia":
            basins.append(frozenset(("black-sea",)) & usable)
    return tuple(basin for basin in basins if basin)


def seas_reached(position: SteelPosition, side: str, country: str, start: int) -> dict[str, int]:
    """[21.45] The seas that a ship comes to from a harbour, with the areas it has used off the map; the map
    counts as one where it is left."""
    links = position.setting.links
    found: dict[str, int] = {}
    for basin in lanes(position, side, country):
        queue = [sea for sea in sea_control.seas_of(position, start) if sea in basin]
        for sea in queue:
            found[sea] = 1
        for sea in queue:
            for link in links:
                if link.kind != "sea" or sea not in (link.a, link.b):
                    continue
                other = link.b if sea == link.a else link.a
                if other not in basin:
                    continue
                both_on_map = sea not in OFF_MAP_SEAS and other not in OFF_MAP_SEAS
                used = found[sea] + (0 if both_on_map else 1)
                if used < found.get(other, 99):
                    found[other] = used
                    queue.append(other)
    return found


def joins(position: SteelPosition, start: int, end: int, reached: dict[str, int]) -> bool:
    """[11.632] [21.45] [29.21] Whether a harbour lies on seas that were reached: any between two ports of
    the map, else not more than two areas away."""
    is_area = position.setting.board.is_area
    used = min((reached.get(sea, 99) for sea in sea_control.seas_of(position, end)), default=99)
    return used < 99 if not (is_area(start) or is_area(end)) else used <= FURTHEST


# Who can embark


def may_embark(position: SteelPosition, unit: Unit) -> bool:
    """[11.63] [29.1] Whether a land unit stands in a friendly port from which a transport can take it."""
    side = position.side_of(unit)
    evacuated = _is_evacuated(position, unit)
    if unit.at not in sea_control.harbours(position.setting) and not evacuated:
        return False
    if unit.moved or unit.crossed or unit.entrenched or _stays_home(position, unit):
        return False
    piece = position.piece(unit)
    if not piece.air and (piece.force or not piece.land or not piece.movement):  # [30.57]
        return False
    if evacuated:
        return True
    return (
        sea_routes.is_friendly_port(position, side, unit.at)
        and has_berth(position, unit.at)
        and transport_for(position, unit) is not None
    )


def _stays_home(position: SteelPosition, unit: Unit) -> bool:
    """SS-D35: British land units stay at home until Winter 1915 as long as Belgium is neutral."""
    setting = position.setting
    return (
        position.piece(unit).country == "great-britain"
        and "belgium" not in position.alliances
        and position.turn < setting.calendar.number("winter-1915")
        and setting.country_of[unit.at] == "great-britain"
        and setting.front_of[unit.at] == "west"
    )


def _is_evacuated(position: SteelPosition, unit: Unit) -> bool:
    """[4.6-Special] Whether a card lets a unit embark where it stands: on the coast that was named."""
    if not position.flags.get(EVACUATION) or position.side_of(unit) != ENTENTE:
        return False
    setting = position.setting
    if setting.board.is_area(unit.at):
        return False
    coast = {name for name, sea in SEAS.items() if f"{EVACUATION} {sea}" in position.flags}
    return any(
        node in setting.board.regions.get(sea, ())
        for sea in coast
        for node in setting.board.adjacent[unit.at]
    )


def has_berth(position: SteelPosition, node: int) -> bool:
    """[29.16] [29.22] [29.23] Whether a port can handle one more unit in this impulse."""
    board = position.setting.board
    number = 1
    if board.is_area(node):
        number = max(position.setting.area_figures(board.label(node)).get("ports", 1), 1)
    return position.hauled.get(berth(position, node), 0) < PORT_CAPACITY * number


def berth(position: SteelPosition, node: int) -> str:
    """How the use of a port in an impulse is noted."""
    return f"port {position.setting.board.label(node)}"


def transports(position: SteelPosition, side: str, port: int) -> Iterator[Unit]:
    """[29.11] [29.15] [25.3] The transports that can come to a port: free, with an impulse, in it or on its
    sea, and without a landing in this turn."""
    setting = position.setting
    usable = sea_routes.open_seas(position, side)
    near = [port]
    for sea in sea_control.seas_of(position, port):
        if sea in usable:
            near += sea_control.ports_of(setting)[sea]
    for node in dict.fromkeys(near):
        for unit in position.units_at(node):
            if (
                position.piece(unit).kind == sea_control.TRANSPORT
                and position.side_of(unit) == side
                and not unit.moved
                and not unit.crossed
                and not unit.mission
                and is_active(position, node)
            ):
                yield unit


def transport_for(position: SteelPosition, unit: Unit) -> Unit | None:
    """[29.11] [31.12] The transport that takes a unit: the nearest whose leaving cuts nobody's supply."""
    side = position.side_of(unit)
    return next((each for each in transports(position, side, unit.at) if not strands(position, each)), None)


def strands(position: SteelPosition, ship: Unit) -> bool:
    """[31.12] Whether units would be out of supply that are in supply, if a transport left its port."""
    found: bool = position.memo.found(("strands", ship.name), _strands, position, ship)
    return found


def _strands(position: SteelPosition, ship: Unit) -> bool:
    side = position.side_of(ship)
    before = supply.supplied_hexes(position, side)
    trial = position.copy()
    trial.remove(ship.name)
    after = supply.supplied_hexes(trial, side)
    return any(position.occupant[node] == side for node in before - after)


# Where to


def destinations(position: SteelPosition, unit: Unit) -> list[int]:
    """[11.63] [11.64] [21.5] [29.12] [29.2] [29.25] The friendly ports and areas that a unit can be shipped
    to, with a free berth, room, and no enemy zone."""
    side, country = position.side_of(unit), position.piece(unit).country
    reached = seas_reached(position, side, country, _from(position, unit))
    start = unit.at
    found = []
    for node in sorted(sea_control.harbours(position.setting)):
        if node == start or not joins(position, start, node, reached) or not has_berth(position, node):
            continue
        if _may_land(position, unit, node):
            found.append(node)
    return found


def _from(position: SteelPosition, unit: Unit) -> int:
    """The harbour whose seas a unit sails from; of one that is evacuated any on the coast named."""
    if unit.at in sea_control.harbours(position.setting):
        return unit.at
    coast = next(key for key in position.flags if key.startswith(f"{EVACUATION} "))
    return sea_control.ports_of(position.setting)[coast.removeprefix(f"{EVACUATION} ")][0]


def _may_land(position: SteelPosition, unit: Unit, node: int) -> bool:
    """[21.11] [21.13] [29.24] [11.64] Whether a unit may come ashore somewhere."""
    setting = position.setting
    side, piece = position.side_of(unit), position.piece(unit)
    board = setting.board
    if board.is_area(node):
        area = board.label(node)
        if area == "japan" and piece.country != "japan":
            return False
        return sea_routes.area_friendly(position, side, area) or may_conquer(position, unit, area)
    if node not in setting.in_play or (position.troops[node] and position.occupant[node] != side):
        return False  # nor where forces of a neutral stand (SS-D79)
    if is_minor_port(position, node, side):
        return stacking.has_room(position, node, [unit])
    if position.flags.get(f"{NEUTRAL_LANDING} {board.label(node)}") and side == ENTENTE:
        return position.occupant[node] in ("", side) and stacking.has_room(position, node, [unit])
    return (
        sea_routes.is_friendly_port(position, side, node)
        and position.is_open(node, side)
        and not position.in_enemy_zone(node, side)
        and stacking.has_room(position, node, [unit])
    )


def is_minor_port(position: SteelPosition, node: int, side: str) -> bool:
    """[25.44] Whether a port needs no assault though it is not friendly: Tirana and Fao, while nobody holds
    them against the side."""
    city = position.setting.city_at.get(node)
    return (
        city is not None
        and city.landing == "open"
        and position.occupant[node] in ("", side)
        and position.controller(node) != other_side(side)
        and position.is_open(node, side)
        and not position.in_enemy_zone(node, side)
    )


def may_conquer(position: SteelPosition, unit: Unit, area: str) -> bool:
    """[21.13] [21.14] Whether a unit may take an area whose owner fights for the Central Powers: an active or
    shock corps, once no enemy ship is there."""
    printed = position.setting.printed.places.areas[area]
    node = position.setting.board[area]
    return (
        position.side_of(unit) == ENTENTE
        and position.alliances.get(printed.owner) == CENTRAL_POWERS
        and printed.owner not in position.surrendered
        and position.piece(unit).kind in ("active", "shock")
        and not any(position.side_of(each) == CENTRAL_POWERS for each in position.units_at(node))
    )


def ship(table: Table, position: SteelPosition, unit: Unit, to: int) -> str:
    """[11.63] [11.634] [29.13] A unit goes aboard, sails and lands; the name of its transport, if it needs
    one. Neither moves any more in this impulse."""
    label = position.setting.board.label
    start = unit.at
    carrier = None if _is_evacuated(position, unit) else transport_for(position, unit)
    for node in (start, to):
        key = berth(position, node)
        position.hauled[key] = position.hauled.get(key, 0) + 1
    if carrier is not None:
        position.change(carrier.name, at=to, moved=True)
    elif left := position.flags.get(EVACUATION):
        position.flags[EVACUATION] = left - 1
    position.change(unit.name, at=to, strategic=True, moved=True)
    if not position.setting.board.is_area(to) and position.controller(to) != position.side_of(unit):
        control.enter(position, position.side_of(unit), [to])
    if mark := position.flags.get(f"{NEUTRAL_LANDING} {label(to)}"):
        position.flags[f"{NEUTRAL_LANDING} {label(to)}"] = mark - 1
        position.flags[f"{OPENED} {position.setting.country_of[to]}"] = 1
        position.renew()
        position.hold(to, position.side_of(unit))
    table.tell(
        f"{position.piece(unit).name} goes by sea from {label(start)} to {label(to)}", "11.63", kind="move"
    )
    return carrier.name if carrier is not None else ""
