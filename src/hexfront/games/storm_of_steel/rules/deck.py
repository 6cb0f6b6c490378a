"""Chapter 4: which cards a side may select, and why not the others.

A card in hand is written by its number, and by its front where it may act on several: ``27``, ``8-west``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.printed.conditions import Condition
from hexfront.games.storm_of_steel.rules import conditions
from hexfront.games.storm_of_steel.vocabulary import FRONTS
from hexfront.kernel.play import Refusal
from hexfront.shared.secret_hands import UNKNOWN

CAMPAIGN = "campaign"
WEAPONS = "weapons"
AIR_LEVEL = "air-level"
HIGHEST_AIR_LEVEL = 5  # [30.23] naval aviation is the last
# Chapters that a game may do without, and what their cards allow or whose table they use.
_CHAPTERS = {
    "gas": ("poison-gas", "33.0"),
    "tank-brigade": ("tanks", "42.0"),
    "tank-corps": ("tanks", "42.0"),
    "peace": ("peace", "44.0"),
}


def number_of(key: str) -> int:
    """The number of a card in hand."""
    return int(key.partition("-")[0])


def front_in(key: str) -> str:
    """The front that was chosen with a card; nothing for one that has no choice."""
    return key.partition("-")[2]


def card_of(position: SteelPosition, key: str) -> Card:
    return position.setting.printed.deck.cards[number_of(key)]


def key_of(card: Card, front: str = "") -> str:
    return f"{card.card}-{front}" if front and len(card.fronts) > 1 else str(card.card)


def front_of(position: SteelPosition, key: str) -> str:
    """[4.6-Type] The front of a campaign card in hand."""
    return front_in(key) or card_of(position, key).fronts[0]


def keys(position: SteelPosition, side: str) -> Iterator[str]:
    """Every way in which a side could select one of its cards."""
    for card in position.setting.printed.deck.of(side):
        if card.kind == CAMPAIGN:
            yield from (key_of(card, front) for front in card.fronts)
        else:
            yield str(card.card)


def campaigns(position: SteelPosition, hand: Sequence[str]) -> list[str]:
    """The campaign cards of a hand; those that are not known are left out."""
    return [key for key in hand if key != UNKNOWN and card_of(position, key).kind == CAMPAIGN]


def objection(position: SteelPosition, side: str, key: str) -> Refusal | None:
    """[3.2-1] [4.6-Prerequisite] Why a side may not take a card into its hand; None if it may."""
    number, _, front = key.partition("-")
    card = position.setting.printed.deck.cards.get(int(number)) if number.isdecimal() else None
    if card is None or card.side != side:
        return Refusal("4.1", f"{key} is not a card of this side")
    if not _is_way(card, front):
        ways = ", ".join(f"{number}-{each}" for each in card.fronts) if len(card.fronts) > 1 else number
        return Refusal("4.41", f"{card.name} is taken as {ways}")
    return (
        _not_there(position, card)
        or _not_yet(position, card)
        or _unmet(position, side, card)
        or _no_room(position, side, card, front)
    )


def _is_way(card: Card, front: str) -> bool:
    """[4.41] Whether a card is written with a front where it has a choice, and without where it has none."""
    choice = card.kind == CAMPAIGN and len(card.fronts) > 1
    return front in card.fronts if choice else not front


def _not_there(position: SteelPosition, card: Card) -> Refusal | None:
    """Whether the card is not in the deck: on the table, out of the game, or of a chapter not in use."""
    if any(key != UNKNOWN and number_of(key) == card.card for key in position.picked.get(card.side, ())):
        return Refusal("4.21", f"{card.name} is in the hand already")
    if card.card in position.discarded:
        return Refusal("4.5", f"{card.name} is out of the game")
    if card.allows == AIR_LEVEL:
        return _no_higher(position, card)
    if card.card in position.developed:
        return Refusal("4.33", f"{card.name} is developed and stays in play")
    if card.card in position.developing:
        return Refusal("22.2", f"{card.name} lies open and is tried again without being selected")
    tables = {name for effect in card.effects if effect.effect == "table" for name in effect.of}
    for word in (card.allows, *sorted(tables)):
        option, rule = _CHAPTERS.get(word, ("", ""))
        if option and not position.setting.option(option):
            return Refusal(rule, f"{card.name} belongs to a chapter that is not in use")
    return None


def _no_higher(position: SteelPosition, card: Card) -> Refusal | None:
    """[30.23] Air doctrine rises once a calendar year, and not for ever."""
    if position.air[card.side] >= HIGHEST_AIR_LEVEL:
        return Refusal("30.23", "air doctrine is as high as it can be")
    if position.flags.get(f"air year {card.side}") == position.quarter.year:
        return Refusal("30.23", "air doctrine has risen this year")
    return None


def _not_yet(position: SteelPosition, card: Card) -> Refusal | None:
    """[4.6-Date] The first and the last turn of a card."""
    calendar, now = position.setting.calendar, position.turn
    if now < calendar.number(card.available):
        return Refusal("3.2-1", f"{card.name} is there from {card.available} on")
    if card.until and now > calendar.number(card.until):
        return Refusal("3.2-1", f"{card.name} was there until {card.until}")
    if card.kind == CAMPAIGN and position.setting.option("historical-decks"):
        if calendar.turns[card.available].year != position.quarter.year:
            return Refusal("4.6-Date", f"{card.name} is a card of {calendar.turns[card.available].year}")
    return None


def _unmet(position: SteelPosition, side: str, card: Card) -> Refusal | None:
    """[4.6-Prerequisite] [4.23] What must be true when a card is selected."""
    if not conditions.met(position, side, card.prerequisite):
        asked = " or ".join(" and ".join(each.text for each in way) for way in card.prerequisite)
        of_morale = any(each.kind.startswith("morale") for way in card.prerequisite for each in way)
        return Refusal("4.23" if of_morale else "4.6-Prerequisite", f"{card.name} asks for: {asked}")
    for key in position.picked.get(side, ()):
        chosen = card_of(position, key) if key != UNKNOWN else None
        if chosen and any(_excludes(each, card) for way in chosen.prerequisite for each in way):
            return Refusal("4.6-Prerequisite", f"{card.name} does not go with {chosen.name}")
    return None


def _excludes(asked: Condition, card: Card) -> bool:
    return asked.kind == "not with" and asked.number == card.card


def most_campaigns(position: SteelPosition, side: str) -> int:
    """[4.21] [4.42] [4.43] How many campaign cards a side may have: by its morale, and one a map, but none
    for a front that is not active [3.2-1]."""
    setting = position.setting
    number = setting.printed.economy.number(f"campaign cards {conditions.band(position, side)}")
    return min(number, sum(bool(setting.most_impulses(position.turn, front)) for front in setting.fronts))


def _no_room(position: SteelPosition, side: str, card: Card, front: str) -> Refusal | None:
    """[3.2-1.1] [3.2-1.2] [4.21] [4.3] One campaign card a front, as many as morale allows; one other."""
    hand = position.picked.get(side, ())
    setting = position.setting
    chosen = campaigns(position, hand)
    if card.kind != CAMPAIGN:
        if len(hand) > len(chosen):
            return Refusal("4.3", "one contingency card or one weapons and tactics card a turn")
        return None
    where = front or card.fronts[0]
    if where not in setting.fronts:
        return Refusal("45.1", f"{card.name} is a card of another front ({where})")
    if not setting.most_impulses(position.turn, where):
        return Refusal("3.2-1", f"nobody has impulses on the front {where} this turn")
    if any(front_of(position, key) == where for key in chosen):
        rules = ("4.41", "4.21") if len(setting.fronts) > 1 else ("4.42", "4.41")
        return Refusal(rules, f"there is a campaign card for the front {where} already")
    most = most_campaigns(position, side)
    if len(chosen) >= most:
        rule = "4.42" if most == len(setting.fronts) == 1 else "4.21"
        return Refusal(rule, f"no more than {most} campaign cards this turn")
    return None


def selectable(position: SteelPosition, side: str) -> list[str]:
    """[3.2-1] The cards that a side may take into its hand now."""
    return [key for key in keys(position, side) if objection(position, side, key) is None]


def available(position: SteelPosition, side: str) -> list[Card]:
    """[3.2-1] The cards a side may choose from this turn, whatever it has chosen already."""
    bare = position.copy()
    bare.picked = {**position.picked, side: ()}
    found = {number_of(key) for key in selectable(bare, side)}
    return [card for number, card in position.setting.printed.deck.cards.items() if number in found]


def in_order(hand: Sequence[str]) -> tuple[str, ...]:
    """A hand by number and front."""
    return tuple(sorted(hand, key=lambda key: (number_of(key), FRONTS.index(front_in(key) or FRONTS[0]))))
