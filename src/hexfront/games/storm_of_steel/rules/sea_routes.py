"""Ways over the sea: which seas a side may use, how they hang together, and its ports and transports.

Industrial lines [7.3], lines of communication [15.41] and naval transport [11.63] all go over them.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import allegiance, sea_control
from hexfront.games.storm_of_steel.vocabulary import ENTENTE

DANISH_WATERS = frozenset(("north-sea", "baltic"))
OFF_MAP_SEAS = ("atlantic", "caribbean", "pacific", "indian-ocean")


def area_friendly(position: SteelPosition, side: str, area: str) -> bool:
    """[21.11] [21.12] [21.13] [21.15] [19.33] Whether an off-map area is friendly to a side: its owner fights
    for it, or a corps of the Entente holds the Dutch East Indies."""
    printed = position.setting.printed.places.areas.get(area)
    if printed is None:
        return False
    if not printed.owner:
        return printed.friendly and side == ENTENTE
    owner = allegiance.fights_for(position, printed.owner)
    if owner == side:
        return True
    return side == ENTENTE and bool(owner) and _is_occupied(position, area)


def _is_occupied(position: SteelPosition, area: str) -> bool:
    """[21.13] Whether an active or shock corps of the Entente holds an area of a country that fights
    against it."""
    return any(
        position.piece(unit).kind in ("active", "shock") and position.side_of(unit) == ENTENTE
        for unit in position.troops_at(position.setting.board[area])
    )


def is_friendly_port(position: SteelPosition, side: str, node: int) -> bool:
    """[7.3] [15.41] [29.24] [34.3] Whether a side has the use of a harbour: not of one in ruins."""
    board = position.setting.board
    if board.is_area(node):
        return area_friendly(position, side, board.label(node))
    open_to_it = position.passage.get(position.setting.country_of[node]) == side  # [6.11]
    return (
        (position.controller(node) == side or open_to_it)
        and not position.zone_bars(node, side)
        and node not in position.ruins
    )


def has_transport(position: SteelPosition, side: str, node: int) -> bool:
    """[15.41] [25.7] Whether a transport of a side is in a port."""
    return any(
        position.piece(unit).kind == sea_control.TRANSPORT and position.side_of(unit) == side
        for unit in position.units_at(node)
    )


def straits_open(position: SteelPosition, side: str, seas: frozenset[str]) -> bool:
    """[19.23] [25.2] Whether a side passes from one sea to the next: through Danish waters only with Denmark
    as an ally, through the Dardanelles and the Bosporus only if it holds Gallipoli and Constantinople."""
    if seas == DANISH_WATERS:
        return allegiance.fights_for(position, "denmark") == side
    if "marmara" in seas:
        straits = position.setting.straits
        return len(straits) > 1 and all(position.controller(node) == side for node in straits)
    return True


def together(position: SteelPosition, side: str, passable: Iterable[str]) -> list[set[str]]:
    """The passable seas that hang together."""
    left, made = set(passable), []
    links = [
        link
        for link in position.setting.links
        if link.kind == "sea" and straits_open(position, side, frozenset((link.a, link.b)))
    ]
    while left:
        group = {left.pop()}
        grown = True
        while grown:
            grown = False
            for link in links:
                for here, there in ((link.a, link.b), (link.b, link.a)):
                    if here in group and there in left:
                        left.discard(there)
                        group.add(there)
                        grown = True
        made.append(group)
    return sorted(made, key=sorted)


def open_seas(position: SteelPosition, side: str) -> frozenset[str]:
    """[15.43] [25.7] [21.24] The sea areas a side may trace lines over: on the map those that the enemy does
    not dominate, off it all for the Entente and none for the Central Powers."""
    return frozenset(
        sea
        for sea in sea_control.ports_of(position.setting)
        if (side == ENTENTE if sea in OFF_MAP_SEAS else sea_control.open_to(position, side, sea))
    )


def waters(position: SteelPosition, side: str) -> dict[str, int]:
    """[25.7] The open seas of a side, those that hang together under one number."""
    return position.tides.found(("waters", side), _waters, position, side)


def _waters(position: SteelPosition, side: str) -> dict[str, int]:
    groups = together(position, side, open_seas(position, side))
    return {sea: number for number, group in enumerate(groups) for sea in group}


def waters_of(position: SteelPosition, side: str, node: int) -> frozenset[int]:
    """The open waters that a harbour is on."""
    known = waters(position, side)
    return frozenset(known[sea] for sea in sea_control.seas_of(position, node) if sea in known)


# Lines of communication over the sea


def leads_home(
    position: SteelPosition, side: str, port: int, serving: frozenset[str], seen: set[int]
) -> bool:
    """[15.41] [25.7] Whether a port with a transport is joined over the sea to a friendly one that is an
    industrial city of those that serve, has a railway to one, or is an area of theirs with centres."""
    if not has_transport(position, side, port) or not is_friendly_port(position, side, port):
        return False
    reached = waters_of(position, side, port)
    if not reached:
        return False

    def is_joined(home: int) -> bool:
        seen.add(home)
        return (
            home != port
            and not reached.isdisjoint(waters_of(position, side, home))
            and is_friendly_port(position, side, home)
        )

    if any(is_joined(home) for home in home_ports(position, serving)):
        return True
    return any(
        is_joined(home) and _by_rail(position, side, home, serving, seen)
        for home in harbours_of(position, serving)
    )


def harbours_of(position: SteelPosition, serving: frozenset[str]) -> tuple[int, ...]:
    """The harbours in some countries that are no industrial cities themselves."""
    setting = position.setting
    return tuple(
        node
        for node in sorted(sea_control.harbours(setting))
        if setting.country_of[node] in serving
        and node not in setting.centres
        and not setting.board.is_area(node)
    )


def _by_rail(position: SteelPosition, side: str, port: int, serving: frozenset[str], seen: set[int]) -> bool:
    """[15.41] Whether friendly railways lead from a port to an industrial city that serves."""
    rails, sources = position.rails, position.setting.sources
    came, queue = {port}, [port] if position.rail_side(port) == side else []
    for node in queue:
        if sources.get(node) in serving and position.controller(node) == side and node not in position.ruins:
            seen |= came
            return True
        for other in rails[node]:
            if other not in came:
                came.add(other)
                if position.rail_side(other) == side and not position.zone_bars(other, side):
                    if position.occupant[other] in ("", side):
                        queue.append(other)
    seen |= came
    return False


def home_ports(position: SteelPosition, serving: frozenset[str]) -> tuple[int, ...]:
    """[15.41] [2.8-Country] The harbours that are industrial cities of some countries, and off-map areas of
    theirs with centres."""
    key = ("home ports", serving, position.turn)
    found: tuple[int, ...] = position.tides.found(key, _home_ports, position, serving)
    return found


def _home_ports(position: SteelPosition, serving: frozenset[str]) -> tuple[int, ...]:
    setting = position.setting
    harbours = sea_control.harbours(setting)
    cities = [node for node in sorted(harbours) if setting.centres.get(node) in serving]
    areas = [
        setting.board[area.area]
        for area in setting.printed.places.areas.values()
        if area.owner in serving
        and area.area in setting.board
        and setting.area_figures(area.area).get("centres")
    ]
    return (*cities, *areas)
