"""Hex geometry: flat-topped hexes in numbered columns and rows.

Columns run west to east, rows north to south. Every second column lies half a hex lower; `shifted`
says whether these are the even or the odd ones. Directions are numbered clockwise from north.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

N, NE, SE, S, SW, NW = range(6)
DIRECTIONS = (N, NE, SE, S, SW, NW)
DIRECTION_NAMES = ("N", "NE", "SE", "S", "SW", "NW")

Parity = Literal["even", "odd"]
Numbering = Literal["CCRR", "CC.RR"]

# Column and row offsets by direction: for a column that lies high, and for one that lies low.
_HIGH = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_LOW = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_WRITTEN = {
    "CCRR": re.compile("([0-9]{2}|[1-9][0-9]{2})([0-9]{2})"),
    "CC.RR": re.compile(r"([0-9]{2}|[1-9][0-9]{2})\.([0-9]{2})"),
}


class Cell(NamedTuple):
    """A hex by column and row."""

    column: int
    row: int


class Point(NamedTuple):
    """A point on the map sheet, in hex heights: x to the east, y to the south."""

    x: float
    y: float


def opposite(direction: int) -> int:
    """The direction back."""
    return (direction + 3) % 6


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hexes of one map sheet: which there are, how they are numbered, how they lie."""

    name: str
    columns: tuple[int, int]  # first and last
    rows: tuple[int, int]
    shifted: Parity = "even"
    numbering: Numbering = "CCRR"

    def __contains__(self, cell: Cell) -> bool:
        return self.columns[0] <= cell.column <= self.columns[1] and self.rows[0] <= cell.row <= self.rows[1]

    def __iter__(self) -> Iterator[Cell]:
        """Every cell, column by column."""
        for column in range(self.columns[0], self.columns[1] + 1):
            for row in range(self.rows[0], self.rows[1] + 1):
                yield Cell(column, row)

    def __len__(self) -> int:
        return (self.columns[1] - self.columns[0] + 1) * (self.rows[1] - self.rows[0] + 1)

    def number(self, cell: Cell) -> str:
        """The printed number of a hex: 2415, or 24.15; 10335 where a map has more than 99 columns."""
        dot = "." if self.numbering == "CC.RR" else ""
        return f"{cell.column:02}{dot}{cell.row:02}"

    def cell(self, number: str) -> Cell | None:
        """The hex with a printed number, or None if the number is not of this map."""
        found = _WRITTEN[self.numbering].fullmatch(number)
        if found is None:
            return None
        cell = Cell(int(found[1]), int(found[2]))
        return cell if cell in self else None

    def is_low(self, column: int) -> bool:
        """Whether a column lies half a hex lower than its neighbours."""
        return column % 2 == (0 if self.shifted == "even" else 1)

    def steps(self, column: int) -> tuple[tuple[int, int], ...]:
        """Columns and rows from a hex of a column to its neighbours, clockwise from north."""
        return _LOW if self.is_low(column) else _HIGH

    def beside(self, cell: Cell, direction: int) -> Cell:
        """The neighbouring cell, whether or not it is on the map."""
        right, down = self.steps(cell.column)[direction]
        return Cell(cell.column + right, cell.row + down)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The neighbouring hexes on the map, clockwise from north."""
        around = (self.beside(cell, direction) for direction in DIRECTIONS)
        return [each for each in around if each in self]

    def direction(self, origin: Cell, target: Cell) -> int | None:
        """In which direction an adjacent hex lies; None if it is not adjacent."""
        for direction in DIRECTIONS:
            if self.beside(origin, direction) == target:
                return direction
        return None

    def distance(self, origin: Cell, target: Cell) -> int:
        """Hexes from one to the other, the first not counted."""
        column, row = origin
        other, there = target
        shift = 1 if self.shifted == "odd" else 0
        across = column - other
        along = row - there + (column + shift) // 2 - (other + shift) // 2 - across
        return max(abs(across), abs(along), abs(across + along))

    def within(self, centre: Cell, radius: int) -> list[Cell]:
        """The hexes at most `radius` away, column by column."""
        found: list[Cell] = []
        (west, east), (north, south) = self.columns, self.rows
        here = 2 * centre.row + self.is_low(centre.column)  # in halves of a hex
        for column in range(max(centre.column - radius, west), min(centre.column + radius, east) + 1):
            down = 2 * radius - abs(column - centre.column)
            low = self.is_low(column)
            first, last = (here - down - low) // 2, (here + down - low) // 2
            found += [Cell(column, row) for row in range(max(first, north), min(last, south) + 1)]
        return found

    def ring(self, centre: Cell, radius: int) -> list[Cell]:
        """The hexes exactly `radius` away."""
        return [cell for cell in self.within(centre, radius) if self.distance(centre, cell) == radius]

    def centre(self, cell: Cell) -> Point:
        """Where the middle of a hex lies on the sheet."""
        x = (cell.column - self.columns[0]) * math.sqrt(3) / 2 + 1 / math.sqrt(3)
        y = cell.row - self.rows[0] + 0.5 + (0.5 if self.is_low(cell.column) else 0.0)
        return Point(x, y)

    def corners(self, cell: Cell) -> list[Point]:
        """The six corners, clockwise from the north-western; corner d and d + 1 bound hexside d."""
        x, y = self.centre(cell)
        radius = 1 / math.sqrt(3)
        angles = (math.radians(60 * turn - 120) for turn in DIRECTIONS)
        return [Point(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
