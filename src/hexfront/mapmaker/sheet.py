"""The sheet as a net of corners and hexsides, on which rivers run and terrain is measured."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.kernel.grid import DIRECTIONS, Cell, Grid, Point
from hexfront.mapmaker.plane import between

Corner = frozenset[Cell]  # the three hexes that meet there, on the sheet or beyond its edge
Side = tuple[Cell, Cell]  # in the order of their numbers

# Where the ground of a hexside is sampled within the triangle from the hex centre to the hexside:
# the part of the way out from the centre, and places along the line parallel to the hexside.
_SAMPLES = ((0.35, (0.5,)), (0.6, (0.2, 0.5, 0.8)), (0.8, (0.15, 0.38, 0.62, 0.85)), (0.95, (0.2, 0.5, 0.8)))


class Sheet:
    """Every hexside between two hexes of a grid, its corners, and the corners' neighbours."""

    def __init__(self, grid: Grid, cells: Iterable[Cell] | None = None) -> None:
        self.grid = grid
        self.cells = tuple(grid if cells is None else cells)  # the hexes of the grid that are on the map
        self._there = frozenset(self.cells)
        self.ends: dict[Side, tuple[Corner, Corner]] = {}
        self.where: dict[Corner, Point] = {}
        self.from_corner: dict[Corner, list[tuple[Corner, Side]]] = {}
        for cell in self.cells:
            places = grid.corners(cell)
            corners = [self._corner(cell, turn) for turn in DIRECTIONS]
            for turn in DIRECTIONS:
                self.where.setdefault(corners[turn], places[turn])
                other = grid.beside(cell, turn)
                if other in self._there and cell < other:
                    self.ends[cell, other] = (corners[turn], corners[(turn + 1) % 6])
        for side, (one, two) in self.ends.items():
            self.from_corner.setdefault(one, []).append((two, side))
            self.from_corner.setdefault(two, []).append((one, side))

    def _corner(self, cell: Cell, turn: int) -> Corner:
        return frozenset((cell, self.grid.beside(cell, (turn - 1) % 6), self.grid.beside(cell, turn)))

    def on_edge(self, corner: Corner) -> bool:
        """Whether a corner lies on the edge of the sheet."""
        return any(cell not in self._there for cell in corner)

    def __contains__(self, cell: Cell) -> bool:
        return cell in self._there

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The neighbouring hexes on the map, clockwise from north."""
        return [other for other in self.grid.neighbours(cell) if other in self._there]

    def side(self, text: str) -> Side | None:
        """The hexside written "2716-2815", or None if there is none."""
        cells = [self.grid.cell(number) for number in text.split("-")]
        if len(cells) != 2 or cells[0] is None or cells[1] is None:
            return None
        side = (min(cells[0], cells[1]), max(cells[0], cells[1]))
        return side if side in self.ends else None

    def middle(self, side: Side) -> Point:
        """The middle of a hexside."""
        one, two = self.ends[side]
        return between(self.where[one], self.where[two], 0.5)

    def along(self, side: Side, parts: tuple[float, ...]) -> list[Point]:
        """Points along a hexside."""
        one, two = (self.where[corner] for corner in self.ends[side])
        return [between(one, two, part) for part in parts]

    def ground(self, cell: Cell, turn: int) -> list[Point]:
        """Sample points in the triangle of a hex that faces one direction."""
        centre = self.grid.centre(cell)
        corners = self.grid.corners(cell)
        one, two = corners[turn], corners[(turn + 1) % 6]
        return [
            between(between(centre, one, out), between(centre, two, out), part)
            for out, parts in _SAMPLES
            for part in parts
        ]

    def hex_ground(self, cell: Cell) -> list[Point]:
        """Sample points all over a hex."""
        return [point for turn in DIRECTIONS for point in self.ground(cell, turn)]

    def side_ground(self, side: Side) -> list[Point]:
        """Sample points of the ground that a hexside stands for: the facing triangles of both hexes."""
        one, two = side
        there = self.grid.direction(one, two)
        back = self.grid.direction(two, one)
        if there is None or back is None:
            raise ValueError(f"{one} and {two} are not neighbours")
        return self.ground(one, there) + self.ground(two, back)
