"""Searches against their slow twins, on thousands of random boards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from hexfront.kernel.grid import Grid, Parity
from hexfront.kernel.paths import (
    PLAIN,
    Bare,
    Flood,
    Reach,
    Step,
    Ways,
    ZoneCosts,
    ZonedWays,
    change_together,
    flood,
    reach,
    route,
    spread,
    trace,
    ways_of,
)
from tests.oracle.paths import all_walks, cheapest_costs, nearest_goal, nearest_sources, step_price

Prices = dict[tuple[int, int], int]

MAP_NODES = 25
BATCHES = 20
PER_BATCH = 200


def ways_from(prices: Prices, nodes: int) -> list[tuple[Step, ...]]:
    return [tuple((b, price) for (a, b), price in prices.items() if a == node) for node in range(nodes)]


def random_graph(chance: random.Random, nodes: int, cheapest: int = 0) -> Prices:
    """Steps between random nodes; the way back may cost something else, or not exist."""
    density = chance.choice((0.15, 0.3, 0.6))
    dearest = chance.choice((1, 2, 5))
    pairs = [(a, b) for a in range(nodes) for b in range(nodes) if a != b and chance.random() < density]
    chance.shuffle(pairs)
    return {pair: chance.randint(cheapest, max(cheapest, dearest)) for pair in pairs}


def random_map(chance: random.Random, cheapest: int = 0) -> Prices:
    """A small hex map with rivers and slopes: a cost for each step in each direction."""
    parity: Parity = "even" if chance.random() < 0.5 else "odd"
    grid = Grid("random", (1, chance.randint(1, 5)), (1, chance.randint(1, 5)), parity)
    index = {cell: at for at, cell in enumerate(grid)}
    return {
        (at, index[other]): chance.randint(cheapest, 4)
        for cell, at in index.items()
        for other in grid.neighbours(cell)
        if chance.random() < 0.9
    }


def random_ways(chance: random.Random, cheapest: int = 0) -> tuple[Ways, int]:
    if chance.random() < 0.5:
        nodes = chance.randint(2, 12)
        return ways_from(random_graph(chance, nodes, cheapest), nodes), nodes
    return ways_from(random_map(chance, cheapest), MAP_NODES), MAP_NODES


def random_costs(chance: random.Random) -> ZoneCosts:
    enter, leave, between = (chance.choice((0, 0, 1, 2, 3, None)) for _ in range(3))
    return ZoneCosts(enter, leave, between)


def some(chance: random.Random, nodes: int, most: int) -> set[int]:
    return set(chance.sample(range(nodes), min(nodes, chance.randint(0, most))))


def chances(batch: int) -> list[random.Random]:
    return [random.Random(1000 * batch + each) for each in range(PER_BATCH)]


def cost_along(ways: Ways, nodes: list[int] | tuple[int, ...]) -> int:
    """What a way costs step by step; KeyError if it takes a step that does not exist."""
    return sum(dict(ways[a])[b] for a, b in pairwise(nodes))


def check_paths(ways: Ways, start: int, found: Reach, stop: set[int]) -> None:
    for node, cost in found.cost.items():
        path = found.path(node)
        assert (path[0], path[-1]) == (start, node)
        assert len(set(path)) == len(path)
        assert cost_along(ways, path) == cost
        assert not stop.intersection(path[1:-1])


batches = pytest.mark.parametrize("batch", range(BATCHES))


@batches
def test_reach_agrees_with_its_twin(batch: int) -> None:
    for chance in chances(batch):
        ways, nodes = random_ways(chance)
        start, budget = chance.randrange(nodes), chance.randint(0, 12)
        stop = some(chance, nodes, 4)
        found = reach(ways, start, budget, stop)
        assert found.cost == cheapest_costs(ways, start, budget, stop)
        assert reach(ways, start, budget).cost == cheapest_costs(ways, start, budget)
        check_paths(ways, start, found, stop)


@batches
def test_a_spread_is_the_same_search_whoever_gives_the_steps(batch: int) -> None:
    for chance in chances(batch):
        ways, nodes = random_ways(chance, cheapest=1)
        start, budget = chance.randrange(nodes), chance.randint(0, 12)
        asked: list[int] = []

        def told(node: int, ways: Ways = ways, asked: list[int] = asked) -> Sequence[Step]:
            asked.append(node)
            return ways[node]

        found, left = spread([None] * nodes, told, start, budget, 1)
        literal = reach(ways, start, budget)
        assert (found.cost, found.before) == (literal.cost, literal.before)
        assert {node for level in left for node in level} == {*asked}
        assert len({*asked}) == len(asked)
        assert all(found.cost[node] < budget for node in asked)
        unordered, _ = spread(ways, told, start, budget, 1, ordered=False)
        assert unordered.cost == literal.cost
        check_paths(ways, start, unordered, set())


def test_of_ways_that_cost_the_same_the_lower_node_or_the_first_is_taken() -> None:
    ways = [((2, 1), (1, 1)), ((3, 1),), ((3, 1),), ()]
    assert spread(ways, ways.__getitem__, 0, 9, 1)[0].path(3) == [0, 1, 3]
    assert spread(ways, ways.__getitem__, 0, 9, 1, ordered=False)[0].path(3) == [0, 2, 3]


@batches
def test_reach_with_zones_agrees_with_walking_every_way(batch: int) -> None:
    for chance in chances(batch):
        nodes = chance.randint(2, 5)
        prices = random_graph(chance, nodes)
        costs, zone, stop = random_costs(chance), some(chance, nodes, 4), some(chance, nodes, 2)
        start, budget = chance.randrange(nodes), chance.randint(0, 9)
        cheapest: dict[int, int] = {}
        for path, cost in all_walks(prices, costs, zone, start, budget=budget, stop=stop):
            cheapest[path[-1]] = min(cost, cheapest.get(path[-1], cost))
        ways = ZonedWays(ways_from(prices, nodes), costs, zone).ways
        assert reach(ways, start, budget, stop).cost == cheapest


@batches
def test_trace_agrees_with_its_twin(batch: int) -> None:
    for chance in chances(batch):
        # Without steps that cost nothing, so that the tie rule can be seen by itself.
        ways, nodes = random_ways(chance, cheapest=1)
        start, goals, stop = chance.randrange(nodes), some(chance, nodes, 4), some(chance, nodes, 4)
        limit = chance.choice((None, chance.randint(0, 10)))
        found = trace(ways, start, goals, limit, stop)
        expected = nearest_goal(ways, start, goals, limit, stop)
        assert (found and (found.cost, found.nodes[-1])) == expected
        if found is not None:
            assert found.nodes[0] == start
            assert cost_along(ways, found.nodes) == found.cost
            assert not stop.intersection(found.nodes[1:-1])


@batches
def test_route_agrees_with_its_twin_also_where_steps_are_free(batch: int) -> None:
    for chance in chances(batch):
        ways, nodes = random_ways(chance)
        start = chance.randrange(nodes)
        limit = chance.choice((None, chance.randint(0, 10)))
        cost = cheapest_costs(ways, start, limit)
        for goal in range(nodes):
            found = route(ways, start, goal, limit)
            assert (found.cost if found else None) == cost.get(goal)
            if found:
                assert (found.nodes[0], found.nodes[-1]) == (start, goal)
                assert cost_along(ways, found.nodes) == found.cost


@batches
def test_flood_agrees_with_its_twin(batch: int) -> None:
    for chance in chances(batch):
        ways, nodes = random_ways(chance)
        sources = some(chance, nodes, 5)
        limit = chance.choice((None, chance.randint(0, 10)))
        found = flood(ways, sources, limit)
        assert found.cost.keys() == found.source.keys()
        nearest = {node: (found.cost[node], found.source[node]) for node in found.cost}
        assert nearest == nearest_sources(ways, sources, limit)
        check_flood(ways, found)


def check_flood(ways: Ways, found: Flood) -> None:
    for node, cost in found.cost.items():
        path = [node]
        while path[-1] != found.source[node]:
            path.append(found.before[path[-1]])
        assert cost_along(ways, path[::-1]) == cost


@batches
def test_results_do_not_depend_on_the_order_of_steps(batch: int) -> None:
    for chance in chances(batch):
        ways, nodes = random_ways(chance)
        turned = [chance.sample(list(steps), len(steps)) for steps in ways]
        start, goals, stop = chance.randrange(nodes), some(chance, nodes, 4), some(chance, nodes, 3)
        sources = some(chance, nodes, 4)
        assert reach(ways, start, 8, stop) == reach(turned, start, 8, stop)
        assert trace(ways, start, goals, None, stop) == trace(turned, start, goals, None, stop)
        assert flood(ways, sorted(sources)) == flood(turned, sorted(sources, reverse=True))


class ZonesByHand:
    """Zoned ways beside their twin: a set of nodes from which all prices are read anew every time."""

    def __init__(self, chance: random.Random) -> None:
        self.prices = random_map(chance)
        self.costs = random_costs(chance)
        self.base = ways_from(self.prices, MAP_NODES)
        self.barred = frozenset(pair for pair in self.prices if chance.random() < chance.choice((0, 0.3)))
        self.zone = some(chance, MAP_NODES, 6)
        self.zoned = ZonedWays(self.base, self.costs, self.zone, self.barred)

    def copy(self) -> ZonesByHand:
        twin = object.__new__(ZonesByHand)
        twin.__dict__.update(self.__dict__)
        twin.zone, twin.zoned = set(self.zone), self.zoned.copy()
        return twin

    def change(self, chance: random.Random) -> None:
        node, in_zone = chance.randrange(MAP_NODES), chance.random() < 0.6
        self.zoned.set(node, in_zone)
        (self.zone.add if in_zone else self.zone.discard)(node)

    def check(self) -> None:
        literal: list[dict[int, int]] = [{} for _ in range(MAP_NODES)]
        for a, b in self.prices:
            price = step_price(self.prices, self.costs, self.zone, (a, b), self.barred)
            if price is not None:
                literal[a][b] = price
        assert {node for node in range(MAP_NODES) if self.zoned.zone[node]} == self.zone
        assert [dict(steps) for steps in self.zoned.ways] == literal
        # The order of steps is that of the board, so that nothing depends on how a zone came about.
        assert self.zoned.ways == ZonedWays(self.base, self.costs, self.zone, self.barred).ways


def plain_to(zoned: ZonedWays, found: Reach, budget: int) -> int:
    """From which cost on zones make a difference, node by node."""
    left = [node for node, cost in found.cost.items() if not zoned.grain or budget - cost >= zoned.grain]
    return min((found.cost[node] for node in left if zoned.ways[node] != zoned.base[node]), default=PLAIN)


@batches
def test_surveys_of_zones_that_come_and_go_agree_with_plain_searches(batch: int) -> None:
    for chance in chances(batch)[:40]:
        prices, costs = random_map(chance, chance.choice((0, 1, 1))), random_costs(chance)
        base, bare = ways_from(prices, MAP_NODES), Bare()
        several = [ZonedWays(base, costs, some(chance, MAP_NODES, 3), bare=bare) for _ in range(2)]
        for _ in range(12):
            zoned = chance.choice(several)
            match chance.randrange(4):
                case 0:
                    several.append(zoned.copy())
                case 1:
                    zoned.change(
                        [(chance.randrange(MAP_NODES), chance.random() < 0.4, chance.random() < 0.2)]
                    )
            start, budget = chance.randrange(MAP_NODES), chance.randint(0, 9)
            found, plain = zoned.survey(start, budget)
            literal = reach([*zoned.ways], start, budget)
            assert [*found.cost.items()] == [*literal.cost.items()]  # in the same order, too
            assert found.before == literal.before
            assert plain == plain_to(zoned, literal, budget)


@batches
def test_searches_beyond_closed_zones_agree_with_plain_searches(batch: int) -> None:
    for chance in chances(batch)[:60]:
        base = ways_from(random_map(chance, chance.choice((0, 1, 1, 1))), MAP_NODES)
        zone, blocked = some(chance, MAP_NODES, 8), some(chance, MAP_NODES, 2)
        barred = {(a, b) for a, steps in enumerate(base) for b, _ in steps if chance.random() < 0.1}
        costs = random_costs(chance)
        closed = ZonedWays(base, ZoneCosts(None, costs.leave, None), zone, barred, blocked=blocked)
        zoned = ZonedWays(base, costs, zone, barred, blocked=blocked)
        start, budget = chance.randrange(MAP_NODES), chance.randint(0, 9)
        first = closed.reach(start, budget + chance.randint(0, 4))
        found, changed = zoned.beyond(closed, first, budget)
        literal = reach([*zoned.ways], start, budget)
        assert {node: cost for node, cost in found.cost.items() if cost <= budget} == literal.cost
        assert [found.path(node) for node in literal.cost] == [literal.path(node) for node in literal.cost]
        assert changed == {node: cost for node, cost in literal.cost.items() if first.cost.get(node) != cost}
        new = [node for node in literal.cost if node not in first.cost]
        assert [node for node in changed if node not in first.cost] == new  # in the same order, too


@batches
def test_ways_that_are_changed_together_are_as_if_changed_one_by_one(batch: int) -> None:
    for chance in chances(batch)[:20]:
        base, zone = ways_from(random_map(chance), MAP_NODES), some(chance, MAP_NODES, 4)
        costs = [random_costs(chance) for _ in range(3)]
        together = [ZonedWays(base, each, zone) for each in costs]
        single = [ZonedWays(base, each, zone) for each in costs]
        before = [each.copy() for each in together]
        for _ in range(3):
            nodes = some(chance, MAP_NODES, 5)
            changes = [(node, chance.random() < 0.5, chance.random() < 0.3) for node in nodes]
            change_together(together, changes)
            for each in single:
                for node, in_zone, is_blocked in changes:
                    each.set(node, in_zone)
                    each.block(node, is_blocked)
        assert [each.ways for each in together] == [each.ways for each in single]
        assert [each.ways for each in before] == [ZonedWays(base, each, zone).ways for each in costs]


@batches
def test_zones_that_come_and_go_agree_with_zones_read_literally(batch: int) -> None:
    for chance in chances(batch)[:40]:
        zones = ZonesByHand(chance)
        zones.check()
        for _ in range(6):
            for _ in range(chance.randint(1, 3)):
                zones.change(chance)
            zones.check()
        assert zones.base == ways_from(zones.prices, MAP_NODES)


@batches
def test_a_copy_of_zoned_ways_goes_its_own_way(batch: int) -> None:
    for chance in chances(batch)[:40]:
        several = [ZonesByHand(chance)]
        for _ in range(20):
            zones = chance.choice(several)
            match chance.randrange(6):
                case 0:
                    several.append(zones.copy())
                case 1:
                    zones.check()
                case _:
                    zones.change(chance)
        for zones in several:
            zones.check()


@pytest.mark.parametrize("from_zone", [False, True])
@pytest.mark.parametrize("to_zone", [False, True])
def test_the_four_cases_of_a_zone(from_zone: bool, to_zone: bool) -> None:
    expected = {(False, False): 0, (False, True): 1, (True, False): 2, (True, True): None}
    assert ZoneCosts(enter=1, leave=2, between=None).extra(from_zone, to_zone) == expected[from_zone, to_zone]


def test_setting_a_zone_that_is_set_renews_nothing() -> None:
    zoned = ZonedWays([((1, 1),), ((0, 1),), ()], ZoneCosts(1, 1, None), [1])
    before = list(zoned.ways)
    zoned.set(1, True)
    assert all(old is new for old, new in zip(before, zoned.ways, strict=True))
    zoned.set(1, False)
    assert zoned.ways == [((1, 1),), ((0, 1),), ()]


def test_barred_steps_are_forbidden_only_from_zone_to_zone() -> None:
    base = [((1, 1), (2, 1)), ((0, 1),), ()]
    zoned = ZonedWays(base, ZoneCosts(1, 1, 1), [0], barred={(0, 1)})
    assert list(zoned.ways) == [((1, 2), (2, 2)), ((0, 2),), ()]
    zoned.set(1, True)
    assert list(zoned.ways) == [((2, 2),), ((0, 2),), ()]


def test_ways_leave_out_what_is_forbidden() -> None:
    def cost(a: int, b: int) -> int | None:
        return None if b == 2 else 10 * a + b

    assert ways_of([(1, 2), (2, 0), (0,)], cost) == [((1, 1),), ((0, 10),), ((0, 20),)]


def test_a_dearer_way_seen_first_gives_way_to_a_cheaper_one() -> None:
    ways = [((1, 5), (2, 1)), ((3, 1),), ((1, 1),), ()]
    found = reach(ways, 0, 10)
    assert found.cost == {0: 0, 1: 2, 2: 1, 3: 3}
    assert found.path(3) == [0, 2, 1, 3]
    assert 3 in found
    assert 4 not in found


def test_the_budget_may_be_spent_to_the_last_point() -> None:
    ways = [((1, 3),), ((2, 0), (3, 1)), (), ()]
    assert set(reach(ways, 0, 3).cost) == {0, 1, 2}
    assert set(reach(ways, 0, 2).cost) == {0}
    assert trace(ways, 0, [2], limit=3) is not None
    assert trace(ways, 0, [2], limit=2) is None
    assert set(flood(ways, [0], limit=3).cost) == {0, 1, 2}


def test_a_stop_may_be_entered_but_not_left_unless_one_starts_there() -> None:
    ways = [((1, 1),), ((2, 1),), ()]
    assert set(reach(ways, 0, 9, stop={1}).cost) == {0, 1}
    assert set(reach(ways, 1, 9, stop={1}).cost) == {1, 2}
    assert trace(ways, 0, {2}, stop={1}) is None
    assert trace(ways, 0, {1}, stop={1}) is not None
    assert trace(ways, 1, {2}, stop={1}) is not None


def test_a_start_that_is_a_goal_is_found_at_once() -> None:
    found = trace([((1, 0),), ()], 1, {0, 1})
    assert found is not None
    assert (found.nodes, found.cost) == ((1,), 0)


def test_equally_cheap_ways_take_the_lower_node() -> None:
    ways = [((3, 1), (2, 1), (1, 1)), ((4, 1),), ((4, 1),), ((4, 1),), ()]
    assert reach(ways, 0, 5).path(4) == [0, 1, 4]
    assert flood(ways, [0]).before[4] == 1


def test_of_equally_near_goals_the_lower_node_is_found() -> None:
    ways = [((3, 2), (2, 2), (1, 3)), (), (), ()]
    found = trace(ways, 0, {1, 2, 3})
    assert found is not None
    assert found.nodes == (0, 2)


def test_of_equally_near_goals_the_lower_node_is_found_even_behind_a_free_step() -> None:
    # 1 costs no more than 2 and lies beyond 3, whose number is higher than either.
    ways = [((2, 1), (3, 1)), (), (), ((1, 0),)]
    found = trace(ways, 0, {1, 2})
    assert found is not None
    assert found.cost == 1
    assert found.nodes[-1] == 1


def test_a_node_equally_near_two_sources_belongs_to_the_lower() -> None:
    ways = [((1, 1),), (), ((1, 1),)]
    assert flood(ways, [2, 0]).source == {0: 0, 1: 0, 2: 2}
    assert flood(ways, [2, 0, 2]).cost == {0: 0, 1: 1, 2: 0}
