"""[3.2-1] Strategy cards are selected in secret."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def phase(table: Table, position: SteelPosition) -> Procedure:
    """3.2-1: no card can be selected yet."""
    yield from ()
    return None
