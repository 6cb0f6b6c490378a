"""The printed map: terrain, coast, rivers, railways, borders, the grid and the hex numbers.

Terrain of a hexside fills the two wedges from the centres of the hexes on both sides to the hexside;
terrain of a hex fills the hex.
"""

from __future__ import annotations

import math
from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from hexfront.drawing.layout import Layout
from hexfront.drawing.outline import (
    Areas,
    Edge,
    Vertex,
    area_path,
    between,
    chains,
    join,
    line_path,
)
from hexfront.drawing.style import Course, Style, Track
from hexfront.drawing.svg import HEX, element, group, mixed, number, use, words
from hexfront.drawing.symbols import PATTERNS, identifier, pattern_definition
from hexfront.kernel.board import Side
from hexfront.kernel.grid import DIRECTIONS

ROUNDING = 0.2 * HEX
BEND = 0.075 * HEX
RIVER_ROUNDING = 0.26 * HEX
RAIL_ROUNDING = 0.16 * HEX
ROAD_BEND = 0.045 * HEX
STREAM_BEND = 0.11 * HEX  # of a river that runs through hexes
TAIL = 0.42 * HEX  # how far a road can still be seen beyond the last hex in which it matters


class Terrain:
    """The wedges and hexes of a layout, joined to areas of one terrain."""

    def __init__(self, layout: Layout, style: Style) -> None:
        self.layout = layout
        self.style = style
        self.areas: Areas = join(self._polygons())
        named = [key for key in style.terrain if key in self.areas.rings]
        others = [str(key) for key in self.areas.rings if key not in style.terrain]
        self.words = named + sorted(others)

    def _polygons(self) -> Iterable[tuple[str, list[Vertex]]]:
        board = self.layout.board
        by_side = bool(board.vocabulary.side_terrain)
        for node in self.layout.hexes:
            if not by_side:
                yield board.terrain[node], self.layout.corners(node)
                continue
            around = {side.other(node): side.terrain for side in board.sides_of[node] if side.terrain}
            tally = Tally(around[other] for other in sorted(around))
            # A wedge at the rim of the map has no hexside of its own: it goes with the rest of its hex.
            usual = tally.most_common(1)[0][0] if tally else board.terrain[node]
            for direction in DIRECTIONS:
                beyond = self.layout.beside(node, direction)
                terrain = usual if beyond is None else around.get(beyond, usual)
                yield terrain, list(self.layout.wedge(node, direction))

    def is_water(self, word: object) -> bool:
        return isinstance(word, str) and self.style.ground(word).water

    def definitions(self) -> list[str]:
        """The areas and the patterns they need."""
        found = []
        for word in self.words:
            shape = area_path(self.areas, word, ROUNDING, BEND)
            found.append(element("path", id=identifier("ground", word), d=shape))
            ground = self.style.ground(word)
            if ground.pattern in PATTERNS:
                found.append(pattern_definition(ground, identifier("pattern", word)))
        return found

    def draw(self) -> list[str]:
        """Water first, then what lies in it."""
        coast = self._coast()
        water = [word for word in self.words if self.is_water(word)]
        land = [word for word in self.words if not self.is_water(word)]
        drawn = [self._area(word) for word in water]
        if coast:
            colour = self.style.ground(water[0]).colour
            lightened = [(26.0, 0.16), (17.0, 0.3), (9.0, 0.5)]
            shallows = (
                element("path", d=coast, stroke=mixed(colour, "#f4faff", share), stroke_width=width)
                for width, share in lightened
            )
            # The broad lines along the coast may not run over the rim of the map.
            rim = element("clipPath", element("path", d=rim_path(self.layout)), id="rim")
            drawn.append(element("defs", rim))
            drawn.append(
                group(
                    shallows,
                    clip_path="url(#rim)",
                    fill="none",
                    stroke_linejoin="round",
                    stroke_linecap="round",
                )
            )
        drawn += [self._area(word) for word in land]
        if coast:
            drawn.append(
                element(
                    "path",
                    d=coast,
                    fill="none",
                    stroke=mixed(self.style.ground(water[0]).colour, "#12324a", 0.62),
                    stroke_width=1.7,
                    stroke_linejoin="round",
                    stroke_linecap="round",
                )
            )
        return drawn

    def _area(self, word: str) -> str:
        ground = self.style.ground(word)
        shape = identifier("ground", word)
        # The thin stroke in the area's own colour closes the hairline that two smooth edges leave.
        drawn = use(shape, fill=ground.colour, stroke=ground.colour, stroke_width=0.7)
        if ground.pattern in PATTERNS:
            drawn += use(shape, fill=f"url(#{identifier('pattern', word)})")
        return drawn

    def _coast(self) -> str:
        edges = [
            edge
            for edge, word in self.areas.owner.items()
            if edge not in self.areas.outer
            and self.is_water(word)
            and not self.is_water(self.areas.owner.get(Edge(edge.end, edge.start)))
        ]
        lines = chains(edges)
        firm = {corner for line in lines for corner in line if corner not in self.areas.simple}
        return "".join(line_path(line, ROUNDING, BEND, firm) for line in lines)


