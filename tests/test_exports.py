"""The names that `import hexfront` promises."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hexfront
from hexfront.kernel import errors

PROMISED = {
    "OBSERVER",
    "PASS",
    "REFEREE",
    "Action",
    "DataError",
    "Drift",
    "Game",
    "HexfrontError",
    "Malformed",
    "Pass",
    "Refusal",
    "SaveError",
    "Sealed",
    "Stale",
    "find_title",
    "load",
    "new",
    "position",
    "replay",
    "save",
    "title_names",
}


def test_the_exports_are_those_promised() -> None:
    assert set(hexfront.__all__) == PROMISED


def test_every_export_is_there_and_explains_itself() -> None:
    for name in hexfront.__all__:
        exported = getattr(hexfront, name)
        if callable(exported):
            assert exported.__doc__, name


def test_every_error_is_exported() -> None:
    raised = {
        name
        for name, each in vars(errors).items()
        if isinstance(each, type) and issubclass(each, hexfront.HexfrontError)
    }
    assert raised <= set(hexfront.__all__)


def test_the_errors_form_the_tree_that_is_drawn() -> None:
    assert issubclass(hexfront.Malformed, hexfront.Refusal)
    assert issubclass(hexfront.Stale, hexfront.Refusal)
    assert issubclass(hexfront.Sealed, hexfront.Refusal)
    assert issubclass(hexfront.Drift, hexfront.SaveError)
    for leaf in (hexfront.Refusal, hexfront.DataError, hexfront.SaveError):
        assert issubclass(leaf, hexfront.HexfrontError)
        assert leaf.__base__ is hexfront.HexfrontError


def test_importing_hexfront_loads_no_title_and_no_extra() -> None:
    program = "import hexfront, sys; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "hexfront" in loaded
    assert not loaded & {"outpost", "click", "numpy", "shapely", "networkx", "cairosvg", "resvg_py"}


NONSENSE: list[Any] = [None, 5.5, b"outpost", ["outpost"], {"do": "pass"}, object()]
NONSENSE += ["", "a\0b", "\ud800", "x" * 5000]
ANY: Any = 5
ANYWHERE: dict[str, Callable[[Any], object]] = {
    "new": hexfront.new,
    "seed": lambda said: hexfront.new("outpost", said),
    "options": lambda said: hexfront.new("outpost", options=said or ANY),
    "option": lambda said: hexfront.new("outpost", options={"fog": said}),
    "overlays": lambda said: hexfront.new("outpost", overlays=said or ANY),
    "overlay": lambda said: hexfront.new("outpost", overlays=[said]),
    "position": hexfront.position,
    "load": hexfront.load,
    "replay": hexfront.replay,
    "save": lambda said: hexfront.save(said, Path("game.hexfront")),
    "place": lambda said: hexfront.save(hexfront.new("outpost"), "" if isinstance(said, str) else said),
}
OF_A_GAME: dict[str, Callable[[hexfront.Game, Any], object]] = {
    "play": lambda game, said: game.play(said),
    "odds": lambda game, said: game.odds(said),
    "forecast": lambda game, said: game.forecast(said),
    "explain": lambda game, said: game.explain(said),
    "read_action": lambda game, said: game.read_action(said),
    "play_words": lambda game, said: game.play_words(said),
    "view": lambda game, said: game.view(said),
    "picture": lambda game, said: game.picture(said),
    "report": lambda game, said: game.report(said),
    "display": lambda game, said: game.display("red", said),
    "heard": lambda game, said: game.heard(said),
    "questions_about": lambda game, said: game.questions_about("0101", said),
    "commands": lambda game, said: game.commands(said),
    "laid_out": lambda game, said: game.laid_out(said),
    "branch": lambda game, said: game.branch(99 if said is None else said),
    "rollback": lambda game, said: game.rollback(said),
}


@pytest.mark.parametrize("door", ANYWHERE)
def test_nonsense_is_refused_in_words(door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for said in NONSENSE:
        with pytest.raises(hexfront.HexfrontError) as refused:
            ANYWHERE[door](said)
        assert str(refused.value)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("door", OF_A_GAME)
def test_nonsense_is_refused_in_words_by_a_game(door: str) -> None:
    game = hexfront.new("outpost/skirmish", seed=4)
    game.play_words("plan raid", "red")
    before = game.position.digest()
    for said in NONSENSE:
        with pytest.raises(hexfront.HexfrontError) as refused:
            OF_A_GAME[door](game, said)
        assert str(refused.value)
    assert game.position.digest() == before
