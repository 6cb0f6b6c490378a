"""[18.0] Railways: which hexes work for a side, and lines of communications over them.

A railway hex works for a side that controls it, has no enemy in it, and is joined to one of the side's map
edges by hexes of the same sort [18.1.1]. Narrow track carries the lines of one army only [15.0].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import NATION_SIDE, RAIL, SIDES

SINGLE_TRACK = "single-track"
Tracks = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def tracks(setting: SerbiaSetting) -> Tracks:
    """The railway hexes that a track joins to each hex."""
    board = setting.board
    return tuple(
        tuple(side.other(node) for side in board.sides_of[node] if RAIL in side.networks)
        for node in range(len(board))
    )


@lru_cache(maxsize=16)
def narrow(setting: SerbiaSetting) -> frozenset[int]:
    """[15.0] Hexes with narrow track and no other (decision SE-R401)."""
    board = setting.board
    found = set()
    for node in setting.hexes:
        kinds = {side.networks[RAIL] for side in board.sides_of[node] if RAIL in side.networks}
        if kinds and SINGLE_TRACK not in kinds:
            found.add(node)
    return frozenset(found)


@lru_cache(maxsize=16)
def ends(setting: SerbiaSetting, side: str) -> tuple[int, ...]:
    """[1.1] The railway hexes at a side's friendly map edges."""
    joined = tracks(setting)
    edge = {
        node
        for nation, owner in NATION_SIDE.items()
        if owner == side
        for node in setting.friendly_edges[nation]
    }
    outside = {setting.board[name] for link in setting.links for name in (link.a, link.b)}
    return tuple(sorted(node for node in edge if joined[node] or node in outside & railheads(setting)))


@lru_cache(maxsize=16)
def railheads(setting: SerbiaSetting) -> frozenset[int]:
    """[15.6.3a] Hexes at which a railway outside the map comes in."""
    kinds = ("single-track", "narrow-track")
    return frozenset(
        setting.board[name] for link in setting.links if link.kind in kinds for name in (link.a, link.b)
    )


def operational(position: SerbiaPosition, side: str) -> frozenset[int]:
    """[18.1.1] The railway hexes that work for a side."""
    key = ("railways", side)
    found = position._known.get(key)
    if found is None:
        found = position._known[key] = _operational(position, side)
    return found


def _operational(position: SerbiaPosition, side: str) -> frozenset[int]:
    joined = tracks(position.setting)
    controller, has_enemy, standing = position.controller, position.has_enemy, position.standing

    def works(node: int) -> bool:
        return controller(node) == side and not (standing[node] and has_enemy(node, side))

    heads = [node for node in ends(position.setting, side) if works(node)]
    seen = set(heads)
    while heads:
        for other in joined[heads.pop()]:
            if other not in seen and works(other):
                seen.add(other)
                heads.append(other)
    return frozenset(seen)


def is_open(position: SerbiaPosition, node: int, side: str) -> bool:
    """[15.0] Whether a line of communications may pass a hex: no enemy zone, or a friend in it."""
    return not position.in_enemy_zone(node, side) or position.occupier(node) == side


def communications(position: SerbiaPosition, side: str) -> dict[str, frozenset[int]]:
    """[15.0] The supply units of a side that have a line of communications, with the hexes of each.

    Where armies compete for narrow track, the army is served first whose lines leave the fewest supply
    units without one, depots counting before trains (decision SE-R402).
    """
    key = ("communications", side)
    found = position._known.get(key)
    if found is None:
        found = position._known[key] = _communications(position, side)
    return found


def _communications(position: SerbiaPosition, side: str) -> dict[str, frozenset[int]]:
    works = operational(position, side)
    passable = {node for node in works if is_open(position, node, side)}
    units = [
        unit
        for unit in position.of_side(side)
        if position.piece(unit).supply and unit.at in works and unit.at in passable
    ]
    units.sort(key=lambda unit: (not position.piece(unit).depot, unit.name))
    armies = sorted({unit.army for unit in units})
    best: dict[str, frozenset[int]] = {}
    for order in permutations(armies):
        lines = _lines(position, units, order, passable)
        if _worth(position, lines) > _worth(position, best):
            best = lines
        if len(best) == len(units):
            break
    return best | {
        unit.name: frozenset({unit.at})
        for unit in position.of_side(side)
        if position.piece(unit).supply
        and unit.at != OFF_MAP
        and position.setting.board.is_area(unit.at)  # on the railway outside the map
    }


def _worth(position: SerbiaPosition, lines: Iterable[str]) -> tuple[int, int]:
    depots = [position.piece(position.units[name]).depot for name in lines]
    return sum(depots), len(depots)


def _lines(
    position: SerbiaPosition, units: Sequence[Unit], order: Sequence[str], passable: set[int]
) -> dict[str, frozenset[int]]:
    """Lines for the supply units of one army after the other."""
    thin = narrow(position.setting)
    side = position.side_of(units[0]) if units else SIDES[0]
    edge = frozenset(ends(position.setting, side))
    taken: dict[int, str] = {}
    lines: dict[str, frozenset[int]] = {}
    for army in order:
        for unit in units:
            if unit.army != army:
                continue
            free = {node for node in passable if taken.get(node, army) == army}
            line = _line(position.setting, unit.at, edge, free, thin - taken.keys())
            if line is not None:
                lines[unit.name] = line
                for node in line & thin:
                    taken[node] = army
    return lines


def _line(
    setting: SerbiaSetting, start: int, edge: frozenset[int], free: set[int], costly: Iterable[int]
) -> frozenset[int] | None:
    """The way to a map edge that takes the least narrow track nobody has taken yet."""
    if start not in free:
        return None
    joined = tracks(setting)
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
    thin = narrow(position.setting)
    taken = {
        node
        for name, line in communications(position, side).items()
        if position.units[name].army != army
        for node in line & thin
    }
    free = {node for node in works if node not in taken and is_open(position, node, side)}
    joined = tracks(position.setting)
    heads = [node for node in ends(position.setting, side) if node in free]
    seen = set(heads)
    while heads:
        for other in joined[heads.pop()]:
            if other in free and other not in seen:
                seen.add(other)
                heads.append(other)
    return sorted(seen)
