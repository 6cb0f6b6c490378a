"""The proof of the counters: words, values, printed values, combinations, garrisons, supply units."""

from __future__ import annotations

from collections import Counter as Tally

import msgspec

from hexfront.games.serbia_1914.printed.forces import (
    COMBINATIONS,
    CORPS,
    DIVISION,
    FORTS,
    NAVAL_SQUADRONS,
    NEVER_ABANDONED,
    PRINTED_VALUES,
    QUARTERS,
    SUPPLY_UNITS,
    CombatUnit,
    Counter,
    Forces,
    file_of,
)
from hexfront.kernel.board import Board
from hexfront.kernel.datafiles import DataFolder, Faults, suggest

PREFIXES = {"austria-hungary": "ah", "serbia": "sr", "montenegro": "mn"}
KINDS = {
    "infantry": "inf",
    "marsch": "ma",
    "garrison": "gar",
    "river protection": "rp",
    "cavalry": "cav",
}
TROOPS = (
    "line",
    "landwehr",
    "honved",
    "mountain",
    "landsturm",
    "marsch",
    "mixed",
    "cavalry",
    "first call",
    "second call",
    "third call",
    "frontier",
    "montenegrin",
)
LAST_MARKER = 4  # [9.10.3] what the last strength reduction marker takes from a division
DIE = range(1, 7)


class SupplyRange(msgspec.Struct, frozen=True):
    """A row of the chart of supply units."""

    nation: str
    unit: str
    range: int
    extended: int
    ammunition: int
    line: int = 0


def supply_ranges(folder: DataFolder, faults: Faults) -> dict[tuple[str, str], SupplyRange]:
    """[2.6] Ranges by nation and type of supply unit."""
    rows = folder.csv("tables/supply_units.csv", SupplyRange, faults)
    return {(row.nation, row.unit): row for row in rows}


def check_counters(forces: Forces, board: Board | None, folder: DataFolder, faults: Faults) -> None:
    """Everything that can be said of the counters without a scenario."""
    seen: dict[str, Counter] = {}
    for counter in forces.counters():
        file = file_of(counter)
        if counter.unit in seen:
            faults.add(file, counter.line, f'"{counter.unit}" stands in {file_of(seen[counter.unit])} too')
        seen[counter.unit] = counter
        if counter.nation not in PREFIXES:
            faults.unknown(file, counter.line, "nation", counter.nation, PREFIXES)
        elif not counter.unit.startswith(PREFIXES[counter.nation] + "-"):
            faults.add(file, counter.line, f'key "{counter.unit}" does not fit {counter.nation}')
    for unit in forces.combat_units.values():
        _check_words(unit, forces, faults)
        _check_values(unit, faults)
        _check_detachment(unit, forces, faults)
        if board is not None:
            _check_garrison(unit, board, faults)
    if board is not None:
        _check_forts(forces, board, faults)
        _check_bases(forces, board, faults)
    _check_supply_units(forces, folder, faults)
    _check_combinations(forces, faults)
    _check_printed_values(forces, faults)


def _check_words(unit: CombatUnit, forces: Forces, faults: Faults) -> None:
    file = file_of(unit)
    if unit.kind not in KINDS:
        faults.unknown(file, unit.line, "kind", unit.kind, KINDS)
    elif not unit.unit.startswith(f"{PREFIXES.get(unit.nation, '')}-{KINDS[unit.kind]}-{unit.size}-"):
        faults.add(file, unit.line, f'key "{unit.unit}" does not fit nation, kind and size')
    if unit.troops not in TROOPS:
        faults.unknown(file, unit.line, "troops", unit.troops, TROOPS)
    if unit.size not in QUARTERS:
        faults.unknown(file, unit.line, "size", unit.size, QUARTERS)
    if unit.army and unit.army not in forces.armies:
        faults.unknown(file, unit.line, "army", unit.army, forces.armies)
    if unit.corps and unit.corps not in forces.corps:
        faults.unknown(file, unit.line, "corps", unit.corps, forces.corps)
    if unit.formation and unit.size == "iii":
        faults.add(file, unit.line, f'"{unit.unit}" is a regiment and cannot be a Formation')
    if unit.corps and not unit.formation:
        faults.add(file, unit.line, f'"{unit.unit}" is an asset unit and belongs to no corps')


