"""PNG and PDF, and what is said when their writers are not installed."""

from __future__ import annotations

import ctypes.util
import struct
import sys
from pathlib import Path

import pytest

from hexfront.drawing import DrawingError, Picture, draw_svg, to_pdf, to_png, write
from hexfront.drawing.convert import fonts
from hexfront.kernel.errors import HexfrontError
from tests.drawing.boards import STYLE, tiny_board, tiny_picture


def test_a_png_has_the_size_of_the_drawing_and_text_in_our_font() -> None:
    pytest.importorskip("resvg_py")
    svg = draw_svg(tiny_picture())
    data = to_png(svg)
    assert data.startswith(b"\x89PNG")
    wide, high = struct.unpack(">II", data[16:24])
    assert f'width="{wide}" height="{high}"' in svg
    # Text that found no font would leave no trace at all.
    bare = to_png(svg.replace("<text", "<desc").replace("</text>", "</desc>"))
    assert len(data) > 1.1 * len(bare)


def test_a_pdf_carries_our_fonts() -> None:
    pytest.importorskip("cairosvg")
    data = to_pdf(draw_svg(tiny_picture()))
    assert data.startswith(b"%PDF")
    assert len(data) > 5000
    if ctypes.util.find_library("fontconfig"):
        assert b"HexfrontSans-Regular" in data
        assert b"HexfrontSans-Bold" in data


@pytest.mark.parametrize(("convert", "module"), [(to_png, "resvg_py"), (to_pdf, "cairosvg")])
def test_a_missing_writer_is_named_with_the_way_to_get_it(
    convert: object, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert callable(convert)
    with pytest.raises(DrawingError, match=r'pip install "hexfront\[draw\]"') as raised:
        convert("<svg/>")
    assert module.replace("_", "-") in str(raised.value)
    assert isinstance(raised.value, HexfrontError)


@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.PDF", b"%PDF")])
def test_the_ending_of_a_name_says_what_is_written(name: str, start: bytes, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("cairosvg")
    write(Picture(board=tiny_board(), style=STYLE), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DrawingError, match=r"\.svg, \.png, \.pdf"):
        write(Picture(board=tiny_board()), tmp_path / "a.gif")
    assert not list(tmp_path.iterdir())


def test_the_fonts_are_shipped_with_their_licence() -> None:
    assert len(fonts()) == 3
    licence = fonts()[0].parent / "OFL.txt"
    assert "SIL OPEN FONT LICENSE" in licence.read_text(encoding="utf-8")
