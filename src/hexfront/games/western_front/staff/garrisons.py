"""Garrisons: a city that costs its owner points is not left empty where an enemy could walk in."""

from __future__ import annotations

from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.staff.exposure import Exposure
from hexfront.games.western_front.staff.marches import Marches, fighting

WORTH_GUARDING = 10.0  # demoralization points


def guard_cities(marches: Marches) -> None:
    """Send the weakest unit that can be spared into every own city that the enemy could enter in his turn."""
    position, survey = marches.position, marches.survey
    trial = marches.trial()
    exposure = Exposure(trial, survey.side)
    worth = ground.treasures(position, survey.side)
    for node in sorted(worth, key=lambda each: (-worth[each], each)):
        if worth[node] < WORTH_GUARDING or not exposure.entered[node] or exposure.held[node]:
            continue
        name = _spare(marches, node)
        if name is not None:
            where = marches.setting.board.name_of(node)
            marches.send(name, node, f"To guard {where}, whose loss would cost {worth[node]:.0f} points.")
            exposure.held[node] = 1


def _spare(marches: Marches, node: int) -> str | None:
    """The weakest unit that can reach a hex and is neither to attack nor alone where it is to stand."""
    position = marches.position
    company: dict[int, int] = {}
    for name in marches.reachable:
        if fighting(position, position.units[name]):
            there = marches.destination(name)
            company[there] = company.get(there, 0) + 1
    able = []
    for name, legs in marches.reachable.items():
        unit = position.units[name]
        if not fighting(position, unit) or (node not in legs and unit.at != node):
            continue
        alone = company[marches.destination(name)] < 2
        if "attack" in marches.reason_of(name) or not (unit.at == node or marches.has_room(unit, node)):
            continue
        able.append((alone, unit.strength, name))
    return min(able)[2] if able else None
