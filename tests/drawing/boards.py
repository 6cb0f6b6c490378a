"""Small boards and pictures for the tests of drawing.

``python -m tests.drawing.boards`` writes the golden files anew; read the difference before keeping it.
"""

from __future__ import annotations

from pathlib import Path

from hexfront.drawing import (
    Counter,
    Highlight,
    LegendEntry,
    Line,
    Marker,
    NetworkTint,
    Picture,
    Style,
    Zone,
    draw_svg,
    text_map,
)
from hexfront.drawing.style import Border, Course, Ground, MarkerKind, Nation, PlaceKind, State, Track
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
from hexfront.kernel.datafiles import Faults
from hexfront.kernel.grid import DIRECTIONS, Grid

GOLDEN = Path(__file__).parent / "golden"

STYLE = Style(
    terrain={
        "sea": Ground("#a9c6d6", pattern="waves", water=True, label="Sea"),
        "clear": Ground("#eee7cf", label="Clear"),
        "woods": Ground("#c3cfa0", pattern="trees", ink="#5f7d47", label="Woods"),
    },
    features={"river": Course("#6d9fc0", 3.0, casing="#e9f1f2", label="River")},
    networks={"rail": {"double": Track(form="double"), "single": Track(width=1.2, form="ticks")}},
    border=Border(label="Border"),
    places={
        "city": PlaceKind("ring", 5.0, 15.0, bold=True),
        "port": PlaceKind("anchor"),
        "town": PlaceKind(),
    },
    nations={"red": Nation("#c98f80"), "blue": Nation("#8fa9c9")},
    symbols={"foot": "infantry", "staff": "headquarters"},
    markers={"dump": MarkerKind("supply"), "fort": MarkerKind("fortress")},
    states={"reduced": State(stripe="#ffffff"), "routed": State(badge="R")},
)


def build(rows: BoardRows) -> Board:
    """A board that must be free of faults."""
    faults = Faults()
    board = Board(rows, faults)
    faults.raise_if_any()
    return board


def tiny_board(columns: int = 3, rows: int = 3) -> Board:
    """Terrain by hexside: sea around the hex in the north-west, woods in the south-east, a river between."""
    grid = Grid("tiny", (1, columns), (1, rows))
    hexes = [
        HexRow(grid.number(cell), "", "" if cell == (1, 1) else ("west" if cell.column < 3 else "east"))
        for cell in grid
    ]
    sides = []
    for cell in grid:
        for direction in DIRECTIONS:
            other = grid.beside(cell, direction)
            if other not in grid or grid.number(other) < grid.number(cell):
                continue
            terrain = "sea" if (1, 1) in (cell, other) else "woods" if cell.column + cell.row > 4 else "clear"
            sides.append(
                SideRow(
                    grid.number(cell),
                    grid.number(other),
                    terrain,
                    ("river",) if cell.column == 2 and other.column == 3 else (),
                    networks={"rail": {2: "double", 3: "single"}.get(cell.row, "")},
                )
            )
    words = Vocabulary(
        side_terrain=("sea", "clear", "woods"),
        side_features=("river",),
        place_kinds=("city", "town", "port"),
        countries=("", "west", "east"),
    )
    sheet = Sheet(
        "reconstructed", "A board for tests.", "Tiny", (grid,), words, {"rail": ("double", "single")}
    )
    places = [
        PlaceRow("0202", "Saint-Dié & <Ville>", ("city", "port")),
        PlaceRow("0202", "Second", ("town",)),
        PlaceRow("0302", "Köln", ("town",)),
    ]
    regions = [RegionRow("Upland", ("0201", "0202", "0203", "0301", "0302"))]
    return build(BoardRows(sheet, hexes, sides, places, regions))


def hex_board() -> Board:
    """Terrain by hex, two boxes off the map, a second map sheet."""
    one, two = Grid("one", (1, 2), (1, 2), "odd", "CC.RR"), Grid("two", (1, 2), (1, 1), "odd", "CC.RR")
    hexes = [HexRow(one.number(cell), "woods" if cell == (1, 1) else "clear") for cell in one]
    hexes += [HexRow(f"two:{two.number(cell)}", "sea") for cell in two]
    words = Vocabulary(hex_terrain=("clear", "woods", "sea"))
    sheet = Sheet("reconstructed", "A board for tests.", "Hexes", (one, two), words)
    areas = [AreaRow("reserve", "Reserve"), AreaRow("homeland", "Homeland")]
    return build(BoardRows(sheet, hexes, [SideRow("reserve", "01.01")], areas=areas))


def tiny_picture() -> Picture:
    """A picture with one of everything."""
    board = tiny_board()
    at = board.index
    return Picture(
        board=board,
        style=STYLE,
        counters=[
            Counter(at["0202"], "red", "foot", "xx", "8", "5", "1"),
            Counter(at["0202"], "blue", "foot", "xx", "6", "4", "Guards", ("reduced", "routed")),
            Counter(at["0303"], "blue", "staff", "xxxx", "40", "", "BEF"),
            Counter(at["0301"], "red", states=("hidden",)),
        ],
        markers=[
            Marker(at["0202"], "fort", "18", "red"),
            Marker(at["0202"], "dump", "3"),
            Marker(at["0203"], "trench", "2", "blue", (at["0303"],)),
            Marker(at["0103"], "devastation"),
        ],
        overlays=[
            Highlight(at["0102"], "3 MP"),
            Zone((at["0201"], at["0301"])),
            Line((at["0303"], at["0302"], at["0202"]), "arrow", text="attack"),
            NetworkTint(((at["0202"], at["0302"]),)),
        ],
        caption="Tiny & small",
        turn="Turn <1>",
        notes=("A note.",),
        legend=[LegendEntry("terrain", "woods"), LegendEntry("nation", "red", "Reds"), LegendEntry("border")],
    )


def tiny_text() -> str:
    """A window in characters with labels and signs."""
    board = tiny_board()
    labels = {board["0202"]: "8-5 XX\n2 units", board["0303"]: "a label that is too long"}
    return text_map(board, board["0202"], 1, lambda node: labels.get(node, ""), lambda _: "^")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    (GOLDEN / "tiny.svg").write_text(draw_svg(tiny_picture()), encoding="utf-8")
    (GOLDEN / "tiny.txt").write_text(tiny_text() + "\n", encoding="utf-8")
