"""[15.0] Headquarters: command radius, lines of communication and their chains, national command.

What a headquarters reaches is worked out when somebody asks and kept until something changes in a hex it
depends on (`Reach.seen`). So a move in one place costs nothing in another. `tests` hold it against a slow
and literal reading of the same rules.
"""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import Reach, SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import control, sea_control, sea_routes
from hexfront.games.storm_of_steel.vocabulary import other_side

NATIONALIST = "nationalist"
NOWHERE: frozenset[int] = frozenset()
BY_LAND, BY_SEA = "by land", "by sea"


def radius(position: SteelPosition, unit: Unit) -> int:
    """[15.31] [41.5] The command radius of a headquarters."""
    setting = position.setting
    found = setting.pieces[unit.piece].radius
    if unit.motorized and unit.motorized >= setting.number("motorization headquarters"):
        found += setting.number("motorization radius")
    return found


def reach(position: SteelPosition, name: str) -> Reach:
    """[15.3] [15.4] [31.1] What a headquarters reaches."""
    found: Reach | None = position.reaches.get(name)
    if found is None:
        found = position.reaches[name] = worked_out(position, position.units[name])
    return found


def worked_out(position: SteelPosition, unit: Unit) -> Reach:
    """[15.3] [15.4] [31.1] What a headquarters reaches from where it is said to stand."""
    setting = position.setting
    side, start, far = position.side_of(unit), unit.at, radius(position, unit)
    seen: set[int] = {start}
    if not setting.ground.is_land[start]:
        return Reach(NOWHERE, NOWHERE, NOWHERE, linked=False, seen=frozenset(seen))
    near: set[int] = set()
    farther = far * setting.number("supply")
    supplied = _within(position, side, start, farther, seen, lines=True, mark=(far, near))
    if not near.isdisjoint(setting.ground.mountains):  # which lines do not cross as command does
        near = _within(position, side, start, far, seen, lines=False)
    leg = first_leg(position, side, start, far, seen)
    country = setting.pieces[unit.piece].country
    serving = setting.serving(country, side)
    asked: list[int] = []
    found = _finds_city(position, side, serving, leg, seen, asked=asked)
    return Reach(
        frozenset(near),
        frozenset(leg),
        frozenset(supplied),
        linked=bool(found),
        seen=frozenset(seen),
        by_sea=found == BY_SEA,
        harbours=frozenset(asked),
    )


def _passes(position: SteelPosition, side: str, node: int) -> bool:
    """[10.33] [15.31] [16.52] [35.12] Whether command and lines of a side go on through a hex."""
    holder = position.occupant[node]
    if holder == side:
        return not position.is_red(node)  # a friendly unit negates zones of both kinds
    if (holder and not partisans_only(position, node)) or position.zones[other_side(side)][node]:
        return False
    return not (position.setting.ground.has_city_zone[node] and control.city_zone_bars(position, node, side))


def partisans_only(position: SteelPosition, node: int) -> bool:
    """[36.14] Whether only partisans are in a hex: they block no lines."""
    pieces, units = position.setting.pieces, position.units
    return all(pieces[units[name].piece].partisan for name in position.troops[node])


def _within(
    position: SteelPosition,
    side: str,
    start: int,
    far: int,
    seen: set[int],
    *,
    lines: bool,
    mark: tuple[int, set[int]] | None = None,
) -> set[int]:
    """[15.31] [15.32] [31.1] The hexes from which a unit would be within so many hexes of a headquarters.

    A unit's own hex is occupied by it, and so an enemy zone there does not matter; lines are traced from the
    unit to the headquarters, and do not come into mountain hexes off the railway [15.5]. Those that are
    come to within a smaller distance are put into the set that is marked with it.
    """
    setting = position.setting
    around, terrain, entrance = setting.ground.around, setting.board.terrain, position.entrance[side]
    occupant, enemy = position.occupant, other_side(side)
    rails = position.rails
    zones, city = position.zones[enemy], setting.ground.has_city_zone
    found = {start}
    edge = [start]
    for gone in range(far):
        if mark and mark[0] == gone:
            mark[1].update(found)
        following = []
        for node in edge:
            if occupant[node] or zones[node] or city[node]:  # else nothing can bar the way
                if node != start and not _passes(position, side, node):
                    continue
            steep = lines and terrain[node] == "mountain"
            for other in rails[node] if steep else around[node]:
                if other in found:
                    continue
                if entrance[other] and (occupant[other] != enemy or partisans_only(position, other)):
                    found.add(other)
                    following.append(other)
                else:
                    seen.add(other)
        edge = following
    if mark and mark[0] >= far:
        mark[1].update(found)
    seen |= found
    return found


