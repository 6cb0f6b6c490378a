"""Chapter 6.11 and 19.24: ultimatums."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.rules import allegiance, morale
from hexfront.games.storm_of_steel.rules.morale import Change
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import ENTENTE, SIDE_NAMES, other_side
from hexfront.kernel.play import Refusal, Table

BELGIUM = "belgium"


def on_map(position: SteelPosition, country: str) -> bool:
    """[6.11] Whether a country has ground on the maps that are played."""
    return bool(position.setting.cities_in_play(country))


def threatened(position: SteelPosition, side: str) -> list[str]:
    """[6.11] The neutrals on the map on whose border a side has as much strength as they have in all.

    Sweden and Norway are never threatened [19.24].
    """
    printed = position.setting.printed
    return [
        country
        for country, neutral in printed.politics.neutrals.items()
        if allegiance.is_neutral(position, country)
        and printed.countries.countries[country].entry == "by card"
        and on_map(position, country)
        and on_border(position, side, country) >= neutral.forces
    ]


def objection(position: SteelPosition, side: str, country: str) -> Refusal:
    """[6.11] [19.24] Words for a neutral that cannot be threatened."""
    printed = position.setting.printed
    name = country_name(position.setting, country)
    if printed.countries.countries[country].entry != "by card":
        return Refusal("19.24", f"{name} is never threatened")
    if country not in printed.politics.neutrals or not on_map(position, country):
        return Refusal("6.11", f"{name} is not on the map")
    forces = printed.politics.neutrals[country].forces
    return Refusal(
        "6.11",
        f"{name} has more strength than stands on its border",
        forces,
        on_border(position, side, country),
    )


def on_border(position: SteelPosition, side: str, country: str) -> int:
    """[6.11] The strength of a side's land units, but forts, next to a country."""
    setting = position.setting
    return sum(
        piece.strength
        for unit in position.ashore(side)
        if (piece := position.piece(unit)).land
        and not piece.fort
        and not setting.board.is_area(unit.at)
        and any(setting.country_of[node] == country for node in setting.board.adjacent[unit.at])
    )


def is_refused(position: SteelPosition, country: str) -> bool:
    """SS-D35: in Summer 1914 Belgium refuses whatever the die."""
    return country == BELGIUM and position.turn == 1


def border_odds(position: SteelPosition, side: str, country: str) -> int:
    """[6.11] What the strength on its border adds to the die of a country."""
    return min(
        on_border(position, side, country) // position.setting.printed.politics.neutrals[country].forces,
        position.setting.printed.economy.number("ultimatum odds"),
    )


def issue(table: Table[SteelPosition], side: str, country: str) -> None:
    """[6.11] [19.24] An ultimatum costs morale, and the country answers by a die and the odds on its border.

    In Summer 1914 Belgium refuses whatever the die (SS-D35).
    """
    position = table.position
    chart = position.setting.printed.politics.morale
    due = [Change(side, int(chart["ultimatum issued"].change), "an ultimatum", "19.24")]
    name = country_name(position.setting, country)
    table.tell(f"The {SIDE_NAMES[side]} send {name} an ultimatum", "6.11", kind="politics")
    if country == BELGIUM and side != ENTENTE:
        gain = int(chart["ultimatum to belgium"].change)
        due.append(Change(ENTENTE, gain, "an ultimatum to Belgium", "19.24"))
    if is_refused(position, country):
        morale.apply(table, due)
        allegiance.join(table, country, other_side(side), "19.24")
        return
    odds = border_odds(position, side, country)
    die = table.roll("ultimatum", "6.11", at=country, words=f"the answer of {name}")
    answer = row_of(position.setting.printed.politics.ultimatum, die + odds)
    table.tell(f"{name}: {answer.text}", "19.24", kind="politics", data={"die": die, "odds": odds})
    if answer.issuer:
        due.append(Change(side, answer.issuer, f"{name} refuses", "19.24"))
    morale.apply(table, due)
    match answer.result:
        case "joins the enemy":
            allegiance.join(table, country, other_side(side), "19.24")
        case "grants passage":
            allegiance.grant_passage(position, country, side)
        case "joins" if country in answer.surrender:
            submit(position, country, side)
        case "joins":
            allegiance.join(table, country, side, "19.24")


def submit(position: SteelPosition, country: str, side: str) -> None:
    """[19.32] A neutral that surrenders: its forces are gone, and nobody controls it who does not occupy it.

    It has fought for nobody, so no side loses morale by it (SS-D48).
    """
    for unit in allegiance.units_of(position, country):
        position.remove(unit.name)
        position.removed.add(unit.name)
    position.alliances[country] = other_side(side)
    position.give_up(country)
