"""Slow, literal twins of the searches in `hexfront.kernel.paths`.

They share no idea with the fast ones: no queue, no order of nodes. One looks at every step again and again
until nothing gets cheaper; the other walks every way there is and adds up the price of each step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from hexfront.kernel.paths import Ways, ZoneCosts


def cheapest_costs(
    ways: Ways, start: int, limit: int | None = None, stop: Collection[int] = ()
) -> dict[int, int]:
    """What it costs to get to each node that can be reached within the limit."""
    cost = {start: 0}
    changed = True
    while changed:
        changed = False
        for node in range(len(ways)):
            if node not in cost or (node in stop and node != start):
                continue
            for step, price in ways[node]:
                total = cost[node] + price
                if (limit is None or total <= limit) and (step not in cost or total < cost[step]):
                    cost[step] = total
                    changed = True
    return cost


def nearest_goal(
    ways: Ways, start: int, goals: Collection[int], limit: int | None = None, stop: Collection[int] = ()
) -> tuple[int, int] | None:
    """Cost and number of the nearest goal, of several the lowest; a start that is a goal is the nearest."""
    if start in goals:
        return 0, start
    cost = cheapest_costs(ways, start, limit, stop)
    return min(((cost[goal], goal) for goal in goals if goal in cost), default=None)


def nearest_sources(
    ways: Ways, sources: Collection[int], limit: int | None = None
) -> dict[int, tuple[int, int]]:
    """For each node that a source reaches: cost and number of the nearest source, of several the lowest."""
    nearest: dict[int, tuple[int, int]] = {}
    for source in sources:
        for node, cost in cheapest_costs(ways, source, limit).items():
            nearest[node] = min(nearest.get(node, (cost, source)), (cost, source))
    return nearest


def step_price(
    base: Mapping[tuple[int, int], int],
    costs: ZoneCosts,
    zone: set[int],
    step: tuple[int, int],
    barred: Collection[tuple[int, int]] = (),
) -> int | None:
    """The price of one step with zones of control, read off the four cases; None if it is forbidden."""
    a, b = step
    if step not in base:
        return None
    if a in zone and b in zone:
        addition = None if step in barred else costs.between
    elif a in zone:
        addition = costs.leave
    elif b in zone:
        addition = costs.enter
    else:
        addition = 0
    return None if addition is None else base[step] + addition


def all_walks(
    base: Mapping[tuple[int, int], int],
    costs: ZoneCosts,
    zone: set[int],
    start: int,
    *,
    budget: int,
    stop: Collection[int] = (),
) -> Iterator[tuple[list[int], int]]:
    """Every way from `start` that visits no node twice and stays within the budget, with its cost."""
    nodes = sorted({node for pair in base for node in pair} | {start})

    def walk(path: list[int], spent: int) -> Iterator[tuple[list[int], int]]:
        yield path, spent
        if path[-1] in stop and len(path) > 1:
            return
        for node in nodes:
            price = step_price(base, costs, zone, (path[-1], node))
            if node not in path and price is not None and spent + price <= budget:
                yield from walk([*path, node], spent + price)

    return walk([start], 0)
