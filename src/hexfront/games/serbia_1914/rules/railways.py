"""[18.0] Railways: which hexes work for a side, and lines of communications over them.

A railway hex works for a side that controls it, has no enemy in it, and is joined to one of the side's map
edges by hexes of the same sort [18.1.1]. Narrow track carries the lines of one army only [15.0].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.rules.areas import ORDER
from hexfront.games.serbia_1914.vocabulary import RAIL, SIDES, other_side
from hexfront.kernel.board import Board

SINGLE_TRACK = "single-track"


@lru_cache(maxsize=ground.BOARDS)
def narrow(board: Board) -> frozenset[int]:
    """[15.0] Hexes with narrow track and no other (decision SE-R402)."""
    found = set()
    for node in ground.railways(board):
        kinds = {side.networks[RAIL] for side in board.sides_of[node] if RAIL in side.networks}
        if SINGLE_TRACK not in kinds:
            found.add(node)
    return frozenset(found)


@lru_cache(maxsize=ground.BOARDS)
def ends(board: Board, side: str) -> tuple[int, ...]:
    """[1.1] The railway hexes at a side's friendly map edges."""
    return tuple(sorted(ground.friendly_edge(board, side) & ground.railways(board)))


def operational(position: SerbiaPosition, side: str) -> frozenset[int]:
    """[18.1.1] The railway hexes that work for a side."""
    return position.memo.found(("railways", side), _working, position, side)


def _working(position: SerbiaPosition, side: str) -> frozenset[int]:
    board = position.setting.board
    lines = ground.railways(board)
    closed = set(lines & position.hexes_held(other_side(side)))
    gained = []
    for node, holder in position.holders.items():
        if node in lines:
            if holder == side:
                gained.append(node)
            else:
                closed.add(node)
    return _operational(board, side, frozenset(gained), frozenset(closed))


@lru_cache(maxsize=256)
def _operational(board: Board, side: str, gained: frozenset[int], closed: frozenset[int]) -> frozenset[int]:
    """The same from the railway hexes a side holds abroad, and those it has lost or the enemy stands in."""
    joined = ground.tracks(board)
    works = (ground.country(board, side) | gained) - closed
    heads = [node for node in ends(board, side) if node in works]
    seen = set(heads)
    while heads:
        for other in joined[heads.pop()]:
            if other not in seen and other in works:
                seen.add(other)
                heads.append(other)
    return frozenset(seen)


def is_open(position: SerbiaPosition, node: int, side: str) -> bool:
    """[15.0] Whether a line of communications may pass a hex: no enemy zone, or a friend in it."""
    return not position.in_enemy_zone(node, side) or position.occupier(node) == side


def communications(position: SerbiaPosition, side: str) -> dict[str, frozenset[int]]:
    """[15.0] The supply units of a side that have a line of communications, with the hexes of each.

    Where armies compete for narrow track, it goes so that most supply units have a line, between equals to
    the Second, Fifth and Sixth Army in this order (decision SE-R073).
    """
    return position.memo.found(("communications", side), _communications, position, side)


def _communications(position: SerbiaPosition, side: str) -> dict[str, frozenset[int]]:
    all_units = position.units
    board = position.setting.board
    works = operational(position, side)
    units = []
    lines: dict[str, frozenset[int]] = {}
    for name in position.supply_units_of(side):
        unit = all_units[name]
        if unit.at != OFF_MAP:
            if unit.at in works:
                units.append(unit)
            elif board.is_area(unit.at):
                lines[name] = frozenset({unit.at})  # on the railway outside the map
    if not units:
        return lines
    came = _reached_from_the_edge(board, side, works - closed_by_zones(position, side, works))
    units = [unit for unit in units if unit.at in came]
    shortest = {unit.name: _along(came, unit.at) for unit in units}
    thin = narrow(position.setting.board)
    users: dict[int, str] = {}
    if all(
        users.setdefault(node, unit.army) == unit.army
        for unit in units
        for node in shortest[unit.name] & thin
    ):
        return lines | shortest
    return lines | _shared(position, units, set(came))


def closed_by_zones(position: SerbiaPosition, side: str, works: frozenset[int]) -> frozenset[int]:
    """[15.0] The hexes of a railway that works which no line of communications may pass."""
    zone, friends = position.zone_of(other_side(side)), position.enemies_of(other_side(side))
    return frozenset([node for node in works if zone[node] and not friends[node]])  # as in is_open


