"""The main axis of a side in each theatre: the cluster of enemy places that most is to be won by for the
strength that stands before it, and the ground on the way there.

An army that attacks everywhere a little arrives nowhere. What lies on the axis counts more, what lies beside
it less; the axis is told as the aim of the theatre.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import theatre_of

NEAR = 3  # hexes round a place within which others belong to its cluster
WIDE = 2  # hexes beside the way that belong to the axis
REACH = 9  # hexes from one's own troops at which a place is an aim
LEAST = 1.0  # what a place is worth that counts
GROUND = 6.0  # strength that the way itself counts for, and for each hex of it
ON, OFF = 1.5, 0.8  # what ground counts for on the axis and beside it
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
    from_own = survey.hexes_from({unit.at for unit in survey.troops})
    found: dict[str, Axis] = {}
    for node in sorted(prizes):
        if from_own.get(node, 99) > REACH:
            continue
        axis = _axis(survey, node, prizes, from_own)
        theatre = of[node]
        followed = (before or {}).get(theatre)
        value = axis.value * (KEPT if followed is not None and node in followed.places else 1.0)
        if theatre not in found or value > found[theatre].value:
            found[theatre] = axis._replace(value=value)
    return found


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
    won = sum(prizes[node] for node in places)
    return Axis(goal, places, ground, won / (GROUND + held + GROUND * from_own.get(goal, 0)))


def weight(survey: Survey, aims: Mapping[str, Axis], node: int) -> float:
    """How much ground counts: more on the axis of its theatre, less beside it."""
    if not aims:
        return 1.0
    aim = aims.get(theatre_of(survey.setting).get(node, ""))
    return 1.0 if aim is None else ON if node in aim.ground else OFF
