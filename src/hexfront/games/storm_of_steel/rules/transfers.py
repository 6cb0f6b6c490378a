"""Chapters 7.23 and 7.24: mobilization points that countries give each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.economy import Transfer as Row
from hexfront.games.storm_of_steel.rules import capacity, control, industrial_lines
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.kernel.play import Refusal

WINTER = "winter"


def rows(position: SteelPosition, receiver: str) -> list[Row]:
    return [row for row in position.setting.printed.economy.transfers if row.to in ("", receiver)]


def key(giver: str, receiver: str) -> str:
    """How a transfer of this phase is noted."""
    return f"{giver}>{receiver}"


def sent(position: SteelPosition, giver: str) -> int:
    """What a country has given away in this phase."""
    return sum(points for each, points in position.gifts.items() if each.partition(">")[0] == giver)


def received(position: SteelPosition, receiver: str) -> int:
    return sum(points for each, points in position.gifts.items() if each.partition(">")[2] == receiver)


def objection(position: SteelPosition, giver: str, receiver: str) -> Refusal | None:
    """[7.23] [7.31] Why a country, or centres of one that are cut off, may not give another anything."""
    if giver != capacity.purse_country(giver):
        return Refusal("7.31", "centres without a line keep their points")
    side = position.alliances[giver]
    purses = capacity.purses(position, side)
    if giver not in purses or receiver not in purses or giver == receiver:
        return Refusal("7.23", "points go from one country of an alliance to another")
    counts = [_industrial_cities(purses, each) for each in (giver, receiver)]
    if counts[0] <= counts[1]:
        names = [country_name(position.setting, each) for each in (giver, receiver)]
        return Refusal("7.23", f"{names[0]} has no more industrial cities than {names[1]}")
    if not joined(position, side, purses[giver], receiver):
        return Refusal("7.24", "no industrial line leads there")
    return None


def _industrial_cities(purses: Mapping[str, Sequence[capacity.Centre]], country: str) -> int:
    """[7.23] The centres of a country in its hands, also those that no line joins."""
    return sum(
        centre.number
        for purse, centres in purses.items()
        if capacity.purse_country(purse) == country
        for centre in centres
        if not centre.captured
    )


def joined(position: SteelPosition, side: str, centres: list[capacity.Centre], receiver: str) -> bool:
    """[7.24] Whether a line leads from a centre of the giver to a city of the receiver."""
    nets = industrial_lines.nets(position, side)
    goals = [*capacity.cities_at_home(position, receiver)]
    goals += [centre.node for centre in capacity.purses(position, side)[receiver] if not centre.captured]
    reached = {nets.net(goal) for goal in goals}
    return any(nets.net(centre.node) in reached for centre in centres if not centre.captured)


def most(position: SteelPosition, giver: str, receiver: str) -> int:
    """[7.23] [7.24] The points that a country may still give another in this phase: a tenth of its output,
    one for each city the receiver holds at home, and for Russia five a quarter, none in winter."""
    limits = []
    for row in rows(position, receiver):
        if row.percent is not None:
            limits.append(position.income.get(giver, 0) * row.percent // 100 - sent(position, giver))
        if row.per_city is not None:
            cities = cities_held(position, receiver)
            limits.append(cities * row.per_city - received(position, receiver))
        if row.points is not None:
            winter = position.quarter.season == WINTER and row.winter is not None
            limits.append((row.winter or 0 if winter else row.points) - received(position, receiver))
    return max(0, min(limits))


def cities_held(position: SteelPosition, country: str) -> int:
    """[7.24] [10.33] The cities at home of which a country has the use."""
    return position.memo.found(("cities held", country), _cities_held, position, country)


def _cities_held(position: SteelPosition, country: str) -> int:
    side = position.alliances[country]
    nodes = capacity.cities_at_home(position, country)
    return sum(control.controls(position, side, node) for node in nodes)


def why_not(position: SteelPosition, giver: str, receiver: str, points: int) -> Refusal | None:
    """[7.23] [7.24] Words for a transfer that may not be made."""
    if position.quarter.season == WINTER and any(row.winter == 0 for row in rows(position, receiver)):
        name = country_name(position.setting, receiver)
        return Refusal("7.23", f"no points are given to {name} in a winter quarter")
    refusal = objection(position, giver, receiver)
    if refusal is not None:
        return refusal
    if points > (allowed := most(position, giver, receiver)):
        cities = cities_held(position, receiver)
        tenth = position.income.get(giver, 0) // 10
        rule = "7.24" if cities < tenth else "7.23"
        return Refusal(rule, f"no more than {allowed} points can be given")
    return None
