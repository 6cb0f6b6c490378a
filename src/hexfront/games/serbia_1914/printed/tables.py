"""The charts of Serbia 1914: odds, combat results, artillery, forced march, terrain, supply units.

How each was rebuilt stands in docs/how-the-serbian-charts-were-rebuilt.md. Sizes are counted in quarters of
a division-equivalent, as everywhere in this title.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from hexfront.games.serbia_1914.printed.counter_checks import SupplyRange, supply_ranges
from hexfront.games.serbia_1914.printed.forces import DIVISION
from hexfront.kernel.datafiles import DataFolder, Faults

FOLDER = "tables"
_PART = re.compile(r"(E?)(-|[+-]\d+)?(s?)")
_RETREATS = ("", "w1", "b1", "b2")
# [9.9.2] How a cell is written: both sides, then the retreat.
RESULT = rf"{_PART.pattern}/{_PART.pattern}( (w1|b1|b2))?"
AUTOMATIC = "automatic"


class Terrain(msgspec.Struct, frozen=True):
    """[7.1.3] [9.3] [3.6] A row of the terrain effects chart for hexes."""

    terrain: str
    movement: int
    autumn_movement: int
    defense: int
    division: int
    brigade: int
    regiment: int
    elevation: int | None
    mountainous: bool
    rule: tuple[str, ...]
    sources: tuple[str, ...]
    line: int = 0

    def taken_from(self, size: str) -> int:
        """[9.3.2] What attacking out of the hex takes from a Force whose largest unit has a size."""
        return {"xx": self.division, "x": self.brigade}.get(size, self.regiment)


class Hexside(msgspec.Struct, frozen=True):
    """A row of the terrain effects chart for hexsides."""

    feature: str
    movement: int | None
    instead: str
    division: int | None
    brigade: int | None
    regiment: int | None
    zone: str
    supply: str
    rule: tuple[str, ...]
    sources: tuple[str, ...]
    line: int = 0

    def taken_from(self, size: str) -> int:
        """[9.3.2] What attacking across takes from a Force whose largest unit has a size."""
        return {"xx": self.division, "x": self.brigade}.get(size, self.regiment) or 0


class Shift(msgspec.Struct, frozen=True):
    """[9.6.1] A shift of the odds column, to the right if positive."""

    case: str
    attackers: str
    shift: int
    rule: str
    line: int = 0


class ResultPart(msgspec.Struct, frozen=True):
    """[9.9.2] What a cell says of one side."""

    level: bool
    modifier: int
    reduction: bool


class CombatResult(msgspec.Struct, frozen=True):
    """[9.9.2] A cell of the combat results table; ``retreat`` is "", "w1", "b1" or "b2"."""

    attacker: ResultPart
    defender: ResultPart
    retreat: str
    text: str

    @property
    def black_retreat(self) -> int:
        """Hexes of a black retreat result; nothing if there is none."""
        return int(self.retreat[1]) if self.retreat.startswith("b") else 0


class Failure(msgspec.Struct, frozen=True):
    """[10.3] What a Force suffers that fails its post-combat check by at least so much."""

    failed_by: int
    levels: int
    reductions: int
    retreat: int
    rule: str
    line: int = 0


class MarchFailure(msgspec.Struct, frozen=True):
    """[7.2.3a] What a Force suffers that fails its forced march check by so much."""

    failed_by: int
    infantry_levels: int
    infantry_reductions: int
    infantry_attack: bool
    cavalry_levels: int
    cavalry_reductions: int
    line: int = 0


class InterPhaseRow(msgspec.Struct, frozen=True):
    """[Inter-Phase Chart] What one Inter-Phase gives."""

    inter_phase: int
    austria_hungary: int
    serbia: int
    montenegro: str
    improved_positions: int
    line: int = 0


class _Odds(msgspec.Struct, frozen=True):
    column: str
    ratio: str
    rule: str
    source: str
    line: int = 0


class _Small(msgspec.Struct, frozen=True):
    enemy: str
    one: str
    two: str
    rule: str
    line: int = 0


class _Montenegrin(msgspec.Struct, frozen=True):
    die: int
    replacements: int
    line: int = 0


class Tables(msgspec.Struct, frozen=True):
    """All charts."""

    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, Hexside]
    shifts: tuple[Shift, ...]
    columns: tuple[str, ...]
    ratios: tuple[Fraction, ...]
    results: Mapping[tuple[str, int, int], CombatResult]
    white_rows: tuple[int, int]
    artillery_sizes: tuple[int, ...]  # quarters of a division-equivalent up to which a row holds
    artillery_steps: tuple[tuple[int, ...], ...]  # least artillery value for +0, +1, ... in each row
    failures: tuple[Failure, ...]
    march_failures: tuple[MarchFailure, ...]
    small: Mapping[int, tuple[int, int]]  # quarters: lowest die for one and for two; 0 is automatic
    inter_phases: Mapping[int, InterPhaseRow]
    montenegrin: Mapping[int, int]
    supply: Mapping[tuple[str, str], SupplyRange]

    def combat_result(self, column: str, white: int, black: int) -> CombatResult:
        """[9.9.1] [CRT] A cell; white dice beyond the table count as its first or last row."""
        least, most = self.white_rows
        return self.results[column, min(max(white, least), most), black]

    def initial_odds(self, attack: Fraction, defense: Fraction) -> int:
        """[9.6] The place of the column a ratio is rounded to; the midpoint of two columns rounds up.

        Beyond the table places go on, two ratio points a place above 8:1 and one below 1:4 [9.6.2].
        """
        ratio = attack / defense
        least, most = self.ratios[0], self.ratios[-1]
        if ratio > most:
            return len(self.ratios) - 1 + int((ratio - most + 1) / 2)
        if ratio < least:
            # 1:5 is one place below 1:4, and so on; between two of them the midpoint rounds up.
            place = 0
            while ratio < (Fraction(1, 4 - place) + Fraction(1, 5 - place)) / 2:
                place -= 1
            return place
        above = bisect_right(self.ratios, ratio)
        if above == len(self.ratios):
            return above - 1
        middle = (self.ratios[above - 1] + self.ratios[above]) / 2
        return above if ratio >= middle else above - 1

    def column(self, place: int) -> str:
        """[9.9] The column of a place; the first or last one beyond the table."""
        return self.columns[min(max(place, 0), len(self.columns) - 1)]

    def odds_name(self, place: int) -> str:
        """A place as players say it: "3:2", or "10:1" and "1:6" beyond the table."""
        if place >= len(self.columns):
            return f"{8 + 2 * (place - len(self.columns) + 1)}:1"
        return self.columns[place] if place >= 0 else f"1:{4 - place}"

    def artillery_modifier(self, artillery: int, quarters: int) -> int:
        """[10.1.2] [Artillery Table] The modifier that enemy artillery gives to a size under fire."""
        row = next((at for at, most in enumerate(self.artillery_sizes) if quarters <= most), -1)
        return bisect_right(self.artillery_steps[row], artillery) - 1

    def failure(self, by: int) -> Failure:
        """[10.3] What a failure by so much brings."""
        return next(row for row in reversed(self.failures) if by >= row.failed_by)

    def march_failure(self, by: int) -> MarchFailure:
        """[7.2.3a] [Forced March Results Table] The row of a failed forced march."""
        return next(row for row in reversed(self.march_failures) if by >= row.failed_by)


def load_tables(data: DataFolder) -> Tables:
    """All charts; DataError carries every fault."""
    faults = Faults()
    folder = data.subfolder(FOLDER)
    terrain = {row.terrain: row for row in folder.csv("terrain.csv", Terrain, faults)}
    hexsides = {row.feature: row for row in folder.csv("hexsides.csv", Hexside, faults)}
    odds = folder.csv("odds.csv", _Odds, faults)
    results = _results(folder, [row.column for row in odds], faults)
    whites = sorted({white for _, white, _ in results})
    sizes, steps = _artillery(folder, faults)
    made = Tables(
        terrain=terrain,
        hexsides=hexsides,
        shifts=tuple(folder.csv("odds_shifts.csv", Shift, faults)),
        columns=tuple(row.column for row in odds),
        ratios=tuple(Fraction(row.ratio) for row in odds),
        results=results,
        white_rows=(whites[0], whites[-1]) if whites else (0, 0),
        artillery_sizes=sizes,
        artillery_steps=steps,
        failures=tuple(folder.csv("effectiveness_failure.csv", Failure, faults)),
        march_failures=tuple(folder.csv("forced_march.csv", MarchFailure, faults)),
        small={
            int(Fraction(row.enemy) * DIVISION): (int(row.one), 0 if row.two == AUTOMATIC else int(row.two))
            for row in folder.csv("small_magnitude.csv", _Small, faults)
        },
        inter_phases={row.inter_phase: row for row in folder.csv("inter_phase.csv", InterPhaseRow, faults)},
        montenegrin={
            row.die: row.replacements
            for row in folder.csv("montenegrin_replacements.csv", _Montenegrin, faults)
        },
        supply=supply_ranges(data, faults),
    )
    faults.raise_if_any()
    return made


def _results(
    folder: DataFolder, columns: Sequence[str], faults: Faults
) -> dict[tuple[str, int, int], CombatResult]:
    table = folder.table("combat_results.csv", faults)
    found: dict[tuple[str, int, int], CombatResult] = {}
    for line, cells in table.rows:
        row = dict(zip(table.columns, cells, strict=False))
        for column in columns:
            text = row.get(column, "")
            result = result_written(text)
            if result is None or not row["white"].isdecimal() or not row["black"].isdecimal():
                faults.add(table.file, line, f'"{text}" in column {column} is not a combat result')
            else:
                found[column, int(row["white"]), int(row["black"])] = result
    return found


def result_written(text: str) -> CombatResult | None:
    """[9.9.2] A combat result as its cell writes it; None if it is none."""
    sides, _, retreat = text.partition(" ")
    parts = [_PART.fullmatch(each) for each in sides.split("/")]
    if len(parts) != 2 or retreat not in _RETREATS:
        return None
    made = []
    for part in parts:
        if part is None:
            return None
        number = part[2] or "0"
        made.append(ResultPart(bool(part[1]), 0 if number == "-" else int(number), bool(part[3])))
    return CombatResult(made[0], made[1], retreat, text)


def _artillery(folder: DataFolder, faults: Faults) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    table = folder.table("artillery.csv", faults)
    sizes: list[int] = []
    steps: list[tuple[int, ...]] = []
    for line, cells in table.rows:
        most, *least = cells
        if most:
            sizes.append(int(Fraction(most) * DIVISION))
        if not all(cell.isdecimal() for cell in least):
            faults.add(table.file, line, "artillery values are whole numbers")
            continue
        steps.append(tuple(map(int, least)))
    return tuple(sizes), tuple(steps)
