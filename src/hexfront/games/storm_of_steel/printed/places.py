"""The cities, the groups that cards name, and the off-map areas."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from hexfront.games.storm_of_steel.vocabulary import RAIDING_ZONE, SIDES
from hexfront.kernel.board import Board
from hexfront.kernel.datafiles import DataFolder, Faults

CITIES = "places/cities.csv"
GROUPS = "places/groups.csv"
AREAS = "places/off_map_areas.csv"
CITY_KINDS = ("capital", "industrial")
HARBOURS = ("port", "base")
LANDINGS = ("defended", "undefended", "open", "barred")
# How the board calls what is said here.
_ON_BOARD = {"capital": "capital", "industrial": "industrial", "port": "port", "base": "naval base"}
_SHOWN = {"capital": "a capital", "industrial": "industrial", "port": "a port", "base": "a naval base"}


class City(msgspec.Struct, frozen=True):
    """[5.13] [25.41] A city, what it is, and what its capture is worth."""

    city: str
    hex: str
    country: str
    kinds: tuple[str, ...]
    harbour: str
    landing: str
    morale: int
    source: str = ""
    line: int = 0

    @property
    def industrial(self) -> bool:
        """[7.0] Whether it is a mobilization centre."""
        return "industrial" in self.kinds

    @property
    def capital(self) -> bool:
        return "capital" in self.kinds


class Area(msgspec.Struct, frozen=True):
    """[21.1] An off-map area: whose it is, and who has its petroleum from the start [7.14]."""

    area: str
    name: str
    owner: str
    friendly: bool
    oil_to: str
    line: int = 0


class Group(msgspec.Struct, frozen=True):
    """Cities and hexes that cards and scenarios name together."""

    group: str
    places: tuple[str, ...]
    line: int = 0


class Places(msgspec.Struct, frozen=True, dict=True):
    """All places by name."""

    cities: Mapping[str, City]
    groups: Mapping[str, Group]
    areas: Mapping[str, Area]

    def cities_of(self, country: str) -> Sequence[City]:
        return self._by_country.get(country, ())

    @cached_property
    def _by_country(self) -> Mapping[str, Sequence[City]]:
        found: dict[str, list[City]] = {}
        for city in self.cities.values():
            found.setdefault(city.country, []).append(city)
        return {country: tuple(cities) for country, cities in found.items()}

    def industrial_cities(self, country: str) -> Sequence[City]:
        """[7.11] The mobilization centres of a country on the maps."""
        return [city for city in self.cities_of(country) if city.industrial]

    def city_at(self, where: str) -> City | None:
        """The city in a hex."""
        return next((city for city in self.cities.values() if city.hex == where), None)

    def is_place(self, where: str, board: Board | None = None) -> bool:
        """Whether something can stand there: a hex, an off-map area, or the commerce raiding zone.

        Without a board every number of a hex is taken.
        """
        if where in self.areas or where == RAIDING_ZONE:
            return True
        return where in board if board is not None else where.isdecimal() and len(where) in (4, 5)


def read(data: DataFolder, countries: Collection[str], faults: Faults) -> Places:
    """Cities, groups and areas; what is wrong goes to ``faults``."""
    cities = data.csv(CITIES, City, faults)
    _check_cities(cities, countries, data.shown(CITIES), faults)
    names = {row.city for row in cities}
    groups = data.csv(GROUPS, Group, faults)
    for group in groups:
        for place in group.places:
            if place not in names and not place.isdecimal():
                faults.unknown(data.shown(GROUPS), group.line, "city", place, names)
    areas = data.csv(AREAS, Area, faults)
    for area in areas:
        if area.owner and area.owner not in countries:
            faults.unknown(data.shown(AREAS), area.line, "country", area.owner, countries)
        if area.oil_to and area.oil_to not in SIDES:
            faults.unknown(data.shown(AREAS), area.line, "side", area.oil_to, SIDES)
    return Places(
        {row.city: row for row in cities},
        {row.group: row for row in groups},
        {row.area: row for row in areas},
    )


def _check_cities(cities: Iterable[City], countries: Collection[str], shown: str, faults: Faults) -> None:
    seen: set[str] = set()
    for row in cities:
        for what in (row.city, row.hex):
            if what in seen:
                faults.add(shown, row.line, f"{what} stands twice")
            seen.add(what)
        if row.country not in countries:
            faults.unknown(shown, row.line, "country", row.country, countries)
        for kind in row.kinds:
            if kind not in CITY_KINDS:
                faults.unknown(shown, row.line, "kind", kind, CITY_KINDS)
        if row.harbour and row.harbour not in HARBOURS:
            faults.unknown(shown, row.line, "harbour", row.harbour, HARBOURS)
        if row.landing and row.landing not in LANDINGS:
            faults.unknown(shown, row.line, "landing", row.landing, LANDINGS)
        if bool(row.harbour) != bool(row.landing):
            faults.add(shown, row.line, f"{row.city} has a harbour without a landing, or the other way round")


def check_board(places: Places, board: Board, data: DataFolder, faults: Faults) -> None:
    """The board shows every city in its hex as what it is here, and has every other hex and area named."""
    shown = data.shown(CITIES)
    by_name = {place.name: place for place in board.places}
    for city in places.cities.values():
        place = by_name.get(city.city)
        if place is None or board.label(place.node) != city.hex:
            where = "nowhere" if place is None else f"in {board.label(place.node)}"
            faults.add(shown, city.line, f"{city.city} is {where} on the board, not in {city.hex}")
            continue
        if board.country[place.node] != city.country:
            faults.add(shown, city.line, f"{city.city} lies in {board.country[place.node]} on the board")
        for kind in (*CITY_KINDS, *HARBOURS):
            here = kind in city.kinds or city.harbour == kind or (kind == "port" and city.harbour == "base")
            if here != (_ON_BOARD[kind] in place.kinds):
                faults.add(shown, city.line, f"board and list disagree whether {city.city} is {_SHOWN[kind]}")
    for group in places.groups.values():
        for where in group.places:
            if where not in places.cities and where not in board:
                faults.add(data.shown(GROUPS), group.line, f"{where} of {group.group} is not on the board")
    for area in places.areas.values():
        if area.area not in board:
            faults.add(data.shown(AREAS), area.line, f"{area.area} is not on the board")
