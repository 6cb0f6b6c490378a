"""Pictures of boards and positions: SVG, PNG, PDF and plain characters.

Give a `Picture` (plain data: a board, a style, counters, markers, overlays) to `draw_svg` or `write`.
Nothing here knows any title; a title's looks stand in its ``drawing.toml``.
"""

from hexfront.drawing.characters import text_map
from hexfront.drawing.convert import DrawingError, to_pdf, to_png, write
from hexfront.drawing.draw import draw_svg
from hexfront.drawing.picture import (
    Counter,
    Highlight,
    LegendEntry,
    Line,
    Marker,
    NetworkTint,
    Overlay,
    Picture,
    Zone,
    standard_legend,
)
from hexfront.drawing.style import Style, missing
from hexfront.drawing.stylefiles import load_style, read_style
from hexfront.drawing.symbols import definitions

__all__ = [
    "Counter",
    "DrawingError",
    "Highlight",
    "LegendEntry",
    "Line",
    "Marker",
    "NetworkTint",
    "Overlay",
    "Picture",
    "Style",
    "Zone",
    "definitions",
    "draw_svg",
    "load_style",
    "missing",
    "read_style",
    "standard_legend",
    "text_map",
    "to_pdf",
    "to_png",
    "write",
]
