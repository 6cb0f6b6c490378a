"""The reorganization segment: who digs in, and who comes out of his trench."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.storm_of_steel.orders import Entrench, LeaveTrench
from hexfront.games.storm_of_steel.rules import moving, reorganization
from hexfront.games.storm_of_steel.staff.axis import Axis
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.marches import Marches
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.kernel.actions import Action

FAR = 4  # hexes from the enemy at which nobody needs a trench


def turns(
    survey: Survey,
    level: Level,
    boldness: Mapping[str, float],
    aims: Mapping[str, Axis] | None = None,
) -> list[tuple[Action, str]]:
    """Who turns to his other side, and why.

    The movement of the impulse is planned as if nobody were in a trench. Those who attack or go elsewhere
    come out; those who stay in the line before the enemy dig in.
    """
    position = survey.position
    if moving.is_summer_1914(position):
        return []
    if not position.impulse:
        return _at_home(survey)
    marches = Marches(survey, level, boldness, dug_in=True, aims=aims)
    marches.plan()
    striking = {name for strike in marches.strikes for name in strike.places}
    found: list[tuple[Action, str]] = []
    for name, node in marches.places.items():
        unit = marches.ready[name]
        if unit.entrenched:
            if name in striking or node != unit.at:
                found.append((LeaveTrench(name), marches.reasons[name]))
        elif name not in striking and node == unit.at and reorganization.can_entrench(position, unit):
            if survey.from_enemy.get(node, 99) <= FAR and survey.threat.get(node, 0.0):
                threat = survey.threat[node]
                found.append(
                    (Entrench(name), f"It stays, and the enemy can strike it with {threat:.0f} points.")
                )
    return found


def _at_home(survey: Survey) -> list[tuple[Action, str]]:
    """[9.0] After mobilization: whoever stands with others in their trenches before the enemy digs in."""
    position = survey.position
    return [
        (Entrench(unit.name), "Others are in their trenches there.")
        for unit in survey.troops
        if survey.threat.get(unit.at, 0.0) and reorganization.can_entrench(position, unit)
    ]
