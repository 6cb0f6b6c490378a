"""Rivers and long waters laid along hexsides.

A course is the cheapest way along hexsides from the corner nearest its head to its mouth, where straying
from the real course costs the square of the distance. A river that joins another ends on the first corner
of it that it meets; one that leaves the sheet ends on its edge; one that reaches the sea ends at a sea hex;
one that joins a river drawn through hexes rather than between them ends at the corner nearest its mouth.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

import msgspec

from hexfront.kernel.datafiles import Faults
from hexfront.kernel.grid import Cell, Point
from hexfront.mapmaker.geography import Geography, Line, RiverRow
from hexfront.mapmaker.plane import off_line
from hexfront.mapmaker.sheet import Corner, Sheet, Side

STRAYING = 8.0  # price of a whole hex height off the course, per hexside
STEP = 0.12  # price of a hexside on the course, so that a course does not dither
SHARED = 2.0  # price of running along a river already drawn
TOUCHING = 0.5  # price of coming to a corner of another river that is not joined there
AVOID = 60.0
_ALONG = (0.1, 0.5, 0.9)
ENDS = ("sea", "lake", "edge", "valley")  # where a river may end other than in a river


class Course(msgspec.Struct, frozen=True):
    """A river on the sheet."""

    name: str
    sides: tuple[Side, ...]
    corners: tuple[Corner, ...]
    major: frozenset[Side]


def lay_rivers(
    geography: Geography, sheet: Sheet, sea: set[Cell], waters: Mapping[str, Course]
) -> dict[str, Course]:
    """Every river of the geography, main streams before the rivers that join them."""
    faults = Faults()
    rivers = _Rivers(geography, sheet, sea, waters)
    waiting = list(geography.rivers)
    while waiting:
        ready = [(row, line) for row, line in waiting if row.into in rivers.courses or row.into in ENDS]
        if not ready:
            for row, _ in waiting:
                faults.add("rivers.csv", row.line, f"{row.river} joins {row.into}, which joins it in turn")
            break
        for row, line in ready:
            rivers.lay(row, line, faults)
        waiting = [(row, line) for row, line in waiting if row.river not in rivers.courses]
    faults.raise_if_any()
    return {name: course for name, course in rivers.courses.items() if name not in waters}


class _Rivers:
    """The rivers laid so far; the next one must keep clear of them."""

    def __init__(
        self, geography: Geography, sheet: Sheet, sea: set[Cell], waters: Mapping[str, Course]
    ) -> None:
        self.geography = geography
        self.sheet = sheet
        self.sea = sea
        self.courses = dict(waters)
        self.drawn: set[Side] = set()
        self.touched: set[Corner] = set()

    def lay(self, row: RiverRow, line: Line, faults: Faults) -> None:
        """Lay one river from its head to its mouth."""
        sheet = self.sheet
        mouths = self._mouths(row, line)

        def price(side: Side) -> float:
            if side[0] in self.sea or side[1] in self.sea:
                return math.inf
            if side in self.drawn:
                return _price(sheet, side, line) + SHARED
            touching = sum(corner in self.touched and corner not in mouths for corner in sheet.ends[side])
            return _price(sheet, side, line) + TOUCHING * touching

        way = _Way(sheet, price, _steering(self.geography, sheet, row.river, line, faults))
        corners, sides = way.find(self._head(line[0]), mouths, line[-1])
        major: frozenset[Side] = frozenset()
        if row.river in self.geography.major_from:
            start = off_line(self.geography.major_from[row.river], line)[1]
            major = frozenset(side for side in sides if off_line(sheet.middle(side), line)[1] >= start)
        self.courses[row.river] = Course(row.river, tuple(sides), tuple(corners), major)
        self.drawn.update(sides)
        self.touched.update(corners)

    def _mouths(self, row: RiverRow, line: Line) -> set[Corner]:
        if row.into in self.courses:
            return set(self.courses[row.into].corners)
        if row.into == "valley":
            return {_nearest(self.sheet, line[-1])}
        if row.into == "edge":
            return {corner for corner in self.sheet.from_corner if self.sheet.on_edge(corner)}
        return {corner for corner in self.sheet.from_corner if corner & self.sea}

    def _head(self, source: Point) -> Corner:
        """The corner nearest the source from which a hexside leads over land."""
        dry = (
            corner
            for corner, ways in self.sheet.from_corner.items()
            if any(not {side[0], side[1]} & self.sea for _, side in ways)
        )
        return min(dry, key=lambda corner: math.dist(self.sheet.where[corner], source))


def lay_waters(geography: Geography, sheet: Sheet) -> dict[str, Course]:
    """The long waters: hexsides that an arm of the sea or a lake covers."""
    faults = Faults()
    courses: dict[str, Course] = {}
    for row, line in geography.waters:
        head, mouth = (_nearest(sheet, end) for end in (line[0], line[-1]))
        steering = _steering(geography, sheet, row.water, line, faults)
        corners, sides = _Way(sheet, partial(_price, sheet, line=line), steering).find(
            head, {mouth}, line[-1]
        )
        courses[row.water] = Course(row.water, tuple(sides), tuple(corners), frozenset())
    faults.raise_if_any()
    return courses


class _Steering(msgspec.Struct, frozen=True):
    """Stretches a course must take, each as corners and hexsides in its direction of flow."""

    stretches: tuple[tuple[tuple[Corner, ...], tuple[Side, ...]], ...]
    avoid: frozenset[Side]


def _steering(geography: Geography, sheet: Sheet, name: str, line: Line, faults: Faults) -> _Steering:
    stretches: list[tuple[tuple[Corner, ...], tuple[Side, ...]]] = []
    avoid: set[Side] = set()
    for row in geography.steering:
        if row.river != name:
            continue
        sides = [sheet.side(text) for text in row.sides]
        known = [side for side in sides if side is not None]
        if len(known) < len(sides):
            faults.add("steering.csv", row.line, "not every entry is a hexside")
        elif row.rule == "avoid":
            avoid.update(known)
        elif corners := _in_a_row(sheet, known, line):
            stretches.append((corners, tuple(known)))
        else:
            faults.add("steering.csv", row.line, "the hexsides do not follow each other")
    return _Steering(tuple(stretches), frozenset(avoid))


def _in_a_row(sheet: Sheet, sides: Sequence[Side], line: Line) -> tuple[Corner, ...]:
    """The corners along a stretch of hexsides; empty if they do not follow each other."""
    one, two = sheet.ends[sides[0]]
    if len(sides) == 1:
        downstream = off_line(sheet.where[one], line)[1] <= off_line(sheet.where[two], line)[1]
        return (one, two) if downstream else (two, one)
    corners = [one if two in sheet.ends[sides[1]] else two]
    for side in sides:
        ends = sheet.ends[side]
        if corners[-1] not in ends:
            return ()
        corners.append(ends[1] if corners[-1] == ends[0] else ends[0])
    return tuple(corners)


class _Way:
    """Finds the cheapest way along hexsides."""

    def __init__(self, sheet: Sheet, price: Callable[[Side], float], steering: _Steering) -> None:
        self.sheet = sheet
        self.price = price
        self.steering = steering

    def find(
        self, head: Corner, mouths: Collection[Corner], mouth_at: Point
    ) -> tuple[list[Corner], list[Side]]:
        """The cheapest way that takes every given stretch in turn and never runs back on itself."""
        corners, sides = [head], list[Side]()
        taken = {corner for stretch, _ in self.steering.stretches for corner in stretch}
        for stretch, along in self.steering.stretches:
            if corners[-1] != stretch[0]:
                barred = (taken | set(corners)) - {corners[-1], stretch[0]}
                more, passed = self._leg(corners[-1], {stretch[0]}, self.sheet.where[stretch[0]], barred)
                corners += more[1:]
                sides += passed
            corners += stretch[1:]
            sides += along
        if not sides or corners[-1] not in mouths:
            barred = (taken | set(corners)) - {corners[-1]}
            more, passed = self._leg(corners[-1], mouths, mouth_at, barred)
            corners += more[1:]
            sides += passed
        return corners, sides

    def _leg(
        self, head: Corner, mouths: Collection[Corner], mouth_at: Point, barred: Collection[Corner]
    ) -> tuple[list[Corner], list[Side]]:
        """The cheapest way to a mouth; a mouth far from the real one costs as much as straying there."""
        where = self.sheet.where
        cost = {head: 0.0}
        came: dict[Corner, tuple[Corner, Side]] = {}
        queue = [(0.0, _order(head), head)]
        best, end = math.inf, head
        done: set[Corner] = set()
        while queue:
            spent, _, corner = heapq.heappop(queue)
            if spent >= best:
                break
            if corner in done:
                continue
            done.add(corner)
            if corner in mouths and corner != head:
                away = spent + STRAYING * math.dist(where[corner], mouth_at) ** 2
                if away < best:
                    best, end = away, corner
                continue
            for other, side in self.sheet.from_corner[corner]:
                if other in barred or other in done:
                    continue
                there = spent + self.price(side) + (AVOID if side in self.steering.avoid else 0.0)
                if there < cost.get(other, math.inf):
                    cost[other] = there
                    came[other] = (corner, side)
                    heapq.heappush(queue, (there, _order(other), other))
        corners: list[Corner] = [end]
        sides: list[Side] = []
        while corners[-1] != head:
            before, side = came[corners[-1]]
            corners.append(before)
            sides.append(side)
        return corners[::-1], sides[::-1]


def _nearest(sheet: Sheet, point: Point) -> Corner:
    return min(sheet.from_corner, key=lambda corner: math.dist(sheet.where[corner], point))


def _price(sheet: Sheet, side: Side, line: Line) -> float:
    strays = [off_line(point, line)[0] for point in sheet.along(side, _ALONG)]
    return STEP + STRAYING * sum(stray * stray for stray in strays) / len(strays)


def _order(corner: Corner) -> Sequence[Cell]:
    """Equal prices are settled by hex number, so that a build does not depend on hashing."""
    return sorted(corner)
