"""Standing preferences of the war at sea."""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Sighted, Sinking
from hexfront.games.storm_of_steel.orders import Lose
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import fleets, naval_losses, sea_control
from hexfront.games.storm_of_steel.rules.naval_combat import WORTH
from hexfront.games.storm_of_steel.sea_orders import Intercept, Signal, TurnUp
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.preferences import Preference
from hexfront.shared.habits import ASK, Chosen, value

AT_ONCE, CHEAPEST, NEVER, STRONGER = "at once", "the cheapest", "never", "where we have more of the line"

PREFERENCES = (
    Preference(
        "naval interception", (ASK, NEVER, STRONGER), "Whether to go out against enemy fleets", ("25.31",)
    ),
    Preference("turn up", (ASK, AT_ONCE), "Turn up ships that have been chosen", ("25.8",)),
    Preference("ship losses", (ASK, CHEAPEST), "Which ships are lost", ("26.33",)),
)


def _intercept(position: SteelPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[25.31] Never, or where one has at least as many free ships of the line as the enemy was counted to."""
    wish, about = value(chosen, "naval interception"), decision.about
    if wish == ASK or not isinstance(about, Sighted):
        return None
    if wish == NEVER:
        return PASS
    own = fleets.willing(position, about.sea, decision.side, (), kinds=fleets.LINE)
    theirs = sea_control.line_count(position, about.sea, other_side(decision.side))
    return Intercept() if own and len(own) >= theirs else PASS


def _at_once(position: SteelPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[25.8] There is only one way to turn ships up."""
    if value(chosen, "turn up") != AT_ONCE:
        return None
    return next((each for each in decision.choices() if isinstance(each, TurnUp | Signal)), None)


def _sink(position: SteelPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[26.33] The ships with which the least worth is lost."""
    about = decision.about
    if value(chosen, "ship losses") != CHEAPEST or not isinstance(about, Sinking):
        return None
    ships = [fleets.ship_of(position, name) for name in about.units]
    lost = naval_losses.cheapest([(ship.protection, WORTH[ship.kind]) for ship in ships], about.points)
    return Lose(about.units[lost[0]]) if lost else None


HABITS = {
    "intercept": _intercept,
    "turn up": _at_once,
    "signal": _at_once,
    "in port": _at_once,
    naval_losses.SINKING: _sink,
}
