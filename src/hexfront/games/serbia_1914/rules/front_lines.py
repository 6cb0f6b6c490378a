"""[3.4.1] Front lines: chains of an army's Infantry Formations, neighbours at most three hexes apart.

For this rule the armies are those of Austria-Hungary and each of the four Serbian ones. An army has one
line, that of its main body, and a main body of one Formation has none (decision SE-R014).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from itertools import combinations

import msgspec

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY
from hexfront.kernel.board import Board

FEWEST = 2  # Formations: single units take nothing [3.4]
Joint = tuple[int, int, tuple[int, ...]]  # two hexes of a line, and those between them


class FrontLine(msgspec.Struct, frozen=True, gc=False):
    """The front line of an army: the hexes its Formations hold, and those directly between two of them."""

    army: str
    held: frozenset[int]
    between: frozenset[int]
    joints: tuple[Joint, ...] = ()  # from neighbour to neighbour, for drawing it


class _Body(msgspec.Struct, gc=False):
    """Formations that hang together: their hexes with the quarters in each, and how many they are."""

    hexes: dict[int, int]
    formations: int
    bits: int  # the hexes again, a bit for each


def front_lines(position: SerbiaPosition, side: str) -> list[FrontLine]:
    """[3.4.1] The front lines of a side's armies."""
    return position.memo.found(("front lines", side), _front_lines, position, side)


def _front_lines(position: SerbiaPosition, side: str) -> list[FrontLine]:
    land = land_of(position, side)
    found: list[FrontLine] = []
    before: list[_Body] = []
    for army, body in main_bodies(position, side).items():
        # What joins an army to those named before it belongs to its own line.
        pairs = _neighbours(position.setting.board, [*before, body])
        fresh = [pair for pair in pairs if pair[0] in body.hexes or pair[1] in body.hexes]
        between = frozenset(joined(position, fresh, side, land))
        found.append(FrontLine(army, frozenset(body.hexes), between, _joints(position, body.hexes, side)))
        before.append(body)
    return found


# A Formation as far as it matters here: its army, its size in a hex in quarters, and its hexes.
_Standing = tuple[str, int, tuple[int, ...]]


def main_bodies(position: SerbiaPosition, side: str) -> dict[str, _Body]:
    """[3.4.1] The main concentration of each army that has more than one Formation in it."""
    return _main_bodies(position.setting.board, _formations(position, side))


def _formations(position: SerbiaPosition, side: str) -> tuple[_Standing, ...]:
    """The Infantry Formations of a side on the map, in order."""
    units, hexes, pieces = position.units, position.setting.hexes, position.setting.pieces
    austrian = side == AUSTRIA_HUNGARY
    found: list[_Standing] = []
    for name in position.infantry_of(side):
        unit = units[name]
        if unit.at in hexes:
            army = unit.army if austrian else unit.corps
            if unit.also == OFF_MAP:
                found.append((army, pieces[unit.piece].quarters, (unit.at,)))
            else:
                found.append((army, position.quarters_in(unit), (unit.at, unit.also)))
    found.sort()
    return tuple(found)


def lines_abroad(position: SerbiaPosition, side: str, land: Set[int]) -> set[int]:
    """[3.4.1] The hexes of a side's front lines outside its own land."""
    board = position.setting.board
    hexes, pairs = _lines_of(board, _formations(position, side))
    open_pairs = [pair for pair, between in pairs if not land >= between]
    found = joined(position, open_pairs, side, land)
    found |= hexes
    return found - land


@lru_cache(maxsize=256)
def _lines_of(
    board: Board, formations: tuple[_Standing, ...]
) -> tuple[frozenset[int], tuple[tuple[tuple[int, int], frozenset[int]], ...]]:
    """The hexes of main bodies, and the pairs of them that are joined, with what lies between."""
    bodies = _main_bodies(board, formations).values()
    pairs = tuple((pair, ground.between(board, *pair)) for pair in _neighbours(board, bodies))
    return frozenset(node for body in bodies for node in body.hexes), pairs


def land_of(position: SerbiaPosition, side: str) -> frozenset[int]:
    """[3.4] The hexes a side controls."""
    return _land(position.setting.board, side, tuple(position.holders.items()))


@lru_cache(maxsize=64)
def _land(board: Board, side: str, holders: tuple[tuple[int, str], ...]) -> frozenset[int]:
    """The same from the hexes that are not held by the side whose country they are in."""
    land = set(ground.country(board, side))
    for node, holder in holders:
        if holder == side:
            land.add(node)
        else:
            land.discard(node)
    return frozenset(land)


