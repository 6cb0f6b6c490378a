"""[45.5] [46.0] The end of a scenario, and who has won."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.title import NO_END


def outcome(position: SteelPosition) -> str | None:
    """[45.5] The level of victory when the last turn is over; None while the game goes on."""
    setting = position.setting
    if position.turn <= setting.last_turn or NO_END in setting.sandbox:
        return None
    return "Mutual exhaustion"
