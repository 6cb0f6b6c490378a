"""Hexfront: First World War hex-and-counter games with their rules fully enforced.

>>> import hexfront
>>> game = hexfront.new("outpost/skirmish", seed=1914)      # doctest: +SKIP
>>> game.decision                                           # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hexfront.kernel import save as _save
from hexfront.kernel import start as _start
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.datafiles import Overlay
from hexfront.kernel.errors import (
    DataError,
    Drift,
    HexfrontError,
    Malformed,
    Refusal,
    SaveError,
    Sealed,
    Stale,
)
from hexfront.kernel.game import Game
from hexfront.kernel.mail import save_reply as _save_reply
from hexfront.kernel.postext import parse as _parse
from hexfront.kernel.title import OBSERVER, REFEREE
from hexfront.seam import find_title, title_names

__all__ = [
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
]

__version__ = "0.1.0"


def new(
    name: str,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    overlays: Sequence[Path | str] = (),
) -> Game:
    """A fresh game: ``hexfront.new("western-front/schlieffen-plan", seed=1914)``.

    Without a scenario the title's first one is taken. ``overlays`` are folders with data files that
    replace the title's own.
    """
    title_name, _, scenario = name.partition("/")
    title = find_title(title_name)
    laid = [Overlay.from_folder(Path(folder)) for folder in overlays]
    if not scenario:
        scenario = next((each.name for each in title.scenarios()), "")
    return _start.new_game(title, scenario, seed, options, laid)


def position(text: str, overlays: Sequence[Path | str] = ()) -> Game:
    """A game set up from a position text."""
    read = _parse(text)
    laid = [Overlay.from_folder(Path(folder)) for folder in overlays]
    return _start.game_from_text(find_title(read.title), read, laid)


def save(game: Game, path: Path | str) -> None:
    """Write a game to a ``.hexfront`` file."""
    (_save_reply if game.mail else _save.save)(game, Path(path))


def load(path: Path | str) -> Game:
    """Read a game from a ``.hexfront`` file; ``notices`` says whether anything was left behind."""
    return _save.load(Path(path), find_title)


def replay(path: Path | str) -> Game:
    """Play a saved game again from its start; `Drift` names the first step that differs."""
    return _save.replay(Path(path), find_title)
