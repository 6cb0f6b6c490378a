"""Sea and land, countries, and the terrain of hexsides, from outlines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hexfront.kernel.grid import Cell, Point
from hexfront.mapmaker.geography import Geography, LandscapeRow
from hexfront.mapmaker.plane import Outline
from hexfront.mapmaker.sheet import Sheet, Side

LAND_SHARE = 0.4  # a hex with less land than this is sea
GAP = 1  # bare hexsides that may touch a gap between landscapes for it to be closed


class Coast:
    """Where there is land."""

    def __init__(self, geography: Geography) -> None:
        self.outlines = [Outline(line) for line in geography.coast]

    def is_sea(self, sheet: Sheet, cell: Cell) -> bool:
        """Whether too little of a hex is land."""
        ground = sheet.hex_ground(cell)
        return sum(self.is_land(point) for point in ground) < LAND_SHARE * len(ground)

    def is_land(self, point: Point) -> bool:
        """Whether a point lies on land. A geography without a coast is all land."""
        return not self.outlines or any(outline.holds(point) for outline in self.outlines)


def hex_countries(geography: Geography, sheet: Sheet, land: set[Cell]) -> dict[Cell, str]:
    """The country that owns most of each land hex."""
    outlines = [(country, Outline(line)) for country, line in geography.countries]
    coast = Coast(geography)
    countries: dict[Cell, str] = {}
    for cell in sorted(land):
        votes: Counter[str] = Counter()
        for point in sheet.hex_ground(cell):
            if coast.is_land(point):
                owner = next((name for name, outline in outlines if outline.holds(point)), "")
                votes[owner or geography.sheet.bare_country] += 1
        countries[cell] = max(
            sorted(votes), key=lambda name: votes[name], default=geography.sheet.bare_country
        )
    return countries


def side_landscapes(geography: Geography, sheet: Sheet) -> dict[Side, LandscapeRow]:
    """The landscape of every hexside: the last in the table that covers enough of its ground."""
    landscapes = [(row, Outline(line)) for row, line in geography.landscapes]
    found: dict[Side, LandscapeRow] = {}
    for side in sheet.ends:
        ground = sheet.side_ground(side)
        middle = sheet.middle(side)
        for row, outline in reversed(landscapes):
            if not outline.is_near(middle, 1.0):
                continue
            if sum(outline.holds(point) for point in ground) * 100 >= row.share * len(ground):
                found[side] = row
                break
    return {**closed_gaps(sheet, found), **found}


def hex_landscapes(geography: Geography, sheet: Sheet) -> dict[Cell, LandscapeRow]:
    """The landscape of every hex: the last in the table that covers enough of its ground."""
    landscapes = [(row, Outline(line)) for row, line in geography.landscapes]
    found: dict[Cell, LandscapeRow] = {}
    for cell in sheet.cells:
        ground = sheet.hex_ground(cell)
        middle = sheet.grid.centre(cell)
        for row, outline in reversed(landscapes):
            if not outline.is_near(middle, 1.0):
                continue
            if sum(outline.holds(point) for point in ground) * 100 >= row.share * len(ground):
                found[cell] = row
                break
    return found


def hex_elevations(geography: Geography, sheet: Sheet, terrain: Mapping[Cell, str]) -> dict[Cell, int]:
    """How high every hex lies: as its terrain says, or as high as most of what is around it.

    Of two heights equally common around a hex the higher counts.
    """
    heights = geography.sheet.elevations
    found = {cell: heights[terrain[cell]] for cell in sheet.cells if terrain[cell] in heights}
    waiting = [cell for cell in sheet.cells if cell not in found] if heights else []
    while waiting:
        around = {cell: [found[each] for each in sheet.neighbours(cell) if each in found] for cell in waiting}
        settled = {
            cell: max(set(near), key=lambda height, near=near: (near.count(height), height))  # type: ignore[misc]
            for cell, near in around.items()
            if near
        }
        if not settled:
            break
        found.update(settled)
        waiting = [cell for cell in waiting if cell not in settled]
    return found


def closed_gaps(sheet: Sheet, found: Mapping[Side, LandscapeRow]) -> dict[Side, LandscapeRow]:
    """Hexsides between the outlines of landscapes, of which nearly all that they touch are covered.

    Such a gap comes from outlines that do not meet exactly, not from the country. It takes the commonest
    landscape around it, of equals the first by name.
    """
    closed: dict[Side, LandscapeRow] = {}
    for side, corners in sheet.ends.items():
        if side in found:
            continue
        touching = [each for corner in corners for _, each in sheet.from_corner[corner] if each != side]
        around = [found[each] for each in touching if each in found]
        if len(touching) - len(around) > GAP:
            continue
        votes = Counter(row.terrain for row in around)
        closed[side] = max(sorted(around, key=lambda row: row.landscape), key=lambda row: votes[row.terrain])
    return closed


def landscape_hexes(geography: Geography, sheet: Sheet, land: set[Cell]) -> dict[str, list[Cell]]:
    """The hexes of each landscape that is named on the map."""
    cells = sorted(land)
    grounds = {cell: sheet.hex_ground(cell) for cell in cells}
    hexes: dict[str, list[Cell]] = {}
    for row, line in geography.landscapes:
        if not row.label:
            continue
        outline = Outline(line)
        near = [cell for cell in cells if outline.is_near(sheet.grid.centre(cell), 1.0)]
        shares = {cell: sum(outline.holds(point) for point in grounds[cell]) for cell in near}
        # A small landscape belongs to the hexes that hold most of it, a large one to those it half fills.
        enough = min(max(shares.values(), default=0), len(grounds[cells[0]])) / 2
        hexes[row.landscape] = [cell for cell, share in shares.items() if share and share >= enough]
    return hexes
