"""[30.5] Air units fly: how far, over which hexes, and who may attack them on the way.

A flight is one order: it names where it goes, and takes the way on which fewest enemy bases can attack it
(SS-A02). Its units are one force [30.54].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.air_orders import Scramble
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import air_combat, aircraft, reconnaissance
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

Reached = dict[int, int]  # the hexes that can be reached, each with how far it is


def is_open(position: SteelPosition, side: str, node: int) -> bool:
    """[19.23] [30.42] [30.51] Whether air units of a side may fly into a hex: over any ground, enemies and
    water, but not over neutrals."""
    setting = position.setting
    if setting.board.is_area(node):
        return False
    return not setting.ground.is_land[node] or bool(position.entrance[side][node])


def in_range(position: SteelPosition, side: str, start: int, far: int) -> Reached:
    """[30.51] The hexes that air units reach from their base."""
    key = ("in range", side, start, far)
    return position.memo.found(key, reached, position, side, ((start, 0),), far)


def reached(position: SteelPosition, side: str, starts: Iterable[tuple[int, int]], far: int) -> Reached:
    """[30.51] The hexes within so many of some others, each of which has cost something already."""
    adjacent = position.setting.board.adjacent
    found = dict(starts)
    edge = list(found)
    for node in edge:
        gone = found[node] + 1
        if gone > far:
            continue
        for other in adjacent[node]:
            if other not in found and is_open(position, side, other):
                found[other] = gone
                edge.append(other)
    return found


def threats(position: SteelPosition, side: str) -> dict[int, tuple[int, ...]]:
    """[30.43] [30.54] The hexes in which air units of a side may be attacked, with the enemy bases that can:
    over the base itself by interception, in the hexes around it by combat air patrol."""
    enemy = other_side(side)
    found: dict[int, tuple[int, ...]] = {}
    if not aircraft.allowed(position, enemy, aircraft.INTERCEPTION):
        return found
    patrols = aircraft.allowed(position, enemy, aircraft.PATROL)
    for base in sorted(aircraft.based_at(position, enemy)):
        near = [base, *(position.setting.board.adjacent[base] if patrols else ())]
        for node in near:
            found[node] = (*found.get(node, ()), base)
    return found


def way(position: SteelPosition, side: str, start: int, to: int, far: int) -> list[int]:
    """SS-A02: The hexes from the first step to the last: of all ways of at most so many hexes the one on
    which fewest enemy bases can attack, and of those the shortest; if all are too long, the shortest."""
    danger = threats(position, side)
    least = position.setting.board.distance(start, to) or 0
    # Most ways are straight and safe, and then nobody need look farther.
    direct = _safest(position, side, start, to, danger, far=least)
    if direct and not any(node in danger for node in direct):
        return direct
    return _safest(position, side, start, to, danger, far=far) or _shortest(position, side, start, to)


def _safest(
    position: SteelPosition,
    side: str,
    start: int,
    to: int,
    danger: Mapping[int, Sequence[int]],
    *,
    far: int,
) -> list[int]:
    """SS-A02: Of the ways of at most so many hexes the safest, and of those the shortest; nothing if all are
    longer. A hex is come to again on a way with more danger only if that is shorter."""
    adjacent, distance = position.setting.board.adjacent, position.setting.board.distance
    fewest: dict[int, int] = {}
    came: dict[tuple[int, int], int] = {}
    queue: list[tuple[int, int, int, int]] = [(0, 0, start, start)]
    while queue:
        risk, gone, node, before = heappop(queue)
        if gone >= fewest.get(node, far + 1):
            continue
        fewest[node] = gone
        came[node, gone] = before
        if node == to:
            path = []
            while node != start:
                path.append(node)
                node, gone = came[node, gone], gone - 1
            return path[::-1]
        if gone + (distance(node, to) or 0) > far:
            continue
        gone += 1
        for other in adjacent[node]:
            if gone < fewest.get(other, far + 1) and is_open(position, side, other):
                heappush(queue, (risk + len(danger.get(other, ())), gone, other, node))
    return []


def _shortest(position: SteelPosition, side: str, start: int, to: int) -> list[int]:
    return _safest(position, side, start, to, {}, far=len(position.setting.board))


def fly(table: Table, position: SteelPosition, names: Sequence[str], path: Sequence[int]) -> Procedure:
    """[30.43] [30.51] [30.54] [30.56] Let a force fly along a way. Wherever enemy air units may attack it
    their owner is asked; each of their forces does so once. Survivors fly on."""
    side = position.side_of(position.units[names[0]])
    enemy = other_side(side)
    done: set[int] = set()  # forces that have attacked
    spared: set[int] = set()  # forces that have let them pass
    force = list(names)
    for at, node in enumerate(path):
        for name in force:
            position.aloft.add(name)
            position.change(name, at=node)
        reconnaissance.pass_over(table, position, side, node)
        last = at == len(path) - 1
        near = threats(position, side).get(node, ())
        bases = [base for base in near if base not in done and (last or base == node or base not in spared)]
        while bases and force:
            label = position.setting.board.label
            order = yield Ask(
                enemy,
                "scramble",
                f"Enemy air units over {label(node)}: attack them, or pass",
                "30.54",
                [*(Scramble(label(base)) for base in bases), PASS],
                matters.Intruders(label(node), tuple(force), tuple(label(base) for base in bases)),
            )
            if isinstance(order, Pass):
                spared.update(bases)
                break
            base = position.setting.board[order.at]
            bases.remove(base)
            done.add(base)
            yield from _attack(table, position, node, base, force)
            force = [name for name in force if name in position.units]
    return None


def _attack(table: Table, position: SteelPosition, node: int, base: int, force: Sequence[str]) -> Procedure:
    """[30.54] [30.61] The air units of a base attack a force that flies over it or beside it."""
    enemy = other_side(position.side_of(position.units[force[0]]))
    defenders = interceptors(position, enemy, base)
    patrol = node != base
    mission = aircraft.PATROL if patrol else aircraft.INTERCEPTION
    aircraft.note_sorties(position, [unit.name for unit in defenders], mission)
    word = "Combat air patrol" if patrol else "Interception"
    label = position.setting.board.label
    table.tell(f"{word} from {label(base)} over {label(node)}", "30.54", kind="air combat")
    yield from air_combat.fight(table, position, node, [force, [unit.name for unit in defenders]])
    return None


def interceptors(position: SteelPosition, side: str, base: int) -> list[Unit]:
    """[30.54] The force of a base: all air units of a side on the ground there (SS-A03)."""
    return aircraft.based_at(position, side).get(base, [])
