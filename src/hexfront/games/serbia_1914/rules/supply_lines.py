"""[15.3] Supply lines: how far supply reaches from a hex, past mountains, rivers, enemies and Komitadji.

A line passes one low mountain and ends in the next mountain, and in any high one, unless it follows a
roadway; over the Sava without a bridge it ends. A hex in an enemy zone is open to it only if a friend stands
there or has a zone there too, and the zones of the units in the hex that is to be supplied do not count
[3.3.2]. For isolation they do [15.5].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from functools import lru_cache

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    BRIDGE,
    DONAU,
    FERRY,
    HIGH_MOUNTAIN,
    IMPASSABLE,
    LOW_MOUNTAIN,
    ROADWAY,
    SAVA,
    SERBIA,
    other_side,
)
from hexfront.kernel.board import Board

ISOLATION_RANGE = 15  # [15.5]
NOWHERE: frozenset[int] = frozenset()

# A step of a supply line: the hex entered, mountains that count for it, and whether the line ends there.
Step = tuple[int, int, bool]
Steps = tuple[tuple[Step, ...], ...]


@lru_cache(maxsize=ground.BOARDS)
def steps(board: Board) -> Steps:
    """[15.3] [15.3.2] The steps a supply line may take out of each hex, pontoon bridges left out."""
    return tuple(
        tuple(step for there in around if (step := _step(board, here, there, pontoon=False)) is not None)
        for here, around in enumerate(ground.beside(board))
    )


def _step(board: Board, here: int, there: int, *, pontoon: bool) -> Step | None:
    side = board.side(here, there)
    assert side is not None
    features = side.features
    if IMPASSABLE in features:
        return None
    crossed = pontoon or bool(features & {BRIDGE, FERRY})
    if DONAU in features and not crossed:
        return None
    ended = SAVA in features and not crossed
    if ROADWAY in side.networks:
        return there, 0, ended
    terrain = board.terrain[there]
    high = terrain == HIGH_MOUNTAIN
    return there, int(high or terrain == LOW_MOUNTAIN), ended or high


@lru_cache(maxsize=64)
def _steps_over(board: Board, bridges: tuple[str, ...]) -> Steps:
    """[21.2] The steps of supply lines over some pontoon bridges too."""
    found = list(steps(board))
    for between in bridges:
        a, b = (board[label] for label in between.split("/"))
        for here, there in ((a, b), (b, a)):
            over = _step(board, here, there, pontoon=True)
            rest = [step for step in found[here] if step[0] != there]
            found[here] = (*rest, over) if over is not None else tuple(rest)
    return tuple(found)


def bridges_of(position: SerbiaPosition, side: str) -> tuple[str, ...]:
    """[21.2] The pontoon bridges over which a side's supply lines may run."""
    if not position.pontoons:
        return ()
    return tuple(
        sorted(
            between
            for between, pontoon in position.pontoons.items()
            if pontoon.built and pontoon.side == side
        )
    )


def ways(position: SerbiaPosition, side: str) -> Steps:
    """The steps of a side's supply lines."""
    return _steps_over(position.setting.board, bridges_of(position, side))


def harassed(position: SerbiaPosition, side: str) -> frozenset[int]:
    """[23.1.1] Hexes that count twice for a supply line: Komitadji, no Serbs, no Austrian Combat unit.

    A mountain there counts as two (decision SE-R071).
    """
    if side != AUSTRIA_HUNGARY or not position.komitadji:
        return NOWHERE
    return frozenset(
        node
        for node in position.komitadji
        if position.occupier(node) != SERBIA and not position.has_combat_unit(node, AUSTRIA_HUNGARY)
    )


def is_closed(position: SerbiaPosition, node: int, side: str) -> bool:
    """[15.3.1] Whether no supply line goes on from a hex: an enemy zone that nobody takes away."""
    return (
        position.in_enemy_zone(node, side)
        and not position.zone_of(side)[node]
        and not (position.standing[node] and position.occupier(node) == side)
    )


def traced(position: SerbiaPosition, side: str, starts: Iterable[int], distance: int) -> dict[int, int]:
    """[15.3] The hexes to which supply lines of a length reach, with the hexes each takes.

    All friendly zones count, as if the hex to be supplied were empty.
    """
    begin = tuple(starts)
    key = ("traced", side, begin, distance, harassed(position, side), bridges_of(position, side))
    return position.memo.found(key, _trace, position, side, begin, distance)


