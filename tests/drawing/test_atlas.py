"""What a map of half a continent needs besides terrain: veils, ribbons, names of countries, a world map."""

from __future__ import annotations

import re

from msgspec.structs import replace

from hexfront.drawing import Picture, Style, draw_svg, standard_legend
from hexfront.drawing.layout import AREAS, Layout
from hexfront.drawing.sheet import ground_svg, sheet_of
from hexfront.drawing.style import Box, Country, Course, Ground, Inset, PlaceKind, Regions, Shade
from hexfront.drawing.svg import HEX
from hexfront.kernel.board import (
    AreaRow,
    Board,
    BoardRows,
    HexRow,
    PlaceRow,
    RegionRow,
    Sheet,
    SideRow,
    Vocabulary,
)
from hexfront.kernel.grid import Grid
from tests.drawing.boards import build

STYLE = Style(
    terrain={"sea": Ground("#a9c6d6", water=True), "clear": Ground("#eee7cf")},
    features={
        "river": Course("#5f95bb", 5.0),
        "inlet": Course("#a9c6d6", 12.0, casing="#4c6b80", water=True),
    },
    shades={"zone": Shade("#7a6a8f", 0.1, 3.0, "Zone")},
    countries={
        "west": Country("#c0504d", "West", 30.0, at="0103"),
        "east": Country("#4f73b5"),
    },
    inset=Inset((0.0, 6.0), (6.0, 3.0), "The World", outlines=("1 1|2 1|2 2",), routes=("1 1|4 2",)),
    boxes={"colony": Box((1.5, 7.5), (2.0, 1.0)), "ocean": Box((4.0, 7.5), bare=True)},
    figures={"centres": "factory", "ports": "anchor"},
    places={
        "city": PlaceKind("ring", 5.0, 15.0),
        "base": PlaceKind("anchor", 9.0),
        "port": PlaceKind("harbour", 5.0, unless="base"),
        "fort": PlaceKind("star", 25.0, 0.0, figure="fort"),
        "grain": PlaceKind("wheat", 9.0, 12.0),
    },
)


def atlas() -> Board:
    grid = Grid("atlas", (1, 6), (1, 5), "odd")
    hexes = [
        HexRow(
            grid.number(cell),
            "sea" if cell.row == 1 else "clear",
            "" if cell.row == 1 else "west" if cell.column < 4 else "east",
            features=("zone",) if cell.column == 2 and cell.row > 1 else (),
        )
        for cell in grid
    ]
    words = Vocabulary(
        hex_terrain=("sea", "clear"),
        hex_features=("zone",),
        side_features=("river", "inlet"),
        place_kinds=("city", "base", "port", "fort", "grain"),
        countries=("", "west", "east"),
        area_kinds=("land", "sea"),
        figures=("fort", "centres", "ports"),
    )
    sheet = Sheet("reconstructed", "A board for tests.", "Atlas", (grid,), words)
    sides = [SideRow("0303", "0403", features=("inlet",))]
    places = [
        PlaceRow("0202", "Base", ("city", "base", "port")),
        PlaceRow("0502", "Port", ("city", "port")),
        PlaceRow("0304", "Fort", ("city", "fort"), ("fort 7",)),
        PlaceRow("0504", "Field", ("grain",)),
    ]
    regions = [RegionRow("North", ("0101", "0201")), RegionRow("Plain", ("0103", "0203", "0303"))]
    areas = [
        AreaRow("colony", "Colony", "east", ("land",), ("centres 3", "ports 1")),
        AreaRow("ocean", "Ocean", "", ("sea",)),
        AreaRow("limbo", "Limbo", "", ("sea",)),
    ]
    return build(BoardRows(sheet, hexes, sides, places, regions, areas))


def drawn(style: Style = STYLE, **more: object) -> str:
    return draw_svg(replace(Picture(board=atlas(), style=style, panel="none"), **more))