def within(position: SteelPosition, side: str, start: int, far: int, *, lines: bool) -> set[int]:
    """[15.31] [31.1] The hexes within so many of one, as command goes, or as lines do."""
    return _within(position, side, start, far, set(), lines=lines)


def along_rails(position: SteelPosition, side: str, start: int) -> list[int]:
    """[15.41] The hexes that lines of a side come to along its railways, the nearest first."""
    found = {start: None}
    for node in (queue := [start]):
        for other in position.rails[node]:
            if other not in found and position.rail_side(other) == side and _passes(position, side, other):
                found[other] = None
                queue.append(other)
    return list(found)


def over_mountains(position: SteelPosition, unit: Unit) -> set[int]:
    """[37.4] The hexes from which lines that go through mountains lead to a headquarters."""
    if not position.setting.ground.is_land[unit.at]:
        return set()
    far = radius(position, unit) * position.setting.number("supply")
    return _within(position, position.side_of(unit), unit.at, far, set(), lines=False)


def first_leg(position: SteelPosition, side: str, start: int, far: int, seen: set[int]) -> set[int]:
    """[15.42] [15.5] The hexes a headquarters can trace the first leg of its line to: not into mountains off
    the railway, nor into or through enemy units and zones."""
    setting = position.setting
    around, terrain, entrance = setting.ground.around, setting.board.terrain, position.entrance[side]
    rails = position.rails
    occupant, city = position.occupant, setting.ground.has_city_zone
    zones = position.zones[other_side(side)]
    found = {start}
    edge = [start]
    for _ in range(far):
        following = []
        for node in edge:
            for other in around[node]:
                if other in found:
                    continue
                if not entrance[other] or (terrain[other] == "mountain" and other not in rails[node]):
                    seen.add(other)
                elif not (occupant[other] or zones[other] or city[other]) or _passes(position, side, other):
                    found.add(other)
                    following.append(other)
                else:
                    seen.add(other)
        edge = following
    seen |= found
    return found


def _finds_city(
    position: SteelPosition,
    side: str,
    serving: frozenset[str],
    leg: set[int],
    seen: set[int],
    *,
    asked: list[int],
) -> str:
    """[15.41] [34.3] Whether an industrial city that serves and is not in ruins is on the first leg, on the
    railways it leads to, or over the sea from a port with a transport on either; how it is reached, nothing
    if it is not. Harbours of which that was asked are put into ``asked``."""
    setting = position.setting
    cities, ruins = setting.sources, position.ruins
    for node in leg:
        if cities.get(node) in serving and position.controller(node) == side and node not in ruins:
            return BY_LAND
    harbours = sea_control.harbours(setting)

    def leads_home(node: int) -> bool:
        asked.append(node)
        return sea_routes.leads_home(position, side, node, serving, seen)

    for node in sorted(leg):
        if node in harbours and leads_home(node):
            return BY_SEA
    rails, railways, home = position.rails, position.railways, position.home
    occupant, zones = position.occupant, position.zones[other_side(side)]
    city = setting.ground.has_city_zone
    came: dict[int, int] = {}
    queue = []
    for node in sorted(leg):
        if rails[node] and position.rail_side(node) == side:
            came[node] = node
            queue.append(node)
    looked: set[int] = set()
    for node in queue:
        for other in rails[node]:
            if other in came or other in looked:
                continue
            looked.add(other)
            if railways.get(other, home[other]) != side:
                continue
            if (occupant[other] or zones[other] or city[other]) and not _passes(position, side, other):
                continue  # elsewhere nothing can bar the way
            came[other] = node
            by_land = cities.get(other) in serving and position.controller(other) == side
            if by_land or (other in harbours and leads_home(other)):
                step = other
                while came[step] != step:
                    seen.add(step)
                    step = came[step]
                return BY_LAND if by_land else BY_SEA
            queue.append(other)
    seen |= looked
    return ""


