"""[22.0] What developed weapons and tactics allow."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition


def has(position: SteelPosition, side: str, what: str) -> bool:
    """[22.1] Whether a side has developed what a card allows."""
    deck = position.setting.printed.deck.cards
    return any(deck[card].side == side and deck[card].allows == what for card in position.developed)
