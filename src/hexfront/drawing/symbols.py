"""Unit symbols and terrain patterns as SVG elements, and the same as data for a browser.

The drawings themselves stand in ``art.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import msgspec

from hexfront.drawing.style import Ground, Style
from hexfront.drawing.svg import FAMILIES, HEX, element, mixed

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


def pattern_definition(ground: Ground, number: str) -> str:
    """The pattern of a terrain, with an id of its own."""
    tile = PATTERNS[ground.pattern]
    # The marks are mixed with the ground, not made transparent: PDF writers lose transparent tiles.
    ink = mixed(ground.colour, ground.ink, ground.strength)
    drawn = element("g", tile.marks, fill=ink, stroke=ink, stroke_width=0)
    return _tile(number, tile.width, tile.height, drawn)


def hatch_definition(colour: str, falling: bool) -> str:
    """Slanting lines in one colour."""
    turn = "rotate(-45)" if falling else "rotate(45)"
    drawn = element("path", d="M3 0V12", stroke=mixed(colour, "#ffffff", 0.3), stroke_width=1.6)
    return _tile(hatch_identifier(colour, falling), 12, 12, drawn, turn)


def _tile(number: str, width: int, height: int, content: str, turn: str | None = None) -> str:
    return element(
        "pattern",
        content,
        id=number,
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
        patternTransform=turn,
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
