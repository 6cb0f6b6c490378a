"""The geography of the Western Front: the committed board is what the mapmaker builds from it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import hexfront
from hexfront.mapmaker.build import draft_board
from hexfront.mapmaker.draft import Draft
from hexfront.mapmaker.geography import read_geography
from hexfront.mapmaker.tables import board_files

PACKAGE = Path(hexfront.__file__).parent
GEOGRAPHY = PACKAGE / "mapmaker" / "western_front"
BOARD = PACKAGE / "games" / "western_front" / "data" / "board"


@pytest.fixture(scope="module")
def draft() -> Draft:
    return draft_board(read_geography(GEOGRAPHY))


def test_the_committed_board_is_what_the_geography_gives(draft: Draft) -> None:
    for name, text in board_files(draft).items():
        assert (BOARD / name).read_text(encoding="utf-8") == text, f"{name}: build the map again"


@pytest.mark.parametrize(
    ("town", "number"),
    [("Metz", "2415"), ("Paris north", "0816"), ("Brussels", "1606"), ("Dijon", "1925"), ("Reims", "1515")],
)
def test_the_georeference_puts_towns_of_the_rule_text_near_their_printed_hex(
    draft: Draft, town: str, number: str
) -> None:
    sheet = draft.geography.sheet
    row = next(row for row in draft.geography.towns if row.town == town)
    point = sheet.georeference.place(sheet.grid, float(row.lat), float(row.lon))
    printed = sheet.grid.cell(number)
    assert printed is not None
    centre = sheet.grid.centre(printed)
    assert abs(point.x - centre.x) < 0.6
    assert abs(point.y - centre.y) < 0.6


def test_every_river_is_a_chain_of_hexsides_that_ends_where_it_should(draft: Draft) -> None:
    into = {row.river: row.into for row, _ in draft.geography.rivers}
    for name, course in draft.rivers.items():
        for side, (one, two) in zip(course.sides, pairwise(course.corners), strict=True):
            assert {one, two} == set(draft.sheet.ends[side]), name
        assert len(set(course.corners)) == len(course.corners), f"{name} meets itself"
        end = course.corners[-1]
        if into[name] in draft.rivers:
            assert end in draft.rivers[into[name]].corners, name
        elif into[name] == "edge":
            assert draft.sheet.on_edge(end), name
        elif into[name] == "sea":
            assert end & draft.sea, name


def test_rivers_are_on_the_board_from_head_to_mouth(draft: Draft) -> None:
    """A fact that says "no river" must not cut a course: the course has to be steered round it."""
    laid = {side for course in draft.rivers.values() for side in course.sides}
    under_water = {side for side in laid if draft.terrain[side] in ("ocean", "lake")}
    assert set(draft.features) == laid - under_water
    assert len(under_water) <= 2


def test_no_two_rivers_share_a_hexside(draft: Draft) -> None:
    seen: dict[object, str] = {}
    for name, course in draft.rivers.items():
        for side in course.sides:
            assert side not in seen, f"{name} and {seen[side]}"
            seen[side] = name


def test_every_landscape_named_on_the_map_covers_some_hex(draft: Draft) -> None:
    lines = board_files(draft)["regions.csv"].splitlines()
    empty = [line for line in lines if not line.startswith("#") and line.split(",")[1] == ""]
    assert empty == []
