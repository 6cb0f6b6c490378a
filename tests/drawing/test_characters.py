"""The map in characters."""

from __future__ import annotations

from hexfront.drawing import text_map
from tests.drawing.boards import GOLDEN, hex_board, tiny_board, tiny_text


def test_a_window_is_drawn_as_it_always_was() -> None:
    assert tiny_text() + "\n" == (GOLDEN / "tiny.txt").read_text(encoding="utf-8")


def test_only_hexes_within_the_radius_are_shown() -> None:
    board = tiny_board(7, 7)
    drawn = text_map(board, board["0404"], 1)
    assert [label for label in board.labels if label in drawn] == [
        board.label(node) for node in sorted(board.within(board["0404"], 1))
    ]


def test_low_columns_lie_half_a_hex_lower() -> None:
    board = tiny_board()
    lines = text_map(board, board["0202"], 2).splitlines()
    line_of = {label: next(n for n, line in enumerate(lines) if label in line) for label in board.labels}
    assert line_of["0202"] - line_of["0102"] == 2
    assert line_of["0202"] - line_of["0201"] == 4


def test_numbers_with_a_dot_leave_room_for_the_sign() -> None:
    board = hex_board()
    assert "/01.01~\\" in text_map(board, board["01.01"], 0, terrain_sign=lambda _: "~")


def test_a_box_is_named() -> None:
    board = hex_board()
    assert text_map(board, board["reserve"], 3, lambda _: "4 units") == "Reserve\n4 units"
