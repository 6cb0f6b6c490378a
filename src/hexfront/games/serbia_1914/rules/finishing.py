"""[4.2.9] The Finishing Phase: cavalry retires, rivers are bridged, points are counted."""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import (
    cavalry,
    control,
    instants,
    komitadji,
    pontoons,
    segments,
    victory_points,
)
from hexfront.games.serbia_1914.vocabulary import SERBIA, other_side
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.2.9] The steps of the Finishing Phase in their order, the Phasing Player always first."""
    position.begun = True
    sides = (position.active, other_side(position.active))
    for side in sides:
        yield from segments.once(position, f"cavalry of {side}", _retire(table, position, side))
    for side in sides:
        yield from segments.once(position, f"bridges of {side}", pontoons.step(table, position, side))
    if segments.begins(position, "markers"):
        dry_out(position)
    if position.active == SERBIA:
        yield from segments.once(position, "komitadji", komitadji.step(table, position))
    if segments.begins(position, "points"):
        control.update(table, position)
        victory_points.end_of_player_turn(table, position)
    yield from victory_points.claim_syrmien(table, position)
    for segment in ("markers", "points"):
        segments.end(position, segment)
    segments.end_phase(position)
    return None


def _retire(table: Table, position: SerbiaPosition, side: str) -> Procedure:
    """[8.3] Cavalry next to the enemy retires."""
    yield from cavalry.retire(table, position, side)
    yield from instants.settle(table, position)
    return None


def dry_out(position: SerbiaPosition) -> None:
    """[7.1.4b] River crossing markers are turned over, and taken off when they lie on their back."""
    for unit in list(position.units.values()):
        if unit.crossing:
            position.change(unit.name, crossing=unit.crossing - 1)
