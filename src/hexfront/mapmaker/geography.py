"""What is known about a country before it is laid on hexes: the authored tables of a geography folder."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import msgspec

from hexfront.kernel.board import Vocabulary
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.grid import Cell, Grid, Point

EARTH_RADIUS_KM = 6371.0
UNSAID = "."  # the letter of a survey for a hex of which its layer says nothing
Row = TypeVar("Row", bound=msgspec.Struct)
Line = tuple[Point, ...]


class Georeference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How degrees become places on the sheet: an affine fitted to the towns whose hex is printed."""

    hex_km: float
    latitude: float
    longitude: float
    east: tuple[float, float, float]
    south: tuple[float, float, float]
    parallels: tuple[float, float] | None = None  # of Lambert's cone, for a map of half a continent

    def place(self, grid: Grid, latitude: float, longitude: float) -> Point:
        """A point on the sheet, in hex heights."""
        x, y = self._flat(latitude, longitude)
        across = (self.east[0] * x + self.east[1] * y + self.east[2]) / self.hex_km
        down = (self.south[0] * x + self.south[1] * y + self.south[2]) / self.hex_km
        # The fit counts columns and rows from nought at the sheet's corner; the grid from its first hex.
        return Point(
            across - grid.columns[0] * math.sqrt(3) / 2 + 1 / math.sqrt(3), down - grid.rows[0] + 0.5
        )

    def _flat(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Kilometres east and south of the origin, on a plane or on a cone rolled out."""
        if self.parallels is None:
            km = EARTH_RADIUS_KM * math.pi / 180
            x = km * (longitude - self.longitude) * math.cos(math.radians(self.latitude))
            return x, km * (self.latitude - latitude)
        one, two = (math.radians(parallel) for parallel in self.parallels)
        cone = math.log(math.cos(one) / math.cos(two)) / math.log(_stretch(two) / _stretch(one))
        scale = EARTH_RADIUS_KM * math.cos(one) * _stretch(one) ** cone / cone

        def from_apex(degrees: float) -> float:
            return float(scale / _stretch(math.radians(degrees)) ** cone)

        turn = cone * math.radians(longitude - self.longitude)
        down = from_apex(latitude) * math.cos(turn) - from_apex(self.latitude)
        return from_apex(latitude) * math.sin(turn), down


def _stretch(latitude: float) -> float:
    """How far north a parallel lies on a conformal map."""
    return math.tan(math.pi / 4 + latitude / 2)


class Ways(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a railway or a road go round."""

    hard: dict[str, float] = {}  # what terrain and features add to the price of a hexside, which is 1
    barred: tuple[str, ...] = ("ocean", "lake")  # terrain or features no way can cross
    bridges: tuple[str, ...] = ()  # features that carry a way over what is barred


class MapSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
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
    beyond: tuple[
        str, ...
    ] = ()  # hexes of the grid that are not on the map: "06.01", or a block "06.01-07.18"
    rivers: tuple[str, str] = ("river", "major river")  # what rivers and their major parts are called
    elevations: dict[str, int] = {}  # of hex terrain; a terrain left out lies as high as what is around it
    contours: dict[str, int] = {}  # features of hexsides that lead up to this elevation or higher
    ways: Ways = Ways()
    only_in: dict[str, tuple[str, ...]] = {}  # networks drawn only where they touch a hex of these terrains
    survey: dict[str, dict[str, str]] = {}  # what the letters of survey.csv stand for, layer by layer

    @property
    def by_side(self) -> bool:
        """Whether terrain stands on hexsides rather than on hexes."""
        return bool(self.vocabulary.side_terrain)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The hexes that are on the map."""
        missing = {cell for text in self.beyond for cell in self.block(text)}
        return tuple(cell for cell in self.grid if cell not in missing)

    def block(self, text: str) -> list[Cell]:
        """The hexes from one corner to the other; none if the text names no hex."""
        ends = [self.grid.cell(number) for number in text.split("-")]
        first, last = ends[0], ends[-1]
        if first is None or last is None:
            return []
        columns = range(first.column, last.column + 1)
        rows = range(first.row, last.row + 1)
        return [Cell(column, row) for column in columns for row in rows]


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
    feature: str = ""  # what it is called on its hexsides, if it has a name of its own there
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


class SurveyRow(msgspec.Struct, frozen=True):
    """A row of survey.csv: one layer of one column of hexes, a letter for each hex from the first row down.

    The layers terrain, country and feature speak of the hexes themselves; each word of any other layer is
    a region. A dot says nothing of its hex.
    """

    layer: str
    column: int
    first: int
    letters: str
    line: int = 0


class TownRow(msgspec.Struct, frozen=True):
    """A row of towns.csv."""

    town: str
    kinds: tuple[str, ...]
    lat: str = ""
    lon: str = ""
    hex: str = ""
    figures: tuple[str, ...] = ()  # "fort 6"
    source: str = ""
    line: int = 0


class RailwayRow(msgspec.Struct, frozen=True):
    """A row of railways.csv."""

    railway: str
    tracks: str
    stations: tuple[str, ...]
    network: str = "rail"
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


class AreaRow(msgspec.Struct, frozen=True):
    """A row of areas.csv: a box off the map."""

    area: str
    name: str
    country: str
    kinds: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    source: str = ""
    line: int = 0


class LinkRow(msgspec.Struct, frozen=True):
    """A row of links.csv: a way between boxes, or between a box and a hex, so many hexes long."""

    a: str
    b: str
    kind: str
    hexes: int
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
    areas: tuple[AreaRow, ...] = ()
    links: tuple[LinkRow, ...] = ()
    survey: dict[str, dict[Cell, str]] = {}


def read_geography(folder: Path) -> Geography:
    """Read every table of a geography folder; DataError names all faults at once."""
    faults = Faults()
    files = DataFolder(folder)
    sheet = files.toml("map.toml", MapSheet, faults)
    if sheet is None:
        faults.raise_if_any()
        raise AssertionError("a sheet that cannot be read has faults")
    for text in sheet.beyond:
        if not sheet.block(text):
            faults.add("map.toml", 0, f'"{text}" is not a hex or a block of hexes')
    reader = _Reader(sheet, faults)

    def optional(name: str, row: type[Row]) -> list[Row]:
        return files.csv(name, row, faults) if files.exists(name) else []

    coast = optional("coast.csv", OutlineRow)
    survey = optional("survey.csv", SurveyRow)
    countries = (
        optional("countries.csv", CountryRow) if survey else files.csv("countries.csv", CountryRow, faults)
    )
    landscapes = files.csv("landscapes.csv", LandscapeRow, faults)
    rivers = files.csv("rivers.csv", RiverRow, faults)
    waters = optional("waters.csv", WaterRow)
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
        built_up=tuple(optional("built_up.csv", BuiltUpRow)),
        facts=tuple(files.csv("facts.csv", FactRow, faults)),
        regions=tuple(files.csv("regions.csv", RegionRow, faults)),
        areas=tuple(optional("areas.csv", AreaRow)),
        links=tuple(optional("links.csv", LinkRow)),
        survey=reader.survey(survey),
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

    def survey(self, rows: Iterable[SurveyRow]) -> dict[str, dict[Cell, str]]:
        """Every layer of the survey: the word for each hex that has one."""
        layers: dict[str, dict[Cell, str]] = {}
        there = frozenset(self.sheet.cells)
        for row in rows:
            words = self.sheet.survey.get(row.layer)
            if words is None:
                self.faults.unknown("survey.csv", row.line, "layer", row.layer, self.sheet.survey)
                continue
            for down, letter in enumerate(row.letters):
                cell = Cell(row.column, row.first + down)
                if cell not in there:
                    self.faults.add(
                        "survey.csv", row.line, f"{self.sheet.grid.number(cell)} is not on the map"
                    )
                elif letter != UNSAID and letter not in words:
                    self.faults.unknown("survey.csv", row.line, f"letter of {row.layer}", letter, words)
                elif letter != UNSAID:
                    layers.setdefault(row.layer, {})[cell] = words[letter]
        for layer in ("terrain",) if layers else ():
            for cell in sorted(there - set(layers.get(layer, ()))):
                self.faults.add("survey.csv", 0, f"{self.sheet.grid.number(cell)} has no {layer}")
        return layers

    def _nearest(self, row: TownRow) -> Cell | None:
        grid = self.sheet.grid
        point = self.points("towns.csv", row.line, (f"{row.lat} {row.lon}",))[0]
        cell = min(self.sheet.cells, key=lambda each: math.dist(grid.centre(each), point))
        return cell if math.dist(grid.centre(cell), point) <= 1 / math.sqrt(3) else None


def _check_words(geography: Geography, faults: Faults) -> None:
    words = geography.sheet.vocabulary
    terrain = words.side_terrain or words.hex_terrain
    for landscape, _ in geography.landscapes:
        if landscape.terrain not in terrain and (landscape.terrain or not geography.survey):
            faults.unknown("landscapes.csv", landscape.line, "terrain", landscape.terrain, terrain)
    for area in geography.built_up:
        if area.terrain not in words.side_terrain:
            faults.unknown("built_up.csv", area.line, "terrain", area.terrain, words.side_terrain)
    for country, _ in geography.countries:
        if country not in words.countries:
            faults.unknown("countries.csv", 0, "country", country, words.countries)
    _check_waters(geography, faults)
    networks = geography.sheet.networks
    for railway in geography.railways:
        if railway.network not in networks:
            faults.unknown("railways.csv", railway.line, "network", railway.network, networks)
        elif railway.tracks not in networks[railway.network]:
            kinds = networks[railway.network]
            faults.unknown("railways.csv", railway.line, railway.network, railway.tracks, kinds)
        for station in railway.stations:
            if station not in geography.town_cells and geography.sheet.grid.cell(station) is None:
                faults.unknown("railways.csv", railway.line, "station", station, geography.town_cells)
    _check_areas(geography, faults)


def _check_waters(geography: Geography, faults: Faults) -> None:
    words = geography.sheet.vocabulary
    known = {row.river for row, _ in geography.rivers} | {row.water for row, _ in geography.waters}
    ends = known | {"sea", "lake", "edge", "valley"}
    for river, _ in geography.rivers:
        if river.into not in ends:
            faults.unknown("rivers.csv", river.line, "river", river.into, ends)
        if river.feature and river.feature not in words.side_features:
            faults.unknown("rivers.csv", river.line, "feature", river.feature, words.side_features)
    for rule in geography.steering:
        if rule.river not in known:
            faults.unknown("steering.csv", rule.line, "river", rule.river, known)
        if rule.rule not in ("follow", "avoid"):
            faults.unknown("steering.csv", rule.line, "rule", rule.rule, ("follow", "avoid"))
    if not words.side_terrain:
        for water, _ in geography.waters:
            if water.terrain not in words.side_features:
                faults.unknown("waters.csv", water.line, "feature", water.terrain, words.side_features)


def _check_areas(geography: Geography, faults: Faults) -> None:
    numbers = {geography.sheet.grid.number(cell) for cell in geography.sheet.cells}
    nodes = numbers | {area.area for area in geography.areas}
    for area in geography.areas:
        if area.country not in geography.sheet.vocabulary.countries:
            known = geography.sheet.vocabulary.countries
            faults.unknown("areas.csv", area.line, "country", area.country, known)
    for link in geography.links:
        for end in (link.a, link.b):
            if end not in nodes:
                faults.unknown("links.csv", link.line, "area or hex", end, nodes)
