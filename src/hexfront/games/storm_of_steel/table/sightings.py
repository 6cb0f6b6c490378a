"""What a side sees on the map as bare numbers, for environments that ask at every step.

The same as the picture tells (`portrait`), without its words; tests compare the two.
"""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft
from hexfront.games.storm_of_steel.table.portrait import markers, stacks_shown
from hexfront.kernel.showing import Mark, Sighting, Sightings


def sightings(position: SteelPosition) -> Sightings:
    """Counters and markers of a position as somebody knows it."""
    found = [_seen(position, unit) for units in stacks_shown(position) for unit in units]
    return Sightings(found, [_mark(each.node, each.kind) for each in markers(position)])


def _seen(position: SteelPosition, unit: Unit) -> Sighting:
    piece, side = position.piece(unit), position.side_of(unit)
    if piece.unknown or piece.dummy:
        return _sighting(unit.name, unit.at, side, "", 0, 0, True)
    if piece.fort:
        strength, movement = piece.strength, 0
    elif unit.entrenched:
        strength, movement = piece.entrenched or 0, 0
    elif piece.air:
        strength, movement = aircraft.superiority(position, unit), aircraft.range_of(position, unit)
    elif piece.land:
        strength, movement = piece.strength, piece.movement + bool(unit.motorized)
    else:
        strength = movement = 0
    return _sighting(unit.name, unit.at, side, piece.kind, strength, movement, False)


@lru_cache(maxsize=1 << 15)
def _sighting(
    name: str,  # so that one that has not changed is the same object, and two that look alike are not
    *shown: object,
) -> Sighting:
    return Sighting(*shown)  # type: ignore[arg-type]


@lru_cache(maxsize=1 << 12)
def _mark(node: int, kind: str) -> Mark:
    return Mark(node, kind, "", 1)
