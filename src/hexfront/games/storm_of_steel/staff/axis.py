"""The main axis of a side in each theatre: the cluster of enemy places that most is to be won by for the
strength that stands before it, and the ground on the way there.

An army that attacks everywhere a little arrives nowhere. What lies on the axis counts more, what lies beside
it less; the axis is told as the aim of the theatre. It begins where troops stand massed, and what is far off
is no aim: whoever means to go to Berlin has to take Metz first. Only a place that decides the scenario is one
as far as the impulses of this quarter and the next lead, by the way on which least stands.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import NamedTuple

from hexfront.games.storm_of_steel.staff import stakes
from hexfront.games.storm_of_steel.staff.survey import MARCH, STACK, Survey
from hexfront.games.storm_of_steel.staff.theatres import theatre_of

NEAR = 3  # hexes round a place within which others belong to its cluster
WIDE = 2  # hexes beside the way that belong to the axis
REACH = 6  # hexes from one's own massed troops at which a place is an aim
MASS = 10.0  # strength in a hex and those around it that is a mass
FAR = 0.8  # what is left of a place's worth for each hex more
LEAST = 1.0  # what a place is worth that counts
GROUND = 6.0  # strength that the way itself counts for
ON, OFF = 1.8, 0.7  # what ground counts for on the axis and beside it
KEEN = 0.95  # the same for a place that decides, in the last quarter
LONGEST = 10  # hexes that an axis goes at the most
KEPT = 1.2  # how much better another axis must be than the one that is followed


class Axis(NamedTuple):
    """Where a theatre's effort goes: the place in the middle, all places of the cluster, and the ground."""

    goal: int
    places: tuple[int, ...]
    ground: frozenset[int]
    value: float


def axes(survey: Survey, before: Mapping[str, Axis] | None = None) -> dict[str, Axis]:
    """The axis of each theatre in which there is one."""
    of = theatre_of(survey.setting)
    prizes = {
        node: worth
        for node, worth in survey.prizes.items()
        if worth >= LEAST and survey.position.controller(node) == survey.enemy and node in of
    }
    from_own = survey.hexes_from(_massed(survey))
    found: dict[str, Axis] = {}
    for node in sorted(prizes):
        far = from_own.get(node, 99)
        decides = node in survey.decisive and far <= _within(survey, node)
        if far > REACH and not decides:
            continue
        axis = _axis(survey, node, prizes, from_own)
        if decides:
            axis = max(axis, _way_to(survey, node, prizes, from_own), key=lambda each: each.value)
        theatre = of[node]
        followed = (before or {}).get(theatre)
        value = axis.value * (KEPT if followed is not None and node in followed.places else 1.0)
        if theatre not in found or value > found[theatre].value:
            found[theatre] = axis._replace(value=value)
    return found


def _massed(survey: Survey) -> list[int]:
    """The hexes where troops stand massed, with those around; all of them if there is no mass."""
    around = survey.setting.ground.around
    own: dict[int, float] = {}
    for unit in survey.troops:
        own[unit.at] = own.get(unit.at, 0.0) + survey.position.piece(unit).strength
    massed = [
        node
        for node, here in own.items()
        if here + sum(own.get(other, 0.0) for other in around[node]) >= MASS
    ]
    return massed or [*own]


def _axis(survey: Survey, goal: int, prizes: Mapping[int, float], from_own: Mapping[int, int]) -> Axis:
    """The axis to a place: the places round it, the way from the nearest own troops, what stands there."""
    around = survey.setting.ground.around
    near = survey.hexes_from([goal], REACH + NEAR)
    places = tuple(node for node in prizes if near.get(node, 99) <= NEAR)
    way, node = {goal}, goal
    while from_own.get(node, 0) > 0:
        node = min(around[node], key=lambda other: (from_own.get(other, 99), near.get(other, 99), other))
        way.add(node)
    wide = survey.hexes_from(way, WIDE)
    ground = frozenset(wide) | {node for node, far in near.items() if far <= NEAR}
    held = sum(strength for node, strength in survey.defence.items() if node in ground)
    won = sum(prizes[node] * FAR ** from_own.get(node, REACH) for node in places)
    return Axis(goal, places, ground, won / (GROUND + held))


def _within(survey: Survey, node: int) -> int:
    """How many hexes away a place that decides is still an aim."""
    left = stakes.impulses_left(survey.position, survey.side, survey.setting.front_of[node])
    return min(MARCH * left, LONGEST)


def _way_to(survey: Survey, goal: int, prizes: Mapping[int, float], from_own: Mapping[int, int]) -> Axis:
    """The axis to a place that decides: the way on which least stands, and what lies beside it."""
    position, around = survey.position, survey.setting.ground.around
    entrance, in_play = position.entrance[survey.side], survey.setting.in_play
    stands = dict.fromkeys(in_play, 0.0)  # on a hex and, for their zones, half of those beside it
    for at, strength in survey.defence.items():
        for other in (at, *around[at]):
            stands[other] = stands.get(other, 0.0) + strength * (1.0 if other == at else 0.5)
    found: dict[int, int] = {}
    queue: list[tuple[float, int, int]] = [(0.0, goal, goal)]
    way = {goal}
    while queue:
        cost, node, onward = heapq.heappop(queue)
        if node in found:
            continue
        found[node] = onward
        if not from_own.get(node, 1):
            while node != goal:
                node = found[node]
                way.add(node)
            break
        for other in around[node]:
            if other not in found and other in in_play and entrance[other]:
                heapq.heappush(queue, (cost + 1 + stands[other] / STACK, other, node))
    beside = survey.hexes_from(way, 1)
    held = sum(strength for node, strength in survey.defence.items() if node in beside)
    places = tuple(node for node in prizes if node in beside)
    keen = FAR + (KEEN - FAR) * survey.pressing
    won = sum(
        prizes[node] * (keen if node in survey.decisive else FAR) ** from_own.get(node, REACH)
        for node in places
    )
    return Axis(goal, places, frozenset(survey.hexes_from(way, WIDE)), won / (GROUND + held))


def weight(survey: Survey, aims: Mapping[str, Axis], node: int) -> float:
    """How much ground counts: more on the axis of its theatre, less beside it."""
    if not aims:
        return 1.0
    aim = aims.get(theatre_of(survey.setting).get(node, ""))
    return 1.0 if aim is None else ON if node in aim.ground else OFF
