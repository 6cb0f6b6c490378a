"""The display of the cards: what one has chosen, what can be chosen and why not the rest, what the enemy has
shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from hexfront.games.storm_of_steel import secrecy
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.rules import conditions, deck
from hexfront.games.storm_of_steel.table import card_words
from hexfront.games.storm_of_steel.table.card_words import key_of_card
from hexfront.games.storm_of_steel.table.names import FRONT_NAMES
from hexfront.games.storm_of_steel.vocabulary import CARDS, SIDE_NAMES, SIDES
from hexfront.kernel.showing import Display, Item, Section
from hexfront.kernel.title import REFEREE
from hexfront.shared.secret_hands import UNKNOWN
from hexfront.shared.words import counted

NAME = "Strategy cards"


def display(position: SteelPosition, viewer: str) -> Display:
    """[4.0] The cards as a viewer may know them."""
    own = [viewer] if viewer in SIDES else [*SIDES] if viewer == REFEREE else []
    sections = [each for side in own for each in _own(position, side)]
    others = [side for side in SIDES if side not in own]
    sections += [each for side in others for each in _others(position, side)]
    return Display(
        NAME, _heading(position, viewer), tuple(each for each in sections if each.items), rule="4.0"
    )


def _heading(position: SteelPosition, viewer: str) -> str:
    """[4.21] How many campaign cards a side may have, and why."""
    if viewer not in SIDES:
        return ""
    most = deck.most_campaigns(position, viewer)
    morale = f"{conditions.band(position, viewer)} morale ({position.morale[viewer]})"
    cards = counted(most, "campaign card")
    return f"{morale.capitalize()}: up to {cards}, one a front; and one contingency card, weapon or tactic."


# One's own


def _own(position: SteelPosition, side: str) -> Iterator[Section]:
    choosing = position.step == CARDS and side not in position.ready
    yield Section("In hand", tuple(_slots(position, side)), "slots", side=side)
    groups: dict[str, list[Item]] = {
        f"Campaigns: {FRONT_NAMES[each]}": [] for each in position.setting.fronts
    }
    later: list[Item] = []
    elsewhere: list[Item] = []
    gone: list[Item] = []
    for key in deck.keys(position, side):
        item = _item(position, side, key, choosing=choosing)
        if item.state == "gone":
            gone.append(item)
        elif item.state == "closed" and _is_later(position, deck.card_of(position, key)):
            later.append(item)
        elif item.state == "closed" and not _is_here(position, key):
            elsewhere.append(item)
        else:
            groups.setdefault(_group(position, key), []).append(item)
    for name, items in groups.items():
        yield Section(name, tuple(items), "cards", side=side, folded=not choosing)
    yield Section("Not yet", tuple(later), "cards", "Cards of later quarters", side, folded=True)
    yield Section("Other fronts", tuple(elsewhere), "cards", side=side, folded=True)
    yield Section("Out of the game", tuple(gone), "cards", side=side, folded=True)


def _group(position: SteelPosition, key: str) -> str:
    card = deck.card_of(position, key)
    if card.kind == deck.CAMPAIGN:
        return f"Campaigns: {FRONT_NAMES[deck.front_of(position, key)]}"
    return "Weapons and tactics" if card.kind == deck.WEAPONS else "Contingencies"


def _is_here(position: SteelPosition, key: str) -> bool:
    """[45.1] Whether a card is for a front that is played in this scenario."""
    card = deck.card_of(position, key)
    return card.kind != deck.CAMPAIGN or deck.front_of(position, key) in position.setting.fronts


def _is_later(position: SteelPosition, card: Card) -> bool:
    return position.turn < position.setting.calendar.number(card.available)


def _slots(position: SteelPosition, side: str) -> Iterator[Item]:
    """[3.2-1] A place for a campaign card of each front, and one for another card."""
    hand = [key for key in position.picked.get(side, ()) if key != UNKNOWN]
    shown = position.shown.get(side, ())
    chosen = {deck.front_of(position, key): key for key in deck.campaigns(position, hand)}
    lying = {
        position.card_fronts.get(number) or card.fronts[0]: card
        for number in shown
        if (card := position.setting.printed.deck.cards[number]).kind == deck.CAMPAIGN
    }
    for front in position.setting.fronts:
        name = FRONT_NAMES[front]
        if front in chosen:
            yield _filled(position, chosen[front], name)
        elif front in lying:
            yield Item(f"slot:{front}", name, lying[front].name, state="shown", side=side)
        elif not position.setting.most_impulses(position.turn, front):
            yield Item(f"slot:{front}", name, "no impulses this quarter", state="closed")
        else:
            yield Item(f"slot:{front}", name, "no campaign: one impulse")
    others = [key for key in hand if key not in chosen.values()]
    name = "Contingency or weapon"
    if others:
        yield from (_filled(position, key, name) for key in others)
    else:
        lies = [number for number in shown if number not in {card.card for card in lying.values()}]
        cards = position.setting.printed.deck.cards
        text = ", ".join(cards[number].name for number in lies) or "none"
        yield Item("slot:other", name, text, state="shown" if lies else "plain")


def _filled(position: SteelPosition, key: str, name: str) -> Item:
    card = deck.card_of(position, key)
    figures = tuple(card_words.figures(position, card))
    return Item(key_of_card(key), name, card.name, figures=figures, state="chosen", side=card.side)


def _item(position: SteelPosition, side: str, key: str, *, choosing: bool) -> Item:
    """A card of one's own, and why it cannot be taken."""
    card = deck.card_of(position, key)
    if card.card in position.shown.get(side, ()):
        return _card(position, card, key, "shown")
    if key in position.picked.get(side, ()):
        return _card(position, card, key, "chosen")
    if card.card in position.discarded:
        return _card(position, card, key, "gone")
    if card.card in position.developed and card.allows != deck.AIR_LEVEL:
        return _card(position, card, key, "shown", "developed: in force for the rest of the game")
    if card.card in position.developing:
        return _card(position, card, key, "shown", "lies open and is tried again")
    refusal = deck.objection(position, side, key)
    if refusal is not None:
        closed = _card(position, card, key, "closed", refusal.reason)
        return msgspec.structs.replace(closed, rule=refusal.rules[0])
    return _card(position, card, key, "open" if choosing else "plain")


