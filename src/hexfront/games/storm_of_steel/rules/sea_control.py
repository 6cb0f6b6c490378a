"""Who dominates the sea areas: what cards, blockade and industrial lines need to know of the fleets."""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import HARBOURS, SEAS
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import NAVAL, SIDES, other_side

LINE = ("BB", "BC")  # [3.2-3b1b] what is counted
CAPITAL = ("BB", "BC", "PD")
TRANSPORT = "TR"


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
        for unit in position.units_at(node)
        if (kind := position.piece(unit).kind) in NAVAL
        and kind != TRANSPORT
        and position.side_of(unit) == side
    ]


def capital_ships(position: SteelPosition, sea: str, side: str) -> int:
    return sum(kind in CAPITAL for kind in ships(position, sea, side))


def dominated_by(position: SteelPosition, sea: str) -> str:
    """[3.2-3b1b] The side that dominates a sea area: it alone has ships there, or half as many ships of the
    line again as the enemy; nobody's is contested."""
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


def open_to(position: SteelPosition, side: str, sea: str) -> bool:
    """[7.3] [15.43] Whether a side may trace a line over a sea area: it dominates it, or nobody does."""
    return dominated_by(position, sea) in (side, "")