def courses(layout: Layout, style: Style) -> list[str]:
    """Rivers and whatever else runs along hexsides or lies on them, in the order of the style."""
    by_name: dict[str, list[tuple[Side, Edge]]] = {}
    for side, edge in layout.sides():
        for name in side.features:
            by_name.setdefault(name, []).append((side, edge))
    order = [name for name in style.features if name in by_name]
    order += sorted(name for name in by_name if name not in style.features)
    shapes, casings, waters = [], [], []
    for name in order:
        looks = style.feature(name)
        shape = identifier("course", name)
        if looks.form in ("line", "dashed", "teeth"):
            lines = chains(edge for _, edge in by_name[name])
            path = "".join(line_path(line, RIVER_ROUNDING, BEND) for line in lines)
        else:
            path = "".join(_crossing(layout, name, looks.form, *found) for found in by_name[name])
        shapes.append(element("path", id=shape, d=path))
        if looks.casing and looks.form != "islands":
            # The shores of an arm of the sea are open where it meets the sea.
            cap = "butt" if looks.water else None
            casings.append(
                use(shape, stroke=looks.casing, stroke_width=looks.width + 2.2, stroke_linecap=cap)
            )
        waters.append(course(shape, looks))
    lines_drawn = group(casings + waters, fill="none", stroke_linejoin="round", stroke_linecap="round")
    return [element("defs", "".join(shapes)) if shapes else "", lines_drawn]


def course(shape: str, looks: Course) -> str:
    """One feature of hexsides along a path that is defined under an id."""
    if looks.form == "dashed":
        return use(shape, stroke=looks.colour, stroke_width=looks.width, stroke_dasharray="5 4")
    if looks.form == "islands":
        return use(shape, fill=looks.colour, stroke=looks.casing or looks.colour, stroke_width=looks.width)
    drawn = use(shape, stroke=looks.colour, stroke_width=looks.width)
    if looks.form == "teeth":
        # Broad short dashes across the line: the edge of something one cannot climb.
        wide = looks.width * 3.4
        drawn += use(
            shape, stroke=looks.colour, stroke_width=wide, stroke_dasharray="1.8 5", stroke_linecap="butt"
        )
    return drawn


def crossing_path(form: str, middle: Vertex, along: Vertex, across: Vertex) -> str:
    """A bridge, a ferry, an arrow or islands on a hexside: directions of the side, and over it, are given."""

    def at(far: float, beside: float) -> str:
        x = middle.x + far * across.x + beside * along.x
        y = middle.y + far * across.y + beside * along.y
        return f"{number(x)} {number(y)}"

    if form == "bridge":
        rails = [f"M{at(-15, s * 7)}L{at(-10, s * 3.6)}L{at(10, s * 3.6)}L{at(15, s * 7)}" for s in (-1, 1)]
        return "".join(rails)
    if form == "ferry":
        boat = f"M{at(-4, -6)}L{at(4, -6)}L{at(4, 6)}L{at(-4, 6)}Z"
        return f"M{at(-15, 0)}L{at(-4, 0)}M{at(4, 0)}L{at(15, 0)}{boat}"
    if form == "arrow":
        return f"M{at(-13, 0)}L{at(15, 0)}M{at(7, -6)}L{at(16, 0)}L{at(7, 6)}"
    return "".join(
        f"M{at(0, mid - 8)}Q{at(-5, mid)} {at(0, mid + 8)}Q{at(5, mid)} {at(0, mid - 8)}Z" for mid in (-9, 10)
    )


def _crossing(layout: Layout, name: str, form: str, side: Side, edge: Edge) -> str:
    start, end = layout.centre(side.a), layout.centre(side.b)
    if name in layout.board.features[side.b]:
        start, end = end, start
    length = math.hypot(end.x - start.x, end.y - start.y)
    across = Vertex((end.x - start.x) / length, (end.y - start.y) / length)
    return crossing_path(form, between(edge.start, edge.end), Vertex(-across.y, across.x), across)


