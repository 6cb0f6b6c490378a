"""What the tests of commands share: a way to run one, and a saved game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hexfront.cli import main

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in an empty folder and checks its exit code; exceptions that are bugs come through."""
    monkeypatch.chdir(tmp_path)

    def command(line: str, code: int = 0, stdin: str = "", words: tuple[str, ...] = ()) -> Result:
        arguments = [*line.split(), *words]
        result = CliRunner().invoke(
            main, arguments, input=stdin, prog_name="hexfront", catch_exceptions=False
        )
        assert result.exit_code == code, result.output
        return result

    return command


@pytest.fixture
def game(run: Run, tmp_path: Path) -> Path:
    """A fresh game of Outpost in the file ``game.hexfront``."""
    run("new outpost --seed 7 -o game.hexfront")
    return tmp_path / "game.hexfront"
