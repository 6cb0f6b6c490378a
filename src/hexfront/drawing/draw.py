"""A picture as SVG text: the layers one over the other, from the paper to the panel."""

from __future__ import annotations

import base64
from importlib.resources import files

from hexfront.drawing import boxes, ground, names, overlays, pieces
from hexfront.drawing.layout import MARGIN, Layout
from hexfront.drawing.panel import panel
from hexfront.drawing.picture import Picture
from hexfront.drawing.svg import FAMILIES, FONT, HEX, element, group, number
from hexfront.drawing.symbols import (
    PATTERNS,
    identifier,
    pattern_definition,
    symbol_definitions,
    symbol_name,
)

NUMBERS_FROM = 30.0  # pixels per hex below which hex numbers cannot be read
_FACES = (("Regular", "normal", "normal"), ("Bold", "bold", "normal"), ("Italic", "normal", "italic"))


def draw_svg(picture: Picture, embed_fonts: bool = False) -> str:
    """A picture as the text of an SVG file.

    With ``embed_fonts`` the file carries our fonts and looks the same in any browser; it grows by 140 kB.
    """
    style = picture.style
    layout = Layout(picture.board, picture.around, picture.radius, style, picture.part)
    terrain = ground.Terrain(layout, style)
    occupied = {piece.node for piece in picture.counters}
    fortresses = {mark.node for mark in picture.markers if style.marker(mark.kind).form == "fortress"}
    tint, border = ground.borders(layout, style)
    layers = [
        group(terrain.draw()),
        *boxes.boxes(layout, style),
        *ground.shades(layout, style),
        *ground.ribbons(layout, style),
        tint,
        *ground.grid(layout, style),
        *ground.courses(layout, style),
        border,
        *ground.tracks(layout, style),
        *(names.regions(layout, style) if picture.names else ()),
        *overlays.below(layout, picture.overlays),
        *(ground.hex_numbers(layout, style) if picture.numbers and picture.scale >= NUMBERS_FROM else ()),
        *pieces.markers_below(layout, style, picture.markers),
        *(names.places(layout, style, occupied, fortresses) if picture.names else ()),
        *pieces.stacks(layout, style, picture.counters),
        *(names.occupied_places(layout, style, occupied) if picture.names else ()),
        *pieces.markers_above(layout, style, picture.markers),
        *overlays.above(layout, picture.overlays),
    ]
    defined = [*terrain.definitions(), *overlays.hatch_definitions(picture.overlays)]
    defined += _legend_patterns(picture, terrain.words)
    defined += symbol_definitions(_symbols(picture))
    return _document(picture, layout, defined, layers, embed_fonts)


def _symbols(picture: Picture) -> set[str]:
    drawn = {symbol_name(piece.symbol, picture.style) for piece in picture.counters}
    for entry in picture.legend:
        drawn.add(
            {"symbol": symbol_name(entry.word, picture.style), "state": "infantry"}.get(entry.of, "unit")
        )
    return drawn


def _legend_patterns(picture: Picture, drawn: list[str]) -> list[str]:
    """Patterns of terrains that stand in the legend but not on the shown part of the map."""
    found = []
    for entry in picture.legend:
        looks = picture.style.ground(entry.word)
        if entry.of == "terrain" and entry.word not in drawn and looks.pattern in PATTERNS:
            found.append(pattern_definition(looks, identifier("pattern", entry.word)))
    return found


def _document(
    picture: Picture, layout: Layout, defined: list[str], layers: list[str], embed_fonts: bool
) -> str:
    left, top = layout.left - MARGIN, layout.top - MARGIN
    wide, high = layout.right - layout.left + 2 * MARGIN, layout.bottom - layout.top + 2 * MARGIN
    # Beside a large map seen as a whole the panel would be too small to read in the units of the map.
    beside = panel(picture, (wide, high), max(1.0, 60.0 / picture.scale, high / 1900.0))
    whole_wide, whole_high = wide, high
    if beside is not None:
        place = (left + wide, top) if picture.panel == "right" else (left, top + high)
        layers.append(
            element("g", beside.content, transform=f"translate({number(place[0])} {number(place[1])})")
        )
        if picture.panel == "right":
            whole_wide, whole_high = wide + beside.width, max(high, beside.height)
        else:
            whole_wide, whole_high = max(wide, beside.width), high + beside.height
    pixels = picture.scale / HEX
    sheet = element(
        "rect", x=left, y=top, width=whole_wide, height=whole_high, fill=picture.style.paper.background
    )
    halo = picture.style.paper.halo
    rules = [
        ".shade{fill:#000;fill-opacity:.26}",
        f".halo{{fill:none;stroke:{halo};stroke-width:3.2;stroke-linejoin:round;stroke-opacity:.82}}",
    ]
    if embed_fonts:
        rules += font_faces()
    title = element("title", _plain(picture.caption or picture.board.name))
    inside = [
        title,
        element("style", "".join(rules)),
        element("defs", "\n" + "\n".join(defined) + "\n"),
        sheet,
        *(layer for layer in layers if layer),
    ]
    return (
        element(
            "svg",
            "\n" + "\n".join(inside) + "\n",
            xmlns="http://www.w3.org/2000/svg",
            width=round(whole_wide * pixels),
            height=round(whole_high * pixels),
            viewBox=" ".join(number(value) for value in (left, top, whole_wide, whole_high)),
            font_family=FAMILIES,
        )
        + "\n"
    )


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def font_faces() -> list[str]:
    """Our fonts as rules of a style sheet, the files inside."""
    rules = []
    for face, weight, slant in _FACES:
        data = (files("hexfront.drawing") / "fonts" / f"HexfrontSans-{face}.ttf").read_bytes()
        text = base64.b64encode(data).decode()
        rules.append(
            f"@font-face{{font-family:'{FONT}';font-weight:{weight};font-style:{slant};"
            f"src:url(data:font/ttf;base64,{text})}}"
        )
    return rules
