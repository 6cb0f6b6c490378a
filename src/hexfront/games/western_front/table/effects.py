"""What comes of it: the short remarks that faces make about a hex or a unit."""

from __future__ import annotations

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import stacking
from hexfront.games.western_front.table.names import divisions, place
from hexfront.games.western_front.vocabulary import other_side
from hexfront.shared.words import counted


def arrival_effects(position: WesternFrontPosition, units: list[Unit], node: int) -> list[str]:
    """What it means that units come to stand in a hex: zones, ground taken, company, crowding."""
    side = position.side_of(units[0])
    effects = []
    if position.enemy_controlled(node, side):
        effects.append("in an enemy zone")
    standing = position.standing[node]
    if standing and position.occupier(node) == other_side(side):
        effects.append(f"overruns {counted(len(standing), 'unit')} without strength")
    elif position.halves[node]:
        effects.append(f"joins {divisions(position.halves[node])} there")
    if position.holder(node) == other_side(side) and any(
        position.piece(unit).ground_combat for unit in units
    ):
        effects.append(f"takes {place(position, node)}")
    effects += crowding(position, units, node)
    return effects


def crowding(position: WesternFrontPosition, units: list[Unit], node: int) -> list[str]:
    """[11-1] [11-4] [WF 10-7] Whether more would stand in a hex than may when the phase ends."""
    if position.occupier(node) == other_side(position.side_of(units[0])):
        return []
    pieces = [piece for unit in units if any(stacking.weight(piece := position.piece(unit)))]
    return ["too many to stay there"] if pieces and not stacking.room(position, node, pieces) else []


def garrison(position: WesternFrontPosition, node: int) -> tuple[str, ...]:
    """Who is in a hex, as everybody can see."""
    units = position.units_at(node)
    if not units:
        return ("empty",)
    fighting = [unit for unit in units if unit.strength and not position.piece(unit).fortress]
    strength = sum(unit.strength for unit in fighting)
    found = [f"held by {counted(len(fighting), 'unit')} of strength {strength}"] if fighting else []
    fortress = position.fortress_at(node)
    if fortress is not None:
        found.append(f"fortress of strength {fortress.strength}")
    marker = position.markers.get(node)
    if marker is not None:
        found.append(marker.kind)
    return tuple(found) or ("nobody in it can resist",)


def strength_of(unit: Unit | None) -> str:
    """What is left of a unit, if it has strength at all."""
    return f"strength {unit.strength}" if unit is not None and unit.strength else ""
