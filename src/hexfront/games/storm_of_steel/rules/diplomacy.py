"""[6.1] Grand diplomacy."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def phase(table: Table, position: SteelPosition) -> Procedure:
    """3.2-2: nobody can be won or threatened yet."""
    yield from ()
    return None
