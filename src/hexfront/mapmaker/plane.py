"""Plane geometry on the sheet: inside an outline or not, how far from a line, how far along it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from hexfront.kernel.grid import Point


class Outline:
    """A closed line that can be asked whether it holds a point."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        self.west = min(point.x for point in points)
        self.east = max(point.x for point in points)
        self.north = min(point.y for point in points)
        self.south = max(point.y for point in points)

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside, by counting the crossings of a ray to the east."""
        x, y = point
        if not (self.west <= x <= self.east and self.north <= y <= self.south):
            return False
        inside = False
        before = self.points[-1]
        for after in self.points:
            if (after.y > y) != (before.y > y):
                if x < (before.x - after.x) * (y - after.y) / (before.y - after.y) + after.x:
                    inside = not inside
            before = after
        return inside

    def is_near(self, point: Point, reach: float) -> bool:
        """Whether a point lies within reach of the box around the outline."""
        return (
            self.west - reach <= point.x <= self.east + reach
            and self.north - reach <= point.y <= self.south + reach
        )


def off_line(point: Point, line: Sequence[Point]) -> tuple[float, float]:
    """How far a point lies from a line, and how far along the line its nearest point is."""
    best, at, run = math.inf, 0.0, 0.0
    for start, end in pairwise(line):
        length = math.dist(start, end)
        if length == 0.0:
            continue
        along = ((point.x - start.x) * (end.x - start.x) + (point.y - start.y) * (end.y - start.y)) / length
        along = min(max(along, 0.0), length)
        foot = between(start, end, along / length)
        away = math.dist(point, foot)
        if away < best:
            best, at = away, run + along
        run += length
    return best, at


def between(start: Point, end: Point, part: float) -> Point:
    """The point a given part of the way from one to another."""
    return Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
