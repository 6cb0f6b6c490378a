"""What presses at the end of a scenario: the fewer quarters are left, the more its objectives count, the less
what comes after, and the dearer the strength that still keeps morale above a figure that decides."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import impulses
from hexfront.games.storm_of_steel.vocabulary import other_side

QUARTERS = 1  # over which it begins to press
EASE = 0.25  # part of its losses that a side does not mind in the last quarter
STRAIN = 1.0  # how much more losses count next to a morale that decides
MARGIN = 4  # points of morale from it within which they do
NEXT = 2  # impulses that are expected in the next quarter


def pressing(position: SteelPosition) -> float:
    """How near the end of the scenario is: one in its last quarter, nothing before it."""
    left = position.setting.last_turn - position.turn
    return min(max(1 - left / QUARTERS, 0.0), 1.0)


def impulses_left(position: SteelPosition, side: str, front: str) -> int:
    """The impulses in which a side can still march on a front this quarter and in the next, this one too."""
    left = 1 + impulses.count(position, side, front, position.impulse)
    return left + (NEXT if position.turn < position.setting.last_turn else 0)


def dearness(position: SteelPosition, side: str) -> float:
    """How much the losses of a side count for it: less when nobody has to go on with what is left, more as
    long as they may take its morale below what decides."""
    late = pressing(position)
    margins = [gap for gap in _margins(position, side) if 0 <= gap < MARGIN]
    if margins and late:
        return 1 + STRAIN * (1 - min(margins) / MARGIN)
    return 1 - EASE if late == 1 else 1.0


def _margins(position: SteelPosition, side: str) -> Iterator[int]:
    """How far the morale of a side is above each figure below which the enemy has an objective."""
    for objective in position.setting.plan.objectives:
        if objective.side != other_side(side):
            continue
        for way in objective.condition:
            for asked in way:
                if asked.kind == "morale below" and asked.side == side:
                    yield position.morale[side] - asked.number
