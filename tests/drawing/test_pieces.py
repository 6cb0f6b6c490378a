"""Counters, stacks and markers."""

from __future__ import annotations

import re

from hexfront.drawing import Counter, Marker
from hexfront.drawing.layout import Layout
from hexfront.drawing.pieces import counter, markers_above, markers_below, stacks
from tests.drawing.boards import STYLE, tiny_board


def drawn_texts(drawn: str) -> list[str]:
    return re.findall(r">([^<>\n]+)</text>", drawn)


def test_a_counter_shows_what_is_printed_on_it() -> None:
    drawn = counter(Counter(0, "red", "foot", "xx", "8", "5", "26R"), STYLE)
    assert drawn_texts(drawn) == ["26R", "XX", "8-5"]
    assert "#symbol-infantry" in drawn
    assert STYLE.nations["red"].colour in drawn


def test_a_hidden_counter_shows_its_nation_and_nothing_else() -> None:
    drawn = counter(Counter(0, "red", "foot", "xx", "8", "5", "26R", ("hidden",)), STYLE)
    assert drawn_texts(drawn) == ["?"]
    assert "symbol" not in drawn
    assert STYLE.nations["red"].colour in drawn


def test_a_headquarters_carries_its_name_in_the_flag() -> None:
    drawn = counter(Counter(0, "blue", "staff", "xxxx", "40", "", "BEF"), STYLE)
    assert drawn_texts(drawn) == ["BEF", "XXXX", "40"]


def test_states_can_be_told_apart() -> None:
    states = [(), ("reduced",), ("entrained",), ("moved",), ("routed",), ("hidden",)]
    drawn = {counter(Counter(0, "red", "foot", "xx", "8", "5", "1", each), STYLE) for each in states}
    assert len(drawn) == len(states)


def test_long_designations_are_written_downwards() -> None:
    assert "rotate(90)" in counter(Counter(0, "red", "foot", designation="Alpenkorps"), STYLE)
    assert "rotate(90)" not in counter(Counter(0, "red", "foot", designation="5"), STYLE)


def test_the_last_counter_of_a_stack_is_on_top_and_the_badge_counts_all() -> None:
    board = tiny_board()
    layout = Layout(board)
    pieces = [Counter(0, "red", "foot", strength=str(each), movement="5") for each in range(1, 8)]
    (drawn,) = stacks(layout, STYLE, pieces)
    assert drawn_texts(drawn) == ["7-5", "7"]
    assert drawn.count("<g transform") == 4


def test_a_lone_counter_has_no_badge() -> None:
    (drawn,) = stacks(Layout(tiny_board()), STYLE, [Counter(0, "red", "foot", strength="4")])
    assert drawn_texts(drawn) == ["4"]


def test_a_trench_stands_only_where_it_faces() -> None:
    board = tiny_board()
    layout = Layout(board)
    node = board["0202"]
    (one,) = markers_below(layout, STYLE, [Marker(node, "trench", toward=(board["0302"],))])
    (every,) = markers_below(layout, STYLE, [Marker(node, "trench")])
    assert every.count("M") == 6 * one.count("M")


def test_small_markers_of_one_hex_do_not_lie_on_each_other() -> None:
    board = tiny_board()
    marks = [Marker(0, kind, "1") for kind in ("dump", "railhead", "control", "construction")]
    (drawn,) = markers_above(Layout(board), STYLE, marks)
    places = re.findall(r"translate\([^)]*\)", drawn)
    assert len(set(places)) == len(places) == 4
