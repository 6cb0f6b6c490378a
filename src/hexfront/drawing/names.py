"""Names on the map: places with their signs, regions across their landscape."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from msgspec.structs import replace

from hexfront.drawing.layout import Layout
from hexfront.drawing.outline import Vertex, vertex
from hexfront.drawing.style import PlaceKind, Style
from hexfront.drawing.svg import HEX, element, group, mixed, width_of, words
from hexfront.drawing.symbols import BASTIONS, SIGNS
from hexfront.kernel.board import Place

# Where the first, second, third and fourth place of a hex stand, and on which side their names are.
_SPOTS = ((0.0, 0.02, "below"), (0.2, -0.2, "above"), (-0.24, 0.2, "below"), (0.24, 0.24, "below"))
_SPACING = 0.16  # between the letters of the name of a region, as a part of their height
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
            signs += _figures(here, stars[0], centre.x + 0.8 * stars[0].size, centre.y - 0.62 * stars[0].size)
        row = [sign for sign in adornments if sign.form in SIGNS]
        for at, sign in enumerate(row):
            spot = vertex(centre.x + (at - (len(row) - 1) / 2) * 14, centre.y - 0.28 * HEX)
            signs.append(_adornment(spot, sign))
            signs += _figures(here, sign, spot.x + 1.2 * sign.size, spot.y + 0.5 * sign.size)
        if node in occupied:
            continue
        for place, (right, down, side) in zip(here, _SPOTS, strict=False):
            looks = style.place(place.kinds)
            spot = vertex(centre.x + right * HEX, centre.y + down * HEX)
            signs.append(place_sign(spot, looks))
            distance = looks.size + 0.78 * looks.text
            y = spot.y + distance if side == "below" else spot.y - looks.size - 3.5
            if any(star.figure for star in stars) and place is here[0]:
                y = max(y, centre.y + 0.9 * stars[0].size + 0.62 * looks.text)
            names.append(_name(spot.x, y, place.name, looks))
    return [group(signs), group(names, text_anchor="middle")]


def _figures(here: list[Place], sign: PlaceKind, x: float, y: float) -> list[str]:
    """The figure that belongs to a sign, if the style wants it written."""
    counts = [place.figures[sign.figure] for place in here if sign.figure in place.figures]
    if not counts:
        return []
    text = str(counts[0])
    halo = words(x, y, text, font_size=14, font_weight="bold", class_="halo")
    return [halo, words(x, y, text, font_size=14, font_weight="bold", fill=sign.colour)]


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
    """Names of countries and landscapes, letter-spaced, turned along those that are long and narrow."""
    taken: list[_Box] = []
    return [*_countries(layout, style, taken), *_landscapes(layout, style, taken)]


class _Box(NamedTuple):
    """What a name covers."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def _countries(layout: Layout, style: Style, taken: list[_Box]) -> list[str]:
    """The names of countries in capitals, over the hex the style names or amidst the largest piece."""
    drawn = []
    for key, looks in style.countries.items():
        nodes = [node for node in layout.hexes if layout.board.country[node] == key]
        if not looks.name or len(nodes) < style.regions.smallest:
            continue
        if looks.at and layout.board.index.get(looks.at) not in layout.shown:
            continue
        centres = [layout.centre(node) for node in _largest_piece(layout, nodes)]
        spot = layout.centre(layout.board[looks.at]) if looks.at else _middle(centres)
        wide = (width_of(looks.name.upper(), 1.0) + _SPACING * len(looks.name)) * looks.text
        spot = _inside(layout, spot, wide)
        colour = mixed(looks.colour, style.paper.ink, 0.45)
        drawn.append(_spread(spot, looks.name.upper(), looks.text, taken, fill=colour))
    return [group(drawn, text_anchor="middle", font_weight="bold", fill_opacity="0.5")] if drawn else []


def _landscapes(layout: Layout, style: Style, taken: list[_Box]) -> list[str]:
    if not style.regions.shown:
        return []
    drawn = []
    for name, nodes in layout.board.regions.items():
        if any(name.startswith(hidden) for hidden in style.regions.hide):
            continue
        here = sorted(node for node in nodes if node in layout.shown and not layout.board.is_area(node))
        if len(here) >= style.regions.smallest:
            wet = all(style.ground(layout.board.terrain[node]).water for node in here)
            water = style.ground(layout.board.terrain[here[0]]).colour
            text = style.regions.texts.get(name, style.regions.text)
            label = style.regions.names.get(name, name)
            colour = mixed(water, "#12324a", 0.75) if wet else None
            may_turn = name not in style.regions.level
            drawn.append(_region(layout, text, label, here, taken, colour=colour, may_turn=may_turn))
    return [
        group(
            drawn,
            text_anchor="middle",
            font_style="italic",
            fill=style.paper.regions,
            fill_opacity="0.62",
        )
    ]


