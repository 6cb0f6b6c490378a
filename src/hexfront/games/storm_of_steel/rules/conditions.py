"""Whether a condition is met: what cards ask for and aim at, what wins a scenario, what brings a neutral in.

How conditions are written and understood is told in ``printed/conditions.py``. Here they are looked at on a
position, always as a side sees them: it holds, it takes, it eliminates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.conditions import Condition
from hexfront.games.storm_of_steel.rules import sea_control
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import BANDS, CORPS, HEADQUARTERS, SIDES, other_side

Ways = tuple[tuple[Condition, ...], ...]
_CITIES = re.compile(r"(industrial )?cities(?: of ([\w-]+))?")
_OF_SIDE = re.compile(r"(capitals|countries|major powers) of ([\w-]+)")


class Span(msgspec.Struct, frozen=True):
    """The time that a condition looks back over: this turn, or the whole scenario.

    ``held`` says who held each place when it began, ``eliminated`` how many corps have been lost since, by
    country and front.
    """

    held: Mapping[int, str]
    eliminated: Mapping[str, int]


def this_turn(position: SteelPosition) -> Span:
    """[4.6-Objective] What a card looks back over."""
    return Span(position.held, fallen(position))


@lru_cache(maxsize=16)
def noted(setting: SteelSetting) -> tuple[int, ...]:
    """[4.6-Objective-1] [46.2] The hexes of which it is noted who held them when a turn and when the scenario
    began: all cities, and whatever else cards and scenarios name, such as the ground around Laon."""
    groups = setting.printed.places.groups
    named = (place for name in groups for place in groups[name].places if place in setting.board)
    return tuple(dict.fromkeys((*setting.city_at, *(setting.board[place] for place in named))))


def met(position: SteelPosition, side: str, ways: Ways, span: Span | None = None) -> bool:
    """[4.6-Objective] [46.2] Whether one of the ways to meet a condition is open to a side."""
    if not ways:
        return True
    span = span or this_turn(position)
    return any(all(_KINDS[each.kind](position, side, each, span) for each in way) for way in ways)


def fallen(position: SteelPosition) -> dict[str, int]:
    """[4.6-Objective-2] The corps lost this turn by country and front; brigades, headquarters and forts do
    not count."""
    found: dict[str, int] = {}
    pieces = position.setting.pieces
    for name, loss in position.dead.items():
        if pieces[name].kind in CORPS and loss.country:
            key = f"{loss.country} {loss.front}"
            found[key] = found.get(key, 0) + 1
    return found


def band(position: SteelPosition, side: str) -> str:
    """[5.21] The band that the morale of a side is in."""
    numbers = position.setting.printed.economy
    now = position.morale[side]
    if now >= numbers.number("high morale"):
        return "high"
    return "medium" if now >= numbers.number("medium morale") else "low"


# Places


@lru_cache(maxsize=512)
def places(setting: SteelSetting, of: tuple[str, ...]) -> tuple[int, ...]:
    """The hexes that a list of places names: cities, hexes, groups, cities of a country or an alliance.

    Cities of an alliance are those of the countries that fight for it, which changes in the war; they are
    told by `places_of`.
    """
    board, towns = setting.board, setting.printed.places
    found: list[int] = []
    for name in of:
        if name in towns.cities:
            found.append(board[towns.cities[name].hex])
        elif name in towns.groups:
            found += places(setting, towns.groups[name].places)
        elif name in board:
            found.append(board[name])
    return tuple(dict.fromkeys(found))


def places_of(position: SteelPosition, of: tuple[str, ...]) -> Iterator[int]:
    """All places of a list, those of countries and alliances among them."""
    setting = position.setting
    board, towns = setting.board, setting.printed.places.cities.values()
    named: list[str] = []
    for name in of:
        if cities := _CITIES.fullmatch(name):
            wanted = countries_of(position, cities[2] or "")
            for city in towns:
                if city.country in wanted and (city.industrial or not cities[1]):
                    yield board[city.hex]
        elif capitals := _OF_SIDE.fullmatch(name):
            wanted = countries_of(position, capitals[2])
            for city in towns:
                if city.capital and city.country in wanted:
                    yield board[city.hex]
        else:
            named.append(name)
    yield from places(setting, tuple(named))


def countries_of(position: SteelPosition, who: str) -> set[str]:
    """A country, or all that fight or have fought for an alliance; nothing named is every country."""
    if who in SIDES:
        return {country for country, side in position.alliances.items() if side == who}
    return {who} if who else set(position.setting.printed.countries.countries)


def occupies(position: SteelPosition, side: str, node: int) -> bool:
    """[4.6-Objective-1] Whether a side has a unit in a hex."""
    return position.occupant[node] == side


def _take(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    """[4.6-Objective-1] Occupied now, and not held when the time began."""
    taken = {
        node
        for node in places_of(position, asked.of)
        if occupies(position, side, node) and span.held.get(node, "") != side
    }
    return len(taken) >= asked.number


def _hold(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    held = {node for node in places_of(position, asked.of) if position.controller(node) == side}
    return len(held) >= asked.number


def _held(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return any(position.controller(node) == asked.side for node in places_of(position, (asked.place,)))


def _lost_none(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    front_of = position.setting.front_of
    return not any(
        span.held.get(node) == side and position.controller(node) != side
        for node in places_of(position, asked.of)
        if front_of[node] == asked.front
    )


# Countries, morale, weapons


def _eliminate(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    """[4.6-Objective-2] Enemy corps lost on the front, by whatever means."""
    wanted = {country for who in asked.of for country in countries_of(position, who)}
    lost = sum(span.eliminated.get(f"{country} {asked.front}", 0) for country in wanted)
    return lost >= asked.number


def _surrendered(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    named: set[str] = set()
    for who in asked.of:
        group = _OF_SIDE.fullmatch(who)
        members = countries_of(position, group[2] if group else who)
        if group and group[1] == "major powers":
            printed = position.setting.printed.countries.countries
            members = {country for country in members if printed[country].power == "major"}
        named |= members
    return len(named & position.surrendered) >= asked.number


def _fights(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return position.alliances.get(asked.country) == asked.side and asked.country not in position.surrendered


def _entered(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return any(occupies(position, side, node) for node in position.setting.board.regions.get(asked.place, ()))


def _morale_below(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return position.morale[asked.side] < asked.number


def _morale_at_least(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return BANDS.index(band(position, asked.side)) >= BANDS.index(asked.place)


def _morale_at_most(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return BANDS.index(band(position, asked.side)) <= BANDS.index(asked.place)


def _fall(position: SteelPosition, side: str) -> int:
    return position.began[f"morale {side}"] - position.morale[side]


def _morale_fallen(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return _fall(position, asked.side) >= asked.number


def _morale_fallen_more(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return _fall(position, asked.side) - _fall(position, other_side(asked.side)) >= asked.number


def industry(position: SteelPosition, side: str) -> int:
    """The industrial cities on the maps that a side controls."""
    return sum(position.controller(node) == side for node in position.setting.centres)


def _industry_grown(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return industry(position, side) - position.began[f"industry {side}"] >= asked.number


def _developed(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return asked.number in position.developed


def _objective_met(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return asked.number in position.objectives_met


def _not_with(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    chosen = position.picked.get(side, ())
    return not any(key.partition("-")[0] == str(asked.number) for key in chosen)


def _air_level(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return position.air[side] >= asked.number


def _turn(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return position.turn >= position.setting.calendar.number(asked.place)


def _shipping(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return position.shipping <= asked.number


def _submarine_war(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return position.flags.get("submarine turns", 0) >= asked.number


def _revolution(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return asked.country in position.revolutions


def _diplomacy_won(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return f"diplomacy {asked.side} {asked.country}" in position.flags


# Units


def _distance(position: SteelPosition, a: int, b: int) -> int:
    return position.setting.board.distance(a, b) or 0


def _on_map(position: SteelPosition, units: Iterable[Unit]) -> Iterator[Unit]:
    board = position.setting.board
    return (unit for unit in units if not board.is_area(unit.at) and not position.is_cargo(unit.name))


def _headquarters(position: SteelPosition, country: str) -> list[Unit]:
    return [
        unit
        for unit in _on_map(position, position.units.values())
        if position.piece(unit).kind == HEADQUARTERS and position.piece(unit).country == country
    ]


def _near_place(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    around = list(places_of(position, (asked.place,)))
    return any(
        _distance(position, unit.at, node) <= asked.number
        for unit in _on_map(position, position.ashore(asked.side))
        for node in around
    )


def _near_headquarters(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    others = _headquarters(position, asked.place)
    return any(
        _distance(position, one.at, other.at) <= asked.number
        for one in _headquarters(position, asked.country)
        for other in others
    )


def _headquarters_at(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return any(
        position.piece(unit).kind == HEADQUARTERS and position.side_of(unit) == side
        for node in places_of(position, (asked.place,))
        for unit in position.troops_at(node)
    )


def _divisions_in(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    region = position.setting.board.regions.get(asked.place, ())
    found = sum(
        position.piece(unit).divisions or 0
        for unit in _on_map(position, position.units.values())
        if unit.at in region and position.piece(unit).country == asked.country
    )
    return found >= asked.number


def _capital_ships(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return sea_control.capital_ships(position, asked.place, side) >= asked.number


def _dominated(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return sea_control.dominated_by(position, asked.place) == asked.side


def _not_dominated(position: SteelPosition, side: str, asked: Condition, span: Span) -> bool:
    return sea_control.dominated_by(position, asked.place) != asked.side


_KINDS: Mapping[str, Callable[[SteelPosition, str, Condition, Span], bool]] = {
    "take": _take,
    "hold": _hold,
    "held": _held,
    "lost none": _lost_none,
    "eliminate": _eliminate,
    "surrendered": _surrendered,
    "fights": _fights,
    "entered": _entered,
    "not dominated": _not_dominated,
    "dominated": _dominated,
    "morale below": _morale_below,
    "morale at least": _morale_at_least,
    "morale at most": _morale_at_most,
    "morale fallen more": _morale_fallen_more,
    "morale fallen": _morale_fallen,
    "industry grown": _industry_grown,
    "developed": _developed,
    "objective met": _objective_met,
    "not with": _not_with,
    "air level": _air_level,
    "turn": _turn,
    "shipping": _shipping,
    "submarine war": _submarine_war,
    "near place": _near_place,
    "near headquarters": _near_headquarters,
    "headquarters at": _headquarters_at,
    "divisions in": _divisions_in,
    "capital ships": _capital_ships,
    "revolution": _revolution,
    "diplomacy won": _diplomacy_won,
}
