"""[3.4.1] Front lines: chains of an army's Infantry Formations, at most three hexes apart, and what they join.

An army has one front line, that of its main concentration. The Serbian armies are one army in these rules
[5.0], with a front too long for one concentration: each of its chains is a line (decision SE-R405). One
Formation alone makes no line.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY

FARTHEST = 3  # hexes between neighbours in a line
FEWEST = 2  # Formations: single units take nothing [3.4]


class FrontLine(msgspec.Struct, frozen=True, gc=False):
    """The front line of an army: the hexes its Formations hold, and those directly between two of them."""

    army: str
    held: frozenset[int]
    between: frozenset[int]
    joints: tuple[tuple[int, int, tuple[int, ...]], ...]  # neighbours, and the hexes between them


@lru_cache(maxsize=16)
def near(setting: SerbiaSetting) -> tuple[dict[int, int], ...]:
    """The hexes at most three away from each hex, with their distances."""
    found: list[dict[int, int]] = []
    for node in range(len(setting.board)):
        away = {node: 0}
        heads = [node]
        for distance in range(1, FARTHEST + 1):
            further = []
            for head in heads:
                for other in setting.beside[head]:
                    if other not in away:
                        away[other] = distance
                        further.append(other)
            heads = further
        del away[node]
        found.append(away)
    return tuple(found)


def front_lines(position: SerbiaPosition, side: str) -> list[FrontLine]:
    """[3.4.1] The front lines of a side's armies."""
    key = ("front lines", side)
    found = position._known.get(key)
    if found is None:
        found = position._known[key] = _front_lines(position, side)
    return found


def _front_lines(position: SerbiaPosition, side: str) -> list[FrontLine]:
    found = []
    for army, weights in _formations(position, side).items():
        groups = [group for group in _groups(position.setting, weights) if _counts(position, group, side)]
        if side == AUSTRIA_HUNGARY and len(groups) > 1:
            groups = [max(groups, key=lambda group: (sum(weights[node] for node in group), -min(group)))]
        for group in groups:
            joints = _joints(position, group, side)
            between = frozenset(node for joint in joints for node in joint[2])
            found.append(FrontLine(army, frozenset(group), between, joints))
    return found


def _formations(position: SerbiaPosition, side: str) -> dict[str, dict[int, int]]:
    """By army, the hexes of its Infantry Formations and how much of them stands there."""
    pieces, units = position.setting.pieces, position.units
    hexes = position.setting.hexes
    found: dict[str, dict[int, int]] = {}
    for name in sorted(position.by_side[side]):
        unit = units[name]
        piece = pieces[unit.piece]
        if piece.formation and piece.infantry and unit.at in hexes:
            army = found.setdefault(unit.army, {})
            size = position.quarters_in(unit)
            army[unit.at] = army.get(unit.at, 0) + size
            if unit.also != OFF_MAP:
                army[unit.also] = army.get(unit.also, 0) + size
    return found


def _groups(setting: SerbiaSetting, hexes: dict[int, int]) -> list[set[int]]:
    """Hexes that hang together by steps of at most three."""
    reach = near(setting)
    left = set(hexes)
    groups = []
    while left:
        start = min(left)
        left.discard(start)
        group = {start}
        heads = [start]
        while heads:
            for other in left & reach[heads.pop()].keys():
                left.discard(other)
                group.add(other)
                heads.append(other)
        groups.append(group)
    return groups


def _counts(position: SerbiaPosition, group: set[int], side: str) -> bool:
    """Whether a group is more than one Formation."""
    pieces = position.setting.pieces
    names = {
        unit.name
        for node in group
        for unit in position.units_at(node)
        if (piece := pieces[unit.piece]).formation and piece.infantry and piece.side == side
    }
    return len(names) >= FEWEST


def _joints(
    position: SerbiaPosition, group: set[int], side: str
) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The neighbours in a line: pairs with no third hex of the line nearer to both, and what is between."""
    reach = near(position.setting)
    found = []
    for here in sorted(group):
        around = reach[here]
        for there in sorted(group & around.keys()):
            if there <= here:
                continue
            apart = around[there]
            if any(
                around.get(other, FARTHEST + 1) < apart and reach[there].get(other, FARTHEST + 1) < apart
                for other in group
                if other not in (here, there)
            ):
                continue
            hexes = _between(position, here, there, apart, side)
            if hexes is not None:
                found.append((here, there, hexes))
    return tuple(found)


def _between(
    position: SerbiaPosition, here: int, there: int, apart: int, side: str
) -> tuple[int, ...] | None:
    """The hexes directly between two hexes, none of them with an enemy; None if he stands between."""
    if apart == 1:
        return ()
    beside = position.setting.beside
    ways: list[tuple[int, ...]]
    if apart == 2:
        ways = [(middle,) for middle in beside[here] if middle in beside[there]]
    else:
        ways = [
            (first, second)
            for first in beside[here]
            for second in beside[first]
            if second != here and second in beside[there] and second not in beside[here]
        ]
    free = [way for way in ways if not any(position.has_enemy(node, side) for node in way)]
    if not free:
        return None
    return min(free, key=lambda way: (sum(not is_covered(position, node, side) for node in way), way))


def is_covered(position: SerbiaPosition, node: int, side: str) -> bool:
    """[3.4.1] Whether a line may cut an enemy off through a hex: a friend stands there or has a zone there."""
    return position.zone_of(side)[node] > 0 or position.occupier(node) == side


def ordered(line: FrontLine) -> tuple[int, ...]:
    """The hexes of a line from one end to the other, units behind it left out."""
    beside: dict[int, list[int]] = {node: [] for node in line.held}
    filled: dict[tuple[int, int], tuple[int, ...]] = {}
    for here, there, hexes in line.joints:
        beside[here].append(there)
        beside[there].append(here)
        filled[here, there] = hexes
        filled[there, here] = hexes[::-1]
    _, end = _farthest(beside, min(line.held))
    came, other = _farthest(beside, end)
    walk = [other]
    while walk[-1] != end:
        before = came[walk[-1]]
        walk.extend(filled[walk[-1], before])
        walk.append(before)
    return tuple(walk)


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
