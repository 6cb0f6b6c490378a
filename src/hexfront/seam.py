"""Finding titles by name.

A title is a package with a module ``title`` that holds an object ``TITLE``. Titles live in
`hexfront.games`; folders named in the environment variable ``HEXFRONT_TITLES`` are searched as well, and
so are packages installed with an entry point in the group ``hexfront.titles``.

A package may have a module ``edition`` with an object ``EDITION``. Then it is a title in the making, which
nobody is offered: its data and rules can be read and checked (`find_edition`), and if it has a module
``title`` as well, those who know its name can already play what there is (`find_title`).
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import Edition, Title

_GAMES = Path(__file__).parent / "games"
_found: dict[str, Title] = {}


def _packages(module: str) -> Iterator[tuple[str, str]]:
    """The name of every package in our folders that has a module of a name, and that module."""
    for path in sorted(_GAMES.glob(f"*/{module}.py")):
        yield path.parent.name.replace("_", "-"), f"hexfront.games.{path.parent.name}.{module}"
    for folder in filter(None, os.environ.get("HEXFRONT_TITLES", "").split(os.pathsep)):
        for path in sorted(Path(folder).glob(f"*/{module}.py")):
            if folder not in sys.path:
                sys.path.append(folder)
            yield path.parent.name.replace("_", "-"), f"{path.parent.name}.{module}"


def _places() -> Iterator[tuple[str, str]]:
    """The name of every title there is, and the module that holds it."""
    yield from _packages("title")
    metadata = importlib.import_module("importlib.metadata")  # dear, and needed only for names not ours

    for entry in metadata.entry_points(group="hexfront.titles"):
        yield entry.name, entry.module


def title_names() -> list[str]:
    """The names of all titles that can be played and are not in the making any more."""
    return sorted({name for name, _ in _places()} - {name for name, _ in _packages("edition")})


def find_title(name: str) -> Title:
    """A title by name, also one in the making; Malformed with a hint if there is none."""
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


def find_edition(name: str) -> Edition:
    """A title by name, also one of which there are only data and rules yet; Malformed if there is none."""
    editions = {} if name in title_names() else dict(_packages("edition"))
    if name not in editions:
        return find_title(name)
    edition = importlib.import_module(editions[name]).EDITION
    assert isinstance(edition, Edition)
    return edition
