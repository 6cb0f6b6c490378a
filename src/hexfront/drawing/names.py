"""Names on the map: places with their signs, regions across their landscape."""

from __future__ import annotations

import math
from collections.abc import Collection

from msgspec.structs import replace

from hexfront.drawing.layout import Layout
from hexfront.drawing.outline import Vertex, vertex
from hexfront.drawing.style import PlaceKind, Style
from hexfront.drawing.svg import HEX, element, group, width_of, words
from hexfront.drawing.symbols import BASTIONS, SIGNS
from hexfront.kernel.board import Place

# Where the first, second, third and fourth place of a hex stand, and on which side their names are.
_SPOTS = ((0.0, 0.02, "below"), (0.2, -0.2, "above"), (-0.24, 0.2, "below"), (0.24, 0.24, "below"))
_ELONGATED = 2.0  # how many times longer than wide a region must be for its name to be turned


def places(layout: Layout, style: Style, occupied: Collection[int], fortresses: Collection[int]) -> list[str]:
    """Signs and names of places, except the names in hexes that hold counters.

    ``fortresses`` are the hexes whose fortress is drawn as a marker.
    """
    signs: list[str] = []
    names: list[str] = []
    for node in layout.hexes:
        here = _by_importance(layout, style, node)
        centre = layout.centre(node)
        adornments = list(dict.fromkeys(sign for place in here for sign in style.adornments(place.kinds)))
        stars = [sign for sign in adornments if sign.form == "star"]
        if stars and node not in fortresses:
            signs.append(_star(centre, stars[0]))
        row = [sign for sign in adornments if sign.form in SIGNS]
        signs += [
            _adornment(vertex(centre.x + (at - (len(row) - 1) / 2) * 14, centre.y - 0.28 * HEX), sign)
            for at, sign in enumerate(row)
        ]
        if node in occupied:
            continue
        for place, (right, down, side) in zip(here, _SPOTS, strict=False):
            looks = style.place(place.kinds)
            spot = vertex(centre.x + right * HEX, centre.y + down * HEX)
            signs.append(place_sign(spot, looks))
            distance = looks.size + 0.78 * looks.text
            y = spot.y + distance if side == "below" else spot.y - looks.size - 3.5
            names.append(_name(spot.x, y, place.name, looks))
    return [group(signs), group(names, text_anchor="middle")]


def occupied_places(layout: Layout, style: Style, occupied: Collection[int]) -> list[str]:
    """The name of the first place of each hex that holds counters, to be written below these."""
    names = []
    for node in layout.hexes:
        here = _by_importance(layout, style, node) if node in occupied else []
        if here:
            looks = style.place(here[0].kinds)
            centre = layout.centre(node)
            small = min(looks.text, 13.0)
            names.append(_name(centre.x, centre.y + 0.465 * HEX, here[0].name, replace(looks, text=small)))
    return [group(names, text_anchor="middle")]


def _by_importance(layout: Layout, style: Style, node: int) -> list[Place]:
    rank = {kind: at for at, kind in enumerate(style.places)}

    def importance(place: Place) -> tuple[int, str]:
        return min((rank.get(kind, len(rank)) for kind in place.kinds), default=len(rank)), place.name

    return sorted(layout.board.places_at(node), key=importance)


def _name(x: float, y: float, name: str, looks: PlaceKind) -> str:
    if looks.text <= 0:
        return ""
    weight = "bold" if looks.bold else None
    halo = words(x, y, name, font_size=looks.text, font_weight=weight, class_="halo")
    return halo + words(x, y, name, font_size=looks.text, font_weight=weight, fill=looks.colour)


def place_sign(spot: Vertex, looks: PlaceKind) -> str:
    """The sign of a place itself."""
    x, y = spot
    size = looks.size
    light = "#fbf7ea"
    if looks.form == "dot":
        return element("circle", cx=x, cy=y, r=size, fill=looks.colour, stroke=light, stroke_width=1)
    if looks.form == "ring":
        return element("circle", cx=x, cy=y, r=size, fill=light, stroke=looks.colour, stroke_width=1.6)
    if looks.form == "square":
        outer = element(
            "rect",
            x=x - size,
            y=y - size,
            width=2 * size,
            height=2 * size,
            fill=looks.colour,
            stroke=light,
            stroke_width=1.2,
        )
        return outer + element("circle", cx=x, cy=y, r=size * 0.38, fill=light)
    if looks.form == "peak":
        shape = f"M{x - size:g} {y + 0.6 * size:g}L{x:g} {y - size:g}L{x + size:g} {y + 0.6 * size:g}Z"
        return element("path", d=shape, fill=looks.colour, stroke=light, stroke_width=1)
    if looks.form == "star":
        return _star(spot, looks)
    if looks.form in SIGNS:
        return _adornment(spot, looks)
    return ""


