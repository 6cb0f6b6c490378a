"""The panel beside or below the map: caption, turn, notes and legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hexfront.drawing.ground import course, crossing_path, track
from hexfront.drawing.names import place_sign
from hexfront.drawing.outline import vertex
from hexfront.drawing.picture import Counter, LegendEntry, Picture, label_of
from hexfront.drawing.pieces import counter, marker_sign
from hexfront.drawing.style import Style
from hexfront.drawing.svg import element, group, width_of, words
from hexfront.drawing.symbols import BASTIONS, PATTERNS, identifier

_MARGIN = 26.0
_COLUMN = 236.0
_ENTRY = 40.0
_HEADING = 46.0
_HEADINGS = {
    "terrain": "Terrain",
    "shade": "Zones",
    "feature": "Rivers",
    "network": "Railways",
    "border": "Borders",
    "place": "Places",
    "nation": "Nations",
    "symbol": "Units",
    "marker": "Markers",
    "state": "States",
}


class Panel(NamedTuple):
    """A drawn panel with its size, its upper left corner at zero."""

    width: float
    height: float
    content: str


class _Item(NamedTuple):
    heading: str
    entry: LegendEntry | None


def panel(picture: Picture, room: tuple[float, float], enlarge: float = 1.0) -> Panel | None:
    """The panel of a picture, or None if there is nothing to say.

    ``room`` is the width and height of the map beside it; ``enlarge`` keeps it readable beside large maps.
    """
    if picture.panel == "none" or not (picture.caption or picture.turn or picture.notes or picture.legend):
        return None
    items = _items(picture.legend, picture.style)
    width = _COLUMN + 2 * _MARGIN
    if picture.panel == "right":
        # The head is as wide as the columns of the legend, and these depend on where the head ends.
        for _ in range(2):
            head, top = _head(picture, width)
            spots, lowest = _flow(items, top, max(6 * _ENTRY, room[1] / enlarge - top - _MARGIN))
            width = max((column + 1 for column, _ in spots), default=1) * _COLUMN + 2 * _MARGIN
        head, _ = _head(picture, width)
    else:
        width = max(width, room[0] / enlarge)
        head, top = _head(picture, width)
        columns = max(1, int((width - 2 * _MARGIN) // _COLUMN))
        spots, lowest = _flow(items, top, sum(_height(item) for item in items) / columns + _HEADING)
        width = max(width, max((column + 1 for column, _ in spots), default=1) * _COLUMN + 2 * _MARGIN)
    drawn = [
        _drawn(item, _MARGIN + column * _COLUMN, y, picture.style)
        for item, (column, y) in zip(items, spots, strict=True)
    ]
    inside = group([*head, *drawn], fill=picture.style.paper.ink)
    if enlarge != 1.0:
        inside = element("g", inside, transform=f"scale({enlarge:g})")
    return Panel(width * enlarge, (lowest + _MARGIN) * enlarge, inside)


def _flow(items: Sequence[_Item], top: float, most: float) -> tuple[list[tuple[int, float]], float]:
    """Column and height of each item, in columns no longer than ``most``, and how low they reach."""
    spots = []
    column, y, lowest = 0, top, top
    for at, item in enumerate(items):
        # A heading is not left alone at the foot of a column.
        needed = _height(item) + (_ENTRY if item.heading and at + 1 < len(items) else 0.0)
        if y > top and y + needed > top + most:
            column, y = column + 1, top
        spots.append((column, y))
        y += _height(item)
        lowest = max(lowest, y)
    return spots, lowest


def _items(legend: Sequence[LegendEntry], style: Style) -> list[_Item]:
    """The lines of the legend with a heading before each kind."""
    items: list[_Item] = []
    before = ""
    for entry in legend:
        if entry.of != before:
            items.append(_Item(heading_of(entry, style), None))
            before = entry.of
        items.append(_Item("", entry))
    return items


def heading_of(entry: LegendEntry, style: Style) -> str:
    """What stands over the lines of the same kind."""
    return style.headings.get(entry.of, _HEADINGS[entry.of])


def _height(item: _Item) -> float:
    if item.heading:
        return _HEADING
    return _ENTRY + (10.0 if item.entry and item.entry.of in ("nation", "symbol", "state") else 0.0)


def _head(picture: Picture, width: float) -> tuple[list[str], float]:
    """Caption, turn and notes, and where the legend may begin."""
    drawn = []
    y = _MARGIN
    lines = [(text, 30.0, "bold") for text in wrapped(picture.caption, 30.0, width - 2 * _MARGIN)]
    lines += [(text, 23.0, "normal") for text in wrapped(picture.turn, 23.0, width - 2 * _MARGIN)]
    lines += [
        (text, 17.0, "normal") for note in picture.notes for text in wrapped(note, 17.0, width - 2 * _MARGIN)
    ]
    for text, size, weight in lines:
        y += size
        drawn.append(words(_MARGIN, y, text, font_size=size, font_weight=weight))
        y += 0.28 * size
    if lines and picture.legend:
        y += 14
        rule = f"M{_MARGIN:g} {y:.1f}H{width - _MARGIN:.1f}"
        drawn.append(element("path", d=rule, stroke=picture.style.paper.rim, stroke_width=1.2))
    return drawn, y


def wrapped(text: str, size: float, room: float) -> list[str]:
    """A text in lines that fit."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) * 1.06 <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _drawn(item: _Item, x: float, y: float, style: Style) -> str:
    if item.entry is None:
        return words(x, y + 34, item.heading, font_size=19, font_weight="bold")
    high = _height(item)
    sign = sign_of(item.entry, style)
    middle = y + high / 2
    placed = element("g", sign, transform=f"translate({x + 28:.1f} {middle:.1f})")
    return placed + words(x + 68, middle + 6, label_of(item.entry, style), font_size=17)


