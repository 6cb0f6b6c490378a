"""The words of the game."""

from __future__ import annotations

CENTRAL_POWERS = "central-powers"
ENTENTE = "entente"
SIDES = (CENTRAL_POWERS, ENTENTE)
SIDE_NAMES = {CENTRAL_POWERS: "Central Powers", ENTENTE: "Entente"}
