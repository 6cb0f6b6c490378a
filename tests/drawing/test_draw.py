"""Whole pictures as SVG."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest

from hexfront.drawing import Counter, Highlight, Marker, Picture, draw_svg, standard_legend
from tests.drawing.boards import GOLDEN, STYLE, hex_board, tiny_board, tiny_picture

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_a_tiny_picture_is_drawn_as_it_always_was() -> None:
    assert draw_svg(tiny_picture()) == (GOLDEN / "tiny.svg").read_text(encoding="utf-8")


def test_names_are_escaped() -> None:
    svg = draw_svg(Picture(board=tiny_board(), style=STYLE, caption='<b> & "quotes"', turn="</svg>"))
    assert "Saint-Dié & <Ville>" in texts(svg)
    assert "</svg>" in texts(svg)
    assert ET.fromstring(svg).findtext(f"{SVG}title") == '<b> & "quotes"'


def test_everything_used_is_defined() -> None:
    svg = draw_svg(tiny_picture())
    root = ET.fromstring(svg)
    defined = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(defined) == len(set(defined))
    used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert used <= set(defined)
    assert {"ground-woods", "pattern-woods", "symbol-infantry", "course-river", "border"} <= used


def test_a_cut_out_holds_nothing_from_elsewhere() -> None:
    board = tiny_board(7, 7)
    far, near = board["0101"], board["0505"]
    svg = draw_svg(
        Picture(
            board=board,
            style=STYLE,
            counters=[Counter(far, "red", strength="77"), Counter(near, "red", strength="5")],
            markers=[Marker(far, "dump", "66"), Marker(near, "dump", "4")],
            overlays=[Highlight(far, "far"), Highlight(near, "near")],
            around=near,
            radius=1,
        )
    )
    found = texts(svg)
    assert {"5", "4", "near", "0505", "0504"} <= set(found)
    assert not {"77", "66", "far", "0101", "0503", "Köln"} & set(found)
    whole = draw_svg(Picture(board=board, style=STYLE))
    assert {"0101", "0707", "Köln"} <= set(texts(whole))
    assert len(svg) < len(whole) / 2


def test_scale_is_pixels_per_hex() -> None:
    small, large = (
        ET.fromstring(draw_svg(Picture(board=tiny_board(), style=STYLE, scale=scale))) for scale in (40, 80)
    )
    assert small.get("viewBox") == large.get("viewBox")
    assert int(large.get("width") or 0) == pytest.approx(2 * int(small.get("width") or 0), abs=1)
    assert float((large.get("viewBox") or "").split()[3]) * 0.8 == pytest.approx(
        int(large.get("height") or 0), abs=1
    )


def test_small_pictures_leave_the_hex_numbers_out() -> None:
    board = tiny_board()
    assert "0303" not in texts(draw_svg(Picture(board=board, style=STYLE, scale=20)))
    assert "0303" not in texts(draw_svg(Picture(board=board, style=STYLE, numbers=False)))
    assert "0303" in texts(draw_svg(Picture(board=board, style=STYLE, scale=60)))


def test_terrain_of_a_hexside_fills_both_wedges() -> None:
    """Only the hexsides of 0101 are sea; each must reach from the centre of 0101 into its neighbours."""
    board = tiny_board()
    svg = draw_svg(Picture(board=board, style=STYLE))
    sea = next(
        element for element in ET.fromstring(svg).iter(f"{SVG}path") if element.get("id") == "ground-sea"
    )
    ys = [float(y) for y in re.findall(r"[-\d.]+ ([-\d.]+)", sea.get("d") or "")]
    assert max(ys) > 100  # beyond the lower edge of 0101, which is one hex high


def test_terrain_of_a_hex_fills_the_hex() -> None:
    svg = draw_svg(Picture(board=hex_board(), style=STYLE))
    ids = {element.get("id") for element in ET.fromstring(svg).iter()}
    assert {"ground-woods", "ground-clear", "ground-sea"} <= ids


def test_boxes_off_the_map_hold_their_counters_side_by_side() -> None:
    board = hex_board()
    node = board["reserve"]
    svg = draw_svg(
        Picture(board=board, style=STYLE, counters=[Counter(node, "red", strength=str(n)) for n in (1, 2, 3)])
    )
    assert {"Reserve", "Homeland", "1", "2", "3"} <= set(texts(svg))


def test_a_box_alone_can_be_shown() -> None:
    board = hex_board()
    found = texts(draw_svg(Picture(board=board, style=STYLE, around=board["reserve"])))
    assert "Reserve" in found
    assert "Homeland" not in found


def test_an_unknown_word_is_drawn_plainly() -> None:
    picture = Picture(
        board=tiny_board(),
        counters=[Counter(0, "nobody", "mystery", states=("dazed",))],
        markers=[Marker(0, "mystery", "?!")],
    )
    found = texts(draw_svg(picture))
    assert "?!" in found
    assert "D" in found


@pytest.mark.parametrize("panel", ["right", "bottom", "none"])
def test_the_panel_stands_where_it_is_wanted(panel: str) -> None:
    board = tiny_board()
    picture = Picture(board=board, style=STYLE, caption="Here", legend=standard_legend(board, STYLE))
    with_panel = ET.fromstring(draw_svg(msgspec.structs.replace(picture, panel=panel)))
    plain = ET.fromstring(draw_svg(Picture(board=board, style=STYLE)))
    more = {way: int(with_panel.get(way) or 0) - int(plain.get(way) or 0) for way in ("width", "height")}
    captions = [element.text for element in with_panel.iter(f"{SVG}text") if element.text == "Here"]
    assert len(captions) == (0 if panel == "none" else 1)
    if panel == "none":
        assert more == {"width": 0, "height": 0}
    else:
        assert more["width" if panel == "right" else "height"] > 100


def test_fonts_can_travel_inside_the_file() -> None:
    picture = Picture(board=tiny_board(), style=STYLE)
    svg = draw_svg(picture, embed_fonts=True)
    assert svg.count("@font-face") == 3
    assert "@font-face" not in draw_svg(picture)


def test_the_same_picture_gives_the_same_text_in_every_process() -> None:
    script = "from tests.drawing.boards import *; import sys; sys.stdout.write(draw_svg(tiny_picture()))"
    golden = (GOLDEN / "tiny.svg").read_text(encoding="utf-8")
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        )
        assert ran.stdout.decode("utf-8") == golden


def test_notebooks_show_the_picture() -> None:
    picture = tiny_picture()
    assert picture._repr_svg_() == draw_svg(picture, embed_fonts=True)