def texts(svg: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", svg)


def test_hexes_with_a_shaded_feature_lie_under_a_veil() -> None:
    assert 'fill="#7a6a8f" fill-opacity="0.1"' in drawn()
    assert "#7a6a8f" not in drawn(replace(STYLE, shades={}))


def test_a_veil_stands_in_the_legend() -> None:
    entries = standard_legend(atlas(), STYLE)
    assert [entry.word for entry in entries if entry.of == "shade"] == ["zone"]
    assert "Zone" in texts(drawn(legend=entries, panel="right"))


def test_each_country_has_a_ribbon_within_its_border() -> None:
    svg = drawn()
    for key, colour in (("west", "#c0504d"), ("east", "#4f73b5")):
        assert f'id="within-land-{key}"' in svg
        assert f'stroke="{colour}"' in svg


def test_a_country_is_named_over_the_hex_of_its_style() -> None:
    svg = drawn()
    assert "WEST" in texts(svg)
    assert "EAST" not in texts(svg)
    elsewhere = replace(STYLE, countries={"west": replace(STYLE.countries["west"], at="0204")})
    assert _place(svg, "WEST") != _place(drawn(elsewhere), "WEST")


def test_a_landscape_keeps_clear_of_the_name_of_a_country() -> None:
    level = replace(STYLE, regions=Regions(smallest=1, level=("Plain",)))
    named = replace(level, countries={"west": Country("#c0504d", "W", 30.0, at="0203")})
    alone = replace(level, countries={})
    assert _place(drawn(named), "Plain") != _place(drawn(alone), "Plain")


def test_a_sea_is_named_in_the_colour_of_water_and_in_its_own_size() -> None:
    style = replace(STYLE, regions=Regions(smallest=1, texts={"North": 13.0}))
    line = next(line for line in re.findall(r"<text[^>]*>North", drawn(style)))
    assert 'font-size="13"' in line
    assert "fill=" in line
    assert "fill=" not in next(line for line in re.findall(r"<text[^>]*>Plain", drawn(style)))


def test_a_level_name_is_never_turned() -> None:
    steep = [RegionRow("Ridge", ("0102", "0202", "0303", "0403", "0504", "0604"))]
    board = atlas()
    board.regions["Ridge"] = frozenset(board[number] for number in steep[0].hexes)
    turned = draw_svg(Picture(board=board, style=STYLE, panel="none"))
    level = draw_svg(
        Picture(board=board, style=replace(STYLE, regions=Regions(level=("Ridge",))), panel="none")
    )
    assert "rotate(" in next(iter(re.findall(r"<text[^>]*>Ridge", turned)))
    assert "rotate(" not in next(iter(re.findall(r"<text[^>]*>Ridge", level)))


def test_no_border_is_drawn_along_an_arm_of_the_sea() -> None:
    dry = replace(STYLE, features={**STYLE.features, "inlet": Course("#a9c6d6", 12.0)})
    assert _border(drawn(dry)).count("M") == 1
    assert _border(drawn()).count("M") == 2


def test_the_stronger_sign_of_a_place_stands_for_the_weaker() -> None:
    board = atlas()
    base, port = (STYLE.adornments(place.kinds) for place in board.places[:2])
    assert [looks.form for looks in base] == ["anchor"]
    assert [looks.form for looks in port] == ["harbour"]


def test_the_figure_of_a_place_is_written_beside_its_sign() -> None:
    assert texts(drawn()).count("7") == 2  # with its halo
    plain = {**STYLE.places, "fort": PlaceKind("star", 25.0, 0.0)}
    assert "7" not in texts(drawn(replace(STYLE, places=plain)))


def test_a_place_with_a_sign_alone_has_no_dot() -> None:
    assert STYLE.place(frozenset(("grain",))).form == "none"
    assert STYLE.place(frozenset(("city", "grain"))).form == "ring"


def test_boxes_stand_where_the_style_puts_them() -> None:
    board = atlas()
    layout = Layout(board, style=STYLE)
    assert [board.label(node) for node in layout.areas] == ["colony", "ocean"]
    assert layout.centre(board["colony"]) == (150.0, 750.0)
    corners = layout.corners(board["colony"])
    assert (corners[2].x - corners[0].x, corners[2].y - corners[0].y) == (200.0, 100.0)
    assert layout.bottom >= 9.0 * HEX


def test_the_small_map_shows_land_ways_names_and_figures() -> None:
    svg = drawn()
    assert {"The World", "Colony", "Ocean", "3", "1"} <= {*texts(svg)}
    assert "Limbo" not in texts(svg)
    assert "The World" not in texts(drawn(replace(STYLE, inset=None)))
    assert 'stroke-dasharray="3 9"' in svg


def test_a_part_is_the_rectangle_around_a_region_or_the_boxes_alone() -> None:
    board = atlas()
    part = Layout(board, style=STYLE, part="North")
    assert {board.label(node) for node in part.hexes} == {
        f"{column:02}{row:02}" for column in (1, 2, 3) for row in (1, 2)
    }
    assert part.areas == []
    boxes = Layout(board, style=STYLE, part=AREAS)
    assert boxes.hexes == []
    assert (boxes.left, boxes.top, boxes.right, boxes.bottom) == (0.0, 600.0, 600.0, 900.0)


def test_the_map_under_the_counters_of_a_browser_shows_all_of_it() -> None:
    svg = ground_svg(atlas(), STYLE)
    assert {"WEST", "Colony", "The World"} <= {*texts(svg)}
    assert 'id="within-land-west"' in svg
    assert "#7a6a8f" in svg


def test_a_browser_is_told_where_the_boxes_stand() -> None:
    sheet = sheet_of(atlas(), STYLE)
    boxes = {each.label: each for each in sheet.hexes if each.box}
    assert {*boxes} == {"colony", "ocean"}
    assert (boxes["ocean"].x - boxes["colony"].x, boxes["ocean"].y - boxes["colony"].y) == (250.0, 0.0)


def _place(svg: str, name: str) -> tuple[str, ...]:
    found = re.search(rf'<text x="([\d.]+)" y="([\d.]+)"[^>]*>{name}<', svg)
    assert found is not None
    return found.groups()


def _border(svg: str) -> str:
    found = re.search(r'id="border" d="([^"]*)"|d="([^"]*)" id="border"', svg)
    assert found is not None
    return found[1] or found[2]