def tracks(layout: Layout, style: Style) -> list[str]:
    """Railways and other networks, from centre to centre."""
    by_kind: dict[tuple[str, str], list[Edge]] = {}
    for side, _ in layout.sides():
        way = layout.way(side)
        for network, kind in side.networks.items():
            if way is not None:
                by_kind.setdefault((network, kind), []).append(way)
    order = [(network, kind) for network, kinds in style.networks.items() for kind in kinds]
    order += sorted(pair for pair in by_kind if pair not in order)
    firm = _stations(layout, by_kind)
    shapes, drawn = [], []
    for network, kind in reversed(order):
        if (network, kind) not in by_kind:
            continue
        lines = chains(by_kind[network, kind])
        shape = identifier("track", network, kind)
        form = style.track(network, kind).form
        if form == "river":
            path = "".join(line_path(line, RIVER_ROUNDING, STREAM_BEND) for line in lines)
        else:
            bend = ROAD_BEND if form == "road" else 0.0
            path = "".join(line_path(line, RAIL_ROUNDING, bend, firm) for line in lines)
        shapes.append(element("path", id=shape, d=path))
        drawn.append(track(shape, network, kind, style))
        if form == "road":
            drawn.append(_tails(layout, lines, style.track(network, kind)))
    lines_drawn = group(drawn, fill="none", stroke_linejoin="round")
    return [element("defs", "".join(shapes)) if shapes else "", lines_drawn]


def _tails(layout: Layout, lines: Iterable[Sequence[Vertex]], looks: Track) -> str:
    """Where a road goes on although the board says no more of it: it fades away."""
    ends: Tally[Vertex] = Tally()
    ways = []
    for line in lines:
        ends.update((line[0], line[-1]))
        ways += [(line[1], line[0]), (line[-2], line[-1])]
    towns = {layout.centre(node) for node in layout.hexes if layout.board.places_at(node)}
    parts = []
    for before, end in ways:
        if ends[end] == 1 and end not in towns:
            length = math.hypot(end.x - before.x, end.y - before.y)
            x, y = (end.x - before.x) / length, (end.y - before.y) / length
            parts.append(
                f"M{number(end.x + 4 * x)} {number(end.y + 4 * y)}"
                f"L{number(end.x + TAIL * x)} {number(end.y + TAIL * y)}"
            )
    if not parts:
        return ""
    return element(
        "path",
        d="".join(parts),
        stroke=looks.colour,
        stroke_width=looks.width * 0.8,
        stroke_dasharray="5 5",
        stroke_opacity="0.8",
    )


def _stations(layout: Layout, by_kind: Mapping[tuple[str, str], Iterable[Edge]]) -> set[Vertex]:
    """Centres a line must pass through: towns, and where lines of one network meet."""
    meeting: Tally[tuple[str, Vertex]] = Tally()
    for (network, _), edges in by_kind.items():
        meeting.update((network, end) for edge in edges for end in edge)
    firm = {end for (_, end), count in meeting.items() if count != 2}
    return firm | {layout.centre(node) for node in layout.hexes if layout.board.places_at(node)}


def track(shape: str, network: str, kind: str, style: Style) -> str:
    """One class of a network along a path that is defined under an id."""
    looks = style.track(network, kind)
    if looks.form == "dashed":
        return use(shape, stroke=looks.colour, stroke_width=looks.width, stroke_dasharray="7 4")
    if looks.form == "road":
        edge = use(shape, stroke=style.paper.rim, stroke_width=looks.width + 1.5, stroke_opacity="0.4")
        return edge + use(shape, stroke=looks.colour, stroke_width=looks.width)
    paper = style.paper.halo
    if looks.form == "river":
        shore = use(shape, stroke=paper, stroke_width=looks.width + 2.6, stroke_opacity="0.6")
        return element(
            "g", shore + use(shape, stroke=looks.colour, stroke_width=looks.width), stroke_linecap="round"
        )
    drawn = use(shape, stroke=paper, stroke_width=looks.width + 2.4, stroke_opacity="0.45")
    drawn += use(shape, stroke=looks.colour, stroke_width=looks.width)
    if looks.form == "double":
        drawn += use(shape, stroke=paper, stroke_width=looks.width * 0.34)
    if looks.form == "ticks":
        drawn += use(shape, stroke=looks.colour, stroke_width=looks.width * 3.6, stroke_dasharray="1.3 10.7")
    return drawn


