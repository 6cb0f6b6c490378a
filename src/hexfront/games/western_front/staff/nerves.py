"""How much a demoralization point of a nation counts: most shortly before its morale fails [WF 23-18].

Who is near to a threshold minds his losses, and who has such an enemy minds them less.
"""

from __future__ import annotations

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import morale

NEAR = 120.0  # points before a threshold within which it is felt
FELT = 0.6  # what is added shortly before it


def weight(position: WesternFrontPosition, nation: str) -> float:
    """How many times more a point of a nation counts than usual."""
    counted = morale.counted_nation(position, nation)
    left = position.setting.campaign.points_to_next_state(position, counted) if counted else None
    return 1.0 if left is None else 1.0 + FELT * max(0.0, 1.0 - left / NEAR)
