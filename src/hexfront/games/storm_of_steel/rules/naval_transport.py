"""[11.63] Naval transport: land units go from port to port, one aboard each transport.

Who may sail where is a matter of seas: those of a side's list [11.631] [11.632] that the enemy does not
dominate, and off the map so many areas a move [21.45].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexfront.games.storm_of_steel.position import OPENED, SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.rules import (
    aircraft,
    allegiance,
    control,
    fleets,
    headquarters,
    impulses,
    quays,
    sea_control,
    sea_routes,
    stacking,
    supply,
)
from hexfront.games.storm_of_steel.rules.quays import PORT_CAPACITY
from hexfront.games.storm_of_steel.rules.sea_routes import OFF_MAP_SEAS
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, other_side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table

# [11.631] The basins of the Central Powers, and [11.632] the seas of the Entente on the map.
BASINS = (("baltic",), ("north-sea",), ("adriatic",), ("black-sea", "marmara"))
HIGH_SEAS = ("north-sea", "english-channel", "west-mediterranean", "east-mediterranean", *OFF_MAP_SEAS)
BEHIND_THE_STRAITS = ("marmara", "black-sea")
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


def lanes(
    position: SteelPosition, side: str, country: str, *, landing: bool = False
) -> tuple[frozenset[str], ...]:
    """[11.631] [11.632] The seas over which units of a country may be shipped, by basins that hang together:
    only such as the enemy does not dominate."""
    key = ("lanes", side, country == "russia", landing)
    return position.tides.found(key, _lanes, position, side, country, landing=landing)


def _lanes(position: SteelPosition, side: str, country: str, *, landing: bool) -> tuple[frozenset[str], ...]:
    usable = sea_routes.open_seas(position, side)
    if side == CENTRAL_POWERS:
        basins = [frozenset(basin) & usable for basin in BASINS]
    elif _is_way_open(position, landing=landing):
        basins = [frozenset((*HIGH_SEAS, *BEHIND_THE_STRAITS)) & usable]
    else:
        basins = [frozenset(HIGH_SEAS) & usable]
        if country == "russia":
            basins.append(frozenset(("black-sea",)) & usable)
    return tuple(basin for basin in basins if basin)


def _is_way_open(position: SteelPosition, *, landing: bool) -> bool:
    """[11.632] [25.41] Whether ships of the Entente go to the Black Sea: transports if it has Gallipoli and
    Constantinople, those who land there if it has Constantinople."""
    setting = position.setting
    gates = setting.bosporus if landing else setting.straits
    return all(position.controller(node) == ENTENTE for node in gates)


def goes_on(sea: str, other: str) -> bool:
    """[21.32] [29.25] Whether a ship from off the map goes on from one sea to the next: on the map it stays
    on the one it has come to (SS-D82)."""
    return sea in OFF_MAP_SEAS or other in OFF_MAP_SEAS or fleets.FRONTS[sea] == fleets.FRONTS[other]


def seas_reached(
    position: SteelPosition, side: str, country: str, start: int, *, landing: bool = False, first: str = ""
) -> dict[str, int]:
    """[21.45] [29.25] The seas that a ship comes to from a harbour or a coast, with the areas it has used off
    the map; the map counts as one where it is left. ``first`` is the only sea on which it may begin."""
    links = position.setting.links
    abroad = position.setting.board.is_area(start)
    found: dict[str, int] = {}
    for basin in lanes(position, side, country, landing=landing):
        queue = [sea for sea in seas_before(position, start) if sea in basin and (not first or sea == first)]
        for sea in queue:
            found[sea] = 1
        for sea in queue:
            for link in links:
                if link.kind != "sea" or sea not in (link.a, link.b):
                    continue
                other = link.b if sea == link.a else link.a
                if other not in basin or (abroad and not goes_on(sea, other)):
                    continue
                both_on_map = sea not in OFF_MAP_SEAS and other not in OFF_MAP_SEAS
                used = found[sea] + (0 if both_on_map else 1)
                if used < found.get(other, 99):
                    found[other] = used
                    queue.append(other)
    return found


def seas_before(position: SteelPosition, node: int) -> tuple[str, ...]:
    """[29.11] The seas on which a transport takes a unit aboard: those of its harbour, or of its coast."""
    return sea_control.seas_of(position, node) or coasts(position.setting).get(node, ())


@lru_cache(maxsize=16)
def coasts(setting: SteelSetting) -> dict[int, tuple[str, ...]]:
    """[29.11] The sea areas that the coast of each hex is on."""
    board, found = setting.board, dict[int, dict[str, None]]()
    for name, sea in SEAS.items():
        for water in board.regions.get(name, ()) if sea else ():
            for node in board.adjacent[water]:
                if setting.ground.is_land[node] and node in setting.in_play:
                    found.setdefault(node, {})[sea] = None
    return {node: tuple(seas) for node, seas in found.items()}


def joins(position: SteelPosition, start: int, end: int, reached: dict[str, int]) -> bool:
    """[11.632] [21.45] [29.21] Whether a harbour lies on seas that were reached: any between two ports of
    the map, else not more than two areas away."""
    is_area = position.setting.board.is_area
    used = min((reached.get(sea, 99) for sea in sea_control.seas_of(position, end)), default=99)
    return used < 99 if not (is_area(start) or is_area(end)) else used <= FURTHEST


# Who can embark


def may_embark(position: SteelPosition, unit: Unit) -> bool:
    """[11.63] [29.1] [29.11] Whether a transport can take a unit aboard where it stands: in a friendly port,
    or from a coast that has none."""
    piece = position.piece(unit)
    if unit.moved or unit.crossed or unit.entrenched or position.is_cargo(unit.name):
        return False
    if not piece.air and (piece.force or not piece.land or not piece.movement):  # [30.57]
        return False
    node, side = unit.at, position.side_of(unit)
    in_port = node in sea_control.harbours(position.setting)
    if not in_port and (piece.air or node not in coasts(position.setting)):
        return False
    if _stays_home(position, unit):
        return False
    if is_evacuated(position, unit):
        return True
    if in_port and sea_routes.is_friendly_port(position, side, node):
        free = has_berth(position, node)
    else:
        free = not piece.air and not position.hauled.get(beach(position, node))
    return free and transport_for(position, unit) is not None


def why_not_embark(position: SteelPosition, unit: Unit) -> Refusal:
    """[11.63] [29.1] Words for a unit that cannot go aboard where it stands."""
    piece, node, side = position.piece(unit), unit.at, position.side_of(unit)
    label, name = position.setting.board.label(node), piece.name
    in_port = node in sea_control.harbours(position.setting)
    if unit.entrenched or unit.moved:
        return Refusal("11.63", f"{name} is {'entrenched' if unit.entrenched else 'done with moving'}")
    if not in_port and (piece.air or node not in coasts(position.setting)):
        return Refusal("11.63", f"{label} is no port")
    if _stays_home(position, unit):
        return Refusal("45.1", f"{name} stays at home until Winter 1915, or until Belgium is at war")
    if in_port and sea_routes.is_friendly_port(position, side, node):
        if not has_berth(position, node):
            return Refusal("29.16", f"{label} can handle no more units in this impulse")
    elif position.hauled.get(beach(position, node)):
        return Refusal("29.11", f"a unit has left the coast of {label} in this impulse")
    if next(transports(position, side, node), None) is None:
        return Refusal("29.15", f"no transport without a load that may sail lies on the seas of {label}")
    return Refusal("31.12", f"without the transport units would be out of supply, and {name} needs it")


def leaves_a_coast(position: SteelPosition, unit: Unit) -> bool:
    """[29.11] Whether a unit can go aboard only as an emergency: there is no friendly port where it is."""
    return not sea_routes.is_friendly_port(position, position.side_of(unit), unit.at) or (
        unit.at not in sea_control.harbours(position.setting)
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


def is_evacuated(position: SteelPosition, unit: Unit) -> bool:
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


def beach(position: SteelPosition, node: int) -> str:
    """[29.11] How it is noted that a unit was taken off a coast in an impulse."""
    return f"coast {position.setting.board.label(node)}"


def is_ready(position: SteelPosition, ship: Unit) -> bool:
    """[25.3] [29.1] Whether a transport may sail now: it has an impulse, and neither sailed in it nor landed
    anybody by assault in this turn."""
    return (
        position.piece(ship).kind == sea_control.TRANSPORT
        and not ship.moved
        and not ship.crossed
        and not ship.mission
        and is_active(position, ship.at)
    )


def transports(position: SteelPosition, side: str, port: int) -> Iterator[Unit]:
    """[29.11] [29.15] [25.3] The transports that can come to a port or a coast: empty and ready, in it or on
    its sea."""
    setting = position.setting
    usable = sea_routes.open_seas(position, side)
    near = [port]
    for sea in seas_before(position, port):
        if sea in usable:
            near += sea_control.ports_of(setting).get(sea, ())
    for node in dict.fromkeys(near):
        for unit in position.units_at(node):
            if (
                position.side_of(unit) == side
                and is_ready(position, unit)
                and not position.cargo_of(unit.name)
            ):
                yield unit


def why_not_sail(position: SteelPosition, unit: Unit) -> Refusal:
    """[25.3] [29.1] [29.12] Words for a transport that does not sail now, or for who is aboard one."""
    name, ship = position.piece(unit).name, position.units[position.aboard.get(unit.name, unit.name)]
    if position.cargo_of(unit.name):
        return Refusal("29.15", f"{name} has a unit aboard, which is picked instead")
    if ship.mission:
        return Refusal("25.3", f"{position.piece(ship).name} has landed troops in this turn")
    if ship.crossed or unit.crossed:
        return Refusal("29.1", f"{name} does nothing more in this turn")
    if ship.moved or unit.moved:
        return Refusal("29.12", f"{name} has sailed in this impulse")
    return Refusal("29.1", f"there is no impulse for {name} where it lies")


def at_sea(position: SteelPosition) -> Iterator[str]:
    """[29.1] [29.12] Who is aboard and can go on, and empty transports that can sail."""
    yield from afloat(position)
    yield from idle_ships(position)


def idle_ships(position: SteelPosition) -> Iterator[str]:
    """[29.1] The empty transports of the side whose segment it is that may sail now."""
    for name in position.navy[position.active]:
        if is_ready(position, position.units[name]) and not position.cargo_of(name):
            yield name


def afloat(position: SteelPosition) -> Iterator[str]:
    """[29.12] The units of the side whose segment it is that are aboard, and whose transports may sail or
    put them ashore now."""
    for name, ship in sorted(position.aboard.items()):
        if position.is_cargo(name) and position.side_of(position.units[name]) == position.active:
            unit = position.units[name]
            if not unit.moved and not unit.crossed and is_ready(position, position.units[ship]):
                yield name


def transport_for(position: SteelPosition, unit: Unit) -> Unit | None:
    """[29.11] [31.12] The transport that takes a unit: the nearest whose leaving cuts nobody's supply."""
    side = position.side_of(unit)
    return next((each for each in transports(position, side, unit.at) if not strands(position, each)), None)


