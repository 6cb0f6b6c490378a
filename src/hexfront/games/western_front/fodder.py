"""Rule 30-4: fodder. From November to June cavalry suffers far from railways, ports and headquarters.

Strength is measured at each combat, the allowance as the movement phase begins, and cavalry without
strength is removed once a month (decision WF-R123). Strengthened cavalry is included.
"""

from __future__ import annotations

from hexfront.games.western_front import rail_lines
from hexfront.games.western_front.lines import Hexes, Lines
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.vocabulary import POINT
from hexfront.kernel import paths
from hexfront.kernel.game import Table
from hexfront.kernel.ledger import Note, unexplained


def is_season(position: WesternFrontPosition) -> bool:
    """[30-4] Whether fodder is short: November to June."""
    tables, month = position.setting.tables, position.date.month
    first, last = tables.whole("cavalry_hungry_first_month"), tables.whole("cavalry_hungry_last_month")
    return month >= first or month <= last


def shortage(position: WesternFrontPosition, unit: Unit, lines: Lines | None = None) -> int | None:
    """[30-4] Movement points by which a cavalry unit is too far from fodder; None if no line leads there."""
    if not position.piece(unit).cavalry or not is_season(position):
        return 0
    side = position.side_of(unit)
    lines = lines or Lines(position, side)
    sources = Hexes(
        len(position.setting.board),
        lambda node: _is_source(position, node, side) and node not in lines.barred,
    )
    free = position.setting.tables.whole("cavalry_supply_line")
    if _is_source(position, unit.at, side):
        return 0
    ways = position.base_ways(position.climbs(position.piece(unit)))
    near = paths.trace(ways, unit.at, sources, free * POINT, lines.barred)
    if near is not None:
        return 0
    far = paths.trace(ways, unit.at, sources, None, lines.barred)
    return None if far is None else far.cost // POINT - free


def _is_source(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[30-4] Whether fodder comes to a hex: an active friendly railway, a friendly port, a headquarters."""
    if node in position.setting.ports and position.holder(node) == side:
        return True
    if any(
        position.piece(unit).headquarters and position.side_of(unit) == side
        for unit in position.units_at(node)
    ):
        return True
    return rail_lines.is_operative_for(position, node, side)


def is_hungry(position: WesternFrontPosition, unit: Unit) -> bool:
    """[30-4] Whether a cavalry unit is slowed for want of fodder."""
    return shortage(position, unit) != 0


def strength_left(
    position: WesternFrontPosition, unit: Unit, note: Note = unexplained, lines: Lines | None = None
) -> int:
    """[30-4] What fodder leaves of a unit's strength; other units than cavalry keep all of theirs."""
    missing = shortage(position, unit, lines)
    if missing is None:
        return unit.strength + note("30-4", "no line to fodder", -unit.strength)
    return unit.strength + note("30-4", "far from fodder", -min(missing, unit.strength))


def starve_cavalry(table: Table, position: WesternFrontPosition) -> None:
    """[30-4] Cavalry that fodder leaves without strength is removed in the monthly turn.

    It may be rebuilt and costs no demoralization (decisions WF-R113, WF-R123).
    """
    if not is_season(position):
        return
    for unit in list(position.units.values()):
        piece = position.piece(unit)
        if piece.cavalry and strength_left(position, unit) <= 0:
            position.remove(unit.name)
            position.lost[unit.name] = unit
            where = position.setting.board.label(unit.at)
            table.tell(f"{piece.label} in {where} is gone: its horses starved", "30-4", kind="loss")
