"""A small country surveyed hex by hex, on Lambert's cone, with arms of the sea along hexsides."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from pathlib import Path

import pytest

from hexfront.kernel.board import Board, load_board
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.errors import DataError
from hexfront.kernel.grid import Grid
from hexfront.mapmaker import build
from hexfront.mapmaker.geography import EARTH_RADIUS_KM, Georeference

HEAD = "#: provenance = reconstructed\n#: about = A test.\n"

MAP = """
provenance = "reconstructed"
about = "A test."
name = "Isles"
title = "isles"
bare_terrain = "clear"
bare_country = ""
beyond = ["0404"]
rivers = ["river", "river"]
[grid]
name = "1"
columns = [1, 4]
rows = [1, 4]
[georeference]
hex_km = 111.19493
latitude = 0.0
longitude = 0.0
east = [1.0, 0.0, 0.0]
south = [0.0, 1.0, 0.0]
[vocabulary]
hex_terrain = ["sea", "lake", "clear", "hill"]
hex_features = ["zone", "bend"]
side_features = ["river", "strait"]
place_kinds = ["town"]
countries = ["", "west", "east"]
area_kinds = ["land"]
figures = ["fort", "men"]
[networks]
rail = ["track"]
[ways]
barred = ["sea", "lake", "strait"]
[survey.terrain]
"~" = "sea"
"o" = "lake"
"c" = "clear"
"h" = "hill"
[survey.country]
"W" = "west"
"E" = "east"
[survey.feature]
"z" = "zone"
[survey.coast]
"N" = "North coast"
"S" = "South coast"
"""

SURVEY = """\
layer,column,first,letters
terrain,1,1,~cch
terrain,2,1,~cco
terrain,3,1,~ccc
terrain,4,1,~ch
country,1,2,WWW
country,2,2,WE.
country,3,2,EEE
country,4,2,EE
feature,1,2,z.z
coast,1,2,NSS
coast,2,2,NS
"""

FILES: dict[str, str] = {
    "map.toml": MAP,
    "survey.csv": HEAD + SURVEY,
    "landscapes.csv": HEAD + "landscape,terrain,share,label,points\nHills,,50,yes,-3 0|-3 1.5|-5 1.5|-5 0\n",
    "rivers.csv": HEAD + "river,into,points\n",
    "waters.csv": HEAD + "water,terrain,points\nFjord,strait,-1.0 2.0|-2.6 2.0\n",
    "steering.csv": HEAD + "river,rule,sides,reason\n",
    "towns.csv": HEAD + "town,hex,kinds,figures\nWeston,0102,town,fort 4\nEaston,0402,town,\n",
    "railways.csv": HEAD + "railway,tracks,stations\nMain,track,Weston|Easton\n",
    "facts.csv": HEAD
    + "fact,where,value,source,reference\n"
    + "hex features,0103,zone,printed,text\nhex features,0102,bend,printed,text\n",
    "regions.csv": HEAD + "region,hexes,source\n",
    "areas.csv": HEAD + "area,name,country,kinds,figures,source\nbeyond,Beyond,east,land,men 3,printed\n",
    "links.csv": HEAD + "a,b,kind,hexes,source\n0402,beyond,land,1,printed\n",
}


def make(folder: Path, changes: Mapping[str, str] | None = None) -> Path:
    source = folder / "geography"
    source.mkdir()
    for name, text in {**FILES, **(changes or {})}.items():
        (source / name).write_text(text, encoding="utf-8")
    build(source, folder / "board")
    return folder / "board"


@pytest.fixture(scope="module")
def isles(tmp_path_factory: pytest.TempPathFactory) -> Board:
    faults = Faults()
    board = load_board(DataFolder(make(tmp_path_factory.mktemp("isles"))), faults)
    assert faults.found == []
    assert board is not None
    return board


def test_every_hex_has_the_terrain_and_country_of_its_letters(isles: Board) -> None:
    assert [isles.terrain[isles[number]] for number in ("0101", "0104", "0204", "0403")] == [
        "sea",
        "hill",
        "lake",
        "hill",
    ]
    assert [isles.country[isles[number]] for number in ("0101", "0102", "0203", "0204")] == [
        "",
        "west",
        "east",
        "",
    ]


def test_features_come_from_the_survey_and_from_facts(isles: Board) -> None:
    zone = [isles.label(node) for node in range(len(isles)) if "zone" in isles.features[node]]
    assert zone == ["0102", "0103", "0104"]
    assert isles.features[isles["0102"]] == {"zone", "bend"}


def test_each_word_of_another_layer_is_a_region(isles: Board) -> None:
    assert isles.regions["North coast"] == {isles["0102"], isles["0202"]}
    assert isles.regions["South coast"] == {isles["0103"], isles["0104"], isles["0203"]}


def test_a_landscape_of_a_surveyed_map_gives_a_name_and_no_terrain(isles: Board) -> None:
    assert isles["0104"] in isles.regions["Hills"]
    assert isles.terrain[isles["0103"]] == "clear"


def test_waters_part_hexes_of_land_and_leave_the_open_sea_alone(isles: Board) -> None:
    strait = {(isles.label(side.a), isles.label(side.b)) for side in isles.sides if "strait" in side.features}
    assert strait
    wet = {isles.label(node) for node in range(len(isles)) if isles.terrain[node] in ("sea", "lake")}
    assert all(not wet & {*pair} for pair in strait)


def test_a_railway_goes_round_what_it_cannot_cross(isles: Board) -> None:
    rail = [side for side in isles.sides if "rail" in side.networks]
    assert rail
    assert all("strait" not in side.features for side in rail)
    met = {node for side in rail for node in (side.a, side.b)}
    assert {isles["0102"], isles["0402"]} <= met


def test_figures_of_towns_and_areas_reach_the_board(isles: Board) -> None:
    assert [place.figures for place in isles.places] == [{"fort": 4}, {}]
    assert isles.areas[isles["beyond"]].figures == {"men": 3}


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("terrain,1,1,~cx", 'unknown letter of terrain "x"'),
        ("terain,1,1,~", 'unknown layer "terain" (did you mean "terrain"?)'),
        ("terrain,4,4,c", "0404 is not on the map"),
        ("terrain,5,1,c", "0501 is not on the map"),
    ],
)
def test_a_wrong_row_of_the_survey_is_reported(tmp_path: Path, row: str, what: str) -> None:
    with pytest.raises(DataError) as caught:
        make(tmp_path, {"survey.csv": HEAD + SURVEY + row + "\n"})
    assert any(
        f"survey.csv:{len((HEAD + SURVEY).splitlines()) + 1}: {what}" in str(fault)
        for fault in caught.value.faults
    )


def test_a_hex_left_out_of_the_survey_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="0104 has no terrain"):
        make(tmp_path, {"survey.csv": HEAD + SURVEY.replace("~cch", "~cc")})


def test_a_water_must_be_a_word_of_hexsides(tmp_path: Path) -> None:
    with pytest.raises(DataError, match='unknown feature "strat"'):
        make(tmp_path, {"waters.csv": FILES["waters.csv"].replace("strait", "strat")})


def test_the_same_survey_gives_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, two = make(tmp_path / "a"), make(tmp_path / "b")
    assert {path.name: path.read_bytes() for path in one.iterdir()} == {
        path.name: path.read_bytes() for path in two.iterdir()
    }


def test_areas_are_written_with_their_kinds(tmp_path: Path) -> None:
    lines = (make(tmp_path) / "areas.csv").read_text(encoding="utf-8").splitlines()
    assert list(csv.reader(lines))[-1] == ["beyond", "Beyond", "east", "land", "men 3", "printed"]


def test_the_cone_keeps_length_on_its_parallels() -> None:
    cone = Georeference(1.0, 50.0, 20.0, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (40.0, 60.0))
    grid = Grid("km", (0, 1), (0, 1))
    for latitude in (40.0, 60.0):
        here, there = (cone.place(grid, latitude, longitude) for longitude in (20.0, 20.1))
        true = EARTH_RADIUS_KM * math.radians(0.1) * math.cos(math.radians(latitude))
        assert math.dist(here, there) == pytest.approx(true, rel=1e-4)


def test_the_cone_turns_meridians_towards_the_pole() -> None:
    cone = Georeference(1.0, 50.0, 20.0, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (40.0, 60.0))
    grid = Grid("km", (0, 1), (0, 1))
    middle = [cone.place(grid, latitude, 20.0) for latitude in (40.0, 60.0)]
    assert middle[0].x == pytest.approx(middle[1].x)
    assert middle[0].y > middle[1].y
    east = [cone.place(grid, latitude, 40.0) for latitude in (40.0, 60.0)]
    assert east[0].x > east[1].x > middle[1].x
