"""A board in the making, and how the tables of a geography name its hexes."""

from __future__ import annotations

import msgspec

from hexfront.kernel.datafiles import Faults
from hexfront.kernel.grid import Cell
from hexfront.mapmaker.courses import Course
from hexfront.mapmaker.geography import Geography
from hexfront.mapmaker.sheet import Sheet, Side


class Draft(msgspec.Struct):
    """A board in the making."""

    geography: Geography
    sheet: Sheet
    sea: set[Cell]
    countries: dict[Cell, str]
    rivers: dict[str, Course]
    hexes: dict[Cell, str] = {}
    hex_features: dict[Cell, set[str]] = {}
    elevations: dict[Cell, int] = {}
    terrain: dict[Side, str] = {}
    features: dict[Side, set[str]] = {}
    networks: dict[str, dict[Side, str]] = {}
    hex_sources: dict[Cell, str] = {}
    side_sources: dict[Side, str] = {}


def side_named(sheet: Sheet, file: str, line: int, text: str) -> Side:
    """The hexside written "a-b" in a table; DataError if there is none."""
    side = sheet.side(text)
    if side is None:
        _refuse(file, line, f'"{text}" is not a hexside')
        raise AssertionError
    return side


def cell_named(sheet: Sheet, file: str, line: int, text: str) -> Cell:
    """The hex with a number in a table; DataError if it is not on the map."""
    cell = sheet.grid.cell(text)
    if cell is None or cell not in sheet:
        _refuse(file, line, f'"{text}" is not a hex')
        raise AssertionError
    return cell


def _refuse(file: str, line: int, what: str) -> None:
    faults = Faults()
    faults.add(file, line, what)
    faults.raise_if_any()