def holds_a_line(position: SteelPosition, ship: Unit) -> bool:
    """[31.12] Whether a unit is a transport that may not leave its port."""
    return position.piece(ship).kind == sea_control.TRANSPORT and strands(position, ship)


def strands(position: SteelPosition, ship: Unit) -> bool:
    """[31.12] Whether units would be out of supply that are in supply, if a transport left its port."""
    found: bool = position.memo.found(("strands", ship.name), _strands, position, ship)
    return found


def _strands(position: SteelPosition, ship: Unit) -> bool:
    side = position.side_of(ship)
    if any(
        each.name != ship.name
        and position.piece(each).kind == sea_control.TRANSPORT
        and position.side_of(each) == side
        for each in position.units_at(ship.at)
    ):
        return False  # another keeps the line open
    before = supply.supplied_hexes(position, side)
    lines = [headquarters.reach(position, name) for name in position.headquarters[side]]
    if not any(line.by_sea and ship.at in line.harbours for line in lines):
        return False  # no line goes by this port
    trial = position.copy()
    trial.remove(ship.name)
    after = supply.supplied_hexes(trial, side)
    return any(position.occupant[node] == side for node in before - after)


# Where to


def destinations(position: SteelPosition, unit: Unit) -> list[int]:
    """[11.63] [11.64] [21.5] [29.12] [29.2] [29.25] The friendly ports and areas that a unit can be shipped
    to, with a free berth, room, and no enemy zone. Who is aboard may go ashore where the ship lies."""
    here = [unit.at] if position.is_cargo(unit.name) else []
    return sorted(
        node
        for node in (*here, *_joined(position, unit))
        if has_berth(position, node)
        and may_land(position, unit, node)
        and has_quays(position, unit, node, ashore=True)
    )


