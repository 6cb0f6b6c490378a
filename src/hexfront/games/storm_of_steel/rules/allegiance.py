"""Chapter 19: who fights for whom, and what happens when a country joins an alliance."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import morale
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES
from hexfront.kernel.play import Table


def fights_for(position: SteelPosition, country: str) -> str:
    """[19.0] The alliance a country fights for; nothing if it is neutral or has surrendered."""
    return "" if country in position.surrendered else position.alliances.get(country, "")


def is_neutral(position: SteelPosition, country: str) -> bool:
    """[19.2] [19.3] Whether a country has not been in the war; who was is never neutral again."""
    return country not in position.alliances and country not in position.surrendered


def join(table: Table[SteelPosition], country: str, side: str, rule: str) -> None:
    """[19.22] A country joins an alliance with all it has; its cities count for it from now on."""
    position = table.position
    if not is_neutral(position, country):
        return
    if country in position.passage:
        close_to_passage(position, country)
    position.join(country, side)
    position.entered[country] = position.turn
    credit_cities(position, country, side)
    table.tell(
        f"{country_name(position.setting, country)} joins the {SIDE_NAMES[side]}",
        rule,
        kind="politics",
        data={"country": country, "side": side},
    )
    morale.apply(table, [morale.joined(position, country, side)])


def grant_passage(position: SteelPosition, country: str, side: str) -> None:
    """[6.11] A neutral opens its ground, railways and ports to a side for this turn."""
    position.passage[country] = side
    for node in railways_of(position, country):
        position.lay_rails(node, side)
    position.renew()


def close_to_passage(position: SteelPosition, country: str) -> None:
    """[6.11] A neutral that let a side through is closed again."""
    side = position.passage.pop(country)
    for node in railways_of(position, country):
        if position.rail_side(node) == side:
            position.lay_rails(node, "")
    position.renew()


def railways_of(position: SteelPosition, country: str) -> list[int]:
    """[11.41] The hexes of a country with a railway."""
    rails, country_of = position.setting.rails(position.turn), position.setting.country_of
    return [node for node, beside in enumerate(rails) if beside and country_of[node] == country]


def credit_cities(position: SteelPosition, country: str, side: str) -> None:
    """[5.13] The cities of a country count for a side, but those that the other has taken."""
    board = position.setting.board
    for city in position.setting.printed.places.cities_of(country):
        node = board[city.hex]
        if position.controller(node) in (side, ""):
            position.credited[node] = side
            position.held[node] = position.controller(node)


def units_of(position: SteelPosition, country: str) -> list[Unit]:
    """The units of a country in play, irregulars not among them."""
    return [
        unit
        for unit in position.units.values()
        if position.piece(unit).country == country and not position.piece(unit).force
    ]
