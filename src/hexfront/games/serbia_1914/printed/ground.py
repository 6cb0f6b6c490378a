"""What follows from the board alone, worked out once for each board: neighbours, distances, short ways.

Games on the same board share it, however many of them there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hexfront.games.serbia_1914.vocabulary import NATION_SIDE, RAIL
from hexfront.kernel.board import Board

NEAR = 3  # hexes within which neighbours in a front line stand [3.4.1]
BOARDS = 16  # how many boards are remembered
FAR = 400  # hexes, or half rows: beyond any distance on a map


@lru_cache(maxsize=BOARDS)
def beside(board: Board) -> tuple[tuple[int, ...], ...]:
    """The hexes beside each hex; boxes off the map are beside nothing."""
    return tuple(
        ()
        if board.is_area(node)
        else tuple(other for other in board.adjacent[node] if not board.is_area(other))
        for node in range(len(board))
    )


@lru_cache(maxsize=BOARDS)
def country(board: Board, side: str) -> frozenset[int]:
    """The hexes of a side's country."""
    return frozenset(
        node
        for node in range(len(board))
        if not board.is_area(node) and NATION_SIDE.get(board.country[node]) == side
    )


@lru_cache(maxsize=BOARDS)
def friendly_edge(board: Board, side: str) -> frozenset[int]:
    """[1.1] The hexes at a side's friendly map edges."""
    return frozenset(
        node
        for nation, owner in NATION_SIDE.items()
        if owner == side
        for node in board.regions.get(f"friendly-edge {nation}", frozenset())
    )


@lru_cache(maxsize=BOARDS)
def tracks(board: Board) -> tuple[tuple[int, ...], ...]:
    """The railway hexes that a track joins to each hex."""
    return tuple(
        tuple(side.other(node) for side in board.sides_of[node] if RAIL in side.networks)
        for node in range(len(board))
    )


@lru_cache(maxsize=BOARDS)
def railways(board: Board) -> frozenset[int]:
    """The hexes a railway runs through."""
    return frozenset(node for node, joined in enumerate(tracks(board)) if joined)


@lru_cache(maxsize=BOARDS)
def near(board: Board) -> tuple[dict[int, int], ...]:
    """The hexes at most three away from each hex, with their distances."""
    around = beside(board)
    found: list[dict[int, int]] = []
    for node in range(len(board)):
        away = {node: 0}
        heads = [node]
        for distance in range(1, NEAR + 1):
            further = []
            for head in heads:
                for other in around[head]:
                    if other not in away:
                        away[other] = distance
                        further.append(other)
            heads = further
        del away[node]
        found.append(away)
    return tuple(found)


@lru_cache(maxsize=16384)
def shortest_ways(board: Board, here: int, there: int) -> tuple[tuple[int, ...], ...]:
    """The hexes between two hexes at most three apart, for each of the shortest ways."""
    apart = near(board)[here][there]
    around = beside(board)
    if apart == 1:
        return ((),)
    if apart == 2:
        return tuple((middle,) for middle in around[here] if middle in around[there])
    closer = near(board)[there]
    return tuple(
        (first, second)
        for first in around[here]
        if closer.get(first) == 2
        for second in around[first]
        if closer.get(second) == 1
    )


@lru_cache(maxsize=16384)
def between(board: Board, here: int, there: int) -> frozenset[int]:
    """All hexes on the shortest ways between two hexes at most three apart."""
    return frozenset(node for way in shortest_ways(board, here, there) for node in way)


def bits_of(nodes: Iterable[int]) -> int:
    """Some hexes as a set of bits, one for each hex."""
    bits = 0
    for node in nodes:
        bits |= 1 << node
    return bits


def nodes_of(bits: int) -> list[int]:
    """The hexes in a set of bits."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


@lru_cache(maxsize=BOARDS)
def near_bits(board: Board) -> tuple[int, ...]:
    """The hexes at most three away from each hex, itself included, as a set of bits."""
    return tuple(bits_of((node, *away)) for node, away in enumerate(near(board)))


@lru_cache(maxsize=BOARDS)
def apart_bits(board: Board) -> tuple[int, ...]:
    """The hexes two or three away from each hex that come after it, as a set of bits."""
    return tuple(
        bits_of(other for other, distance in away.items() if distance > 1 and other > node)
        for node, away in enumerate(near(board))
    )


@lru_cache(maxsize=BOARDS)
def _runs(board: Board) -> tuple[tuple[int, int, int], ...]:
    """The hexes in the order of their numbers, in runs down a column: column, first half row, how many."""
    found: list[tuple[int, int, int]] = []
    for cell in board.cells:
        column, half_row = (FAR, 0)
        if cell is not None:
            grid, (column, row) = cell
            half_row = 2 * row + grid.is_low(column)
        if found and found[-1][0] == column and found[-1][1] + 2 * found[-1][2] == half_row:
            found[-1] = (column, found[-1][1], found[-1][2] + 1)
        else:
            found.append((column, half_row, 1))
    return tuple(found)


@lru_cache(maxsize=2 * FAR)
def _down_a_column(columns: int) -> tuple[int, ...]:
    """The distance to a hex so many columns away, for every difference in half rows."""
    return tuple(columns + max(0, (abs(down) - columns) // 2) for down in range(-FAR, FAR + 1))


@lru_cache(maxsize=4096)
def distances(board: Board, node: int) -> tuple[int, ...]:
    """How many hexes every hex is away from one; more than any line is long for boxes off the map."""
    cell = board.cells[node]
    if cell is None:
        return (FAR,) * len(board)
    grid, (column, row) = cell
    here = 2 * row + grid.is_low(column)
    found: list[int] = []
    for other, first, count in _runs(board):
        start = first - here + FAR
        found += _down_a_column(abs(other - column))[start : start + 2 * count : 2]
    return tuple(found)