def moorings(position: SteelPosition, unit: Unit) -> list[int]:
    """[29.12] [29.1] The friendly ports off which a transport may lie with a unit that stays aboard, or
    empty."""
    side, start = position.side_of(unit), unit.at
    stays = position.piece(unit).land or position.piece(unit).air
    found = [start] if stays and start in sea_control.harbours(position.setting) else []
    found += [
        node
        for node in _joined(position, unit)
        if sea_routes.is_friendly_port(position, side, node)
        and (not stays or has_quays(position, unit, node, ashore=False))
    ]
    return sorted(
        node for node in found if position.setting.board.is_area(node) or node in position.setting.in_play
    )


def _joined(position: SteelPosition, unit: Unit) -> list[int]:
    """[11.632] [21.45] [31.12] The other harbours that a transport comes to with a unit, or by itself; none
    if its leaving would cut supply."""
    ship = position.units.get(position.aboard.get(unit.name, unit.name))
    if ship is not None and holds_a_line(position, ship):
        return []
    start = unit.at
    side, country = position.side_of(unit), position.piece(unit).country
    reached = seas_reached(position, side, country, start)
    harbours = sea_control.harbours(position.setting)
    return [node for node in harbours if node != start and joins(position, start, node, reached)]


def has_quays(position: SteelPosition, unit: Unit, node: int, *, ashore: bool) -> bool:
    """[29.23] Whether a voyage finds free ports on the coasts of the areas where it begins and ends."""
    return not quays.are_in_use(position) or way_of(position, unit, node, ashore=ashore) is not None


