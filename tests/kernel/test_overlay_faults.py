"""Data of one's own that does not fit the rest: said in words, with its place where that can be found."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import hexfront
from hexfront.cli import main
from hexfront.kernel.datafiles import Overlay
from hexfront.kernel.errors import DataError, SaveError
from hexfront.kernel.start import new_game
from hexfront.seam import find_title
from tests.kernel.save_files import Lines, tamper

SERBIA, WEST = "serbia-1914/grand-campaign", "western-front/schlieffen-plan"
CHANGES = [
    (SERBIA, "counters/serbia.csv", "sr-inf-xx-sumadija-2,", "", 'setup.csv:98: unknown unit "sr-inf-xx-'),
    (SERBIA, "scenarios/grand-campaign/setup.csv", ",30.09,", ",ge,", '"ge" is not on the board'),
    (SERBIA, "tables/supply_units.csv", "serbia,army depot,", "", "no chart has a army depot of serbia"),
    (WEST, "scenarios/schlieffen-plan/fortresses.csv", "fr-fortress-0816", "x", 'unknown fortress "x"'),
    (WEST, "tables/terrain.csv", "suburban,", "", "own: what it holds does not fit the rest of the data"),
]
"""A scenario, a file, what is replaced in it (by nothing: its lines are left out), and what is said."""


def changed(name: str, file: str, old: str, new: str) -> Overlay:
    lines = (find_title(name.partition("/")[0]).data.root / file).read_text(encoding="utf-8").splitlines()
    kept = [line.replace(old, new) for line in lines if new or not line.startswith(old)]
    assert kept != lines
    return Overlay("own", {file: "\n".join(kept) + "\n"})


@pytest.mark.parametrize(("name", "file", "old", "new", "said"), CHANGES)
def test_what_does_not_fit_is_said_when_a_game_is_begun(
    name: str, file: str, old: str, new: str, said: str
) -> None:
    title, _, scenario = name.partition("/")
    with pytest.raises(DataError) as wrong:
        new_game(find_title(title), scenario, overlays=[changed(name, file, old, new)])
    assert said in str(wrong.value)


def test_it_is_said_when_the_folder_is_checked_too(tmp_path: Path) -> None:
    overlay = changed(*CHANGES[-1][:4])
    for name, text in overlay.files.items():
        (tmp_path / "own" / name).parent.mkdir(parents=True)
        (tmp_path / "own" / name).write_text(text, encoding="utf-8")
    run = CliRunner().invoke(main, ["check", str(tmp_path / "own"), "--title", "western-front"])
    assert (run.exit_code, type(run.exception)) == (2, SystemExit)
    assert "does not fit the rest of the data" in run.stderr


def test_it_is_said_of_a_file_that_brings_such_data_with_it(tmp_path: Path) -> None:
    hexfront.save(hexfront.new(WEST), tmp_path / "game.hexfront")
    overlay = changed(*CHANGES[-1][:4])

    def change(lines: Lines) -> None:
        lines[0]["origin"]["overlays"] = [{"name": overlay.name, "files": overlay.files}]

    with pytest.raises(SaveError, match="does not fit the rest of the data"):
        hexfront.load(tamper(tmp_path / "game.hexfront", change))
