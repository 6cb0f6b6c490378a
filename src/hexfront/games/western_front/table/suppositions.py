"""What might open a closed way: movement points, enemies that are gone, rail lines that are whole, trains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import rail
from hexfront.games.western_front.vocabulary import POINT
from hexfront.kernel.showing import Supposition
from hexfront.shared.suppositions import with_more_points, without_enemies

Supposed = Iterator[Supposition[WesternFrontPosition]]

LONGEST = 4
"""How many hexes of broken line are supposed to be whole, one at a time: those nearest to the goal."""


def suppositions(position: WesternFrontPosition, side: str, pieces: Sequence[str], to: str) -> Supposed:
    """[6-9] [6-11] [9-3] [8-1] What may stand between some units and a hex."""
    yield from with_more_points(position, pieces, POINT)
    yield from without_enemies(position, side, to)
    yield from _with_lines(position, to)
    yield from _with_trains(position, pieces)


def _with_lines(position: WesternFrontPosition, to: str) -> Supposed:
    """[9-3] Inoperative lines, each repaired for the network it was part of."""
    board = position.setting.board
    goal = board[to]
    cut = [node for node, network in position.rail.items() if not network]
    for node in sorted(cut, key=lambda node: (board.distance(goal, node) or 0, node))[:LONGEST]:
        twin = position.copy()
        del twin.rail[node]
        twin.derive()
        yield Supposition(f"the rail line in {board.name_of(node)} whole", twin, board.label(node))


def _with_trains(position: WesternFrontPosition, pieces: Sequence[str]) -> Supposed:
    """[8-1] Trains that others have used in this turn."""
    if any(position.rail_used.values()) and rail.capacity_weight(position, pieces):
        twin = position.copy()
        twin.rail_used.clear()
        yield Supposition("the trains not used in this turn", twin)
