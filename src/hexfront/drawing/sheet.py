"""The printed map by itself, as a browser lays it under its own counters.

`ground_svg` is the map without anything that moves, its parts in groups that can be switched on and off;
`places_of` says where every hex and box lies on it. Both count from the upper left corner of the map.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable

import msgspec

from hexfront.drawing import boxes, ground, names
from hexfront.drawing.layout import MARGIN, SIDE, Layout
from hexfront.drawing.legend import marks_at
from hexfront.drawing.style import Style
from hexfront.drawing.svg import FAMILIES, element, number
from hexfront.drawing.symbols import SYMBOLS, symbol_definitions
from hexfront.kernel.board import Board
from hexfront.kernel.grid import DIRECTIONS


class SheetHex(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex or box of the map: where its centre lies, and what is printed on it."""

    label: str
    x: float
    y: float
    name: str = ""
    terrain: str = ""
    country: str = ""
    corners: tuple[tuple[float, float], ...] = ()  # of a box; hexes are all alike
    box: bool = False
    marks: tuple[str, ...] = ()  # what is drawn in it and along its sides, in the words of the legend


class Sheet(msgspec.Struct, frozen=True):
    """The measures of a map."""

    size: tuple[float, float]
    hex: float  # from the centre of a hex to a corner
    hexes: tuple[SheetHex, ...]
    neighbours: dict[str, tuple[str, ...]]  # clockwise from the first direction; "" off the map


def ground_svg(board: Board, style: Style) -> str:
    """The map as the text of an SVG file, with a group for each layer."""
    layout = Layout(board, style=style)
    terrain = ground.Terrain(layout, style)
    tint, border = ground.borders(layout, style)
    fortified: set[int] = set()
    layers: dict[str, Iterable[str]] = {
        "terrain": terrain.draw(),
        "boxes": boxes.boxes(layout, style),
        "tints": [*ground.shades(layout, style), *ground.ribbons(layout, style), tint],
        "grid": ground.grid(layout, style),
        "courses": ground.courses(layout, style),
        "borders": [border],
        "tracks": ground.tracks(layout, style),
        "regions": names.regions(layout, style),
        "numbers": ground.hex_numbers(layout, style),
        "places": names.places(layout, style, set(), fortified),
    }
    wide, high = _size(layout)
    # As attributes, not as a style sheet, which a page with a strict content policy would not apply.
    halo = (
        f'fill="none" stroke="{style.paper.halo}" stroke-width="3.2" stroke-linejoin="round" '
        'stroke-opacity="0.82"'
    )
    groups = [
        f'<g data-layer="{name}">{"".join(part for part in parts if part)}</g>'
        for name, parts in layers.items()
    ]
    move = f"translate({number(MARGIN - layout.left)} {number(MARGIN - layout.top)})"
    inside = [
        element("defs", "".join(terrain.definitions())),
        element("rect", width=wide, height=high, fill=style.paper.background, data_layer="paper"),
        element("g", "\n".join(groups).replace('class="halo"', halo), transform=move),
    ]
    return element(
        "svg",
        "\n".join(inside),
        xmlns="http://www.w3.org/2000/svg",
        width=wide,
        height=high,
        viewBox=f"0 0 {number(wide)} {number(high)}",
        font_family=FAMILIES,
    )


def symbols_svg() -> str:
    """All unit symbols, each under an id of its own, for use by other drawings."""
    return element(
        "svg", "\n".join(symbol_definitions(SYMBOLS)), xmlns="http://www.w3.org/2000/svg", width=0, height=0
    )


def _size(layout: Layout) -> tuple[float, float]:
    return layout.right - layout.left + 2 * MARGIN, layout.bottom - layout.top + 2 * MARGIN


def sheet_of(board: Board, style: Style) -> Sheet:
    """Where everything lies on a map."""
    layout = Layout(board, style=style)
    left, top = layout.left - MARGIN, layout.top - MARGIN
    hexes = []
    neighbours = {}
    for node in [*layout.hexes, *layout.areas]:
        label = board.label(node)
        centre = layout.centre(node)
        box = board.is_area(node)
        corners = tuple((_near(each.x - left), _near(each.y - top)) for each in layout.corners(node))
        hexes.append(
            SheetHex(
                label,
                _near(centre.x - left),
                _near(centre.y - top),
                board.name_of(node),
                _terrain(board, node),
                board.country[node],
                corners if box else (),
                box,
                marks_at(board, style, node),
            )
        )
        if not box:
            beside = (layout.beside(node, direction) for direction in DIRECTIONS)
            neighbours[label] = tuple("" if each is None else board.label(each) for each in beside)
    wide, high = _size(layout)
    return Sheet((_near(wide), _near(high)), _near(SIDE), tuple(hexes), neighbours)


def _near(value: float) -> float:
    return round(value, 2)


def _terrain(board: Board, node: int) -> str:
    """A hex's terrain; of an ordinary hex with terrain on its hexsides, all of that, the commonest first."""
    own = board.terrain[node]
    ordinary = not own or (own,) == board.vocabulary.hex_terrain[:1]
    tally = Tally(side.terrain for side in board.sides_of[node] if side.terrain)
    return ", ".join(word for word, _ in tally.most_common()) if tally and ordinary else own
