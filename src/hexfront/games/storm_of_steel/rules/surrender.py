"""Chapter 19.3: how countries surrender, what becomes of what they had, and how they come back."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.set_ups import SURRENDERED
from hexfront.games.storm_of_steel.rules import allegiance, free_corps, morale
from hexfront.games.storm_of_steel.rules.morale import Change
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, other_side
from hexfront.kernel.play import Table

BY_OCCUPATION = "by occupation"


def settle(table: Table[SteelPosition], position: SteelPosition) -> None:
    """[19.32] Countries that are wholly occupied surrender, and those that regain their capital return."""
    for country in sorted(position.alliances):
        if country in position.surrendered:
            if by_occupation(position, country) and regained(position, country):
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


def by_occupation(position: SteelPosition, country: str) -> bool:
    """[19.32] Whether a country surrendered because it was occupied, and not by an event; of those that had
    surrendered when the scenario began the ones that the enemy held altogether (SS-D88)."""
    flag = position.flags.get(f"{BY_OCCUPATION} {country}")
    if flag is not None:
        return bool(flag)
    nodes, enemy = position.setting.cities_in_play(country), other_side(position.alliances[country])
    return (
        country in began_surrendered(position.setting)
        and bool(nodes)
        and all(position.first_held.get(node) == enemy for node in nodes)
    )


def began_surrendered(setting: SteelSetting) -> set[str]:
    """[45.1] The countries that have surrendered before the scenario begins."""
    return {
        each.country
        for each in setting.printed.set_ups.belligerents
        if each.start == setting.plan.start and each.state == SURRENDERED
    }


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
        if country in began_surrendered(position.setting):
            position.flags[f"{BY_OCCUPATION} {country}"] = 0
        free_corps.disband(table, country)
    for name in [name for name in position.due if position.setting.pieces[name].country == country]:
        del position.due[name]
    for key in [key for key in position.points if key.partition("/")[0] == country]:
        del position.points[key]
    position.give_up(country)
    country_of, is_area = position.setting.country_of, position.setting.board.is_area
    for node in sorted(position.troops):
        if position.occupant[node] == side and country_of[node] == country and not is_area(node):
            position.hold(node, side)  # [16.1] [35.33] where units of its allies stand, or its Free Corps
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
    position.flags.pop(f"{BY_OCCUPATION} {country}", None)
    position.join(country, side)
    table.tell(
        f"{country_name(position.setting, country)} is back in the war for the {SIDE_NAMES[side]}",
        "19.32",
        kind="politics",
        data={"country": country, "side": side},
    )
    morale.apply(table, price(position, country, side, +1))
