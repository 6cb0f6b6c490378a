"""Railways traced from hex to hex between their stations."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

from hexfront.kernel.datafiles import Faults
from hexfront.kernel.grid import Cell
from hexfront.mapmaker.geography import Geography
from hexfront.mapmaker.plane import off_line
from hexfront.mapmaker.sheet import Sheet, Side

BARRED = ("ocean", "lake", "alpine")
# What makes an engineer go round. A line already built is cheaper to use than a new one beside it.
HARD = {"mountain": 2.5, "wooded rough": 0.7, "rough": 0.4, "swamp": 0.6, "hilly": 0.1, "woods": 0.15}
STRAYING = 0.5
MAJOR_RIVER = 0.5
BUILT = 0.75


def trace_railways(
    geography: Geography, sheet: Sheet, terrain: Mapping[Side, str], major: set[Side]
) -> dict[Side, str]:
    """The hexsides that railways cross, with their tracks; two lines on one hexside count as the better."""
    faults = Faults()
    rank = geography.sheet.networks["rail"]
    built: dict[Side, str] = {}
    for row in geography.railways:
        cells = [_station(geography, name) for name in row.stations]
        for start, end in pairwise(cells):
            way = _way(sheet, start, end, partial(_price, terrain, major, built))
            if way is None:
                missing = " to ".join(sheet.grid.number(cell) for cell in (start, end))
                faults.add("railways.csv", row.line, f"{row.railway} finds no way from {missing}")
                continue
            for side in way:
                built[side] = min(built.get(side, row.tracks), row.tracks, key=rank.index)
    faults.raise_if_any()
    return built


def _station(geography: Geography, name: str) -> Cell:
    cell = geography.town_cells.get(name) or geography.sheet.grid.cell(name)
    if cell is None:
        raise ValueError(f"{name} is neither a town nor a hex")
    return cell


def _price(
    terrain: Mapping[Side, str], major: set[Side], built: Mapping[Side, str], side: Side, stray: float
) -> float:
    if terrain[side] in BARRED:
        return math.inf
    price = 1.0 + HARD.get(terrain[side], 0.0) + (MAJOR_RIVER if side in major else 0.0)
    return (price + STRAYING * stray * stray) * (BUILT if side in built else 1.0)


def _way(
    sheet: Sheet,
    start: Cell,
    end: Cell,
    price: Callable[[Side, float], float],
) -> list[Side] | None:
    grid = sheet.grid
    line = (grid.centre(start), grid.centre(end))
    cost = {start: 0.0}
    came: dict[Cell, Cell] = {}
    queue = [(0.0, start)]
    while queue:
        spent, cell = heapq.heappop(queue)
        if cell == end:
            break
        if spent > cost[cell]:
            continue
        for other in grid.neighbours(cell):
            side = (min(cell, other), max(cell, other))
            there = spent + price(side, off_line(grid.centre(other), line)[0])
            if there < cost.get(other, math.inf):
                cost[other] = there
                came[other] = cell
                heapq.heappush(queue, (there, other))
    if start != end and end not in came:
        return None
    way: list[Side] = []
    while end != start:
        before = came[end]
        way.append((min(before, end), max(before, end)))
        end = before
    return way
