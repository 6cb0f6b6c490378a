"""Boards: a good folder, and every way a folder can be wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from hexfront.kernel.board import Board, load_board
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.errors import Fault
from hexfront.kernel.grid import Cell

WriteFiles = Callable[[Mapping[str, str | bytes]], Path]

HEAD = "#: provenance = reconstructed\n#: about = A small board.\n"
SHEET = """\
provenance = "reconstructed"
about = "A small board."
name = "small"
[[maps]]
name = "north"
columns = [1, 3]
rows = [1, 2]
[[maps]]
name = "south"
columns = [10, 13]
rows = [1, 1]
shifted = "odd"
[vocabulary]
hex_terrain = ["clear", "woods"]
hex_features = ["fort"]
side_terrain = ["open", "rough"]
side_features = ["river", "bridge"]
place_kinds = ["city", "port"]
countries = ["France", "Belgium"]
[networks]
rail = ["double", "single"]
"""
# The first row stands on line 4 of each table. Hex 0302 does not exist: a hole in the map.
HEXES = """\
hex,terrain,country,elevation,features,source
0101,clear,France,,,
0102,woods,France,2,,history
0201,clear,Belgium,-1,fort,
0202,clear,France,,,
0301,clear,France,,,
south:1001,woods,Belgium,,,
south:1101,clear,Belgium,,,
"""
SIDES = """\
a,b,terrain,features,rail,source
0101,0102,open,,,
0101,0201,rough,river|bridge,double,printed
0102,0201,open,,,
0102,0202,open,,single,
0201,0202,open,,,
0201,0301,open,,,
south:1001,south:1101,rough,,,
0202,south:1001,open,,,
0301,reserve,open,,,
"""
PLACES = """\
hex,name,kinds,source
0101,Lille,city,
0101,Old Port,city|port,history
south:1101,Ghent,,
"""
REGIONS = "region,hexes\ncoast,0101|0201\nempty,\n"
AREAS = "area,name,country\nreserve,The Reserve,France\nsea,,Belgium\n"

GOOD = {
    "board.toml": SHEET,
    "hexes.csv": HEAD + HEXES,
    "sides.csv": HEAD + SIDES,
    "places.csv": HEAD + PLACES,
    "regions.csv": HEAD + REGIONS,
    "areas.csv": HEAD + AREAS,
}


@pytest.fixture
def load(write_files: WriteFiles) -> Callable[[Mapping[str, str]], tuple[Board | None, list[Fault]]]:
    """Loads the good board with some files changed."""

    def loaded(changes: Mapping[str, str]) -> tuple[Board | None, list[Fault]]:
        faults = Faults()
        board = load_board(DataFolder(write_files({**GOOD, **changes})), faults)
        return board, faults.found

    return loaded


Load = Callable[[Mapping[str, str]], tuple[Board | None, list[Fault]]]


def with_line(file: str, row: str) -> dict[str, str]:
    """A file of the good board with one more row at its end."""
    return {file: GOOD[file] + row + "\n"}


def last_line(file: str) -> int:
    return len(GOOD[file].splitlines()) + 1


@pytest.fixture
def board(load: Load) -> Board:
    board, faults = load({})
    assert faults == []
    assert board is not None
    return board


def labels(board: Board, nodes: tuple[int, ...] | list[int]) -> list[str]:
    return [board.label(node) for node in nodes]


def test_nodes_carry_what_their_rows_say(board: Board) -> None:
    assert board.name == "small"
    assert len(board) == 9
    assert board.labels[:5] == ("0101", "0102", "0201", "0202", "0301")
    assert [board[label] for label in board.labels] == list(range(9))
    assert "0102" in board
    assert "0302" not in board
    node = board["0102"]
    assert (board.terrain[node], board.country[node], board.elevation[node]) == ("woods", "France", 2)
    assert board.sources[node] == "history"
    assert board.features[board["0201"]] == {"fort"}
    assert board.elevation[board["0201"]] == -1
    assert board.elevation[board["0101"]] is None
    assert board.cells[node] == (board.sheet.maps[0], Cell(1, 2))


def test_adjacency_is_that_of_the_hexes_with_links_after_it(board: Board) -> None:
    around = {label: labels(board, board.adjacent[board[label]]) for label in board.labels}
    assert around == {
        "0101": ["0201", "0102"],
        "0102": ["0101", "0201", "0202"],
        "0201": ["0301", "0202", "0102", "0101"],
        "0202": ["0201", "0102", "south:1001"],
        "0301": ["0201", "reserve"],
        "south:1001": ["south:1101", "0202"],
        "south:1101": ["south:1001"],
        "reserve": ["0301"],
        "sea": [],
    }


def test_sides_are_found_from_both_ends(board: Board) -> None:
    a, b = board["0201"], board["0101"]
    side = board.side(a, b)
    assert side is not None
    assert side is board.side(b, a)
    assert side.terrain == "rough"
    assert side.features == {"river", "bridge"}
    assert side.networks == {"rail": "double"}
    assert side.source == "printed"
    assert (side.other(a), side.other(b)) == (b, a)
    assert board.side(board["0101"], board["0301"]) is None
    plain = board.side(board["0101"], board["0102"])
    assert plain is not None
    assert plain.networks == {}


def test_sides_of_a_node_stand_in_the_order_of_its_neighbours(board: Board) -> None:
    for node in range(len(board)):
        assert [side.other(node) for side in board.sides_of[node]] == list(board.adjacent[node])
    assert len(board.sides) == 9


def test_areas_are_nodes_off_the_map(board: Board) -> None:
    reserve = board["reserve"]
    assert board.is_area(reserve)
    assert not board.is_area(board["0101"])
    assert board.centre(reserve) is None
    assert board.within(reserve, 5) == [reserve]
    assert board.country[reserve] == "France"
    assert (board.name_of(reserve), board.name_of(board["sea"])) == ("The Reserve", "sea")


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("0101", "0101", 0),
        ("0101", "0301", 2),
        ("0102", "0301", 2),
        ("south:1001", "south:1101", 1),
        ("0202", "south:1001", None),
        ("0301", "reserve", None),
        ("reserve", "reserve", None),
    ],
)
def test_distance_is_counted_on_one_map_only(board: Board, a: str, b: str, distance: int | None) -> None:
    assert board.distance(board[a], board[b]) == distance
    assert board.distance(board[b], board[a]) == distance


def test_within_holds_only_hexes_that_exist_on_the_same_map(board: Board) -> None:
    assert labels(board, board.within(board["0101"], 1)) == ["0101", "0102", "0201"]
    assert labels(board, board.within(board["0101"], 9)) == ["0101", "0102", "0201", "0202", "0301"]
    assert labels(board, board.within(board["south:1101"], 1)) == ["south:1001", "south:1101"]


def test_places_regions_and_names(board: Board) -> None:
    node = board["0101"]
    assert [place.name for place in board.places_at(node)] == ["Lille", "Old Port"]
    assert board.places_at(node)[1].kinds == {"city", "port"}
    assert board.places_at(node)[1].source == "history"
    assert board.places_at(board["0102"]) == ()
    assert board.name_of(node) == "0101 Lille"
    assert board.name_of(board["0102"]) == "0102"
    assert board.name_of(board["south:1101"]) == "south:1101 Ghent"
    assert board.regions == {"coast": {node, board["0201"]}, "empty": frozenset()}
    assert board.centre(node) == board.sheet.maps[0].centre(Cell(1, 1))


def test_places_regions_and_areas_may_be_missing(write_files: WriteFiles) -> None:
    needed = {name: GOOD[name] for name in ("board.toml", "hexes.csv", "sides.csv")}
    needed["sides.csv"] = needed["sides.csv"].replace("0301,reserve,open,,,\n", "")
    faults = Faults()
    board = load_board(DataFolder(write_files(needed)), faults)
    assert faults.found == []
    assert board is not None
    assert (len(board), board.places, board.regions) == (7, (), {})


def test_hexsides_may_be_left_out_where_they_have_no_terrain(load: Load) -> None:
    sheet = SHEET.replace('side_terrain = ["open", "rough"]\n', "")
    board, faults = load({"board.toml": sheet, "sides.csv": HEAD + "a,b,features\n0101,0201,river\n"})
    assert faults == []
    assert board is not None
    assert labels(board, board.adjacent[board["0101"]]) == ["0201", "0102"]
    side = board.side(board["0101"], board["0102"])
    assert side is not None
    assert (side.terrain, side.features) == ("", frozenset())


# Hex 1301 of the southern map has no neighbours, so that adding it calls for no hexsides.
@pytest.mark.parametrize(
    ("file", "row", "what"),
    [
        ("hexes.csv", "south:1301,wods,France,,,", 'unknown terrain "wods" (did you mean "woods"?)'),
        ("hexes.csv", "south:1301,,France,,,", 'unknown terrain "" (known: clear, woods)'),
        ("hexes.csv", "south:1301,clear,Frnace,,,", 'unknown country "Frnace" (did you mean "France"?)'),
        ("hexes.csv", "south:1301,clear,France,,mine,", 'unknown feature "mine" (known: fort)'),
        ("hexes.csv", "south:1301,clear,France,high,,", 'column "elevation": "high" is not a whole number'),
        ("hexes.csv", "0101,clear,France,,,", "hex 0101 stands twice"),
        ("hexes.csv", "0401,clear,France,,,", '"0401" is not a hex of any map'),
        ("hexes.csv", "west:0101,clear,France,,,", '"west:0101" is not a hex of any map'),
        ("hexes.csv", "south:1401,clear,France,,,", '"south:1401" is not a hex of any map'),
        ("sides.csv", "0101,0202,open,,,", "0101 and 0202 are not neighbours"),
        ("sides.csv", "0101,0101,open,,,", "0101 and 0101 are not neighbours"),
        ("sides.csv", "reserve,reserve,open,,,", "reserve and reserve are not neighbours"),
        ("sides.csv", "0101,0102,open,,,", "hexside 0101-0102 stands twice"),
        ("sides.csv", "0102,0101,open,,,", "hexside 0102-0101 stands twice"),
        ("sides.csv", "0101,0302,open,,,", '"0302" is not on the board'),
        ("sides.csv", "0301,sea,opn,,,", 'unknown terrain "opn" (did you mean "open"?)'),
        ("sides.csv", "0301,sea,open,rver,,", 'unknown feature "rver" (did you mean "river"?)'),
        ("sides.csv", "0301,sea,open,,doubel,", 'unknown rail "doubel" (did you mean "double"?)'),
        ("places.csv", "0101,Lille,ctiy,", 'unknown kind of place "ctiy" (did you mean "city"?)'),
        ("places.csv", "0302,Nowhere,city,", '"0302" is not on the board'),
        ("regions.csv", "more,0101|0302", '"0302" is not on the board'),
        ("regions.csv", "coast,0101", 'region "coast" stands twice'),
        ("areas.csv", "reserve,,France", 'area "reserve" stands twice'),
        ("areas.csv", "0101,,France", 'area "0101" stands twice'),
        ("areas.csv", "depot,,Frnace", 'unknown country "Frnace" (did you mean "France"?)'),
    ],
)
def test_a_wrong_row_is_reported_with_file_and_line(load: Load, file: str, row: str, what: str) -> None:
    board, faults = load(with_line(file, row))
    assert board is None
    assert [str(fault) for fault in faults] == [f"{file}:{last_line(file)}: {what}"]


def test_a_missing_hexside_is_named(load: Load) -> None:
    board, faults = load({"sides.csv": GOOD["sides.csv"].replace("0102,0202,open,,single,\n", "")})
    assert board is None
    assert faults == [Fault("sides.csv", 0, "hexside 0102-0202 is missing")]


def test_a_hex_of_the_first_map_has_only_one_name(load: Load) -> None:
    # Hex 0101 is listed already; with the name of its map in front it would become a second node.
    board, faults = load(with_line("hexes.csv", "north:0101,clear,France,,,"))
    assert board is None
    assert [(fault.file, fault.line) for fault in faults] == [("hexes.csv", last_line("hexes.csv"))]


def test_a_misspelt_network_column_is_met_with_the_right_one(load: Load) -> None:
    _, faults = load({"sides.csv": GOOD["sides.csv"].replace(",rail,", ",rial,")})
    assert [(fault.file, fault.what, fault.hint) for fault in faults] == [
        ("sides.csv", 'unknown column "rial"', 'did you mean "rail"?')
    ]


def test_a_column_called_networks_is_unknown(load: Load) -> None:
    _, faults = load({"sides.csv": GOOD["sides.csv"].replace(",rail,", ",networks,")})
    assert [fault.what for fault in faults] == ['unknown column "networks"']


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('shifted = "odd"', 'shiftd = "odd"', 12, ("unknown field `shiftd`", 'did you mean "shifted"?')),
        ('shifted = "odd"', 'shifted = "both"', 12, ("Invalid enum value 'both'",)),
        ("hex_terrain", "hex_terain", 14, ("unknown field `hex_terain`", 'did you mean "hex_terrain"?')),
        ("[networks]", "[network]", 20, ("unknown field `network`", 'did you mean "networks"?')),
        ("columns = [1, 3]", "columns = [1]", 6, ("length 2",)),
        ('name = "small"\n', "", 1, ("missing required field `name`",)),
    ],
)
def test_a_wrong_sheet_is_reported_with_its_line(
    load: Load, old: str, new: str, line: int, words: tuple[str, ...]
) -> None:
    board, faults = load({"board.toml": SHEET.replace(old, new, 1)})
    assert board is None
    assert [(fault.file, fault.line) for fault in faults] == [("board.toml", line)]
    assert all(each in str(faults[0]) for each in words)


def test_faults_of_all_files_are_reported_at_once(load: Load) -> None:
    board, faults = load(
        {
            **with_line("hexes.csv", "0401,clear,France,,,"),
            **with_line("sides.csv", "0101,0202,open,,,"),
            **with_line("places.csv", "0302,Nowhere,village,"),
            **with_line("regions.csv", "more,9999"),
            **with_line("areas.csv", "sea,,France"),
        }
    )
    assert board is None
    assert sorted((fault.file, fault.line) for fault in faults) == [
        ("areas.csv", last_line("areas.csv")),
        ("hexes.csv", last_line("hexes.csv")),
        ("places.csv", last_line("places.csv")),
        ("places.csv", last_line("places.csv")),
        ("regions.csv", last_line("regions.csv")),
        ("sides.csv", last_line("sides.csv")),
    ]


def test_a_missing_sheet_is_one_fault(write_files: WriteFiles) -> None:
    faults = Faults()
    assert load_board(DataFolder(write_files({"hexes.csv": HEAD + HEXES})), faults) is None
    assert faults.found == [Fault("board.toml", 0, "no such file")]


def test_faults_of_an_overlay_carry_its_name(write_files: WriteFiles) -> None:
    root = write_files({f"board/{name}": text for name, text in GOOD.items()})
    overlay = Overlay("mine", {"board/hexes.csv": GOOD["hexes.csv"].replace("0102,woods", "0102,wods")})
    faults = Faults()
    assert load_board(DataFolder(root, (overlay,)).subfolder("board"), faults) is None
    assert faults.found == [
        Fault("mine/board/hexes.csv", 5, 'unknown terrain "wods"', 'did you mean "woods"?')
    ]


def test_earlier_faults_do_not_spoil_a_good_board(write_files: WriteFiles) -> None:
    faults = Faults()
    faults.add("elsewhere.csv", 1, "something else")
    assert load_board(DataFolder(write_files(GOOD)), faults) is not None
    assert len(faults.found) == 1


def test_a_board_knows_its_vocabulary(board: Board) -> None:
    assert board.vocabulary.side_features == ("river", "bridge")
    assert board.networks == {"rail": ("double", "single")}


def test_places_and_areas_carry_figures(load: Load) -> None:
    words = SHEET.replace("[networks]", 'figures = ["fort", "men"]\narea_kinds = ["land"]\n[networks]')
    board, faults = load(
        {
            "board.toml": words,
            "places.csv": HEAD + "hex,name,kinds,figures\n0101,Lille,city,fort 6|men 12\n",
            "areas.csv": HEAD + "area,name,country,kinds,figures\nreserve,The Reserve,France,land,men 3\n",
        }
    )
    assert faults == []
    assert board is not None
    assert board.places[0].figures == {"fort": 6, "men": 12}
    reserve = board.areas[board["reserve"]]
    assert (reserve.name, reserve.kinds) == ("The Reserve", frozenset(("land",)))
    assert reserve.figures == {"men": 3}


@pytest.mark.parametrize(
    ("figures", "what"),
    [
        ("frot 6", 'unknown figure "frot" (did you mean "fort"?)'),
        ("fort six", '"fort six" is not a figure such as "fort 6"'),
        ("fort -6", '"fort -6" is not a figure such as "fort 6"'),
        ("fort 6|fort 7", '"fort 7" is not a figure such as "fort 6"'),
    ],
)
def test_a_wrong_figure_is_reported(load: Load, figures: str, what: str) -> None:
    board, faults = load(
        {
            "board.toml": SHEET.replace("[networks]", 'figures = ["fort"]\n[networks]'),
            "places.csv": HEAD + f"hex,name,kinds,figures\n0101,Lille,city,{figures}\n",
        }
    )
    assert board is None
    assert [str(fault) for fault in faults] == [f"places.csv:4: {what}"]


def test_a_wrong_kind_of_area_is_reported(load: Load) -> None:
    words = SHEET.replace("[networks]", 'area_kinds = ["land", "sea"]\n[networks]')
    areas = HEAD + "area,name,country,kinds\nreserve,The Reserve,France,laand\n"
    _, faults = load({"board.toml": words, "areas.csv": areas})
    assert [str(fault) for fault in faults] == [
        'areas.csv:4: unknown kind of area "laand" (did you mean "land"?)'
    ]
