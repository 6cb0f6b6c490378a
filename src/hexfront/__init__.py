"""Hexfront: First World War hex-and-counter games with their rules fully enforced.

>>> import hexfront
>>> game = hexfront.new("outpost/skirmish", seed=1914)      # doctest: +SKIP
>>> game.decision                                           # doctest: +SKIP
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath

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
    title_name, _, scenario = _word(name).partition("/")
    title = find_title(title_name)
    laid = _laid(overlays)
    _check_options(options)
    if not scenario:
        scenario = next((each.name for each in title.scenarios()), "")
    return _start.new_game(title, scenario, seed, options, laid)


def position(text: str, overlays: Sequence[Path | str] = ()) -> Game:
    """A game set up from a position text."""
    read = _parse(text)
    laid = _laid(overlays)
    return _start.game_from_text(find_title(read.title), read, laid)


def save(game: Game, path: Path | str) -> None:
    """Write a game to a ``.hexfront`` file."""
    _check_game(game)
    (_save_reply if game.mail else _save.save)(game, _place(path))


def load(path: Path | str) -> Game:
    """Read a game from a ``.hexfront`` file; ``notices`` says whether anything was left behind."""
    return _save.load(_place(path), find_title)


def replay(path: Path | str) -> Game:
    """Play a saved game again from its start; `Drift` names the first step that differs."""
    return _save.replay(_place(path), find_title)


# Whoever types by hand what these take is told what is wrong with it.


def _word(name: object) -> str:
    if not isinstance(name, str):
        raise Malformed(f"a game is named TITLE or TITLE/SCENARIO, not {name!r}")
    return name


def _check_options(options: object) -> None:
    if options is None:
        return
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise Malformed(f'options are given by their names, {{"NAME": "VALUE"}}, not as {options!r}')


def _check_game(game: object) -> None:
    if not isinstance(game, Game):
        raise Malformed(f"{game!r} is no game")


def _laid(overlays: object) -> list[Overlay]:
    if isinstance(overlays, (str, bytes)) or not isinstance(overlays, Iterable):
        raise Malformed(f"overlays are a list of folders, not {overlays!r}")
    return [Overlay.from_folder(_place(folder)) for folder in overlays]


def _place(path: object) -> Path:
    with contextlib.suppress(UnicodeEncodeError):  # signs that no system writes
        if isinstance(path, (str, PurePath)) and b"\0" not in os.fsencode(path) and str(path):
            return Path(path)
    raise Malformed(f"a file or folder is named by a path, not by {path!r}")
