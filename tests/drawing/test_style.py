"""Styles: the title's own, and what happens without one."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path

import pytest

import hexfront
from hexfront.drawing import Style, definitions, load_style, missing, read_style, standard_legend
from hexfront.drawing.symbols import PATTERNS, SYMBOLS
from hexfront.kernel.board import load_board
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.errors import DataError
from tests.drawing.boards import STYLE, tiny_board

DATA = Path(str(files("hexfront.games") / "western_front" / "data"))


@pytest.fixture(scope="module")
def western_front() -> Style:
    faults = Faults()
    style = load_style(DataFolder(DATA), faults)
    faults.raise_if_any()
    assert style is not None
    return style


def test_the_western_front_has_looks_for_every_word_of_its_board(western_front: Style) -> None:
    faults = Faults()
    board = load_board(DataFolder(DATA).subfolder("board"), faults)
    faults.raise_if_any()
    assert board is not None
    assert missing(western_front, board) == []
    for name in western_front.regions.names:
        assert name in board.regions


def test_the_western_front_has_looks_for_every_counter(western_front: Style) -> None:
    for path in sorted((DATA / "counters").glob("*.csv")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        for row in csv.DictReader(lines):
            assert row["nation"] in western_front.nations, row
            if "kind" in row:
                assert row["kind"] in western_front.symbols, row


@pytest.mark.parametrize("style", [STYLE, Style()])
def test_patterns_and_symbols_of_a_style_exist(style: Style, western_front: Style) -> None:
    for each in (style, western_front):
        assert {ground.pattern for ground in each.terrain.values()} <= {*PATTERNS, ""}
        assert set(each.symbols.values()) <= set(SYMBOLS)


def test_a_misspelt_key_is_a_fault_with_its_line(
    write_files: Callable[[Mapping[str, str | bytes]], Path],
) -> None:
    text = 'provenance = "reconstructed"\nabout = "x"\n[paper]\nbackgrund = "#ffffff"\n'
    folder = write_files({"drawing.toml": text})
    with pytest.raises(DataError, match="backgrund") as raised:
        read_style(folder / "drawing.toml")
    assert raised.value.faults[0].hint == 'did you mean "background"?'


def test_a_colour_that_is_none_is_a_fault(
    write_files: Callable[[Mapping[str, str | bytes]], Path],
) -> None:
    text = 'provenance = "reconstructed"\nabout = "x"\n[terrain.clear]\ncolour = "red"\n'
    with pytest.raises(DataError, match=r"drawing\.toml:4"):
        read_style(write_files({"drawing.toml": text}) / "drawing.toml")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('pattern = "wavs"', 'unknown pattern "wavs"'),
        ("strength = nan", "cannot be nan"),
        ("strength = -3.0", "-3"),
    ],
)
def test_what_no_map_can_be_drawn_with_is_a_fault(
    write_files: Callable[[Mapping[str, str | bytes]], Path], line: str, words: str
) -> None:
    clear = '[terrain.clear]\ncolour = "#eeeeee"\nstrength = 0.3\n'
    text = f'provenance = "reconstructed"\nabout = "x"\n{clear}[terrain.lake]\ncolour = "#dddddd"\n{line}\n'
    with pytest.raises(DataError, match=rf"drawing\.toml:8: .*{words}"):
        read_style(write_files({"drawing.toml": text}) / "drawing.toml")


@pytest.mark.parametrize("where", ["western-front/schlieffen-plan", "serbia-1914/battle-in-the-macva"])
def test_an_overlay_with_which_no_map_can_be_drawn_begins_no_game(
    write_files: Callable[[Mapping[str, str | bytes]], Path], where: str
) -> None:
    text = 'provenance = "reconstructed"\nabout = "x"\n[terrain.clear]\ncolour = "red"\n'
    folder = write_files({"drawing.toml": text})
    with pytest.raises(DataError, match=r"drawing\.toml:4"):
        hexfront.new(where, overlays=[folder])


def test_what_a_style_lacks_is_listed() -> None:
    assert missing(STYLE, tiny_board()) == []
    assert "terrain woods" in missing(Style(), tiny_board())
    assert "rail double" in missing(Style(), tiny_board())


def test_the_legend_names_what_has_a_label() -> None:
    entries = standard_legend(tiny_board(), STYLE)
    assert {entry.word for entry in entries if entry.of == "terrain"} == {"sea", "clear", "woods"}
    assert not [entry for entry in entries if entry.of == "nation"]  # these have no label


def test_definitions_are_plain_data(western_front: Style) -> None:
    data = json.loads(json.dumps(definitions(western_front)))
    assert data["symbols"]["infantry"] == SYMBOLS["infantry"]
    assert data["patterns"]["trees"]["width"] == PATTERNS["trees"].width
    assert data["style"]["nations"]["ge"]["label"] == "Germany"