def way_of(position: SteelPosition, unit: Unit, node: int, *, ashore: bool) -> tuple[str, str] | None:
    """[29.23] The seas on which a voyage with a unit begins and ends, by ports with room for it if it goes
    aboard or ashore there; None if there are none."""
    side, country, start = position.side_of(unit), position.piece(unit).country, unit.at
    embarks = not position.is_cargo(unit.name)
    ends = [
        sea for sea in sea_control.seas_of(position, node) if not ashore or quays.is_free(position, node, sea)
    ]
    for sea in seas_before(position, start):
        if embarks and not quays.is_free(position, start, sea):
            continue
        reached = seas_reached(position, side, country, start, first=sea)
        if node == start or joins(
            position, start, node, {end: reached[end] for end in ends if end in reached}
        ):
            end = sea if node == start else min(ends, key=lambda each: reached.get(each, 99))
            if node != start or sea in ends:
                return sea, end
    return None


def may_land(position: SteelPosition, unit: Unit, node: int) -> bool:
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
    if not _has_room(position, unit, node):
        return False
    if is_minor_port(position, node, side):
        return True
    before = len(_going_ashore(position, unit, node))
    if position.flags.get(f"{NEUTRAL_LANDING} {board.label(node)}", 0) > before and side == ENTENTE:
        return position.occupant[node] in ("", side)
    return (
        sea_routes.is_friendly_port(position, side, node)
        and position.is_open(node, side)
        and not position.in_enemy_zone(node, side)
    )


