"""What a staff sees on the map: Forces, enemy stacks, threats, ways to the places that count."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush

import msgspec

from hexfront.games.serbia_1914.force import Force, forces_in
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import strengths, supply
from hexfront.games.serbia_1914.rules.supply_lines import traced
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import other_side

THREAT_REACH = 16  # movement points within which a march of the enemy's is looked at
# Of his strength, how much is reckoned to strike a hex that he needs so many points to march into.
THREATS = ((9, 0.8), (12, 0.55), (16, 0.25))
FAR = 999
WET_FEET = 6  # what crossing the Sava without a bridge is reckoned to cost a march


class Body(msgspec.Struct, frozen=True):
    """A Force of one's own with what it is worth."""

    leader: str
    units: tuple[str, ...]
    at: int
    attack: float
    defense: float
    quarters: int
    army: str
    corps: str
    status: int
    formation: bool


class Stack(msgspec.Struct, frozen=True):
    """Enemy units in a hex, as far as they can be seen."""

    at: int
    attack: float
    defense: float
    proficiency: int
    combat: bool
    formation: bool = False
    routed: bool = False  # demoralized: it leaves as soon as somebody comes near [6.4]


class Survey:
    """A look at a position, made once for a phase.

    With ``apart``, units that are bound to a place are not taken along by the Formations of their hex.
    """

    def __init__(self, position: SerbiaPosition, side: str, *, apart: bool = False) -> None:
        self.apart = apart
        self.position = position
        self.setting = position.setting
        self.board = position.setting.board
        self.side = side
        self.enemy = other_side(side)
        self.bodies = self._bodies()
        self.stacks = self._stacks()
        self.threat = self._threat()
        self._fed: dict[tuple[str, str, str], frozenset[int]] = {}
        self._near: dict[int, int] | None = None

    def _bodies(self) -> list[Body]:
        position = self.position
        nodes = {
            unit.at
            for unit in position.of_side(self.side)
            if position.piece(unit).combat and unit.at in self.setting.hexes
        }
        found = []
        for node in sorted(nodes):
            for force in forces_in(position, node, self.side):
                if position.units[force.leader].at == node:  # else the second hex of a two-hex unit
                    found += [self._body(leader, units) for leader, units in self._parted(force)]
        return found

    def _parted(self, force: Force) -> list[tuple[str, tuple[str, ...]]]:
        """A Force as it marches: leader and units, and those who stay at their places one by one."""
        position = self.position
        if not self.apart or not position.piece(position.units[force.leader]).formation:
            return [(force.leader, force.units)]
        bound = [
            name
            for name in force.units
            if (piece := position.piece(position.units[name])).garrison or piece.river
        ]
        going = tuple(name for name in force.units if name not in bound)
        return [(force.leader, going), *((name, (name,)) for name in bound)]

    def _body(self, leader: str, names: tuple[str, ...]) -> Body:
        position = self.position
        units = [position.units[name] for name in names]
        first = position.units[leader]
        return Body(
            leader,
            names,
            first.at,
            sum(strengths.attack_strength(position, unit, whole=True) for unit in units)
            / strengths.QUARTERS_OF_A_POINT,
            sum(strengths.defense_strength(position, unit, whole=True) for unit in units)
            / strengths.QUARTERS_OF_A_POINT,
            sum(position.piece(unit).quarters for unit in units),
            first.army,
            first.corps,
            first.status,
            position.piece(first).formation,
        )

    def _stacks(self) -> dict[int, Stack]:
        position = self.position
        by_hex: dict[int, list[Unit]] = {}
        for unit in position.of_side(self.enemy):
            if not position.piece(unit).naval:
                for node in position.hexes_of(unit):
                    by_hex.setdefault(node, []).append(unit)
        found = {}
        for node, units in sorted(by_hex.items()):
            terrain = self.setting.tables.terrain.get(self.board.terrain[node])
            defense = sum(strengths.defense_strength(position, unit) for unit in units)
            found[node] = Stack(
                node,
                sum(
                    strengths.attack_strength(position, unit)
                    for unit in units
                    if not position.is_ineffective(unit)
                )
                / strengths.QUARTERS_OF_A_POINT,
                defense / strengths.QUARTERS_OF_A_POINT + (terrain.defense if terrain else 0),
                max(position.piece(unit).proficiency for unit in units),
                any(position.piece(unit).combat for unit in units),
                any(position.piece(unit).formation for unit in units),
                any(position.piece(unit).formation for unit in units)
                and all(position.is_demoralized(unit) for unit in units if position.piece(unit).formation),
            )
        return found

    def _threat(self) -> dict[int, float]:
        """With how much the enemy could attack each hex in his next turn."""
        found: dict[int, float] = {}
        for stack in self.stacks.values():
            if stack.attack and stack.at in self.setting.hexes:
                reach = reach_from(self.setting, self.enemy, stack.at, self.position.autumn)
                for node, points in reach:
                    part = next(share for most, share in THREATS if points <= most)
                    found[node] = found.get(node, 0.0) + part * stack.attack
        return found

    def distance_to_enemy(self, node: int) -> int:
        """Hexes to the nearest enemy unit that is seen."""
        if self._near is None:
            self._near = _spread(self.setting, self.stacks)
        return self._near.get(node, FAR)

    def fed(self, body: Body) -> frozenset[int]:
        """The hexes in which a Force could be supplied from where the sources are now."""
        piece = self.position.piece(self.position.units[body.leader])
        key = (body.army, body.corps, piece.nation)
        if key not in self._fed:
            nodes: set[int] = set()
            for source in supply.sources_for(self.position, body.units):
                nodes.update(traced(self.position, self.side, source.starts, source.range))
            self._fed[key] = frozenset(nodes)
        return self._fed[key]

    def name(self, node: int) -> str:
        """A hex as players call it."""
        return self.board.name_of(node)