@lru_cache(maxsize=256)
def _main_bodies(board: Board, formations: tuple[_Standing, ...]) -> dict[str, _Body]:
    """The same from where the Formations stand; most of them do not move from phase to phase."""
    by_army: dict[str, list[_Standing]] = {}
    for each in formations:
        by_army.setdefault(each[0], []).append(each)
    found = {}
    for army, own in by_army.items():
        body = max(
            _bodies(board, own),
            key=lambda each: (sum(each.hexes.values()), each.formations, -min(each.hexes)),
        )
        if body.formations >= FEWEST:
            found[army] = body
    return found


def _bodies(board: Board, formations: Iterable[_Standing]) -> list[_Body]:
    """Formations in groups, each three hexes or less from another of its group."""
    near = ground.near_bits(board)
    found: list[_Body] = []
    for _, size, hexes in formations:
        reach = near[hexes[0]] | near[hexes[-1]]
        joining = [body for body in found if body.bits & reach]
        if joining:
            mine = joining.pop()
        else:
            mine = _Body({}, 0, 0)
            found.append(mine)
        for body in joining:
            found.remove(body)
            for node, quarters in body.hexes.items():
                mine.hexes[node] = mine.hexes.get(node, 0) + quarters
            mine.formations += body.formations
            mine.bits |= body.bits
        for node in hexes:
            mine.hexes[node] = mine.hexes.get(node, 0) + size
            mine.bits |= 1 << node
        mine.formations += 1
    return found


def joined(position: SerbiaPosition, pairs: Iterable[tuple[int, int]], side: str, land: Set[int]) -> set[int]:
    """[3.4.1] The empty hexes that belong to a line because they lie between two of its hexes.

    Where a way between them lies wholly in the side's land, others do not count.
    """
    found: set[int] = set()
    for here, there in pairs:
        ways = ground.shortest_ways(position.setting.board, here, there)
        own = [way for way in ways if all(node in land for node in way) and _is_free(position, way, side)]
        for way in own or ways:
            found.update([node for node in way if may_pass(position, node, side)])
    return found


def _neighbours(board: Board, bodies: Iterable[_Body]) -> Iterator[tuple[int, int]]:
    """Pairs of hexes of main bodies that are two or three hexes apart."""
    apart = ground.apart_bits(board)
    together = 0
    for body in bodies:
        together |= body.bits
    for here in ground.nodes_of(together):
        for there in ground.nodes_of(together & apart[here]):
            yield here, there


def _is_free(position: SerbiaPosition, way: Iterable[int], side: str) -> bool:
    standing = position.standing
    return not any(standing[node] and position.has_enemy(node, side) for node in way)


def may_pass(position: SerbiaPosition, node: int, side: str) -> bool:
    """[3.4.1] Whether a line may pass a hex: no enemy in it, and own land, a friend or a friendly zone."""
    if position.standing[node] and position.has_enemy(node, side):
        return False
    return (
        position.zone_of(side)[node] > 0
        or position.controller(node) == side
        or (bool(position.standing[node]) and position.occupier(node) == side)
    )


def _joints(position: SerbiaPosition, hexes: dict[int, int], side: str) -> tuple[Joint, ...]:
    """Neighbours in a line: pairs with no third hex of the line nearer to both, and a way between them."""
    reach = ground.near(position.setting.board)
    found = []
    for here, there in combinations(sorted(hexes), 2):
        apart = reach[here].get(there)
        if apart is None or any(
            reach[here].get(other, apart) < apart and reach[there].get(other, apart) < apart
            for other in hexes
        ):
            continue
        ways = [
            way
            for way in ground.shortest_ways(position.setting.board, here, there)
            if all(may_pass(position, node, side) for node in way)
        ]
        if ways:
            found.append((here, there, min(ways)))
    return tuple(found)


def ordered(line: FrontLine) -> tuple[int, ...]:
    """The hexes of a line from one end to the other, units behind it left out."""
    beside: dict[int, list[int]] = {node: [] for node in line.held}
    filled: dict[tuple[int, int], tuple[int, ...]] = {}
    for here, there, hexes in line.joints:
        beside[here].append(there)
        beside[there].append(here)
        filled[here, there] = hexes
        filled[there, here] = hexes[::-1]
    best: list[int] = []
    left = set(line.held)
    while left:
        reached, end = _farthest(beside, min(left))
        left -= reached.keys()
        came, other = _farthest(beside, end)
        walk = [other]
        while walk[-1] != end:
            before = came[walk[-1]]
            walk.extend(filled[walk[-1], before])
            walk.append(before)
        best = max(best, walk, key=len)
    return tuple(best)


def _farthest(beside: dict[int, list[int]], start: int) -> tuple[dict[int, int], int]:
    came = {start: start}
    heads = [start]
    last = start
    while heads:
        last = heads[-1]
        further = []
        for head in heads:
            for other in beside[head]:
                if other not in came:
                    came[other] = head
                    further.append(other)
        heads = further
    return came, last
