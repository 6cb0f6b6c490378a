"""Mobilization: what units cost, how long they take, multiples, transfers, limits; and single figures."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from fractions import Fraction

import msgspec

from hexfront.games.storm_of_steel.printed.cards import ALLOWS
from hexfront.games.storm_of_steel.vocabulary import AIR, LAND, NAVAL
from hexfront.kernel.datafiles import DataFolder, Faults

MOBILIZATION = "economy/mobilization.csv"
LIMITS = "economy/limits.csv"
MULTIPLES = "economy/multiples.csv"
TRANSFERS = "economy/transfers.csv"
RAIL = "economy/rail_limits.csv"
CORPS = "economy/corps.csv"
NUMBERS = "tables/numbers.csv"
# What is mobilized besides units.
OTHER = ("fort", "merchant point", "poison gas", "motorization", "agent", "clear devastation")
FREE_CORPS = "free-corps"
OF_COUNTRY, ON_NET = "its units", "its net"  # [11.62] what a limit of rail movement counts
PERIODS = ("quarter", "year")


class Cost(msgspec.Struct, frozen=True):
    """[7.51] [7.52] A row of the mobilization chart."""

    kind: str
    country: str
    points: int
    per_division: bool
    oil: int
    morale: int
    quarters: int
    needs: str
    rule: str
    source: str = ""
    line: int = 0

    def of(self, divisions: int | None) -> int:
        """[7.51] The points for a unit of so many divisions."""
        return self.points * (divisions or 1) if self.per_division else self.points


class Limit(msgspec.Struct, frozen=True):
    """How many of some kinds a country may begin in a quarter or year."""

    kind: tuple[str, ...]
    country: str
    number: int
    per: str
    rule: str
    source: str = ""
    line: int = 0


class Multiple(msgspec.Struct, frozen=True):
    """[7.11] [35.33] A production multiple of a country's own."""

    country: str
    first: str
    change: int | None
    share: str
    quarters: int | None
    least: int
    rule: str
    source: str = ""
    line: int = 0

    def applied(self, multiple: int) -> int:
        """The multiple of the country where its alliance has this one."""
        return max(int((multiple + (self.change or 0)) * Fraction(self.share or "0")), self.least)


class Transfer(msgspec.Struct, frozen=True):
    """[7.23] [7.24] What limits a transfer of points."""

    to: str
    percent: int | None
    points: int | None
    winter: int | None
    per_city: int | None
    rule: str
    line: int = 0


class RailLimit(msgspec.Struct, frozen=True):
    """[11.62] Units of a country, or units on its net, that may go by rail in an impulse, from a turn on."""

    country: str
    counts: str
    first: str
    units: int
    gaps: tuple[str, ...]
    closed: str
    rule: str
    line: int = 0


class LargerCorps(msgspec.Struct, frozen=True):
    """[9.3] From when on a corps may have so many divisions."""

    divisions: int
    first: str
    rule: str
    line: int = 0


class Figure(msgspec.Struct, frozen=True):
    """A single figure of the rules."""

    name: str
    value: int
    rule: str
    meaning: str
    source: str = ""
    line: int = 0


# What set-ups are proved with even if the row is missing, which is a fault of its own.
STANDARD = {
    name: Figure(name, value, "", "")
    for name, value in (("stacking", 3), ("held hexes west", 1), ("held hexes elsewhere", 2))
}


class Economy(msgspec.Struct, frozen=True):
    """All of them."""

    costs: Mapping[tuple[str, str], Cost]
    limits: tuple[Limit, ...]
    multiples: tuple[Multiple, ...]
    transfers: tuple[Transfer, ...]
    rail: tuple[RailLimit, ...]
    corps: Mapping[int, str]
    numbers: Mapping[str, Figure]

    def cost(self, kind: str, country: str) -> Cost | None:
        """[7.8] What a kind costs a country; None if it is not built."""
        return self.costs.get((kind, country)) or self.costs.get((kind, ""))

    def number(self, name: str) -> int:
        """A single figure by its name."""
        return self.numbers[name].value


def read(data: DataFolder, countries: Collection[str], turns: Collection[str], faults: Faults) -> Economy:
    """Everything about mobilization; what is wrong goes to ``faults``."""
    costs: dict[tuple[str, str], Cost] = {}
    kinds = (*LAND, *NAVAL, *AIR, *OTHER)
    shown = data.shown(MOBILIZATION)
    for row in data.csv(MOBILIZATION, Cost, faults):
        if (row.kind, row.country) in costs:
            faults.add(shown, row.line, f"{row.kind} {row.country} stands twice")
        if row.kind not in kinds:
            faults.unknown(shown, row.line, "kind", row.kind, kinds)
        if row.country and row.country not in countries:
            faults.unknown(shown, row.line, "country", row.country, countries)
        if row.needs and row.needs not in ALLOWS:
            faults.unknown(shown, row.line, "card effect", row.needs, ALLOWS)
        if min(row.points, row.oil, row.morale, row.quarters) < 0:
            faults.add(shown, row.line, "a cost below zero")
        costs[row.kind, row.country] = row
    limits = tuple(data.csv(LIMITS, Limit, faults))
    for limit in limits:
        if limit.per not in PERIODS:
            faults.unknown(data.shown(LIMITS), limit.line, "period", limit.per, PERIODS)
    multiples = tuple(data.csv(MULTIPLES, Multiple, faults))
    for multiple in multiples:
        if not re.fullmatch(r"(\d+(/[1-9]\d*)?)?", multiple.share):
            faults.add(data.shown(MULTIPLES), multiple.line, f'"{multiple.share}" is no share, such as 1/2')
    rail = tuple(data.csv(RAIL, RailLimit, faults))
    for net in rail:
        if net.counts not in (OF_COUNTRY, ON_NET):
            faults.unknown(data.shown(RAIL), net.line, "count", net.counts, (OF_COUNTRY, ON_NET))
    corps = data.csv(CORPS, LargerCorps, faults)
    transfers = tuple(data.csv(TRANSFERS, Transfer, faults))
    named = [
        *((LIMITS, limit.line, limit.country) for limit in limits),
        *((MULTIPLES, each.line, each.country) for each in multiples if each.country != FREE_CORPS),
        *((RAIL, net.line, net.country) for net in rail),
        *((TRANSFERS, transfer.line, transfer.to) for transfer in transfers),
    ]
    for file, line, country in named:
        if country and country not in countries:
            faults.unknown(data.shown(file), line, "country", country, countries)
    dated = [
        *((MULTIPLES, each.line, each.first) for each in multiples),
        *((RAIL, net.line, net.first) for net in rail),
        *((RAIL, net.line, net.closed) for net in rail),
        *((CORPS, size.line, size.first) for size in corps),
    ]
    for file, line, turn in dated:
        if turn and turn not in turns:
            faults.unknown(data.shown(file), line, "turn", turn, turns)
    numbers = data.csv(NUMBERS, Figure, faults)
    for name in STANDARD.keys() - {row.name for row in numbers}:
        faults.add(data.shown(NUMBERS), 0, f'no row for "{name}"')
    return Economy(
        costs,
        limits,
        multiples,
        transfers,
        rail,
        {size.divisions: size.first for size in corps},
        {**STANDARD, **{row.name: row for row in numbers}},
    )
