"""[29.22] [29.23] Off-map areas with ports on several seas: each coast handles the units of its own ports."""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import HARBOURS
from hexfront.games.storm_of_steel.setting import SteelSetting

PORT_CAPACITY = 2  # [29.16] [29.22] units in and out of a port in an impulse
_TWO_PORTS = "two ports"


@lru_cache(maxsize=4)
def coasts(setting: SteelSetting) -> dict[int, dict[str, int]]:
    """[29.23] The off-map areas with ports on several seas, and how many ports each sea has there."""
    board, found = setting.board, dict[int, dict[str, int]]()
    for link in setting.links:
        if link.kind in HARBOURS and link.a in board and board.is_area(board[link.a]):
            found.setdefault(board[link.a], {})[link.b] = 2 if link.kind == _TWO_PORTS else 1
    return {node: ports for node, ports in found.items() if len(ports) > 1}


def is_free(position: SteelPosition, node: int, sea: str) -> bool:
    """[29.22] [29.23] Whether the ports that an area has on a sea can handle one more unit in this
    impulse."""
    ports = coasts(position.setting).get(node, {}).get(sea)
    return ports is None or position.hauled.get(_key(position, node, sea), 0) < PORT_CAPACITY * ports


def are_in_use(position: SteelPosition) -> bool:
    """Whether any of these ports has handled a unit in this impulse."""
    return any(
        position.hauled.get(_key(position, node, sea))
        for node, ports in coasts(position.setting).items()
        for sea in ports
    )


def note(position: SteelPosition, node: int, sea: str) -> None:
    """[29.22] A port of an area on a sea has handled a unit."""
    if sea in coasts(position.setting).get(node, {}):
        key = _key(position, node, sea)
        position.hauled[key] = position.hauled.get(key, 0) + 1


def _key(position: SteelPosition, node: int, sea: str) -> str:
    return f"port {position.setting.board.label(node)} {sea}"
