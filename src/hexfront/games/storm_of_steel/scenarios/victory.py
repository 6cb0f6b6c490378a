"""Chapters 45.5 and 46: how a game ends, and who has won what."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.scenarios import Objective
from hexfront.games.storm_of_steel.rules import armistice, conditions, peace
from hexfront.games.storm_of_steel.rules.conditions import Span
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES, other_side
from hexfront.kernel.title import NO_END

LEVELS = ("", "National Victory", "Continental Victory", "Worldwide Victory")
EXHAUSTION = "Mutual Exhaustion"


def outcome(position: SteelPosition) -> str | None:
    """[45.5] The outcome, once there is one: an alliance has capitulated, peace was made, or time is up."""
    least = position.setting.printed.economy.number("low morale")
    broken = [side for side in SIDES if position.morale[side] < least or all_surrendered(position, side)]
    if len(broken) == 1:
        return capitulation(position, broken[0])
    if position.flags.get(armistice.AGREED):
        return "drawn: an armistice was agreed"
    if broken or position.flags.get(peace.PEACE):
        return verdict(position)
    if position.turn > last_turn(position):
        return verdict(position)
    return None


def last_turn(position: SteelPosition) -> int:
    """[45.5] The last turn of the scenario; in a sandbox without its end, that of the turn record track."""
    setting = position.setting
    return max(setting.quarters) if NO_END in setting.sandbox else setting.last_turn


def all_surrendered(position: SteelPosition, side: str) -> bool:
    """[46.4] Whether every country that fought for a side has surrendered."""
    if not position.surrendered:
        return False
    members = [country for country, alliance in position.alliances.items() if alliance == side]
    return bool(members) and position.surrendered.issuperset(members)


def capitulation(position: SteelPosition, loser: str) -> str:
    """[5.32] [19.31] [46.4] An alliance has surrendered: the other wins a level for each objective."""
    winner = other_side(loser)
    level = LEVELS[len(met(position, winner))]
    won = f"{SIDE_NAMES[winner]}: {level}" if level else EXHAUSTION
    return f"{won}; the {SIDE_NAMES[loser]} have surrendered"


def verdict(position: SteelPosition) -> str:
    """[46.1] [46.3] Who has met more objectives, and how many; with equal numbers nobody wins (SS-D51)."""
    levels = {side: len(met(position, side)) for side in SIDES}
    best = max(SIDES, key=levels.__getitem__)
    if levels[best] == levels[other_side(best)]:
        return EXHAUSTION if not levels[best] else f"drawn: both have {LEVELS[levels[best]]}"
    return f"{SIDE_NAMES[best]}: {LEVELS[levels[best]]}"


def met(position: SteelPosition, side: str) -> list[Objective]:
    """[46.2] The objectives of a scenario that a side has met, looked at over the whole of it."""
    span = Span(position.first_held, lost_so_far(position))
    return [
        each
        for each in position.setting.plan.objectives
        if each.side == side and conditions.met(position, side, each.condition, span)
    ]


def lost_so_far(position: SteelPosition) -> dict[str, int]:
    """[4.6-Objective-2] The corps lost in the scenario, those of this turn among them."""
    found = dict(position.eliminated)
    for key, number in conditions.fallen(position).items():
        found[key] = found.get(key, 0) + number
    return found
