"""Lines of supply and of communication: which hexes they may pass, and how long they are.

A `Lines` is made for one decision and answers many questions about it; it is of no use once the position
has changed.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heappop, heappush

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import danube, rail_lines
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import POINT, other_side
from hexfront.kernel.board import Board
from hexfront.kernel.paths import Reach, Route, Ways

NO_LIMIT = 1 << 30
NOWHERE = -1
BEYOND = NO_LIMIT + 1  # farther than any limit


class Hexes(Collection[int]):
    """A set of hexes of which each is looked at only when it is asked for."""

    def __init__(self, count: int, holds: Callable[[int], bool]) -> None:
        self._count = count
        self._holds = holds
        self._known: dict[int, bool] = {}

    def __contains__(self, node: object) -> bool:
        assert isinstance(node, int)
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = self._holds(node)
        return known

    def __iter__(self) -> Iterator[int]:
        return (node for node in range(self._count) if node in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def holds_open(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[19-7] [20-1] [21-2] Whether a side keeps a hex open for its lines although the enemy controls it.

    A ground combat unit does, and so does a fortress (decision WF-R081).
    """
    pieces, units = position.setting.pieces, position.units
    for name in position.standing[node]:
        unit = units[name]
        piece = pieces[unit.piece]
        if piece.side == side and (piece.ground_combat or (piece.fortress and unit.strength > 0)):
            return True
    return False


