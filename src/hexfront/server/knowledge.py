"""What a viewer is told when he asks "why?"."""

from __future__ import annotations

from hexfront.kernel.actions import Action
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game, known_position
from hexfront.kernel.ledger import Ledger

__all__ = ["explained", "known_game", "known_position"]


def explained(game: Game, question: Action, viewer: str) -> Ledger:
    """Why a number is what it is, as far as a viewer may know."""
    return game.title.explain(known_position(game, viewer), question)
