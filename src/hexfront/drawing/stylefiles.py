"""Styles from files, proved: a map can be drawn with what is read here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from hexfront.drawing.style import Style
from hexfront.drawing.symbols import PATTERNS
from hexfront.kernel.datafiles import DataFolder, Faults, read_toml

LARGEST = 1000.0  # no width, size or strength is more


def load_style(folder: DataFolder, faults: Faults, name: str = "drawing.toml") -> Style | None:
    """The style of a title from its data folder; faults go to `faults`."""
    return _proved(folder.text(name, faults), folder.shown(name), faults)


def read_style(path: Path) -> Style:
    """A style from a file of its own; DataError lists what is wrong with it."""
    faults = Faults()
    style = _proved(path.read_text(encoding="utf-8"), path.name, faults)
    faults.raise_if_any()
    assert style is not None
    return style


def _proved(text: str | None, shown: str, faults: Faults) -> Style | None:
    style = read_toml(text, shown, Style, faults)
    if text is None or style is None:
        return None
    for ground in style.terrain.values():
        if ground.pattern and ground.pattern not in PATTERNS:
            line = _line_of("pattern", ground.pattern, text)
            faults.unknown(shown, line, "pattern", ground.pattern, PATTERNS)
    for name, value in _numbers(msgspec.to_builtins(style)):
        if not 0 <= value <= LARGEST:  # what is no number at all is not, either
            faults.add(shown, _line_of(name, value, text), f'"{name}" cannot be {value}')
    return style


def _numbers(data: dict[str, Any]) -> Iterator[tuple[str, float]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _numbers(value)
        elif isinstance(value, (int, float)):
            yield name, value


def _line_of(key: str, value: str | float, text: str) -> int:
    """The line that gives a key a value; the first that names the key if it is spelt in another way."""
    named = [
        (number, line.partition("=")[2].partition("#")[0].strip(" \"'"))
        for number, line in enumerate(text.splitlines(), 1)
        if re.match(rf"\s*{re.escape(key)}\s*=", line)
    ]
    return next((number for number, told in named if told == str(value)), named[0][0] if named else 1)
