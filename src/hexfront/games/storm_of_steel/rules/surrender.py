"""Chapter 19.3: how countries surrender, what becomes of what they had, and how they come back."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import allegiance, free_corps, morale
from hexfront.games.storm_of_steel.rules.morale import Change
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, other_side
from hexfront.kernel.play import Table

BY_OCCUPATION = "by occupation"


def settle(table: Table[SteelPosition], position: SteelPosition) -> None:
    """[19.32] Countries that are wholly occupied surrender, and those that regain their capital return."""
    for country in sorted(position.alliances):
        if country in position.surrendered:
            if position.flags.get(f"{BY_OCCUPATION} {country}") and regained(position, country):
                return_to_war(table, country)
        elif occupied(position, country):
            give_up(table, country, occupation=True)


def occupied(position: SteelPosition, country: str) -> bool:
    """[19.32] Whether the enemy occupies every city of a country, and none of its forces is at home.

    Countries without cities on the maps in play cannot be occupied.
    """
    setting = position.setting
    nodes, enemy = setting.cities_in_play(country), other_side(position.alliances[country])
    if not nodes or any(position.controller(node) != enemy for node in nodes):
        return False
    return not any(
        setting.country_of[unit.at] == country and not position.is_cargo(unit.name)
        for unit in allegiance.units_of(position, country)
    )


def regained(position: SteelPosition, country: str) -> bool:
    """[19.32] Whether its alliance has its capital again."""
    printed = position.setting.printed
    capital = printed.countries.countries[country].capital
    if not capital:
        return False
    node = position.setting.board[printed.places.cities[capital].hex]
    return position.occupant[node] == position.alliances[country]


def give_up(table: Table[SteelPosition], country: str, *, occupation: bool = False) -> None:
    """[19.33] A country surrenders.

    Occupied, its forces abroad fight on; by an event, they go home or become Free Corps (SS-D33). Nothing of
    it is mobilized or comes any more, and its side loses morale of which the enemy gains half.
    """
    position = table.position
    side = position.alliances[country]
    table.tell(
        f"{country_name(position.setting, country)} surrenders",
        "19.32",
        kind="politics",
        data={"country": country, "surrenders": True},
    )
    if occupation:
        position.flags[f"{BY_OCCUPATION} {country}"] = 1
    else:
        free_corps.disband(table, country)
    for name in [name for name in position.due if position.setting.pieces[name].country == country]:
        del position.due[name]
    for key in [key for key in position.points if key.partition("/")[0] == country]:
        del position.points[key]
    position.give_up(country)
    for unit in allegiance.units_of(position, country):
        if unit.name in position.free_corps and position.piece(unit).land:
            position.hold(unit.at, side)  # [35.33]
    board = position.setting.board
    for city in position.setting.printed.places.cities_of(country):
        node = board[city.hex]
        if position.credited.get(node) == side:
            position.credited[node] = position.controller(node)
    morale.apply(table, price(position, country, side, -1))


def price(position: SteelPosition, country: str, side: str, sign: int) -> list[Change]:
    """[19.33] What a surrender costs the side of a country, and half of it, rounded up, for the enemy."""
    printed = position.setting.printed.countries.countries[country]
    name = printed.name
    word = "surrendered" if sign < 0 else "is back in the war"
    half = (printed.surrender + 1) // 2
    return [
        Change(side, sign * printed.surrender, f"{name} {word}", "19.33"),
        Change(other_side(side), -sign * half, f"{name} {word}", "19.33"),
    ]


def return_to_war(table: Table[SteelPosition], country: str) -> None:
    """[19.32] A country whose capital was regained fights again; the morale of its surrender is undone."""
    position = table.position
    side = position.alliances[country]
    del position.flags[f"{BY_OCCUPATION} {country}"]
    position.join(country, side)
    table.tell(
        f"{country_name(position.setting, country)} is back in the war for the {SIDE_NAMES[side]}",
        "19.32",
        kind="politics",
        data={"country": country, "side": side},
    )
    morale.apply(table, price(position, country, side, +1))
