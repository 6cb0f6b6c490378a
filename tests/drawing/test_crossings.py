"""What lies on single hexsides: bridges, ferries, islands, arrows, walls; and peaks among the places."""

from __future__ import annotations

import re

import pytest

from hexfront.drawing import LegendEntry, Picture, Style, draw_svg
from hexfront.drawing.ground import crossing_path
from hexfront.drawing.outline import Vertex
from hexfront.drawing.style import Course, CourseForm, PlaceKind
from hexfront.kernel.board import Board, BoardRows, HexRow, PlaceRow, Sheet, SideRow, Vocabulary
from hexfront.kernel.grid import Grid
from tests.drawing.boards import build


def pair(bend: str) -> Board:
    """Two hexes, one above the other, with a feature between them; one of them carries it as well."""
    words = Vocabulary(
        hex_terrain=("plain",), hex_features=("word",), side_features=("word",), place_kinds=("mountain",)
    )
    sheet = Sheet("reconstructed", "A board for tests.", "Pair", (Grid("one", (1, 1), (1, 2)),), words)
    numbers = ("0101", "0102")
    hexes = [HexRow(number, "plain", features=("word",) if number == bend else ()) for number in numbers]
    places = [PlaceRow("0101", "Peak", ("mountain",))]
    return build(BoardRows(sheet, hexes, [SideRow("0101", "0102", "", ("word",))], places))


def drawn(form: CourseForm, bend: str = "") -> str:
    style = Style(
        features={"word": Course("#112233", 2.0, form=form, label="Word")},
        places={"mountain": PlaceKind("peak", 5.0)},
    )
    return draw_svg(Picture(board=pair(bend), style=style, legend=[LegendEntry("feature", "word")]))


def course(svg: str) -> str:
    found = re.search(r'<path id="course-word" d="([^"]+)"', svg) or re.search(
        r'<path d="([^"]+)" id="course-word"', svg
    )
    assert found is not None
    return found[1]


@pytest.mark.parametrize("form", ["line", "dashed", "teeth", "islands", "bridge", "ferry", "arrow"])
def test_every_form_is_drawn_on_the_map_and_in_the_legend(form: CourseForm) -> None:
    svg = drawn(form)
    assert course(svg)
    assert svg.count("#112233") >= 2


def test_forms_differ() -> None:
    forms: list[CourseForm] = ["line", "islands", "bridge", "ferry", "arrow"]
    assert len({course(drawn(form)) for form in forms}) == len(forms)


def test_an_arrow_points_out_of_the_hex_that_carries_its_word() -> None:
    heads = []
    for bend in ("0101", "0102"):
        numbers = [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", course(drawn("arrow", bend)))]
        shaft_start, shaft_end = numbers[1], numbers[3]
        heads.append(shaft_end - shaft_start)
    assert heads[0] > 0 > heads[1], "south out of the upper hex, north out of the lower"


def test_a_bridge_reaches_over_the_hexside() -> None:
    path = crossing_path("bridge", Vertex(0, 0), Vertex(1, 0), Vertex(0, 1))
    heights = [float(pair.split()[1]) for pair in re.findall(r"-?[\d.]+ -?[\d.]+", path)]
    assert min(heights) < 0 < max(heights)


def test_a_mountain_is_a_triangle_with_its_name() -> None:
    svg = drawn("line")
    assert "Peak" in svg
    assert re.search(r'd="M[-\d.]+ [-\d.]+L[-\d.]+ [-\d.]+L[-\d.]+ [-\d.]+Z"', svg)


def test_a_style_may_call_a_part_of_the_legend_otherwise() -> None:
    legend = [LegendEntry("feature", "word", "Word")]
    plain = draw_svg(Picture(board=pair(""), legend=legend))
    named = draw_svg(Picture(board=pair(""), style=Style(headings={"feature": "Hexsides"}), legend=legend))
    assert ">Rivers<" in plain
    assert ">Hexsides<" in named
    assert ">Rivers<" not in named
