"""How much a demoralization point of a nation counts: most shortly before its morale fails [WF 23-18].

Who is near to a threshold minds his losses, and who has such an enemy minds them less. Who has suffered
little of what he can bear dares more than who has suffered much, and all dare more in the last year of the
war. A scenario is a part of a longer war: what a nation had suffered when it begins is printed in it
[WF 13-1], and the staff minds it there, too.
"""

from __future__ import annotations

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.national_schedules import STATES
from hexfront.games.western_front.rules import morale
from hexfront.games.western_front.vocabulary import ENTENTE

NEAR = 120.0  # points before a threshold within which it is felt
FELT = 0.5  # what is added shortly before it
ALLIES = ("fr", "gb")
SPARED = 0.8  # what is added for an ally who has suffered nothing

FRESH_DARING, WORN_DARING = 2.2, 0.5  # how many times greater losses a nation takes that has suffered
# nothing, and one that has suffered all that it can bear in a year
DOUGHTY = 1.3  # the same for those who have no account to mind
PLENTY = 20  # points of replacements with which nobody misses the men who are lost
LAST_YEAR, LAST_DARING = 1918, 1.4  # the same for all, when the war is to be decided


def suffered(position: WesternFrontPosition, nation: str) -> int:
    """The points a nation has suffered in the war, those from before a scenario included."""
    accounts = position.setting.parameters.demoralization
    points = position.demoralization.get(nation, 0)
    if not accounts.begins_with_historical:
        points += accounts.historical.get(nation, 0)
    return points


def borne(position: WesternFrontPosition, nation: str) -> float | None:
    """The part of what a nation can bear in this year that it has suffered; None if it can bear anything."""
    counted = morale.counted_nation(position, nation)
    schedules = position.setting.campaign.national_schedules
    if not counted or schedules is None:
        return None
    most = schedules.thresholds.get((counted, STATES[-1]), {}).get(position.year)
    return min(1.0, suffered(position, counted) / most) if most else None


def daring(position: WesternFrontPosition, nation: str) -> float:
    """How many times greater losses than usual a nation takes in an attack of the trench war."""
    if position.year >= LAST_YEAR:
        return LAST_DARING
    part = borne(position, nation)
    return DOUGHTY if part is None else FRESH_DARING + (WORN_DARING - FRESH_DARING) * part


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
    together = sum(suffered(position, nation) for nation in ALLIES)
    found = dict.fromkeys(ALLIES, 1.0)
    for nation, points in strength.items():
        if points:
            part = suffered(position, nation) / max(1, together)
            found[nation] += SPARED * max(0.0, 1.0 - part * total / points)
    return found


def missed(position: WesternFrontPosition, nation: str) -> float:
    """The part of its worth in the field that a strength point is missed for when it is lost: nothing if
    replacements wait for somebody to take them in."""
    waiting = sum(
        unit.strength
        for unit in position.of_side(position.setting.tables.nations[nation].side)
        if (piece := position.piece(unit)).replacement and piece.nation == nation
    )
    return 1.0 - min(1.0, waiting / PLENTY)


def weight(position: WesternFrontPosition, nation: str) -> float:
    """How many times more a point of a nation counts to the enemy than usual, where its morale can fail."""
    counted = morale.counted_nation(position, nation)
    left = position.setting.campaign.points_to_next_state(position, counted) if counted else None
    return _felt(left)


def own_weight(position: WesternFrontPosition, nation: str) -> float:
    """How many times more a point counts to those who suffer it: in a single scenario, too, where no morale
    fails, because the war goes on after it."""
    counted = morale.counted_nation(position, nation)
    schedules = position.setting.campaign.national_schedules
    if not counted or schedules is None:
        return 1.0
    return _felt(schedules.points_to_next_state(counted, position.year, suffered(position, counted)))


def _felt(left: int | None) -> float:
    return 1.0 if left is None else 1.0 + FELT * max(0.0, 1.0 - left / NEAR)
