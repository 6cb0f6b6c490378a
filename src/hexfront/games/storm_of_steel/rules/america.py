"""Chapter 6.11: America's situation."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.rules import allegiance, conditions
from hexfront.games.storm_of_steel.vocabulary import ENTENTE
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import Table

UNITED_STATES = "united-states"
FIRST_YEAR = 1915
FULL_SHIPPING = 100
TEN = 10


def provoked(table: Table[SteelPosition]) -> None:
    """[27.4] While unrestricted submarine warfare is up the die is thrown in every Grand Diplomacy Phase."""
    if table.position.flags.get("submarine war"):
        table.position.flags["submarine turns"] = table.position.flags.get("submarine turns", 0) + 1
        situation(table)


def modifier(position: SteelPosition, note: Note = unexplained) -> int:
    """[6.11] What brings America nearer to war."""
    cases = position.setting.printed.politics.modifiers_of("america")
    sunk = max(0, FULL_SHIPPING - position.shipping) // TEN
    years = max(0, position.quarter.year - FIRST_YEAR)
    total = 0
    for case, times in (
        ("submarine war in force", int(bool(position.flags.get("submarine war")))),
        ("each 10 points of shipping below 100", sunk),
        ("each year after 1915", years),
        ("entente morale high", int(conditions.band(position, ENTENTE) == "high")),
    ):
        total += note("6.11", case, times * cases[case])
    return total


def situation(table: Table[SteelPosition]) -> None:
    """[6.11] A die on the America table: nothing, loans to Great Britain, or war."""
    position = table.position
    if not allegiance.is_neutral(position, UNITED_STATES):
        return
    die = table.roll("america", "6.11", words="America's situation")
    row = row_of(position.setting.printed.politics.america, die + modifier(position))
    if row.result == "joins":
        allegiance.join(table, row.country, ENTENTE, "6.11")
    elif row.points:
        position.points[row.country] = position.points.get(row.country, 0) + row.points
        table.tell(f"American loans: {row.points} points for Great Britain", "6.11", kind="politics")
    else:
        table.tell("The United States stay out of the war", "6.11", kind="politics")
