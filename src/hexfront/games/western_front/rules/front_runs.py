"""Scenario book, WF 12-2 and 12-6: hexes of a front line in their order, of which sectors are made."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from hexfront.kernel.board import Board


def runs(board: Board, hexes: Collection[int]) -> list[list[int]]:
    """[WF 12-2] Front line hexes in runs, each from end to end; where the line branches, one ends."""
    left, found = set(hexes), []
    while left:
        ends = [node for node in left if sum(near in left for near in board.adjacent[node]) < 2]
        run = [min(ends or left)]
        left.discard(run[0])
        while further := [near for near in board.adjacent[run[-1]] if near in left]:
            run.append(min(further))
            left.discard(run[-1])
        found.append(run)
    return found


def with_hex(board: Board, run: Sequence[int], node: int) -> list[int]:
    """[WF 12-6] A run with one more hex, where it joins on to most of the others; of equal places an end."""

    def joints(place: int) -> int:
        longer = [*run[:place], node, *run[place:]]
        return sum(after in board.adjacent[before] for before, after in itertools.pairwise(longer))

    place = max((0, len(run), *range(1, len(run))), key=joints)
    return [*run[:place], node, *run[place:]]


def unbroken(board: Board, run: Sequence[int]) -> list[list[int]]:
    """[WF 12-6] The parts of a run between hexes that it has lost."""
    parts: list[list[int]] = []
    for node in run:
        if parts and node in board.adjacent[parts[-1][-1]]:
            parts[-1].append(node)
        else:
            parts.append([node])
    return parts