def has_line(position: SteelPosition, name: str) -> bool:
    """[15.4] [15.5] Whether a headquarters has a line of communication, by itself or along a chain of
    others of
    its country."""
    if reach(position, name).linked:
        return True
    side = position.side_of(position.units[name])
    return name in position.memo.found(("chained", side), _chained, position, side)


def _chained(position: SteelPosition, side: str) -> frozenset[str]:
    """[15.5] The headquarters of a side that have a line through others of the same country."""
    pieces, units, places = position.setting.pieces, position.units, position.headquarters.get(side, {})
    linked = {name for name in places if reach(position, name).linked}
    rest = [name for name in places if name not in linked]
    countries = {name: pieces[units[name].piece].country for name in places} if rest else {}
    grown = bool(rest)
    while grown:
        grown = False
        for name in rest:
            if name in linked:
                continue
            country, leg = countries[name], reach(position, name).leg
            if any(countries[other] == country and places[other] in leg for other in linked):
                linked.add(name)
                grown = True
    return frozenset(linked.intersection(rest))


def in_command(position: SteelPosition, unit: Unit) -> bool:
    """[15.31] [15.6] Whether a unit is within the command radius of a headquarters that may command it; of
    nationalists whoever commands all units of their alliance [35.22]. A headquarters with a line needs no
    other, and one without may be led like other units [15.2]."""
    piece = position.setting.pieces[unit.piece]
    side = position.sides[unit.piece]
    if not side or (piece.force and piece.force != NATIONALIST):
        return False  # [35.11] [36.12]
    if piece.headquarters and has_line(position, unit.name):
        return True
    return unit.at in position.memo.found(
        ("command", side, piece.country), _command, position, side, piece.country
    )


def _command(position: SteelPosition, side: str, country: str) -> frozenset[int]:
    """[15.6] [11.6] All hexes in command for the units of a country; not by headquarters on the train."""
    serving = position.setting.serving(country, side)
    pieces, units = position.setting.pieces, position.units
    found: set[int] = set()
    for name in position.headquarters[side]:
        unit = units[name]
        if unit.strategic or pieces[unit.piece].country not in serving:
            continue
        if has_line(position, name):
            found |= reach(position, name).commanded
    return frozenset(found)


def cities_reached(position: SteelPosition, side: str, serving: frozenset[str], start: int) -> list[int]:
    """[13.2] [15.41] The industrial cities that a line leads to from a hex: directly along friendly
    railways, or
    from a headquarters that supplies it."""
    setting = position.setting
    rails = position.rails
    queue = [start] if rails[start] and position.rail_side(start) == side else []
    ends = {start}
    for name in sorted(position.headquarters[side]):
        found = reach(position, name)
        if start in found.supplied and has_line(position, name):
            ends |= found.leg
            queue.extend(
                node for node in sorted(found.leg) if rails[node] and position.rail_side(node) == side
            )
            if found.by_sea:  # [25.7] over the sea to the harbours of its country
                ends |= {
                    node
                    for node in sea_routes.home_ports(position, serving)
                    if not setting.board.is_area(node) and sea_routes.is_friendly_port(position, side, node)
                }
    queue = list(dict.fromkeys(queue))
    came = set(queue)
    for node in queue:
        for other in rails[node]:
            if other not in came and position.rail_side(other) == side and _passes(position, side, other):
                came.add(other)
                queue.append(other)
    return [
        node
        for node in sorted(came | ends)
        if setting.centres.get(node) in serving
        and position.controller(node) == side
        and node not in position.ruins  # [34.3]
    ]
