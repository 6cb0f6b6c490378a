"""[24.0] Montenegro: boxes off the map, entering and leaving, rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.setting import ENTRY, OFF_MAP_MARCH, SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import MONTENEGRO, SERBIA
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

EXIT_COST = 2


@lru_cache(maxsize=16)
def _ways(setting: SerbiaSetting, kind: str) -> dict[int, tuple[int, ...]]:
    """The ends of links of a kind, each with the other ends."""
    found: dict[int, list[int]] = {}
    for link in setting.links:
        if link.kind == kind:
            a, b = setting.board[link.a], setting.board[link.b]
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
    return {node: tuple(sorted(others)) for node, others in found.items()}


def boxes_at(setting: SerbiaSetting, node: int) -> tuple[int, ...]:
    """[24.2] The box that units leave a hex for; none away from the marked hexsides."""
    if setting.board.is_area(node):
        return ()
    return _ways(setting, ENTRY).get(node, ())


def is_box(setting: SerbiaSetting, node: int) -> bool:
    return setting.board.is_area(node) and setting.board.country[node] == MONTENEGRO


def may_use(position: SerbiaPosition, unit: Unit) -> bool:
    """[24.2] Only Montenegrin units use the boxes."""
    return position.piece(unit).nation == MONTENEGRO


def destinations(position: SerbiaPosition, unit: Unit) -> dict[int, int]:
    """[24.2] [24.4.1] [24.2.2] Boxes and hexes a unit reaches by entering, leaving or off the map.

    Marching from box to box takes all of a movement phase.
    """
    if not may_use(position, unit):
        return {}
    setting = position.setting
    left = position.allowance - unit.spent
    if not is_box(setting, unit.at):
        return dict.fromkeys(boxes_at(setting, unit.at), EXIT_COST) if left >= EXIT_COST else {}
    found: dict[int, int] = {}
    for node in _ways(setting, ENTRY).get(unit.at, ()):
        terrain = setting.tables.terrain[setting.board.terrain[node]]
        cost = terrain.autumn_movement if position.autumn else terrain.movement
        if cost <= left and not position.has_enemy(node, SERBIA) and node in setting.in_play:
            found[node] = cost
    if not unit.spent:
        for box in _ways(setting, OFF_MAP_MARCH).get(unit.at, ()):
            found[box] = position.allowance
    return found


def march(table: Table, position: SerbiaPosition, names: Sequence[str], to: int) -> Procedure:
    """[24.4.1] [24.4.1(2)] [24.2.2] Enter or leave the map, or go from box to box; leaving ends a march."""
    yield from ()
    cost = destinations(position, position.units[names[0]])[to]
    for name in names:
        unit = position.units[name]
        position.change(name, at=to, spent=unit.spent + cost, moved=is_box(position.setting, to))
    who = ", ".join(position.label(name) for name in names)
    table.tell(f"{who} to {position.setting.board.name_of(to)}", "24.2", kind="move")
    return None


def rest(table: Table, position: SerbiaPosition) -> None:
    """[24.2.2] A Formation that stayed in a box for a whole Movement Phase regains a level."""
    for unit in position.of_side(SERBIA):
        if unit.status and is_box(position.setting, unit.at) and unit.began == unit.at and not unit.spent:
            position.change(unit.name, status=unit.status - 1)
            table.tell(f"{position.label(unit)} rests", "24.2.2", kind="recovery", to=(SERBIA,))