def _check_values(unit: CombatUnit, faults: Faults) -> None:
    """Fronts, backs, and what the last marker leaves of a division."""
    file = file_of(unit)
    if unit.defense < 1 or min(unit.attack, unit.artillery) < 0:
        faults.add(file, unit.line, f'"{unit.unit}" has a value below its least')
    if not 1 <= unit.proficiency <= max(DIE) or not 2 <= unit.effectiveness <= 2 * max(DIE):
        faults.add(file, unit.line, f'"{unit.unit}" has a proficiency or effectiveness no dice can meet')
    pairs = (
        (unit.attack, unit.reduced_attack),
        (unit.defense, unit.reduced_defense),
        (unit.artillery, unit.reduced_artillery),
    )
    given = [(front, back) for front, back in pairs if back is not None]
    if given and len(given) < len(pairs):
        faults.add(file, unit.line, f'the back of "{unit.unit}" is not complete')
    elif any(not 0 <= back <= front for front, back in given):
        faults.add(file, unit.line, f'the back of "{unit.unit}" is stronger than its front')
    elif unit.reduced_defense is not None and not 0 < unit.reduced_defense < unit.defense:
        faults.add(file, unit.line, f'the back of "{unit.unit}" must defend with less than the front')
    if unit.kind == "infantry" and unit.size == "xx" and (unit.reduced_defense or 0) <= LAST_MARKER:
        faults.add(file, unit.line, f'the last reduction marker leaves nothing of "{unit.unit}"')


def _check_detachment(unit: CombatUnit, forces: Forces, faults: Faults) -> None:
    """[21.1] A detachment is smaller than its parent and carries its name."""
    if unit.parent == "" and not unit.identifier.startswith("det."):
        return
    parent = forces.combat_units.get(unit.parent)
    if parent is None:
        hint = suggest(unit.parent, forces.combat_units)
        faults.add(file_of(unit), unit.line, f'"{unit.unit}" has no parent "{unit.parent}"', hint)
    elif unit.identifier != f"det.{parent.identifier}" or unit.attack >= parent.attack:
        faults.add(file_of(unit), unit.line, f'"{unit.unit}" does not fit its parent "{parent.unit}"')


def _check_garrison(unit: CombatUnit, board: Board, faults: Faults) -> None:
    """[8.6] Garrison units, and only they, have a place of their own name and a range."""
    file = file_of(unit)
    if unit.kind != "garrison":
        if unit.place or unit.range is not None:
            faults.add(file, unit.line, f'"{unit.unit}" is no garrison unit but has a place or a range')
        return
    if unit.range is None or unit.range < 1:
        faults.add(file, unit.line, f'"{unit.unit}" has no range')
    if unit.place not in board:
        faults.add(file, unit.line, f'"{unit.place}" is not on the board')
        return
    names = {place.name for place in board.places_at(board[unit.place]) if "garrison" in place.kinds}
    if unit.identifier not in names:
        faults.add(file, unit.line, f"{unit.place} is no garrison place of the name {unit.identifier}")


def _check_forts(forces: Forces, board: Board, faults: Faults) -> None:
    for fort in forces.forts.values():
        numbers = [str(number) for number in DIE]
        if fort.abandonment not in (NEVER_ABANDONED, *numbers):
            faults.add(FORTS, fort.line, f'abandonment number "{fort.abandonment}"')
        if fort.size not in QUARTERS:
            faults.unknown(FORTS, fort.line, "size", fort.size, QUARTERS)
        if fort.hex not in board:
            faults.add(FORTS, fort.line, f'"{fort.hex}" is not on the board')
        elif not any("fort site" in place.kinds for place in board.places_at(board[fort.hex])):
            faults.add(FORTS, fort.line, f"{fort.hex} is no fort site of the board")


