"""Orders in other words: cards by their names, countries and fronts as people call them."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping
from functools import cache

import msgspec

from hexfront.games.storm_of_steel import said
from hexfront.games.storm_of_steel.orders import SteelAction, SteelQuestion
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.rules import sea_control
from hexfront.games.storm_of_steel.vocabulary import FRONTS, NAVAL_OPERATIONS, SIDES
from hexfront.kernel.actions import kinds_of
from hexfront.shared.hearing import FILLERS, Ear, said_words
from hexfront.shared.position_text import node_of

_VERBS = {
    "move": "march",
    "overrun": "mobile-assault",
    "forced-march": "force-march",
    "leave-trenches": "leave-trench",
}
_BY_CARD = ("play", "develop", "take-back")
# What the fields of orders and questions name.
_PLACES = frozenset(("at", "to", "here", "there", "via"))
_NAMES = frozenset(("on", "also", "payer", "country", "front", "purse", "sea"))
_SPELT = frozenset(("mission", "table", "aim"))  # words with one right spelling
_AIMS = ("city", "fort")  # of a bombardment; who names neither means the city
_COUNTRY_TO = "transfer"  # its goal is a country


def heard(position: SteelPosition, sides: Collection[str], line: str) -> str:
    """An order or a question as the game writes it; what is not understood stays as it is."""
    line = _ear().heard(position.setting.board, position.units, line)
    words = said_words(line)
    if not words:
        return line
    meant = [words[0], *(word for word in words[1:] if word.lower() not in FILLERS)]
    meant = _shelled(position, meant)
    verb = meant[0]
    if verb in _BY_CARD and len(meant) > 1:
        number = card_named(position, sides, meant[1])
        meant[1] = str(number) if number else meant[1]
    for at, field in enumerate(_fields().get(verb, ()), start=1):
        if at >= len(meant):
            break
        if field in _NAMES or (verb == _COUNTRY_TO and field == "to"):
            meant[at] = _name(position, meant[at])
        elif field in _PLACES:
            meant[at] = ",".join(_hex(position, each) for each in meant[at].split(","))
        elif field == "side":
            meant[at] = _side(meant[at])
        elif field == "region":
            meant[at] = said.FORCES.get(said.plain(meant[at]), said.plain(meant[at]).replace(" ", "-"))
        elif field in _SPELT:
            plain = said.plain(meant[at])
            meant[at] = said.MISSIONS.get(plain, plain.replace(" ", "-"))
    return line if meant == words else shlex.join(meant)


def _shelled(position: SteelPosition, words: list[str]) -> list[str]:
    """[25.32] The bombardment of a coast named by its place alone: the sea is clear where the harbour lies on
    one, and the city is meant unless the fort is named."""
    at_sea = words[0] == "bombard" and position.step == NAVAL_OPERATIONS
    if not (at_sea or words[0] == "shell"):
        return words
    aim = next((word for word in words[1:] if word in _AIMS), _AIMS[0])
    named = [word for word in words[1:] if word not in _AIMS]
    if len(named) == 1:
        board, at = position.setting.board, _hex(position, named[0])
        seas = sea_control.seas_of(position, board[at]) if at in board else ()
        named = [*seas, at] if len(seas) == 1 else []
    return ["shell", *named, aim] if len(named) == 2 else words


@cache
def _ear() -> Ear:
    return Ear(
        known=_fields(),
        verbs=_VERBS,
        with_units={"attack": "assault"},
        hex_first=("assault", "mobile-assault", "attack-strength", "gas-odds"),
        hex_last=("march", "retreat", "advance", "bombard", "deploy"),
    )


@cache
def _fields() -> Mapping[str, tuple[str, ...]]:
    """The fields of every order and question, in the order in which their words stand."""
    kinds = {**kinds_of(SteelAction), **kinds_of(SteelQuestion)}
    return {verb: tuple(field.name for field in msgspec.structs.fields(kind)) for verb, kind in kinds.items()}


def _hex(position: SteelPosition, word: str) -> str:
    """A hex by the name of a place in it, or an area by its name, as position texts take it."""
    try:
        return position.setting.board.label(node_of(position, word))
    except ValueError:
        return word


def _side(word: str) -> str:
    try:
        return said.one(word, SIDES, "side")
    except ValueError:
        return word


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
    """A country with what is cut off of it, a front or a sea as the game calls it."""
    country, slash, place = word.partition("/")
    for known, kind in (
        (position.setting.printed.countries.countries, "country"),
        (FRONTS, "front"),
        ([sea for sea in SEAS.values() if sea], "sea"),
    ):
        try:
            return f"{said.one(country, known, kind)}{slash}{place}"
        except ValueError:
            continue
    return word
