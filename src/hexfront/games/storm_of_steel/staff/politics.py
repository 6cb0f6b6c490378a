"""Politics and weapons: what a card is worth by its odds times what it may bring, in points of morale."""

from __future__ import annotations

from collections.abc import Collection

from hexfront.games.storm_of_steel.orders import Develop, Play
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.rules import allegiance, america, deck, diplomacy, ultimatum
from hexfront.games.storm_of_steel.staff.prizes import INDUSTRY, SWING
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, other_side

BELGIUM = "belgium"
FORCES = 1 / 8  # what a point of strength is worth that joins
YEAR = 4  # quarters
WAITING = 0.15  # part of a neutral's worth that is won by having it earlier than it would come by itself
TRIES = 3  # at a neutral that the enemy is expected to make
POINT = 0.06  # what a mobilization point is worth
LONG = 6  # quarters after which a weapon has paid for itself
# What weapons and tactics are worth at their time: the first quarter in which they are wanted, and points.
SCHEDULE = {
    "blockade": (1, 8.0),
    "war-economy": (2, 2.0),
    "shock": (4, 7.0),
    "tank-brigade": (9, 4.0),
    "convoys": (1, 5.0),
    "submarine-war": (10, 6.0),
    "air-level": (3, 6.0),
    "mobile-warfare": (12, 1.0),
    "tank-corps": (14, 1.0),
}
SUBMARINE_WAR = "submarine-war"
PACKS = 4  # flotillas without which unrestricted warfare wins nothing
TABLES = {"colonial": 0.6, "minor-powers": 0.8}
AMERICA = "america"
ALLY = 10.0  # what the armies of the United States are worth
DEFIED = 4.0  # morale of both sides that an ultimatum to Belgium costs [19.24]
WON = 1.0  # part of what lies in a country that is expected to be won
MOBILE = 2  # the last turn in which armies still move through Belgium


def value(survey: Survey, card: Card) -> float:
    """What it is worth to select a card that is no campaign card and gives no impulse."""
    if card.kind == deck.WEAPONS:
        return _weapon(survey, card)
    best = 0.0
    for effect in card.effects:
        if effect.effect == "table":
            best = max(best, _table(survey, card, effect.of[0] if effect.of else ""))
        elif effect.effect == "points":
            best = max(best, POINT * (effect.number or 0))
        elif effect.effect == "units at half cost":
            best = max(best, POINT * 8)
        elif effect.effect == "morale":
            best = max(best, abs(float(effect.number or 0)))
        elif effect.effect == "morale die":
            best = max(best, 3.5)
        elif effect.effect == "second rail move":
            best = max(best, 0.1)
    return best


def _weapon(survey: Survey, card: Card) -> float:
    first, worth = SCHEDULE.get(card.allows, (99, 0.0))
    turn = survey.position.turn
    left = survey.setting.last_turn - turn
    if turn < first or not left:
        return 0.0
    if card.allows == SUBMARINE_WAR and submarines(survey) < PACKS:
        return 0.0
    chance = 1.0 if card.succeeds is None else card.succeeds / 6
    return chance * worth * min(1.0, left / LONG)


def submarines(survey: Survey) -> int:
    """The German submarines in play."""
    position = survey.position
    mine = (position.piece(unit) for unit in position.units.values())
    return sum(piece.kind == "SS" and piece.country == "germany" for piece in mine)


def _table(survey: Survey, card: Card, table: str) -> float:
    if table == "diplomacy":
        return max(
            (courting(survey, each) for each in diplomacy.courted(survey.position, card.side)), default=0.0
        )
    if table == "ultimatum":
        neutrals = ultimatum.threatened(survey.position, card.side)
        return max((threatening(survey, each) for each in neutrals), default=0.0)
    if table == AMERICA:
        return _america(survey)
    return TABLES.get(table, TABLES["colonial"] if "colon" in table else 0.0)


