"""The geography of Storm of Steel: the committed board is what the mapmaker builds from it."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest

import hexfront
from hexfront.kernel.grid import Point
from hexfront.mapmaker.build import draft_board
from hexfront.mapmaker.draft import Draft
from hexfront.mapmaker.geography import read_geography
from hexfront.mapmaker.tables import board_files
from tests.games.storm_of_steel.known import BANKS

PACKAGE = Path(hexfront.__file__).parent
GEOGRAPHY = PACKAGE / "mapmaker" / "storm_of_steel"
BOARD = PACKAGE / "games" / "storm_of_steel" / "data" / "board"


@pytest.fixture(scope="module")
def draft() -> Draft:
    return draft_board(read_geography(GEOGRAPHY))


def test_the_committed_board_is_what_the_geography_gives(draft: Draft) -> None:
    files = board_files(draft)
    assert {*files} == {path.name for path in BOARD.iterdir()}
    for name, text in files.items():
        assert (BOARD / name).read_text(encoding="utf-8") == text, f"{name}: build the map again"


# The places that rule 25.2 closes with hexes it numbers, and cities far apart, so that a shift, a turn or a
# wrong scale would show.
@pytest.mark.parametrize(
    ("latitude", "longitude", "number"),
    [
        (51.0, 1.45, "1919"),  # the Strait of Dover
        (58.85, -3.1, "1803"),  # Scapa Flow
        (40.2, 18.5, "4546"),  # the Strait of Otranto
        (48.86, 2.35, "1924"),  # Paris
        (55.76, 37.62, "7110"),  # Moscow
        (33.31, 44.37, "9953"),  # Baghdad
        (40.42, -3.70, "0339"),  # Madrid
        (30.04, 31.24, "7366"),  # Cairo
    ],
)
def test_the_georeference_puts_known_places_in_or_next_to_their_hex(
    draft: Draft, latitude: float, longitude: float, number: str
) -> None:
    sheet = draft.geography.sheet
    cell = sheet.grid.cell(number)
    assert cell is not None
    point = sheet.georeference.place(sheet.grid, latitude, longitude)
    # The fit leaves the three straits of the text up to a hex and a half away from their numbers.
    assert math.dist(point, sheet.grid.centre(cell)) < 1.5


def test_every_river_is_a_chain_of_hexsides_that_ends_where_it_should(draft: Draft) -> None:
    into = {row.river: row.into for row, _ in draft.geography.rivers}
    for name, course in draft.rivers.items():
        for side, (one, two) in zip(course.sides, pairwise(course.corners), strict=True):
            assert {one, two} == set(draft.sheet.ends[side]), name
        assert len(set(course.corners)) == len(course.corners), f"{name} meets itself"
        end = course.corners[-1]
        if into[name] in draft.rivers:
            assert end in draft.rivers[into[name]].corners, name
        elif into[name] == "sea":
            assert end & draft.sea, name


def test_no_two_rivers_share_a_hexside(draft: Draft) -> None:
    seen: dict[object, str] = {}
    for name, course in draft.rivers.items():
        for side in course.sides:
            assert side not in seen, f"{name} and {seen[side]}"
            seen[side] = name


def test_the_rivers_are_those_of_the_list(draft: Draft) -> None:
    assert {*draft.rivers} == {
        "Rhine", "Moselle", "Meuse", "Seine", "Marne", "Somme", "Scheldt", "Loire", "Rhone", "Po", "Adige",
        "Piave", "Isonzo", "Elbe", "Oder", "Vistula", "Bug", "Narew", "Niemen", "Dvina", "San", "Dniester",
        "Prut", "Seret", "Danube", "Sava", "Drina", "Drava", "Tisza", "Dnieper", "Don", "Pripet", "Aras",
        "Kizil Irmak", "Tigris", "Euphrates", "Jordan", "Nile",
    }  # fmt: skip


@pytest.mark.parametrize(("river", "cities"), BANKS)
def test_cities_stand_on_their_own_bank(draft: Draft, river: str, cities: str) -> None:
    line = [draft.sheet.where[corner] for corner in draft.rivers[river].corners]
    wrong = []
    for item in cities.split():
        name, bank = item.replace("_", " ").split(":")
        if bank_of(draft.sheet.grid.centre(draft.geography.town_cells[name]), line) not in (bank, "far"):
            wrong.append(name)
    assert wrong == []


def bank_of(point: Point, line: list[Point]) -> str:
    """The bank of a river, looking downstream, on which a point lies; far if it is three hexes away."""
    best, turn = math.inf, 0.0
    for start, end in pairwise(line):
        length = math.dist(start, end)
        across, down = (end.x - start.x) / length, (end.y - start.y) / length
        along = min(max((point.x - start.x) * across + (point.y - start.y) * down, 0.0), length)
        away = math.hypot(point.x - start.x - along * across, point.y - start.y - along * down)
        if away < best - 1e-9:
            best, turn = away, across * (point.y - start.y) - down * (point.x - start.x)
    if best > 3.2:
        return "far"
    return "right" if turn > 0 else "left"


def test_every_landscape_named_on_the_map_covers_some_hex(draft: Draft) -> None:
    lines = board_files(draft)["regions.csv"].splitlines()
    empty = [line for line in lines if not line.startswith("#") and line.split(",")[1] == ""]
    assert empty == []


def test_what_the_text_fixes_is_marked_and_all_else_is_ours(draft: Draft) -> None:
    rows = [
        line.split(",") for line in board_files(draft)["regions.csv"].splitlines() if not line.startswith("#")
    ]
    printed = {row[0] for row in rows if row[-1] == "printed"}
    assert printed == {"Channel blockade line", "Scapa Flow blockade line", "Adriatic blockade line"}
    number = draft.sheet.grid.number
    derived = {number(cell) for cell, source in draft.hex_sources.items() if source == "derived"}
    assert derived == {"1901", "1902", "2020", "4546", "4646"}
