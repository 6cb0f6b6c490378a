"""The net of corners and hexsides."""

from __future__ import annotations

import math

from hexfront.kernel.grid import Cell, Grid
from hexfront.mapmaker.sheet import Sheet

SHEET = Sheet(Grid("test", (1, 3), (1, 3)))


def test_every_pair_of_neighbours_has_one_hexside() -> None:
    pairs = {(cell, other) for cell in SHEET.grid for other in SHEET.grid.neighbours(cell) if cell < other}
    assert set(SHEET.ends) == pairs


def test_a_hexside_has_length_and_lies_halfway_between_its_hexes() -> None:
    for side, (one, two) in SHEET.ends.items():
        assert math.isclose(math.dist(SHEET.where[one], SHEET.where[two]), 1 / math.sqrt(3))
        middle = SHEET.middle(side)
        centres = [SHEET.grid.centre(cell) for cell in side]
        assert math.isclose(middle.x, (centres[0].x + centres[1].x) / 2, abs_tol=1e-9)
        assert math.isclose(middle.y, (centres[0].y + centres[1].y) / 2, abs_tol=1e-9)


def test_corners_know_the_edge_of_the_sheet() -> None:
    inner = frozenset((Cell(2, 2), Cell(1, 2), Cell(2, 1)))
    assert inner in SHEET.from_corner
    assert not SHEET.on_edge(inner)
    assert any(SHEET.on_edge(corner) for corner in SHEET.from_corner)


def test_a_hexside_can_be_written_either_way_round() -> None:
    assert SHEET.side("0201-0202") == SHEET.side("0202-0201") == (Cell(2, 1), Cell(2, 2))
    assert SHEET.side("0101-0303") is None
    assert SHEET.side("0101") is None


def test_the_ground_of_a_hexside_lies_in_its_two_hexes() -> None:
    side = (Cell(2, 1), Cell(2, 2))
    for point in SHEET.side_ground(side):
        nearest = min(SHEET.grid, key=lambda cell: math.dist(SHEET.grid.centre(cell), point))
        assert nearest in side
