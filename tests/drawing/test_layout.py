"""Where nodes lie on the drawing, and what a cut-out shows."""

from __future__ import annotations

import math

import pytest

from hexfront.drawing.layout import Layout
from hexfront.drawing.svg import HEX
from tests.drawing.boards import hex_board, tiny_board


def test_neighbours_share_their_hexside() -> None:
    board = tiny_board()
    layout = Layout(board)
    for side, edge in layout.sides():
        shared = set(layout.corners(side.a)) & set(layout.corners(side.b))
        assert shared == set(edge)


def test_centres_are_a_hex_apart() -> None:
    board = tiny_board()
    layout = Layout(board)
    for side in board.sides:
        a, b = layout.centre(side.a), layout.centre(side.b)
        assert math.hypot(a.x - b.x, a.y - b.y) == pytest.approx(HEX, abs=0.05)


def test_a_cut_out_shows_only_what_is_near() -> None:
    board = tiny_board(5, 5)
    layout = Layout(board, board["0303"], 1)
    assert {board.label(node) for node in layout.shown} == {
        "0303",
        "0302",
        "0304",
        "0202",
        "0203",
        "0402",
        "0403",
    }


def test_a_railway_into_a_hidden_hex_ends_at_the_hexside() -> None:
    board = tiny_board(5, 5)
    layout = Layout(board, board["0303"], 0)
    side = board.side(board["0303"], board["0302"])
    assert side is not None
    way = layout.way(side)
    assert way is not None
    assert math.hypot(way.start.x - way.end.x, way.start.y - way.end.y) == pytest.approx(HEX / 2, abs=0.05)


def test_boxes_stand_below_the_map_and_sheets_beside_each_other() -> None:
    board = hex_board()
    layout = Layout(board)
    lowest_hex = max(corner.y for node in layout.hexes for corner in layout.corners(node))
    assert all(corner.y > lowest_hex for node in layout.areas for corner in layout.corners(node))
    rightmost = max(corner.x for corner in layout.corners(board["02.02"]))
    assert min(corner.x for corner in layout.corners(board["two:01.01"])) > rightmost
    assert layout.hexside(board.sides[0]) is None  # the way from a box to a hex is no hexside
