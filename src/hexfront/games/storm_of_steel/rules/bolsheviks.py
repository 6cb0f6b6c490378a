"""Chapter 35.1: the Bolsheviks."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.rules import irregulars
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES, other_side
from hexfront.kernel.play import Procedure, Table

FORCE = "bolshevik"
IDLE = "bolsheviks idle"
TERROR = "red terror in"
GUARD = "active"  # the kind of Red Guards


def rise(table: Table[SteelPosition], country: str, side: str) -> list[str]:
    """[35.1] [35.14] Red Terror: the enemy of the side whose country surrenders controls the Bolsheviks at
    first, and places them; the tasks to do so."""
    position = table.position
    if not irregulars.in_use(position):
        return []
    enemy = other_side(side)
    position.flags[f"{TERROR} {country}"] = position.turn
    position.flags.pop(IDLE, None)
    if position.controllers.get(FORCE) != enemy:
        position.controllers[FORCE] = enemy
        position.renew()
    return mobilize_in(table, country)


def terrorized(position: SteelPosition) -> list[str]:
    """[35.14] The countries that have undergone the Red Terror."""
    return sorted(key.removeprefix(f"{TERROR} ") for key in position.flags if key.startswith(TERROR))


def mobilize_in(table: Table[SteelPosition], country: str) -> list[str]:
    """[35.14] The table says how many rise in a country."""
    return irregulars.raised(table, f"{FORCE} {country}", "35.14", f"Bolsheviks in {country}")


def place(table: Table[SteelPosition], country: str, kind: str) -> Procedure:
    """[35.1] [35.14] Who controls them, or last did, places a unit in a hex of the country without land
    units; at most one Red Guard in a country (SS-L02)."""
    position = table.position

    def wanted(piece: Piece) -> bool:
        return piece.force == FORCE and not (piece.kind == GUARD and has_guard(position, country))

    name = irregulars.next_counter(position, wanted, kind)
    hexes = irregulars.hexes_of_country(position, country)
    yield from irregulars.place(table, position.controllers[FORCE], name, hexes, "35.14")
    return None


def has_guard(position: SteelPosition, country: str) -> bool:
    """[SS-L02] Whether a Red Guard is in a country."""
    return any(
        position.piece(unit).force == FORCE
        and position.piece(unit).kind == GUARD
        and position.setting.country_of[unit.at] == country
        for unit in position.units.values()
    )


def mobilize(table: Table[SteelPosition]) -> list[str]:
    """[35.14] In every Mobilization Phase after they rose the Bolsheviks of each country grow."""
    position = table.position
    return [
        task
        for country in terrorized(position)
        if position.flags[f"{TERROR} {country}"] < position.turn
        for task in mobilize_in(table, country)
    ]


def determine_control(table: Table[SteelPosition]) -> None:
    """[35.11] A die at the beginning of each turn says who controls all Bolsheviks.

    Under nobody they stay where they are and defend; they count as units of who had them last (SS-D49).
    """
    position = table.position
    if not terrorized(position):
        return
    die = table.roll("bolsheviks", "35.11", words="control of the Bolsheviks")
    control = row_of(position.setting.printed.politics.bolsheviks, die).control
    if control in SIDES:
        position.flags.pop(IDLE, None)
        if position.controllers.get(FORCE) != control:
            position.controllers[FORCE] = control
            position.renew()
    elif control == "nobody":
        position.flags[IDLE] = 1
    idle = bool(position.flags.get(IDLE))
    whose = "nobody" if idle else f"the {SIDE_NAMES[position.controllers[FORCE]]}"
    table.tell(f"The Bolsheviks are controlled by {whose}", "35.11", kind="politics")


def is_idle(position: SteelPosition, unit: Unit) -> bool:
    """[35.11] Whether a unit is a Bolshevik one that nobody controls this turn."""
    return bool(position.flags.get(IDLE)) and position.piece(unit).force == FORCE
