"""Hex geometry against printed adjacencies, a breadth-first search, and plane geometry."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.kernel.grid import (
    DIRECTION_NAMES,
    DIRECTIONS,
    NE,
    NW,
    SE,
    SW,
    Cell,
    Grid,
    Numbering,
    Parity,
    Point,
    S,
    opposite,
)
from hexfront.kernel.grid import N as NORTH

PARITIES: tuple[Parity, ...] = ("even", "odd")
EVEN = Grid("even", (1, 36), (1, 28), "even")
ODD = Grid("odd", (1, 36), (1, 28), "odd")
DOTTED = Grid("dotted", (1, 45), (1, 41), "even", "CC.RR")

# Front lines as the Western Front scenarios print them: each hex is adjacent to the next.
FRONT_1915 = (
    "1004 1005 1106 1107 1007 1008 1009 1010 1011 1012 1013 1114 1213 1314 1413 1514 1614 1714 1814 1914 "
    "2013 2114 2214 2215 2116 2216 2316 2416 2517 2617 2718 2818 2819 2820 2821 2822 2823"
)
FRONT_1917 = (
    "1004 1005 1106 1107 1007 1008 1009 1110 1210 1211 1212 1313 1413 1514 1614 1714 1814 1914 2013 2114 "
    "2214 2215 2116 2216 2316 2416 2517 2617 2718 2818 2819 2820 2821 2822 2823"
)
FRONT_PAIRS = sorted({*pairwise(FRONT_1915.split()), *pairwise(FRONT_1917.split())})
# Hexes on the two banks of one river hexside, from the Serbian map.
BANK_PAIRS = [
    ("10.05", "11.05"),
    ("11.08", "12.07"),
    ("17.08", "18.08"),
    ("17.08", "17.09"),
    ("21.07", "21.08"),
    ("21.08", "22.08"),
    ("21.10", "22.10"),
    ("23.03", "23.04"),
    ("29.09", "30.09"),
    ("29.09", "29.10"),
    ("43.40", "42.39"),
    ("43.40", "42.40"),
    ("21.12", "22.11"),
]


def small(parity: Parity) -> Grid:
    return Grid("small", (1, 9), (1, 9), parity)


def cells_of(grid: Grid) -> st.SearchStrategy[Cell]:
    return st.builds(Cell, st.integers(*grid.columns), st.integers(*grid.rows))


def far_apart(a: Point, b: Point) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)


def steps_between(grid: Grid, origin: Cell) -> dict[Cell, int]:
    """Distances by walking outwards, one neighbour after the other."""
    steps = {origin: 0}
    edge = [origin]
    while edge:
        edge = [each for cell in edge for each in grid.neighbours(cell) if each not in steps]
        steps.update(dict.fromkeys(edge, max(steps.values()) + 1))
    return steps


@pytest.mark.parametrize(
    ("grid", "pair"), [*((EVEN, pair) for pair in FRONT_PAIRS), *((DOTTED, pair) for pair in BANK_PAIRS)]
)
def test_hexes_printed_as_adjacent_are_adjacent(grid: Grid, pair: tuple[str, str]) -> None:
    a, b = map(grid.cell, pair)
    assert a is not None
    assert b is not None
    assert b in grid.neighbours(a)
    assert a in grid.neighbours(b)
    assert grid.distance(a, b) == 1


def test_printed_front_lines_contradict_the_other_parity() -> None:
    cells = [(EVEN.cell(a), EVEN.cell(b)) for a, b in FRONT_PAIRS]
    broken = [(a, b) for a, b in cells if a and b and ODD.direction(a, b) is None]
    assert len(broken) > 10


@pytest.mark.parametrize(
    ("grid", "number", "around"),
    [
        (EVEN, "0505", "0504 0604 0605 0506 0405 0404"),
        (EVEN, "0605", "0604 0705 0706 0606 0506 0505"),
        (ODD, "0505", "0504 0605 0606 0506 0406 0405"),
        (ODD, "0605", "0604 0704 0705 0606 0505 0504"),
        (EVEN, "0101", "0201 0102"),
        (ODD, "0101", "0201 0202 0102"),
        (EVEN, "3628", "3627 3528"),
        (ODD, "3628", "3627 3528 3527"),
    ],
)
def test_neighbours_are_listed_clockwise_from_north(grid: Grid, number: str, around: str) -> None:
    cell = grid.cell(number)
    assert cell is not None
    assert [grid.number(each) for each in grid.neighbours(cell)] == around.split()


@pytest.mark.parametrize("parity", PARITIES)
def test_neighbourhood_is_mutual_on_the_whole_map(parity: Parity) -> None:
    grid = Grid("whole", (1, 12), (1, 10), parity)
    for cell in grid:
        for other in grid.neighbours(cell):
            assert cell in grid.neighbours(other)
            assert other != cell


@pytest.mark.parametrize("parity", PARITIES)
@given(data=st.data())
def test_distance_is_the_number_of_steps(parity: Parity, data: st.DataObject) -> None:
    grid = small(parity)
    origin = data.draw(cells_of(grid))
    steps = steps_between(grid, origin)
    assert len(steps) == len(grid)
    assert {cell: grid.distance(origin, cell) for cell in grid} == steps


@pytest.mark.parametrize("parity", PARITIES)
@given(data=st.data())
def test_distance_is_symmetric_and_obeys_the_triangle(parity: Parity, data: st.DataObject) -> None:
    grid = Grid("far", (0, 99), (0, 99), parity)
    a, b, c = (data.draw(cells_of(grid)) for _ in range(3))
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    assert (grid.distance(a, b) == 0) == (a == b)


@pytest.mark.parametrize("parity", PARITIES)
@given(data=st.data())
def test_direction_finds_the_neighbour_and_opposite_leads_back(parity: Parity, data: st.DataObject) -> None:
    grid = small(parity)
    cell = data.draw(cells_of(grid))
    direction = data.draw(st.sampled_from(DIRECTIONS))
    other = grid.beside(cell, direction)
    assert grid.direction(cell, other) == direction
    assert grid.direction(other, cell) == opposite(direction)
    assert grid.beside(other, opposite(direction)) == cell
    assert grid.direction(cell, grid.beside(other, direction)) is None
    assert grid.direction(cell, cell) is None


def test_directions_are_named_clockwise_from_north() -> None:
    assert DIRECTION_NAMES == ("N", "NE", "SE", "S", "SW", "NW")
    assert (NORTH, NE, SE, S, SW, NW) == DIRECTIONS
    assert [opposite(each) for each in DIRECTIONS] == [S, SW, NW, NORTH, NE, SE]


@pytest.mark.parametrize("parity", PARITIES)
@pytest.mark.parametrize("radius", range(5))
def test_ring_and_area_have_the_sizes_of_a_hexagon(parity: Parity, radius: int) -> None:
    grid = Grid("wide", (1, 13), (1, 13), parity)
    for centre in (Cell(6, 7), Cell(7, 7)):
        assert len(grid.ring(centre, radius)) == (6 * radius or 1)
        assert len(grid.within(centre, radius)) == 1 + 3 * radius * (radius + 1)


@pytest.mark.parametrize("parity", PARITIES)
@given(data=st.data())
def test_within_holds_exactly_the_near_hexes_of_the_map(parity: Parity, data: st.DataObject) -> None:
    grid = small(parity)
    centre = data.draw(cells_of(grid))
    radius = data.draw(st.integers(0, 10))
    near = [cell for cell in grid if grid.distance(centre, cell) <= radius]
    assert grid.within(centre, radius) == near
    assert grid.ring(centre, radius) == [cell for cell in near if grid.distance(centre, cell) == radius]


@given(cell=cells_of(EVEN))
def test_a_number_names_its_cell(cell: Cell) -> None:
    numbering: Numbering
    for numbering, printed in (
        ("CCRR", f"{cell[0]:02}{cell[1]:02}"),
        ("CC.RR", f"{cell[0]:02}.{cell[1]:02}"),
    ):
        grid = Grid("numbered", EVEN.columns, EVEN.rows, "even", numbering)
        assert grid.number(cell) == printed
        assert grid.cell(printed) == cell


@pytest.mark.parametrize(
    "number",
    ["", "1", "101", "01011", "0 01", " 0101", "0101 ", "01.01", "0x01", "-101", "٠١٠١", "²²²²", "reserve"],
)
def test_a_word_that_is_no_number_is_no_hex(number: str) -> None:
    assert EVEN.cell(number) is None


@pytest.mark.parametrize(
    "number", ["0101", "1.01", "01.1", "01.0.1", "01..01", "0.101", "01.01.", ".0101", "01,01"]
)
def test_a_dotted_map_takes_only_dotted_numbers(number: str) -> None:
    assert DOTTED.cell(number) is None


@pytest.mark.parametrize("number", ["0001", "0100", "3701", "0129", "9999"])
def test_a_number_off_the_map_is_no_hex(number: str) -> None:
    assert EVEN.cell(number) is None


def test_a_map_knows_its_cells() -> None:
    grid = Grid("corner", (5, 7), (10, 11))
    cells = list(grid)
    assert cells == [Cell(c, r) for c in (5, 6, 7) for r in (10, 11)]
    assert len(grid) == len(cells)
    assert all(cell in grid for cell in cells)
    for off in (Cell(4, 10), Cell(8, 10), Cell(5, 9), Cell(5, 12)):
        assert off not in grid


@pytest.mark.parametrize("parity", PARITIES)
def test_neighbouring_centres_lie_one_hex_apart(parity: Parity) -> None:
    grid = small(parity)
    for cell in grid:
        for other in grid:
            apart = far_apart(grid.centre(cell), grid.centre(other))
            if other in grid.neighbours(cell):
                assert apart == pytest.approx(1)
            elif other != cell:
                assert apart > 1.5


@pytest.mark.parametrize("parity", PARITIES)
def test_directions_point_where_their_names_say(parity: Parity) -> None:
    grid = small(parity)
    for cell in (Cell(4, 4), Cell(5, 5)):
        here = grid.centre(cell)
        for direction, name in enumerate(DIRECTION_NAMES):
            there = grid.centre(grid.beside(cell, direction))
            assert (there.y < here.y) == ("N" in name)
            assert (there.x > here.x + 0.1) == ("E" in name)
            assert (there.x < here.x - 0.1) == ("W" in name)


@pytest.mark.parametrize("parity", PARITIES)
def test_neighbours_share_the_two_corners_of_their_hexside(parity: Parity) -> None:
    grid = small(parity)
    for cell in (Cell(4, 4), Cell(5, 5)):
        corners = grid.corners(cell)
        assert all(
            far_apart(grid.centre(cell), corner) == pytest.approx(1 / math.sqrt(3)) for corner in corners
        )
        for direction in DIRECTIONS:
            back = opposite(direction)
            others = grid.corners(grid.beside(cell, direction))
            assert far_apart(corners[direction], others[(back + 1) % 6]) == pytest.approx(0, abs=1e-9)
            assert far_apart(corners[(direction + 1) % 6], others[back]) == pytest.approx(0, abs=1e-9)


def test_the_sheet_begins_at_its_first_hex() -> None:
    grid = Grid("corner", (5, 7), (10, 11), "even")
    corners = [corner for cell in grid for corner in grid.corners(cell)]
    assert min(corner.x for corner in corners) == pytest.approx(0)
    assert min(corner.y for corner in corners) == pytest.approx(0)


def test_columns_beyond_99_have_three_digits() -> None:
    wide = Grid("wide", (1, 112), (1, 68), "odd")
    assert wide.cell("10335") == Cell(103, 35)
    assert wide.number(Cell(103, 35)) == "10335"
    assert [wide.cell(text) for text in ("00335", "11335", "103350", "1035")] == [
        None,
        None,
        None,
        Cell(10, 35),
    ]
    assert all(wide.cell(wide.number(cell)) == cell for cell in wide)
