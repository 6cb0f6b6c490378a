"""Rule 11-1: a side ends its movement only when nobody can leave a hex in which too many stand."""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import movement, stacking
from hexfront.kernel.errors import Refusal


def why_not_end_phase(position: WesternFrontPosition, side: str) -> Refusal | None:
    """[11-1] [11-4] [WF 10-7] A side may not end its movement with too many units in a hex, as long as one
    can leave it."""
    for node in stacking.overfull(position):
        if position.occupier(node) == side and may_leave(position, node) is not None:
            where = position.setting.board.label(node)
            measures = zip(
                stacking.RULES,
                stacking.NAMES,
                stacking.load(position, node),
                stacking.limit(position, node),
                strict=True,
            )
            rule, name, load, most = next(each for each in measures if each[2] > each[3])
            scale = stacking.HALVES if name == "divisions" else 1
            return Refusal(rule, f"too many {name} in {where}", Fraction(most, scale), Fraction(load, scale))
    return None


def may_leave(position: WesternFrontPosition, node: int) -> Unit | None:
    """[11-1] A unit that takes up room in a hex and can still move away; None if there is none."""
    for unit in position.units_at(node):
        if (
            stacking.helps(position, node, unit)
            and movement.why_not_move(position, position.side_of(unit), unit.name) is None
            and movement.destinations(position, [unit.name])
        ):
            return unit
    return None


def crowded_out(position: WesternFrontPosition, side: str) -> Unit | None:
    """[11-1] A unit that should leave an overfull hex before its side can end its movement."""
    for node in stacking.overfull(position):
        if position.occupier(node) == side and (unit := may_leave(position, node)) is not None:
            return unit
    return None
