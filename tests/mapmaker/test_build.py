"""A small island, built from its geography."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest

from hexfront.kernel.board import load_board
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.errors import DataError
from hexfront.kernel.grid import Cell, Grid
from hexfront.mapmaker import build
from hexfront.mapmaker.geography import LandscapeRow
from hexfront.mapmaker.ground import closed_gaps
from hexfront.mapmaker.sheet import Sheet

HEAD = "#: provenance = reconstructed\n#: about = A test.\n"

# With this georeference a degree of longitude is one hex height east, a degree of latitude one to the south
# of the origin, so that the tables below can be read against the grid. 111.19493 km are a degree.
MAP = """
provenance = "reconstructed"
about = "A test."
name = "Island"
title = "island"
bare_terrain = "clear"
bare_country = "north"
[grid]
name = "1"
columns = [1, 6]
rows = [1, 6]
[georeference]
hex_km = 111.19493
latitude = 0.0
longitude = 0.0
east = [1.0, 0.0, 0.0]
south = [0.0, 1.0, 0.0]
[vocabulary]
hex_terrain = ["land", "sea"]
side_terrain = ["ocean", "clear", "woods", "rough", "urban", "lake"]
side_features = ["river", "major river"]
place_kinds = ["town"]
countries = ["", "north", "south"]
[networks]
rail = ["double", "single"]
"""

FILES: dict[str, str] = {
    "map.toml": MAP,
    # Column c lies at longitude 0.866 c; row r at latitude -r, half a degree lower in even columns.
    "coast.csv": HEAD + "name,points\nIsland,1.3 0.2|1.3 9|-9 9|-9 1.3|-3 1.3|-3 0.2\n",
    "countries.csv": HEAD + "country,points\nsouth,-4.6 0|-4.6 9|-9 9|-9 0\n",
    "landscapes.csv": HEAD
    + "landscape,terrain,share,label,points\n"
    + "Forest,woods,50,yes,0 2.1|0 9|-3 9|-3 2.1\n"
    + "Crag,rough,50,no,-0.4 3.9|-0.4 9|-2 9|-2 3.9\n",
    "rivers.csv": HEAD
    + "river,into,major_from,valley,points\n"
    + "Long,edge,-3.4 3.9,Forest > rough,-2.0 3.2|-2.4 3.1|-3.4 3.9|-4.5 3.5|-6.5 3.5\n"
    + "Short,Long,,,-4.9 4.9|-4.9 3.4\n",
    "waters.csv": HEAD + "water,terrain,points\n",
    "steering.csv": HEAD + "river,rule,sides,reason\n",
    "towns.csv": HEAD
    + "town,lat,lon,hex,kinds,source\nAlpha,-2,0.9,,town,history\nOmega,0,0,0606,town,printed\n",
    "railways.csv": HEAD + "railway,tracks,stations\nMain,double,Alpha|0403|Omega\nBranch,single,0403|0401\n",
    "built_up.csv": HEAD + "area,terrain,sides\nAlpha,urban,0102-0201\n",
    "facts.csv": HEAD
    + "fact,where,value,source,reference\nside terrain,0505-0605,rough,printed,figure\n"
    + "country,0106|0201,south,derived,set-up\nterrain,0105,sea,printed,text\n",
    "regions.csv": HEAD + "region,hexes,source\nPair,0203|0204,printed\n",
}


def make(tmp_path: Path, changes: Mapping[str, str] | None = None) -> Path:
    """Build the island, with some tables changed, and give the board's folder."""
    source = tmp_path / "geography"
    source.mkdir()
    for name, text in {**FILES, **(changes or {})}.items():
        (source / name).write_text(text, encoding="utf-8")
    build(source, tmp_path / "board")
    return tmp_path / "board"


