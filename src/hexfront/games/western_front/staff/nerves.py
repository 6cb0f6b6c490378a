"""How much a demoralization point of a nation counts: most shortly before its morale fails [WF 23-18].

Who is near to a threshold minds his losses, and who has such an enemy minds them less. Some mind them less
from the beginning: those who come fresh into the trench war, and all in the last year of the war.
"""

from __future__ import annotations

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import morale

NEAR = 120.0  # points before a threshold within which it is felt
FELT = 0.6  # what is added shortly before it


DARING = {"gb": 1.3, "us": 1.3}  # how many times greater losses nations take in the trench war
LAST_YEAR, LAST_DARING = 1918, 1.4  # the same for all, when the war is to be decided


def daring(position: WesternFrontPosition, nation: str) -> float:
    """How many times greater losses than usual a nation takes in an attack of the trench war."""
    return LAST_DARING if position.year >= LAST_YEAR else DARING.get(nation, 1.0)


def weight(position: WesternFrontPosition, nation: str) -> float:
    """How many times more a point of a nation counts than usual."""
    counted = morale.counted_nation(position, nation)
    left = position.setting.campaign.points_to_next_state(position, counted) if counted else None
    return 1.0 if left is None else 1.0 + FELT * max(0.0, 1.0 - left / NEAR)
