"""Counters, stacks and markers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from hexfront.drawing.layout import BOX, Layout
from hexfront.drawing.outline import Vertex, between, polygon_path, shrunk, vertex
from hexfront.drawing.picture import Counter, Marker
from hexfront.drawing.style import INK, MarkerKind, Style
from hexfront.drawing.svg import HEX, element, group, mixed, number, use, width_of, words
from hexfront.drawing.symbols import BASTIONS, identifier, symbol_name

COUNTER = 60.0  # the side of a counter
STEP = 4.6  # how far each counter of a stack lies beside the one on top of it
DEEPEST = 4  # so many counters of a stack can be told apart; the badge says how many there are
_HALF = COUNTER / 2
_SYMBOL = (-16.0, -17.0, 32.0, 21.3)  # left, top, width, height

# Where small markers lie in a hex, in order: beside the counters first, then below and above.
_SLOTS = ((-0.44, 0.06), (0.44, 0.06), (-0.36, 0.3), (0.36, 0.3), (-0.36, -0.26), (0.36, -0.26))
_CRATERS = ((-36, -8, 5), (-28, 18, 4), (-10, 39, 5), (16, 40, 4), (34, 16, 5), (38, -12, 4), (-22, -35, 4))
_IN_SLOTS = ("disc", "construction", "railhead", "control", "supply")


def counter(piece: Counter, style: Style) -> str:
    """One counter about its own centre."""
    nation = style.nation(piece.nation)
    if "hidden" in piece.states:
        mark = words(0, 14, "?", font_size=40, fill=nation.text, fill_opacity="0.75")
        return _blank(nation.colour, nation.edge) + mark
    states = [style.state(word) for word in piece.states]
    drawn = [_blank(nation.colour, nation.edge)]
    drawn += [_stripe(state.stripe) for state in states if state.stripe]
    symbol = symbol_name(piece.symbol, style)
    left, top, wide, high = _SYMBOL
    if symbol == "headquarters":
        drawn.append(_flag(piece, nation.box))
    else:
        drawn.append(
            use(
                identifier("symbol", symbol),
                x=left,
                y=top,
                width=wide,
                height=high,
                fill=nation.box,
                stroke=INK,
                stroke_width=1.4,
            )
        )
        drawn.append(_designation(piece.designation, nation.text))
    drawn.append(words(0, top - 3, piece.size.upper(), font_size=8.5, fill=nation.text))
    values = "-".join(value for value in (piece.strength, piece.movement) if value)
    size = min(20.0, 20.0 * 48 / max(1.0, width_of(values, 20.0) * 1.12))
    drawn.append(words(0, 24, values, font_size=round(size, 1), fill=nation.text))
    drawn += _signs_of_state(piece, style)
    inside = "".join(drawn)
    if any(state.dim for state in states):
        inside += element("rect", **_FACE, fill="#f3eee2", fill_opacity="0.45")
    return inside


_FACE: dict[str, str | float | None] = {
    "x": -_HALF,
    "y": -_HALF,
    "width": COUNTER,
    "height": COUNTER,
    "rx": 6,
}


def _blank(colour: str, edge: str) -> str:
    """A counter without print: shadow, face, and a lighter edge inside."""
    shadow = element(
        "rect", x=-_HALF + 1.8, y=-_HALF + 2.4, width=COUNTER, height=COUNTER, rx=6, class_="shade"
    )
    face = element("rect", **_FACE, fill=colour, stroke=edge, stroke_width=1.1)
    light = element(
        "rect",
        x=-_HALF + 1.5,
        y=-_HALF + 1.5,
        width=COUNTER - 3,
        height=COUNTER - 3,
        rx=4.8,
        fill="none",
        stroke=mixed(colour, "#ffffff", 0.32),
        stroke_width=1.3,
    )
    return shadow + face + light


def _stripe(colour: str) -> str:
    """A band across the lower part of the face, behind the numbers."""
    top, bottom = 7.5, 26.0
    return element(
        "rect", x=-_HALF + 1, y=top, width=COUNTER - 2, height=bottom - top, fill=colour, fill_opacity="0.62"
    )


def _flag(piece: Counter, box: str) -> str:
    left, top, wide, high = _SYMBOL
    drawn = use(
        identifier("symbol", "headquarters"),
        x=left,
        y=top,
        width=wide,
        height=high,
        fill=box,
        stroke=INK,
        stroke_width=1.4,
    )
    size = min(15.0, 15.0 * 27 / max(1.0, width_of(piece.designation, 15.0) * 1.12))
    return drawn + words(0, top + 13 + size * 0.3, piece.designation, font_size=round(size, 1), fill=INK)


def _designation(text: str, colour: str) -> str:
    """Beside the symbol; written downwards if it is long."""
    if not text:
        return ""
    if width_of(text, 8.5) <= 11.5:
        return words(23, -3.5, text, font_size=8.5, fill=colour)
    size = min(8.5, 8.5 * 34 / max(1.0, width_of(text, 8.5) * 1.1))
    return words(
        0, 0, text, font_size=round(size, 1), fill=colour, transform="translate(20.3 -6.5) rotate(90)"
    )


def _signs_of_state(piece: Counter, style: Style) -> list[str]:
    drawn = []
    at = 0
    for word in piece.states:
        state = style.state(word)
        if state.wheels:
            wheels = "".join(f'<circle cx="{x}" cy="31" r="4.2"/>' for x in (-17, -6, 6, 17))
            drawn.append(element("g", wheels, fill="#2d2a26", stroke="#f3eee2", stroke_width=1.3))
        if state.badge:
            x, y = -_HALF + 7.2, -_HALF + 9.5 + 14 * at
            drawn.append(
                element("circle", cx=x, cy=y, r=6.6, fill="#8f2a22", stroke="#f3eee2", stroke_width=0.9)
            )
            drawn.append(words(x, y + 3.2, state.badge, font_size=9, fill="#fffaf0"))
            at += 1
    return drawn


def stacks(layout: Layout, style: Style, counters: Iterable[Counter]) -> list[str]:
    """All counters of shown nodes, stack by stack."""
    at: dict[int, list[Counter]] = {}
    for piece in counters:
        if piece.node in layout.shown:
            at.setdefault(piece.node, []).append(piece)
    drawn: list[str] = []
    for node in sorted(at, key=lambda each: (layout.centre(each).y, layout.centre(each).x)):
        if layout.board.is_area(node):
            drawn += _in_box(layout.centre(node), at[node], style)
        else:
            drawn.append(_stack(layout.centre(node), at[node], style))
    return [group(drawn, text_anchor="middle", font_weight="bold")]


def _stack(centre: Vertex, pieces: Sequence[Counter], style: Style) -> str:
    visible = pieces[-DEEPEST:]
    lift = STEP * (len(visible) - 1) / 2
    drawn = []
    for depth, piece in enumerate(visible):
        steps = len(visible) - 1 - depth
        x, y = centre.x - lift + steps * STEP, centre.y + lift - steps * STEP - 3.0
        nation = style.nation(piece.nation)
        face = counter(piece, style) if steps == 0 else _blank(nation.colour, nation.edge)
        if steps == 0 and len(pieces) > 1:
            face += _count(len(pieces))
        drawn.append(element("g", face, transform=f"translate({number(x)} {number(y)})"))
    return "".join(drawn)


def _count(pieces: int) -> str:
    disc = element(
        "circle", cx=_HALF - 3, cy=-_HALF + 3, r=8, fill="#2d2a26", stroke="#f7f2e4", stroke_width=1.2
    )
    return disc + words(_HALF - 3, -_HALF + 7, str(pieces), font_size=11.5, fill="#fffaf0")


def _in_box(centre: Vertex, pieces: Sequence[Counter], style: Style) -> list[str]:
    """Counters in a box off the map lie side by side, overlapping if there are many."""
    room = BOX[0] - COUNTER - 24
    pitch = min(COUNTER + 6, room / max(1, len(pieces) - 1))
    start = centre.x - pitch * (len(pieces) - 1) / 2
    return [
        element(
            "g",
            counter(piece, style),
            transform=f"translate({number(start + at * pitch)} {number(centre.y + 18)})",
        )
        for at, piece in enumerate(pieces)
    ]


def markers_below(layout: Layout, style: Style, markers: Iterable[Marker]) -> list[str]:
    """Markers that lie under the counters: devastation, trenches, the outlines of fortresses."""
    drawn = []
    for marker in markers:
        kind = style.marker(marker.kind)
        if marker.node not in layout.shown or layout.board.is_area(marker.node):
            continue
        colour = style.nation(marker.nation).colour if marker.nation else kind.colour
        if kind.form == "devastation":
            drawn.append(_devastation(layout, marker.node, kind))
        elif kind.form == "trench":
            drawn.append(_trench(layout, marker, colour, kind))
        elif kind.form == "fortress":
            drawn.append(_fortress(layout.centre(marker.node), colour, kind))
    return [group(drawn)]


def markers_above(layout: Layout, style: Style, markers: Iterable[Marker]) -> list[str]:
    """Markers beside the counters, each in the next free place of its hex."""
    taken: dict[int, int] = {}
    drawn = []
    for marker in markers:
        kind = style.marker(marker.kind)
        if marker.node not in layout.shown or layout.board.is_area(marker.node):
            continue
        centre = layout.centre(marker.node)
        colour = style.nation(marker.nation).colour if marker.nation else kind.colour
        if kind.form in _IN_SLOTS:
            slot = taken.get(marker.node, 0)
            taken[marker.node] = slot + 1
            right, down = _SLOTS[slot % len(_SLOTS)]
            spot = vertex(centre.x + right * HEX, centre.y + down * HEX)
            drawn.append(marker_sign(spot, marker.text, colour, kind))
        elif kind.form == "fortress" and marker.text:
            drawn.append(
                _fortress_strength(vertex(centre.x - 0.335 * HEX, centre.y + 0.27 * HEX), marker.text, colour)
            )
        elif kind.form == "trench" and marker.text:
            spot = vertex(centre.x, centre.y - 0.445 * HEX)
            drawn.append(words(spot.x, spot.y + 4, marker.text, font_size=10, fill=kind.ink))
    return [group(drawn, text_anchor="middle", font_weight="bold")]


def _devastation(layout: Layout, node: int, kind: MarkerKind) -> str:
    centre = layout.centre(node)
    face = polygon_path(shrunk(layout.corners(node), centre, 0.97))
    holes = "".join(
        element("ellipse", cx=centre.x + x, cy=centre.y + y, rx=r, ry=0.7 * r) for x, y, r in _CRATERS
    )
    marks: dict[str, str | float | None] = {"fill": kind.ink, "fill_opacity": "0.32", "stroke": kind.ink}
    under = element("path", d=face, fill=kind.colour, fill_opacity="0.5")
    return under + element("g", holes, stroke_opacity="0.6", stroke_width=1, **marks)


def _trench(layout: Layout, marker: Marker, colour: str, kind: MarkerKind) -> str:
    """A toothed line inside the hexsides that the trench faces, or inside all. What faces somebody lies
    close to the hexside, so that counters leave a front to be seen."""
    centre = layout.centre(marker.node)
    corners = shrunk(layout.corners(marker.node), centre, 0.93 if marker.toward else 0.86)
    facing = [
        direction
        for direction in range(6)
        if not marker.toward or layout.beside(marker.node, direction) in marker.toward
    ]
    parts = []
    for direction in facing:
        a, b = corners[direction], corners[(direction + 1) % 6]
        parts.append(_teeth(a, b, centre))
    path = "".join(parts)
    common: dict[str, str | float | None] = {
        "fill": "none",
        "stroke_linejoin": "round",
        "stroke_linecap": "round",
    }
    under = element("path", d=path, stroke="#fbf7ea", stroke_width=5.2, stroke_opacity="0.75", **common)
    return under + element("path", d=path, stroke=mixed(colour, kind.ink, 0.45), stroke_width=2.6, **common)


def _teeth(a: Vertex, b: Vertex, centre: Vertex) -> str:
    """Battlements along an edge, their teeth towards the centre."""
    count = 4
    points = []
    for at in range(count):
        for share, inward in ((at, 0.0), (at + 0.5, 0.0), (at + 0.5, 0.1), (at + 1, 0.1)):
            points.append(between(between(a, b, share / count), centre, inward))
    points.append(b)
    return "M" + "L".join(f"{number(point.x)} {number(point.y)}" for point in points)


def _fortress(centre: Vertex, colour: str, kind: MarkerKind) -> str:
    """An outline with bastions that looks out from under the counters."""
    size = 0.47 * HEX
    return element(
        "path",
        d=BASTIONS,
        transform=f"translate({number(centre.x)} {number(centre.y)}) scale({size:g})",
        fill=mixed(colour, "#fbf7ea", 0.35),
        fill_opacity="0.7",
        stroke=kind.ink,
        stroke_width=f"{1.8 / size:.3f}",
        stroke_linejoin="round",
    )


def _fortress_strength(spot: Vertex, text: str, colour: str) -> str:
    wide = 10 + 3.2 * max(1, len(text))
    plate = element(
        "path",
        d=polygon_path(
            [
                vertex(
                    spot.x + wide * 0.62 * math.cos(math.radians(a)), spot.y + 9.4 * math.sin(math.radians(a))
                )
                for a in range(0, 360, 45)
            ]
        ),
        fill=mixed(colour, "#ffffff", 0.5),
        stroke=INK,
        stroke_width=1.3,
        stroke_linejoin="round",
    )
    return plate + words(spot.x, spot.y + 4.4, text, font_size=12.5, fill=INK)


# Small markers about a centre.
_POLE = "M-5 9V-9"
_PENNANT = "M-5 -9h13l-3 4.5l3 4.5h-13Z"
_MARKS = {
    "railhead": "M-4.4 -5.6v11.2M4.4 -5.6v11.2M-6.4 -3h12.8M-6.4 1h12.8M-6.4 5h12.8",
    "construction": "M-5 5.6L2 -2.6M-2.4 -4.6L5 1",
}


def marker_sign(spot: Vertex, text: str, colour: str, kind: MarkerKind) -> str:
    """A small marker at a point."""
    edge: dict[str, str | float | None] = {"fill": colour, "stroke": kind.ink, "stroke_width": 1.2}
    if kind.form == "control":
        drawn = element("path", d=_POLE, stroke=kind.ink, stroke_width=1.6)
        drawn += element("path", d=_PENNANT, **edge)
    elif kind.form == "supply":
        drawn = element("rect", x=-10, y=-8, width=20, height=16, rx=3, **edge)
    else:
        drawn = element("circle", cx=0, cy=0, r=9.6, **edge)
    if kind.form in _MARKS:
        drawn += element(
            "path",
            d=_MARKS[kind.form],
            fill="none",
            stroke=kind.ink,
            stroke_width=1.5,
            stroke_linecap="round",
        )
        drawn += words(0, 19, text, font_size=9, fill=kind.ink)
    elif kind.form == "control":
        drawn += words(0, 19, text, font_size=9, fill=kind.ink)
    else:
        size = min(12.0, 12.0 * 16 / max(1.0, width_of(text, 12.0) * 1.12))
        drawn += words(0, 0.36 * size, text, font_size=round(size, 1), fill=kind.ink)
    return element("g", drawn, transform=f"translate({number(spot.x)} {number(spot.y)})")
