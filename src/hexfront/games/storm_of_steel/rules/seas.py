"""The war at sea: steps of the sequence that chapters 24 to 29 will fill."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def control(table: Table, position: SteelPosition) -> Procedure:
    """3.2-3b1: who dominates which sea; chapter 25 is not played yet."""
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
