"""Unit symbols and terrain patterns as SVG elements, and the same as data for a browser.

The drawings themselves stand in ``art.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import msgspec

from hexfront.drawing.style import Style
from hexfront.drawing.svg import FAMILIES, HEX, element

SYMBOL_SIZE = (30, 20)


class Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile of marks."""

    width: int
    height: int
    marks: str


class _Art(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What art.toml holds."""

    provenance: str
    about: str
    fortress: str
    symbols: dict[str, str]
    patterns: dict[str, Pattern]
    signs: dict[str, str]


def _read_art() -> _Art:
    text = (files("hexfront.drawing") / "art.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Art)


_ART = _read_art()
SYMBOLS = _ART.symbols
PATTERNS = _ART.patterns
SIGNS = _ART.signs
BASTIONS = _ART.fortress


def identifier(*parts: str) -> str:
    """An id from words, such as ``ground-wooded-rough``."""
    return "-".join("".join(c if c.isalnum() else "-" for c in part.lower()) for part in parts)


def symbol_name(word: str, style: Style) -> str:
    """The symbol drawn for a title's word; a plain frame for a word nobody knows."""
    name = style.symbols.get(word, word)
    return name if name in SYMBOLS else "unit"


def symbol_definitions(names: Iterable[str]) -> list[str]:
    """The symbols as SVG elements that can be used by id."""
    return [
        element(
            "symbol",
            SYMBOLS[name],
            id=identifier("symbol", name),
            viewBox="0 0 30 20",
            overflow="visible",
        )
        for name in SYMBOLS
        if name in set(names)
    ]


def pattern_definition(name: str, ink: str, strength: float, number: str) -> str:
    """A pattern in one colour, with an id of its own."""
    tile = PATTERNS[name]
    drawn = f'<g fill="{ink}" stroke="{ink}" stroke-width="0" opacity="{strength:g}">{tile.marks}</g>'
    return element(
        "pattern", drawn, id=number, width=tile.width, height=tile.height, patternUnits="userSpaceOnUse"
    )


def hatch_definition(colour: str, falling: bool) -> str:
    """Slanting lines in one colour."""
    turn = -45 if falling else 45
    return element(
        "pattern",
        f'<path d="M0 0V12" stroke="{colour}" stroke-width="4.4" stroke-opacity=".55"/>',
        id=hatch_identifier(colour, falling),
        width=12,
        height=12,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({turn})",
    )


def hatch_identifier(colour: str, falling: bool) -> str:
    return identifier("hatch", "falling" if falling else "rising", colour.lstrip("#"))


def definitions(style: Style) -> dict[str, Any]:
    """Symbols, patterns, palette and measures as data ready for JSON, for clients that draw themselves."""
    return {
        "hex": HEX,
        "fonts": FAMILIES,
        "symbol_size": list(SYMBOL_SIZE),
        "symbols": dict(SYMBOLS),
        "patterns": msgspec.to_builtins(PATTERNS),
        "signs": dict(SIGNS),
        "fortress": BASTIONS,
        "style": msgspec.to_builtins(style),
    }
