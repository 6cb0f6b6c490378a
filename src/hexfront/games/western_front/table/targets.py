"""What a side could attack in its combat phase, and with whom."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.western_front.orders import Attack
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import combat
from hexfront.games.western_front.rules.battle import TRENCHES
from hexfront.kernel.showing import Target


def targets(position: WesternFrontPosition, side: str) -> Iterator[Target]:
    """[12-4] [12-6] The hexes a side may attack now, each with all that could join in."""
    label = position.setting.board.label
    for node in combat.attackable(position, side):
        able = sorted(
            combat.able_to_attack(position, side, node), key=lambda unit: _turn(position, node, unit)
        )
        yield Target(label(node), Attack(label(node)), tuple(unit.name for unit in able))


def _turn(position: WesternFrontPosition, node: int, unit: Unit) -> tuple[bool, int, str]:
    """[22-20] When a unit is taken: the strongest first; against trenches guns before all others."""
    marker = position.markers.get(node)
    dug_in = marker is not None and marker.kind in TRENCHES
    return not (dug_in and position.piece(unit).artillery), -unit.strength, unit.name
