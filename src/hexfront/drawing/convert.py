"""SVG text to PNG and PDF, with our own fonts. Both writers are extras that need not be installed."""

from __future__ import annotations

import ctypes
import ctypes.util
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from hexfront.drawing.draw import draw_svg
from hexfront.drawing.picture import Picture
from hexfront.drawing.svg import FONT
from hexfront.kernel.errors import HexfrontError

FORMATS = (".svg", ".png", ".pdf")


class DrawingError(HexfrontError):
    """A picture cannot be written as asked."""


def fonts() -> list[Path]:
    """The font files we ship."""
    with as_file(files("hexfront.drawing") / "fonts") as folder:
        return sorted(folder.glob("*.ttf"))


def to_png(svg: str) -> bytes:
    """A drawing as PNG; DrawingError if the PNG writer is not installed."""
    try:
        import resvg_py
    except ImportError as missing:
        raise DrawingError(_advice("PNG", "resvg-py")) from missing
    data = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[str(font) for font in fonts()],
        font_family=FONT,
        sans_serif_family=FONT,
    )
    return bytes(data)


def to_pdf(svg: str) -> bytes:
    """A drawing as PDF of vectors; DrawingError if the PDF writer or the cairo library is missing."""
    try:
        import cairosvg
    except ImportError as missing:
        raise DrawingError(_advice("PDF", "cairosvg")) from missing
    except OSError as missing:
        raise DrawingError(
            "A PDF needs the cairo library, which is not installed (Debian: apt install libcairo2)."
        ) from missing
    offer_fonts()
    data = cairosvg.svg2pdf(bytestring=svg.encode())
    assert isinstance(data, bytes)
    return data


def write(picture: Picture, path: Path) -> None:
    """A picture as a file; its ending says whether SVG, PNG or PDF."""
    ending = path.suffix.lower()
    if ending not in FORMATS:
        known = ", ".join(FORMATS)
        raise DrawingError(f'A picture cannot be written as "{path.name}": the name must end in {known}.')
    if ending == ".svg":
        path.write_text(draw_svg(picture, embed_fonts=True), encoding="utf-8")
    else:
        path.write_bytes((to_png if ending == ".png" else to_pdf)(draw_svg(picture)))


def _advice(what: str, package: str) -> str:
    return f'{what} pictures need the package {package}: pip install "hexfront[draw]". SVG needs nothing.'


@cache
def offer_fonts() -> None:
    """Tell fontconfig, which cairo asks, about our fonts; without it a PDF uses the fonts of the machine."""
    name = ctypes.util.find_library("fontconfig")
    if name is None:
        return
    library = ctypes.CDLL(name)
    library.FcConfigAppFontAddFile.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    for font in fonts():
        library.FcConfigAppFontAddFile(None, str(font).encode())
