"""The roads to what can be won: how far every goal is, if enemies, walls and works on the way count.

A general who asks where his main effort belongs asks this: not which city is nearest, but which can be come
to. A road through a fortress is long; one round it through open country may be shorter. Where the roads to
the richest goals begin is the main effort, and as the enemy moves to bar them it moves too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CONSTRUCTION, POINT
from hexfront.kernel.paths import Step, flood

RESISTANCE = 0.22  # points of march that each enemy strength point in a hex is worth
WALLS = 0.45  # the same of a fortress
WORKS = 4.0  # a trench
FADES = 0.9  # what is left of the worth of a goal at each point of march


def resisted_ways(survey: Survey, side: str) -> list[tuple[Step, ...]]:
    """Ways on which a side has to be fought through wherever it stands."""
    position, setting = survey.position, survey.position.setting
    hostile = side == survey.enemy
    strength = survey.hostile if hostile else survey.own
    forts = survey.hostile_forts if hostile else survey.own_forts
    toll = [0] * len(setting.board)
    for node in range(len(toll)):
        points = RESISTANCE * strength[node] + WALLS * forts[node]
        marker = position.markers.get(node)
        if marker is not None and marker.side == side and strength[node]:
            points += WORKS / 2 if marker.kind == CONSTRUCTION else WORKS
        toll[node] = round(points * POINT)
    # Roads are followed from their goal, so that a step pays for the hex it comes from.
    return [
        tuple((there, cost + toll[node]) for there, cost in steps)
        for node, steps in enumerate(setting.base_ways(False))
    ]


def promise(survey: Survey, goals: Mapping[int, float]) -> list[float]:
    """For each hex the sum of what goals are worth from there, fading with the road to them."""
    return _field(resisted_ways(survey, survey.enemy), goals)


def peril(survey: Survey, treasures: Mapping[int, float]) -> list[float]:
    """The same with the eyes of the enemy: where his roads to what he can win lead."""
    return _field(resisted_ways(survey, survey.side), treasures)


def _field(ways: Sequence[Sequence[Step]], goals: Mapping[int, float]) -> list[float]:
    worth = [0.0] * len(ways)
    for goal, value in goals.items():
        for node, cost in flood(ways, (goal,)).cost.items():
            worth[node] += float(value * FADES ** (cost / POINT))
    return worth
