"""[7.0] Mobilization."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def capacity(table: Table, position: SteelPosition) -> Procedure:
    """3.2-7d: no points are counted yet."""
    yield from ()
    return None


def allocate(table: Table, position: SteelPosition) -> Procedure:
    """3.2-7e: nothing is built yet."""
    yield from ()
    return None
