"""Chapter 19.32: revolutions."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.rules import bolsheviks, conditions, morale, surrender
from hexfront.games.storm_of_steel.rules.morale import Change
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import Table

WEIGHT = "revolution modifier"
UNITED_STATES = "united-states"
RED_TERROR, UPRISING = "red terror", "nationalist uprising"
SURRENDERS_UP_TO = 3  # the second die of Hinge of Fate


def modifier(position: SteelPosition, country: str, note: Note = unexplained) -> int:
    """[19.32] What is added to the die of a power."""
    cases = position.setting.printed.politics.modifiers_of("revolution")
    year = position.quarter.year
    capital = position.setting.printed.countries.countries[country].capital
    total = 0
    for case, holds in (
        ("own morale low", conditions.band(position, position.alliances[country]) == "low"),
        ("russia from 1917", country == "russia" and year >= 1917),
        (
            "austria-hungary or ottoman-empire from 1918",
            country in ("austria-hungary", "ottoman-empire") and year >= 1918,
        ),
        ("great-britain or united-states", country in ("great-britain", UNITED_STATES)),
        ("its capital was never taken", f"capital taken {capital}" not in position.flags),
    ):
        total += note("19.32", case, cases[case] if holds else 0)
    return total + note("4.6-Special", "a card", position.flags.get(f"{WEIGHT} {country}", 0))


def check(table: Table[SteelPosition], country: str) -> list[str]:
    """[19.32] [19.34] A die for a power: it may surrender, rise, mutiny, strike, or stand; what follows."""
    position = table.position
    side = position.alliances[country]
    name = country_name(position.setting, country)
    die = table.roll("revolution", "19.32", at=country, words=f"revolution in {name}")
    row = row_of(position.setting.printed.politics.revolution, die + modifier(position, country))
    position.flags.pop(f"{WEIGHT} {country}", None)
    table.tell(f"{name}: {row.text}", "19.32", kind="politics", data={"result": row.result})
    surrenders = row.surrenders == "yes"
    if row.result not in ("none", "mutiny", "strike"):
        position.revolutions.add(country)
    if row.surrenders == "roll":
        second = table.roll("hinge of fate", "19.32", at=country, words="the Hinge of Fate")
        surrenders = second <= SURRENDERS_UP_TO
        if not surrenders:
            morale.apply(table, [Change(side, row.morale, f"{name} holds out", "19.32")])
    elif row.result == "mutiny":
        position.mutinies.add(country)
    elif row.result == "strike":
        position.strikes.add(country)
    elif row.result == UPRISING and country == UNITED_STATES:
        surrenders = True  # [19.34]
    elif row.result == UPRISING:
        return [f"uprising {country}"]
    if surrenders:
        surrender.give_up(table, country)
        if row.result == RED_TERROR and country != UNITED_STATES:
            return bolsheviks.rise(table, country, side)
    return []
