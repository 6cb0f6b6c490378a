"""Why a number of the war in the air is what it is."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import air_combat, aircraft
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES, other_side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.shared.questions import named, unit_named


def odds(position: SteelPosition, units: tuple[str, ...], against: tuple[str, ...]) -> Ledger:
    """[30.61] The strength of air units, and the column in which they fire."""
    mine, theirs = ([_air_unit(position, name) for name in names] for names in (units, against))
    if not mine or not theirs:
        raise Refusal("30.61", "air units fight air units")
    side, enemy = (position.side_of(force[0]) for force in (mine, theirs))
    if enemy != other_side(side):
        raise Refusal("30.61", "air units fight those of the enemy")
    column = air_combat.column(position, mine)
    said = f"in the column {column}" if air_combat.fires(position, mine) else "and do not fire"
    by = air_combat.level_shift(position, side)
    ledger = Ledger(f"{SIDE_NAMES[side]} fight in the air {said}, {by:+} by their level; strength:")
    return ledger.close(air_combat.strength(position, mine, ledger.note))


def _air_unit(position: SteelPosition, name: str) -> Unit:
    unit = unit_named(position, name)
    if not position.piece(unit).air:
        raise Refusal("30.1", f"{name} is no air unit")
    return unit


def mission(position: SteelPosition, side: str, name: str) -> Ledger:
    """[30.2] [30.71] Levels to spare for a mission; below zero it is not allowed."""
    named("side", side, SIDES)
    named("mission", name, (*aircraft.OFFENSIVE, *aircraft.DEFENSIVE, aircraft.NAVAL_AVIATION))
    found = aircraft.mission(position, name)
    assert found is not None
    ledger = Ledger(f"{found.mission} for the {SIDE_NAMES[side]}: levels to spare")
    has = ledger.note("30.2", "air doctrine level", position.air[side])
    return ledger.close(has + ledger.note("30.71", "level it needs", -found.level))
