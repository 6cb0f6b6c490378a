"""Boxes off the map, in rows below it or, on a small map of their own, where the style puts them."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.drawing.layout import Layout
from hexfront.drawing.outline import Vertex, line_path, polygon_path, vertex
from hexfront.drawing.style import Style
from hexfront.drawing.svg import HEX, element, group, mixed, number, words
from hexfront.drawing.symbols import SIGNS


def boxes(layout: Layout, style: Style) -> list[str]:
    """The boxes off the map, with their names."""
    drawn = _inset(style) if layout.given and layout.areas else []
    for node in layout.areas:
        corners = layout.corners(node)
        if layout.given and layout.given[node].bare:
            drawn.append(_bare_box(layout, style, node))
            continue
        looks = style.countries.get(layout.board.country[node])
        drawn.append(
            element(
                "path",
                d=polygon_path(corners),
                fill=mixed(style.paper.ground, looks.colour, 0.3) if looks else style.paper.ground,
                stroke=style.paper.rim,
                stroke_width=2,
            )
        )
        drawn += _box_figures(layout, style, node)
        name = layout.board.name_of(node)
        drawn.append(
            words(
                corners[0].x + 10,
                corners[0].y + 22,
                name,
                font_size=18,
                font_weight="bold",
                fill=style.paper.ink,
            )
        )
    return drawn


def _box_figures(layout: Layout, style: Style, node: int) -> Iterable[str]:
    """The figures of an area as signs, each with its count, along the foot of its box."""
    corners = layout.corners(node)
    x, y = corners[3].x + 20, corners[3].y - 18
    for word, count in layout.board.areas[node].figures.items():
        sign = SIGNS.get(style.figures.get(word, ""))
        if sign is None:
            continue
        ink = style.paper.ink
        place = f"translate({number(x)} {number(y)}) scale(2.2)"
        yield element("g", sign, transform=place, fill=ink, stroke=ink)
        yield words(x + 15, y + 7, str(count), font_size=20, fill=ink)
        x += 58


def _bare_box(layout: Layout, style: Style, node: int) -> str:
    x, y = layout.centre(node)
    water = style.inset.colour if style.inset else style.paper.ground
    return words(
        x,
        y,
        layout.board.name_of(node),
        font_size=24,
        font_style="italic",
        letter_spacing=2,
        text_anchor="middle",
        fill=mixed(water, "#12324a", 0.7),
    )


def _inset(style: Style) -> list[str]:
    inset = style.inset
    if inset is None:
        return []
    left, top, wide, high = (measure * HEX for measure in (*inset.at, *inset.size))
    sea = element(
        "rect",
        x=left,
        y=top,
        width=wide,
        height=high,
        fill=inset.colour,
        stroke=style.paper.rim,
        stroke_width=2.2,
    )
    shore = mixed(inset.colour, "#12324a", 0.5)

    def line_of(text: str) -> list[Vertex]:
        places = (point.split() for point in text.split("|"))
        return [vertex(left + float(x) * HEX, top + float(y) * HEX) for x, y in places]

    lands = [line_of(text) for text in inset.outlines]
    outlines = [line_path([*line, line[0]], 0.18 * HEX, 0.06 * HEX) for line in lands]
    ways = "".join(line_path(line_of(text), 0.6 * HEX) for text in inset.routes)
    routes = element(
        "path",
        d=ways,
        fill="none",
        stroke=shore,
        stroke_width=3,
        stroke_dasharray="3 9",
        stroke_linecap="round",
    )
    land = element("path", d="".join(outlines), fill=inset.ground, stroke=shore, stroke_width=1.7)
    edge = element(
        "path", d="".join(outlines), fill="none", stroke="#f4faff", stroke_width=10, stroke_opacity="0.4"
    )
    frame = element("rect", x=left, y=top, width=wide, height=high)
    clip = element("defs", element("clipPath", frame, id="inset"))
    title = words(
        left + 24,
        top + 52,
        inset.title,
        font_size=40,
        font_weight="bold",
        letter_spacing=3,
        fill=style.paper.ink,
    )
    return [clip, sea, group([edge, land, routes], clip_path="url(#inset)", stroke_linejoin="round"), title]
