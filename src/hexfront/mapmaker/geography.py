"""What is known about a country before it is laid on hexes: the authored tables of a geography folder."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from hexfront.kernel.board import Vocabulary
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.grid import Cell, Grid, Point

EARTH_RADIUS_KM = 6371.0
Line = tuple[Point, ...]


class Georeference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How degrees become places on the sheet: an affine fitted to the towns whose hex is printed."""

    hex_km: float
    latitude: float
    longitude: float
    east: tuple[float, float, float]
    south: tuple[float, float, float]

    def place(self, grid: Grid, latitude: float, longitude: float) -> Point:
        """A point on the sheet, in hex heights."""
        km = EARTH_RADIUS_KM * math.pi / 180
        x = km * (longitude - self.longitude) * math.cos(math.radians(self.latitude))
        y = km * (self.latitude - latitude)
        across = (self.east[0] * x + self.east[1] * y + self.east[2]) / self.hex_km
        down = (self.south[0] * x + self.south[1] * y + self.south[2]) / self.hex_km
        # The fit counts columns and rows from nought at the sheet's corner; the grid from its first hex.
        return Point(
            across - grid.columns[0] * math.sqrt(3) / 2 + 1 / math.sqrt(3), down - grid.rows[0] + 0.5
        )


class MapSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What map.toml says."""

    provenance: str
    about: str
    name: str
    title: str
    bare_terrain: str
    bare_country: str
    grid: Grid
    georeference: Georeference
    vocabulary: Vocabulary
    networks: dict[str, tuple[str, ...]]


class OutlineRow(msgspec.Struct, frozen=True):
    """A row of coast.csv."""

    name: str
    points: tuple[str, ...]
    line: int = 0


class CountryRow(msgspec.Struct, frozen=True):
    """A row of countries.csv."""

    country: str
    points: tuple[str, ...]
    line: int = 0


class LandscapeRow(msgspec.Struct, frozen=True):
    """A row of landscapes.csv."""

    landscape: str
    terrain: str
    share: int
    label: bool
    points: tuple[str, ...]
    line: int = 0


class RiverRow(msgspec.Struct, frozen=True):
    """A row of rivers.csv."""

    river: str
    into: str
    points: tuple[str, ...]
    major_from: str = ""
    valley: tuple[str, ...] = ()
    line: int = 0


class SteeringRow(msgspec.Struct, frozen=True):
    """A row of steering.csv: hexsides a river or water must follow or avoid."""

    river: str
    rule: str
    sides: tuple[str, ...]
    reason: str
    line: int = 0


class WaterRow(msgspec.Struct, frozen=True):
    """A row of waters.csv."""

    water: str
    terrain: str
    points: tuple[str, ...]
    line: int = 0


class TownRow(msgspec.Struct, frozen=True):
    """A row of towns.csv."""

    town: str
    lat: str
    lon: str
    kinds: tuple[str, ...]
    hex: str = ""
    source: str = ""
    line: int = 0


class RailwayRow(msgspec.Struct, frozen=True):
    """A row of railways.csv."""

    railway: str
    tracks: str
    stations: tuple[str, ...]
    line: int = 0


class BuiltUpRow(msgspec.Struct, frozen=True):
    """A row of built_up.csv."""

    area: str
    terrain: str
    sides: tuple[str, ...]
    line: int = 0


class FactRow(msgspec.Struct, frozen=True):
    """A row of facts.csv."""

    fact: str
    where: tuple[str, ...]
    value: str
    source: str
    reference: str
    line: int = 0


class RegionRow(msgspec.Struct, frozen=True):
    """A row of regions.csv: a named set of hexes that no landscape gives."""

    region: str
    hexes: tuple[str, ...]
    source: str = ""
    line: int = 0


class Geography(msgspec.Struct, frozen=True):
    """A geography folder, read and checked."""

    sheet: MapSheet
    coast: tuple[Line, ...]
    countries: tuple[tuple[str, Line], ...]
    landscapes: tuple[tuple[LandscapeRow, Line], ...]
    rivers: tuple[tuple[RiverRow, Line], ...]
    major_from: dict[str, Point]
    steering: tuple[SteeringRow, ...]
    waters: tuple[tuple[WaterRow, Line], ...]
    towns: tuple[TownRow, ...]
    town_cells: dict[str, Cell]
    railways: tuple[RailwayRow, ...]
    built_up: tuple[BuiltUpRow, ...]
    facts: tuple[FactRow, ...]
    regions: tuple[RegionRow, ...]


def read_geography(folder: Path) -> Geography:
    """Read every table of a geography folder; DataError names all faults at once."""
    faults = Faults()
    files = DataFolder(folder)
    sheet = files.toml("map.toml", MapSheet, faults)
    if sheet is None:
        faults.raise_if_any()
        raise AssertionError("a sheet that cannot be read has faults")
    reader = _Reader(sheet, faults)
    coast = files.csv("coast.csv", OutlineRow, faults)
    countries = files.csv("countries.csv", CountryRow, faults)
    landscapes = files.csv("landscapes.csv", LandscapeRow, faults)
    rivers = files.csv("rivers.csv", RiverRow, faults)
    waters = files.csv("waters.csv", WaterRow, faults)
    towns = files.csv("towns.csv", TownRow, faults)
    geography = Geography(
        sheet=sheet,
        coast=tuple(reader.points("coast.csv", row.line, row.points) for row in coast),
        countries=tuple(
            (row.country, reader.points("countries.csv", row.line, row.points)) for row in countries
        ),
        landscapes=tuple((row, reader.points("landscapes.csv", row.line, row.points)) for row in landscapes),
        rivers=tuple((row, reader.points("rivers.csv", row.line, row.points)) for row in rivers),
        major_from={
            row.river: reader.points("rivers.csv", row.line, (row.major_from,))[0]
            for row in rivers
            if row.major_from
        },
        steering=tuple(files.csv("steering.csv", SteeringRow, faults)),
        waters=tuple((row, reader.points("waters.csv", row.line, row.points)) for row in waters),
        towns=tuple(towns),
        town_cells=reader.town_cells(towns),
        railways=tuple(files.csv("railways.csv", RailwayRow, faults)),
        built_up=tuple(files.csv("built_up.csv", BuiltUpRow, faults)),
        facts=tuple(files.csv("facts.csv", FactRow, faults)),
        regions=tuple(files.csv("regions.csv", RegionRow, faults)),
    )
    _check_words(geography, faults)
    faults.raise_if_any()
    return geography


class _Reader:
    """Turns cells with degrees into points on the sheet."""

    def __init__(self, sheet: MapSheet, faults: Faults) -> None:
        self.sheet = sheet
        self.faults = faults

    def points(self, file: str, line: int, cells: Sequence[str]) -> Line:
        """A list of "latitude longitude" as points on the sheet."""
        found = []
        for cell in cells:
            try:
                latitude, longitude = (float(word) for word in cell.split())
            except ValueError:
                self.faults.add(file, line, f'"{cell}" is not a latitude and a longitude')
                latitude, longitude = self.sheet.georeference.latitude, self.sheet.georeference.longitude
            found.append(self.sheet.georeference.place(self.sheet.grid, latitude, longitude))
        return tuple(found)

    def town_cells(self, towns: Iterable[TownRow]) -> dict[str, Cell]:
        """The hex of every town: the one it is given, else the one its degrees fall into."""
        cells: dict[str, Cell] = {}
        for row in towns:
            cell = self.sheet.grid.cell(row.hex) if row.hex else self._nearest(row)
            if cell is None:
                self.faults.add("towns.csv", row.line, f"{row.town} is not on the sheet")
            elif row.town in cells:
                self.faults.add("towns.csv", row.line, f"{row.town} stands twice")
            else:
                cells[row.town] = cell
        return cells

    def _nearest(self, row: TownRow) -> Cell | None:
        grid = self.sheet.grid
        point = self.points("towns.csv", row.line, (f"{row.lat} {row.lon}",))[0]
        cell = min(grid, key=lambda each: math.dist(grid.centre(each), point))
        return cell if math.dist(grid.centre(cell), point) <= 1 / math.sqrt(3) else None


def _check_words(geography: Geography, faults: Faults) -> None:
    words = geography.sheet.vocabulary
    for landscape, _ in geography.landscapes:
        if landscape.terrain not in words.side_terrain:
            faults.unknown("landscapes.csv", landscape.line, "terrain", landscape.terrain, words.side_terrain)
    for area in geography.built_up:
        if area.terrain not in words.side_terrain:
            faults.unknown("built_up.csv", area.line, "terrain", area.terrain, words.side_terrain)
    for country, _ in geography.countries:
        if country not in words.countries:
            faults.unknown("countries.csv", 0, "country", country, words.countries)
    known = {row.river for row, _ in geography.rivers} | {row.water for row, _ in geography.waters}
    ends = known | {"sea", "lake", "edge"}
    for river, _ in geography.rivers:
        if river.into not in ends:
            faults.unknown("rivers.csv", river.line, "river", river.into, ends)
    for rule in geography.steering:
        if rule.river not in known:
            faults.unknown("steering.csv", rule.line, "river", rule.river, known)
        if rule.rule not in ("follow", "avoid"):
            faults.unknown("steering.csv", rule.line, "rule", rule.rule, ("follow", "avoid"))
    for railway in geography.railways:
        for station in railway.stations:
            if station not in geography.town_cells and geography.sheet.grid.cell(station) is None:
                faults.unknown("railways.csv", railway.line, "station", station, geography.town_cells)
