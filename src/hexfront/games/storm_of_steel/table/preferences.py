"""Standing preferences: what a player of Storm of Steel need not be asked every time.

Every answer is one of the listed choices and rests on what the side may know.
"""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Owed
from hexfront.games.storm_of_steel.orders import LayDown, Lose, Play
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import battles
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.preferences import Preference
from hexfront.shared.habits import ASK, Chosen, Habits, value

AT_ONCE, IF_ANY, CHEAPEST, NEVER = "at once", "only if a card can be played", "the cheapest", "never"

PREFERENCES = (
    Preference("lay down", (ASK, AT_ONCE), "Lay the cards that were selected face down", ("4.3",)),
    Preference(
        "contingency",
        (ASK, IF_ANY, NEVER),
        "Whether to ask for a contingency card",
        ("4.31",),
    ),
    Preference("losses", (ASK, CHEAPEST), "Which units are lost in combat", ("14.21",)),
)


def _lay_down(position: SteelPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[4.3] There is only one way to lay cards down."""
    if value(chosen, "lay down") != AT_ONCE:
        return None
    return next((each for each in decision.choices() if isinstance(each, LayDown)), None)


def _contingency(position: SteelPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[4.31] Not to be asked where no card can be played, or never."""
    wish = value(chosen, "contingency")
    if wish == NEVER:
        return PASS
    playable = any(isinstance(each, Play) for each in decision.choices())
    return PASS if wish == IF_ANY and not playable else None


def _lose(position: SteelPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[14.21] The unit with which least is lost beyond what is owed: the smallest that is enough, or else
    the largest; of equal ones the less skilled."""
    about = decision.about
    if value(chosen, "losses") != CHEAPEST or not isinstance(about, Owed):
        return None
    attacks = position.side_of(position.units[about.units[0]]) == position.active
    worth = {name: battles.strength(position, position.units[name], attacks=attacks) for name in about.units}
    cadre = {name: position.piece(position.units[name]).cadre for name in about.units}
    enough = [name for name in about.units if worth[name] >= about.points]
    if enough:
        return Lose(min(enough, key=lambda name: (worth[name], cadre[name], name)))
    return Lose(max(about.units, key=lambda name: (worth[name], -cadre[name], name)))


HABITS: Habits[SteelPosition] = Habits({"lay down": _lay_down, "contingency": _contingency, "lose": _lose})
