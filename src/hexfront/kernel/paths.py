"""How far, and which way: searches over integer costs.

A search runs on `Ways`: for each node, the nodes one may step to and what the step costs. A cost belongs
to one step in one direction, so that rivers, slopes, rails and zones of control may make the way there
dearer than the way back. Nothing here assumes that costs are the same both ways, or that a node once
seen was seen by its cheapest way.

What changes during play - zones of control - is worked into the costs by `ZonedWays`, which renews only
the few nodes a change touches. Ties are broken by node number, so that results never depend on chance.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import chain
from math import gcd
from typing import Any, cast

import msgspec

Step = tuple[int, int]  # node stepped to, cost
Ways = Sequence[Sequence[Step]]  # by node stepped from
Cost = Callable[[int, int], int | None]  # cost of the step from a to b; None if it is forbidden
Change = tuple[int, bool, bool]  # a node, whether it is in a zone now, and whether it is blocked
Prices = tuple[tuple[int, Step | None, Step | None], ...]  # node stepped to, the step if it is free, if not

PLAIN = 1 << 30  # a cost that no search comes to
MOST_SEARCHES = 1000  # that ways remember
MOST_BARE_SEARCHES = 4000
_NODE_BITS = 20
_NODE_MASK = (1 << _NODE_BITS) - 1


class Reach(msgspec.Struct, frozen=True, gc=False):
    """What can be reached: the cost of getting to each node, and the node before it on the way."""

    cost: dict[int, int]
    before: dict[int, int]

    def __contains__(self, node: int) -> bool:
        return node in self.cost

    def path(self, goal: int) -> list[int]:
        """The cheapest way to a reached node, both ends included."""
        path = [goal]
        while (node := self.before.get(path[-1])) is not None:
            path.append(node)
        path.reverse()
        return path


class Route(msgspec.Struct, frozen=True, gc=False):
    """A way from one node to another: the nodes in order, and the cost of all its steps."""

    nodes: tuple[int, ...]
    cost: int


def ways_of(adjacent: Sequence[Sequence[int]], cost: Cost) -> list[tuple[Step, ...]]:
    """Ways from an adjacency and a rule for the cost of a step."""
    return [
        tuple((other, price) for other in others if (price := cost(node, other)) is not None)
        for node, others in enumerate(adjacent)
    ]


def reach(ways: Ways, start: int, budget: int, stop: Collection[int] | None = None) -> Reach:
    """Every node that can be reached from `start` at a cost of at most `budget`.

    A node in `stop` may be entered but not left again; the start may always be left.
    """
    cost = {start: 0}
    before: dict[int, int] = {}
    # A queue entry is cost and node in one integer: cheap to compare, and ties fall to the lower node.
    queue = [start]
    while queue:
        entry = heappop(queue)
        node = entry & _NODE_MASK
        so_far = entry >> _NODE_BITS
        if so_far > cost[node] or (stop is not None and node in stop and node != start):
            continue
        left = budget - so_far
        for step, price in ways[node]:
            if price <= left:
                total = so_far + price
                if step not in cost or total < cost[step]:
                    cost[step] = total
                    before[step] = node
                    heappush(queue, total << _NODE_BITS | step)
    return Reach(cost, before)


def spread(
    ways: Sequence[Sequence[Step] | None],
    renew: Callable[[int], Sequence[Step]],
    start: int,
    budget: int,
    grain: int,
    *,
    ordered: bool = True,
    least: Sequence[int] | None = None,
) -> tuple[Reach, list[list[int]]]:
    """What `reach` finds, in less time, where every cost is a multiple of the grain, and none is nothing.

    Nodes wait in a list for each cost instead of a queue. Steps that are not known are asked for when a node
    is left. Of ways that cost the same it takes that of the lower node; where the search is not ``ordered``,
    that which was found first. ``least`` may say for each node that no step out of it costs less. Given back
    besides are the nodes that were left, by their cost in grains.
    """
    cost = {start: 0}
    before: dict[int, int] = {}
    settled = {start}  # nodes to which no cheaper way can be found any more
    levels: list[list[int]] = [[] for _ in range(budget // grain + 1)]
    levels[0].append(start)
    left, far = budget, 0
    while left >= grain:  # who comes with less has nothing left for another step
        nodes = levels[far]
        if nodes:
            if ordered and len(nodes) > 1:
                nodes.sort()
            so_far = budget - left
            for node in nodes:
                if cost[node] == so_far and (least is None or least[node] <= left):
                    settled.add(node)
                    steps = ways[node]
                    if steps is None:
                        steps = renew(node)
                    for step, price in steps:
                        if step not in settled and price <= left:
                            total = so_far + price
                            if step not in cost or total < cost[step]:
                                cost[step] = total
                                before[step] = node
                                if price == grain:
                                    settled.add(step)  # nothing costs less
                                levels[total // grain].append(step)
        left -= grain
        far += 1
    return Reach(cost, before), levels[:far]


def trace(
    ways: Ways,
    start: int,
    goals: Collection[int],
    limit: int | None = None,
    stop: Collection[int] | None = None,
) -> Route | None:
    """The cheapest way from `start` to any of `goals`, no longer than `limit`; None if there is none.

    This is how lines of supply and communication are drawn. Of several goals equally near, the one with
    the lower node number is found.
    """
    if start in goals:
        return Route((start,), 0)
    cost = {start: 0}
    before: dict[int, int] = {}
    queue = [start]
    found: int | None = None
    while queue:
        entry = heappop(queue)
        node = entry & _NODE_MASK
        so_far = entry >> _NODE_BITS
        if so_far > cost[node]:
            continue
        if found is not None and so_far > cost[found]:
            break
        if node in goals and (found is None or node < found):
            # Steps that cost nothing may still lead to a lower goal.
            found = node
        if stop is not None and node in stop and node != start:
            continue
        for step, price in ways[node]:
            total = so_far + price
            if (limit is None or total <= limit) and (step not in cost or total < cost[step]):
                cost[step] = total
                before[step] = node
                heappush(queue, total << _NODE_BITS | step)
    return None if found is None else Route(tuple(Reach(cost, before).path(found)), cost[found])


def route(ways: Ways, start: int, goal: int, limit: int | None = None) -> Route | None:
    """The cheapest way from one node to another; None if there is none within `limit`."""
    return trace(ways, start, (goal,), limit)


class Flood(msgspec.Struct, frozen=True):
    """For every node reached from several sources: the nearest source, and the cost of coming from it."""

    cost: dict[int, int]
    source: dict[int, int]
    before: dict[int, int]


def flood(ways: Ways, sources: Iterable[int], limit: int | None = None) -> Flood:
    """From many sources at once: each node belongs to the source that reaches it most cheaply.

    Where two sources are equally near, the node belongs to the one with the lower node number.
    """
    cost: dict[int, int] = {}
    source: dict[int, int] = {}
    before: dict[int, int] = {}
    queue: list[tuple[int, int, int]] = []
    for node in sorted(set(sources)):
        cost[node] = 0
        source[node] = node
        heappush(queue, (0, node, node))
    while queue:
        so_far, origin, node = heappop(queue)
        if (so_far, origin) > (cost[node], source[node]):
            continue
        for step, price in ways[node]:
            total = so_far + price
            if limit is not None and total > limit:
                continue
            if step not in cost or (total, origin) < (cost[step], source[step]):
                cost[step] = total
                source[step] = origin
                before[step] = node
                heappush(queue, (total, origin, step))
    return Flood(cost, source, before)


class ZoneCosts(msgspec.Struct, frozen=True):
    """What zones of control add to the cost of a step. None forbids the step."""

    enter: int | None  # from a free hex into a zone
    leave: int | None  # from a zone to a free hex
    between: int | None  # from one hex in a zone to another

    def extra(self, from_zone: bool, to_zone: bool) -> int | None:
        """The addition for one step; None if the step is forbidden."""
        if from_zone:
            return self.between if to_zone else self.leave
        return self.enter if to_zone else 0


def _grain(base: Ways, costs: ZoneCosts) -> int:
    """The largest number that divides every cost of a step; nothing if a step may cost nothing."""
    prices = {price for steps in base for _, price in steps}
    if min(prices, default=1) <= 0:
        return 0
    return gcd(*prices, *(extra for extra in (costs.enter, costs.leave, costs.between) if extra))


def touched_by(ways: Ways) -> list[tuple[int, ...]]:
    """For each node, itself and the nodes with a step into it."""
    touched: list[set[int]] = [{node} for node in range(len(ways))]
    for node, steps in enumerate(ways):
        for step, _ in steps:
            touched[step].add(node)
    return [tuple(nodes) for nodes in touched]


class Bare:
    """What many ways of the same base and zone costs have in common, as far as it has been worked out.

    ``searches`` are those that no zone and no blocked node made any difference to, each with the nodes it
    left; ``remembered`` is whatever else follows from such a search.
    """

    def __init__(self) -> None:
        self.prices: dict[int, Prices] = {}  # by node and whether it is in a zone
        self.searches: dict[tuple[int, int], tuple[Reach, frozenset[int]]] = {}
        self.remembered: dict[Hashable, Any] = {}

    def keep_search(self, start: int, budget: int, found: Reach, left: Iterable[int]) -> None:
        """Remember a search over the base."""
        if len(self.searches) > MOST_BARE_SEARCHES:
            self.searches.clear()
            self.remembered.clear()
        self.searches[start, budget] = found, frozenset(left)


class ZonedWays(Sequence[Sequence[Step]]):
    """Ways with zones of control and blocked nodes worked in, kept up to date as these come and go.

    `set`, `block`, `change` and `rebase` only note what changed; a node is renewed when a search comes to it,
    or all of them when the ways are read. Steps in `barred` never lead from zone to zone, whatever the costs
    allow. Searches are remembered until something changes. A copy shares everything with its original until
    one of them changes.

    ``touched`` names for each node those whose steps depend on it, ``grain`` a number that divides every
    cost; given, they need not be worked out. ``bare`` may be shared by ways of the same base and costs.
    """

    __slots__ = (
        "_altered",
        "_searches",
        "_shared",
        "_stale",
        "_ways",
        "bare",
        "barred",
        "base",
        "blocked",
        "costs",
        "grain",
        "remembered",
        "touched",
        "zone",
    )

    def __init__(
        self,
        base: Ways,
        costs: ZoneCosts,
        zone: Iterable[int] = (),
        barred: Collection[tuple[int, int]] = frozenset(),
        *,
        blocked: Iterable[int] = (),
        touched: Sequence[Iterable[int]] | None = None,
        grain: int | None = None,
        bare: Bare | None = None,
    ) -> None:
        self.base = base
        self.costs = costs
        self.barred = barred
        self.zone = bytearray(len(base))
        self.blocked = bytearray(len(base))
        self.touched = touched_by(base) if touched is None else touched
        self._ways: list[Sequence[Step] | None] = [*base]  # None where it must be renewed
        self._stale: set[int] = set()  # the nodes where it is None
        self._altered: set[int] = set()  # the nodes where it differs from the base, unless stale
        self.bare = Bare() if bare is None else bare
        self._searches: dict[tuple[int, int], tuple[Reach, int]] = {}
        self.remembered: dict[Hashable, Any] = {}  # whatever else follows from the ways as they are
        self._shared = False
        self.grain = _grain(base, costs) if grain is None else grain
        concerned: set[int] = set()
        for nodes, marks in ((zone, self.zone), (blocked, self.blocked)):
            for node in nodes:
                marks[node] = 1
                concerned.update(self.touched[node])
        self._spoil(concerned)

    def __len__(self) -> int:
        return len(self._ways)

    def __getitem__(self, node: Any) -> Any:
        steps = self._ways[node]
        return self._renew(node) if steps is None else steps

    @property
    def ways(self) -> Ways:
        """The ways as they are now, all of them; who looks at few of them asks for each."""
        for node in tuple(self._stale):
            self._renew(node)
        return cast(Ways, self._ways)

    def is_plain(self, nodes: Iterable[int]) -> bool:
        """Whether neither zones nor blocked nodes change anything for steps out of some nodes."""
        for node in self._stale.intersection(nodes):
            self._renew(node)
        return self._altered.isdisjoint(nodes)

    def reach(self, start: int, budget: int) -> Reach:
        """Every node within a budget, as `paths.reach` finds it; the same search is not made twice."""
        return self.survey(start, budget)[0]

    def survey(self, start: int, budget: int) -> tuple[Reach, int]:
        """The same, and from which cost on zones or blocked nodes make a difference; `PLAIN` if nowhere."""
        key = (start, budget)
        found = self._searches.get(key)
        if found is None:
            if len(self._searches) > MOST_SEARCHES:
                self._searches.clear()
            bare = self.bare.searches.get(key)
            if bare is not None and self.is_plain(bare[1]):
                found = bare[0], PLAIN
            else:
                found = self._search(start, budget)
            self._searches[key] = found
        return found

    def _search(self, start: int, budget: int) -> tuple[Reach, int]:
        """The search itself; nodes are renewed on the way."""
        grain = self.grain
        if not grain:
            found = reach(self.ways, start, budget)
            zoned = [cost for node, cost in found.cost.items() if not self.is_plain([node])]
            return found, min(zoned, default=PLAIN)
        found, levels = spread(self._ways, self._renew, start, budget, grain)
        altered = self._altered
        for far, nodes in enumerate(levels):
            if not altered.isdisjoint(nodes):
                return found, far * grain
        self.bare.keep_search(start, budget, found, chain(*levels))
        return found, PLAIN

    def beyond(self, closed: ZonedWays, found: Reach, budget: int) -> tuple[Reach, dict[int, int]]:
        """What `reach` finds here, worked out from what was found from the same start on ways that are
        closed: the same but for having no steps into a zone. That budget was no smaller.

        Gives the search, in which nodes beyond the budget are left as they were, and the costs that differ.
        Only the nodes next to zones, and what comes after them, are looked at.
        """
        grain, cost, before = self.grain, found.cost.copy(), found.before.copy()
        changed: dict[int, int] = {}
        if not grain:
            start = next(iter(cost))
            literal = self.reach(start, budget)
            return literal, {node: far for node, far in literal.cost.items() if cost.get(node) != far}
        levels: list[list[int]] = [[] for _ in range(budget // grain + 1)]
        for node in closed._altered.intersection(cost):
            if cost[node] < budget:
                levels[cost[node] // grain].append(node)
        left = budget
        for nodes in levels:
            if left < grain:
                break
            if len(nodes) > 1:
                nodes.sort()
            so_far = budget - left
            for node in nodes:
                if cost[node] == so_far:
                    for step, price in self[node]:
                        if price <= left:
                            total = so_far + price
                            if step not in cost or total < cost[step]:
                                cost[step] = changed[step] = total
                                before[step] = node
                                levels[total // grain].append(step)
                            elif total == cost[step] and (so_far, node) < (cost[before[step]], before[step]):
                                before[step] = node  # of ways that cost the same, that of the lower node
            left -= grain
        return Reach(cost, before), changed

    def copy(self) -> ZonedWays:
        """An independent copy."""
        twin = object.__new__(ZonedWays)
        twin.base, twin.costs, twin.barred, twin.grain = self.base, self.costs, self.barred, self.grain
        twin.zone, twin.blocked, twin.touched = self.zone, self.blocked, self.touched
        twin._ways, twin._stale, twin._altered = self._ways, self._stale, self._altered
        twin.bare, twin.remembered, twin._searches = self.bare, self.remembered, self._searches
        self._shared = twin._shared = True
        return twin

    def _part(self) -> None:
        """Stop sharing what may change with copies."""
        self._stale = self._stale.copy()
        self._altered = self._altered.copy()
        self._searches = {}
        self.remembered = {}
        self._ways = self._ways[:]
        self._shared = False

    def set(self, node: int, in_zone: bool) -> None:
        """Put a node into the zone, or take it out."""
        if self.zone[node] != in_zone:
            zone = self.zone[:]  # copies may hold the old one
            zone[node] = in_zone
            self.spoil(zone, self.blocked, self.touched[node])

    def block(self, node: int, is_blocked: bool) -> None:
        """Close a node to all steps, or open it."""
        if self.blocked[node] != is_blocked:
            blocked = self.blocked[:]
            blocked[node] = is_blocked
            self.spoil(self.zone, blocked, self.touched[node])

    def change(self, changes: Iterable[Change]) -> None:
        """Let some nodes be in the zone or not, and closed to all steps or not."""
        change_together([self], changes)

    def rebase(self, base: Ways, nodes: Iterable[int]) -> None:
        """Take other costs for the steps out of some nodes."""
        nodes = list(nodes)
        self._forget()
        self._spoil(nodes)
        self.base = base
        self.bare = Bare()
        changed = _grain([base[node] for node in nodes], self.costs)
        self.grain = gcd(self.grain, changed) if self.grain and changed else 0

    def _forget(self) -> None:
        """Something is about to change: what was found on the ways as they were is of no use."""
        if self._shared:
            self._part()
            return
        if self._searches:
            self._searches = {}
        if self.remembered:
            self.remembered = {}

    def spoil(self, zone: bytearray, blocked: bytearray, nodes: Iterable[int]) -> None:
        """Take over a zone and blocked nodes: the steps out of some nodes must be worked out anew."""
        self._forget()
        self.zone, self.blocked = zone, blocked
        self._spoil(nodes)

    def _spoil(self, nodes: Iterable[int]) -> None:
        ways = self._ways
        for node in nodes:
            ways[node] = None
        self._stale.update(nodes)

    def _renew(self, node: int) -> Sequence[Step]:
        """Work out the steps of a stale node. Copies that share it are in the same state and gain by it."""
        zone, blocked = self.zone, self.blocked
        key = node << 1 | zone[node]
        prices = self.bare.prices.get(key)
        if prices is None:
            prices = self.bare.prices[key] = self._priced(node, bool(zone[node]))
        steps: Sequence[Step] = tuple(
            [
                step
                for there, free, controlled in prices
                if (step := controlled if zone[there] else free) is not None and not blocked[there]
            ]
        )
        if steps == self.base[node]:
            steps = self.base[node]
            self._altered.discard(node)
        else:
            self._altered.add(node)
        self._ways[node] = steps
        self._stale.discard(node)
        return steps

    def _priced(self, node: int, here: bool) -> Prices:
        """Every step out of a node as it is if it leads to a free node, and if it leads into a zone."""
        free, controlled = self.costs.extra(here, False), self.costs.extra(here, True)
        return tuple(
            (
                step[0],
                None if free is None else step if not free else (step[0], step[1] + free),
                None
                if controlled is None or (here and (node, step[0]) in self.barred)
                else (step[0], step[1] + controlled),
            )
            for step in self.base[node]
        )


def change_together(several: Sequence[ZonedWays], changes: Iterable[Change]) -> None:
    """Change some nodes for several ways that have the same zone and the same blocked nodes."""
    # Copies of these ways may hold the old arrays, so that they are never changed in place.
    zone, blocked, touched = several[0].zone[:], several[0].blocked[:], several[0].touched
    nodes: set[int] = set()
    for node, in_zone, is_blocked in changes:
        zone[node] = in_zone
        blocked[node] = is_blocked
        nodes.update(touched[node])
    for each in several:
        each.spoil(zone, blocked, nodes)