State = Literal["plain", "open", "chosen", "shown", "closed", "gone"]


def _card(position: SteelPosition, card: Card, key: str | int, state: State, why: str = "") -> Item:
    return Item(
        key_of_card(key),
        card.name,
        card_words.heading(card, deck.front_in(str(key))),
        tuple(card_words.lines(position, card)),
        tuple(card_words.figures(position, card)),
        state,
        why,
        side=card.side,
    )


# The enemy's


def _others(position: SteelPosition, side: str) -> Iterator[Section]:
    """[4.3] [4.31] What all know of the cards of a side: how many lie face down, and those it has shown."""
    name = SIDE_NAMES[side]
    cards = position.setting.printed.deck.cards
    known = secrecy.known_picks(position, side, position)
    hidden = tuple(
        Item(f"hidden:{side}:{at}", "Face down", "selected in secret", side=side)
        for at, key in enumerate(known)
        if key == UNKNOWN
    )
    shown = tuple(_card(position, cards[number], number, "shown") for number in position.shown.get(side, ()))
    yield Section(f"{name}: this quarter", (*hidden, *shown), "cards", side=side)
    in_force = [each for each in position.setting.printed.deck.of(side) if each.card in position.developed]
    yield Section(
        f"{name}: developed",
        tuple(_card(position, card, card.card, "shown") for card in in_force),
        "cards",
        side=side,
        folded=True,
    )
    gone = [each for each in position.setting.printed.deck.of(side) if each.card in position.discarded]
    yield Section(
        f"{name}: out of the game",
        tuple(_card(position, card, card.card, "gone") for card in gone),
        "cards",
        side=side,
        folded=True,
    )
    left = [
        each
        for each in position.setting.printed.deck.of(side)
        if each.card not in position.discarded
        and each.card not in position.developed
        and each.card not in position.shown.get(side, ())
        and not _is_later(position, each)
    ]
    yield Section(
        f"{name}: what it may hold",
        tuple(_card(position, card, card.card, "plain") for card in left),
        "cards",
        "Its cards that are there by now; which it chose is its secret.",
        side,
        folded=True,
    )
