"""Chapter 37, paragraph 3: Germans who leave their trains in the zones of Russian units.

On the Western Front this is not used, not even against the Russian division there (decision WF-R131).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import rail
from hexfront.games.western_front.vocabulary import POINT, WEST, other_side
from hexfront.kernel.paths import Reach

if TYPE_CHECKING:
    from hexfront.games.western_front.rules.rail import RailWays


def entry_cost(position: WesternFrontPosition, name: str, node: int) -> int:
    """[37-3] What a unit on a train pays to enter a hex that the enemy controls, in thirtieths."""
    if position.setting.front == WEST:
        return 0
    unit = position.units[name]
    piece = position.piece(unit)
    if piece.rail_bound or not position.enemy_controlled(node, piece.side):
        return 0
    return position.setting.tables.whole("zone_entry_cost") * POINT


def add_destinations(position: WesternFrontPosition, ways: RailWays, found: Reach) -> None:
    """[37-3] Add to where Germans can ride the hexes that Russians alone control.

    They detrain there and ride no farther, so that nothing is reached beyond these hexes.
    """
    if position.setting.front == WEST or not _are_germans(position, ways):
        return
    kept = position.setting.tables.whole("zone_entry_cost") * POINT
    hexsides = rail.hexsides_left(position, ways.names, kept)
    added: dict[int, int] = {}
    for node, cost in found.cost.items():
        if cost // rail.HEXSIDE >= hexsides:
            continue
        for other, single in ways.tracks[node]:
            if other in found.cost or cost >= added.get(other, cost + 1):
                continue
            if _is_open(position, ways, other) and ways.may_cross(node, other, single):
                added[other] = cost
                found.before[other] = node
    found.cost.update((node, cost + rail.HEXSIDE) for node, cost in added.items())


def _are_germans(position: WesternFrontPosition, ways: RailWays) -> bool:
    pieces = [position.piece(position.units[name]) for name in ways.names]
    return all(piece.nation == "ge" and not piece.rail_bound for piece in pieces)


def _is_open(position: WesternFrontPosition, ways: RailWays, node: int) -> bool:
    """Whether a line of one's own leads into a hex without enemies that only Russians control."""
    enemy = other_side(ways.side)
    if not ways.is_open(node) or position.occupier(node) == enemy:
        return False
    controllers = [
        position.piece(unit).nation
        for beside in position.setting.board.adjacent[node]
        if node in position.setting.zone_reach[beside] and position.occupier(beside) == enemy
        for unit in position.units_at(beside)
        if position.exerts_control(unit)
    ]
    return all(nation == "ru" for nation in controllers)
