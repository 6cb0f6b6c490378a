"""The legend of a map in pieces: every mark that can be met with, drawn by itself, and the marks in a hex.

`signs` is for whoever lays the legend out himself, such as a browser; the panel beside a picture is drawn by
`panel`. Both draw the same signs.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hexfront.drawing.panel import heading_of, sign_of
from hexfront.drawing.picture import LegendEntry, label_of, standard_legend
from hexfront.drawing.style import Style
from hexfront.drawing.svg import FAMILIES, element
from hexfront.drawing.symbols import (
    PATTERNS,
    identifier,
    pattern_definition,
    symbol_definitions,
    symbol_name,
)
from hexfront.kernel.board import Board


class Sign(msgspec.Struct, frozen=True):
    """A mark: under which heading it stands, what it means, and how it looks, as an SVG file."""

    heading: str
    text: str
    svg: str


def signs(board: Board, style: Style) -> list[Sign]:
    """Every mark of a map and of the counters on it."""
    return [
        Sign(heading_of(entry, style), label_of(entry, style), _drawn(entry, style))
        for entry in [*standard_legend(board, style), *_on_counters(style)]
    ]


def _on_counters(style: Style) -> Iterator[LegendEntry]:
    """What stands on counters: a line for each symbol, and one for each sign of a state."""
    told = set()
    for word in style.symbols:
        name = symbol_name(word, style)
        if name not in told:
            told.add(name)
            yield LegendEntry("symbol", word)
    for word, state in style.states.items():
        if state.label:
            yield LegendEntry("state", word)


def _drawn(entry: LegendEntry, style: Style) -> str:
    defined = []
    ground = style.ground(entry.word)
    if entry.of == "terrain" and ground.pattern in PATTERNS:
        defined.append(pattern_definition(ground, identifier("pattern", entry.word)))
    if entry.of in ("nation", "symbol", "state"):
        name = {"symbol": symbol_name(entry.word, style), "state": "infantry"}.get(entry.of, "unit")
        defined += symbol_definitions([name])
    inside = element("defs", "".join(defined)) + sign_of(entry, style)
    high = 50 if entry.of in ("nation", "symbol", "state") else 34
    return element(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        width=60,
        height=high,
        viewBox=f"-30 {-high / 2:g} 60 {high}",
        font_family=FAMILIES,
    )


def marks_at(board: Board, style: Style, node: int) -> tuple[str, ...]:
    """What is drawn in a hex and along its sides, in the words of the legend, what stands out first."""
    words: dict[str, None] = {}
    for place in board.places_at(node):
        words.update(dict.fromkeys(style.places[kind].label for kind in style.places if kind in place.kinds))
    for side in board.sides_of[node]:
        for network, kind in side.networks.items():
            words[style.track(network, kind).label] = None
    for side in board.sides_of[node]:
        words.update(
            dict.fromkeys(style.feature(name).label for name in style.features if name in side.features)
        )
        if style.border.label and board.country[side.a] != board.country[side.b]:
            words[style.border.label] = None
    shades = (style.shades[name].label for name in style.shades if name in board.features[node])
    words.update(dict.fromkeys(shades))
    return tuple(word for word in words if word)
