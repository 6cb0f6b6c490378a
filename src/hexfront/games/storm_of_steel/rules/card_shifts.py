"""[4.6-Combat] Column shifts by strategy cards."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.kernel.ledger import Note, unexplained


def columns(position: SteelPosition, battle: Battle, note: Note = unexplained) -> int:
    """4.6-Combat-1: no card is in force yet."""
    return 0
