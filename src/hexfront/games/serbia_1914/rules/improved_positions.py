"""[14.0] Improved positions: where they stand, and when they are gone. Building one is a task (tasks.py)."""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.table import Table


def is_improved(position: SerbiaPosition, node: int, side: str) -> bool:
    """[14.1] Whether a side that defends in a hex has an improved position there."""
    return position.improved.get(node) == side


def remove_empty(table: Table, position: SerbiaPosition) -> None:
    """[14.4] A position that no friendly Combat unit holds at the end of a phase is gone."""
    for node, side in list(position.improved.items()):
        if not position.has_combat_unit(node, side):
            del position.improved[node]
            where = position.setting.board.label(node)
            table.tell(f"The improved position in {where} is given up", "14.4", kind="position")
