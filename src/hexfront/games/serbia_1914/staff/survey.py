"""What a staff sees on the map: Forces, enemy stacks, threats, ways to the places that count."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush

import msgspec

from hexfront.games.serbia_1914 import strengths, supply
from hexfront.games.serbia_1914.force import forces_in
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.supply_lines import traced
from hexfront.games.serbia_1914.vocabulary import other_side

THREAT_REACH = 3  # hexes an enemy Force can come and attack over in its turn
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


class Survey:
    """A look at a position, made once for a phase."""

    def __init__(self, position: SerbiaPosition, side: str) -> None:
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
                leader = position.units[force.leader]
                if leader.at != node:
                    continue  # the second hex of a two-hex unit
                units = [position.units[name] for name in force.units]
                piece = position.piece(leader)
                found.append(
                    Body(
                        force.leader,
                        force.units,
                        node,
                        sum(strengths.attack_strength(position, unit, whole=True) for unit in units)
                        / strengths.QUARTERS_OF_A_POINT,
                        sum(strengths.defense_strength(position, unit, whole=True) for unit in units)
                        / strengths.QUARTERS_OF_A_POINT,
                        sum(position.piece(unit).quarters for unit in units),
                        leader.army,
                        leader.corps,
                        leader.status,
                        piece.formation,
                    )
                )
        return found

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
                sum(strengths.attack_strength(position, unit) for unit in units)
                / strengths.QUARTERS_OF_A_POINT,
                defense / strengths.QUARTERS_OF_A_POINT + (terrain.defense if terrain else 0),
                max(position.piece(unit).proficiency for unit in units),
                any(position.piece(unit).combat for unit in units),
            )
        return found

    def _threat(self) -> dict[int, float]:
        """With how much the enemy could attack each hex in his next turn."""
        found: dict[int, float] = {}
        for stack in self.stacks.values():
            if stack.attack and stack.at in self.setting.hexes:
                for node in self.board.within(stack.at, THREAT_REACH):
                    away = self.board.distance(stack.at, node) or 1
                    found[node] = found.get(node, 0.0) + stack.attack / max(away, 1)
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


@lru_cache(maxsize=512)
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
