"""How the answers to a question look, by what the question is about."""

from __future__ import annotations

from hexfront.games.serbia_1914.matters import ForceInHand
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.table import faces
from hexfront.games.serbia_1914.table.march_faces import HandFaces
from hexfront.shared.looks import Looks

LOOKS: Looks[SerbiaPosition] = Looks({ForceInHand: HandFaces}, {}, faces.face)
