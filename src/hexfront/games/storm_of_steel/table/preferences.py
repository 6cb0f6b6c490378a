"""Standing preferences: what a player of Storm of Steel need not be asked every time.

Every answer is one of the listed choices and rests on what the side may know.
"""

from __future__ import annotations

from hexfront.games.storm_of_steel.air_orders import Scramble
from hexfront.games.storm_of_steel.matters import Intruders, Owed
from hexfront.games.storm_of_steel.orders import Join, LayDown, Lose, Play
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import air_combat, battles, flights
from hexfront.games.storm_of_steel.table import sea_preferences
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.preferences import Preference
from hexfront.shared.habits import ASK, Chosen, Habits, value

AT_ONCE, IF_ANY, CHEAPEST, NEVER = "at once", "only if a card can be played", "the cheapest", "never"
EVEN, ALWAYS, ALL, HOME = "at even odds or better", "always", "all that can", "in the base they came from"

PREFERENCES = (
    Preference("lay down", (ASK, AT_ONCE), "Lay the cards that were selected face down", ("4.3",)),
    Preference(
        "contingency",
        (ASK, IF_ANY, NEVER),
        "Whether to ask for a contingency card",
        ("4.31",),
    ),
    Preference(
        "interception",
        (ASK, EVEN, ALWAYS, NEVER),
        "Whether air units attack those that come near their base",
        ("30.54",),
    ),
    Preference(
        "air support",
        (ASK, ALL, NEVER),
        "Whether air units support a defence beside their base",
        ("30.56",),
    ),
    Preference("landing", (ASK, HOME), "Where air units land after their missions", ("30.52",)),
    Preference("losses", (ASK, CHEAPEST), "Which units are lost in combat", ("14.21",)),
    *sea_preferences.PREFERENCES,
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


def _intercept(position: SteelPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[30.54] Never, always, or only where the enemy is to lose as much as oneself."""
    wish, about = value(chosen, "interception"), decision.about
    if wish == ASK or not isinstance(about, Intruders):
        return None
    if wish == NEVER:
        return PASS
    board = position.setting.board
    coming = [position.units[name] for name in about.units]
    for base in about.bases:
        force = flights.interceptors(position, decision.side, board[base])
        if wish == ALWAYS or air_combat.balance(position, force, coming) >= 0:
            return Scramble(base)
    return PASS


def _air_support(position: SteelPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[30.56] All that can, or none."""
    wish = value(chosen, "air support")
    if wish == NEVER:
        return PASS
    if wish != ALL:
        return None
    return next((each for each in decision.choices() if isinstance(each, Join)), PASS)


def _land(position: SteelPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[30.52] Home, where that is possible."""
    return PASS if value(chosen, "landing") == HOME else None


HABITS: Habits[SteelPosition] = Habits(
    {
        "lay down": _lay_down,
        "contingency": _contingency,
        "lose": _lose,
        "scramble": _intercept,
        "air support": _air_support,
        "air landing": _land,
        **sea_preferences.HABITS,
    }
)
