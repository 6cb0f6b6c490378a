"""Orders in other words: cards by their names, countries and fronts as people call them."""

from __future__ import annotations

import shlex
from collections.abc import Collection

from hexfront.games.storm_of_steel import said
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.vocabulary import FRONTS

_VERBS = {"move": "march", "forced-march": "force-march", "leave-trenches": "leave-trench"}
_BY_CARD = ("play", "develop", "take-back")
# Orders with countries or fronts, and which of their words those are.
_NAMES = {
    "play": (2, 3),
    "develop": (2,),
    "mobilize-for": (1,),
    "transfer": (1,),
    "release-gas": (1,),
    "hasten": (1,),
    "entrench-line": (1,),
    "reinforce-front": (1,),
}


def heard(position: SteelPosition, sides: Collection[str], line: str) -> str:
    """An order as the game writes it; what is not understood stays as it is."""
    try:
        words = shlex.split(line)
    except ValueError:
        return line
    if not words or line.lstrip().startswith("{"):
        return line
    spoken = words[0].lower()
    meant = [_VERBS.get(spoken, spoken), *words[1:]]
    verb = meant[0]
    if verb in _BY_CARD and len(meant) > 1:
        number = card_named(position, sides, meant[1])
        meant[1] = str(number) if number else meant[1]
    for at in _NAMES.get(verb, ()):
        if at < len(meant):
            meant[at] = _name(position, meant[at])
    return line if meant == words else shlex.join(meant)


def card_named(position: SteelPosition, sides: Collection[str], word: str) -> int:
    """The number of a card of some sides, by its name; none if it has no name, or two are called so."""
    if word.isdecimal():
        return 0
    named = [
        card.card
        for card in position.setting.printed.deck.cards.values()
        if card.side in sides and said.plain(card.name) == said.plain(word)
    ]
    return named[0] if len(named) == 1 else 0


def card_key(position: SteelPosition, side: str, word: str) -> str:
    """[4.41] How a card of a side is taken into the hand, by its name and its front: ``8-west``."""
    front = next((each for each in FRONTS if word.lower().endswith(f"-{each}")), "")
    name = word[: -len(front) - 1] if front else word
    number = card_named(position, (side,), name)
    return f"{number}-{front}" if number and front else str(number or word)


def _name(position: SteelPosition, word: str) -> str:
    """A country or front as the game calls it."""
    for known, kind in ((position.setting.printed.countries.countries, "country"), (FRONTS, "front")):
        try:
            return said.one(word, known, kind)
        except ValueError:
            continue
    return word
