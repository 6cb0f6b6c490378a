"""[22.0] Weapons and tactics."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def phase(table: Table, position: SteelPosition) -> Procedure:
    """3.2-7a: nothing is developed yet."""
    yield from ()
    return None