def _trace(
    position: SerbiaPosition,
    side: str,
    starts: tuple[int, ...],
    distance: int,
    *,
    target: int = OFF_MAP,
    shut: frozenset[int] = NOWHERE,
) -> dict[int, int]:
    """Follow all lines of a length, or only those that may come to a target, until one is there.

    ``shut`` are hexes no line may pass although a friendly zone is there.
    """
    moves = ways(position, side)
    double = harassed(position, side)
    enemies, friends = position.enemies_of(side), position.enemies_of(other_side(side))
    enemy_zone, zone = position.zone_of(other_side(side)), position.zone_of(side)
    setting = position.setting
    away = ground.distances(setting.board, target) if target != OFF_MAP else setting.no_zone
    found = dict.fromkeys(starts, 0)
    passed = dict.fromkeys(starts, 0)  # the fewest mountains with which a line goes on from a hex
    layers: list[list[tuple[int, int]]] = [[] for _ in range(distance + 3)]
    layers[0] = [(node, 0) for node in found if away[node] <= distance]
    for length in range(distance):
        spare = distance - length - 1
        for node, mountains in layers[length]:
            for other, mountain, ended in moves[node]:
                if away[other] > spare:
                    continue
                there, climbed = length + 1, mountains + mountain
                if other in double:
                    there, climbed = there + 1, climbed + mountain
                    if away[other] >= spare:
                        continue
                stops = ended or climbed > 1 or passed.get(other, 2) <= climbed
                if (stops and other in found) or enemies[other]:
                    continue
                if other not in found:
                    found[other] = there
                if other == target:
                    return found
                if stops or other in shut:
                    continue
                if enemy_zone[other] and not zone[other] and not friends[other]:  # as in is_closed
                    continue
                passed[other] = climbed
                layers[there].append((other, climbed))
    return found


def held_alone(position: SerbiaPosition, node: int, side: str) -> frozenset[int]:
    """[3.3.2] Hexes that only zones of the units in a hex keep open."""
    setting = position.setting
    counts: dict[int, int] = {}
    for unit in position.units_at(node):
        piece = setting.pieces[unit.piece]
        if piece.combat and piece.side == side:
            for here in position.hexes_of(unit):
                for other in setting.zone_reach[here]:
                    counts[other] = counts.get(other, 0) + 1
    zone = position.zone_of(side)
    return frozenset(
        other
        for other, count in counts.items()
        if zone[other] == count
        and position.in_enemy_zone(other, side)
        and not (position.standing[other] and position.occupier(other) == side)
    )


@lru_cache(maxsize=2048)
def _bridges_near(board: Board, bridges: tuple[str, ...], start: int, distance: int) -> tuple[str, ...]:
    """Of some bridges those that a line of a length out of a hex may cross."""
    away = ground.distances(board, start)
    return tuple(each for each in bridges if any(away[board[label]] < distance for label in each.split("/")))


@lru_cache(maxsize=16384)
def _line(
    board: Board, bridges: tuple[str, ...], start: int, distance: int, node: int
) -> tuple[int, ...] | None:
    """[15.3] The hexes of a shortest line from one hex to another over the empty map, the first apart.

    None if no line of that length leads there.
    """
    moves = _steps_over(board, bridges)
    away = ground.distances(board, node)
    return _straight_line(moves, away, start, node) or _winding_line(moves, away, start, distance, node)


def _straight_line(moves: Steps, away: Sequence[int], start: int, node: int) -> tuple[int, ...] | None:
    """A line each hex of which is nearer to the end than the one before, back from the end; mostly one is."""
    first = (start, 0)
    before = {first: first}  # of a hex, and the mountains passed up to it, where the line came from
    heads = [first]
    while heads:
        head = heads.pop()
        here, mountains = head
        near = away[here]
        for other, mountain, ended in reversed(moves[here]):
            if away[other] >= near:
                continue
            if other == node:
                found, line = [node], head
                while line != first:
                    found.append(line[0])
                    line = before[line]
                return tuple(found)
            onward = (other, mountains + mountain)
            if not ended and onward[1] <= 1 and onward not in before:
                before[onward] = head
                heads.append(onward)
    return None


def _winding_line(
    moves: Steps, away: Sequence[int], start: int, distance: int, node: int
) -> tuple[int, ...] | None:
    """A shortest line, back from the end. Only hexes from which that can still be reached are looked at."""
    hexes, before = [start], [OFF_MAP]  # of each line its last hex, and the line it goes on from
    passed = {start: 0}  # the fewest mountains with which a line goes on from a hex
    heads = [(0, 0)]
    for spare in range(distance - 1, -1, -1):
        further = []
        for head, mountains in heads:
            for other, mountain, ended in moves[hexes[head]]:
                if away[other] > spare:
                    continue
                if other == node:
                    found, line = [node], head
                    while line:
                        found.append(hexes[line])
                        line = before[line]
                    return tuple(found)
                climbed = mountains + mountain
                if ended or climbed > 1 or passed.get(other, 2) <= climbed:
                    continue
                passed[other] = climbed
                further.append((len(hexes), climbed))
                hexes.append(other)
                before.append(head)
        heads = further
    return None


