"""How much a demoralization point of a nation counts: most shortly before its morale fails [WF 23-18].

Who is near to a threshold minds his losses, and who has such an enemy minds them less. Some mind them less
from the beginning: those who come fresh into the trench war, and all in the last year of the war.
"""

from __future__ import annotations

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import morale
from hexfront.games.western_front.vocabulary import ENTENTE

NEAR = 120.0  # points before a threshold within which it is felt
FELT = 0.6  # what is added shortly before it
ALLIES = ("fr", "gb")
SPARED = 0.8  # what is added for an ally who has suffered nothing

DARING = {"gb": 2.0, "us": 1.3}  # how many times greater losses nations take in the trench war
TIRED_YEAR, TIRED = 1917, 0.9  # the same for all who have been in it for long, when armies are tired of it
FRESH = "us"  # who comes last
LAST_YEAR, LAST_DARING = 1918, 1.4  # the same for all, when the war is to be decided


def daring(position: WesternFrontPosition, nation: str) -> float:
    """How many times greater losses than usual a nation takes in an attack of the trench war."""
    if position.year >= LAST_YEAR:
        return LAST_DARING
    if position.year >= TIRED_YEAR and nation != FRESH:
        return TIRED
    return DARING.get(nation, 1.0)


def spared(position: WesternFrontPosition) -> dict[str, float]:
    """How many times more a point of each of the allies counts to the enemy because they were spared so far.

    Allies stand by each other for as long as one of them is fresh: who has suffered less than his part of
    their strength is struck sooner than who has suffered more.
    """
    strength = dict.fromkeys(ALLIES, 0)
    for unit in position.of_side(ENTENTE):
        piece = position.piece(unit)
        if piece.infantry and piece.nation in strength:
            strength[piece.nation] += unit.strength
    total = sum(strength.values())
    suffered = sum(position.demoralization.get(nation, 0) for nation in ALLIES)
    found = dict.fromkeys(ALLIES, 1.0)
    for nation, points in strength.items():
        if points:
            part = position.demoralization.get(nation, 0) / max(1, suffered)
            found[nation] += SPARED * max(0.0, 1.0 - part * total / points)
    return found


def weight(position: WesternFrontPosition, nation: str) -> float:
    """How many times more a point of a nation counts than usual."""
    counted = morale.counted_nation(position, nation)
    left = position.setting.campaign.points_to_next_state(position, counted) if counted else None
    return 1.0 if left is None else 1.0 + FELT * max(0.0, 1.0 - left / NEAR)
