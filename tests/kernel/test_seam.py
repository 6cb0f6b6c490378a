"""Finding titles by name, and the contract a title keeps with everything above it."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

import msgspec
import pytest

import hexfront
from hexfront import seam
from hexfront.kernel.actions import kinds_of
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import OBSERVER, REFEREE, Title
from outpost.title import TITLE
from tests.kernel.tiny import Tiny

A_TITLE = """
from tests.kernel.tiny import Tiny, ask


def play(table, position):
    yield ask("red", "yes", "no")


TITLE = Tiny(play)
"""


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
