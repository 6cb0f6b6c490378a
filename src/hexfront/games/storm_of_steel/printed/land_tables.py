"""The tables of the war on land: combat, terrain, shifts, siege, gas, attrition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from hexfront.games.storm_of_steel.printed.dice_tables import check_dice, check_ranges, die_of
from hexfront.kernel.datafiles import DataFolder, Faults

COMBAT = ("probe", "assault", "infiltration")  # [14.3]
RESULTS = "tables/results.csv"
TERRAIN = "tables/terrain.csv"
MOVEMENT = "tables/movement.csv"
SHIFTS = "tables/shifts.csv"
SIEGE = "tables/siege.csv"
GAS = "tables/gas.csv"
ATTRITION = "tables/attrition.csv"
LOSSES = ("none", "half", "all", "equal", "half-defender")
ALL_POINTS = "all"
SIEGE_RESULTS = ("none", "halved", "eliminated")


class Result(msgspec.Struct, frozen=True):
    """[14.21] What a cell of the combat tables means."""

    result: str
    attacker: str
    defender: str
    retreat: str
    entrenched: str
    devastates: bool
    landing: bool
    text: str
    source: str = ""
    line: int = 0


class Terrain(msgspec.Struct, frozen=True):
    """[11.2] A row of the terrain effects chart; ``points``: a number, ``all``, or none if closed."""

    terrain: str
    points: str
    alpine: str
    left: int
    left_infiltration: int
    zone: bool
    communication: bool
    rule: str
    source: str = ""
    line: int = 0


class Way(msgspec.Struct, frozen=True):
    """[11.2] [11.42] Points for a hexside or a way of going, added to those of the hex or instead of them."""

    case: str
    points: int
    instead: bool
    rule: str
    source: str = ""
    line: int = 0


class CaseShift(msgspec.Struct, frozen=True):
    """[14.21] A shift that is no card's: to the right if positive."""

    case: str
    columns: int
    infiltration: int
    rule: str
    source: str = ""
    line: int = 0


class SiegeRow(msgspec.Struct, frozen=True):
    """[17.2] What a gun does to a fort."""

    low: int | None
    high: int | None
    result: str
    line: int = 0


class GasRow(msgspec.Struct, frozen=True):
    """[33.2] What gas does before the attack."""

    low: int | None
    high: int | None
    right: int
    mobile: int
    retreat: bool
    line: int = 0


class Attrition(msgspec.Struct, frozen=True):
    """[31.11] The highest die that eliminates a unit out of supply."""

    terrain: str
    season: str
    highest: int
    line: int = 0


class CombatTable(msgspec.Struct, frozen=True):
    """[14.3] One of the three combat results tables."""

    name: str
    columns: tuple[str, ...]  # odds from the worst for the attacker to the best
    cells: Mapping[tuple[int, str], str]

    def column(self, odds: str, shift: int = 0) -> str:
        """[14.21] The column of some odds after a shift; beyond the table its first or last one."""
        place = sum(_ratio(each) <= _ratio(odds) for each in self.columns) - 1
        return self.columns[min(max(max(place, 0) + shift, 0), len(self.columns) - 1)]

    def result(self, die: int, odds: str, shift: int = 0) -> str:
        """[14.21] The cell of a die under some odds."""
        return self.cells[die, self.column(odds, shift)]


class LandTables(msgspec.Struct, frozen=True):
    """All of them."""

    combat: Mapping[str, CombatTable]
    results: Mapping[str, Result]
    terrain: Mapping[str, Terrain]
    ways: Mapping[str, Way]
    shifts: Mapping[str, CaseShift]
    siege: tuple[SiegeRow, ...]
    gas: tuple[GasRow, ...]
    attrition: Mapping[tuple[str, str], int]


def odds(attack: int, defense: int) -> str:
    """[14.2] The odds of two strengths, always in the defender's favour: 5 to 2 is 2:1, 2 to 5 is 1:3."""
    if attack >= defense:
        return f"{attack // defense}:1"
    return f"1:{-(-defense // attack)}"


def _ratio(text: str) -> Fraction:
    attack, _, defense = text.partition(":")
    return Fraction(int(attack), int(defense))


def read(data: DataFolder, faults: Faults) -> LandTables:
    """All tables of the land war; what is wrong goes to ``faults``."""
    results = {row.result: row for row in data.csv(RESULTS, Result, faults)}
    for row in results.values():
        for word in (row.attacker, row.defender):
            if word not in LOSSES:
                faults.unknown(data.shown(RESULTS), row.line, "loss", word, LOSSES)
    combat = {name: _combat(data, name, results, faults) for name in COMBAT}
    terrain = data.csv(TERRAIN, Terrain, faults)
    for each in terrain:
        for cell in (each.points, each.alpine):
            if cell and cell != ALL_POINTS and not cell.isdecimal():
                faults.add(data.shown(TERRAIN), each.line, f'"{cell}" is neither points nor "{ALL_POINTS}"')
    siege = tuple(data.csv(SIEGE, SiegeRow, faults))
    check_ranges(siege, data.shown(SIEGE), faults)
    for gun in siege:
        if gun.result not in SIEGE_RESULTS:
            faults.unknown(data.shown(SIEGE), gun.line, "result", gun.result, SIEGE_RESULTS)
    gas = tuple(data.csv(GAS, GasRow, faults))
    check_ranges(gas, data.shown(GAS), faults)
    attrition = data.csv(ATTRITION, Attrition, faults)
    for check in attrition:
        if not 0 <= check.highest <= 6:
            faults.add(data.shown(ATTRITION), check.line, f"{check.highest} is no die")
    return LandTables(
        combat=combat,
        results=results,
        terrain={row.terrain: row for row in terrain},
        ways={row.case: row for row in data.csv(MOVEMENT, Way, faults)},
        shifts={row.case: row for row in data.csv(SHIFTS, CaseShift, faults)},
        siege=siege,
        gas=gas,
        attrition={(row.terrain, row.season): row.highest for row in attrition},
    )


def _combat(data: DataFolder, name: str, results: Mapping[str, Result], faults: Faults) -> CombatTable:
    """[14.3] A combat table: whole odds that rise, every die, and results that are explained."""
    table = data.table(f"tables/{name}.csv", faults)
    columns = tuple(column for column in table.columns if column != "die")
    if table.columns and ("die" not in table.columns or not all(map(_is_odds, columns))):
        faults.add(table.file, table.header_line, 'the columns are "die" and odds such as 1:2 or 3:1')
        return CombatTable(name, (), {})
    if list(columns) != sorted(columns, key=_ratio):
        faults.add(table.file, table.header_line, "the odds do not rise from left to right")
    cells: dict[tuple[int, str], str] = {}
    for line, texts in table.rows:
        row = dict(zip(table.columns, texts, strict=True))
        die = die_of(row["die"], line, table.file, {each for each, _ in cells}, faults)
        for column in columns:
            if row[column] not in results:
                faults.unknown(table.file, line, "result", row[column], results)
            cells[die, column] = row[column]
    check_dice({die for die, _ in cells}, table.file, faults)
    return CombatTable(name, columns, cells)


def _is_odds(text: str) -> bool:
    parts: Sequence[str] = text.split(":")
    return len(parts) == 2 and all(part.isdecimal() and int(part) for part in parts) and "1" in parts
