"""Chapter 21: off-map areas, their land units, and their supply [31.4].

They go there over the edge of the map, and between them by land; by sea they are shipped
(`naval_transport`).

Only the Entente leaves the maps [21.24]. A unit goes over the edge of the map, or comes in over it, by
strategic movement, and never both in one impulse [21.35].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from hexfront.games.storm_of_steel.orders import ComeIn, GoOff
from hexfront.games.storm_of_steel.position import TRANSPORT, SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    impulses,
    industrial_lines,
    moving,
    naval_transport,
    sea_control,
    sea_routes,
    stacking,
)
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import ENTENTE
from hexfront.kernel.play import Action, Refusal, Table

# [21.21] [21.16] The hexes at the edge of the map beyond which an area lies; British Africa has none for land
# units [21.46].
EDGES: Mapping[str, str] = {
    "siberia": "Entry from Siberia",
    "india": "Entry from India",
    "aden": "Entry from Aden",
    "french-africa": "Entry from French Africa",
    "portugal": "Entry from Portugal",
}
# [21.46] Borders that are closed.
CLOSED = (
    frozenset(("india", "china")),
    frozenset(("french-africa", "british-africa")),
    frozenset(("siberia", "india")),
)
FAR_EAST = ("japan", "china", "siberia")  # [31.41] where Japanese units are always supplied
LAND = ("land", "rail")
KEEPERS: Mapping[str, str] = {"china": "japan"}  # [25.71] whose forces an area without an owner is left to


@lru_cache(maxsize=32)
def edge_of(setting: SteelSetting, area: str) -> frozenset[int]:
    """[21.21] The hexes from which land units go to an area, and into which they come from it."""
    if area not in EDGES or area not in setting.board:
        return frozenset()
    return frozenset(
        node
        for node in setting.board.regions.get(EDGES[area], ())
        if setting.ground.is_land[node] and node in setting.in_play
    )


@lru_cache(maxsize=32)
def neighbours(setting: SteelSetting, area: str) -> tuple[str, ...]:
    """[21.41] [21.34] The areas that land units go to from one by land or rail."""
    found = []
    for link in setting.links:
        if link.kind in LAND and area in (link.a, link.b):
            other = link.b if link.a == area else link.a
            if other in setting.board and frozenset((area, other)) not in CLOSED:
                found.append(other)
    return tuple(found)


def is_open_area(position: SteelPosition, unit: Unit, area: str) -> bool:
    """[21.1] [21.11] Whether a unit may enter an area: a friendly one, and Japan only if it is Japanese."""
    if area == "japan" and position.piece(unit).country != "japan":
        return False
    return sea_routes.area_friendly(position, ENTENTE, area)


def may_go(position: SteelPosition, unit: Unit) -> bool:
    """[21.24] [21.35] Whether a unit is free to go: the Entente's, mobile, and has done nothing yet."""
    piece = position.piece(unit)
    return (
        position.active == ENTENTE
        and position.side_of(unit) == ENTENTE
        and piece.land
        and bool(piece.movement)
        and not piece.force
        and not unit.entrenched
        and not unit.moved
        and not unit.crossed
        and impulses.is_released(position, unit)
    )


def waiting(position: SteelPosition) -> Iterator[str]:
    """[21.0] [21.7] [21.8] The units in areas that have somewhere to go in this impulse."""
    if position.active != ENTENTE:  # [21.24] [21.6]
        return
    board = position.setting.board
    for area in position.setting.printed.places.areas:
        if area in board:
            for unit in position.troops_at(board[area]):
                if may_go(position, unit) and (
                    next(from_area(position, unit), None) or may_be_shipped(position, unit)
                ):
                    yield unit.name


def may_be_shipped(position: SteelPosition, unit: Unit) -> bool:
    """[21.5] [21.44] Whether a transport can take a unit out of an area now."""
    return naval_transport.is_active(position, unit.at) and naval_transport.may_embark(position, unit)


def from_area(position: SteelPosition, unit: Unit) -> Iterator[Action]:
    """[21.31] [21.41] [21.44] Where a unit in an area may go by land: to hexes at the edge of the map on a
    front that is active, or to the next area."""
    setting = position.setting
    board, area = setting.board, setting.board.label(unit.at)
    fronts = impulses.active_fronts(position)
    for node in sorted(edge_of(setting, area)):
        if setting.front_of[node] in fronts and _is_open(position, unit, node):
            yield ComeIn(unit.name, board.label(node))
    if naval_transport.front_of(position, unit.at) in fronts:
        for other in neighbours(setting, area):
            if is_open_area(position, unit, other):
                yield GoOff(unit.name, other)


def _is_open(position: SteelPosition, unit: Unit, node: int) -> bool:
    """[21.31] [11.61] Whether a unit may come in there: friendly, not in an enemy zone, with room."""
    return (
        position.controller(node) == ENTENTE
        and position.is_open(node, ENTENTE)
        and position.occupant[node] in (ENTENTE, "")
        and not position.in_enemy_zone(node, ENTENTE)
        and stacking.has_room(position, node, [unit])
    )


