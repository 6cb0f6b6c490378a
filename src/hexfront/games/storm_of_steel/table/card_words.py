"""What is printed on a card, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Card, Shift, Ways
from hexfront.games.storm_of_steel.rules import deck, development
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.table.names import FRONT_NAMES, quarter_name
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES
from hexfront.shared.words import counted

KINDS = {
    "campaign": "Campaign",
    "contingency": "Contingency",
    "weapons": "Weapon or tactic",
}
PHASES = {
    "grand-diplomacy": "in Grand Diplomacy",
    "impulse": "at the start of any of your impulses",
    "movement": "in your movement",
    "mobilization": "when weapons are developed",
    "political-events": "before your political event",
}
_WORD = re.compile(r"[a-z]+(?:-[a-z0-9]+)+|\b(?:entente|west|east)\b")
CARD = "card:"  # before the number of a card, or the key of one in a hand, as the key of an item


def key_of_card(key: str | int) -> str:
    """How a display and the faces call a card, by its number or as it is written in a hand."""
    return f"{CARD}{key}"


def said(ways: Ways) -> str:
    """A condition as it is written, with countries and quarters as people call them."""
    text = " or ".join(" and ".join(each.text for each in way) for way in ways)
    return _WORD.sub(lambda found: _shown(found[0]), text)


def _shown(word: str) -> str:
    """A word of a condition: ``central-powers``, ``winter-1915`` and ``austria-hungary`` are names."""
    if word in SIDE_NAMES:
        return f"the {SIDE_NAMES[word]}"
    if word in FRONT_NAMES:
        return f"the {FRONT_NAMES[word]}"
    return word.replace("-", " ").title() if word[-1].isdigit() else word.replace("-", " ")


def shift_words(setting: SteelSetting, shift: Shift) -> str:
    """``attacks 2 columns right (Germany)``, ``defences 1 column left``."""
    what = "attacks" if shift.columns > 0 else "defences"
    way = "right" if shift.columns > 0 else "left"
    found = f"{what} {counted(abs(shift.columns), 'column')} {way}"
    if shift.only:
        found += f", only {_whose(setting, shift.only)}"
    return f"{found}, against {_whose(setting, shift.against)}" if shift.against else found


def _whose(setting: SteelSetting, word: str) -> str:
    return country_name(setting, word) if word in setting.printed.countries.countries else word


def fronts(card: Card, chosen: str = "") -> str:
    """The fronts a card is for."""
    names = [FRONT_NAMES[front] for front in ((chosen,) if chosen else card.fronts)]
    return " or ".join(names)


def heading(card: Card, chosen: str = "") -> str:
    """``4 · Campaign · East``"""
    parts = [str(card.card), KINDS[card.kind], fronts(card, chosen)]
    return " · ".join(filter(None, parts))


def figures(position: SteelPosition, card: Card) -> Iterator[tuple[str, str]]:
    """What a card is worth, at a glance."""
    if card.impulses:
        yield "Impulses", f"+{card.impulses}"
    if card.shifts:
        shown = ", ".join(f"{abs(each.columns)}{'R' if each.columns > 0 else 'L'}" for each in card.shifts)
        yield "Shift", shown
    if card.objective and card.morale:
        yield "Morale", f"±{card.morale}"
    if card.kind == deck.WEAPONS:
        yield "Cost", str(development.cost(position, card))
        if card.succeeds is not None:
            yield "Succeeds", f"1-{card.succeeds}" if card.succeeds > 1 else "1"


def lines(position: SteelPosition, card: Card) -> Iterator[str]:
    """What a card says, field by field [4.6]."""
    setting = position.setting
    if card.text:
        yield card.text
    if card.shifts:
        yield f"Shifts: {'; '.join(shift_words(setting, each) for each in card.shifts)}"
    if card.objective:
        yield f"Objective: {said(card.objective)}"
    if card.phase:
        yield f"Played {PHASES.get(card.phase, card.phase)}"
    if card.oil:
        yield f"Needs {counted(card.oil, 'petroleum point')}"
    if card.prerequisite:
        yield f"Needs: {said(card.prerequisite)}"
    if card.until:
        yield f"Until {quarter_name(position, card.until)}"
    if card.kind != deck.WEAPONS:
        yield _discard(card)


def _discard(card: Card) -> str:
    """[4.6-Discard] When it leaves the game."""
    if not card.discard:
        return "Never discarded"
    if len(card.discard) == 6:
        return "Used once"
    first, last = card.discard[0], card.discard[-1]
    return f"Discarded on a {first}" if first == last else f"Discarded on {first} to {last} of a die"
