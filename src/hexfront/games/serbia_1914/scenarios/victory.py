"""[27.0] Who has won: the lead in victory points, and what level of victory the scenario calls it."""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.printed.scenario_lists import Level
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA, SIDE_NAMES


def outcome(position: SerbiaPosition) -> str | None:
    """[27.0] The outcome once the last game turn is over."""
    if position.turn <= position.setting.parameters.head.last_turn:
        return None
    found = level(position)
    leader = SIDE_NAMES[AUSTRIA_HUNGARY if position.lead >= 0 else SERBIA]
    lead = f"{leader} ahead by {abs(position.lead)} victory points"
    if not found.winner:
        return f"draw ({lead})"
    return f"{SIDE_NAMES[found.winner]} {found.level} victory ({lead})"


def level(position: SerbiaPosition) -> Level:
    """[27.0] The victory level of the lead as it is."""
    found = position.setting.parameters.level(position.lead)
    assert found is not None, position.lead
    return found
