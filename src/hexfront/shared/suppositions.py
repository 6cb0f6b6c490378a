"""What might open a closed way: a position changed in one respect each. Whoever asks tries each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from hexfront.kernel.showing import Supposition
from hexfront.shared.register import Units
from hexfront.shared.words import counted

U = TypeVar("U", bound=Units[Any])

MOST_POINTS = 3
"""How many movement points more are supposed, at most."""
NEAR = 2
"""How far from the goal enemies are supposed to be gone."""


def with_more_points(position: U, pieces: Sequence[str], point: int) -> Iterator[Supposition[U]]:
    """Pieces that have spent less than they have; ``point`` is what a movement point is counted as."""
    for more in range(1, MOST_POINTS + 1):
        twin = position.copy()
        for name in pieces:
            twin.change(name, spent=twin.units[name].spent - more * point)
        yield Supposition(f"{counted(more, 'movement point')} more", twin)


def without_enemies(position: U, side: str, to: str) -> Iterator[Supposition[U]]:
    """Hexes near the goal from which the enemies that one knows of are gone, one hex at a time."""
    board = position.setting.board
    goal = board[to]
    for node in sorted(board.within(goal, NEAR), key=lambda node: board.distance(goal, node) or 0):
        enemies = [unit.name for unit in position.units_at(node) if position.side_of(unit) not in ("", side)]
        if enemies and node != goal:
            twin = position.copy()
            for name in enemies:
                twin.remove(name)
            yield Supposition(f"no enemy in {board.name_of(node)}", twin, board.label(node))