def rows(board: Path, name: str) -> list[dict[str, str]]:
    lines = (board / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def sides(board: Path) -> dict[str, dict[str, str]]:
    return {f"{row['a']}-{row['b']}": row for row in rows(board, "sides.csv")}


@pytest.fixture(scope="module")
def island(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("island"))


def test_the_board_loads_without_a_fault(island: Path) -> None:
    faults = Faults()
    board = load_board(DataFolder(island), faults)
    assert faults.found == []
    assert board is not None
    assert len(board) == 36


def test_sea_and_land_come_from_the_coast(island: Path) -> None:
    sea = {row["hex"] for row in rows(island, "hexes.csv") if row["terrain"] == "sea"}
    assert sea == {"0104", "0105", "0106"}
    found = sides(island)
    assert {found[side]["terrain"] for side in ("0104-0105", "0103-0104", "0104-0203")} == {"ocean"}


def test_a_landscape_gives_its_terrain_and_a_later_one_wins(island: Path) -> None:
    found = sides(island)
    assert found["0302-0303"]["terrain"] == "woods"
    assert found["0601-0602"]["terrain"] == "rough"
    assert found["0502-0601"]["terrain"] == "rough"
    assert found["0403-0404"]["terrain"] == "clear"


def test_countries_are_those_of_the_outlines_unless_a_fact_says_otherwise(island: Path) -> None:
    countries = {row["hex"]: (row["country"], row["source"]) for row in rows(island, "hexes.csv")}
    assert countries["0303"] == ("north", "")
    assert countries["0306"] == ("south", "")
    assert countries["0201"] == ("south", "derived")
    assert countries["0104"] == ("", "")


def test_rivers_run_from_head_to_mouth_without_a_gap(island: Path) -> None:
    wet = {side: row["features"] for side, row in sides(island).items() if row["features"]}
    corners: dict[frozenset[str], int] = {}
    for side in wet:
        a, b = side.split("-")
        for third in {other for pair in sides(island) for other in pair.split("-")} - {a, b}:
            if all("-".join(sorted(pair)) in sides(island) for pair in ((a, third), (b, third))):
                corner = frozenset((a, b, third))
                corners[corner] = corners.get(corner, 0) + 1
    loose = [corner for corner, count in corners.items() if count == 1]
    assert len(loose) == 2, "only the two heads end inside the map; the mouth lies on its edge"
    assert max(corners.values()) == 3, "the short river joins the long one"


def test_a_river_is_major_below_the_given_point_and_cuts_its_valley(island: Path) -> None:
    found = sides(island)
    ranks = {row["features"] for row in found.values()}
    assert ranks == {"", "river", "major river"}
    upper = [row for row in found.values() if row["features"] == "river" and row["terrain"] == "rough"]
    assert upper, "the banks in the forest are rough"
    assert not [row for row in found.values() if row["features"] and row["terrain"] == "woods"]


def test_railways_join_their_stations_and_urban_hexsides_have_a_double_track(island: Path) -> None:
    found = sides(island)
    assert found["0102-0201"]["rail"] == "double"
    reached = {"0102"}
    for _ in found:
        for side, row in found.items():
            a, b = side.split("-")
            if row["rail"] and {a, b} & reached:
                reached |= {a, b}
    assert {"0403", "0606", "0401"} <= reached
    assert found["0401-0402"]["rail"] == found["0402-0403"]["rail"] == "single"


def test_a_fact_wins_and_marks_its_row(island: Path) -> None:
    found = sides(island)["0505-0605"]
    assert (found["terrain"], found["source"]) == ("rough", "printed")
    assert [row["source"] for row in rows(island, "places.csv")] == ["", "printed"]


def test_regions_hold_landscapes_edges_and_given_sets(island: Path) -> None:
    regions = {row["region"]: row["hexes"].split("|") for row in rows(island, "regions.csv")}
    assert "0302" in regions["Forest"]
    assert "Crag" not in regions
    assert regions["edge west"] == ["0101", "0102", "0103", "0104", "0105", "0106"]
    assert "0606" in regions["friendly-edge south"]
    assert regions["Pair"] == ["0203", "0204"]


def test_a_second_build_gives_the_same_bytes(island: Path, tmp_path: Path) -> None:
    again = make(tmp_path)
    for path in sorted(island.iterdir()):
        assert (again / path.name).read_bytes() == path.read_bytes()


def test_a_river_follows_and_avoids_the_hexsides_it_is_told(island: Path, tmp_path: Path) -> None:
    before = {side for side, row in sides(island).items() if row["features"]}
    bend = "0303-0403"
    assert "0402-0403" in before
    assert bend not in before
    steering = HEAD + f"river,rule,sides,reason\nLong,follow,{bend},test\nLong,avoid,0402-0403,test\n"
    after = {
        side for side, row in sides(make(tmp_path, {"steering.csv": steering})).items() if row["features"]
    }
    assert bend in after
    assert "0402-0403" not in after


def test_a_long_water_bars_its_hexsides(tmp_path: Path) -> None:
    waters = HEAD + "water,terrain,points\nMere,lake,-4.0 4.9|-5.2 4.9\n"
    found = sides(make(tmp_path, {"waters.csv": waters}))
    lake = [row for row in found.values() if row["terrain"] == "lake"]
    assert lake
    assert not [row for row in lake if row["features"] or row["rail"]]


def test_a_gap_between_landscapes_takes_the_commonest_terrain_around_it() -> None:
    sheet = Sheet(Grid("test", (1, 6), (1, 6)))
    gap = (Cell(3, 3), Cell(3, 4))
    touching = {each for corner in sheet.ends[gap] for _, each in sheet.from_corner[corner]} - {gap}
    woods, rough = (LandscapeRow(name, name, 50, False, ()) for name in ("woods", "rough"))
    around = dict(zip(sorted(touching), (woods, rough, woods), strict=False))
    assert closed_gaps(sheet, around)[gap].terrain == "woods"
    del around[min(around)]
    assert gap not in closed_gaps(sheet, around), "two bare neighbours: this is open country, not a gap"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("landscapes.csv", "Forest,woods", "Forest,wods", 'unknown terrain "wods"'),
        ("countries.csv", "south,", "west,", 'unknown country "west"'),
        ("rivers.csv", "Short,Long", "Short,Lang", 'unknown river "Lang"'),
        ("rivers.csv", "Long,edge", "Long,Short", "joins it in turn"),
        ("rivers.csv", "-4.9 4.9", "-4.9", "is not a latitude and a longitude"),
        ("railways.csv", "Main,double,Alpha", "Main,double,Alfa", 'unknown station "Alfa"'),
        ("towns.csv", "Alpha,-2,0.9", "Alpha,-2,60", "Alpha is not on the sheet"),
        ("towns.csv", "Omega,0,0,0606", "Alpha,0,0,0606", "Alpha stands twice"),
        ("facts.csv", "0505-0605", "0505-0202", '"0505-0202" is not a hexside'),
        ("facts.csv", "0106|0201", "0106|9901", '"9901" is not a hex'),
        ("built_up.csv", "urban", "town", 'unknown terrain "town"'),
        (
            "steering.csv",
            "reason\n",
            "reason\nLong,follow,0303-0403|0505-0605,x\n",
            "do not follow each other",
        ),
        ("steering.csv", "reason\n", "reason\nLong,shun,0303-0403,x\n", 'unknown rule "shun"'),
        ("waters.csv", "points\n", 'points\nSound,ocean,"2 3|-8 3"\n', "finds no way"),
    ],
)
def test_a_fault_in_the_geography_is_named(
    tmp_path: Path, name: str, old: str, new: str, message: str
) -> None:
    assert old in FILES[name]
    with pytest.raises(DataError) as caught:
        make(tmp_path, {name: FILES[name].replace(old, new)})
    assert any(message in str(fault) for fault in caught.value.faults)
