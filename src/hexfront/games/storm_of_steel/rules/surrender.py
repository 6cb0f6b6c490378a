"""[19.3] Surrender of countries."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.table import Table


def settle(table: Table, position: SteelPosition) -> None:
    """19.32: no country surrenders yet."""
