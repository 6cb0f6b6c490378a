"""Hexes in which more stands than may: a movement phase does not end before they are cleared [11-1]."""

from __future__ import annotations

from hexfront.games.western_front.orders import March
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import movement, stacking
from hexfront.kernel.planning import Order, Sight


def make_room(sight: Sight, position: WesternFrontPosition, side: str) -> Order | None:
    """March a unit that takes up room out of an overfull hex, the weakest first, to where there is room."""
    setting = position.setting
    for node in stacking.overfull(position):
        if position.occupier(node) != side:
            continue
        units = [unit for unit in position.units_at(node) if stacking.helps(position, node, unit)]
        for unit in sorted(units, key=lambda each: (each.strength, each.name)):
            if movement.why_not_move(position, side, unit.name) is not None:
                continue
            legs = movement.destinations(position, [unit.name])
            piece = position.piece(unit)
            roomy = [there for there in legs if stacking.room(position, there, [piece])]
            # Better a hex too full by another than none: the phase must end somehow.
            for stop in sorted(roomy or legs, key=lambda there: (legs[there].cost, there)):
                action = March((unit.name,), setting.board.label(stop))
                if sight.is_legal(action):
                    where = setting.board.name_of(node)
                    return Order(action, f"{piece.label} makes room in {where}, where too many stand.")
    return None
