"""The geography of Serbia 1914: the committed board is what the mapmaker builds from it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

import hexfront
from hexfront.cli import main
from hexfront.drawing import Picture, load_style, missing, standard_legend
from hexfront.drawing.draw import draw_svg
from hexfront.kernel.board import Board, load_board
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.mapmaker.build import draft_board
from hexfront.mapmaker.draft import Draft
from hexfront.mapmaker.geography import read_geography
from hexfront.mapmaker.tables import board_files

PACKAGE = Path(hexfront.__file__).parent
GEOGRAPHY = PACKAGE / "mapmaker" / "serbia_1914"
DATA = PACKAGE / "games" / "serbia_1914" / "data"
MOUNTAINOUS = ("drina canyon", "foothills", "low mountain", "high mountain", "plateau")


@pytest.fixture(scope="module")
def draft() -> Draft:
    return draft_board(read_geography(GEOGRAPHY))


@pytest.fixture(scope="module")
def board() -> Board:
    faults = Faults()
    found = load_board(DataFolder(DATA / "board"), faults)
    assert faults.found == []
    assert found is not None
    return found


def test_the_committed_board_is_what_the_geography_gives(draft: Draft) -> None:
    for name, text in board_files(draft).items():
        assert (DATA / "board" / name).read_text(encoding="utf-8") == text, f"{name}: build the map again"


def test_the_command_builds_a_board_whose_title_need_not_be_playable() -> None:
    found = CliRunner().invoke(main, ["map", "build", "serbia-1914", "--check"])
    assert found.exit_code == 0, found.output


def test_the_georeference_puts_every_place_of_the_rule_text_in_its_hex_or_beside_it(draft: Draft) -> None:
    sheet = draft.geography.sheet
    printed = [row for row in draft.geography.towns if row.source == "printed"]
    inside = 0
    for row in printed:
        cell = draft.geography.town_cells[row.town]
        point = sheet.georeference.place(sheet.grid, float(row.lat), float(row.lon))
        nearest = min(sheet.cells, key=lambda each: sheet_distance(draft, each, point))
        assert sheet.grid.distance(nearest, cell) <= 1, row.town
        inside += nearest == cell
    assert len(printed) >= 24
    assert inside >= len(printed) - 3


def sheet_distance(draft: Draft, cell: object, point: tuple[float, float]) -> float:
    centre = draft.sheet.grid.centre(cell)  # type: ignore[arg-type]
    return (centre.x - point[0]) ** 2 + (centre.y - point[1]) ** 2


def test_every_river_is_a_chain_of_hexsides_that_ends_where_it_should(draft: Draft) -> None:
    into = {row.river: row.into for row, _ in draft.geography.rivers}
    through = {cell for side in draft.networks["river"] for cell in side}
    for name, course in draft.rivers.items():
        for side, (one, two) in zip(course.sides, pairwise(course.corners), strict=True):
            assert {one, two} == set(draft.sheet.ends[side]), name
        assert len(set(course.corners)) == len(course.corners), f"{name} meets itself"
        end = course.corners[-1]
        if into[name] in draft.rivers:
            assert end in draft.rivers[into[name]].corners, name
        elif into[name] == "edge":
            assert draft.sheet.on_edge(end), name
        else:
            assert end & through, f"{name} does not reach the Drina"


def test_no_two_rivers_share_a_hexside(draft: Draft) -> None:
    seen: dict[object, str] = {}
    for name, course in draft.rivers.items():
        for side in course.sides:
            assert side not in seen, f"{name} and {seen[side]}"
            seen[side] = name


def test_contours_stand_where_the_ground_rises_into_the_mountains(board: Board) -> None:
    for side in board.sides:
        low, high = sorted(board.elevation[node] or 0 for node in (side.a, side.b))
        assert ("low mountain contour" in side.features) == (low < 5 <= high)
        assert ("high mountain contour" in side.features) == (low < 6 <= high)


def test_impassable_hexsides_stand_only_in_the_mountains_and_carry_no_way(board: Board) -> None:
    walls = [side for side in board.sides if "impassable mountain" in side.features]
    assert walls
    for side in walls:
        assert all(board.terrain[node] in MOUNTAINOUS for node in (side.a, side.b))
        assert not set(side.networks) & {"rail", "roadway"}


def test_roadways_touch_mountainous_terrain_and_railways_cross_great_rivers_only_on_bridges(
    board: Board,
) -> None:
    for side in board.sides:
        if "roadway" in side.networks:
            assert any(board.terrain[node] in MOUNTAINOUS for node in (side.a, side.b))
        if side.networks and side.features & {"sava", "donau"}:
            assert "bridge" in side.features


def test_every_mountain_hex_can_be_left_without_crossing_a_wall(board: Board) -> None:
    for node in range(len(board)):
        if not board.is_area(node):
            sides = board.sides_of[node]
            assert any(not side.features & {"impassable mountain", "donau"} for side in sides)


@pytest.mark.parametrize(
    ("hill", "number"),
    [("Cer", "19.12"), ("Gučevo", "15.14"), ("Avala", "30.11"), ("Rudnik", "30.18"), ("Jagodnja", "16.15")],
)
def test_a_famous_hill_must_be_fought_for(board: Board, hill: str, number: str) -> None:
    """It lies higher than most of what is around it, so that an attack from there goes uphill (9.6.1)."""
    node = board[number]
    assert hill in {place.name for place in board.places_at(node)}
    height = board.elevation[node]
    assert height is not None
    assert height >= 3
    lower = [other for other in board.adjacent[node] if (board.elevation[other] or 0) < height]
    assert len(lower) >= 4


def test_the_style_has_a_look_for_every_word_of_the_board(board: Board) -> None:
    faults = Faults()
    style = load_style(DataFolder(DATA), faults)
    assert faults.found == []
    assert style is not None
    assert missing(style, board) == []
    picture = Picture(board=board, style=style, legend=standard_legend(board, style), caption=board.name)
    assert draw_svg(picture).startswith("<svg")