@lru_cache(maxsize=64)
def _reached_from_the_edge(board: Board, side: str, passable: frozenset[int]) -> dict[int, int]:
    """Hexes a line of communications may pass, each with the next one toward the edge, or itself there."""
    joined = ground.tracks(board)
    heads = [node for node in ends(board, side) if node in passable]
    came = {node: node for node in heads}
    while heads:
        further = []
        for node in heads:
            for other in joined[node]:
                if other in passable and other not in came:
                    came[other] = node
                    further.append(other)
        heads = further
    return came


def _along(came: dict[int, int], node: int) -> frozenset[int]:
    line = [node]
    while came[node] != node:
        node = came[node]
        line.append(node)
    return frozenset(line)


def _shared(position: SerbiaPosition, units: list[Unit], passable: set[int]) -> dict[str, frozenset[int]]:
    """[15.0] Lines where armies want the same narrow track: in the order of armies that serves most units."""
    units.sort(key=lambda unit: (not position.piece(unit).depot, unit.name))
    armies = sorted({unit.army for unit in units}, key=lambda army: (*ORDER, army).index(army))
    best: dict[str, frozenset[int]] = {}
    for order in permutations(armies):
        lines = _lines(position, units, order, passable)
        if len(lines) > len(best):
            best = lines
        if len(best) == len(units):
            break
    return best


def _lines(
    position: SerbiaPosition, units: Sequence[Unit], order: Sequence[str], passable: set[int]
) -> dict[str, frozenset[int]]:
    """Lines for the supply units of one army after the other."""
    thin = narrow(position.setting.board)
    side = position.side_of(units[0]) if units else SIDES[0]
    edge = frozenset(ends(position.setting.board, side))
    taken: dict[int, str] = {}
    lines: dict[str, frozenset[int]] = {}
    for army in order:
        for unit in units:
            if unit.army != army:
                continue
            free = {node for node in passable if taken.get(node, army) == army}
            line = _line(position.setting.board, unit.at, edge, free, thin - taken.keys())
            if line is not None:
                lines[unit.name] = line
                for node in line & thin:
                    taken[node] = army
    return lines


def _line(
    board: Board, start: int, edge: frozenset[int], free: set[int], costly: Iterable[int]
) -> frozenset[int] | None:
    """The way to a map edge that takes the least narrow track nobody has taken yet."""
    if start not in free:
        return None
    joined = ground.tracks(board)
    dear = set(costly)
    cost = {start: int(start in dear)}
    came: dict[int, int] = {}
    layers: list[list[int]] = [[], []]
    layers[cost[start]].append(start)
    away = 0
    while away < len(layers):
        for node in layers[away]:  # grows while it is read: steps that cost nothing
            if cost[node] != away:
                continue
            if node in edge:
                line = [node]
                while line[-1] in came:
                    line.append(came[line[-1]])
                return frozenset(line)
            for other in joined[node]:
                if other not in free:
                    continue
                there = away + (other in dear)
                if there < cost.get(other, len(free) + 2):
                    cost[other] = there
                    came[other] = node
                    while len(layers) <= there:
                        layers.append([])
                    layers[there].append(other)
        away += 1
    return None


def has_line(position: SerbiaPosition, unit: Unit) -> bool:
    """[15.0] Whether a supply unit has a line of communications."""
    return unit.name in communications(position, position.side_of(unit))


def served(position: SerbiaPosition, side: str, army: str) -> list[int]:
    """[15.0] The railway hexes from which a supply unit of an army would have a line of communications.

    Narrow track that carries another army's lines is closed to it.
    """
    works = operational(position, side)
    thin = narrow(position.setting.board)
    taken = {
        node
        for name, line in communications(position, side).items()
        if position.units[name].army != army
        for node in line & thin
    }
    free = {node for node in works if node not in taken and is_open(position, node, side)}
    joined = ground.tracks(position.setting.board)
    heads = [node for node in ends(position.setting.board, side) if node in free]
    seen = set(heads)
    while heads:
        for other in joined[heads.pop()]:
            if other in free and other not in seen:
                seen.add(other)
                heads.append(other)
    return sorted(seen)
