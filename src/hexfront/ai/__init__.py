"""Computer players for every title.

>>> from hexfront.ai import player, players
>>> [kind.name for kind in players()]
['random', 'greedy', 'cadet', 'officer', 'general', 'marshal']

A player answers for one side: ``player("general", game.title, side, seed=1).choose(game, side)`` gives an
`Order`, an action with its reason. It sees what its side may know and plays only what is legal. The same
seed gives the same answers to the same questions, also when a game is loaded and played on.
"""

from __future__ import annotations

from hexfront.ai.armies import Army, army, branches
from hexfront.ai.charge import Charge, run
from hexfront.ai.foresight import Intent, foreseen
from hexfront.ai.players import STAFF, Player, PlayerKind, known_name, player, players, seated
from hexfront.kernel.planning import Notes, Order, Overlay, Planner, Sight

__all__ = [
    "STAFF",
    "Army",
    "Charge",
    "Intent",
    "Notes",
    "Order",
    "Overlay",
    "Planner",
    "Player",
    "PlayerKind",
    "Sight",
    "army",
    "branches",
    "foreseen",
    "known_name",
    "player",
    "players",
    "run",
    "seated",
]