def bars_supply(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[19-7] [21-2] Whether no supply line of a side may enter a hex: an enemy unit of any kind is there,
    or the enemy controls it and neither a ground combat unit nor a fortress of the side holds it."""
    if position.has_enemy(node, side):
        return True
    return position.enemy_controlled(node, side) and not holds_open(position, node, side)


def bars_communication(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[20-1] Whether a line of communication of a side is broken by a hex.

    Enemy ground combat units break it, and enemy fortresses, which nobody walks past [6-11]. A lone enemy
    headquarters or shipment does not.
    """
    if position.has_enemy(node, side):
        return holds_open(position, node, other_side(side))
    return position.enemy_controlled(node, side) and not holds_open(position, node, side)


@lru_cache(maxsize=16)
def axial(board: Board) -> tuple[tuple[int, int], ...]:
    """For each hex of a board coordinates in which a step in one direction is always the same."""
    found = []
    for place in board.cells:
        if place is None:
            found.append((0, 0))
        else:
            grid, cell = place
            lowered = (cell.column + 1) // 2 if grid.shifted == "odd" else cell.column // 2
            found.append((cell.column, cell.row + lowered - cell.column))
    return tuple(found)


@lru_cache(maxsize=64)
def ways_to(setting: WesternFrontSetting, goals: frozenset[int]) -> tuple[int, ...]:
    """For each hex of the empty board the next one on a shortest way to some goals; a goal leads to itself,
    and a hex from which no way leads there to nowhere."""
    onward = [NOWHERE] * len(setting.board)
    queue = deque(sorted(goals))
    for goal in goals:
        onward[goal] = goal
    while queue:
        node = queue.popleft()
        for beside in setting.crossable[node]:
            if onward[beside] == NOWHERE:
                onward[beside] = node
                queue.append(beside)
    return tuple(onward)


class BareLengths:
    """[19-8] How far hexes are from one hex over the bare map, and the next hex on the way there.

    Enemies and markers only make lines longer, so that no line is shorter than this. It never changes, and
    is worked out as far as somebody asks. Terrain costs the same either way across a hexside.
    """

    def __init__(self, ways: Ways, goal: int) -> None:
        self._ways = ways
        self.far = array("i", [BEYOND]) * len(ways)
        self.onward = array("i", [NOWHERE]) * len(ways)
        self.far[goal] = 0
        self._levels: dict[int, list[int]] = {0: [goal]}  # hexes whose neighbours are not known yet

    def from_hex(self, start: int, limit: int) -> int:
        """How far one hex is; any number beyond the limit if it is farther than that."""
        far, levels = self.far, self._levels
        while levels and (so_far := min(levels)) <= limit and so_far < far[start]:
            self._settle(so_far)
        return far[start]

    def within(self, limit: int) -> Sequence[int]:
        """How far each hex is, or any number beyond the limit for those that are farther than that."""
        levels = self._levels
        while levels and (so_far := min(levels)) <= limit:
            self._settle(so_far)
        return self.far

    def _settle(self, so_far: int) -> None:
        """Look round from the hexes that are so far away."""
        ways, far, onward, levels = self._ways, self.far, self.onward, self._levels
        for node in levels.pop(so_far):
            if far[node] == so_far:
                for beside, price in ways[node]:
                    total = so_far + price
                    if total < far[beside]:
                        far[beside] = total
                        onward[beside] = node
                        if total in levels:
                            levels[total].append(beside)
                        else:
                            levels[total] = [beside]


@lru_cache(maxsize=1024)
def bare_lengths(setting: WesternFrontSetting, goal: int, mountain: bool) -> BareLengths:
    """[19-8] How far hexes are from one hex over the bare map."""
    return BareLengths(setting.base_ways(mountain), goal)


class Lines:
    """The supply lines of a side in a position, worked out as far as somebody asks.

    ``avoid`` are hexes that the lines may not enter for another reason (decision WF-R051).
    """

    def __init__(
        self, position: WesternFrontPosition, side: str, avoid: Collection[int] = frozenset()
    ) -> None:
        self.position = position
        self.side = side
        self.avoid = avoid
        self.cut_off: dict[str, bool] = {}
        self.free: dict[str, tuple[tuple[int, str], tuple[int, str]]] = {}
        self.surrounded: dict[str, bool] = {}
        self.worth: dict[tuple[str, int, str, bool], int | Fraction] = {}
        self._bars: dict[int, bool] = dict.fromkeys(avoid, True)
        self._found: dict[tuple[int, int, bool], tuple[int, Route | None]] = {}
        self._lengths: dict[tuple[int, int, bool], tuple[int, int | None]] = {}

    @cached_property
    def headquarters(self) -> list[Unit]:
        """The headquarters of the side on the map."""
        return [unit for unit in self.position.headquarters_of(self.side) if unit.at != OFF_MAP]

    @cached_property
    def barred(self) -> Hexes:
        """[19-7] The hexes that no line may enter."""
        return Hexes(len(self.position.setting.board), self.is_barred)

    def ways(self, mountain: bool) -> Ways:
        """[19-8] [36-7] The ways of supply lines: terrain and markers, no zones, no fire of flotillas."""
        ways = self.position.base_ways(mountain)
        return danube.SupplyWays(self.position, ways, self.side) if self.position.setting.danube else ways

    def is_barred(self, node: int) -> bool:
        """[19-7] Whether no line may enter a hex."""
        known = self._bars.get(node)
        if known is None:
            known = self._bars[node] = bars_supply(self.position, node, self.side)
        return known

    def route(self, unit: Unit, goal: int, points: int | None = None) -> Route | None:
        """[19-5] [19-7] [19-8] The shortest supply line of a unit to a hex, no longer than so many points.

        What it costs is terrain and markers; zones cost nothing.
        """
        key = unit.at, goal, self.position.climbs(self.position.piece(unit))
        limit = NO_LIMIT if points is None else points * POINT
        known = self._found.get(key)
        if known is None or (known[1] is None and known[0] < limit):
            known = self._found[key] = limit, self._find(*key, limit)
        found = known[1]
        return found if found is not None and found.cost <= limit else None

    def _find(self, start: int, goal: int, mountain: bool, limit: int) -> Route | None:
        """The shortest way, hexes that lie toward the goal first: every step costs a point or more."""
        if goal == start:
            return Route((start,), 0)
        if self.is_barred(goal):
            return None
        position = self.position
        ways, standing, bars = self.ways(mountain), position.standing, self._bars
        control = position.control_of(other_side(self.side))
        places = axial(position.setting.board)
        goal_across, goal_along = places[goal]
        cost = {start: 0}
        before: dict[int, int] = {}
        done: set[int] = set()
        queue = [(0, start)]
        while queue:
            _, node = heappop(queue)
            if node == goal:
                return Route(tuple(Reach(cost, before).path(goal)), cost[goal])
            if node in done:
                continue
            done.add(node)
            so_far = cost[node]
            for step, price in ways[node]:
                total = so_far + price
                if step in cost and cost[step] <= total:
                    continue
                barred = bars.get(step)
                if barred is None:
                    barred = bool(standing[step] or control[step]) and self.is_barred(step)
                if barred:
                    continue
                across, along = places[step]
                across -= goal_across
                along -= goal_along
                least = total + POINT * max(abs(across), abs(along), abs(across + along))
                if least <= limit:
                    cost[step] = total
                    before[step] = node
                    heappush(queue, (least, step))
        return None

    def length(self, unit: Unit, goal: int, points: int | None = None) -> int | None:
        """[19-8] How long the shortest supply line of a unit to a hex is, in thirtieths; None if there is
        none, or none within so many points."""
        piece = self.position.setting.pieces[unit.piece]
        mountain = piece.mountain and self.position.climbs(piece)
        return self.length_from(unit.at, goal, mountain, NO_LIMIT if points is None else points * POINT)

    def length_from(self, start: int, goal: int, mountain: bool, limit: int = NO_LIMIT) -> int | None:
        """[19-8] The same from any hex, which may itself be barred: as long as `route`, but not the way."""
        key = start, goal, mountain
        known = self._lengths.get(key)
        if known is None or (known[1] is None and known[0] < limit):
            known = self._lengths[key] = limit, self._measure(start, goal, mountain, limit)
        found = known[1]
        return found if found is not None and found <= limit else None

    def _measure(self, start: int, goal: int, mountain: bool, limit: int) -> int | None:
        """The shortest way over the bare map, if nothing is in it; else what a search finds, nearby first."""
        position = self.position
        if position.setting.danube:
            route = self._find(start, goal, mountain, limit)
            return None if route is None else route.cost
        if start == goal:
            return 0
        if self.is_barred(goal):
            return None
        bare = bare_lengths(position.setting, goal, mountain)
        shortest, onward = bare.from_hex(start, limit), bare.onward
        if shortest > limit:
            return None
        pressed, avoid, markers = position.pressed[self.side], self.avoid, position.markers
        node = start
        while node != goal:
            node = onward[node]
            if node in markers or ((node in pressed or node in avoid) and self.is_barred(node)):
                break
        else:
            return shortest
        ways, near = self.ways(mountain), min(limit, 2 * shortest)
        found = self._search(start, goal, ways, bare.within(near), near)
        if found is None and near < limit:
            found = self._search(start, goal, ways, bare.within(limit), limit)
        return found

    def _search(self, start: int, goal: int, ways: Ways, far: Sequence[int], limit: int) -> int | None:
        """The length of the shortest way, hexes first from which the bare way to the goal is short."""
        pressed, avoid = self.position.pressed[self.side], self.avoid
        cost = {start: 0}
        done: set[int] = set()
        queue = [(far[start], start)]
        while queue:
            _, node = heappop(queue)
            if node == goal:
                return cost[goal]
            if node in done:
                continue
            done.add(node)
            so_far = cost[node]
            for step, price in ways[node]:
                total = so_far + price
                least = total + far[step]
                if least > limit or (step in cost and cost[step] <= total):
                    continue
                if (step in pressed or step in avoid) and self.is_barred(step):
                    continue
                cost[step] = total
                heappush(queue, (least, step))
        return None

    def lengths_to(self, goal: int, mountain: bool, wanted: Collection[int] = ()) -> dict[int, int]:
        """[19-8] The length of the supply line from every hex that has one to a hex, in thirtieths.

        Where only some hexes are wanted, the search ends when it has reached them.

        Terrain costs the same either way across a hexside, a marker only in the hex that is entered; so
        a line is followed backward by exchanging the costs of the markers at both ends of each step.
        Barred hexes are among the results as places from which a line could start.
        """
        cost = {goal: 0}
        if self.is_barred(goal):
            return cost
        position = self.position
        ways, markers, marker_cost = self.ways(mountain), position.markers, position.marker_cost
        missing = {NOWHERE}
        if wanted:  # a hex with nothing but barred hexes round it cannot be reached
            crossable = position.setting.crossable
            missing = {
                node for node in wanted if not all(self.is_barred(beside) for beside in crossable[node])
            }
        queue = [(0, goal)]
        while queue and missing:
            so_far, node = heappop(queue)
            if so_far > cost[node]:
                continue
            missing.discard(node)
            if node != goal and self.is_barred(node):
                continue
            marked = node in markers
            for beside, price in ways[node]:
                total = so_far + price
                if beside in markers:
                    total -= marker_cost(node, beside)
                if marked:
                    total += marker_cost(beside, node)
                if beside not in cost or total < cost[beside]:
                    cost[beside] = total
                    heappush(queue, (total, beside))
        return cost


def is_cut_off(position: WesternFrontPosition, headquarters: Unit, lines: Lines | None = None) -> bool:
    """[19-15] Whether a headquarters has no line of communication to an active friendly rail line.

    The line has any length, crosses at most one mountain hexside, and enters an enemy zone only where a
    friendly unit of any kind stands. There are no depots on this map (decision WF-R071).
    """
    if lines is not None and headquarters.name in lines.cut_off:
        return lines.cut_off[headquarters.name]
    answer = not _reaches_rail(position, headquarters.at, position.side_of(headquarters))
    if lines is not None:
        lines.cut_off[headquarters.name] = answer
    return answer


def _reaches_rail(position: WesternFrontPosition, start: int, side: str) -> bool:
    if rail_lines.is_operative_for(position, start, side):
        return True
    setting = position.setting
    pressed, occupiers = position.pressed[side], position.occupiers
    most = setting.tables.whole("communication_mountain_hexsides")
    mountains = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        so_far = mountains[node]
        for beside, is_mountain in setting.mountain_crossings[node]:
            crossed = so_far + is_mountain
            if crossed > most or crossed >= mountains.get(beside, most + 1):
                continue
            if beside in pressed and occupiers[beside] != side:
                continue
            if rail_lines.is_operative_for(position, beside, side):
                return True
            mountains[beside] = crossed
            if is_mountain:
                queue.append(beside)
            else:
                queue.appendleft(beside)
    return False


def may_expend(position: WesternFrontPosition, headquarters: Unit, lines: Lines | None = None) -> bool:
    """[19-15] A headquarters that is cut off expends nothing while the enemy controls its hex."""
    side = position.side_of(headquarters)
    return not position.enemy_controlled(headquarters.at, side) or not is_cut_off(
        position, headquarters, lines
    )


def free_length(
    position: WesternFrontPosition, headquarters: Unit, *, attack: bool, lines: Lines | None = None
) -> tuple[int, str]:
    """[19-9] [19-10] [19-15] [34-2] [34-3] Movement points that cost no strength, and the rule for it.

    In winter, and when cut off, the shortest counts (decision WF-R072).
    """
    lines = lines or Lines(position, position.side_of(headquarters))
    known = lines.free.get(headquarters.name)
    if known is None:
        cut_off, winter = is_cut_off(position, headquarters, lines), position.winter
        attacking, defending = position.setting.tables.supply_line(winter=winter, cut_off=cut_off)
        rules = ("19-15", "19-15") if cut_off else ("34-2", "34-3") if winter else ("19-9", "19-10")
        known = lines.free[headquarters.name] = (attacking, rules[0]), (defending, rules[1])
    return known[0] if attack else known[1]


def excess(
    position: WesternFrontPosition,
    unit: Unit,
    headquarters: Unit,
    *,
    attack: bool,
    lines: Lines,
    strength: int,
) -> tuple[int | None, str]:
    """[19-9] [19-10] [19-13] Movement points by which a supply line is too long, and the rule; None
    without a line that leaves anything of a strength."""
    free, rule = free_length(position, headquarters, attack=attack, lines=lines)
    beside = attack and headquarters.at in position.setting.board.adjacent[unit.at]
    if beside and not is_cut_off(position, headquarters, lines):
        return (0 if lines.length(unit, headquarters.at) is not None else None), "19-13"
    length = lines.length(unit, headquarters.at, free + strength - 1)
    return (None if length is None else max(0, length // POINT - free)), rule


def longest_line(position: WesternFrontPosition, unit: Unit, strength: int, attack: bool) -> int:
    """[19-9] [19-10] [29-4] The length of line, in points, beyond which supply leaves a unit nothing.

    ``strength`` is its own, or that of the division it is a part of [27-3].
    """
    tables = position.setting.tables
    if position.piece(unit).artillery:
        return tables.whole("artillery_supply_line")
    free = tables.supply_line(winter=position.winter)[0 if attack else 1]
    return free + strength - 1