def sign_of(entry: LegendEntry, style: Style) -> str:
    """What the legend shows for an entry, about a centre, 56 wide and 30 high."""
    word = entry.word
    if entry.of == "terrain":
        box: dict[str, str | float | None] = {"x": -26, "y": -14, "width": 52, "height": 28, "rx": 4}
        ground = style.ground(word)
        drawn = element("rect", **box, fill=ground.colour, stroke=style.paper.grid, stroke_width=0.8)
        if ground.pattern in PATTERNS:
            drawn += element("rect", **box, fill=f"url(#{identifier('pattern', word)})")
        return drawn
    if entry.of == "shade":
        shade = style.shades[word]
        veil: dict[str, str | float | None] = {
            "x": -26,
            "y": -14,
            "width": 52,
            "height": 28,
            "rx": 4,
            "fill": shade.colour,
        }
        strength = f"{min(1.0, 2 * shade.strength):g}"
        return element(
            "rect", **veil, fill_opacity=strength, stroke=shade.colour, stroke_width=shade.edge / 2
        )
    if entry.of == "feature":
        looks = style.feature(word)
        path = "M-26 4Q-12 -8 0 0T26 -4"
        if looks.form == "line":
            return element(
                "path",
                d=path,
                fill="none",
                stroke=looks.colour,
                stroke_width=looks.width,
                stroke_linecap="round",
            )
        sample = identifier("sample", word)
        if looks.form in ("bridge", "ferry", "arrow", "islands"):
            path = crossing_path(looks.form, vertex(0, 0), vertex(0, 1), vertex(1, 0))
        shape = element("defs", element("path", id=sample, d=path))
        return shape + element("g", course(sample, looks), fill="none", stroke_linecap="round")
    if entry.of == "network":
        network, _, kind = word.partition(" ")
        sample = identifier("sample", word)
        shape = element("defs", element("path", id=sample, d="M-26 0H26"))
        return shape + element("g", track(sample, network, kind, style), fill="none")
    if entry.of == "border":
        return element(
            "path",
            d="M-26 0H26",
            stroke=style.border.colour,
            stroke_width=style.border.width,
            stroke_dasharray=style.border.dash,
        )
    return _piece_sign(entry, style)


def _piece_sign(entry: LegendEntry, style: Style) -> str:
    word = entry.word
    if entry.of == "place":
        looks = style.places[word]
        shrink = "scale(0.4)" if looks.form == "star" else "scale(1.3)"
        return element("g", place_sign(vertex(0, 0), looks), transform=shrink)
    if entry.of == "marker":
        kind = style.marker(word)
        if kind.form == "fortress":
            return element(
                "path",
                d=BASTIONS,
                transform="scale(16)",
                fill=kind.colour,
                stroke=kind.ink,
                stroke_width="0.1",
            )
        if kind.form == "trench":
            teeth = "M-24 5v-8h8v8h8v-8h8v8h8v-8h8v8h8v-8"
            return element("path", d=teeth, fill="none", stroke=kind.ink, stroke_width=2.6)
        if kind.form == "devastation":
            return element(
                "ellipse", cx=0, cy=0, rx=20, ry=12, fill=kind.colour, stroke=kind.ink, stroke_width=1
            )
        return marker_sign(vertex(0, 0), "", kind.colour, kind)
    shown = {
        "nation": Counter(0, word, "unit"),
        "symbol": Counter(0, next(iter(style.nations), ""), word),
        "state": Counter(0, next(iter(style.nations), ""), "infantry", states=(word,)),
    }[entry.of]
    face = element("g", counter(shown, style), transform="scale(0.68)")
    return group([face], text_anchor="middle", font_weight="bold")
