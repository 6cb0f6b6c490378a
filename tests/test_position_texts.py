"""The pages on position texts: every example is read, and every word that can be written is told of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import hexfront
from hexfront.games.serbia_1914 import position_text as serbia_1914
from hexfront.games.storm_of_steel import position_text as storm_of_steel
from hexfront.games.western_front import position_text as western_front
from hexfront.kernel import postext
from hexfront.kernel.actions import kinds_of
from hexfront.kernel.puzzles import ABOUT
from hexfront.kernel.title import Title
from hexfront.seam import find_title
from hexfront.shared.position_text import Part, UnitForm, Written

DOCS = Path(__file__).parents[1] / "docs"
COMMON = (DOCS / "position-texts.md").read_text(encoding="utf-8")
TITLES: dict[str, tuple[tuple[Part, ...], UnitForm[Any, Any]]] = {
    "western-front": (western_front.PARTS, western_front._UNITS),
    "serbia-1914": (serbia_1914.PARTS, serbia_1914._UNITS),
    "storm-of-steel": (storm_of_steel.PARTS, storm_of_steel.FORM),
}
OPEN_ENDED = (
    "cause",
    "|",
    "board",
    "then",
    "task",
    "option",
    "goal",
    "solve",
)  # what follows may be anything
HEAD = (*postext._HEAD_WORDS, postext.THEN)


def page_of(title: str) -> str:
    return (DOCS / f"position-texts-{title}.md").read_text(encoding="utf-8")


def examples() -> list[tuple[str, str]]:
    """Every position text of the pages."""
    found = []
    for title in TITLES:
        blocks = re.findall(r"^```text\n(title .*?)^```$", page_of(title), re.MULTILINE | re.DOTALL)
        found += [(title, block) for block in blocks]
    return found


def told(page: str) -> set[str]:
    """The words that a page writes as code, each of several in one piece of code too."""
    pieces = re.findall(r"`([^`\n]+(?:\n[^`\n]+)?)`", page)
    return {word for piece in pieces for word in (re.sub(r"\s+", " ", piece), *piece.split())}


@pytest.mark.parametrize(("title", "text"), examples())
def test_every_example_is_read_and_written_again(title: str, text: str) -> None:
    game = hexfront.position(text)
    assert game.origin.title == title
    assert not game.over
    assert not list(game.position.status())
    again = hexfront.position(game.position_text().text())
    assert again.position.digest() == game.position.digest()
    assert again.setting.sandbox == game.setting.sandbox


def test_the_example_of_a_puzzle_is_read_and_written_again() -> None:
    (block,) = re.findall(r"^```text\n(title .*?)^```$", COMMON, re.MULTILINE | re.DOTALL)
    game = hexfront.position(block)
    read, again = postext.parse(block).puzzle, postext.parse(game.origin.start).puzzle
    assert again == read
    assert {goal.kind for goal in read.goals} <= set(ABOUT)
    assert missing(told(COMMON), ABOUT) == []


@pytest.mark.parametrize("title", TITLES)
def test_the_editor_says_of_a_statement_what_the_page_says(title: str) -> None:
    found = find_title(title)
    assert isinstance(found, Written)
    assert set(found.meanings) == {part.keyword for part in found.parts}
    lines = [line for line in page_of(title).splitlines() if line.startswith("| `")]
    for keyword, meaning in found.meanings.items():
        rows = [line for line in lines if re.match(rf"\| `{keyword}[ `]", line)]
        assert rows, keyword
        assert any(_plain(meaning).split(",")[0] in _plain(row) for row in rows), keyword


def _plain(text: str) -> str:
    return text.replace("`", "")


def test_each_title_has_examples_of_a_sandbox() -> None:
    for title in TITLES:
        assert any("\nsandbox" in text for name, text in examples() if name == title)


@pytest.mark.parametrize("title", TITLES)
def test_every_statement_mark_and_attribute_is_told_of(title: str) -> None:
    parts, units = TITLES[title]
    page = told(page_of(title))
    assert missing(page, [part.keyword for part in parts]) == []
    assert missing(page, [*units.marks, *units.further_marks]) == []
    assert missing(page, [*units.numbers, *units.hexes, *units.words]) == []
    assert missing(page, described(title)) == []


@pytest.mark.parametrize("title", TITLES)
def test_every_sign_and_word_of_a_board_is_told_of(title: str) -> None:
    found: Title = find_title(title)
    page = told(page_of(title))
    sheet = found.setting(found.scenarios()[0].name, {}).board.sheet
    words = sheet.vocabulary
    assert missing(page, [*found.glyphs, *found.side_glyphs]) == []
    for group in (words.side_terrain, words.side_features, words.hex_features, words.place_kinds):
        assert missing(page, group) == []
    assert missing(page, [country for country in words.countries if country]) == []
    kinds = [f"{network}={kind}" for network, each in sheet.networks.items() for kind in each]
    assert missing(page, kinds) == []


@pytest.mark.parametrize("title", TITLES)
def test_every_sandbox_premise_and_question_is_told_of(title: str) -> None:
    found: Title = find_title(title)
    page = told(page_of(title))
    assert missing(page, found.sandbox) == []
    assert missing(page, found.premises) == []
    assert missing(page, kinds_of(found.questions)) == []


def test_every_word_of_the_head_and_of_a_drawn_board_is_told_of() -> None:
    page = told(COMMON)
    board = [word for word in postext._BOARD_WORDS if word != "|"]
    assert missing(page, [*HEAD, *board]) == []
    attributes = [name for names in postext._ATTRIBUTES.values() for name in names]
    assert [name for name in attributes if f"{name}=" not in COMMON] == []


def missing(page: set[str], words: Iterable[str]) -> list[str]:
    return [word for word in words if word not in page]


def described(title: str) -> list[str]:
    """The attributes of a piece that is described in place, as the game writes them."""
    if title == "storm-of-steel":
        return []  # its units are counters of the lists
    line = {
        "western-front": "board corner=0101\n| .\nunit A 0101 nation=fr\n",
        "serbia-1914": "board corner=20.10\n| .\nunit A 20.10 nation=serbia\n",
    }[title]
    game = hexfront.position(f"title {title}\n{line}")
    unit = game.position.units["A"]
    found = TITLES[title][1].told(game.position.piece(unit), unit)
    assert found is not None
    return list(found.attributes)


@pytest.mark.parametrize(("title", "text"), examples())
def test_what_a_line_has_no_use_for_is_named(title: str, text: str) -> None:
    """A misspelt attribute, or a word too many, is a fault: what it was meant for would be left out."""
    lines = hexfront.position(text).position_text().text().splitlines()
    open_ended = {
        part.keyword for part in TITLES[title][0] if part.form.endswith("NAME ...") and part.unit is None
    }
    seen: set[str] = set()
    for at, line in enumerate(lines):
        keyword = line.split()[0]
        if keyword in (*seen, *open_ended, *OPEN_ENDED, "#"):
            continue
        seen.add(keyword)
        for more in ("strenght=3", "nonsense"):
            with pytest.raises(hexfront.HexfrontError) as wrong:
                hexfront.position("\n".join((*lines[:at], f"{line} {more}", *lines[at + 1 :])))
            assert str(wrong.value), (line, more)
    assert {"title", "seed"} <= seen
