"""Countries, their regions, who commands whom, and when neutrals come in by themselves."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hexfront.games.storm_of_steel.printed.conditions import Condition, Known, understood
from hexfront.games.storm_of_steel.vocabulary import SIDES
from hexfront.kernel.datafiles import DataFolder, Faults

COUNTRIES = "countries/countries.csv"
REGIONS = "countries/regions.csv"
COMMAND = "countries/command.csv"
ENTRIES = "countries/entries.csv"
NEUTRAL = "neutral"
POWERS = ("major", "minor", "expeditionary", "open")
ENTRY = ("by card", "free", "closed")


class Country(msgspec.Struct, frozen=True):
    """[2.8-Country] [19.0] A country with all that belongs to it."""

    country: str
    name: str
    power: str
    capital: str
    start: str
    entry: str
    surrender: int
    joins: int
    motorized: bool
    revolution: bool
    line: int = 0


class Region(msgspec.Struct, frozen=True):
    """[19.5] A part of a country; nationalists may rise in some [35.2]."""

    region: str
    name: str
    country: str
    uprising: bool
    line: int = 0


class Command(msgspec.Struct, frozen=True):
    """[15.6] Whose units the headquarters and industrial cities of a country serve besides its own."""

    country: str
    serves: tuple[str, ...]
    rule: str
    line: int = 0


class Entry(msgspec.Struct, frozen=True):
    """[19.2] When a neutral joins by itself: ``when`` must be true and ``unless`` must not."""

    country: str
    side: str
    turn: str
    when: tuple[tuple[Condition, ...], ...]
    unless: tuple[tuple[Condition, ...], ...]
    line: int = 0


class _Entry(msgspec.Struct, frozen=True):
    country: str
    side: str
    turn: str
    when: str
    unless: str
    line: int = 0


class Countries(msgspec.Struct, frozen=True):
    """All countries, regions and commands."""

    countries: Mapping[str, Country]
    regions: Mapping[str, Region]
    command: Mapping[str, Command]


def read(data: DataFolder, faults: Faults) -> Countries:
    """Countries, regions and command; what is wrong goes to ``faults``."""
    countries = data.csv(COUNTRIES, Country, faults)
    names = [row.country for row in countries]
    shown = data.shown(COUNTRIES)
    for row in countries:
        if names.count(row.country) > 1:
            faults.add(shown, row.line, f"{row.country} stands twice")
        for kind, word, known in (
            ("power", row.power, POWERS),
            ("start", row.start, (*SIDES, NEUTRAL)),
            ("entry", row.entry, ENTRY),
        ):
            if word not in known:
                faults.unknown(shown, row.line, kind, word, known)
        if row.revolution != (row.power == "major"):
            faults.add(shown, row.line, "major powers make revolution checks, and no others [19.34]")
    regions = data.csv(REGIONS, Region, faults)
    for region in regions:
        if region.country not in names:
            faults.unknown(data.shown(REGIONS), region.line, "country", region.country, names)
    command = data.csv(COMMAND, Command, faults)
    for each in command:
        for word in (each.country, *each.serves):
            if word not in (*names, *SIDES):
                faults.unknown(data.shown(COMMAND), each.line, "country", word, names)
    return Countries(
        {row.country: row for row in countries},
        {row.region: row for row in regions},
        {row.country: row for row in command},
    )


def read_entries(data: DataFolder, known: Known, faults: Faults) -> tuple[Entry, ...]:
    """[19.2] The neutrals that come in by themselves."""
    made: list[Entry] = []
    shown = data.shown(ENTRIES)
    for row in data.csv(ENTRIES, _Entry, faults):
        for kind, word, words in (
            ("country", row.country, known.countries),
            ("side", row.side, SIDES),
            ("turn", row.turn, known.turns),
        ):
            if word not in words:
                faults.unknown(shown, row.line, kind, word, words)
        try:
            when, unless = understood(row.when, known), understood(row.unless, known)
        except ValueError as wrong:
            faults.add(shown, row.line, str(wrong))
            continue
        made.append(Entry(row.country, row.side, row.turn, when, unless, row.line))
    return tuple(made)
