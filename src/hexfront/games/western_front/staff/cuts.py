"""The cheapest cut: which of two parties each node belongs to, if every node prefers one of them and every
step from the first party to the second has a price.

This is the minimum cut of a network, found by Dinic's way of filling it level by level.
"""

from __future__ import annotations

from collections.abc import Sequence

ALL = 1 << 40  # a preference that nothing outweighs


def cheapest_cut(likes: Sequence[int], borders: Sequence[Sequence[tuple[int, int]]]) -> set[int]:
    """The nodes of the first party.

    ``likes`` is what is lost if a node is not in the first party, below zero if it is lost when it is.
    ``borders`` gives for each node the nodes beside it and the price of a border toward them.
    """
    size = len(likes)
    source, sink = size, size + 1
    heads: list[int] = []
    room: list[int] = []
    leaving: list[list[int]] = [[] for _ in range(size + 2)]

    def join(tail: int, head: int, capacity: int) -> None:
        leaving[tail].append(len(heads))
        heads.append(head)
        room.append(capacity)
        leaving[head].append(len(heads))
        heads.append(tail)
        room.append(0)

    for node, like in enumerate(likes):
        if like > 0:
            join(source, node, like)
        elif like < 0:
            join(node, sink, -like)
        for beside, price in borders[node]:
            if price > 0:
                join(node, beside, price)
    while True:
        level = _levels(source, heads, room, leaving)
        if level[sink] < 0:
            return {node for node in range(size) if level[node] >= 0}
        _fill(heads, room, leaving, level)


def _levels(source: int, heads: list[int], room: list[int], leaving: list[list[int]]) -> list[int]:
    """How many steps with room left each node is from the source; below zero if none leads there."""
    level = [-1] * len(leaving)
    level[source] = 0
    queue = [source]
    for node in queue:
        for edge in leaving[node]:
            head = heads[edge]
            if room[edge] and level[head] < 0:
                level[head] = level[node] + 1
                queue.append(head)
    return level


def _fill(heads: list[int], room: list[int], leaving: list[list[int]], level: list[int]) -> None:
    """Send as much as can be along the shortest ways from the last node but one to the last."""
    source, sink = len(leaving) - 2, len(leaving) - 1
    following = [0] * len(leaving)
    path: list[int] = []
    node = source
    while True:
        if node == sink:
            least = min(room[edge] for edge in path)
            for edge in path:
                room[edge] -= least
                room[edge ^ 1] += least
            place = next(place for place, edge in enumerate(path) if not room[edge])
            node = heads[path[place] ^ 1]
            del path[place:]
            continue
        edges = leaving[node]
        while following[node] < len(edges):
            edge = edges[following[node]]
            if room[edge] and level[heads[edge]] == level[node] + 1:
                break
            following[node] += 1
        else:
            if node == source:
                return
            level[node] = -1
            node = heads[path.pop() ^ 1]
            following[node] += 1
            continue
        path.append(edge)
        node = heads[edge]