def is_neutral_port(position: SteelPosition, node: int, side: str) -> bool:
    """[19.23] Whether a port of the map belongs to a neutral that lets nobody of a side in."""
    setting = position.setting
    if setting.board.is_area(node) or position.is_open(node, side):
        return False
    return allegiance.is_neutral(position, setting.country_of[node])


def why_not_ashore(position: SteelPosition, unit: Unit, node: int) -> Refusal:
    """[11.64] [13.1] [21.11] [29.12] [29.24] Words for a port in which a unit may not come ashore."""
    board, side = position.setting.board, position.side_of(unit)
    where = board.name_of(node)
    if board.is_area(node):
        if board.label(node) == "japan":
            return Refusal("21.11", "forces of other countries do not enter Japan")
        owner = position.setting.printed.places.areas[board.label(node)].owner
        if position.alliances.get(owner) == CENTRAL_POWERS and owner not in position.surrendered:
            if any(position.side_of(each) == CENTRAL_POWERS for each in position.units_at(node)):
                return Refusal("21.14", f"warships must first drive off the enemy's in {where}")
            return Refusal("21.13", f"{where} is taken by a corps of active or shock infantry")
        return Refusal("29.24", f"nobody may land in {where}")
    if other_side(side) in (position.occupant[node], position.controller(node)):
        return Refusal("29.12", f"{where} is the enemy's: it must be taken by an amphibious assault")
    if not _has_room(position, unit, node):
        piece = position.piece(unit)
        if piece.air and not aircraft.is_base(position, side, node):
            return Refusal("30.3", f"{where} is no base for air units")
        rule = "30.41" if piece.air else "13.14" if not piece.corps else "13.1"
        return Refusal(rule, f"{where} has no room for {piece.name}")
    if position.in_enemy_zone(node, side):
        return Refusal("11.64", f"{where} lies in an enemy zone of control")
    return Refusal("29.24", f"nobody may land in {where}")


def _going_ashore(position: SteelPosition, unit: Unit, node: int) -> list[Unit]:
    """[29.12] The others that go ashore in a port when the segment ends."""
    units = position.units
    return [units[name] for name in sorted(position.disembarking - {unit.name}) if units[name].at == node]


def _has_room(position: SteelPosition, unit: Unit, node: int) -> bool:
    """[29.12] [13.1] [13.14] Whether a unit finds room in a port beside those that go ashore there, too."""
    piece = position.piece(unit)
    others = [each for each in _going_ashore(position, unit, node) if position.piece(each).air is piece.air]
    if piece.headquarters and any(position.piece(each).headquarters for each in others):
        return False
    return stacking.has_room(position, node, [unit, *others])


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


# The voyage


def sail(table: Table, position: SteelPosition, unit: Unit, to: int, *, ashore: bool) -> str:
    """[11.63] [11.634] [29.11] [29.13] A unit goes aboard, if it is not, and its transport sails. It goes
    ashore when the segment ends [29.12], or stays aboard. Neither moves any more in this impulse, and after
    an emergency in this turn. The name of the transport, if it needs one."""
    start, name, side = unit.at, unit.name, position.side_of(unit)
    board = position.setting.board
    areas = board.is_area(start) or board.is_area(to)
    way = way_of(position, unit, to, ashore=ashore) if areas else None
    hasty = False
    if not position.is_cargo(name):
        if is_evacuated(position, unit):
            _take_off(table, position, unit, to)
            return ""
        hasty = leaves_a_coast(position, unit)
        if way is not None:
            quays.note(position, start, way[0])
        _note(position, beach(position, start) if hasty else berth(position, start))
        carrier = transport_for(position, unit)
        assert carrier is not None
        position.embark(name, carrier.name)
        if not board.is_area(start):
            control.leave(position, side, start)
    if ashore:
        _note(position, berth(position, to))
        if way is not None:
            quays.note(position, to, way[1])
        position.disembarking.add(name)
    position.change(name, moved=True, strategic=True, crossed=hasty)
    _lead(position, position.units[position.aboard[name]], start, to, done=hasty)
    _tell(table, position, unit, start, to, ashore=ashore)
    return position.aboard[name]


