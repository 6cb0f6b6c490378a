"""[4.6-Special] What the cards in force this turn do besides impulses, shifts and objectives."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.cards import Card, Effect
from hexfront.games.storm_of_steel.rules import conditions

CADRE = "headquarters cadre"


def of(position: SteelPosition, side: str, effect: str) -> Iterator[tuple[Card, Effect]]:
    """[4.6-Special] The effects of a kind that cards of a side have this turn."""
    for number in position.shown.get(side, ()):
        card = position.setting.printed.deck.cards[number]
        for each in card.effects:
            if each.effect == effect and conditions.met(position, side, each.when):
                yield card, each


def front(position: SteelPosition, card: Card) -> str:
    """[4.41] The front that a card acts on."""
    return position.card_fronts.get(card.card) or (card.fronts[0] if card.fronts else "")


def number(position: SteelPosition, side: str, effect: str, country: str = "") -> int | None:
    """[4.6-Special] The number of an effect in force, for a country if one is named; None without one.

    An effect without a number gives 0.
    """
    for _, each in of(position, side, effect):
        if not country or country in each.of:
            return each.number or 0
    return None


def cadre(position: SteelPosition, unit: Unit) -> int:
    """[2.8-Cadre] [4.6-Special] The cadre rating of a unit; a card may raise that of headquarters on a
    front."""
    piece = position.setting.pieces[unit.piece]
    found = piece.cadre
    if piece.headquarters and position.shown:
        for card, effect in of(position, position.sides[unit.piece], CADRE):
            if piece.country in effect.of and position.setting.front_of[unit.at] == front(position, card):
                found += effect.number or 0
    return found