def _check_bases(forces: Forces, board: Board, faults: Faults) -> None:
    """[25.1.2] Naval bases are hexes marked as such, or boxes off the map."""
    for squadron in forces.naval_squadrons.values():
        if not 0 <= squadron.reduced_artillery < squadron.artillery:
            faults.add(NAVAL_SQUADRONS, squadron.line, f'the back of "{squadron.unit}" is not weaker')
        for base in squadron.bases:
            node = board.index.get(base)
            if node is None:
                faults.add(NAVAL_SQUADRONS, squadron.line, f'"{base}" is not on the board')
            elif not board.is_area(node) and not any(
                "naval base" in place.kinds for place in board.places_at(node)
            ):
                faults.add(NAVAL_SQUADRONS, squadron.line, f"{base} is no naval base")


def _check_supply_units(forces: Forces, folder: DataFolder, faults: Faults) -> None:
    """Every supply unit has its row in the chart and serves somebody; every corps has one train."""
    ranges = supply_ranges(folder, faults)
    trains = Tally[str]()
    for unit in forces.supply_units.values():
        if (unit.nation, unit.type) not in ranges:
            faults.add(
                SUPPLY_UNITS, unit.line, f'no chart has a {unit.type} of {unit.nation} ("{unit.unit}")'
            )
        if unit.type == "corps train":
            trains[unit.serves] += 1
            if unit.serves not in forces.corps:
                faults.unknown(SUPPLY_UNITS, unit.line, "corps", unit.serves, forces.corps)
        elif unit.serves not in forces.armies:
            faults.unknown(SUPPLY_UNITS, unit.line, "army", unit.serves, forces.armies)
    for corps in forces.corps.values():
        if trains[corps.corps] != 1:
            faults.add(CORPS, corps.line, f'corps "{corps.corps}" has {trains[corps.corps]} trains')


def _check_combinations(forces: Forces, faults: Faults) -> None:
    """[16.3, 16.4] The parts exist and have together the strength of the whole."""
    for row in forces.combinations:
        missing = [key for key in (row.whole, *row.parts) if key not in forces.combat_units]
        for key in missing:
            faults.add(COMBINATIONS, row.line, f'unknown unit "{key}"', suggest(key, forces.combat_units))
        if missing:
            continue
        whole = forces.combat_units[row.whole]
        parts = [forces.combat_units[key] for key in row.parts]
        for value in ("attack", "defense", "artillery"):
            together = sum(getattr(part, value) for part in parts)
            if together != getattr(whole, value):
                what = f'the parts of "{whole.unit}" have {value} {together}, not {getattr(whole, value)}'
                faults.add(COMBINATIONS, row.line, what)
        if whole.quarters != DIVISION:
            faults.add(COMBINATIONS, row.line, f'"{whole.unit}" is no division')


def _check_printed_values(forces: Forces, faults: Faults) -> None:
    """What the rule text says of a unit stands on its counter."""
    for row in forces.printed_values:
        counter = forces.counter(row.unit)
        if counter is None:
            known = [each.unit for each in forces.counters()]
            faults.add(PRINTED_VALUES, row.line, f'unknown unit "{row.unit}"', suggest(row.unit, known))
            continue
        if row.value not in counter.__struct_fields__:
            faults.unknown(PRINTED_VALUES, row.line, "value", row.value, counter.__struct_fields__)
            continue
        found = getattr(counter, row.value)
        shown = ("yes" if found else "no") if isinstance(found, bool) else str(found)
        if shown != row.amount:
            what = f'"{row.unit}" has {row.value} {shown}; rule {row.rule} prints {row.amount}'
            faults.add(file_of(counter), counter.line, what)
