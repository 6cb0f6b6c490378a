"""Chapters 12 and 13: a battle - who attacks which hex, who answers, and the ground it is fought on.

A `matters.Battle` names the attackers and the hex; who defends is always read from the position. What the
units are worth is counted in `strengths`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.tables import Feature
from hexfront.games.western_front.vocabulary import HINDENBURG_LINE, NEUTRALS, TRENCH
from hexfront.kernel.board import Board
from hexfront.kernel.grid import DIRECTIONS

URBAN = "urban"
TRENCHES = (TRENCH, HINDENBURG_LINE)  # the Line is a trench in every respect (WF-R101)
FORTRESS_GROUND = "broken"  # what a fortress uses where urban terrain is all there is [21-4]


# Who takes part


def attacking_units(position: WesternFrontPosition, battle: Battle) -> list[Unit]:
    """The attackers that are still there."""
    units = position.units
    return [units[name] for name in battle.attackers if name in units]


def units_in(position: WesternFrontPosition, battle: Battle) -> list[Unit]:
    """[36-9] Every unit of the defender in the hexes under attack; flotillas cannot be attacked."""
    enemy = battle.enemy
    return [
        unit
        for node in battle.hexes
        for unit in position.units_at(node)
        if (piece := position.piece(unit)).side == enemy and piece.kind != "flotilla"
    ]


def is_artillery_only(position: WesternFrontPosition, battle: Battle) -> bool:
    """[29-7] Whether only artillery attacks."""
    units = attacking_units(position, battle)
    return bool(units) and all(position.piece(unit).artillery for unit in units)


def has_strength(position: WesternFrontPosition, unit: Unit) -> bool:
    """[18-15] [29-13] Whether a unit gives a hex strength of its own in defense.

    Artillery and headquarters do not: the one is worth nothing alone, the other something only alone.
    """
    piece = position.piece(unit)
    return unit.strength > 0 and (piece.infantry or piece.cavalry or piece.tank or piece.fortress)


def defending_units(position: WesternFrontPosition, battle: Battle) -> list[Unit]:
    """[12-11] [14-15] [18-15] [24-1] [29-13] The units that can be made to lose strength points.

    Units that retreated into the hex in this phase take no part. A headquarters counts only where nothing
    else has strength; artillery without other units defends itself only against artillery (WF-R120).
    """
    guns_only = is_artillery_only(position, battle)
    found: list[Unit] = []
    for node in battle.hexes:
        units = [unit for unit in position.units_at(node) if position.side_of(unit) == battle.enemy]
        strong = any(has_strength(position, unit) for unit in units)
        for unit in units:
            piece = position.piece(unit)
            if unit.retreated and not piece.fortress:
                continue
            if piece.artillery:
                counts = unit.strength > 0 and (strong or guns_only)
            elif piece.headquarters:
                counts = not strong
            else:
                counts = has_strength(position, unit)
            if counts:
                found.append(unit)
    return found


def infantry_strength(position: WesternFrontPosition, battle: Battle) -> int:
    """[31-4] [WF 9-4] [WF 10-9] Infantry-type strength in the attacked hexes, strengthened cavalry included;
    units that retreated there in this phase take no part."""
    return sum(
        unit.strength
        for unit in units_in(position, battle)
        if not unit.retreated and ((piece := position.piece(unit)).infantry or piece.strengthened)
    )


def answering_units(position: WesternFrontPosition, battle: Battle) -> list[Unit]:
    """[12-11] [29-2] [29-7] [WF 9-4] The defenders that counterattack.

    Artillery alone is answered by artillery only, siege artillery never answers (WF-R121). Gas may silence
    artillery and fortresses.
    """
    guns_only = is_artillery_only(position, battle)
    tables = position.setting.tables
    silent = battle.gas_dice > 0 and not tables.gas_effect(battle.gas_dice).defending_guns
    return [
        unit
        for unit in defending_units(position, battle)
        if (not guns_only or position.piece(unit).artillery)
        and not (silent and (position.piece(unit).artillery or position.piece(unit).fortress))
        and (not position.piece(unit).siege or siege_guns_answer(position, battle))
    ]


def siege_guns_answer(position: WesternFrontPosition, battle: Battle) -> bool:
    """[29-2] [29-15] Siege artillery counterattacks only by the option, from 1915, against trenches."""
    if not position.setting.option("siege-guns-counterattack"):
        return False
    if position.year < position.setting.tables.whole("siege_artillery_year"):
        return False
    return all(in_trenches(position, unit) for unit in attacking_units(position, battle))


def in_trenches(position: WesternFrontPosition, unit: Unit) -> bool:
    """[34-4] [WF 8-5] Whether a unit stands in a trench of its own side."""
    marker = position.markers.get(unit.at)
    return marker is not None and marker.kind in TRENCHES and marker.side == position.side_of(unit)


# Hexsides


def attacked_sides(position: WesternFrontPosition, battle: Battle) -> list[tuple[int, int]]:
    """[13-3] The hexsides attacked through: where from, and into which hex."""
    adjacent = position.setting.board.adjacent
    sides: dict[tuple[int, int], None] = {}
    for unit in attacking_units(position, battle):
        for node in battle.hexes:
            if node in adjacent[unit.at]:
                sides[unit.at, node] = None
    return list(sides)


@lru_cache(maxsize=4096)
def ring(board: Board, node: int) -> tuple[int | None, ...]:
    """The six neighbours of a hex clockwise from north; None beyond the edge of the map."""
    cell = board.cells[node]
    found: list[int | None] = [None] * len(DIRECTIONS)
    if cell is not None:
        grid, centre = cell
        for other in board.adjacent[node]:
            there = board.cells[other]
            direction = grid.direction(centre, there[1]) if there is not None and there[0] is grid else None
            if direction is not None:
                found[direction] = other
    return tuple(found)


def around(position: WesternFrontPosition, node: int) -> tuple[int | None, ...]:
    """The six neighbours of a hex clockwise from north; None beyond the edge of the map."""
    return ring(position.setting.board, node)


def terrain_choices(
    position: WesternFrontPosition, battle: Battle, *, without_fortress: bool = False
) -> list[str]:
    """[13-3] [13-4] [21-4] The kinds of terrain the defender may choose from.

    They lie in the hexsides attacked through and in the hexsides next to these. Only land terrain in a
    side counts, a side on the map edge or on a neutral border cannot be chosen (decisions WF-R035 and
    WF-R036). ``without_fortress`` asks what could be chosen if the fortress were given up.
    """
    setting = position.setting
    terrains = setting.tables.terrain
    found: dict[str, None] = {}
    fortified = False
    for node in battle.hexes:
        neighbours = around(position, node)
        through = [
            neighbours.index(origin) for origin, target in attacked_sides(position, battle) if target == node
        ]
        urban = _may_use_urban(position, node, through, neighbours)
        fortress = not without_fortress and position.fortress_at(node) is not None
        fortified = fortified or fortress
        for direction in _with_their_neighbours(through):
            other = neighbours[direction]
            if other is None or setting.board.country[other] in NEUTRALS:
                continue
            terrain = setting.side(node, other).terrain
            if not terrains[terrain].choosable or (terrain == URBAN and (fortress or not urban)):
                continue
            found[terrain] = None
    return list(found) or [FORTRESS_GROUND if fortified else "clear"]


def _with_their_neighbours(directions: Iterable[int]) -> list[int]:
    """[13-3] Directions and those next to them, each once."""
    near: dict[int, None] = {}
    for direction in directions:
        for turn in (0, 1, -1):
            near[(direction + turn) % len(DIRECTIONS)] = None
    return sorted(near)


def _may_use_urban(
    position: WesternFrontPosition, node: int, through: list[int], neighbours: Sequence[int | None]
) -> bool:
    """[13-4] A city center with an urban side, two urban sides, or an attack through one."""
    setting = position.setting
    urban = [
        direction
        for direction, other in enumerate(neighbours)
        if other is not None and setting.side(node, other).terrain == URBAN
    ]
    if len(urban) >= 2 or (urban and node in setting.cities):
        return True
    return any(direction in urban for direction in through)


def river(position: WesternFrontPosition, battle: Battle) -> Feature | None:
    """[13-5] [29-7] The river whose effects are added, if all attackers attack across one.

    A major river is a river too, so that a mixed attack suffers as across a river (decision WF-R037).
    Artillery alone is not hindered.
    """
    setting = position.setting
    if is_artillery_only(position, battle):
        return None
    sides = [setting.side(*pair).features for pair in attacked_sides(position, battle)]
    major = ["major river" in features for features in sides]
    if not sides or not all(wide or "river" in features for wide, features in zip(major, sides, strict=True)):
        return None
    if all(major):
        return setting.tables.features["major river"]
    if any(major) and setting.option("mixed-rivers-no-effect"):
        return None
    return setting.tables.features["river"]
