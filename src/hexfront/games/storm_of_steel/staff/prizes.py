"""What places are worth to a side: the morale of cities, and what decides the scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.conditions import Condition
from hexfront.games.storm_of_steel.rules import conditions
from hexfront.games.storm_of_steel.staff import stakes
from hexfront.games.storm_of_steel.vocabulary import SIDES, other_side

SWING = 2.0  # what one side gains by a city the other loses [5.13]
OBJECTIVE = 10.0  # an objective of the scenario is a level of victory [46.1]
URGENT = 0.5  # how much more it counts in the last quarter
DECIDES = 4.0  # from which a place is one that decides
INDUSTRY = 0.5  # the points that a centre makes
FREED = 3.0  # what it is worth that nobody need be left before a country
CHOICE = 0.04  # how much less each place is worth for every other that would do as well
HEX = 0.15  # ground in itself
CORPS_STRENGTH = 4  # of most corps


def prizes(position: SteelPosition, side: str) -> dict[int, float]:
    """What it is worth to a side to have each place, in points of morale: cities by their morale, and more
    if an objective of the scenario or a card that is played asks for them."""
    setting = position.setting
    found = {
        node: SWING * city.morale + INDUSTRY * bool(city.industrial)
        for node, city in setting.city_at.items()
        if node in setting.in_play and position.alliances.get(city.country)
    }
    for node, worth in (*_objectives(position, side), *_last_cities(position, side)):
        if node in setting.in_play:
            found[node] = found.get(node, 0.0) + worth
    return found


def _last_cities(position: SteelPosition, side: str) -> Iterator[tuple[int, float]]:
    """[19.32] What the cities of small countries are worth because with the last of them the country falls:
    the fewer are missing, the more."""
    setting = position.setting
    for country, alliance in position.alliances.items():
        printed = setting.printed.countries.countries[country]
        if printed.power != "minor" or country in position.surrendered:
            continue
        nodes = setting.cities_in_play(country)
        left = [node for node in nodes if position.controller(node) == alliance]
        if left:
            price = 1.5 * printed.surrender + FREED
            for node in left:
                yield node, price / len(left)


def _objectives(position: SteelPosition, side: str) -> Iterator[tuple[int, float]]:
    """Places that objectives name, of both sides: what one must hold the other must deny him."""
    yield from _of_scenario(position)
    for one in SIDES:
        for number in position.shown.get(one, ()):
            card = position.setting.printed.deck.cards[number]
            if card.kind == "campaign":
                for way in card.objective:
                    for asked in way:
                        yield from _places(position, one, asked, SWING * card.morale / len(way))
    for key in position.picked.get(side, ()):
        text = key.partition("-")[0]
        if text.isdecimal():
            card = position.setting.printed.deck.cards[int(text)]
            for way in card.objective:
                for asked in way:
                    yield from _places(position, side, asked, SWING * card.morale / len(way))


def _of_scenario(position: SteelPosition) -> Iterator[tuple[int, float]]:
    level = OBJECTIVE * (1 + URGENT * stakes.pressing(position))
    for objective in position.setting.plan.objectives:
        for way in objective.condition:
            for asked in way:
                yield from _places(position, objective.side, asked, level / len(way))


def decisive(position: SteelPosition) -> dict[int, float]:
    """What the places are worth for the objectives of the scenario alone by which a level of victory changes
    hands, or nearly does [46.1]."""
    found: dict[int, float] = {}
    for node, worth in _of_scenario(position):
        if node in position.setting.in_play:
            found[node] = found.get(node, 0.0) + worth
    return {node: worth for node, worth in found.items() if worth >= DECIDES}


class Bounty(NamedTuple):
    """What a card promises for enemy corps on a front, for a point of their strength."""

    countries: frozenset[str]
    front: str
    worth: float


def bounties(position: SteelPosition, side: str) -> list[Bounty]:
    """[4.6-Objective-2] What the campaign cards of a side, chosen or shown, promise for corps that the enemy
    loses; nothing once there are enough of them."""
    deck, found = position.setting.printed.deck.cards, []
    keys = [key.partition("-")[0] for key in position.picked.get(side, ())]
    numbers = {*position.shown.get(side, ()), *(int(key) for key in keys if key.isdecimal())}
    lost = conditions.fallen(position)
    for card in (deck[number] for number in sorted(numbers)):
        for way in card.objective:
            for asked in way:
                if asked.kind != "eliminate":
                    continue
                wanted = {each for who in asked.of for each in conditions.countries_of(position, who)}
                if sum(lost.get(f"{country} {asked.front}", 0) for country in wanted) < asked.number:
                    worth = SWING * card.morale / len(way) / asked.number / CORPS_STRENGTH
                    found.append(Bounty(frozenset(wanted), asked.front, worth))
    return found


def _places(
    position: SteelPosition, side: str, asked: Condition, worth: float
) -> Iterator[tuple[int, float]]:
    """The places of one condition, each with its part of the worth: the fewer are missing, the more."""
    if asked.kind == "lost none":
        front_of = position.setting.front_of
        for node in conditions.places_of(position, asked.of):
            if front_of[node] == asked.front and position.controller(node) == side:
                yield node, worth / 3
        return
    if asked.kind not in ("take", "hold") or not asked.number:
        return
    nodes = [*conditions.places_of(position, asked.of)]
    held = sum(position.controller(node) == side for node in nodes)
    missing = asked.number - held
    for node in nodes:
        mine = position.controller(node) == side
        if missing > 0:
            yield node, worth / asked.number if mine else worth / missing / (1 + CHOICE * (len(nodes) - 1))
        elif mine:
            yield node, worth / (1 + held - asked.number) / asked.number
        elif position.controller(node) == other_side(side):
            yield node, worth / 4 / asked.number