def sail_empty(table: Table, position: SteelPosition, ship: Unit, to: int) -> None:
    """[29.1] A transport goes to another port with nobody aboard."""
    label = position.setting.board.label
    table.tell(f"{position.piece(ship).name} sails from {label(ship.at)} to {label(to)}", "29.1", kind="move")
    _lead(position, ship, ship.at, to)


def _lead(position: SteelPosition, ship: Unit, start: int, to: int, *, done: bool = False) -> None:
    """[29.1] A transport comes to a port; on a map that is not active in this impulse it has done all it can
    in the turn."""
    abroad = front_of(position, to) != front_of(position, start) and not is_active(position, to)
    position.change(ship.name, at=to, moved=True, crossed=done or abroad)


def _note(position: SteelPosition, key: str) -> None:
    position.hauled[key] = position.hauled.get(key, 0) + 1


def _tell(table: Table, position: SteelPosition, unit: Unit, start: int, to: int, *, ashore: bool) -> None:
    """[23.0] [29.11] What lies under a transport is for its owner to know."""
    label = position.setting.board.label
    way = f"from {label(start)} to {label(to)}" if start != to else f"off {label(to)}"
    rule = "29.13" if ashore else "29.12"
    table.tell(f"A transport sails {way} with a unit aboard", "11.63", rule, kind="move")
    _whisper(table, position, unit)


def _whisper(table: Table, position: SteelPosition, unit: Unit) -> None:
    side, name = position.side_of(unit), position.piece(unit).name
    table.tell(f"It is {name}", "29.11", kind="move", to=(side,))


def go_ashore(table: Table, position: SteelPosition) -> None:
    """[29.12] At the end of the movement segment units go ashore, as far as there is room for them and the
    port is still open; others stay aboard."""
    label = position.setting.board.label
    for name in sorted(position.disembarking):
        unit = position.units[name]
        side, to = position.side_of(unit), unit.at
        if not may_land(position, unit, to):
            position.disembarking.discard(name)
            table.tell(f"Nobody can go ashore in {label(to)}", "29.12", kind="move")
            continue
        position.disembark(name)
        _settle(position, side, to)
        table.tell(f"A unit goes ashore in {label(to)}", "29.12", kind="move")


def _settle(position: SteelPosition, side: str, to: int) -> None:
    """[16.2] [4.6-Special] What follows where a unit has come ashore."""
    label = position.setting.board.label
    if position.setting.board.is_area(to):
        return
    if position.controller(to) != side:
        control.enter(position, side, [to])
    if mark := position.flags.get(f"{NEUTRAL_LANDING} {label(to)}"):
        position.flags[f"{NEUTRAL_LANDING} {label(to)}"] = mark - 1
        position.flags[f"{OPENED} {position.setting.country_of[to]}"] = 1
        position.renew()
        position.hold(to, side)


def _take_off(table: Table, position: SteelPosition, unit: Unit, to: int) -> None:
    """[4.6-Special] A card takes a unit off a coast without a transport of the lists."""
    label, side, start = position.setting.board.label, position.side_of(unit), unit.at
    position.flags[EVACUATION] -= 1
    _note(position, berth(position, to))
    position.change(unit.name, at=to, strategic=True, moved=True)
    control.leave(position, side, start)
    _settle(position, side, to)
    table.tell(f"A unit is evacuated from {label(start)} to {label(to)}", "4.6-Special", kind="move")
    _whisper(table, position, unit)
