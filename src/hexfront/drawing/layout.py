"""Where things lie: the nodes a picture shows, their centres and corners on the drawing.

Several map sheets lie side by side. Boxes off the map stand in rows below the sheets.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from hexfront.drawing.outline import Edge, Vertex, between, vertex
from hexfront.drawing.style import Box, Style
from hexfront.drawing.svg import HEX
from hexfront.kernel.board import Board, Side
from hexfront.kernel.grid import Cell, Grid

MARGIN = 0.3 * HEX
SHEET_GAP = 1.0 * HEX
BOX = (3.2 * HEX, 1.5 * HEX)
BOX_GAP = 0.25 * HEX
SIDE = HEX / math.sqrt(3)
AREAS = "areas"  # the part of a board that is its boxes alone


class Layout:
    """The shown part of a board, in the units of a drawing."""

    def __init__(
        self,
        board: Board,
        around: int | None = None,
        radius: int | None = None,
        style: Style | None = None,
        part: str = "",
    ) -> None:
        self.board = board
        self.inset = style.inset if style else None
        boxes = style.boxes if style else {}
        self.given = {board[label]: box for label, box in boxes.items() if label in board}
        if part:
            nodes = self._part(part)
        elif around is None:
            nodes = list(range(len(board)))
        elif board.is_area(around):
            nodes = [around]
        else:
            nodes = board.within(around, 3 if radius is None else radius)
        self.hexes = [node for node in nodes if not board.is_area(node)]
        self.areas = [
            node for node in nodes if board.is_area(node) and (not self.given or node in self.given)
        ]
        self.shown = frozenset(nodes)
        self._offset = self._place_sheets(board.sheet.maps)
        self._centres: dict[int, Vertex] = {}
        self._corners: dict[int, list[Vertex]] = {}
        self._node = {(grid.name, cell): node for node, (grid, cell) in self._cells()}
        corners = [corner for node in self.hexes for corner in self.corners(node)]
        if self.inset and self.areas:
            left, top = self.inset.at
            wide, high = self.inset.size
            corners += [vertex(left * HEX, top * HEX), vertex((left + wide) * HEX, (top + high) * HEX)]
        self.left = min((corner.x for corner in corners), default=0.0)
        self.right = max((corner.x for corner in corners), default=BOX[0])
        self.top = min((corner.y for corner in corners), default=0.0)
        self.bottom = max((corner.y for corner in corners), default=0.0)
        self._boxes = self._place_boxes()

    def _part(self, part: str) -> list[int]:
        """The boxes alone, or the rectangle of hexes around a region."""
        board = self.board
        if part == AREAS:
            return [node for node in range(len(board)) if board.is_area(node)]
        found = [cell for node in board.regions[part] if (cell := board.cells[node]) is not None]
        grid = found[0][0]
        columns = [cell.column for _, cell in found]
        rows = [cell.row for _, cell in found]
        return [
            node
            for node, (sheet, cell) in self._cells()
            if sheet is grid
            and min(columns) - 1 <= cell.column <= max(columns) + 1
            and min(rows) - 1 <= cell.row <= max(rows) + 1
        ]

    def _cells(self) -> list[tuple[int, tuple[Grid, Cell]]]:
        return [(node, found) for node, found in enumerate(self.board.cells) if found is not None]

    def _place_sheets(self, maps: Sequence[Grid]) -> dict[str, float]:
        offsets: dict[str, float] = {}
        right = 0.0
        for grid in maps:
            offsets[grid.name] = right
            columns = grid.columns[1] - grid.columns[0] + 1
            right += columns * HEX * math.sqrt(3) / 2 + SIDE / 2 + SHEET_GAP
        return offsets

    def _place_boxes(self) -> dict[int, Vertex]:
        """Centres of the boxes, where the style puts them or in rows below; enlarges the drawing by them."""
        if not self.areas:
            return {}
        if self.given:
            boxes = {node: _box_at(self.given[node]) for node in self.areas}
            for node, box in boxes.items():
                across, down = (size / 2 for size in self._box_size(node))
                self.left, self.right = min(self.left, box.x - across), max(self.right, box.x + across)
                self.top, self.bottom = min(self.top, box.y - down), max(self.bottom, box.y + down)
            return boxes
        wide, high = BOX
        each_row = max(1, int((self.right - self.left + BOX_GAP) // (wide + BOX_GAP)))
        start = self.bottom + (BOX_GAP if self.hexes else 0.0)
        boxes = {}
        for at, node in enumerate(self.areas):
            row, column = divmod(at, each_row)
            x = self.left + column * (wide + BOX_GAP) + wide / 2
            boxes[node] = vertex(x, start + row * (high + BOX_GAP) + high / 2)
        self.bottom = max(box.y for box in boxes.values()) + high / 2
        return boxes

    def _box_size(self, node: int) -> tuple[float, float]:
        box = self.given.get(node)
        return (box.size[0] * HEX, box.size[1] * HEX) if box else BOX

    def centre(self, node: int) -> Vertex:
        """The middle of a hex or box."""
        if node not in self._centres:
            found = self.board.cells[node]
            if found is None:
                return self._boxes[node]
            grid, cell = found
            point = grid.centre(cell)
            self._centres[node] = vertex(point.x * HEX + self._offset[grid.name], point.y * HEX)
        return self._centres[node]

    def corners(self, node: int) -> list[Vertex]:
        """The corners of a hex, clockwise from the north-western, or of a box."""
        if node not in self._corners:
            self._corners[node] = self._find_corners(node)
        return self._corners[node]

    def _find_corners(self, node: int) -> list[Vertex]:
        found = self.board.cells[node]
        if found is None:
            x, y = self.centre(node)
            wide, high = (half / 2 for half in self._box_size(node))
            ends = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
            return [vertex(x + right, y + down) for right, down in ends]
        grid, cell = found
        return [
            vertex(corner.x * HEX + self._offset[grid.name], corner.y * HEX) for corner in grid.corners(cell)
        ]

    def beside(self, node: int, direction: int) -> int | None:
        """The neighbouring hex on the same sheet, shown or not."""
        found = self.board.cells[node]
        if found is None:
            return None
        grid, cell = found
        return self._node.get((grid.name, grid.beside(cell, direction)))

    def hexside(self, side: Side) -> Edge | None:
        """The two corners between neighbouring hexes, the lesser first; None for any other way."""
        here, there = self.board.cells[side.a], self.board.cells[side.b]
        if here is None or there is None or here[0] is not there[0]:
            return None
        direction = here[0].direction(here[1], there[1])
        if direction is None:
            return None
        corners = self.corners(side.a)
        start, end = sorted((corners[direction], corners[(direction + 1) % 6]))
        return Edge(start, end)

    def sides(self) -> list[tuple[Side, Edge]]:
        """The hexsides of shown hexes, each with its corners."""
        found = []
        for side in self.board.sides:
            if side.a in self.shown or side.b in self.shown:
                edge = self.hexside(side)
                if edge is not None:
                    found.append((side, edge))
        return found

    def way(self, side: Side) -> Edge | None:
        """From centre to centre, or only to the hexside if the hex beyond is not shown."""
        if self.hexside(side) is None:
            return None
        a, b = self.centre(side.a), self.centre(side.b)
        if side.a not in self.shown:
            return Edge(between(a, b), b)
        if side.b not in self.shown:
            return Edge(a, between(a, b))
        return Edge(a, b)

    def wedge(self, node: int, direction: int) -> tuple[Vertex, Vertex, Vertex]:
        """The triangle from the centre of a hex to one of its hexsides."""
        corners = self.corners(node)
        return self.centre(node), corners[direction], corners[(direction + 1) % 6]


def _box_at(box: Box) -> Vertex:
    return vertex(box.at[0] * HEX, box.at[1] * HEX)