def border_path(layout: Layout, style: Style) -> str:
    """Where two countries meet on land."""
    country = layout.board.country
    edges = [
        edge
        for side, edge in layout.sides()
        if country[side.a] != country[side.b]
        and country[side.a]
        and country[side.b]
        and not style.ground(side.terrain).water
        and not any(style.feature(word).water for word in side.features)
    ]
    return "".join(line_path(line, RIVER_ROUNDING, BEND) for line in chains(edges))


def borders(layout: Layout, style: Style) -> tuple[str, str]:
    """The tint under the rivers and the line above them."""
    path = border_path(layout, style)
    if not path:
        return "", ""
    looks = style.border
    common: dict[str, str | float | None] = {"fill": "none", "stroke_linejoin": "round"}
    shape = element("defs", element("path", id="border", d=path))
    tint = shape + use(
        "border",
        stroke=looks.tint,
        stroke_width=looks.tint_width,
        stroke_opacity=f"{looks.tint_strength:g}",
        **common,
    )
    line = use(
        "border",
        stroke=looks.colour,
        stroke_width=looks.width,
        stroke_dasharray=looks.dash,
        **common,
    )
    return tint, line


def shades(layout: Layout, style: Style) -> list[str]:
    """Veils over hexes that carry a feature the style shades."""
    drawn = []
    for word, looks in style.shades.items():
        nodes = [node for node in layout.hexes if word in layout.board.features[node]]
        areas = join((word, layout.corners(node)) for node in nodes)
        shape = area_path(areas, word, ROUNDING)
        if shape:
            strength = f"{looks.strength:g}"
            veil = element("path", d=shape, fill=looks.colour, fill_opacity=strength)
            line = element(
                "path",
                d=shape,
                fill="none",
                stroke=looks.colour,
                stroke_width=looks.edge,
                stroke_opacity="0.5",
            )
            drawn.append(veil + (line if looks.edge else ""))
    return drawn


def ribbons(layout: Layout, style: Style) -> list[str]:
    """A band of its own colour along the inside of the border of every country that has one."""
    country = layout.board.country
    nodes = [node for node in layout.hexes if country[node] in style.countries]
    areas = join((country[node], layout.corners(node)) for node in nodes)
    drawn = []
    for key, looks in style.countries.items():
        shape = area_path(areas, key, RIVER_ROUNDING, BEND)
        if not shape:
            continue
        name = identifier("land", key)
        drawn.append(element("clipPath", element("path", id=name, d=shape), id=f"within-{name}"))
        bands = ((44.0, "0.16"), (18.0, "0.34"))
        drawn.append(
            group(
                (
                    use(name, stroke=looks.colour, stroke_width=wide, stroke_opacity=strength)
                    for wide, strength in bands
                ),
                clip_path=f"url(#within-{name})",
                fill="none",
                stroke_linejoin="round",
            )
        )
    return drawn


def grid(layout: Layout, style: Style) -> list[str]:
    """The outlines of the hexes, each hexside once, and a rim around them all."""
    inner = "".join(_three_sides(layout.corners(node)) for node in layout.hexes)
    paper = style.paper
    strength = f"{paper.grid_strength:g}"
    lines = element("path", d=inner, stroke=paper.grid, stroke_opacity=strength, stroke_width=0.8)
    rim = element("path", d=rim_path(layout), stroke=paper.rim, stroke_width=2.2)
    return [group([lines, rim], fill="none", stroke_linejoin="round")]


def rim_path(layout: Layout) -> str:
    """The outline of everything that is shown."""
    edges = [
        Edge(corners[direction], corners[(direction + 1) % 6])
        for node in layout.hexes
        for corners in (layout.corners(node),)
        for direction in DIRECTIONS
        if layout.beside(node, direction) not in layout.shown
    ]
    return "".join(line_path(line, 0.0) for line in chains(edges))


def _three_sides(corners: list[Vertex]) -> str:
    """Three neighbouring sides of a hex; its neighbours draw the other three."""
    steps = "".join(f"l{number(b.x - a.x)} {number(b.y - a.y)}" for a, b in pairwise(corners[:4]))
    return f"M{number(corners[0].x)} {number(corners[0].y)}{steps}"


def hex_numbers(layout: Layout, style: Style) -> list[str]:
    """The printed number at the top of each hex."""
    board = layout.board
    drawn = []
    for node in layout.hexes:
        x, y = layout.centre(node)
        drawn.append(words(x - 0.155 * HEX, y - 0.395 * HEX, board.label(node).rpartition(":")[2]))
    return [group(drawn, font_size=8.5, text_anchor="middle", fill=style.paper.numbers)]
