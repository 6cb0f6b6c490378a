"""The counters: land units with their headquarters, forts, ships, aircraft, irregulars, markers.

A counter is a body of men or ships; the force pool of a country is all its counters of a kind [7.4]. A
larger corps has a counter of its own, for which smaller ones are exchanged [9.1].
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping
from typing import ClassVar

import msgspec

from hexfront.games.storm_of_steel.printed.places import Places
from hexfront.games.storm_of_steel.vocabulary import (
    AIR,
    BRIGADES,
    CORPS,
    HEADQUARTERS,
    LAND,
    NAVAL,
    NEVER_ENTRENCHED,
    SIDES,
    SIZES,
)
from hexfront.kernel.datafiles import DataFolder, Faults

FOLDER = "counters/"
FORTS = "counters/forts.csv"
NAVAL_UNITS = "counters/naval.csv"
AIR_UNITS = "counters/air.csv"
IRREGULARS = "counters/irregulars.csv"
MARKERS = "counters/markers.csv"
PRINTED_VALUES = "counters/printed_values.csv"
LAND_FILES = (
    "germany",
    "austria_hungary",
    "ottoman_empire",
    "france",
    "great_britain",
    "russia",
    "italy",
    "united_states",
    "balkans",
    "others",
)
FORCES = ("bolshevik", "nationalist", "partisan")  # of irregulars
DIVISIONS = (2, 3, 4)  # [2.8]


class LandUnit(msgspec.Struct, frozen=True):
    """[2.5] [2.10] A headquarters, a corps or a brigade."""

    unit: str
    country: str
    kind: str
    size: str
    divisions: int | None
    designation: str
    name: str
    strength: int
    entrenched: int | None
    movement: int
    cadre: int
    radius: int | None
    line: int = 0


class Fort(msgspec.Struct, frozen=True):
    """[17.1] A fortified zone with its garrison."""

    unit: str
    country: str
    name: str
    city: str
    hex: str
    strength: int
    line: int = 0

    kind: ClassVar[str] = "fort"


class Ship(msgspec.Struct, frozen=True):
    """[24.1] [26.3] A naval unit."""

    unit: str
    country: str
    kind: str
    name: str
    combat: int
    protection: int
    contact: int
    line: int = 0


class AirUnit(msgspec.Struct, frozen=True):
    """[30.1] An air unit; ``late`` ratings count from air doctrine level 4 on."""

    unit: str
    country: str
    kind: str
    name: str
    superiority: int
    bombardment: int
    range: int
    late_superiority: int
    late_bombardment: int
    late_range: int
    line: int = 0


class Irregular(msgspec.Struct, frozen=True):
    """[35.0] [36.1] Bolsheviks, nationalists and partisans."""

    unit: str
    force: str
    kind: str
    size: str
    divisions: int | None
    designation: str
    name: str
    strength: int
    entrenched: int | None
    movement: int
    cadre: int
    radius: int | None
    of: str
    line: int = 0

    @property
    def country(self) -> str:
        return self.of


class Marker(msgspec.Struct, frozen=True):
    """[2.8] Markers and agents: how many there are; None for as many as needed."""

    marker: str
    side: str
    number: int | None
    rule: str
    source: str = ""
    line: int = 0


class PrintedValue(msgspec.Struct, frozen=True):
    """A figure on counters that the rule text gives."""

    country: str
    kind: str
    field: str
    value: int
    rule: str
    source: str
    line: int = 0


Counter = LandUnit | Fort | Ship | AirUnit | Irregular


class Counters(msgspec.Struct, frozen=True):
    """All counters by unit, and the markers."""

    land: Mapping[str, LandUnit]
    forts: Mapping[str, Fort]
    ships: Mapping[str, Ship]
    air: Mapping[str, AirUnit]
    irregulars: Mapping[str, Irregular]
    markers: tuple[Marker, ...]

    def __getitem__(self, unit: str) -> Counter:
        found = self.get(unit)
        if found is None:
            raise KeyError(unit)
        return found

    def __contains__(self, unit: object) -> bool:
        return isinstance(unit, str) and self.get(unit) is not None

    def get(self, unit: str) -> Counter | None:
        found: Counter | None = None
        for sort in (self.land, self.forts, self.ships, self.air, self.irregulars):
            found = found or sort.get(unit)
        return found

    def all(self) -> Iterator[Counter]:
        yield from self.land.values()
        yield from self.forts.values()
        yield from self.ships.values()
        yield from self.air.values()
        yield from self.irregulars.values()

    def pool(self, country: str) -> Tally[tuple[str, int | None]]:
        """[7.4] How many counters of a kind, and of so many divisions, a country has in all."""
        land = [(each.kind, each.divisions) for each in self.land.values() if each.country == country]
        ships = [(each.kind, None) for each in self.ships.values() if each.country == country]
        air = [(each.kind, None) for each in self.air.values() if each.country == country]
        return Tally([*land, *ships, *air])


def read(data: DataFolder, countries: Collection[str], places: Places, faults: Faults) -> Counters:
    """All counters; what is wrong goes to ``faults``."""
    seen: dict[str, str] = {}
    land: dict[str, LandUnit] = {}
    for stem in LAND_FILES:
        name = f"{FOLDER}{stem}.csv"
        for row in data.csv(name, LandUnit, faults):
            _note(row.unit, row.line, data.shown(name), seen, faults)
            _check_land(row, countries, data.shown(name), faults)
            land[row.unit] = row
    forts: dict[str, Fort] = {}
    for fort in data.csv(FORTS, Fort, faults):
        shown = data.shown(FORTS)
        _note(fort.unit, fort.line, shown, seen, faults)
        city = places.cities.get(fort.city)
        if city is None:
            faults.unknown(shown, fort.line, "city", fort.city, places.cities)
        elif (city.hex, city.country) != (fort.hex, fort.country):
            faults.add(shown, fort.line, f"{fort.city} is in {city.hex}, {city.country}")
        forts[fort.unit] = fort
    ships: dict[str, Ship] = {}
    for ship in data.csv(NAVAL_UNITS, Ship, faults):
        shown = data.shown(NAVAL_UNITS)
        _note(ship.unit, ship.line, shown, seen, faults)
        _known(shown, ship.line, (("country", ship.country, countries), ("kind", ship.kind, NAVAL)), faults)
        ships[ship.unit] = ship
    aircraft: dict[str, AirUnit] = {}
    for air in data.csv(AIR_UNITS, AirUnit, faults):
        shown = data.shown(AIR_UNITS)
        _note(air.unit, air.line, shown, seen, faults)
        _known(shown, air.line, (("country", air.country, countries), ("kind", air.kind, AIR)), faults)
        aircraft[air.unit] = air
    irregulars: dict[str, Irregular] = {}
    for each in data.csv(IRREGULARS, Irregular, faults):
        shown = data.shown(IRREGULARS)
        _note(each.unit, each.line, shown, seen, faults)
        _known(shown, each.line, (("force", each.force, FORCES), ("kind", each.kind, LAND)), faults)
        irregulars[each.unit] = each
    markers = tuple(data.csv(MARKERS, Marker, faults))
    for marker in markers:
        if marker.side and marker.side not in (*SIDES, "bolshevik"):
            faults.unknown(data.shown(MARKERS), marker.line, "side", marker.side, SIDES)
    made = Counters(land, forts, ships, aircraft, irregulars, markers)
    _check_printed(made, data, faults)
    return made


def _note(unit: str, line: int, shown: str, seen: dict[str, str], faults: Faults) -> None:
    """No unit stands twice, in whatever file."""
    if unit in seen:
        faults.add(shown, line, f"{unit} stands twice, first in {seen[unit]}")
    seen.setdefault(unit, f"{shown}:{line}")


def _known(
    shown: str, line: int, words: tuple[tuple[str, str, Collection[str]], ...], faults: Faults
) -> None:
    for kind, word, known in words:
        if word not in known:
            faults.unknown(shown, line, kind, word, known)


def _check_land(row: LandUnit, countries: Collection[str], shown: str, faults: Faults) -> None:
    """[2.5] [2.8] What every land counter must agree with itself about."""
    words = (("country", row.country, countries), ("kind", row.kind, LAND), ("size", row.size, SIZES))
    _known(shown, row.line, words, faults)
    if (row.size == "corps") != (row.divisions is not None):
        faults.add(shown, row.line, f"{row.unit}: corps have divisions, and nothing else has")
    if row.divisions is not None and row.divisions not in DIVISIONS:
        faults.add(shown, row.line, f"{row.unit}: a corps has two to four divisions [2.8]")
    if (row.kind == HEADQUARTERS) != (row.radius is not None):
        faults.add(shown, row.line, f"{row.unit}: headquarters have a command radius, and nothing else has")
    if (row.kind in NEVER_ENTRENCHED) == (row.entrenched is not None):
        faults.add(shown, row.line, f"{row.unit}: mechanized units and trains have no entrenched side [12.3]")
    if row.entrenched is not None and row.entrenched < row.strength:
        faults.add(shown, row.line, f"{row.unit} is weaker entrenched than mobile [12.1]")
    if row.kind in BRIGADES and row.size == "corps":
        faults.add(shown, row.line, f"{row.unit}: {row.kind} units are brigades [13.12]")
    if row.kind in CORPS and row.size == "army":
        faults.add(shown, row.line, f"{row.unit}: only headquarters are armies")


def _check_printed(counters: Counters, data: DataFolder, faults: Faults) -> None:
    """The figures that the rule text gives stand on the counters."""
    shown = data.shown(PRINTED_VALUES)
    for row in data.csv(PRINTED_VALUES, PrintedValue, faults):
        meant = [
            each for each in counters.all() if each.kind == row.kind and row.country in ("", each.country)
        ]
        if not meant or row.field not in meant[0].__struct_fields__:
            faults.add(shown, row.line, f"no counter has the {row.field} of {row.country} {row.kind}".strip())
        for each in meant:
            found = getattr(each, row.field, row.value)
            if found != row.value:
                faults.add(shown, row.line, f"{each.unit}: {row.field} is {row.value}, not {found}")
