"""Finding titles by name.

A title is a package with a module ``title`` that holds an object ``TITLE``. Titles live in
`hexfront.games`; folders named in the environment variable ``HEXFRONT_TITLES`` are searched as well, and
so are packages installed with an entry point in the group ``hexfront.titles``.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import Title

_GAMES = Path(__file__).parent / "games"
_found: dict[str, Title] = {}


def _places() -> Iterator[tuple[str, str]]:
    """The name of every title there is, and the module that holds it."""
    for path in sorted(_GAMES.glob("*/title.py")):
        yield path.parent.name.replace("_", "-"), f"hexfront.games.{path.parent.name}.title"
    for folder in filter(None, os.environ.get("HEXFRONT_TITLES", "").split(os.pathsep)):
        for path in sorted(Path(folder).glob("*/title.py")):
            if folder not in sys.path:
                sys.path.append(folder)
            yield path.parent.name.replace("_", "-"), f"{path.parent.name}.title"
    metadata = importlib.import_module("importlib.metadata")  # dear, and needed only for names not ours

    for entry in metadata.entry_points(group="hexfront.titles"):
        yield entry.name, entry.module


def title_names() -> list[str]:
    """The names of all titles that can be played."""
    return sorted({name for name, _ in _places()})


def find_title(name: str) -> Title:
    """A title by name; Malformed with a hint if there is none."""
    if name not in _found:
        for known, module in _places():
            if known == name:
                title = importlib.import_module(module).TITLE
                assert isinstance(title, Title)
                _found[name] = title
                break
        else:
            names = title_names()
            raise Malformed(f'there is no title "{name}" ({suggest(name, names) or ", ".join(names)})')
    return _found[name]
