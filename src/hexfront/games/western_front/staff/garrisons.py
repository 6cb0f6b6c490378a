"""Gaps and garrisons: no hex of the line, and no city that costs points, is left empty where an enemy could
walk in."""

from __future__ import annotations

from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.staff.exposure import Exposure
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import Marches, fighting

WORTH_GUARDING = 12.0  # demoralization points; the cities of Belgium count less


def guard_cities(marches: Marches) -> None:
    """Send the weakest unit that can be spared into every own city that the enemy could enter in his turn."""
    position, survey = marches.position, marches.survey
    exposure = Exposure(marches.trial(), survey.side)
    worth = ground.treasures(position, survey.side)
    for node in sorted(worth, key=lambda each: (-worth[each], each)):
        if worth[node] < WORTH_GUARDING or not exposure.entered[node] or exposure.held[node]:
            continue
        name = spare(marches, node, alone=True)
        if name is not None:
            where = marches.setting.board.name_of(node)
            marches.send(name, node, f"To guard {where}, whose loss would cost {worth[node]:.0f} points.")
            exposure.held[node] = 1


def plug_gaps(marches: Marches, line: Line) -> None:
    """Send a unit of a stack into every hex of the line that is empty and that the enemy could enter."""
    exposure = Exposure(marches.trial(), marches.survey.side)
    for node in line.nodes:
        if exposure.held[node] or not exposure.entered[node]:
            continue
        name = spare(marches, node, alone=False)
        if name is not None:
            where = marches.setting.board.name_of(node)
            marches.send(name, node, f"To close the line at {where}, where the enemy could pass.")
            exposure.held[node] = 1


def spare(marches: Marches, node: int, *, alone: bool) -> str | None:
    """The weakest unit that can reach a hex and is not to attack; a hex is emptied only if allowed."""
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
        last = company[marches.destination(name)] < 2
        if last and not alone:
            continue
        if name in marches.attackers or not (unit.at == node or marches.has_room(unit, node)):
            continue
        able.append((last, unit.strength, name))
    return min(able)[2] if able else None