def _spread(setting: SerbiaSetting, starts: Iterable[int]) -> dict[int, int]:
    """Hexes from the nearest of some hexes."""
    found = dict.fromkeys(starts, 0)
    heads = list(found)
    while heads:
        further = []
        for node in heads:
            for other in setting.beside[node]:
                if other not in found:
                    found[other] = found[node] + 1
                    further.append(other)
        heads = further
    return found


@lru_cache(maxsize=2048)
def reach_from(setting: SerbiaSetting, side: str, start: int, autumn: bool) -> tuple[tuple[int, int], ...]:
    """The hexes a Force could march to in a turn and a forced march more, with the points it takes."""
    cost_of = {start: 0}
    queue = [(0, start)]
    while queue:
        so_far, node = heappop(queue)
        if so_far > cost_of[node]:
            continue
        for other in setting.beside[node]:
            step = setting.step_cost(node, other, side, autumn=autumn)
            if step is None:
                continue
            wet = setting.is_sava(node, other) and not setting.has_bridge(node, other)
            total = so_far + step + WET_FEET * wet
            if total <= THREAT_REACH and total < cost_of.get(other, FAR):
                cost_of[other] = total
                heappush(queue, (total, other))
    return tuple(sorted(cost_of.items()))


@lru_cache(maxsize=2048)
def ways_to(setting: SerbiaSetting, side: str, goal: int, autumn: bool) -> tuple[int, ...]:
    """What a march from each hex to a goal costs on foot, without enemies; the Sava is dear to cross."""
    back: list[list[tuple[int, int]]] = [[] for _ in range(len(setting.board))]
    for here in setting.hexes:
        for there in setting.beside[here]:
            cost = setting.step_cost(here, there, side, autumn=autumn)
            if cost is not None:
                wet = setting.is_sava(here, there) and not setting.has_bridge(here, there)
                back[there].append((here, cost + WET_FEET * wet))
    cost_of = [FAR] * len(setting.board)
    cost_of[goal] = 0
    queue = [(0, goal)]
    while queue:
        so_far, node = heappop(queue)
        if so_far > cost_of[node]:
            continue
        for other, price in back[node]:
            if so_far + price < cost_of[other]:
                cost_of[other] = so_far + price
                heappush(queue, (so_far + price, other))
    return tuple(cost_of)
