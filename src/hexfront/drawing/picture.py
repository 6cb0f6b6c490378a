"""What is to be drawn, as plain data.

A picture names nodes of the board and words of the style. It knows nothing of any title, so that every
title, the browser and a test can make one. Colours are written ``#rrggbb``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from hexfront.drawing.style import Style
from hexfront.kernel.board import Board


class Counter(msgspec.Struct, frozen=True):
    """A piece. Counters of one node form a stack in the order given, the last on top."""

    node: int
    nation: str
    symbol: str = ""  # a word of the style's symbols, or a name of symbols.SYMBOLS
    size: str = ""  # "XX", "III"
    strength: str = ""
    movement: str = ""
    designation: str = ""
    states: tuple[str, ...] = ()  # words of the style's states; "hidden" shows the back
    key: str = ""  # how the title calls the piece in orders
    side: str = ""
    name: str = ""  # in full, for people: "Imperial German 3rd Guard Division"
    facts: tuple[tuple[str, str], ...] = ()  # further figures and what they are: ("supply", "12")


class Marker(msgspec.Struct, frozen=True):
    """Something that lies in a hex and is no piece: a trench, a fortress with its strength, a railhead."""

    node: int
    kind: str
    text: str = ""
    nation: str = ""  # gives its colour, if it belongs to someone
    toward: tuple[int, ...] = ()  # neighbouring nodes, for what stands on single hexsides


class Highlight(msgspec.Struct, frozen=True, tag="highlight"):
    """A hex brought out, with a short text in it if wanted."""

    node: int
    text: str = ""
    colour: str = "#d98e04"


class Zone(msgspec.Struct, frozen=True, tag="zone"):
    """Hatched hexes, such as a zone of control."""

    nodes: tuple[int, ...]
    colour: str = "#7a2e2e"
    falling: bool = False  # hatch the other way, so that two zones can lie over each other


class Line(msgspec.Struct, frozen=True, tag="line"):
    """A way over nodes: a supply line, a route, or an arrow."""

    nodes: tuple[int, ...]
    form: Literal["supply", "route", "arrow"] = "route"
    colour: str = "#8a1f1f"
    text: str = ""


class NetworkTint(msgspec.Struct, frozen=True, tag="network"):
    """A part of a network brought out under its tracks."""

    pairs: tuple[tuple[int, int], ...]
    colour: str = "#e0a100"


Overlay = Highlight | Zone | Line | NetworkTint


class LegendEntry(msgspec.Struct, frozen=True):
    """A line of the legend: what of, which word of the style, and how it is called."""

    of: Literal[
        "terrain", "shade", "feature", "network", "border", "place", "nation", "symbol", "marker", "state"
    ]
    word: str = ""
    text: str = ""


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A board with everything on it, and which part of it to show."""

    board: Board
    style: Style = Style()
    counters: Sequence[Counter] = ()
    markers: Sequence[Marker] = ()
    overlays: Sequence[Overlay] = ()
    caption: str = ""
    turn: str = ""
    notes: tuple[str, ...] = ()  # further lines under the turn
    legend: Sequence[LegendEntry] = ()
    panel: Literal["right", "bottom", "none"] = "right"
    around: int | None = None  # show only what lies around this node
    radius: int | None = None  # ... within so many hexes (3 unless told)
    part: str = ""  # show only the surroundings of this region, or "areas"
    scale: float = 64.0  # pixels per hex
    numbers: bool = True
    names: bool = True

    def _repr_svg_(self) -> str:
        """Notebooks show a picture as it is drawn."""
        from hexfront.drawing.draw import draw_svg

        return draw_svg(self, embed_fonts=True)


def standard_legend(board: Board, style: Style) -> list[LegendEntry]:
    """A legend of everything the style has a label for and the board has a word for."""
    words = board.vocabulary
    terrain = (*words.side_terrain, *(word for word in words.hex_terrain if not words.side_terrain))
    entries = [LegendEntry("terrain", word) for word in style.terrain if word in terrain]
    entries += [LegendEntry("shade", word) for word in style.shades if word in words.hex_features]
    entries += [LegendEntry("feature", word) for word in style.features if word in words.side_features]
    for network, kinds in style.networks.items():
        entries += [LegendEntry("network", f"{network} {kind}") for kind in kinds]
    if style.border.label:
        entries.append(LegendEntry("border"))
    entries += [LegendEntry("place", kind) for kind in style.places if kind in words.place_kinds]
    entries += [LegendEntry("nation", key) for key in style.nations]
    entries += [LegendEntry("marker", kind) for kind in style.markers]
    return [entry for entry in entries if label_of(entry, style)]


def label_of(entry: LegendEntry, style: Style) -> str:
    """What a line of the legend says."""
    if entry.text:
        return entry.text
    if entry.of == "symbol":
        return style.symbols.get(entry.word, entry.word).capitalize()
    if entry.of == "border":
        return style.border.label
    if entry.of == "network":
        network, _, kind = entry.word.partition(" ")
        return style.track(network, kind).label
    tables = {
        "terrain": style.terrain,
        "shade": style.shades,
        "feature": style.features,
        "place": style.places,
        "nation": style.nations,
        "marker": style.markers,
        "state": style.states,
    }
    found = tables[entry.of].get(entry.word)  # type: ignore[attr-defined]
    return str(found.label) if found else entry.word
