"""What is mobilized besides units: merchant points, agents, poison gas, motorization, and what was laid waste
rebuilt."""

from __future__ import annotations

from itertools import count

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import morale
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.kernel.play import Refusal, Table

MERCHANT = "merchant point"
AGENT = "agent"
GAS = "poison gas"
MOTORIZATION = "motorization"
CLEARING = "clear devastation"
KINDS = (MERCHANT, AGENT, GAS, MOTORIZATION, CLEARING)
SHIPPING_COUNTRY = "great-britain"
FULL_SHIPPING = 100  # [27.1]
CONVOYS = 97
# The chapter a marker belongs to, which a game may do without.
_CHAPTERS = {AGENT: "agents", GAS: "poison-gas", MOTORIZATION: "motorization"}


def built_by(setting: SteelSetting, country: str) -> list[str]:
    """The kinds of markers that a country could ever order."""
    option = setting.option
    found = [MERCHANT] if country == SHIPPING_COUNTRY else []
    found += [kind for kind in (AGENT, GAS) if option(_CHAPTERS[kind])]
    if option(_CHAPTERS[MOTORIZATION]) and is_motorizing(setting, country):
        found.append(MOTORIZATION)
    return found


def is_motorizing(setting: SteelSetting, country: str) -> bool:
    """[41.1] Whether a country produces and uses motorization markers: only four do."""
    printed = setting.printed.countries.countries.get(country)
    return printed is not None and printed.motorized


def objection(position: SteelPosition, country: str, kind: str) -> Refusal | None:
    """[27.8] [32.1] [33.1] [41.0] [41.1] Why a country cannot order a marker; None if there is one left."""
    if kind in _CHAPTERS and not position.setting.option(_CHAPTERS[kind]):
        return Refusal(_RULES[kind], f"{kind} belongs to a chapter that is not in use")
    if kind == MOTORIZATION and not is_motorizing(position.setting, country):
        return Refusal("41.1", "only Germany, France, Britain and the United States motorize units")
    if kind == MERCHANT and country != SHIPPING_COUNTRY:
        return Refusal("27.8", "merchant points are Great Britain's to build")  # SS-D57
    if kind == CLEARING:
        return Refusal("34.4", "devastated hexes are rebuilt one by one: name the hex")
    if left(position, position.alliances[country], kind) <= 0:
        return Refusal(_RULES[kind], _NO_MORE[kind])
    return None


_RULES = {MERCHANT: "27.8", AGENT: "32.1", GAS: "33.1", MOTORIZATION: "41.0"}
_NO_MORE = {
    MERCHANT: "no more merchant points can be built this quarter",
    AGENT: "all agents are in play",
    GAS: "all gas markers are in store",
    MOTORIZATION: "all motorization markers are in play",
}


def left(position: SteelPosition, side: str, kind: str) -> int:
    """How many markers of a kind a side may still order."""
    drafted = sum(each.kind == kind and each.side == side for each in position.drafts.values())
    if kind == MERCHANT:
        return _merchants(position) - drafted
    markers = position.setting.printed.counters.markers
    most = next(each.number or 0 for each in markers if (each.marker, each.side) == (kind, side))
    return most - _in_play(position, side, kind) - drafted


def _in_play(position: SteelPosition, side: str, kind: str) -> int:
    """The markers of a kind that a side has: agents on their display, gas in store, and trucks with units."""
    if kind == AGENT:
        return position.agents.get(side, 0)
    if kind == GAS:
        return sum(
            number for country, number in position.gas.items() if position.alliances.get(country) == side
        )
    waiting = sum(
        number for country, number in position.trucks.items() if position.alliances.get(country) == side
    )
    return waiting + sum(unit.motorized for unit in position.of_side(side))


def _merchants(position: SteelPosition) -> int:
    """[27.8] The merchant points that may be built in a quarter, by the level of shipping."""
    most = position.setting.printed.sea_and_air.replacement(position.shipping)
    most += CONVOYS in position.developed
    return min(most, FULL_SHIPPING - position.shipping)


def new_name(position: SteelPosition, side: str, kind: str) -> str:
    """What an order for a marker is called, so that several can be told apart: the first free number."""
    word = kind.partition(" ")[0]
    stem = word if kind == MERCHANT else f"{word}-{side}"
    return next(name for number in count(1) if (name := f"{stem}-{number}") not in position.drafts)


def receive(table: Table[SteelPosition], side: str, country: str, kind: str) -> None:
    """[3.2-7e4] [27.8] [33.1] [41.2] A marker that was paid for comes to its place."""
    position = table.position
    if kind == MERCHANT:
        position.shipping += 1
    elif kind == AGENT:
        _enlist_agent(table, side)
    elif kind == GAS:
        position.gas[country] = position.gas.get(country, 0) + 1
    elif kind == MOTORIZATION:
        position.trucks[country] = position.trucks.get(country, 0) + 1


def _enlist_agent(table: Table[SteelPosition], side: str) -> None:
    """[3.2-7e4] An agent goes to the display of its side at once, and costs morale."""
    position = table.position
    position.agents[side] = position.agents.get(side, 0) + 1
    cost = int(position.setting.printed.politics.morale["agent mobilized"].change)
    morale.change(table, side, cost, "an agent is mobilized", "3.2-7e4")
