"""A small country with its terrain on hexes: heights, contours, ways and boxes off the map."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest

from hexfront.kernel.board import load_board
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.errors import DataError
from hexfront.mapmaker import build

HEAD = "#: provenance = reconstructed\n#: about = A test.\n"

# As in test_build.py: a degree is one hex height, so that the tables can be read against the grid.
MAP = """
provenance = "reconstructed"
about = "A test."
name = "Vale"
title = "vale"
bare_terrain = "plain"
bare_country = "west"
beyond = ["01.01-01.02"]
rivers = ["brook", "river"]
only_in = { road = ["alp", "shelf"] }
[grid]
name = "1"
columns = [1, 6]
rows = [1, 6]
numbering = "CC.RR"
[georeference]
hex_km = 111.19493
latitude = 0.0
longitude = 0.0
east = [1.0, 0.0, 0.0]
south = [0.0, 1.0, 0.0]
[vocabulary]
hex_terrain = ["plain", "alp", "shelf"]
hex_features = ["bend"]
side_features = ["brook", "river", "stream", "contour", "bridge"]
place_kinds = ["town"]
countries = ["west", "east"]
[networks]
rail = ["track"]
road = ["road"]
[elevations]
plain = 1
alp = 3
[contours]
contour = 3
[ways]
hard = { alp = 2.0 }
barred = ["stream"]
bridges = ["bridge"]
"""

FILES: dict[str, str] = {
    "map.toml": MAP,
    "countries.csv": HEAD + "country,points\neast,0 3.9|0 9|-9 9|-9 3.9\n",
    "landscapes.csv": HEAD
    + "landscape,terrain,share,label,points\n"
    + "Alps,alp,50,yes,0 3.1|0 9|-3.9 9|-3.9 3.1\n"
    + "Shelf,shelf,50,no,-1.5 3.9|-1.5 4.8|-2.5 4.8|-2.5 3.9\n",
    "rivers.csv": HEAD
    + "river,into,feature,major_from,points\n"
    + "Great,edge,stream,,-4.5 0.9|-4.5 7\n"
    + "Beck,valley,,,-5.4 4.0|-5.9 3.2\n",
    "steering.csv": HEAD + "river,rule,sides,reason\n",
    "towns.csv": HEAD
    + "town,lat,lon,hex,kinds,source\nNorth,0,0,03.03,town,printed\nSouth,0,0,03.06,town,history\n",
    "railways.csv": HEAD
    + "railway,network,tracks,stations\nMain,rail,track,North|South\nPass,road,road,02.03|06.02\n",
    "facts.csv": HEAD
    + "fact,where,value,source,reference\nmore features,03.04-03.05,stream|bridge,printed,text\n"
    + "hex features,03.03,bend,printed,text\nterrain,02.02,alp,derived,text\n",
    "regions.csv": HEAD + "region,hexes,source\nPair,02.03|02.04,printed\n",
    "areas.csv": HEAD + "area,name,country,source\nport,The port,east,printed\n",
    "links.csv": HEAD + "a,b,kind,hexes,source\n03.06,port,track,7,printed\n",
}


def make(tmp_path: Path, changes: Mapping[str, str] | None = None) -> Path:
    source = tmp_path / "geography"
    source.mkdir()
    for name, text in {**FILES, **(changes or {})}.items():
        (source / name).write_text(text, encoding="utf-8")
    build(source, tmp_path / "board")
    return tmp_path / "board"


def rows(board: Path, name: str) -> list[dict[str, str]]:
    lines = (board / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@pytest.fixture(scope="module")
def vale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("vale"))


def hexes(board: Path) -> dict[str, dict[str, str]]:
    return {row["hex"]: row for row in rows(board, "hexes.csv")}


def sides(board: Path) -> dict[str, dict[str, str]]:
    return {f"{row['a']}-{row['b']}": row for row in rows(board, "sides.csv")}


def test_the_board_loads_without_a_fault(vale: Path) -> None:
    faults = Faults()
    board = load_board(DataFolder(vale), faults)
    assert faults.found == []
    assert board is not None
    assert board.is_area(board["port"])


def test_hexes_beyond_the_map_are_left_out_and_the_edge_follows(vale: Path) -> None:
    assert len(hexes(vale)) == 34
    assert "01.02" not in hexes(vale)
    west = next(row["hexes"] for row in rows(vale, "regions.csv") if row["region"] == "edge west")
    assert west.split("|") == ["01.03", "01.04", "01.05", "01.06", "02.01"]


def test_a_hex_takes_the_terrain_of_the_last_landscape_that_fills_it_unless_a_fact_says_otherwise(
    vale: Path,
) -> None:
    found = hexes(vale)
    assert found["04.01"]["terrain"] == "alp"
    assert found["05.02"]["terrain"] == "shelf"
    assert found["03.05"]["terrain"] == "plain"
    assert (found["02.02"]["terrain"], found["02.02"]["source"]) == ("alp", "derived")
    assert found["03.03"]["features"] == "bend"


def test_a_terrain_without_a_height_lies_as_high_as_what_is_around_it(vale: Path) -> None:
    found = hexes(vale)
    assert found["03.05"]["elevation"] == "1"
    assert found["05.02"]["elevation"] == found["04.01"]["elevation"] == "3"


def test_contours_part_the_heights(vale: Path) -> None:
    found, ground = sides(vale), hexes(vale)
    rising = {side for side, row in found.items() if "contour" in row["features"].split("|")}
    assert rising
    for side in rising:
        assert {ground[number]["elevation"] for number in side.split("-")} == {"1", "3"}


def test_a_river_with_a_name_of_its_own_carries_it_and_a_brook_may_end_in_a_valley(vale: Path) -> None:
    features = [row["features"].split("|") for row in sides(vale).values()]
    assert sum("stream" in words for words in features) > 5
    assert 1 <= sum("brook" in words for words in features) <= 3
    assert not any("river" in words for words in features)


def test_a_railway_crosses_what_is_barred_only_on_the_bridge(vale: Path) -> None:
    found = sides(vale)
    over = [side for side, row in found.items() if row["rail"] and "stream" in row["features"].split("|")]
    assert over == ["03.04-03.05"]


def test_a_network_is_drawn_only_in_its_terrain(vale: Path) -> None:
    ground = hexes(vale)
    roads = [side for side, row in sides(vale).items() if row["road"]]
    assert roads
    for side in roads:
        assert {ground[number]["terrain"] for number in side.split("-")} & {"alp", "shelf"}


def test_only_hexsides_that_carry_something_are_listed(vale: Path) -> None:
    for side, row in sides(vale).items():
        assert row["features"] or row["rail"] or row["road"] or row["source"], side


def test_boxes_and_their_links_are_kept(vale: Path) -> None:
    assert rows(vale, "areas.csv")[0]["name"] == "The port"
    assert rows(vale, "links.csv")[0]["hexes"] == "7"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("map.toml", '"01.01-01.02"', '"09.01"', '"09.01" is not a hex or a block of hexes'),
        ("facts.csv", "terrain,02.02", "terrain,01.01", '"01.01" is not a hex'),
        ("rivers.csv", "edge,stream", "edge,strem", 'unknown feature "strem"'),
        ("railways.csv", "Pass,road,road", "Pass,path,road", 'unknown network "path"'),
        ("railways.csv", "Pass,road,road", "Pass,road,lane", 'unknown road "lane"'),
        ("areas.csv", "The port,east", "The port,north", 'unknown country "north"'),
        ("links.csv", "03.06,port", "01.01,port", 'unknown area or hex "01.01"'),
    ],
)
def test_a_fault_in_the_geography_is_named(
    tmp_path: Path, name: str, old: str, new: str, message: str
) -> None:
    assert old in FILES[name]
    with pytest.raises(DataError) as caught:
        make(tmp_path, {name: FILES[name].replace(old, new)})
    assert any(message in str(fault) for fault in caught.value.faults)
