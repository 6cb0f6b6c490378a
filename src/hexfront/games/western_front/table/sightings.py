"""What a side sees on the map as bare numbers, for environments that ask at every step.

The same as the picture tells (`portrait`), without its words; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import hindenburg_line
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, CONSTRUCTION
from hexfront.kernel.showing import Mark, Sighting, Sightings
from hexfront.kernel.title import REFEREE
from hexfront.shared.following import Gallery, Remembered, beside

_OF_SIDE = {True: "ge", False: "fr"}  # a nation of either side, for markers that belong to a side


def sightings(position: WesternFrontPosition, viewer: str) -> Sightings:
    """Counters and markers as a viewer sees them."""
    seen = _gallery(position.setting, viewer).of(position.units.values())
    units = position.units
    marks: Remembered[tuple[Mark, ...]] = beside(position, "_marks_seen", Remembered)
    forts = [units[name] for names in position.fortresses.values() for name in names]
    shown = marks.of(lambda: tuple(_marks(position)), forts, position.markers, position.flags)
    return Sightings(tuple(filter(None, seen)), shown)


@lru_cache(maxsize=64)
def _gallery(setting: WesternFrontSetting, viewer: str) -> Gallery[Unit, Sighting | None]:
    """The units of a setting as they were last shown to somebody."""
    pieces = setting.pieces

    def make(unit: Unit) -> Sighting | None:
        """[17-5] Supply points are shown to their owner only; fortresses are markers."""
        piece = pieces[unit.piece]
        if piece.fortress:
            return None
        strength = unit.strength
        if piece.headquarters or piece.supply:
            strength = unit.supply if viewer in (piece.side, REFEREE) else 0
        return Sighting(
            unit.at, piece.side, piece.kind, strength, 0 if piece.headquarters else piece.movement
        )

    return Gallery(make)


def _marks(position: WesternFrontPosition) -> Iterator[Mark]:
    units, pieces = position.units, position.setting.pieces
    for names in position.fortresses.values():
        for name in sorted(names):  # a set has the order of its history, which may be secret
            unit = units[name]
            yield Mark(unit.at, "fortress", pieces[unit.piece].nation, unit.strength)
    for node, each in position.markers.items():
        yield Mark(node, each.kind, _OF_SIDE[each.side == CENTRAL_POWERS], 1)
    if position.flags:
        for node in hindenburg_line.works(position):
            yield Mark(node, CONSTRUCTION, _OF_SIDE[True], 1)
