"""The war at sea in the sequence of play: control of the seas, operations, lines over contested seas."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.rules import (
    contested_seas,
    engagements,
    fleets,
    missions,
    sea_control,
    sorties,
)
from hexfront.games.storm_of_steel.vocabulary import SEAS as ON_MAP
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def control(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-3b1] [3.2-3b1a] [3.2-3b1b] Who dominates which sea is determined, and may be fought for; it holds
    for the turn."""
    if not position.begun:
        position.begun = True
        begin_turn(position)
        position.seas = sea_control.determine(position)
        position.ebb()
        names: dict[str, list[str]] = {side: [] for side in (*SIDES, "")}
        for name in ON_MAP:
            names[position.seas[SEAS[name]]].append(name)
        told = [f"the {SIDE_NAMES[side]} dominate {', '.join(names[side])}" for side in SIDES if names[side]]
        table.tell(
            "; ".join(told) or "No sea is dominated", "3.2-3b1b", kind="seas", data=dict(position.seas)
        )
    yield from engagements.phase(table)
    _forget_turns(position)
    return None


def begin_turn(position: SteelPosition) -> None:
    """[25.3] A new turn at sea: every ship may be sent out again."""
    sorties.rest(position)
    fleets.rest(position)


def _forget_turns(position: SteelPosition) -> None:
    """Whose turn it was to declare something, and who has passed, counts in one phase only."""
    for key in (sorties.MOVER, sorties.PASSES):
        position.flags.pop(key, None)
    position.active = SIDES[0]


def operations(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-3b2] Coastal bombardments, and the way of raiders to the trade routes."""
    yield from missions.phase(table)
    _forget_turns(position)
    return None


def contested(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-5a] Lines over contested seas are interdicted and protected; what that costs is the first that is
    owed in this turn's mobilization [3.2-7e2]."""
    if not position.begun:
        position.begun = True
        position.expenses.clear()
    yield from contested_seas.phase(table)
    return None
