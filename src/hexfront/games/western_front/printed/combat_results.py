"""Chapter 13: the combat results tables.

A table must be complete, must never be milder for more strength or a better die, and must agree with the
cells that worked examples of the rules give away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from hexfront.kernel.datafiles import DataFolder, Faults

STRENGTHS = range(1, 51)
DICE = range(-1, 9)
FIRST_YEARS = (1914, 1917)  # [13-26] the second table is used from January 1917

CombatTable = Mapping[int, tuple[int, ...]]  # adjusted die -> losses in columns 1 to 50


class KnownCell(msgspec.Struct, frozen=True):
    """A cell of a combat results table that a worked example gives away."""

    table: int
    strength: int
    die: int
    loss: int
    rule: str
    line: int = 0


def loss(table: CombatTable, strength: int, die: int) -> int:
    """[13-13] Strength points the other side must lose, for an adjusted strength and an adjusted die.

    [13-12] [13-16] A die outside the table counts as its nearest row. [13-19] Strength beyond the last
    column adds that column for each multiple, then the column of the remainder.
    """
    row = table[min(max(die, DICE[0]), DICE[-1])]
    whole, rest = divmod(max(strength, 0), STRENGTHS[-1])
    return whole * row[-1] + (row[rest - 1] if rest else 0)


def load_combat_tables(folder: DataFolder, faults: Faults) -> dict[int, CombatTable]:
    """Both tables by the first year of their use."""
    combat = {year: read_combat_table(folder, f"combat_results_{year}.csv", faults) for year in FIRST_YEARS}
    name = "known_cells.csv"
    check_known_cells(folder.shown(name), folder.csv(name, KnownCell, faults), combat, faults)
    return combat


def read_combat_table(folder: DataFolder, name: str, faults: Faults) -> CombatTable:
    """[13-13] A combat results table: one row for each adjusted die, one column for each strength."""
    table = folder.table(name, faults)
    if not table.columns:
        return {}
    wanted = ("die", *(str(strength) for strength in STRENGTHS))
    if table.columns != wanted:
        faults.add(table.file, 1, "the columns must be die, then 1 to 50 in order")
        return {}
    rows: dict[int, tuple[int, ...]] = {}
    lines: dict[int, int] = {}
    for line, (first, *cells) in table.rows:
        wrong = [
            column
            for column, cell in zip(wanted, (first, *cells), strict=True)
            if not re.fullmatch(r"-?\d+" if column == "die" else r"\d+", cell)
        ]
        for column in wrong:
            faults.add(table.file, line, f'column "{column}" is not a whole number')
        if wrong:
            continue
        die = int(first)
        if die not in DICE or die in rows:
            faults.add(table.file, line, f"die {die} stands twice or is not a row of the table")
            continue
        rows[die], lines[die] = tuple(int(cell) for cell in cells), line
    for die in DICE:
        if die not in rows:
            faults.add(table.file, 1, f"no sound row for die {die}")
    _check_never_milder(table.file, rows, lines, faults)
    return rows


def _check_never_milder(file: str, rows: CombatTable, lines: Mapping[int, int], faults: Faults) -> None:
    """More strength, or a higher die, never causes a smaller loss."""
    for die, row in rows.items():
        for strength in STRENGTHS[1:]:
            if row[strength - 1] < row[strength - 2]:
                what = f"die {die}: column {strength} is less than column {strength - 1}"
                faults.add(file, lines[die], what, "is a cell mistyped?")
        for strength in STRENGTHS:
            if die - 1 in rows and row[strength - 1] < rows[die - 1][strength - 1]:
                what = f"column {strength}: die {die} is less than die {die - 1}"
                faults.add(file, lines[die], what, "is a cell mistyped?")


def check_known_cells(
    file: str, cells: Iterable[KnownCell], combat: Mapping[int, CombatTable], faults: Faults
) -> None:
    """The tables must agree with every cell that a worked example gives away."""
    for cell in cells:
        if cell.table not in combat:
            faults.unknown(file, cell.line, "table", str(cell.table), [str(year) for year in combat])
        elif cell.strength not in STRENGTHS or cell.die not in DICE:
            faults.add(file, cell.line, f"no cell for strength {cell.strength} and die {cell.die}")
        elif cell.die in combat[cell.table]:
            found = combat[cell.table][cell.die][cell.strength - 1]
            if found != cell.loss:
                place = f"table {cell.table}, column {cell.strength}, die {cell.die}"
                faults.add(file, cell.line, f"{place} must be {cell.loss} ({cell.rule}), not {found}")
