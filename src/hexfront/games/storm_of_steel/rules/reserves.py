"""[11.62] Reserves far from the enemy, and where trains can bring them behind a front."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import impulses, moving, stacking, trains
from hexfront.games.storm_of_steel.vocabulary import other_side

FAR = 4  # hexes from the enemy: whoever is farther away is a reserve
BEHIND = 2  # hexes from the enemy: so near behind the line trains stop


def reserves(position: SteelPosition, front: str) -> list[tuple[str, int]]:
    """The corps that can go by rail to a front, each with the emptiest hex behind its line."""
    near = _near(position)
    taken: dict[int, list[Unit]] = {}
    found = []
    for name in position.idle[position.active]:
        unit = position.units[name]
        if unit.at in near or not _may_leave(position, unit):
            continue
        full = trains.full_nets(position, [unit])
        ends = [
            node
            for node in moving.by_rail(position, position.active, unit.at)
            if position.setting.country_of[node] not in full
            and 0 < near.get(node, FAR) <= BEHIND
            and position.setting.front_of[node] == front
            and stacking.has_room(position, node, [unit, *taken.get(node, ())])
        ]
        if ends:
            to = min(
                ends, key=lambda node: (position.loads[node] + len(taken.get(node, ())), near[node], node)
            )
            taken.setdefault(to, []).append(unit)
            found.append((name, to))
    return found


def _near(position: SteelPosition) -> dict[int, int]:
    """How far the enemy is from the hexes within four of him."""
    enemy, around = other_side(position.active), position.setting.ground.around
    edge = [node for node in position.troops if position.occupant[node] == enemy]
    found = dict.fromkeys(edge, 0)
    for far in range(1, FAR + 1):
        following = [other for node in edge for other in around[node] if other not in found]
        found.update(dict.fromkeys(following, far))
        edge = following
    return found


def _may_leave(position: SteelPosition, unit: Unit) -> bool:
    """Whether a corps can go by train now, and leaves no city of the enemy without a garrison [16.21]."""
    setting = position.setting
    piece, node = position.piece(unit), unit.at
    if not piece.corps or unit.crossed or not impulses.is_released(position, unit):
        return False
    if setting.board.is_area(node) or setting.front_of[node] not in impulses.active_fronts(position):
        return False
    alone = len(position.troops[node]) == 1
    if alone and setting.ground.needs_garrison[node] and position.default_controller(node) != position.active:
        return False
    return trains.can_entrain(position, unit)