def off_map(
    position: SteelPosition, unit: Unit, marches: moving.Ways, trains: Callable[[], frozenset[int]]
) -> Iterator[Action]:
    """[21.21] The areas that a unit on the map can leave it for: by force march with a point left at the
    edge, or by rail over it. Where trains go is asked only if that matters."""
    setting = position.setting
    if not may_go(position, unit) or position.in_enemy_zone(unit.at, ENTENTE):
        return
    for area in EDGES:
        edge = edge_of(setting, area)
        if not edge or not is_open_area(position, unit, area):
            continue
        by_march = marches_off(position, unit, marches, area)
        if by_march or (area == "siberia" and not edge.isdisjoint(trains())):  # [21.34]
            yield GoOff(unit.name, area)


def marches_off(position: SteelPosition, unit: Unit, marches: moving.Ways, area: str) -> bool:
    """[21.21] Whether a unit comes to the edge of the map by force march with a point left, or stands there;
    else it needs a train."""
    edge = edge_of(position.setting, area)
    points = position.setting.number("force march") * moving.allowance(position, unit)
    return unit.at in edge or any(0 <= marches[node][0] < points for node in edge if node in marches)


def go(table: Table[SteelPosition], order: ComeIn | GoOff) -> None:
    """[21.21] [21.31] [21.41] [21.45] A unit leaves the map, comes in, or goes on to the next area, which is
    all it does in the turn."""
    position = table.position
    board = position.setting.board
    place = order.to if isinstance(order, ComeIn) else order.area
    between = isinstance(order, GoOff) and board.is_area(position.units[order.unit].at)
    ends = not isinstance(order, ComeIn)
    position.change(order.unit, at=board[place], moved=ends, strategic=True, crossed=between)
    name = position.setting.pieces[order.unit].name
    if between:
        word, rule = "goes on to", "21.41"
    else:
        word = "comes in at" if isinstance(order, ComeIn) else "leaves the map for"
        rule = "21.31" if isinstance(order, ComeIn) else "21.21"
    table.tell(f"{name} {word} {board.name_of(board[place])}", rule, kind="move")


def why_not(position: SteelPosition, action: Action) -> Refusal | None:
    """[21.24] [21.35] [21.6] [21.45] [21.46] Words for a unit that cannot cross the edge of the map."""
    if not isinstance(action, ComeIn | GoOff):
        return None
    if position.active != ENTENTE:
        return Refusal("21.24", "only units of the Entente leave the maps")
    if words := position.why_not_own(action.unit, ENTENTE):
        return Refusal("21.0", words)
    board, unit = position.setting.board, position.units[action.unit]
    name = position.piece(unit).name
    if unit.crossed:
        return Refusal("21.45", f"{name} has gone from area to area in this turn")
    if unit.moved or (unit.strategic and isinstance(action, GoOff)):
        return Refusal("21.35", f"{name} has moved already")
    if isinstance(action, ComeIn):
        return Refusal("21.31", f"{name} cannot come in at {action.to}")
    if frozenset((board.label(unit.at), action.area)) in CLOSED or action.area == "british-africa":
        return Refusal("21.46", f"no land unit crosses the border of {action.area} there")
    if board.is_area(unit.at):
        return Refusal("21.41", f"{name} cannot go to {action.area} by land now")
    return Refusal("21.21", f"{name} does not reach the edge of the map toward {action.area}")


# Supply off the map


def is_supplied(position: SteelPosition, unit: Unit) -> bool:
    """[31.4] [31.41] [25.71] Whether a land unit in an area is spared attrition: in a colony of its country
    with a centre, in the Far East if it is Japanese, or with a line to a centre at home, for which it needs a
    transport of its own where it is not at home."""
    setting = position.setting
    piece, area = position.piece(unit), setting.board.label(unit.at)
    printed = setting.printed.places.areas.get(area)
    side = position.side_of(unit)
    if printed is None or not side or piece.headquarters or piece.fort or piece.force:
        return True
    if printed.owner == piece.country and setting.area_figures(area).get("centres"):
        return True
    if piece.country == "japan" and is_far_east(position, unit.at):
        return True
    if not is_provided_for(position, unit, area):
        return False
    if sea_routes.leads_home(position, side, unit.at, frozenset((piece.country,)), set()):
        return True  # [25.7]
    nets = industrial_lines.nets(position, side)
    return any(nets.joined(unit.at, node) for node in home_centres(setting, piece.country))


def is_far_east(position: SteelPosition, node: int) -> bool:
    """[31.41] Whether Japanese units are always supplied in an area: in Japan, China and Siberia, and
    wherever the Pacific is."""
    harbours = sea_control.harbours(position.setting)
    return position.setting.board.label(node) in FAR_EAST or "pacific" in harbours.get(node, ())


def is_provided_for(position: SteelPosition, unit: Unit, area: str) -> bool:
    """[25.71] Whether a unit may be employed in an area: one of its owner's, Japanese in China, and others
    with a transport of their own country in its port."""
    country = position.piece(unit).country
    owner = position.setting.printed.places.areas[area].owner or KEEPERS.get(area, "")
    return country == owner or any(
        position.piece(ship).kind == TRANSPORT and position.piece(ship).country == country
        for ship in position.units_at(unit.at)
    )


@lru_cache(maxsize=64)
def home_centres(setting: SteelSetting, country: str) -> tuple[int, ...]:
    """[31.4] The mobilization hexes of a country at home, and areas that are its home."""
    cities = [node for node, city in setting.city_at.items() if city.industrial and city.country == country]
    areas = [setting.board[country]] if country in setting.board else []
    return (*cities, *areas)