def _star(centre: Vertex, looks: PlaceKind) -> str:
    return element(
        "path",
        d=BASTIONS,
        transform=f"translate({centre.x:g} {centre.y:g}) scale({looks.size:g})",
        fill=looks.colour,
        fill_opacity="0.14",
        stroke=looks.colour,
        stroke_width=f"{1.5 / looks.size:.3f}",
        stroke_opacity="0.8",
        stroke_linejoin="round",
    )


def _adornment(centre: Vertex, looks: PlaceKind) -> str:
    turn = f"translate({centre.x:g} {centre.y:g}) scale({looks.size / 5:g})"
    return element("g", SIGNS[looks.form], transform=turn, fill=looks.colour, stroke=looks.colour)


def regions(layout: Layout, style: Style) -> list[str]:
    """Names of landscapes, letter-spaced, turned along those that are long and narrow."""
    if not style.regions.shown:
        return []
    drawn = []
    for name, nodes in layout.board.regions.items():
        if any(name.startswith(hidden) for hidden in style.regions.hide):
            continue
        here = sorted(node for node in nodes if node in layout.shown and not layout.board.is_area(node))
        if len(here) >= style.regions.smallest:
            drawn.append(_region(layout, style, style.regions.names.get(name, name), here))
    return [
        group(
            drawn,
            text_anchor="middle",
            font_style="italic",
            fill=style.paper.regions,
            fill_opacity="0.62",
        )
    ]


def _region(layout: Layout, style: Style, name: str, nodes: list[int]) -> str:
    centres = [layout.centre(node) for node in nodes]
    middle = vertex(
        sum(centre.x for centre in centres) / len(nodes), sum(centre.y for centre in centres) / len(nodes)
    )
    angle, long, narrow = _axes(centres, middle)
    turned = long > _ELONGATED * narrow and abs(angle) <= 72
    reach = 4 * long + HEX if turned else 4 * max(abs(math.cos(math.radians(angle))) * long, narrow) + HEX
    spacing = 0.16
    natural = width_of(name, 1.0) + spacing * len(name)
    size = max(11.0, min(style.regions.text, 0.9 * reach / natural))
    spot = middle if turned else _free_spot(layout, nodes, middle)
    if not turned:
        # A name may not run over the edge of a cut-out.
        room = max(0.0, (layout.right - layout.left - natural * size) / 2)
        middle_of_map = (layout.left + layout.right) / 2
        spot = vertex(max(middle_of_map - room, min(middle_of_map + room, spot.x)), spot.y)
    turn = f"rotate({angle:.0f} {spot.x:g} {spot.y:g})" if turned and abs(angle) > 8 else None
    return words(
        spot.x,
        spot.y + 0.35 * size,
        name,
        font_size=round(size, 1),
        letter_spacing=round(spacing * size, 1),
        transform=turn,
    )


def _axes(points: list[Vertex], middle: Vertex) -> tuple[float, float, float]:
    """Direction of the longer axis in degrees, and the spread along and across it."""
    xx = sum((point.x - middle.x) ** 2 for point in points) / len(points)
    yy = sum((point.y - middle.y) ** 2 for point in points) / len(points)
    xy = sum((point.x - middle.x) * (point.y - middle.y) for point in points) / len(points)
    half, gap = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    angle = math.degrees(0.5 * math.atan2(2 * xy, xx - yy))
    return angle, math.sqrt(half + gap), math.sqrt(max(0.0, half - gap)) or 1.0


def _free_spot(layout: Layout, nodes: list[int], middle: Vertex) -> Vertex:
    """A hex near the middle that holds no named place; between two rows if there is none."""
    free = [layout.centre(node) for node in nodes if not layout.board.places_at(node)]
    if not free:
        return vertex(middle.x, middle.y + 0.5 * HEX)
    return min(free, key=lambda spot: (math.hypot(spot.x - middle.x, spot.y - middle.y), spot))
