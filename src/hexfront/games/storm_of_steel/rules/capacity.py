"""Chapters 7.1 and 7.7: the mobilization and petroleum points of countries.

A country whose centres are all joined by industrial lines has one purse, called by its own name. Centres
that are cut off keep purses of their own [7.31], called by country and place: ``great-britain/india``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.economy import FREE_CORPS
from hexfront.games.storm_of_steel.rules import allegiance, industrial_lines, sea_routes
from hexfront.kernel.ledger import Note, unexplained

WAR_ECONOMY = {"central-powers": 43, "entente": 100}
CITIES_A_POINT = 3  # of War Economy


class Centre(msgspec.Struct, frozen=True):
    """[7.0] A place that gives points to a country: its own, or captured."""

    node: int
    country: str
    number: int  # of centres there
    captured: bool


def purse_country(purse: str) -> str:
    """The country of a purse."""
    return purse.partition("/")[0]


def centres(position: SteelPosition, side: str) -> Iterator[Centre]:
    """[7.11] [7.12] [7.13] All centres of a side: its countries' own, captured ones with a land unit and a
    line to a centre at home, and those off the map in which nobody rises."""
    setting = position.setting
    nets = industrial_lines.nets(position, side)
    home: list[Centre] = []
    taken: list[tuple[int, str]] = []
    for node, city in setting.city_at.items():
        if not city.industrial or node not in setting.in_play or held_by_irregulars(position, node):
            continue
        if node in position.sabotaged or node in position.ruins:
            continue  # [32.1] [34.3]
        if position.controller(node) != side or position.zone_bars(node, side):
            continue
        owner = allegiance.fights_for(position, city.country)
        if owner == side or has_free_corps(position, side, node, city.country):
            home.append(Centre(node, city.country, 1, captured=False))
        elif country := garrison(position, side, node):
            taken.append((node, country))
    yield from home
    for node, country in taken:
        if any(centre.country == country and nets.joined(node, centre.node) for centre in home):
            yield Centre(node, country, 1, captured=True)
    for area in setting.printed.places.areas.values():
        if area.area not in setting.board or not area.owner or area.area in position.uprisings:
            continue
        number = setting.area_figures(area.area).get("centres", 0)
        if number and allegiance.fights_for(position, area.owner) == side:
            yield Centre(setting.board[area.area], area.owner, number, captured=False)


def has_free_corps(position: SteelPosition, side: str, node: int, country: str) -> bool:
    """[35.31] [35.33] Whether Free Corps of a country that has surrendered occupy a city of theirs."""
    return country in position.surrendered and any(
        unit.name in position.free_corps
        and position.piece(unit).country == country
        and position.side_of(unit) == side
        for unit in position.troops_at(node)
    )


def held_by_irregulars(position: SteelPosition, node: int) -> bool:
    """[35.12] [35.26] What Bolsheviks or nationalists occupy is of no use for mobilization."""
    return any(
        position.piece(unit).force in ("bolshevik", "nationalist") for unit in position.troops_at(node)
    )


def garrison(position: SteelPosition, side: str, node: int) -> str:
    """[7.12] The country whose land units occupy a captured centre: that with most strength there."""
    strength: dict[str, int] = {}
    for unit in position.troops_at(node):
        piece = position.piece(unit)
        if piece.country and position.side_of(unit) == side:
            strength[piece.country] = strength.get(piece.country, 0) + 1 + piece.strength
    return min(strength, key=lambda country: (-strength[country], country)) if strength else ""


def multiple(position: SteelPosition, country: str) -> int:
    """[7.11] [35.33] What a centre of a country gives this turn; two where Free Corps hold it."""
    side = position.alliances[country]
    found = position.quarter.multiple(side)
    if country in position.surrendered:
        rows = position.setting.printed.economy.multiples
        return next(row.applied(found) for row in rows if row.country == FREE_CORPS)
    for row in position.setting.printed.economy.multiples:
        if row.country != country or row.country == FREE_CORPS:
            continue
        if row.first and position.turn < position.setting.calendar.number(row.first):
            continue
        since = position.turn - position.entered.get(country, -99)
        if row.quarters is None or since < row.quarters:
            found = row.applied(found)
    return found


def output(position: SteelPosition, side: str) -> dict[str, int]:
    """[7.11] [7.12] [7.13] [7.31] The points that every purse of a side gains this turn."""
    found: dict[str, int] = {}
    for purse, members in purses(position, side).items():
        found[purse] = points(position, purse, members)
    return found


def points(position: SteelPosition, purse: str, members: list[Centre], note: Note = unexplained) -> int:
    """[7.11] [7.12] [7.21] The points of the centres of a purse: the multiple for its own, half for captured
    ones, summed and then rounded down (SS-D39); half of all in a strike [6.22]."""
    country = purse_country(purse)
    times = multiple(position, country)
    per = position.setting.printed.economy.number("captured centres")
    own = sum(centre.number for centre in members if not centre.captured)
    captured = sum(centre.number for centre in members if centre.captured)
    total = note("7.11", f"{own} centres at {times}", Fraction(own * times))
    total += note("7.12", f"{captured} captured centres", Fraction(captured * times, per))
    whole = int(total)
    note("7.12", "rounded down", Fraction(whole) - total)
    if WAR_ECONOMY[position.alliances[country]] in position.developed:
        whole += note("22.1", "war economy", own // CITIES_A_POINT)
    if country in position.strikes:
        whole += note("6.22", "strike", whole // 2 - whole)
    return whole


def purses(position: SteelPosition, side: str) -> dict[str, list[Centre]]:
    """[7.13] [7.31] The centres of a side by country and net. The purse with the capital, or else with most
    centres, has the name of the country."""
    return position.memo.found(("purses", side), _purses, position, side)


def _purses(position: SteelPosition, side: str) -> dict[str, list[Centre]]:
    nets = industrial_lines.nets(position, side)
    groups: dict[tuple[str, int], list[Centre]] = {}
    for centre in centres(position, side):
        groups.setdefault((centre.country, nets.net(centre.node)), []).append(centre)
    found: dict[str, list[Centre]] = {}
    for country in sorted({country for country, _ in groups}):
        nodes = [members for (each, _), members in sorted(groups.items()) if each == country]
        chief = max(nodes, key=lambda members: (_has_capital(position, country, members), _size(members)))
        for members in nodes:
            name = country if members is chief else f"{country}/{_place(position, members)}"
            found[name] = members
    for country in position.alliances:
        if country not in found and allegiance.fights_for(position, country) == side:
            if cities_at_home(position, country):
                found[country] = []  # it can live on what it is given [7.24]
    return dict(sorted(found.items()))


def cities_at_home(position: SteelPosition, country: str) -> list[int]:
    """[7.24] The cities of a country that its side controls."""
    setting, side = position.setting, position.alliances[country]
    return [node for node in setting.cities_in_play(country) if position.controller(node) == side]


def _has_capital(position: SteelPosition, country: str, members: list[Centre]) -> bool:
    capital = position.setting.printed.countries.countries[country].capital
    cities = position.setting.city_at
    return any((city := cities.get(centre.node)) is not None and city.city == capital for centre in members)


def _size(members: list[Centre]) -> int:
    return sum(centre.number for centre in members)


def _place(position: SteelPosition, members: list[Centre]) -> str:
    return position.setting.board.label(min(centre.node for centre in members))


# Petroleum


class Source(msgspec.Struct, frozen=True):
    """[7.7] A place with petroleum: its node, and how many points it has."""

    node: int
    number: int


def sources(position: SteelPosition, side: str) -> Iterator[Source]:
    """[7.7] [7.14] The petroleum that a side controls, captured sources at their full value."""
    setting = position.setting
    for place in setting.board.places:
        number = place.figures.get("petroleum", 0)
        if place.node in position.sabotaged or place.node in position.ruins:
            continue  # [32.1] [34.3]
        if number and place.node in setting.in_play and position.controller(place.node) == side:
            if not position.zone_bars(place.node, side) and not held_by_irregulars(position, place.node):
                yield Source(place.node, number)
    for area in setting.printed.places.areas.values():
        if area.area not in setting.board:
            continue
        number = setting.area_figures(area.area).get("petroleum", 0)
        friendly = sea_routes.area_friendly(position, side, area.area)
        if number and (area.oil_to == side or friendly):
            yield Source(setting.board[area.area], number)


def petroleum(position: SteelPosition, side: str) -> dict[Source, frozenset[str]]:
    """[7.72] The petroleum of a side, and the purses that each source can serve."""
    return position.memo.found(("petroleum", side), _petroleum, position, side)


def _petroleum(position: SteelPosition, side: str) -> dict[Source, frozenset[str]]:
    everybody = purses(position, side)
    return {
        source: frozenset(
            purse for purse, members in everybody.items() if reaches(position, side, source, members)
        )
        for source in sources(position, side)
    }


def reaches(position: SteelPosition, side: str, source: Source, members: list[Centre]) -> bool:
    """[7.72] [7.25] Whether a line leads from a source to a centre of a purse.

    Areas whose petroleum a side has from the start need no port of their own there (SS-D50).
    """
    nets = industrial_lines.nets(position, side)
    if any(nets.joined(source.node, centre.node) for centre in members):
        return True
    label = position.setting.board.label(source.node)
    area = position.setting.printed.places.areas.get(label)
    if area is None or area.oil_to != side:
        return False
    return any(
        nets.joined(port, centre.node)
        for port in industrial_lines.sea_ports(position, side, label)
        for centre in members
    )
