"""[45.2] Reinforcements."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def place(table: Table, position: SteelPosition) -> Procedure:
    """3.2-7f: nobody arrives yet."""
    yield from ()
    return None
