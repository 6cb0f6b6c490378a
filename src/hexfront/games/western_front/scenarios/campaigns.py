"""Which campaign a scenario is."""

from __future__ import annotations

from hexfront.games.western_front.campaign import Campaign
from hexfront.games.western_front.printed.national_schedules import NationalSchedules
from hexfront.games.western_front.printed.scenario_lists import Scenario
from hexfront.games.western_front.scenarios import duration_game
from hexfront.games.western_front.scenarios.schlieffen_plan import schlieffen_plan
from hexfront.games.western_front.scenarios.trench_war import trench_war
from hexfront.kernel.board import Board


def campaign_of(
    board: Board, parameters: Scenario, schedules: NationalSchedules, *, linked: bool = False
) -> Campaign:
    """The campaign that a scenario's parameters describe; without directives, one that binds nobody."""
    if parameters.slug == duration_game.SLUG:
        return duration_game.duration_game(board, parameters, schedules, linked=linked)
    if parameters.has("french_offensive_armies"):
        return schlieffen_plan(board, parameters)
    if parameters.front is not None:
        return trench_war(board, parameters, schedules)
    return Campaign()
