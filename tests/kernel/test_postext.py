"""Position text: heads, boards drawn in place, and every line that cannot be read."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexfront
from hexfront.kernel.board import Board, Sheet, Vocabulary
from hexfront.kernel.datafiles import Faults
from hexfront.kernel.errors import DataError, Fault
from hexfront.kernel.grid import Grid
from hexfront.kernel.postext import PositionText, Statement, drawn_board, parse, read_statements

VOCABULARY = Vocabulary(
    hex_terrain=("clear", "woods", "hill"),
    hex_features=("fort", "trench"),
    side_features=("river", "major river"),
    place_kinds=("fortress", "city"),
    countries=("France", "Belgium"),
)
HEX_SHEET = Sheet(
    "printed",
    "A sheet.",
    "own",
    (Grid("own", (1, 36), (1, 28)),),
    VOCABULARY,
    {"rail": ("double", "single")},
)
HEX_GLYPHS = {".": "clear", "w": "woods", "h": "hill"}
SIDE_SHEET = Sheet(
    "printed",
    "A sheet with terrain on hexsides.",
    "own",
    (Grid("own", (1, 36), (1, 28)),),
    Vocabulary(side_terrain=("open", "rough", "mountain"), side_features=("river",)),
)
SIDE_GLYPHS = {".": "open", "r": "rough", "m": "mountain"}
DOTTED_SHEET = Sheet(
    "printed", "A dotted sheet.", "own", (Grid("own", (1, 45), (1, 41), "odd", "CC.RR"),), VOCABULARY
)

HEAD = "title outpost\n"


def drawn(text: str, sheet: Sheet = HEX_SHEET) -> Board:
    by_hex = sheet is not SIDE_SHEET
    board = drawn_board(
        parse(HEAD + text), sheet, HEX_GLYPHS if by_hex else {}, {} if by_hex else SIDE_GLYPHS
    )
    assert board is not None
    return board


def faults_of(text: str, sheet: Sheet = HEX_SHEET) -> list[str]:
    with pytest.raises(DataError) as raised:
        drawn(text, sheet)
    return [str(fault) for fault in raised.value.faults]


def terrain(board: Board) -> dict[str, str]:
    return dict(zip(board.labels, board.terrain, strict=True))


def test_head_board_and_the_rest_are_told_apart() -> None:
    text = parse(
        """
        # A remark.
        title outpost
        scenario skirmish   # another
        option fog=no length="very long"
        seed 7
        dice 4 2
        board corner=0101 shifted=odd
        | . w # the north
        turn 3
        unit red a 0304 strength=3 hidden name="Alte Garde"
        """
    )
    assert (text.title, text.scenario, text.seed, text.dice) == ("outpost", "skirmish", 7, (4, 2))
    assert text.options == {"fog": "no", "length": "very long"}
    assert text.board == [
        Statement(8, "board", (), {"corner": "0101", "shifted": "odd"}),
        Statement(9, "|", (".", "w")),
    ]
    assert text.statements == [
        Statement(10, "turn", ("3",)),
        Statement(11, "unit", ("red", "a", "0304", "hidden"), {"strength": "3", "name": "Alte Garde"}),
    ]
    assert text.of("turn") == [Statement(10, "turn", ("3",))]
    assert text.of("nothing") == []


def test_a_short_text_has_defaults() -> None:
    text = parse("title outpost")
    assert (text.scenario, text.seed, text.dice, text.options) == ("", 0, (), {})
    assert drawn_board(text, HEX_SHEET, HEX_GLYPHS, {}) is None


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ['position:1: no line "title NAME"']),
        ("seed 1\n", ['position:1: no line "title NAME"']),
        (HEAD + "seed seven\n", ['position:2: "seed" is not written like this: seed seven']),
        (HEAD + "seed 1 2\n", ['position:2: "seed" is not written like this: seed 1 2']),
        (HEAD + "\n# x\ndice 4 x\n", ['position:4: "dice" is not written like this: dice 4 x']),
        (HEAD + "dice 4 -2\n", ['position:2: "dice" is not written like this: dice 4 -2']),
        (HEAD + "option fog\n", ['position:2: "option" is not written like this: option fog']),
        (HEAD + "scenario one two\n", ['position:2: "scenario" is not written like this: scenario one two']),
        (HEAD + "scenario\n", ['position:2: "scenario" is not written like this: scenario']),
        (HEAD + "unit 'a b\n", ["position:2: cannot be read: No closing quotation"]),
        (
            "title\nunit 'a\nseed x\n",
            [
                'position:1: "title" is not written like this: title',
                'position:1: no line "title NAME"',
                "position:2: cannot be read: No closing quotation",
                'position:3: "seed" is not written like this: seed x',
            ],
        ),
    ],
)
def test_every_line_that_cannot_be_read_is_reported(text: str, faults: list[str]) -> None:
    with pytest.raises(DataError) as raised:
        parse(text)
    assert [str(fault) for fault in raised.value.faults] == faults


ROUND_TRIPS = [
    "title outpost\nscenario skirmish\noption fog=no\nseed 7\ndice 4 2\nboard corner=0101\n| . w -\nturn 3\n",
    "title outpost\nscenario skirmish\nseed 0\nunit 'Alte Garde' name='it'\"'\"'s' empty='' '#5' \"\"\n",
]


@pytest.mark.parametrize("text", ROUND_TRIPS)
def test_a_text_is_written_as_it_was_read(text: str) -> None:
    again = parse(parse(text).text())
    once = parse(text)
    assert again.text() == once.text()
    for name in ("title", "scenario", "options", "seed", "dice"):
        assert getattr(again, name) == getattr(once, name)
    for old, new in zip((*once.board, *once.statements), (*again.board, *again.statements), strict=True):
        assert (new.keyword, new.words, new.attributes) == (old.keyword, old.words, old.attributes)


def test_a_text_without_a_scenario_can_be_written_and_read() -> None:
    # A game started from such a text keeps what `text` writes, and reads it again after loading.
    once = parse("title outpost\nturn 3\n")
    assert parse(once.text()).scenario == ""


def test_a_text_with_a_negative_seed_can_be_written_and_read() -> None:
    text = PositionText("outpost", "skirmish")
    text.seed = -7
    assert parse(text.text()).seed == -7


# A statement is one line, so its words hold no line breaks; and a word with a sign of equality is a pair.
VALUES = st.text().filter(lambda value: not value or value.splitlines() == [value])
WORDS = VALUES.filter(lambda word: "=" not in word)


@given(
    words=st.lists(WORDS, max_size=4),
    attributes=st.dictionaries(st.from_regex(r"[a-z][a-z_]{0,5}", fullmatch=True), VALUES, max_size=3),
)
def test_any_words_survive_writing_and_reading(words: list[str], attributes: dict[str, str]) -> None:
    text = PositionText("outpost", "skirmish")
    text.statements.append(Statement(0, "unit", tuple(words), attributes))
    again = parse(text.text()).statements[0]
    assert again.words == tuple(words)
    assert again.attributes == attributes


def test_added_statements_leave_out_what_is_none() -> None:
    text = PositionText("outpost", "skirmish")
    text.add("unit", "red", 5, strength=3, hidden=None, share=Fraction(1, 2))
    assert text.text() == "title outpost\nscenario skirmish\nseed 0\nunit red 5 strength=3 share=1/2\n"


def test_each_sign_of_the_drawing_is_a_hex() -> None:
    board = drawn(
        """
        board
        | . w h
        | h - .
        """
    )
    assert terrain(board) == {
        "0101": "clear",
        "0201": "woods",
        "0301": "hill",
        "0102": "hill",
        "0302": "clear",
    }
    assert set(board.country) == {"France"}
    assert board.name == "drawn"
    around = {board.label(node) for node in board.adjacent[board["0201"]]}
    assert around == {"0101", "0102", "0301", "0302"}


def test_rows_may_be_of_different_length() -> None:
    assert set(drawn("board\n| .\n| . . w\n| - .").labels) == {"0101", "0102", "0202", "0302", "0203"}


@pytest.mark.parametrize(
    ("head", "sheet", "labels", "sides"),
    [
        ("corner=2413", HEX_SHEET, "2413 2513 2414 2514", "2413-2513 2413-2514"),
        ("corner=2413 shifted=odd", HEX_SHEET, "2413 2513 2414 2514", "2413-2513 2414-2513"),
        ("corner=21.08", DOTTED_SHEET, "21.08 22.08 21.09 22.09", "21.08-22.08 21.08-22.09"),
        ("", DOTTED_SHEET, "01.01 02.01 01.02 02.02", "01.01-02.01 01.01-02.02"),
        ("shifted=even", DOTTED_SHEET, "01.01 02.01 01.02 02.02", "01.01-02.01 01.02-02.01"),
    ],
)
def test_a_board_can_begin_at_any_hex_of_the_book(head: str, sheet: Sheet, labels: str, sides: str) -> None:
    board = drawn(f"board {head}\n| . .\n| . .\n", sheet)
    assert " ".join(board.labels) == labels
    for pair in sides.split():
        a, b = pair.split("-")
        assert board.side(board[a], board[b]) is not None
    assert len(board.sides) == 5


def test_side_signs_stand_for_the_roughest_of_two_hexes() -> None:
    board = drawn("board\n| . r\n| m .\n", SIDE_SHEET)
    sides = {f"{board.label(side.a)}-{board.label(side.b)}": side.terrain for side in board.sides}
    assert sides == {
        "0101-0201": "rough",
        "0101-0102": "mountain",
        "0102-0201": "mountain",
        "0102-0202": "mountain",
        "0201-0202": "rough",
    }
    assert set(board.terrain) == {""}


def test_a_side_statement_changes_one_hexside() -> None:
    board = drawn("board\n| . r\n| m .\nside 0201-0101 open river\nside 0102-0202 river\n", SIDE_SHEET)
    changed = board.side(board["0101"], board["0201"])
    kept = board.side(board["0102"], board["0202"])
    assert changed is not None
    assert kept is not None
    assert (changed.terrain, set(changed.features)) == ("open", {"river"})
    assert (kept.terrain, set(kept.features)) == ("mountain", {"river"})


def test_sides_carry_features_and_rails() -> None:
    board = drawn('board\n| . . .\nside 0101-0201 river rail=double\nside 0201-0301 "major river"\n')
    one = board.side(board["0101"], board["0201"])
    two = board.side(board["0201"], board["0301"])
    assert one is not None
    assert two is not None
    assert one.features == {"river"}
    assert one.networks == {"rail": "double"}
    assert two.features == {"major river"}
    assert two.networks == {}


def test_hexes_can_be_told_more_than_their_sign() -> None:
    board = drawn(
        "board\n| . w\nhex 0101 elevation=-2 country=Belgium features=fort,trench\nhex 0201 terrain=hill\n"
    )
    node = board["0101"]
    assert (board.elevation[node], board.country[node], board.terrain[node]) == (-2, "Belgium", "clear")
    assert board.features[node] == {"fort", "trench"}
    assert board.terrain[board["0201"]] == "hill"


def test_areas_and_places_on_a_drawn_board() -> None:
    board = drawn(
        """
        board
        | . w
        area reserve Army Reserve country=Belgium
        side 0201-reserve rail=single
        place 0201 Fort kinds=fortress,city
        place 0201 "Old Town"
        """
    )
    reserve = board["reserve"]
    assert board.is_area(reserve)
    assert board.name_of(reserve) == "Army Reserve"
    assert board.country[reserve] == "Belgium"
    assert board.adjacent[reserve] == (board["0201"],)
    link = board.side(board["0201"], reserve)
    assert link is not None
    assert link.networks == {"rail": "single"}
    assert [(place.name, set(place.kinds)) for place in board.places_at(board["0201"])] == [
        ("Fort", {"fortress", "city"}),
        ("Old Town", set()),
    ]


def test_hexes_and_areas_that_name_no_country_lie_in_the_first() -> None:
    board = drawn("| .\narea reserve Reserve\n")
    assert board.country == ("France", "France")


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("board\n| . x\n", ['3: unknown sign "x" (known: ., w, h)']),
        ("board\n", ["1: the board has no rows"]),
        ("board corner=A1\n| .\n", ['3: "A1" is not a hex number']),
        ("board shifted=evn\n| .\n", ['2: unknown parity "evn" (did you mean "even"?)']),
        ("board\n| . .\nside 0101-0201 rivr\n", ['4: unknown hexside word "rivr" (did you mean "river"?)']),
        ("board\n| . .\nside 0101-0201 rail=tripel\n", ['4: unknown rail "tripel" (known: double, single)']),
        ("board\n| . .\nside 0101-0201 rial=double\n", ['4: unknown network "rial" (did you mean "rail"?)']),
        ("board\n| . .\nside 0101-0901\n", ['4: "0901" is not on the board']),
        ("board\n| . . .\nside 0101-0301\n", ["4: 0101 and 0301 are not neighbours"]),
        ("board\n| . .\nside 0101\n", ['4: "side" is not written like this: side 0101']),
        ("board\n| .\nhex\n", ['4: "hex" is not written like this: hex']),
        ("board\n| .\nhex 0101 terrain=wods\n", ['4: unknown terrain "wods" (did you mean "woods"?)']),
        ("board\n| .\nhex 0101 elevation=high\n", ['4: elevation "high" is not a whole number']),
        ("board\n| .\nhex 0101 features=fotr\n", ['4: unknown feature "fotr" (did you mean "fort"?)']),
        ("board\n| .\nplace 0101\n", ['4: "place" is not written like this: place 0101']),
        ("board\n| .\nplace 0201 Fort\n", ['4: "0201" is not on the board']),
        ("| .\nplace 0101 Lille kinds=ctiy\n", ['3: unknown kind of place "ctiy" (did you mean "city"?)']),
        ("board\n| .\narea\n", ['4: "area" is not written like this: area']),
        ("board\n| .\narea 0101 country=France\n", ['4: area "0101" stands twice']),
        ("| .\nhex\nplace\nside\n", [
            '3: "hex" is not written like this: hex',
            '4: "place" is not written like this: place',
            '5: "side" is not written like this: side',
        ]),
    ],
)  # fmt: skip
def test_a_wrong_drawing_is_reported_with_its_lines(text: str, faults: list[str]) -> None:
    assert faults_of(text) == [f"position:{fault}" for fault in faults]


@pytest.mark.parametrize(
    "line",
    [
        "board conrer=0505",
        "hex 0101 elevtion=2",
        "hex 0909 terrain=woods",
        "place 0101 Fort kind=fortress",
        "area reserve Reserve country=France contry=Belgium",
    ],
)
def test_nothing_in_a_drawing_is_passed_over_in_silence(line: str) -> None:
    assert [fault.split(":")[:2] for fault in faults_of(f"| . .\n{line}\n")] == [["position", "3"]]


def test_a_drawing_over_the_edge_of_the_numbers_is_a_fault() -> None:
    # Hex numbers have two digits for the column and two for the row.
    assert faults_of("board corner=9901\n| . .\n")
    assert faults_of("board corner=0199\n| .\n| .\n")


def test_statements_go_to_their_readers() -> None:
    seen: list[tuple[str, ...]] = []

    def unit(statement: Statement) -> None:
        seen.append(statement.words)

    def turn(statement: Statement) -> None:
        int(statement.words[0])

    def lookup(statement: Statement) -> None:
        raise KeyError(f"no unit {statement.words[0]}")

    text = parse(HEAD + "unit a\nunti b\nturn x\nlose c\nturn\nunit d\n")
    faults = Faults()
    read_statements(text, {"unit": unit, "turn": turn, "lose": lookup}, faults)
    assert seen == [("a",), ("d",)]
    assert faults.found == [
        Fault("position", 3, 'unknown statement "unti"', 'did you mean "unit"?'),
        Fault("position", 4, "invalid literal for int() with base 10: 'x'"),
        Fault("position", 5, "no unit c"),
        Fault("position", 6, "tuple index out of range"),
    ]


def test_a_mistake_in_a_reader_is_not_hidden() -> None:
    def broken(statement: Statement) -> None:
        raise TypeError("a bug")

    with pytest.raises(TypeError, match="a bug"):
        read_statements(parse(HEAD + "unit a\n"), {"unit": broken}, Faults())


def test_regions_are_named_on_a_drawn_board() -> None:
    board = drawn('| . .\n| . .\nregion "friendly-edge red" 0101 0202\n')
    assert board.regions == {"friendly-edge red": frozenset({board["0101"], board["0202"]})}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("region edge", '"region" is not written like this'),
        ("region edge 0909", "0909"),
        ("region edge 0101 kinds=city", 'unknown attribute "kinds"'),
    ],
)
def test_a_region_that_cannot_be_is_a_fault(line: str, sentence: str) -> None:
    (fault,) = faults_of(f"| . .\n{line}\n")
    assert sentence in fault
    assert ":3" in fault


def test_a_word_without_an_end_is_not_written_back_whole() -> None:
    with pytest.raises(DataError) as wrong:
        hexfront.position(f"title outpost\nscenario skirmish\n{'(' * 50_000}")
    said = str(wrong.value)
    assert said.startswith('position:3: unknown statement "((((')
    assert len(said) < 600