def _america(survey: Survey) -> float:
    """What a die on the America table is worth: the chance that the United States join, and loans."""
    position, printed = survey.position, survey.setting.printed
    if not allegiance.is_neutral(position, america.UNITED_STATES):
        return 0.0
    worth = 0.0
    for die in range(1, 7):
        row = row_of(printed.politics.america, die + america.modifier(position))
        if row.result == "joins":
            worth += printed.countries.countries[row.country].joins + ALLY
        worth += POINT * (row.points or 0)
    return worth / 6


def courting(survey: Survey, country: str) -> float:
    """What it is worth to try to win a neutral: the chance, times its forces and the morale."""
    printed = survey.setting.printed
    worth = printed.countries.countries[country].joins + FORCES * printed.politics.neutrals[country].forces
    waits = _comes_anyway(survey, country)
    gained = 1.0 if waits is None else WAITING
    enemy = other_side(survey.side)
    if country in diplomacy.courted(survey.position, enemy):
        tries = TRIES if waits is None else min(TRIES, waits)
        gained += min(1.0, tries * _won(survey, enemy, country))  # he cannot have it then
    return _won(survey, survey.side, country) * worth * gained


def _won(survey: Survey, side: str, country: str) -> float:
    """The chance that a side wins a neutral with one try."""
    position = survey.position
    needs = diplomacy.needed(position, side, country) - diplomacy.modifier(position, side)
    return sum(die != 1 and die >= needs for die in range(1, 7)) / 6


def _comes_anyway(survey: Survey, country: str) -> int | None:
    """[19.2] In how many quarters a neutral joins this side by itself, if that is within a year."""
    setting, now = survey.setting, survey.position.turn
    for entry in setting.printed.entries:
        if entry.country == country and entry.side == survey.side:
            waits = setting.calendar.number(entry.turn) - now
            if 0 <= waits <= YEAR:
                return waits
    return None


def threatening(survey: Survey, country: str) -> float:
    """What an ultimatum is worth: Belgium is the way round the fortresses, worth what lies in it and behind
    it; any other neutral is better left alone."""
    position = survey.position
    if country != BELGIUM or survey.side != CENTRAL_POWERS or position.turn > MOBILE:
        return -1.0
    cities = [city for city in survey.setting.city_at.values() if city.country == country]
    spoils = sum(SWING * city.morale + INDUSTRY * bool(city.industrial) for city in cities)
    return WON * spoils - DEFIED / 2


def foreseen(survey: Survey, cards: Collection[str]) -> Survey:
    """The map on which cards are chosen: if Belgium is to have an ultimatum, with Belgium in the war."""
    position = survey.position
    wanted = {key for key in cards if _is_ultimatum(survey, key)}
    if wanted and BELGIUM in ultimatum.threatened(position, survey.side) and threatening(survey, BELGIUM) > 0:
        return after_refusal(survey, BELGIUM)
    return survey


def _is_ultimatum(survey: Survey, key: str) -> bool:
    card = deck.card_of(survey.position, key)
    return any(effect.effect == "table" and "ultimatum" in effect.of for effect in card.effects)


def after_refusal(survey: Survey, country: str) -> Survey:
    """The map as it will be when a neutral has joined the enemy."""
    trial = survey.position.copy()
    trial.join(country, other_side(survey.side))
    return Survey(trial, survey.side)


def played(survey: Survey, choice: Play) -> float:
    """What it is worth to play a card of Grand Diplomacy or of the rear now."""
    card = survey.setting.printed.deck.cards[choice.card]
    tables = [effect.of[0] for effect in card.effects if effect.effect == "table" and effect.of]
    if "diplomacy" in tables and choice.on:
        return courting(survey, choice.on)
    if "ultimatum" in tables and choice.on:
        return threatening(survey, choice.on)
    if "peace" in tables:
        position = survey.position
        return 1.0 if position.morale[survey.side] < 12 < position.morale[other_side(survey.side)] else -1.0
    return max(value(survey, card), 0.1)


def tried(survey: Survey, choice: Develop) -> float:
    """What a try at a weapon is worth, if that country pays; the richest should."""
    position = survey.position
    card = survey.setting.printed.deck.cards[choice.card]
    worth = _weapon(survey, card)
    return worth + 0.001 * position.points.get(choice.payer, 0) if worth > 0 else -1.0
