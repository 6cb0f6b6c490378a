"""Chapter 21: off-map areas, as far as land units reach them by land; and their supply [31.4].

Only the Entente leaves the maps [21.24]. A unit goes over the edge of the map, or comes in over it, by
strategic movement, and that is all it does in the impulse [21.35].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexfront.games.storm_of_steel.orders import ComeIn, GoOff
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import impulses, industrial_lines, stacking
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import ENTENTE
from hexfront.kernel.play import Action, Refusal, Table

# [21.21] The edge of the map beyond which an area lies, and the country that reaches it there.
EDGES = {"siberia": ("edge east", "russia")}
FAR_EAST = ("japan", "china", "siberia")  # [31.41] where Japanese units are always supplied


@lru_cache(maxsize=8)
def edge_of(setting: SteelSetting, area: str) -> tuple[int, ...]:
    """[21.21] The hexes from which land units go to an area, and into which they come from it."""
    if area not in EDGES or area not in setting.board:
        return ()
    region, country = EDGES[area]
    return tuple(
        node
        for node in sorted(setting.board.regions.get(region, ()))
        if setting.country_of[node] == country and setting.ground.is_land[node] and node in setting.in_play
    )


def orders(position: SteelPosition) -> Iterator[Action]:
    """[21.21] [21.31] [21.44] Units that may leave the map or come in, on a front that is active."""
    if position.active != ENTENTE:  # [21.24] [21.6]
        return
    board = position.setting.board
    for area in EDGES:
        edge = [node for node in edge_of(position.setting, area) if _is_active(position, node)]
        if not edge or not industrial_lines.area_friendly(position, ENTENTE, area):
            continue
        for unit in position.units_at(board[area]):
            if _may_go(position, unit):
                for node in edge:
                    if _is_open(position, unit, node):
                        yield ComeIn(unit.name, board.label(node))
        for node in edge:
            for unit in position.troops_at(node):
                if _may_go(position, unit) and not position.in_enemy_zone(node, ENTENTE):
                    yield GoOff(unit.name, area)


def _is_active(position: SteelPosition, node: int) -> bool:
    return position.setting.front_of[node] in impulses.active_fronts(position)


def _may_go(position: SteelPosition, unit: Unit) -> bool:
    """[21.24] [21.35] Whether a unit is free to go: the Entente's, mobile, and has done nothing yet."""
    piece = position.piece(unit)
    return (
        position.side_of(unit) == ENTENTE
        and piece.land
        and bool(piece.movement)
        and not piece.force
        and not unit.entrenched
        and not unit.moved
        and impulses.is_released(position, unit)
    )


def _is_open(position: SteelPosition, unit: Unit, node: int) -> bool:
    """[21.31] [11.61] Whether a unit may come in there: friendly, not in an enemy zone, with room."""
    return (
        position.controller(node) == ENTENTE
        and position.occupant[node] in (ENTENTE, "")
        and not position.in_enemy_zone(node, ENTENTE)
        and stacking.has_room(position, node, [unit])
    )


def go(table: Table[SteelPosition], order: ComeIn | GoOff) -> None:
    """[21.21] [21.31] A unit leaves the map, or comes in."""
    position = table.position
    board = position.setting.board
    place = order.to if isinstance(order, ComeIn) else order.area
    position.change(order.unit, at=board[place], moved=True, strategic=True)
    name = position.setting.pieces[order.unit].name
    word = "comes in at" if isinstance(order, ComeIn) else "leaves the map for"
    rule = "21.31" if isinstance(order, ComeIn) else "21.21"
    table.tell(f"{name} {word} {board.name_of(board[place])}", rule, kind="move")


def why_not(position: SteelPosition, action: Action) -> Refusal | None:
    """[21.24] [21.35] [21.6] Words for a unit that cannot cross the edge of the map."""
    if not isinstance(action, ComeIn | GoOff):
        return None
    unit = position.units.get(action.unit)
    if unit is None:
        return Refusal("21.0", f'there is no unit "{action.unit}" in play')
    name = position.piece(unit).name
    if position.active != ENTENTE:
        return Refusal("21.24", "only units of the Entente leave the maps")
    if position.side_of(unit) != position.active:
        return Refusal("21.0", f"{name} is not yours to move now")
    if unit.moved:
        return Refusal("21.35", f"{name} has moved already")
    if isinstance(action, GoOff):
        return Refusal("21.21", f"{name} is not at the edge of the map toward {action.area}")
    return Refusal("21.31", f"{name} cannot come in at {action.to}")


# Supply off the map


def is_supplied(position: SteelPosition, unit: Unit) -> bool:
    """[31.4] [31.41] Whether a land unit in an area is spared attrition: in a colony of its country with a
    centre, in the Far East if it is Japanese, or with a line to a centre at home."""
    setting = position.setting
    piece, area = position.piece(unit), setting.board.label(unit.at)
    printed = setting.printed.places.areas.get(area)
    side = position.side_of(unit)
    if printed is None or not side or piece.headquarters or piece.fort or piece.force:
        return True
    if printed.owner == piece.country and setting.area_figures(area).get("centres"):
        return True
    if piece.country == "japan" and area in FAR_EAST:
        return True
    nets = industrial_lines.nets(position, side)
    return any(nets.joined(unit.at, node) for node in home_centres(setting, piece.country))


@lru_cache(maxsize=64)
def home_centres(setting: SteelSetting, country: str) -> tuple[int, ...]:
    """[31.4] The mobilization hexes of a country at home, and areas that are its home."""
    cities = [node for node, city in setting.city_at.items() if city.industrial and city.country == country]
    areas = [setting.board[country]] if country in setting.board else []
    return (*cities, *areas)
