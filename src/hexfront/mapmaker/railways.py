"""Railways and roads traced from hex to hex between their stations."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import pairwise

import msgspec

from hexfront.kernel.datafiles import Faults
from hexfront.kernel.grid import Cell
from hexfront.mapmaker.geography import Geography, Ways
from hexfront.mapmaker.plane import off_line
from hexfront.mapmaker.sheet import Sheet, Side

# A line already built is cheaper to use than a new one beside it.
STRAYING = 0.5
BUILT = 0.75


class Country(msgspec.Struct, frozen=True):
    """What lies in the way of railways and roads: words for the terrain and features of every hexside."""

    ways: Ways
    hexes: Mapping[Cell, str]
    terrain: Mapping[Side, str]
    features: Mapping[Side, Collection[str]]

    def price(self, side: Side) -> float:
        """What crossing a hexside costs the builders; infinite if they cannot."""
        features = self.features.get(side, ())
        bridged = any(word in self.ways.bridges for word in features)
        ground = [self.terrain[side]] if side in self.terrain else [self.hexes[cell] for cell in side]
        if any(word in self.ways.barred for word in ground):
            return math.inf
        if not bridged and any(word in self.ways.barred for word in features):
            return math.inf
        hard = sum(self.ways.hard.get(word, 0.0) for word in ground) / len(ground)
        return 1.0 + hard + sum(self.ways.hard.get(word, 0.0) for word in features)


def trace_railways(geography: Geography, sheet: Sheet, country: Country) -> dict[str, dict[Side, str]]:
    """The hexsides that each network crosses, with their class; two lines on one count as the better."""
    faults = Faults()
    networks: dict[str, dict[Side, str]] = {network: {} for network in geography.sheet.networks}
    for row in geography.railways:
        rank = geography.sheet.networks[row.network]
        built = networks[row.network]
        cells = [_station(geography, name) for name in row.stations]
        for start, end in pairwise(cells):
            way = _way(sheet, start, end, partial(_price, country, built))
            if way is None:
                missing = " to ".join(sheet.grid.number(cell) for cell in (start, end))
                faults.add("railways.csv", row.line, f"{row.railway} finds no way from {missing}")
                continue
            for side in way:
                built[side] = min(built.get(side, row.tracks), row.tracks, key=rank.index)
    faults.raise_if_any()
    for network, terrain in geography.sheet.only_in.items():
        networks[network] = {
            side: kind
            for side, kind in networks[network].items()
            if any(country.hexes[cell] in terrain for cell in side)
        }
    return networks


def _station(geography: Geography, name: str) -> Cell:
    cell = geography.town_cells.get(name) or geography.sheet.grid.cell(name)
    if cell is None:
        raise ValueError(f"{name} is neither a town nor a hex")
    return cell


def _price(country: Country, built: Mapping[Side, str], side: Side, stray: float) -> float:
    return (country.price(side) + STRAYING * stray * stray) * (BUILT if side in built else 1.0)


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
        for other in sheet.neighbours(cell):
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
