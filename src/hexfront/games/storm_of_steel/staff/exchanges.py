"""Corps that are made of smaller ones: a full hex of the line has room for more divisions in larger corps."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.storm_of_steel.orders import Reorganize
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.kernel.actions import Action

LINE = 1  # hexes from the enemy within which a hex is in the line


def merger(survey: Survey, choices: Iterable[Action]) -> Reorganize | None:
    """[9.1] The exchange that makes most room in a full hex before the enemy; None if no hex needs it."""
    position = survey.position
    most = survey.setting.number("stacking")
    best: tuple[int, Reorganize] | None = None
    for action in choices:
        if not isinstance(action, Reorganize) or len(action.into) >= len(action.units):
            continue
        node = position.units[action.units[0]].at
        if position.loads[node] < most or survey.from_enemy.get(node, 99) > LINE:
            continue
        saved = len(action.units) - len(action.into)
        if best is None or saved > best[0]:
            best = (saved, action)
    return best[1] if best else None
