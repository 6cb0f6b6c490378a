"""What is laid over the map to explain something: zones, highlights, lines, networks."""

from __future__ import annotations

import math
from collections.abc import Iterable

from hexfront.drawing.layout import Layout
from hexfront.drawing.outline import Vertex, between, chains, line_path, polygon_path, shrunk, vertex
from hexfront.drawing.picture import Highlight, Line, NetworkTint, Overlay, Zone
from hexfront.drawing.svg import HEX, element, group, mixed, words
from hexfront.drawing.symbols import hatch_definition, hatch_identifier

_GAP = 0.27 * HEX  # from the centre of a hex to the end of a line, so that it covers no numbers


def hatch_definitions(overlays: Iterable[Overlay]) -> list[str]:
    """The patterns that zones need."""
    wanted = {(each.colour, each.falling): None for each in overlays if isinstance(each, Zone)}
    return [hatch_definition(colour, falling) for colour, falling in wanted]


def below(layout: Layout, overlays: Iterable[Overlay]) -> list[str]:
    """Overlays that lie on the map and under the counters."""
    drawn = []
    for each in overlays:
        if isinstance(each, NetworkTint):
            drawn.append(_network(layout, each))
        elif isinstance(each, Zone):
            drawn.append(_zone(layout, each))
        elif isinstance(each, Highlight) and each.node in layout.shown:
            drawn.append(_highlight(layout, each))
    return [group(drawn)]


def above(layout: Layout, overlays: Iterable[Overlay]) -> list[str]:
    """Overlays that must be seen whatever lies in a hex: lines and the texts of highlights."""
    lines = [_line(layout, each) for each in overlays if isinstance(each, Line)]
    texts = [
        _highlight_text(layout.centre(each.node), each)
        for each in overlays
        if isinstance(each, Highlight) and each.text and each.node in layout.shown
    ]
    return [group(lines), group(texts, text_anchor="middle", font_weight="bold")]


def _network(layout: Layout, tint: NetworkTint) -> str:
    edges = []
    for a, b in tint.pairs:
        side = layout.board.side(a, b)
        if side is None or not (a in layout.shown or b in layout.shown):
            continue
        way = layout.way(side)
        if way is not None:
            edges.append(way)
    path = "".join(line_path(line, 0.16 * HEX) for line in chains(edges))
    if not path:
        return ""
    return element(
        "path",
        d=path,
        fill="none",
        stroke=tint.colour,
        stroke_width=13,
        stroke_opacity="0.5",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _zone(layout: Layout, zone: Zone) -> str:
    shown = [node for node in zone.nodes if node in layout.shown]
    path = "".join(polygon_path(layout.corners(node)) for node in shown)
    fill = f"url(#{hatch_identifier(zone.colour, zone.falling)})"
    return element("path", d=path, fill=fill) if path else ""


def _highlight(layout: Layout, mark: Highlight) -> str:
    path = polygon_path(shrunk(layout.corners(mark.node), layout.centre(mark.node), 0.95))
    return element(
        "path",
        d=path,
        fill=mark.colour,
        fill_opacity="0.24",
        stroke=mark.colour,
        stroke_width=4,
        stroke_linejoin="round",
    )


def _highlight_text(centre: Vertex, mark: Highlight) -> str:
    size = 13.0 if len(mark.text) <= 6 else 10.5
    wide = 10 + 0.54 * size * len(mark.text)
    y = centre.y + 0.37 * HEX
    plate = element(
        "rect",
        x=centre.x - wide / 2,
        y=y - 9.5,
        width=wide,
        height=18,
        rx=5,
        fill=mixed(mark.colour, "#ffffff", 0.82),
        stroke=mark.colour,
        stroke_width=1.3,
    )
    return plate + words(
        centre.x, y + 0.28 * size, mark.text, font_size=size, fill=mixed(mark.colour, "#000000", 0.55)
    )


def _line(layout: Layout, line: Line) -> str:
    """A way over nodes. The first and last piece end at the rim of the counters, not under them."""
    nodes = [node for node in line.nodes if node in layout.shown]
    if len(nodes) < 2:
        return ""
    points = [layout.centre(node) for node in nodes]
    first = _short_of(points[1], points[0], _GAP)
    points[-1] = _short_of(points[-2], points[-1], _GAP)
    points[0] = first
    colour = line.colour
    common: dict[str, str | float | None] = {
        "fill": "none",
        "stroke_linejoin": "round",
        "stroke_linecap": "round",
    }
    path = line_path(points, 0.3 * HEX)
    if line.form == "arrow":
        drawn = _arrow(points, colour, common)
    else:
        dash = "1 11" if line.form == "supply" else None
        drawn = element("path", d=path, stroke="#fffaf0", stroke_width=8.5, stroke_opacity="0.7", **common)
        drawn += element(
            "path", d=path, stroke=colour, stroke_width=5.5 if dash else 4, stroke_dasharray=dash, **common
        )
        for end in (points[0], points[-1]):
            drawn += element(
                "circle", cx=end.x, cy=end.y, r=5, fill=colour, stroke="#fffaf0", stroke_width=1.4
            )
    if line.text:
        middle = points[len(points) // 2] if len(points) > 2 else between(points[0], points[1])
        halo: dict[str, str | float | None] = {
            "font_size": 15,
            "font_weight": "bold",
            "text_anchor": "middle",
        }
        drawn += words(
            middle.x,
            middle.y - 9,
            line.text,
            fill="none",
            stroke="#fffaf0",
            stroke_width=4,
            stroke_linejoin="round",
            **halo,
        )
        drawn += words(middle.x, middle.y - 9, line.text, fill=colour, **halo)
    return drawn


def _short_of(start: Vertex, end: Vertex, gap: float) -> Vertex:
    length = math.hypot(end.x - start.x, end.y - start.y) or 1.0
    return between(start, end, max(0.0, 1 - gap / length))


def _arrow(points: list[Vertex], colour: str, common: dict[str, str | float | None]) -> str:
    tip, before = points[-1], points[-2]
    length = math.hypot(tip.x - before.x, tip.y - before.y) or 1.0
    along = ((tip.x - before.x) / length, (tip.y - before.y) / length)
    neck = vertex(tip.x - along[0] * 19, tip.y - along[1] * 19)
    wings = [vertex(neck.x - side * along[1] * 12, neck.y + side * along[0] * 12) for side in (1, -1)]
    shaft = line_path([*points[:-1], neck], 0.3 * HEX)
    head = polygon_path([tip, wings[0], neck, wings[1]])
    drawn = element("path", d=shaft, stroke="#fffaf0", stroke_width=11, stroke_opacity="0.75", **common)
    drawn += element("path", d=head, fill=colour, stroke="#fffaf0", stroke_width=2.4, stroke_linejoin="round")
    drawn += element("path", d=shaft, stroke=colour, stroke_width=7, **common)
    return drawn + element("path", d=head, fill=colour)
