"""Tables that a die is looked up in: by column and die, or by ranges of a modified die."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from hexfront.kernel.datafiles import DataFolder, Faults

DIE = (1, 2, 3, 4, 5, 6)
Cell = TypeVar("Cell")


class Columns(msgspec.Struct, Generic[Cell], frozen=True):
    """A table with a column for each number from some least one on; the first holds for all below as well."""

    least: tuple[int, ...]
    cells: Mapping[tuple[int, int], Cell]  # by die and place of the column
    also: Mapping[tuple[int, str], str] = {}  # other columns of the file, by die and name

    def place(self, number: int) -> int:
        """The place of the column that holds for a number."""
        return max(bisect_right(self.least, number) - 1, 0)

    def cell(self, die: int, number: int, shift: int = 0) -> Cell:
        """What a die gives in the column of a number, shifted to the right by so many."""
        place = min(max(self.place(number) + shift, 0), len(self.least) - 1)
        return self.cells[die, place]


def read_columns(
    data: DataFolder, name: str, cell: Callable[[str], Cell], faults: Faults, also: Sequence[str] = ()
) -> Columns[Cell]:
    """A file whose columns are ``die`` and numbers; ``cell`` reads a cell, or raises ValueError."""
    table = data.table(name, faults)
    heads = [column for column in table.columns if column != "die" and column not in also]
    wrong = [head for head in heads if not head.lstrip("-").isdecimal()]
    for head in wrong:
        faults.add(table.file, table.header_line, f'"{head}" is no number')
    missing = [column for column in ("die", *also) if column not in table.columns]
    for column in missing if table.columns else ():
        faults.add(table.file, table.header_line, f'column "{column}" is missing')
    if wrong or missing:
        return Columns((), {})
    least = tuple(map(int, heads))
    if list(least) != sorted(set(least)):
        faults.add(table.file, table.header_line, "the columns do not rise from left to right")
    cells: dict[tuple[int, int], Cell] = {}
    others: dict[tuple[int, str], str] = {}
    for line, texts in table.rows:
        row = dict(zip(table.columns, texts, strict=True))
        die = die_of(row["die"], line, table.file, {each for each, _ in cells}, faults)
        for at, head in enumerate(heads):
            try:
                cells[die, at] = cell(row[head])
            except ValueError as why:
                faults.add(table.file, line, f'column "{head}": {why}')
        others.update({(die, column): row[column] for column in also})
    check_dice({die for die, _ in cells}, table.file, faults)
    return Columns(least, cells, others)


def die_of(text: str, line: int, shown: str, seen: set[int], faults: Faults) -> int:
    """The die that a row is for; one that is none, or stands twice, is a fault."""
    die = int(text) if text.isdecimal() else 0
    if die not in DIE:
        faults.add(shown, line, f'"{text}" is no die')
    elif die in seen:
        faults.add(shown, line, f"the die {die} stands twice")
    return die


def check_dice(seen: set[int], shown: str, faults: Faults) -> None:
    """Every die has a row."""
    for die in DIE:
        if die not in seen:
            faults.add(shown, 0, f"no row for the die {die}")


class Ranged(Protocol):
    """A row that holds from ``low`` to ``high``; None is without end."""

    @property
    def low(self) -> int | None: ...
    @property
    def high(self) -> int | None: ...
    @property
    def line(self) -> int: ...


R = TypeVar("R", bound=Ranged)


def row_of(rows: Sequence[R], number: int) -> R:
    """The row that holds for a number; beyond the table its first or last one."""
    for row in rows:
        if (row.low is None or row.low <= number) and (row.high is None or number <= row.high):
            return row
    return rows[0] if rows[0].low is not None and number < rows[0].low else rows[-1]


def check_ranges(rows: Sequence[Ranged], shown: str, faults: Faults) -> None:
    """Ranges follow each other without a gap, and leave no die of one to six out."""
    after: int | None = None
    for at, row in enumerate(rows):
        if row.low is not None and row.high is not None and row.high < row.low:
            faults.add(shown, row.line, f"{row.low} to {row.high} runs backwards")
        if at and (after is None or row.low != after):
            faults.add(shown, row.line, "the row does not begin where the one before ends")
        after = None if row.high is None else row.high + 1
    if rows:
        if rows[0].low is not None and rows[0].low > 1:
            faults.add(shown, rows[0].line, "no row for the die 1")
        if after is not None and after <= DIE[-1]:
            faults.add(shown, rows[-1].line, f"no row for the die {after}")
