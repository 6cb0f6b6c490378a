"""The counters of Serbia 1914: every unit with its values, armies, corps, combinations, markers.

`load` reads all counter files at once. A value that the rule text gives away stands in
``counters/printed_values.csv``; `list_checks` holds the counters to it. All other values are rebuilt.

Sizes are counted in quarters of a division-equivalent (rule 1.1), so that sums stay whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from hexfront.kernel.datafiles import DataFolder, Faults

DATA = Path(__file__).parents[1] / "data"
COUNTER_FILES = {
    "austria-hungary": "counters/austria_hungary.csv",
    "serbia": "counters/serbia.csv",
    "montenegro": "counters/montenegro.csv",
}
FORTS = "counters/forts.csv"
ARTILLERY = "counters/artillery.csv"
SUPPLY_UNITS = "counters/supply_units.csv"
NAVAL_SQUADRONS = "counters/naval_squadrons.csv"
ARMIES = "counters/armies.csv"
CORPS = "counters/corps.csv"
COMBINATIONS = "counters/combinations.csv"
MARKERS = "counters/markers.csv"
PRINTED_VALUES = "counters/printed_values.csv"

DIVISION = 4  # quarters of a division-equivalent
QUARTERS = {"xx": DIVISION, "x": 2, "iii": 1}
NEVER_ABANDONED = "*"


class CombatUnit(msgspec.Struct, frozen=True):
    """[2.3] A Combat unit: a Formation if it has an attachment marker, else an asset unit."""

    unit: str
    nation: str
    kind: str
    troops: str
    size: str
    formation: bool
    identifier: str
    name: str
    army: str
    corps: str
    attack: int
    defense: int
    proficiency: int
    artillery: int
    effectiveness: int
    reduced_attack: int | None
    reduced_defense: int | None
    reduced_artillery: int | None
    place: str
    range: int | None
    parent: str
    created: bool
    source: str
    line: int = 0

    @property
    def quarters(self) -> int:
        """[1.1] Size in quarters of a division-equivalent; a cavalry division counts as a brigade."""
        whole = QUARTERS.get(self.size, 0)
        return whole // 2 if self.kind == "cavalry" and self.size == "xx" else whole

    @property
    def has_back(self) -> bool:
        return self.reduced_defense is not None

    @property
    def most_reductions(self) -> int:
        """[9.10.2, 9.10.3] How many strength reductions it can carry on the map."""
        if not self.has_back:
            return 0
        return 3 if self.size == "xx" and self.kind != "cavalry" else 1


class Fort(msgspec.Struct, frozen=True):
    """[2.4] A fort unit and the infantry on its back."""

    unit: str
    nation: str
    identifier: str
    name: str
    hex: str
    defense: int
    proficiency: int
    artillery: int
    effectiveness: int
    abandonment: str
    size: str
    back_attack: int
    back_defense: int
    back_proficiency: int
    back_artillery: int
    source: str
    line: int = 0

    @property
    def quarters(self) -> int:
        """[1.1] A fort counts nothing toward stacking."""
        return 0

    @property
    def abandoned_above(self) -> int | None:
        """[8.5.3] The highest die on which the garrison stays; None if it never leaves."""
        return None if self.abandonment == NEVER_ABANDONED else int(self.abandonment)


class Artillery(msgspec.Struct, frozen=True):
    """[2.5] An artillery unit: no size, no proficiency, no effectiveness."""

    unit: str
    nation: str
    identifier: str
    name: str
    attack: int
    defense: int
    artillery: int
    source: str
    line: int = 0

    @property
    def quarters(self) -> int:
        return 0


class SupplyUnit(msgspec.Struct, frozen=True):
    """[2.6] An army depot or a corps train; ranges stand in ``tables/supply_units.csv``."""

    unit: str
    nation: str
    type: str
    serves: str
    identifier: str
    name: str
    source: str
    line: int = 0

    @property
    def quarters(self) -> int:
        return DIVISION if self.type == "corps train" else 0


class NavalSquadron(msgspec.Struct, frozen=True):
    """[25.1] A squadron of the Donau flotilla."""

    unit: str
    nation: str
    identifier: str
    name: str
    artillery: int
    reduced_artillery: int
    bases: tuple[str, ...]
    ships: tuple[str, ...]
    source: str
    line: int = 0

    @property
    def quarters(self) -> int:
        return 0


Counter = CombatUnit | Fort | Artillery | SupplyUnit | NavalSquadron
Row = TypeVar("Row", Fort, Artillery, SupplyUnit, NavalSquadron)


class Army(msgspec.Struct, frozen=True):
    """[5.1] An army with its display, or a region whose units may not leave it (25.2)."""

    army: str
    nation: str
    name: str
    corps_boxes: int
    region: str
    source: str
    line: int = 0


class Corps(msgspec.Struct, frozen=True):
    """[2.8.4] A corps with its attachment limit in division-equivalents."""

    corps: str
    nation: str
    name: str
    limit: int
    source: str
    line: int = 0


class Combination(msgspec.Struct, frozen=True):
    """[16.3, 16.4] Units that become one, and whether they can part again."""

    whole: str
    parts: tuple[str, ...]
    reversible: bool
    rule: str
    source: str
    line: int = 0


class MarkerStock(msgspec.Struct, frozen=True):
    """How many markers of a kind there are."""

    marker: str
    nation: str
    count: int
    rule: str
    source: str
    line: int = 0


class PrintedValue(msgspec.Struct, frozen=True):
    """A value of a unit that the rule text gives away."""

    unit: str
    value: str
    amount: str
    rule: str
    source: str
    line: int = 0


class Forces(msgspec.Struct, frozen=True):
    """All counters of the title."""

    combat_units: dict[str, CombatUnit]
    forts: dict[str, Fort]
    artillery: dict[str, Artillery]
    supply_units: dict[str, SupplyUnit]
    naval_squadrons: dict[str, NavalSquadron]
    armies: dict[str, Army]
    corps: dict[str, Corps]
    combinations: tuple[Combination, ...]
    markers: tuple[MarkerStock, ...]
    printed_values: tuple[PrintedValue, ...]

    def counter(self, unit: str) -> Counter | None:
        """The counter with a key, of whatever sort."""
        return (
            self.combat_units.get(unit)
            or self.forts.get(unit)
            or self.artillery.get(unit)
            or self.supply_units.get(unit)
            or self.naval_squadrons.get(unit)
        )

    def counters(self) -> Iterator[Counter]:
        """Every counter, sort by sort."""
        yield from self.combat_units.values()
        yield from self.forts.values()
        yield from self.artillery.values()
        yield from self.supply_units.values()
        yield from self.naval_squadrons.values()

    def bodies(self, units: Iterable[str]) -> frozenset[str]:
        """The same units with everything that was put together taken apart again."""
        parts = {each.whole: each.parts for each in self.combinations}
        return frozenset(body for unit in units for body in parts.get(unit, (unit,)))


def load(folder: DataFolder | None = None) -> Forces:
    """All counters. Raises DataError with every cell that cannot be read."""
    faults = Faults()
    forces = read(folder or DataFolder(DATA), faults)
    faults.raise_if_any()
    return forces


def read(folder: DataFolder, faults: Faults) -> Forces:
    """All counters, with what cannot be read left out and noted in `faults`."""
    combat_units: dict[str, CombatUnit] = {}
    for nation, file in COUNTER_FILES.items():
        for row in folder.csv(file, CombatUnit, faults):
            if row.nation != nation:
                faults.add(file, row.line, f'"{row.unit}" is of nation "{row.nation}", not "{nation}"')
            if row.unit in combat_units:
                faults.add(file, row.line, f'"{row.unit}" stands twice')
            combat_units[row.unit] = row
    return Forces(
        combat_units=combat_units,
        forts=_by_unit(folder, FORTS, Fort, faults),
        artillery=_by_unit(folder, ARTILLERY, Artillery, faults),
        supply_units=_by_unit(folder, SUPPLY_UNITS, SupplyUnit, faults),
        naval_squadrons=_by_unit(folder, NAVAL_SQUADRONS, NavalSquadron, faults),
        armies={row.army: row for row in folder.csv(ARMIES, Army, faults)},
        corps={row.corps: row for row in folder.csv(CORPS, Corps, faults)},
        combinations=tuple(folder.csv(COMBINATIONS, Combination, faults)),
        markers=tuple(folder.csv(MARKERS, MarkerStock, faults)),
        printed_values=tuple(folder.csv(PRINTED_VALUES, PrintedValue, faults)),
    )


def file_of(counter: Counter) -> str:
    """The file a counter stands in."""
    if isinstance(counter, CombatUnit):
        return COUNTER_FILES.get(counter.nation, "counters")
    if isinstance(counter, Fort):
        return FORTS
    if isinstance(counter, Artillery):
        return ARTILLERY
    return SUPPLY_UNITS if isinstance(counter, SupplyUnit) else NAVAL_SQUADRONS


def _by_unit(folder: DataFolder, file: str, kind: type[Row], faults: Faults) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for row in folder.csv(file, kind, faults):
        if row.unit in found:
            faults.add(file, row.line, f'"{row.unit}" stands twice')
        found[row.unit] = row
    return found
