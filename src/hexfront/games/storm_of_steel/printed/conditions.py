"""Conditions: what a card asks for or aims at, what wins a scenario, what brings a neutral in.

A condition is written as a sentence, so that it can be read and typed in a data file. Sentences are joined
by ``and``; several ways to meet a condition by ``or``, which binds less than ``and``::

    take 1 of Paris
    hold 1 of Baghdad or hold 2 of Basra, Kut
    developed 38 and italy fights for entente

Whatever takes a list of places understands cities, hexes, groups of data/places/groups.csv, and the groups
``cities of COUNTRY``, ``industrial cities of COUNTRY``, ``capitals of SIDE``. Whether a condition is met
is a question of the rules; here it is only understood.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

import msgspec

from hexfront.games.storm_of_steel.vocabulary import BANDS, FRONTS, SEAS, SIDES
from hexfront.kernel.datafiles import suggest


class Condition(msgspec.Struct, frozen=True):
    """One sentence of a condition, understood."""

    kind: str
    text: str
    number: int = 0
    of: tuple[str, ...] = ()
    side: str = ""
    country: str = ""
    front: str = ""
    place: str = ""


class Known(msgspec.Struct, frozen=True):
    """The names that conditions may use."""

    countries: Collection[str]
    regions: Collection[str]
    cities: Collection[str]
    groups: Collection[str]
    turns: Collection[str]
    cards: Collection[int]
    hexes: Collection[str] = ()  # of the board; without one every number of a hex is taken


# The sentences by kind. A name in angle brackets says what stands there, and is looked up.
_SENTENCES: Mapping[str, str] = {
    "take": "take <number> of <places>",
    "hold": "hold <number> of <places>",
    "held": "<place> held by <side>",
    "lost none": "no <class> lost in <front>",
    "eliminate": "eliminate <number> of <who> in <front>",
    "surrendered": "surrendered <number> of <powers>",
    "fights": "<country> fights for <side>",
    "entered": "entered <region>",
    "not dominated": "<sea> not dominated by <side>",
    "dominated": "<sea> dominated by <side>",
    "morale below": "morale of <side> below <number>",
    "morale at least": "morale of <side> at least <band>",
    "morale at most": "morale of <side> at most <band>",
    "morale fallen more": "morale of <side> fallen by <number> more",
    "morale fallen": "morale of <side> fallen by <number>",
    "industry grown": "industrial cities grown by <number>",
    "developed": "developed <card>",
    "objective met": "objective met <card>",
    "not with": "not with card <card>",
    "air level": "air level <number>",
    "turn": "turn <turn>",
    "shipping": "shipping at most <number>",
    "submarine war": "submarine war for <number> turns?",
    "near place": "units of <side> within <number> of <place>",
    "near headquarters": "headquarters of <country> within <number> of headquarters of <other>",
    "headquarters at": "headquarters at <place>",
    "divisions in": "<number> divisions of <country> in <region>",
    "capital ships": "<number> capital ships in <sea>",
    "revolution": "revolution in <country>",
    "diplomacy won": "diplomacy won by <side> in <country>",
}
_SLOT = re.compile(r"<(\w+)>")
_PATTERNS = {
    kind: re.compile(_SLOT.sub(lambda slot: rf"(?P<{slot[1]}>.+?)", sentence))
    for kind, sentence in _SENTENCES.items()
}
_HEX = re.compile(r"\d{4,5}")
_BY_COUNTRY = re.compile(r"(?:industrial )?cities of ([\w-]+)")
_BY_SIDE = re.compile(r"(?:capitals|countries|major powers|industrial cities) of ([\w-]+)")
_CLASS = re.compile(r"(?:industrial )?cities(?: of (?P<country>[\w-]+))?")


def understood(text: str, known: Known) -> tuple[tuple[Condition, ...], ...]:
    """The ways to meet a condition, each a tuple of sentences that must all be true; or ValueError."""
    if not text:
        return ()
    return tuple(
        tuple(_sentence(each.strip(), known) for each in way.split(" and ")) for way in text.split(" or ")
    )


def _sentence(text: str, known: Known) -> Condition:
    faults: list[str] = []
    for kind, pattern in _PATTERNS.items():
        found = pattern.fullmatch(text)
        if found is None:
            continue
        wrong = list(_faults(found.groupdict(), known))
        if not wrong:
            return _condition(kind, text, found.groupdict())
        faults += [each for each in wrong if each not in faults]
    if faults:
        raise ValueError(f'"{text}": {faults[0]}')
    hint = suggest(text, _SENTENCES.values())
    raise ValueError(f'"{text}" is no condition' + (f" ({hint})" if hint else ""))


def _condition(kind: str, text: str, said: Mapping[str, str]) -> Condition:
    listed = said.get("places") or said.get("who") or said.get("powers") or said.get("class") or ""
    number = said.get("number") or said.get("card") or "0"
    named = said.get("region") or said.get("sea") or said.get("band") or said.get("turn") or said.get("other")
    return Condition(
        kind=kind,
        text=text,
        number=int(number),
        of=tuple(_listed(listed)),
        side=said.get("side", ""),
        country=said.get("country", ""),
        front=said.get("front", ""),
        place=said.get("place") or named or "",
    )


def _listed(text: str) -> list[str]:
    return [each.strip() for each in text.split(",")] if text else []


def _faults(said: Mapping[str, str], known: Known) -> Iterator[str]:
    """What is wrong with the words in the slots of a sentence."""
    single: Mapping[str, Collection[str]] = {
        "side": SIDES,
        "front": FRONTS,
        "sea": SEAS,
        "band": BANDS,
        "country": known.countries,
        "other": known.countries,
        "region": known.regions,
        "turn": known.turns,
    }
    for slot, word in said.items():
        if slot in single and word not in single[slot]:
            yield _unknown(slot, word, single[slot])
        elif slot == "number" and not word.isdecimal():
            yield f'"{word}" is no number'
        elif slot == "card" and not (word.isdecimal() and int(word) in known.cards):
            yield f'there is no card "{word}"'
        elif slot == "class":
            found = _CLASS.fullmatch(word)
            if found is None or (found["country"] or "germany") not in known.countries:
                yield f'"{word}" is no class of cities'
        elif slot in ("place", "places"):
            yield from _place_faults(word, known)
        elif slot in ("who", "powers"):
            yield from _power_faults(word, known)


def _place_faults(text: str, known: Known) -> Iterator[str]:
    for name in _listed(text):
        if name in known.cities or name in known.groups:
            continue
        if _HEX.fullmatch(name):
            if known.hexes and name not in known.hexes:
                yield f"hex {name} is not on the board"
        elif country := _BY_COUNTRY.fullmatch(name):
            if country[1] not in known.countries and country[1] not in SIDES:
                yield _unknown("country", country[1], known.countries)
        elif side := _BY_SIDE.fullmatch(name):
            if side[1] not in SIDES:
                yield _unknown("side", side[1], SIDES)
        else:
            yield _unknown("place", name, known.cities)


def _power_faults(text: str, known: Known) -> Iterator[str]:
    for name in _listed(text):
        side = _BY_SIDE.fullmatch(name)
        if name not in known.countries and name not in SIDES and (side is None or side[1] not in SIDES):
            yield _unknown("country", name, known.countries)


def _unknown(kind: str, word: str, words: Collection[str]) -> str:
    hint = suggest(word, words)
    return f'unknown {kind} "{word}"' + (f", {hint}" if hint else "")
