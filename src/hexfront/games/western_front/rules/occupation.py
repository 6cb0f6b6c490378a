"""What happens when units come to stand in a hex, however they got there.

Every chapter that puts units into a hex - movement, rail, retreat, advance, arrival - calls `entered`.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import fortresses, morale, rail_lines, trenches, wording
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def entered(table: Table, position: WesternFrontPosition, names: Sequence[str], node: int) -> Procedure:
    """Units of one side stand in a hex now: it changes hands, and what lies there is taken."""
    units, setting = position.units, position.setting
    pieces = setting.pieces
    present = [name for name in names if name in units]
    if not present:
        return None
    side = pieces[units[present[0]].piece].side
    if len(position.standing[node]) > len(present):
        overrun(table, position, side, node)
    for name in present:
        if pieces[units[name].piece].ground_combat:
            if position.holder(node) != side:
                position.holders[node] = side
            rail_lines.cut_by(table, position, present, node)
            if node in setting.cities or node in setting.urban_beside:
                morale.hex_taken(table, position, node, side)
            if position.markers:
                trenches.entered(table, position, side, node)
            setting.campaign.came_to(position, side, node)
            break
    else:  # whoever comes takes an empty trench from the enemy [22-12] (decision WF-R242)
        if (marker := position.markers.get(node)) is not None and marker.side != side:
            trenches.entered(table, position, side, node)
    if fortresses.may_open_cities(position, node, side):
        yield from fortresses.open_cities_near(table, position, node, side)
    return None


def can_be_overrun(position: WesternFrontPosition, unit: Unit, alone: bool) -> bool:
    """[6-11] [9-9] [18-11] [24-1] [29-13] Whether an enemy may walk over a unit (decision WF-R013).

    ``alone`` says that no unit with strength in combat is with it. A headquarters has strength 1 and must
    be attacked, unless the option says otherwise.
    """
    piece = position.piece(unit)
    if piece.fortress:
        return unit.strength == 0
    if piece.headquarters:
        return alone and position.setting.option("overrun-headquarters")
    if piece.engineer or piece.replacement or piece.supply or piece.artillery:
        return alone
    return unit.strength == 0


def is_passable(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[6-11] Whether units of a side may enter a hex as far as enemies in it are concerned."""
    enemies = [unit for unit in position.units_at(node) if position.side_of(unit) != side]
    return not enemies or all(can_be_overrun(position, unit, alone=True) for unit in enemies)


def overrun(table: Table, position: WesternFrontPosition, side: str, node: int) -> None:
    """[6-11] Enemy units without strength are destroyed when a hex is entered."""
    pieces = position.setting.pieces
    for unit in position.units_at(node):
        if pieces[unit.piece].side != side:
            position.remove(unit.name)
            where = position.setting.board.label(node)
            table.tell(f"{wording.does(position.piece(unit), 'is')} overrun in {where}", "6-11", kind="loss")
            morale.unit_lost(table, position, unit, unit.strength, surrendered=False)
            if not position.piece(unit).supply:
                position.lost[unit.name] = unit
