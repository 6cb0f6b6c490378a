"""What air units may come to: their own fights by exact odds, and what their support does to an attack."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel import air_orders
from hexfront.games.storm_of_steel.matters import Intruders
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.dice_tables import DIE
from hexfront.games.storm_of_steel.rules import air_combat, air_strikes, flights, ground_support
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.table.names import hex_name
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Ending, Forecast
from hexfront.shared.forecasts import prospect
from hexfront.shared.words import counted

MINE, THEIRS = "own losses", "enemy losses"
STRIKES = (air_orders.AirBattle, air_orders.Bomb, air_orders.StrikeShips)
Fight = tuple[Sequence[Unit], Sequence[Unit]]


def is_of_the_air(action: Action) -> bool:
    return isinstance(action, (*STRIKES, air_orders.Scramble))


def odds(position: SteelPosition, decision: Decision | None, action: Action) -> Distribution[str]:
    """How likely each result of an order of the air is."""
    if isinstance(action, air_orders.Bomb | air_orders.StrikeShips):
        units = _flying(position, action)
        return Distribution.evenly(_words(position, action, units, die) for die in DIE)
    return fought(position, _fight(position, decision, action)).map(
        lambda lost: f"{lost[0]} lost for {lost[1]}"
    )


def _flying(position: SteelPosition, action: Action) -> list[Unit]:
    assert isinstance(action, STRIKES)
    found = air_strikes.flying(position, action) if action.at in position.setting.board else []
    if not found:
        raise Refusal("30.62", "no air unit is there to do it")
    return found


def _words(position: SteelPosition, action: Action, units: Sequence[Unit], die: int) -> str:
    cell = ground_support.cell(position, units, die)
    if isinstance(action, air_orders.Bomb):
        return "devastated" if cell.devastates else "nothing"
    return f"{cell.ships} protection lost"


def _fight(position: SteelPosition, decision: Decision | None, action: Action) -> Fight:
    """Those who attack in the air, and those who are attacked."""
    about = decision.about if decision is not None else None
    if isinstance(action, air_orders.Scramble) and isinstance(about, Intruders):
        coming = [position.units[name] for name in about.units]
        side = next(each for each in position.air if each != position.side_of(coming[0]))
        force = flights.interceptors(position, side, position.setting.board[action.at])
        if force:
            return force, coming
    if isinstance(action, air_orders.AirBattle) and action.at in position.setting.board:
        mine, theirs = air_strikes.flying(position, action), air_strikes.prey(position, action)
        if mine and theirs:
            return mine, theirs
    raise Refusal("30.61", "nobody fights in the air there")


def fought(position: SteelPosition, fight: Fight) -> Distribution[tuple[int, int]]:
    """[30.61] How many each side loses: the attacker's, the other's."""
    mine, theirs = fight
    own = air_combat.chances(position, theirs, mine)
    other = air_combat.chances(position, mine, theirs)
    return own.then(lambda lost: other.map(lambda shot: (lost, shot)))


def outlook(position: SteelPosition, decision: Decision | None, action: Action) -> Forecast:
    """How an order of the air may end."""
    at = hex_name(position, str(getattr(action, "at", "")))
    if isinstance(action, air_orders.Bomb | air_orders.StrikeShips):
        word = "Bombs on" if isinstance(action, air_orders.Bomb) else "Attack on the ships in"
        endings = [Ending(text, float(chance)) for text, chance in odds(position, decision, action).items()]
        return Forecast(f"{word} {at}", (prospect("", endings),), rules=("30.62",))
    fight = _fight(position, decision, action)
    mine, theirs = fight
    endings = [
        Ending(
            f"{counted(lost, 'unit')} lost, {shot} shot down",
            float(chance),
            {MINE: float(lost), THEIRS: float(shot)},
            f"{lost}:{shot}",
        )
        for (lost, shot), chance in fought(position, fight).items()
    ]
    subject = (
        f"Air combat: {air_combat.strength(position, mine)} against {air_combat.strength(position, theirs)}"
    )
    return Forecast(
        subject,
        (prospect("", endings),),
        (MINE, THEIRS),
        rules=("30.61",),
        losses=(MINE, THEIRS),
    )


# Support of attacks


def may_answer(position: SteelPosition, battle: Battle) -> bool:
    """[30.56] Whether the defender could support his troops from the air."""
    return not battle.support and bool(ground_support.defenders(position, battle))
