"""A few horsemen far ahead: how near to Paris Germany came shifts the level of victory [WF 3]."""

from __future__ import annotations

from hexfront.games.western_front.scenarios import victory
from hexfront.games.western_front.staff.marches import Marches, fighting
from hexfront.games.western_front.staff.stores import turns_left
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS

_FAR = 99


def send_raid(marches: Marches) -> str | None:
    """Send the unit that is missed least nearer to Paris, if that shifts the victory. Returns its name."""
    survey, position = marches.survey, marches.position
    if survey.side != CENTRAL_POWERS or not victory.paris(position):
        return None
    adjustments = position.setting.parameters.victory.adjustments
    nearest = position.flags.get(victory.NEAREST, _FAR)
    ever = [
        each.distance for each in adjustments if each.when == "never near paris" and each.distance < nearest
    ]
    at_end = [each.distance for each in adjustments if each.when == "near paris at the end"]
    wanted = sorted(ever) if turns_left(position) > 1 else sorted({*ever, *at_end})
    hexes = position.setting.hexes_from(frozenset(victory.paris(position)))
    if turns_left(position) <= 1:
        wanted = [distance for distance in wanted if distance < victory.distance_to_paris(position)]
    for distance in wanted:
        found = [
            (unit.strength if position.piece(unit).cavalry else 10 + unit.strength, hexes[node], name, node)
            for name, legs in marches.reachable.items()
            if fighting(position, unit := position.units[name])
            for node in legs
            if hexes[node] <= distance and marches.has_room(unit, node)
        ]
        if found:
            _, _, name, node = min(found)
            where = position.setting.board.name_of(node)
            marches.send(
                name,
                node,
                f"Ahead to {where}, {hexes[node]} hexes from Paris, which shifts the level of victory.",
            )
            return name
    return None
