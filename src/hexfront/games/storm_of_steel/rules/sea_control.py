"""Who dominates the sea areas: what cards, blockade and industrial lines need to know of the fleets."""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import HARBOURS, SEAS
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import ENTENTE, NAVAL, SIDES, UNKNOWN_FLEET, other_side
from hexfront.games.storm_of_steel.vocabulary import SEAS as ON_MAP

LINE = ("BB", "BC")  # [3.2-3b1b] what is counted
CAPITAL = ("BB", "BC", "PD")
TRANSPORT = "TR"
SHIPS = (*(kind for kind in NAVAL if kind != TRANSPORT), UNKNOWN_FLEET)


BLOCKADE = 92  # [28.1] the card
GATE = "Gallipoli"
BEHIND_THE_GATE = ("Constantinople", "east-mediterranean")  # [25.2] on that sea once the gate is open


@lru_cache(maxsize=16)
def harbours(setting: SteelSetting) -> dict[int, tuple[str, ...]]:
    """[25.2] [29.0] The sea areas that each harbour is on."""
    found: dict[int, tuple[str, ...]] = {}
    for sea, nodes in ports_of(setting).items():
        for node in nodes:
            found[node] = (*found.get(node, ()), sea)
    return found


def seas_of(position: SteelPosition, node: int) -> tuple[str, ...]:
    """[25.2] The sea areas that a harbour is on now: Constantinople on the East Mediterranean only once the
    Entente holds Gallipoli (SS-D78)."""
    setting = position.setting
    found = harbours(setting).get(node, ())
    sea = BEHIND_THE_GATE[1]
    if sea in found and is_shut_in(position, node):
        return tuple(each for each in found if each != sea)
    return found


def is_shut_in(position: SteelPosition, node: int) -> bool:
    """[25.2] Whether a harbour lies behind the closed Dardanelles."""
    cities, board = position.setting.printed.places.cities, position.setting.board
    city, gate = cities.get(BEHIND_THE_GATE[0]), cities.get(GATE)
    if city is None or gate is None or board[city.hex] != node:
        return False
    return position.controller(board[gate.hex]) != ENTENTE


@lru_cache(maxsize=16)
def ports_of(setting: SteelSetting) -> dict[str, tuple[int, ...]]:
    """[25.2] The nodes whose ships go out to each sea area."""
    found: dict[str, list[int]] = {}
    for link in setting.links:
        if link.kind in HARBOURS and link.a in setting.board:
            found.setdefault(link.b, []).append(setting.board[link.a])
    return {sea: tuple(nodes) for sea, nodes in found.items()}


def ships(position: SteelPosition, sea: str, side: str) -> list[str]:
    """The kinds of the ships of a side in bases and ports of a sea area; transports are none."""
    area = SEAS.get(sea, sea)
    return [
        kind
        for node in ports_of(position.setting).get(area, ())
        if area in seas_of(position, node)
        for unit in position.units_at(node)
        if (kind := position.piece(unit).kind) in SHIPS and position.side_of(unit) == side
    ]


def capital_ships(position: SteelPosition, sea: str, side: str) -> int:
    return sum(kind in CAPITAL for kind in ships(position, sea, side))


def dominated_by(position: SteelPosition, sea: str) -> str:
    """[3.2-3b1b] The side that dominates a sea area this turn; nobody's is contested. Until it has been
    determined in this turn, it is as it was, for where ships lie is not known to all (SS-N02)."""
    area = SEAS.get(sea, sea)
    found = position.seas.get(area)
    if found is None and (position.last_seas or position.line):
        return position.last_seas.get(area, "")
    if found is None:
        found = position.tides.found(("dominated", area), counted, position, area)
    return found


def line_count(position: SteelPosition, sea: str, side: str) -> int:
    """[3.2-3b1b] The battleships and battlecruisers of a side on a sea area, as they were counted last; all
    know that number, though not where the ships lie (SS-N02)."""
    if position.line:
        return position.line.get(f"{sea} {side}", 0)
    return sum(kind in LINE for kind in ships(position, sea, side))


def count(position: SteelPosition, sea: str) -> None:
    """[3.2-3b1b] Both sides count their ships of the line on a sea area."""
    for side in SIDES:
        position.line.pop(f"{sea} {side}", None)
        if number := sum(kind in LINE for kind in ships(position, sea, side)):
            position.line[f"{sea} {side}"] = number


def counted(position: SteelPosition, sea: str) -> str:
    """[3.2-3b1b] Who dominates a sea area by the ships there: a side that alone has any, or has half as many
    ships of the line again as the enemy."""
    percent = position.setting.printed.economy.number("domination percent")
    present = {side: ships(position, sea, side) for side in SIDES}
    line = {side: sum(kind in LINE for kind in kinds) for side, kinds in present.items()}
    for side in SIDES:
        enemy = other_side(side)
        if present[side] and not present[enemy]:
            return side
        if line[side] and 100 * line[side] >= (100 + percent) * line[enemy]:
            return side
    return ""


def determine(position: SteelPosition) -> dict[str, str]:
    """[3.2-3b1a] [3.2-3b1b] The status of every sea area on the map at the beginning of a turn."""
    for name in ON_MAP:
        count(position, SEAS[name])
    return {SEAS[name]: counted(position, SEAS[name]) for name in ON_MAP}


def blockade_shuts(position: SteelPosition) -> bool:
    """[28.1] [28.4] Whether the Austro-Hungarian fleet is shut in: the blockade is laid, and was not broken
    when the North Sea was determined this turn."""
    return BLOCKADE in position.developed and position.seas.get(SEAS["North Sea"], ENTENTE) == ENTENTE


def open_to(position: SteelPosition, side: str, sea: str) -> bool:
    """[7.3] [15.43] Whether a side may trace a line over a sea area: it dominates it, or nobody does."""
    return dominated_by(position, sea) in (side, "")
