"""The war at sea: steps of the sequence that chapters 24 to 29 will fill."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.rules import sea_control
from hexfront.games.storm_of_steel.vocabulary import SEAS as ON_MAP
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def control(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-3b1] [3.2-3b1a] [3.2-3b1b] Who dominates which sea is determined, and holds for the turn. General
    engagements (chapter 25) are not played yet."""
    position.seas = sea_control.determine(position)
    position.ebb()
    names: dict[str, list[str]] = {side: [] for side in (*SIDES, "")}
    for name in ON_MAP:
        names[position.seas[SEAS[name]]].append(name)
    told = [f"the {SIDE_NAMES[side]} dominate {', '.join(names[side])}" for side in SIDES if names[side]]
    table.tell("; ".join(told) or "No sea is dominated", "3.2-3b1b", kind="seas", data=dict(position.seas))
    yield from ()
    return None


def operations(table: Table, position: SteelPosition) -> Procedure:
    """3.2-3b2: bombardments and raiding transits; chapter 25 is not played yet."""
    yield from ()
    return None


def contested(table: Table, position: SteelPosition) -> Procedure:
    """3.2-5a: lines over contested seas; chapter 25 is not played yet."""
    yield from ()
    return None