def _largest_piece(layout: Layout, nodes: list[int]) -> list[int]:
    left = set(nodes)
    best: list[int] = []
    while left:
        piece = [min(left)]
        left.discard(piece[0])
        for node in piece:
            for other in layout.board.adjacent[node]:
                if other in left:
                    left.discard(other)
                    piece.append(other)
        best = max(best, piece, key=len)
    return sorted(best)


def _middle(centres: list[Vertex]) -> Vertex:
    count = len(centres)
    return vertex(sum(centre.x for centre in centres) / count, sum(centre.y for centre in centres) / count)


def _inside(layout: Layout, spot: Vertex, wide: float) -> Vertex:
    """A name may not run over the edge of a cut-out."""
    room = max(0.0, (layout.right - layout.left - wide) / 2)
    middle_of_map = (layout.left + layout.right) / 2
    return vertex(max(middle_of_map - room, min(middle_of_map + room, spot.x)), spot.y)


def _covered(spot: Vertex, name: str, size: float) -> _Box:
    wide = (width_of(name, 1.0) + _SPACING * len(name)) * size
    return _Box(spot.x - wide / 2, spot.y - 0.5 * size, spot.x + wide / 2, spot.y + 0.5 * size)


def _spread(
    spot: Vertex,
    name: str,
    size: float,
    taken: list[_Box],
    *,
    turn: str | None = None,
    fill: str | None = None,
) -> str:
    """A letter-spaced name about a spot, which it takes."""
    taken.append(_covered(spot, name, size))
    return words(
        spot.x,
        spot.y + 0.35 * size,
        name,
        font_size=round(size, 1),
        letter_spacing=round(_SPACING * size, 1),
        transform=turn,
        fill=fill,
    )


def _region(
    layout: Layout,
    text: float,
    name: str,
    nodes: list[int],
    taken: list[_Box],
    *,
    colour: str | None,
    may_turn: bool,
) -> str:
    centres = [layout.centre(node) for node in nodes]
    middle = _middle(centres)
    angle, long, narrow = _axes(centres, middle)
    turned = may_turn and long > _ELONGATED * narrow and abs(angle) <= 72
    reach = 4 * long + HEX if turned else 4 * max(abs(math.cos(math.radians(angle))) * long, narrow) + HEX
    natural = width_of(name, 1.0) + _SPACING * len(name)
    size = max(11.0, min(text, 0.9 * reach / natural))
    if turned:
        turn = f"rotate({angle:.0f} {middle.x:g} {middle.y:g})" if abs(angle) > 8 else None
        return _spread(middle, name, size, taken, turn=turn, fill=colour)
    spots = [_inside(layout, spot, natural * size) for spot in _free_spots(layout, nodes, middle)]
    clear = (spot for spot in spots if not any(_covered(spot, name, size).meets(each) for each in taken))
    return _spread(next(clear, spots[0]), name, size, taken, fill=colour)


def _axes(points: list[Vertex], middle: Vertex) -> tuple[float, float, float]:
    """Direction of the longer axis in degrees, and the spread along and across it."""
    xx = sum((point.x - middle.x) ** 2 for point in points) / len(points)
    yy = sum((point.y - middle.y) ** 2 for point in points) / len(points)
    xy = sum((point.x - middle.x) * (point.y - middle.y) for point in points) / len(points)
    half, gap = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    angle = math.degrees(0.5 * math.atan2(2 * xy, xx - yy))
    return angle, math.sqrt(half + gap), math.sqrt(max(0.0, half - gap)) or 1.0


def _free_spots(layout: Layout, nodes: list[int], middle: Vertex) -> list[Vertex]:
    """Hexes that hold no named place, nearest the middle first; between two rows if there is none."""
    free = [layout.centre(node) for node in nodes if not layout.board.places_at(node)]
    if not free:
        return [vertex(middle.x, middle.y + 0.5 * HEX)]
    return sorted(free, key=lambda spot: (math.hypot(spot.x - middle.x, spot.y - middle.y), spot))
