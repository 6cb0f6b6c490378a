"""[1.5] Who has won."""

from __future__ import annotations

from hexfront.kernel.title import NO_END
from outpost.position import BLUE, LAST_TURN, RED, SIDES, OutpostPosition, enemy_of


def victory(position: OutpostPosition) -> str | None:
    """[1.5] The outcome, once there is one."""
    for side in SIDES:
        if not any(position.strength(unit) for unit in position.of_side(side)):
            return f"{enemy_of(side)} wins: {side} has no fighting units left"
    if position.turn <= LAST_TURN or NO_END in position.setting.sandbox:
        return None
    outpost = position.setting.objective
    holder = position.held_by(outpost)
    if holder:
        return f"{holder} wins: it holds the outpost"
    near = {
        side: sum(
            position.strength(unit)
            for node in position.setting.board.adjacent[outpost]
            for unit in position.units_at(node)
            if unit.side == side
        )
        for side in SIDES
    }
    if near[RED] == near[BLUE]:
        return "drawn: nobody holds the outpost"
    return f"{max(SIDES, key=near.__getitem__)} wins: it is stronger beside the outpost"
