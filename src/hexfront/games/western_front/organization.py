"""Chapters 27 and 28: divisions and their brigades and regiments, and the splitting of replacements.

Corps markers only show how a stack is composed and change nothing (decision WF-R109). A division that was
broken down, and brigades that formed one, are not eliminated: they wait beside the lost units, marked, and
come back only by this chapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from hexfront.games.western_front.orders import BreakDown, Combine, Split
from hexfront.games.western_front.pieces import Piece
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Table
from hexfront.kernel.title import Procedure

DISSOLVED = "dissolved: "  # flag of a unit that is off the map without having been eliminated
FORMED = "formed: "  # flag of a division formed in this phase out of units that had not moved
DIVISION = "xx"
LEAST_PARTS = 2
Group = tuple[str, str, str]  # nation, kind, colour


def group(piece: Piece) -> Group:
    """[27-1] What divisions and their components must have in common."""
    return piece.nation, piece.kind, piece.colour


# Counters that can be taken


def is_free(position: WesternFrontPosition, piece: Piece) -> bool:
    """[27-1] Whether a counter can be brought in: destroyed, dissolved, or never used in this scenario
    (decision WF-R108)."""
    key = piece.key
    return key not in position.units and key not in position.gone and key not in position.waiting


def free_counters(position: WesternFrontPosition, wanted: Group, *, divisions: bool) -> list[Piece]:
    """[27-1] [27-2] Counters of a group that can be taken, one of each print: strength and movement."""
    setting = position.setting
    formations = {position.piece(unit).formation for unit in position.units.values()}
    returned = [position.piece(unit) for unit in position.lost.values()]
    found: dict[tuple[str, int, int, int], Piece] = {}
    spare = setting.spare_divisions if divisions else setting.spare_components
    for piece in (*returned, *spare.get(wanted, ())):
        if group(piece) != wanted or (piece.size == DIVISION) != divisions or not piece.full:
            continue
        if piece.formation not in formations and is_free(position, piece):
            found.setdefault((piece.size, piece.strength, piece.movement, piece.full), piece)
    return list(found.values())


# Orders of the movement phase


def movement_choices(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    """[27-1] [27-2] [24-3] Divisions to break down, components to combine, replacements to split."""
    components = position.setting.component_keys
    divisions = position.setting.divisible
    pieces = position.setting.pieces
    parts: dict[tuple[int, Group], list[Unit]] = {}
    whole: list[Unit] = []
    replacements: list[Unit] = []
    still = True
    for unit in position.units.values():
        key = unit.piece
        if key in components:
            if can_reorganize(unit) and pieces[key].side == side:
                parts.setdefault((unit.at, group(pieces[key])), []).append(unit)
        elif key in divisions:
            whole.append(unit)
        elif pieces[key].replacement and pieces[key].side == side:
            replacements.append(unit)
        if still and (unit.moved or unit.spent or unit.rode) and pieces[key].side == side:
            still = False
    if still:
        for unit in whole:
            if pieces[unit.piece].side == side and can_reorganize(unit) and unit.strength >= LEAST_PARTS:
                yield from _break_downs(position, unit)
    for (_, wanted), units in parts.items():
        if len(units) >= LEAST_PARTS:
            yield from _combinations(position, wanted, units)
    if replacements:
        yield from _replacement_choices(position, replacements)


def can_reorganize(unit: Unit) -> bool:
    """Whether a unit stands on the map, off the trains, ready to be broken down or combined."""
    return unit.at != OFF_MAP and unit.strength > 0 and unit.mobilized and not unit.entrained
