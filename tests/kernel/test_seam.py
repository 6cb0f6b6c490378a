"""Finding titles by name, and the contract a title keeps with everything above it."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

import msgspec
import pytest

import hexfront
from hexfront import seam
from hexfront.cli.checks import check_title
from hexfront.kernel.actions import kinds_of
from hexfront.kernel.errors import DataError, Malformed
from hexfront.kernel.title import OBSERVER, REFEREE, Title
from outpost.title import TITLE
from tests.kernel.tiny import Tiny

A_TITLE = """
from tests.kernel.tiny import Tiny, ask


def play(table, position):
    yield ask("red", "yes", "no")


TITLE = Tiny(play)
"""


AN_EDITION = """
from pathlib import Path

from hexfront.kernel.datafiles import DataFolder
from hexfront.kernel.rulebook import Rulebook
from hexfront.kernel.title import Edition


class Unfinished(Edition):
    name = "half-done"
    caption = "Half done"
    version = "0"
    sides = ("red", "blue")
    rulebook = Rulebook([], Path(__file__).parent)
    data = DataFolder(Path(__file__).parent / "data")


EDITION = Unfinished()
"""


@pytest.fixture
def half_done(fresh: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The package of a title of which there are data and rules only."""
    package = tmp_path / "half_done"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text('"""A title to be."""\n', encoding="utf-8")
    (package / "edition.py").write_text(AN_EDITION, encoding="utf-8")
    (package / "data/hills.csv").write_text(
        "#: provenance = reconstructed\n#: about = Hills.\nhill\n60\n", encoding="utf-8"
    )
    fresh.setenv("HEXFRONT_TITLES", str(tmp_path))
    return package


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Nothing found yet, and the list of folders to search restored afterwards."""
    monkeypatch.setattr(seam, "_found", {})
    monkeypatch.setattr(sys, "path", sys.path[:])
    return monkeypatch


def test_the_proving_title_is_found() -> None:
    assert "outpost" in hexfront.title_names()
    assert hexfront.find_title("outpost") is TITLE
    assert hexfront.find_title("outpost") is hexfront.find_title("outpost")


def test_an_unknown_title_is_refused_with_a_hint() -> None:
    with pytest.raises(Malformed, match=r'there is no title "outpots" \(did you mean "outpost"\?\)'):
        hexfront.find_title("outpots")
    with pytest.raises(Malformed, match="outpost"):
        hexfront.find_title("chess")


def test_a_folder_named_in_the_environment_is_searched(fresh: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "mud_and_blood"
    package.mkdir()
    (package / "__init__.py").write_text('"""A title."""\n', encoding="utf-8")
    (package / "title.py").write_text(A_TITLE, encoding="utf-8")
    (tmp_path / "no_title").mkdir()
    assert "mud-and-blood" not in seam.title_names()
    fresh.setenv("HEXFRONT_TITLES", f"{tmp_path / 'nowhere'}:{tmp_path}")
    assert "mud-and-blood" in seam.title_names()
    assert "no-title" not in seam.title_names()
    title = seam.find_title("mud-and-blood")
    assert isinstance(title, Tiny)
    assert title.caption == "Tiny"


def test_an_installed_package_may_bring_a_title(fresh: pytest.MonkeyPatch) -> None:
    entry = metadata.EntryPoint("borrowed", "outpost.title", "hexfront.titles")

    def entry_points(*, group: str) -> list[metadata.EntryPoint]:
        return [entry] if group == "hexfront.titles" else []

    fresh.setattr(metadata, "entry_points", entry_points)
    assert "borrowed" in seam.title_names()
    assert seam.find_title("borrowed") is TITLE


def test_without_the_environment_only_our_own_titles_are_there(fresh: pytest.MonkeyPatch) -> None:
    fresh.delenv("HEXFRONT_TITLES")
    assert "outpost" not in seam.title_names()
    with pytest.raises(Malformed, match="there is no title"):
        seam.find_title("outpost")


def test_a_title_to_be_can_be_read_and_checked_but_is_offered_to_nobody(half_done: Path) -> None:
    edition = seam.find_edition("half-done")
    assert edition.data.names() == ["hills.csv"]
    assert "half-done" not in seam.title_names()
    with pytest.raises(Malformed, match='there is no title "half-done"'):
        seam.find_title("half-done")
    report = check_title(edition, [])
    assert report["scenarios"] == "none can be played yet"
    assert report["rules"] == 0
    (half_done / "data/hills.csv").write_text("hill\n60\n", encoding="utf-8")
    with pytest.raises(DataError, match="no provenance"):
        check_title(edition, [])


def test_a_title_in_the_making_is_found_by_its_name_and_listed_nowhere(
    fresh: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "nearly_done"
    package.mkdir()
    (package / "__init__.py").write_text('"""A title in the making."""\n', encoding="utf-8")
    (package / "title.py").write_text(A_TITLE, encoding="utf-8")
    (package / "edition.py").write_text(
        "from nearly_done.title import TITLE\n\nEDITION = TITLE\n", encoding="utf-8"
    )
    fresh.setenv("HEXFRONT_TITLES", str(tmp_path))
    assert "nearly-done" not in seam.title_names()
    assert isinstance(seam.find_title("nearly-done"), Tiny)
    assert seam.find_edition("nearly-done") is seam.find_title("nearly-done")


def test_every_title_is_found_as_an_edition_too() -> None:
    assert seam.find_edition("outpost") is TITLE
    with pytest.raises(Malformed, match='did you mean "outpost"'):
        seam.find_edition("outpots")


@pytest.mark.parametrize("name", hexfront.title_names())
def test_a_title_keeps_its_contract(name: str) -> None:
    title: Title = hexfront.find_title(name)
    assert title.name == name
    assert title.caption
    assert title.version
    assert len(title.sides) == len(set(title.sides)) >= 2
    assert not {OBSERVER, REFEREE} & set(title.sides)
    assert title.scenarios()
    assert len({scenario.name for scenario in title.scenarios()}) == len(title.scenarios())
    for scenario in title.scenarios():
        for option in title.options(scenario.name):
            assert len(option.values) >= 2
            assert option.meaning
            assert all(rule in title.rulebook for rule in option.rules)
    assert "pass" in kinds_of(title.actions)
    assert title.data.names()
    assert len(title.rulebook)


@pytest.mark.parametrize("name", hexfront.title_names())
def test_views_are_plain_data(name: str) -> None:
    game = hexfront.new(name)
    for viewer in (*game.title.sides, OBSERVER, REFEREE):
        view = game.view(viewer)
        assert msgspec.json.decode(msgspec.json.encode(view)) == view