def _is_clear(position: SerbiaPosition, side: str, line: Sequence[int]) -> bool:
    """Whether a line passes no enemy, no zone of his and no Komitadji; his zone over its end is no matter."""
    enemies, zone = position.enemies_of(side), position.zone_of(other_side(side))
    harassed_by = position.komitadji if side == AUSTRIA_HUNGARY else NOWHERE
    if enemies[line[0]] or line[0] in harassed_by:
        return False
    return not any(zone[here] or enemies[here] or here in harassed_by for here in line[1:])


def reaches(position: SerbiaPosition, side: str, starts: tuple[int, ...], distance: int, node: int) -> bool:
    """[15.3] [15.3.1] [3.3.2] Whether a supply line of a length can be traced to the units in a hex.

    Mostly the empty map gives the answer: no line is long enough on it, or the shortest one is clear.
    """
    if node in starts:
        return True
    if not distance:
        return False
    board = position.setting.board
    away = ground.distances(board, node)
    near = [start for start in starts if away[start] <= distance]
    if not near:
        return False
    near.sort(key=away.__getitem__)
    return _reaches_from(position, side, near, distance, node)


def reaches_railway(position: SerbiaPosition, side: str, works: Set[int], distance: int, node: int) -> bool:
    """[15.1.3] Whether a line of a length leads to a hex from a railway hex that works."""
    if node in works:
        return True
    near = [start for start in _tracks_near(position.setting.board, node, distance) if start in works]
    return bool(near) and _reaches_from(position, side, near, distance, node)


@lru_cache(maxsize=4096)
def _tracks_near(board: Board, node: int, distance: int) -> tuple[int, ...]:
    """The railway hexes within a distance of a hex, the nearest first."""
    away = ground.distances(board, node)
    found = [other for other in sorted(ground.railways(board)) if away[other] <= distance]
    return tuple(sorted(found, key=away.__getitem__))


def _reaches_from(position: SerbiaPosition, side: str, near: Sequence[int], distance: int, node: int) -> bool:
    board = position.setting.board
    bridges = bridges_of(position, side)
    possible = []
    for start in near:
        crossed = _bridges_near(board, bridges, start, distance) if bridges else bridges
        line = _line(board, crossed, start, distance, node)
        if line is not None:
            if _is_clear(position, side, line):
                return True
            possible.append(start)
    if not possible:
        return False
    return is_traced(position, side, tuple(possible), distance, node)


def is_traced(position: SerbiaPosition, side: str, starts: tuple[int, ...], distance: int, node: int) -> bool:
    """The same, by following the lines past the enemy."""
    if node in starts:
        return True
    if node not in _trace(position, side, starts, distance, target=node):
        return False
    shut = held_alone(position, node, side)
    return not shut or node in _trace(position, side, starts, distance, target=node, shut=shut)


def path_to(
    position: SerbiaPosition, side: str, node: int, is_end: Callable[[int], bool], most: int
) -> int | None:
    """[15.5] The length of the shortest path from a hex to a source, own zones counted.

    Mountains and the Sava do not stop it; enemies, un-negated enemy zones, the Donau and impassable
    mountains do (decision SE-R074).
    """
    if is_end(node):
        return 0
    moves = ways(position, side)
    enemies, friends = position.enemies_of(side), position.enemies_of(other_side(side))
    enemy_zone, zone = position.zone_of(other_side(side)), position.zone_of(side)
    seen = {node}
    heads = [node]
    for length in range(1, most + 1):
        further = []
        for here in heads:
            for other, _, _ in moves[here]:
                if other in seen or enemies[other]:
                    continue
                seen.add(other)
                if is_end(other):
                    return length
                if not enemy_zone[other] or zone[other] or friends[other]:  # as in is_closed
                    further.append(other)
        heads = further
    return None


def barriers(position: SerbiaPosition, side: str, nodes: Iterable[int], most: int) -> list[int]:
    """[15.5] The hexes at which the paths from some hexes end: enemies, and zones that nobody takes away."""
    moves = ways(position, side)
    seen = set(nodes)
    heads = sorted(seen)
    barred = set()
    for _ in range(most):
        further = []
        for here in heads:
            for other, _, _ in moves[here]:
                if other not in seen:
                    seen.add(other)
                    if position.has_enemy(other, side) or is_closed(position, other, side):
                        barred.add(other)
                    else:
                        further.append(other)
        heads = further
    return sorted(barred)
