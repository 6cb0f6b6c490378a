"""Rule 30-4: fodder. From November to June cavalry suffers far from railways, ports and headquarters.

Strength is measured at each combat, the allowance as the movement phase begins, and cavalry without
strength is removed once a month (decision WF-R123). Strengthened cavalry is included.
"""

from __future__ import annotations

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import rail_lines
from hexfront.games.western_front.rules.expenditure import turn_number
from hexfront.games.western_front.rules.lines import Hexes, Lines
from hexfront.games.western_front.vocabulary import POINT, SIDES
from hexfront.kernel import paths
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.table import Table

HUNGRY = "hungry: "  # flag of cavalry that is slowed in this movement phase
_LOOKED_AT = "horses looked at"  # the movement phase for which these flags hold


def is_season(position: WesternFrontPosition) -> bool:
    """[30-4] Whether fodder is short: November to June."""
    return position.date.month in position.setting.hungry_months


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
    ways = lines.ways(position.climbs(position.piece(unit)))
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


def look_at_horses(position: WesternFrontPosition) -> None:
    """[30-4] As a movement phase begins: which cavalry of its side is slowed in it (decision WF-R123).

    Whatever moves before the cavalry does, a railhead or a headquarters coming near, changes nothing.
    """
    for flag in [flag for flag in position.flags if flag.startswith(HUNGRY)]:
        del position.flags[flag]
    if not is_season(position):
        return
    position.flags[_LOOKED_AT] = _phase_number(position)
    lines = Lines(position, position.active)
    for unit in position.of_side(position.active):
        if shortage(position, unit, lines) != 0:
            position.flags[HUNGRY + unit.name] = 1


def have_been_looked_at(position: WesternFrontPosition) -> bool:
    """Whether the cavalry was looked at as this phase began; not if play was set up in the middle of it."""
    return position.flags.get(_LOOKED_AT) == _phase_number(position)


def _phase_number(position: WesternFrontPosition) -> int:
    return len(SIDES) * turn_number(position) + SIDES.index(position.active)


def is_slowed(position: WesternFrontPosition, unit: Unit) -> bool:
    """[30-4] Whether a cavalry unit is slow in this movement phase for want of fodder when it began."""
    if not is_season(position):
        return False
    if have_been_looked_at(position):
        return HUNGRY + unit.name in position.flags
    return is_hungry(position, unit)


def pass_on_hunger(position: WesternFrontPosition, before: str, after: str) -> None:
    """[27-1] [30-4] The parts of a hungry division are as hungry as it was."""
    if HUNGRY + before in position.flags:
        position.flags[HUNGRY + after] = 1


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
