"""Commerce raiding: steps of the sequence that chapter 27 will fill."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def raiding(table: Table, position: SteelPosition) -> Procedure:
    """3.2-7b: chapter 27 is not played yet."""
    yield from ()
    return None


def shipping(table: Table, position: SteelPosition) -> Procedure:
    """3.2-7c: chapter 27 is not played yet."""
    yield from ()
    return None
