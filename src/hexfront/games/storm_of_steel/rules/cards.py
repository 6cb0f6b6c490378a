"""[4.0] Strategy cards in play."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def reveal(table: Table, position: SteelPosition) -> Procedure:
    """3.2-4aCP1, 3.2-4aEN1: there are no cards to reveal yet."""
    yield from ()
    return None


def discard(table: Table, position: SteelPosition) -> Procedure:
    """3.2-8a: there are no cards to discard yet."""
    yield from ()
    return None
