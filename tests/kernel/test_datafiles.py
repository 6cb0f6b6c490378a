"""Data files, good and damaged: every fault with its file, its line, and what was probably meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.kernel.datafiles import (
    PROVENANCES,
    DataFolder,
    Faults,
    Overlay,
    read_csv,
    read_toml,
    rows_of,
    suggest,
)
from hexfront.kernel.errors import DataError, Fault

WriteFiles = Callable[[Mapping[str, str | bytes]], Path]

HEAD = "#: provenance = printed\n#: about = Kinds of units.\n# A remark.\n"
HEADER = "kind,points,mounted,limit,weapons,source\n"


class Kind(msgspec.Struct, frozen=True):
    kind: str
    points: int
    mounted: bool = False
    limit: int | None = None
    weapons: tuple[str, ...] = ()
    source: str = ""
    line: int = 0


class Throws(msgspec.Struct, frozen=True):
    throws: tuple[int, ...]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    size: int


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provenance: str
    about: str
    turns: int = 1
    boxes: tuple[Box, ...] = ()


def kinds(text: str) -> tuple[list[Kind], list[Fault]]:
    faults = Faults()
    rows = rows_of(read_csv(text, "kinds.csv", faults), Kind, faults)
    return rows, faults.found


def shape(text: str) -> tuple[Shape | None, list[Fault]]:
    faults = Faults()
    return read_toml(text, "shape.toml", Shape, faults), faults.found


def test_a_good_table_is_read_with_its_lines() -> None:
    text = HEAD + HEADER + "infantry, 3 ,no,,rifle|gun,\n\ncavalry,-1,yes,7,,history\nguard,+2,,,sword,\n"
    rows, faults = kinds(text)
    assert faults == []
    assert rows == [
        Kind("infantry", 3, False, None, ("rifle", "gun"), "", 5),
        Kind("cavalry", -1, True, 7, (), "history", 7),
        Kind("guard", 2, False, None, ("sword",), "", 8),
    ]


def test_metadata_columns_and_cells_of_a_table(write_files: WriteFiles) -> None:
    folder = DataFolder(write_files({"kinds.csv": HEAD + 'kind,points\n"horse, light",3\n'}))
    faults = Faults()
    table = folder.table("kinds.csv", faults)
    assert faults.found == []
    assert table.metadata == {"provenance": "printed", "about": "Kinds of units."}
    assert table.columns == ("kind", "points")
    assert table.rows == ((5, ("horse, light", "3")),)


def test_optional_columns_may_be_missing_and_columns_may_stand_in_any_order() -> None:
    rows, faults = kinds(HEAD + "points,kind\n3,infantry\n")
    assert faults == []
    assert rows == [Kind("infantry", 3, line=5)]


def test_a_row_type_without_a_line_is_read_as_well() -> None:
    faults = Faults()
    table = read_csv(HEAD + "throws\n1|2 | 3\n\n", "throws.csv", faults)
    assert rows_of(table, Throws, faults) == [Throws((1, 2, 3))]
    assert faults.found == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(
            HEAD + HEADER + "infantry,3,no,,,\ncavalry,3\n",
            Fault("kinds.csv", 6, "2 cells where the header has 6"),
            id="too few cells",
        ),
        pytest.param(
            HEAD + HEADER + "infantry,3,no,,,,\n",
            Fault("kinds.csv", 5, "7 cells where the header has 6"),
            id="too many cells",
        ),
        pytest.param(
            HEAD + "kind,points,kind\n",
            Fault("kinds.csv", 4, 'column "kind" stands twice'),
            id="duplicate column",
        ),
        pytest.param(
            HEAD + HEADER + "infantry,3,no,,,\ncavalry,three,no,,,\n",
            Fault("kinds.csv", 6, 'column "points": "three" is not a whole number'),
            id="bad integer",
        ),
        pytest.param(
            HEAD + HEADER + "infantry,,no,,,\n",
            Fault("kinds.csv", 5, 'column "points": "" is not a whole number'),
            id="empty integer",
        ),
        pytest.param(
            HEAD + HEADER + "infantry,1.5,no,,,\n",
            Fault("kinds.csv", 5, 'column "points": "1.5" is not a whole number'),
            id="fraction",
        ),
        pytest.param(
            HEAD + HEADER + "infantry,3,no,x,,\n",
            Fault("kinds.csv", 5, 'column "limit": "x" is not a whole number'),
            id="bad optional integer",
        ),
        pytest.param(
            HEAD + HEADER + "infantry,3,true,,,\n",
            Fault("kinds.csv", 5, 'column "mounted": "true" is neither yes nor no'),
            id="bad bool",
        ),
        pytest.param(
            HEAD + HEADER + "infantry,3,no,,,hstory\n",
            Fault("kinds.csv", 5, 'unknown source "hstory"', 'did you mean "history"?'),
            id="unknown source",
        ),
        pytest.param(
            HEAD.replace("printed", "printd") + HEADER,
            Fault("kinds.csv", 1, 'unknown provenance "printd"', 'did you mean "printed"?'),
            id="unknown provenance",
        ),
        pytest.param(
            "# A remark.\n" + HEADER,
            Fault("kinds.csv", 1, "no provenance", f"one of {', '.join(PROVENANCES)}"),
            id="missing provenance",
        ),
        pytest.param(HEAD, Fault("kinds.csv", 3, "no header row"), id="missing header"),
        pytest.param(
            HEAD + "\n\n",
            Fault("kinds.csv", 5, "no header row"),
            id="nothing but blank lines after the remarks",
        ),
        pytest.param(
            HEAD + "kind,points,mountd\n",
            Fault("kinds.csv", 4, 'unknown column "mountd"', 'did you mean "mounted"?'),
            id="unknown column",
        ),
        pytest.param(
            HEAD + "kind,points,zzz\n",
            Fault(
                "kinds.csv",
                4,
                'unknown column "zzz"',
                "known: kind, points, mounted, limit, weapons, source",
            ),
            id="unknown column like no other",
        ),
        pytest.param(
            HEAD + "kind,mounted\n",
            Fault("kinds.csv", 4, 'column "points" is missing'),
            id="missing column",
        ),
    ],
)
def test_a_damaged_table_is_reported_where_it_is_damaged(text: str, fault: Fault) -> None:
    assert kinds(text)[1] == [fault]


def test_a_quotation_mark_left_open_is_a_fault_and_swallows_no_rows() -> None:
    rows, faults = kinds(HEAD + 'points,kind\n3,"infantry\n4,cavalry\n5,guard\n')
    assert faults, f"two rows were lost without a word: {rows}"


def test_a_bad_row_is_left_out_and_the_others_are_read() -> None:
    rows, faults = kinds(HEAD + HEADER + "a,1,,,,\nb,x,,,,\nc,3,,,,\n")
    assert [row.kind for row in rows] == ["a", "c"]
    assert [fault.line for fault in faults] == [6]


def test_a_column_of_a_type_that_has_no_cells_is_a_bug() -> None:
    class Odd(msgspec.Struct):
        ratio: float

    faults = Faults()
    with pytest.raises(TypeError, match="float"):
        rows_of(read_csv(HEAD + "ratio\n1.5\n", "odd.csv", faults), Odd, faults)


def test_a_good_toml_file_is_read() -> None:
    text = 'provenance = "derived"\nabout = "x"\nturns = 3\n[[boxes]]\nname = "a"\nsize = 1\n'
    assert shape(text) == (Shape("derived", "x", 3, (Box("a", 1),)), [])


TOML_HEAD = 'provenance = "printed"\nabout = "Boxes."\n'


@pytest.mark.parametrize(
    ("text", "line", "what", "hint"),
    [
        pytest.param(TOML_HEAD + "turns = = 3\n", 3, "not TOML: Invalid value", "", id="syntax"),
        pytest.param(TOML_HEAD + "turns = 3\nturns = 4\n", 4, "not TOML", "", id="key twice"),
        pytest.param(TOML_HEAD + "\nboxes = [\n", 4, "not TOML", "", id="syntax at the end"),
        pytest.param(
            TOML_HEAD + "\nturn = 3\n", 4, "unknown field `turn`", 'did you mean "turns"?', id="unknown key"
        ),
        pytest.param(
            TOML_HEAD + '[[boxes]]\nname = "a"\nsice = 2\n',
            5,
            "unknown field `sice`",
            'did you mean "size"?',
            id="unknown key in a list of tables",
        ),
        pytest.param(
            TOML_HEAD + 'turns = "three"\n', 3, "Expected `int`, got `str`", "", id="wrong type of a key"
        ),
        pytest.param(
            TOML_HEAD + 'turns = 2\n[[boxes]]\nname = "a"\nsize = "big"\n',
            6,
            "Expected `int`, got `str`",
            "",
            id="wrong type in a list of tables",
        ),
        pytest.param(
            TOML_HEAD + '[[boxes]]\nname = "a"\nsize = 1\n[[boxes]]\nname = "b"\nsize = "big"\n',
            8,
            "Expected `int`, got `str`",
            "",
            id="wrong type in the second of a list of tables",
        ),
        pytest.param(
            'provenance = "printed"\n', 1, "missing required field `about`", "", id="missing key of the file"
        ),
        pytest.param(
            TOML_HEAD + '[[boxes]]\nname = "a"\n',
            3,
            "missing required field `size`",
            "",
            id="missing key of a table",
        ),
        pytest.param(
            TOML_HEAD.replace("printed", "printd"),
            1,
            'unknown provenance "printd"',
            'did you mean "printed"?',
            id="unknown provenance",
        ),
    ],
)
def test_a_damaged_toml_file_is_reported_where_it_is_damaged(
    text: str, line: int, what: str, hint: str
) -> None:
    _, faults = shape(text)
    assert (faults[0].line, faults[0].hint) == (line, hint)
    assert what in faults[0].what
    assert faults[0].file == "shape.toml"


@pytest.mark.parametrize("value", ['["printed"]', "{}", "1", "true"])
def test_a_provenance_that_is_no_word_is_a_fault(value: str) -> None:
    _, faults = shape(TOML_HEAD.replace('"printed"', value))
    assert faults[0].what.startswith("unknown provenance")
    assert faults[0].line == 1


def test_a_toml_file_without_provenance_is_a_fault() -> None:
    _, faults = shape('about = "Boxes."\n')
    assert Fault("shape.toml", 1, "no provenance", f"one of {', '.join(PROVENANCES)}") in faults


def test_a_missing_file_is_reported_with_a_file_of_a_similar_name(write_files: WriteFiles) -> None:
    folder = DataFolder(write_files({"tables/terrain.csv": HEAD}))
    faults = Faults()
    assert folder.csv("tables/terain.csv", Kind, faults) == []
    assert folder.toml("nowhere/at/all.toml", Shape, faults) is None
    assert folder.csv("tables/terrain.csv/deeper.csv", Kind, faults) == []
    assert faults.found == [
        Fault("tables/terain.csv", 0, "no such file", 'did you mean "terrain.csv"?'),
        Fault("nowhere/at/all.toml", 0, "no such file"),
        Fault("tables/terrain.csv/deeper.csv", 0, "no such file"),
    ]
    assert str(faults.found[0]) == 'tables/terain.csv: no such file (did you mean "terrain.csv"?)'


def test_a_file_that_is_a_folder_cannot_be_read(write_files: WriteFiles) -> None:
    folder = DataFolder(write_files({"kinds.csv/inner.csv": HEAD}))
    faults = Faults()
    assert folder.csv("kinds.csv", Kind, faults) == []
    assert [(fault.line, fault.what) for fault in faults.found] == [(0, "cannot be read: Is a directory")]


@pytest.mark.parametrize("name", ["kinds.csv", "shape.toml"])
def test_text_that_is_not_utf8_is_reported_with_its_line(write_files: WriteFiles, name: str) -> None:
    folder = DataFolder(write_files({name: b"# one\n# two\n# Li\xe8ge\n# four\n"}))
    faults = Faults()
    if name.endswith(".csv"):
        folder.csv(name, Kind, faults)
    else:
        folder.toml(name, Shape, faults)
    assert faults.found == [Fault(name, 3, "not UTF-8 text")]


def test_windows_line_ends_change_nothing(write_files: WriteFiles) -> None:
    text = HEAD + HEADER + "infantry,3,no,,rifle|gun,\ncavalry,x,no,,,\n"
    folder = DataFolder(write_files({"unix.csv": text, "windows.csv": text.replace("\n", "\r\n")}))
    faults = Faults()
    assert folder.csv("unix.csv", Kind, faults) == folder.csv("windows.csv", Kind, faults)
    assert [fault.line for fault in faults.found] == [6, 6]


def test_all_faults_of_a_load_are_reported_at_once(write_files: WriteFiles) -> None:
    root = write_files(
        {
            "b.csv": HEAD + HEADER + "infantry,x,maybe,y,,legend\ncavalry\n",
            "a.toml": 'about = "no provenance"\nturns = "x"\n',
            "c.csv": b"\xff",
        }
    )
    folder, faults = DataFolder(root), Faults()
    folder.csv("b.csv", Kind, faults)
    folder.toml("a.toml", Shape, faults)
    folder.csv("c.csv", Kind, faults)
    folder.csv("d.csv", Kind, faults)
    with pytest.raises(DataError) as raised:
        faults.raise_if_any()
    places = [(fault.file, fault.line) for fault in raised.value.faults]
    assert places == sorted(places)
    assert places == [
        ("a.toml", 1),
        ("a.toml", 2),
        ("b.csv", 5),
        ("b.csv", 5),
        ("b.csv", 5),
        ("b.csv", 5),
        ("b.csv", 6),
        ("c.csv", 1),
        ("d.csv", 0),
    ]
    lines = str(raised.value).splitlines()
    assert lines[0].startswith("a.toml:1: no provenance (one of ")
    assert "b.csv:6: 1 cells where the header has 6" in lines
    assert len(lines) == len(places)


def test_no_faults_raise_nothing() -> None:
    Faults().raise_if_any()


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("wods", ["woods", "hill"], 'did you mean "woods"?'),
        ("wods", [], ""),
        ("xyz", ["woods", "hill"], ""),
    ],
)
def test_suggest_names_only_a_close_word(word: str, known: list[str], hint: str) -> None:
    assert suggest(word, known) == hint


def test_a_long_vocabulary_is_not_recited() -> None:
    faults = Faults()
    faults.unknown("a.csv", 1, "word", "zzz", [f"word{number}" for number in range(13)])
    faults.unknown("a.csv", 1, "word", "zzz", [f"word{number}" for number in range(12)])
    assert faults.found[0].hint == ""
    assert faults.found[1].hint.startswith("known: word0, word1")


@pytest.fixture
def title_root(write_files: WriteFiles) -> Path:
    return write_files(
        {
            "own/kinds.csv": HEAD + "kind,points\ninfantry,3\n",
            "own/board/hexes.csv": HEAD + "kind,points\nclear,1\n",
            "own/readme.txt": "not data",
        }
    )


def test_an_overlay_replaces_and_adds(title_root: Path) -> None:
    first = Overlay("first", {"kinds.csv": HEAD + "kind,points\nguard,5\n"})
    second = Overlay("second", {"kinds.csv": HEAD + "kind,points\ntank,9\n", "extra/new.csv": HEAD})
    plain = DataFolder(title_root / "own")
    both = DataFolder(title_root / "own", (first, second))
    faults = Faults()
    assert [row.kind for row in plain.csv("kinds.csv", Kind, faults)] == ["infantry"]
    assert [row.kind for row in both.csv("kinds.csv", Kind, faults)] == ["tank"]
    assert [row.kind for row in both.csv("board/hexes.csv", Kind, faults)] == ["clear"]
    assert faults.found == []
    assert plain.names() == ["board/hexes.csv", "kinds.csv"]
    assert both.names() == ["board/hexes.csv", "extra/new.csv", "kinds.csv"]
    assert (plain.exists("extra/new.csv"), both.exists("extra/new.csv")) == (False, True)
    assert plain.shown("kinds.csv") == "kinds.csv"
    assert both.shown("kinds.csv") == "second/kinds.csv"
    assert both.shown("board/hexes.csv") == "board/hexes.csv"


def test_a_fault_in_an_overlay_names_the_overlay(title_root: Path) -> None:
    broken = Overlay("mine", {"kinds.csv": HEAD + "kind,points\nguard,many\n"})
    faults = Faults()
    DataFolder(title_root / "own", (broken,)).csv("kinds.csv", Kind, faults)
    assert [(fault.file, fault.line) for fault in faults.found] == [("mine/kinds.csv", 5)]


def test_a_subfolder_sees_overlays_and_full_names(title_root: Path) -> None:
    overlay = Overlay("mine", {"board/hexes.csv": HEAD + "kind,points\nwoods,x\n", "board/places.csv": HEAD})
    board = DataFolder(title_root / "own", (overlay,)).subfolder("board")
    faults = Faults()
    board.csv("hexes.csv", Kind, faults)
    board.csv("nothing.csv", Kind, faults)
    assert [fault.file for fault in faults.found] == ["mine/board/hexes.csv", "board/nothing.csv"]
    assert board.names() == ["hexes.csv", "places.csv"]
    assert board.exists("places.csv")
    assert not board.exists("kinds.csv")
    assert DataFolder(title_root / "own").subfolder("board").names() == ["hexes.csv"]


def test_the_digest_follows_every_change_of_the_data(title_root: Path) -> None:
    own = title_root / "own"
    plain = DataFolder(own).digest()
    assert DataFolder(own).digest() == plain
    same = Overlay("same", {"kinds.csv": (own / "kinds.csv").read_text()})
    other = Overlay("other", {"kinds.csv": HEAD + "kind,points\ninfantry,4\n"})
    more = Overlay("more", {"new.csv": ""})
    assert DataFolder(own, (same,)).digest() == plain
    digests = {plain, DataFolder(own, (other,)).digest(), DataFolder(own, (more,)).digest()}
    (own / "readme.txt").write_text("still not data")
    assert DataFolder(own).digest() == plain
    (own / "kinds.csv").rename(own / "sorts.csv")
    digests.add(DataFolder(own).digest())
    assert len(digests) == 4


def test_the_digest_tells_one_file_from_two() -> None:
    nowhere = Path("nowhere")
    one = Overlay("x", {"a.csv": "1b.csv2"})
    two = Overlay("x", {"a.csv": "1", "b.csv": "2"})
    assert DataFolder(nowhere, (one,)).digest() != DataFolder(nowhere, (two,)).digest()


def test_an_overlay_holds_the_data_files_of_a_folder(write_files: WriteFiles) -> None:
    root = write_files({"mod/a.csv": "1\n", "mod/deep/b.toml": "x = 1\n", "mod/notes.txt": "no"})
    overlay = Overlay.from_folder(root / "mod")
    assert overlay == Overlay("mod", {"a.csv": "1\n", "deep/b.toml": "x = 1\n"})


@pytest.mark.parametrize(
    ("folder", "faults"),
    [
        ("nowhere", [Fault("nowhere", 0, "no such folder")]),
        ("file.csv", [Fault("file.csv", 0, "no such folder")]),
        ("empty", [Fault("empty", 0, "holds no data file (.csv or .toml)")]),
        ("bad", [Fault("deep/a.csv", 2, "not UTF-8 text"), Fault("z.toml", 1, "not UTF-8 text")]),
    ],
)
def test_a_folder_that_is_no_overlay_is_refused(
    write_files: WriteFiles, folder: str, faults: list[Fault]
) -> None:
    root = write_files(
        {
            "file.csv": "",
            "empty/notes.txt": "",
            "bad/deep/a.csv": b"\n\xff",
            "bad/z.toml": b"\xff",
            "bad/fine.csv": "",
        }
    )
    with pytest.raises(DataError) as raised:
        Overlay.from_folder(root / folder)
    assert list(raised.value.faults) == faults


@given(st.text())
def test_no_text_can_break_the_csv_reader(text: str) -> None:
    rows, faults = kinds(text)
    assert rows == []
    assert faults


@given(st.text(alphabet=st.sampled_from("ab0=[]\"\n'.,{} ")))
def test_no_text_can_break_the_toml_reader(text: str) -> None:
    read, faults = shape(text)
    assert read is None
    assert faults


@given(st.lists(st.tuples(st.integers(-99, 99), st.booleans(), st.none() | st.integers(0, 9)), max_size=5))
def test_a_table_reads_back_what_was_written(values: list[tuple[int, bool, int | None]]) -> None:
    lines = [
        f"k,{points},{'yes' if mounted else 'no'},{'' if limit is None else limit}"
        for points, mounted, limit in values
    ]
    rows, faults = kinds(HEAD + "\n".join(("kind,points,mounted,limit", *lines)))
    assert faults == []
    assert [(row.points, row.mounted, row.limit) for row in rows] == values
