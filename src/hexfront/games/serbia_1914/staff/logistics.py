"""Trains, depots, guns and squadrons follow the army."""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import depots, march_limits, marches
from hexfront.games.serbia_1914.staff.marches import Planning, Task
from hexfront.games.serbia_1914.staff.survey import FAR, Survey

BEHIND = 2  # hexes a train keeps from the enemy


def supply_tasks(survey: Survey, planning: Planning) -> list[Task]:
    """Where supply units and guns that march alone should be after the troops have moved."""
    position = survey.position
    going = {name: task.to for task in planning.tasks for name in task.units}
    found = []
    for unit in position.of_side(survey.side):
        piece = position.piece(unit)
        if unit.moved or unit.inactive or unit.name in going or unit.at not in survey.setting.hexes:
            continue
        if piece.train:
            wards = [body for body in survey.bodies if body.corps == piece.corps and body.army == unit.army]
            found.append(_follow(survey, unit, [going.get(body.leader, body.at) for body in wards]))
        elif piece.depot:
            wards = [
                body
                for body in survey.bodies
                if body.army == unit.army and not position.units[body.leader].inactive
            ]
            found.append(_ride(survey, unit, [going.get(body.leader, body.at) for body in wards]))
    return [task for task in found if task is not None]


def _follow(survey: Survey, unit: Unit, wards: list[int]) -> Task | None:
    """A train goes where most of its corps is in reach, and the enemy is not."""
    position = survey.position
    if not wards or march_limits.why_not_quit(position, (unit.name,), unit.at) is not None:
        return None
    left = max(position.allowance - unit.spent, 0)
    reach = {unit.at: 0} | marches.search(position, (unit.name,), left).cost
    to = max(sorted(reach), key=lambda node: (_comfort(survey, node, wards), -reach[node]))
    if to == unit.at or _comfort(survey, to, wards) <= _comfort(survey, unit.at, wards):
        return None
    return Task((unit.name,), to, f"The train follows its corps to {survey.name(to)}.")


def _comfort(survey: Survey, node: int, wards: list[int]) -> float:
    """How well a supply unit serves from a hex."""
    away = survey.distance_to_enemy(node)
    if away <= 1:
        return -10.0
    distances = [survey.board.distance(node, ward) or 0 for ward in wards]
    return -sum(distances) / len(distances) - (1.5 if away <= BEHIND else 0.0)


def _ride(survey: Survey, unit: Unit, wards: list[int]) -> Task | None:
    """A depot rides toward its army."""
    position: SerbiaPosition = survey.position
    if not wards:
        return None
    reach = [node for node in depots.destinations(position, unit) if node in survey.setting.hexes]
    if not reach:
        return None

    def comfort(node: int) -> float:
        if survey.distance_to_enemy(node) <= BEHIND:
            return -FAR
        distances = sorted(survey.board.distance(node, ward) or 0 for ward in wards)
        return -float(sum(distances[: max(1, len(distances) // 2)]))

    to = max(sorted(reach), key=comfort)
    if comfort(to) <= comfort(unit.at) + 1:
        return None
    return Task((unit.name,), to, f"The depot comes nearer to its army, to {survey.name(to)}.")
