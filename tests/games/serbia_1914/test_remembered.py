"""What a position keeps and games remember, against the same worked out afresh, all through random play."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random

import msgspec
import pytest

from hexfront.games.serbia_1914.orders import Attach
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.rules import (
    areas,
    attachment,
    control,
    force_in_hand,
    front_lines,
    instants,
    march_ends,
    march_limits,
    marches,
    naval,
    plans,
    prepared_attacks,
    railways,
    retreat_hexes,
    supply,
    supply_lines,
    two_hex,
)
from hexfront.games.serbia_1914.rules.force_in_hand import Hand
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import SIDES, other_side
from hexfront.kernel.actions import PASS
from hexfront.kernel.paths import spread
from hexfront.kernel.start import new_game
from hexfront.proof.invariants import beside, different

DECISIONS = 700
CASES = [("battle-in-the-macva", 3), ("conrads-case-b", 4), ("crossing-of-the-drina", 5)]


def played(scenario: str, seed: int, share: float) -> Iterator[tuple[SerbiaPosition, Random]]:
    """Positions out of a game of random decisions, a share of those in which a unit may be picked."""
    game = new_game(TITLE, scenario, seed)
    game.digest_every = 0
    draw, pick = Random(seed), Random(seed + 1)
    while not game.over and game.step < DECISIONS:
        decision = game.decision
        choices = decision.choices()
        game.play(choices[draw.randrange(len(choices))], decision.side)
        if game.decisions and game.decision.kind == "move" and pick.random() < share:
            position = game.position
            assert isinstance(position, SerbiaPosition)
            yield position, pick


def in_hand(position: SerbiaPosition, pick: Random) -> list[Unit]:
    """Some units of the side that moves, each to be moved for itself."""
    names = position.movable[position.mover]
    units = [position.units[name] for name in pick.sample(names, min(len(names), 3))]
    pieces = position.setting.pieces
    return [unit for unit in units if not pieces[unit.piece].naval and not pieces[unit.piece].depot]


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_what_put_keeps_is_what_derive_finds(scenario: str, seed: int) -> None:
    for position, _ in played(scenario, seed, 0.2):
        twin = position.copy()
        twin.derive()
        assert different(beside(position), beside(twin)) == ""
        for side in SIDES:
            names = sorted(twin.by_side[side])
            assert position.names_of(side) == names
            pieces = {name: position.piece(position.units[name]) for name in names}
            assert position.formations_of(side) == [name for name in names if pieces[name].formation]
            assert position.cavalry_of(side) == [name for name in names if pieces[name].cavalry]
            assert position.supply_units_of(side) == [name for name in names if pieces[name].supply]
            assert position.infantry_of(side) == [
                name for name in names if pieces[name].formation and pieces[name].infantry
            ]
        assert position.strayed >= {
            unit.name for unit in position.units.values() if march_limits.must_return(position, unit)
        }


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_supply_lines_are_those_traced_hex_by_hex(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.15):
        side = pick.choice(SIDES)
        starts = [
            unit.at for unit in supply.supply_units(position, side) if unit.at in position.setting.hexes
        ]
        works = railways.operational(position, side)
        for name in pick.sample(position.names_of(side), 8):
            node = position.units[name].at
            if node not in position.setting.hexes:
                continue
            for start in starts:
                reach = pick.randrange(3, 13)
                literal = supply_lines.is_traced(position, side, (start,), reach, node)
                assert supply_lines.reaches(position, side, (start,), reach, node) == literal
            literal = supply_lines.is_traced(position, side, tuple(sorted(works)), 5, node)
            assert supply_lines.reaches_railway(position, side, works, 5, node) == literal


def traced(position: SerbiaPosition, side: str, start: int, distance: int) -> set[int]:
    """The hexes to which lines of a length lead from a hex, every line followed for itself."""
    moves, double = supply_lines.ways(position, side), supply_lines.harassed(position, side)
    found = {start}
    heads = {(start, 0, 0)}  # hex, length, mountains
    while heads:
        further = set()
        for node, length, mountains in heads:
            for other, mountain, ended in moves[node]:
                there = length + 1 + (other in double)
                climbed = mountains + mountain * (1 + (other in double))
                if there > distance or position.has_enemy(other, side):
                    continue
                found.add(other)
                if not ended and climbed < 2 and not supply_lines.is_closed(position, other, side):
                    further.add((other, there, climbed))
        heads = further
    return found


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_supply_lines_are_all_there_are(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.05):
        side = pick.choice(SIDES)
        start = position.units[pick.choice(position.names_of(side))].at
        if start not in position.setting.hexes:
            continue
        reach = pick.randrange(1, 7)
        plainly = traced(position, side, start, reach)
        assert supply_lines.traced(position, side, (start,), reach).keys() == plainly
        for node in pick.sample(sorted(position.setting.disc(start, reach)), 6):
            found = supply_lines._trace(position, side, (start,), reach, target=node)
            assert (node in found) == (node in plainly)


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_a_force_is_supplied_if_any_of_its_sources_reaches_it(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.1):
        forces = supply.all_forces(position, pick.choice(SIDES))
        for force in pick.sample(forces, 4):
            if position.units[force.units[0]].at in position.setting.hexes:
                sources = supply.sources_for(position, force.units)
                reached = any(supply.can_reach(position, source, force.units) for source in sources)
                assert supply.is_supplied(position, force.units) == reached


def searched(position: SerbiaPosition, unit: Unit, points: int) -> dict[int, int]:
    """Every hex in reach and its cost, by plain steps; a hex beside it by one, if it can be paid."""
    side = position.side_of(unit)
    shy = position.piece(unit).supply
    best = {unit.at: 0}
    queue = [(0, unit.at)]
    while queue:
        so_far, node = heappop(queue)
        if so_far > best[node]:
            continue
        for there, price in marches.steps_from(position, [unit], node)[0].items():
            total = so_far + price
            if total > points or best.get(there, total + 1) <= total:
                continue
            if not shy or marches.may_supply_enter(position, side, there):
                best[there] = total
                heappush(queue, (total, there))
    del best[unit.at]
    straight = marches.steps_from(position, [unit], unit.at)[0]
    return best | {there: price for there, price in straight.items() if there in best and price <= points}


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_marches_and_changes_of_hexes_are_those_of_plain_steps(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.3):
        for unit in in_hand(position, pick):
            names = [unit.name]
            points = marches.points_left(position, names)
            march = marches.search(position, names, points)
            if unit.also == OFF_MAP:
                assert march.cost == searched(position, unit, points)
                assert [order.to for order in march.orders] == [
                    position.setting.board.label(node) for node in march.cost
                ]
            elif points:
                assert march.cost == {}
            steps = two_hex.halves(position, names, points)
            shifts = two_hex.shifts(
                position, names, {unit.also: steps[1], unit.at: steps[0]}.__getitem__, points
            )
            listed = two_hex.listed(position, names, steps, points, None)
            if points:
                assert set(listed) == set(two_hex.orders(position, shifts.values()))


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_the_one_loop_of_a_march_finds_where_single_steps_lead(scenario: str, seed: int) -> None:
    searches = 0
    for position, _ in played(scenario, seed, 0.02):
        twin = position.copy()
        for name in twin.movable[twin.mover]:
            unit = twin.units[name]
            piece, points = twin.piece(unit), marches.points_left(twin, [name])
            if points < 1 or unit.also != OFF_MAP or piece.naval or piece.depot:
                continue
            area, gates = march_limits.bounds(twin, [unit]), marches._gates(twin, unit, piece.side)
            going = marches.Going(twin, [unit], area, gates)
            unasked = [None] * len(twin.setting.board)
            found, _ = spread(unasked, going.out_of, unit.at, points, 1, ordered=False)
            first = {there: price for there, price in going.out_of(unit.at) if price <= points}
            straight = {there: first.get(there, far) for there, far in found.cost.items() if there != unit.at}
            march = marches.search(twin, [name], points)
            assert march.cost == straight
            assert march.first == first
            assert march.before == found.before
            searches += 1
    assert searches


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_a_march_goes_on_where_plain_steps_lead_on(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.3):
        for unit in in_hand(position, pick):
            points = marches.points_left(position, [unit.name])
            march = marches.search(position, [unit.name], points)
            goals = set(pick.sample(sorted(march.cost), len(march.cost) // 4))
            beyond = set(goals)
            left = dict.fromkeys(goals, 0)
            for _ in range(points):
                for node, so_far in march.cost.items():
                    for there, price in marches.steps_from(position, [unit], node)[0].items():
                        if node not in goals and there in left and so_far + price + left[there] <= points:
                            left[node] = min(left.get(node, points), price + left[there])
                            beyond.add(node)
            assert set(march_ends.onward(position, [unit.name], march, goals, points)) == beyond


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_attacks_are_prepared_where_nothing_forbids_it(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.4):
        for unit in in_hand(position, pick):
            points = marches.points_left(position, [unit.name])
            assert prepared_attacks.targets(position, [unit.name], points) == [
                there
                for there in position.setting.beside[unit.at]
                if prepared_attacks.why_not_prepare(position, [unit.name], there, points) is None
            ]


def began(unit: Unit) -> set[int]:
    return {unit.began, unit.began_also} - {OFF_MAP}


def is_closer(position: SerbiaPosition, unit: Unit, node: int) -> bool:
    """Whether a hex is closer to an objective of a unit's army than where the unit began."""
    board, plan = position.setting.board, position.setting.lists.plans[unit.army]
    goals = [board[goal] for goal in (plan.primary, *plan.objectives) if goal in board]
    return any(
        (board.distance(node, goal) or 0) < min(board.distance(here, goal) or 0 for here in began(unit))
        for goal in goals
    )


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_a_unit_without_limits_may_end_where_it_stands(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.2):
        for unit in in_hand(position, pick):
            if not march_limits.has_ends(position, unit):
                assert march_limits.why_not_end_in(position, unit, position.hexes_of(unit)) is None
            elif plans.is_restricted(position, unit):
                may = march_limits.ending(position, unit)
                for node in pick.sample(sorted(position.setting.hexes), 20):
                    assert may((node,)) == (is_closer(position, unit, node) or {node} == began(unit))


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_the_quick_look_finds_all_that_is_due(scenario: str, seed: int) -> None:
    found = 0
    for position, pick in played(scenario, seed, 0.3):
        twin = position.copy()
        units = [unit for unit in twin.units.values() if unit.at in twin.setting.hexes]
        here, there = pick.choice(units), pick.choice(units)
        if twin.side_of(here) == twin.side_of(there):
            continue
        free = [node for node in twin.setting.beside[there.at] if not twin.standing[node]]
        if not free:
            continue
        came = msgspec.structs.replace(here, at=pick.choice(free), also=OFF_MAP)
        twin.put(came)
        due = [
            unit
            for node, names in enumerate(twin.standing)
            for unit in map(twin.units.__getitem__, names)
            if instants.is_due(twin, unit, node, resolving=False)
        ]
        assert instants.first_due(twin, resolving=False) == (due[0] if due else None)
        found += bool(due)
    assert found


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_steps_back_are_those_that_nothing_forbids(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.1):
        unit = position.units[pick.choice(sorted(position.units))]
        if unit.at not in position.setting.hexes:
            continue
        calm = pick.random() < 0.5
        binding = retreat_hexes.retreat_of(position, [unit.name], unit.at, calm=calm)
        search = retreat_hexes._Search(position, binding, 3)
        setting = position.setting
        for here in (unit.at, *setting.beside[unit.at]):
            plainly = []
            for there in setting.beside[here]:
                zone = retreat_hexes.is_open_zone(position, binding, there)
                over_donau = binding.side != SIDES[0] and setting.has_bridge(here, there)
                if (
                    there != unit.at
                    and not position.has_enemy(there, binding.side)
                    and there in setting.in_play
                    and (binding.region is None or there in binding.region)
                    and (over_donau or not setting.is_donau(here, there))
                    and (not binding.wheels or retreat_hexes.may_roll(setting, here, there))
                    and not (zone and calm)
                ):
                    plainly.append((there, setting.board.distance(unit.at, there), zone))
            assert search.next_hexes(here) == plainly


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_a_spent_unit_could_only_pass(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.3):
        for unit in in_hand(position, pick):
            spent = position.copy()
            marches.pay(spent, unit, marches.points_left(position, [unit.name]))
            held = Hand([unit.name], started=True)
            assert force_in_hand.is_spent(spent, held)
            assert force_in_hand.choices(spent, held) == [PASS]
            assert not force_in_hand.is_spent(position, Hand([unit.name]))


def enclosed(position: SerbiaPosition, side: str, land: set[int]) -> set[int]:
    """Hexes outside a side's land that touch it or were its own, and hang together with no enemy or edge."""
    board, beside = position.setting.board, position.setting.beside
    home = ground.country(board, side)
    open_ground = position.hexes_held(other_side(side)) | ground.friendly_edge(board, other_side(side))
    free = set(open_ground - land)
    heads = list(free)
    while heads:
        for other in beside[heads.pop()]:
            if other not in free and other not in land:
                free.add(other)
                heads.append(other)
    outside = position.setting.hexes - land - free
    wanted = {other for node in land - home for other in beside[node]} | home
    found = set(outside & wanted)
    heads = list(found)
    while heads:
        for other in beside[heads.pop()]:
            if other in outside and other not in found:
                found.add(other)
                heads.append(other)
    return found


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_land_and_what_it_encloses_are_found_from_the_holders(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.2):
        for side in SIDES:
            hexes = sorted(position.setting.hexes)
            land = {node for node in hexes if position.controller(node) == side}
            assert front_lines.land_of(position, side) == land
            known = front_lines.land_of(position, side)
            assert control.enclosed(position, side, known, set()) == enclosed(position, side, land)
            gained = set(pick.sample(hexes, 40))
            assert control.enclosed(position, side, land, gained) == enclosed(position, side, land | gained)


def bodies(
    position: SerbiaPosition, army: list[tuple[str, int, tuple[int, ...]]]
) -> list[tuple[int, set[int]]]:
    """Formations in groups, joined as long as two of different groups are within three hexes."""
    near = ground.near(position.setting.board)
    groups = [(1, set(hexes)) for _, _, hexes in army]
    while True:
        pair = next(
            (
                (one, other)
                for one in groups
                for other in groups
                if one is not other
                and any(here == there or there in near[here] for here in one[1] for there in other[1])
            ),
            None,
        )
        if pair is None:
            return groups
        groups = [group for group in groups if group is not pair[0] and group is not pair[1]]
        groups.append((pair[0][0] + pair[1][0], pair[0][1] | pair[1][1]))


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_formations_hang_together_over_three_hexes(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.1):
        side = pick.choice(SIDES)
        formations = front_lines._formations(position, side)
        for army in {each[0] for each in formations}:
            own = [each for each in formations if each[0] == army]
            found = front_lines._bodies(position.setting.board, own)
            plainly = sorted((count, sorted(hexes)) for count, hexes in bodies(position, own))
            assert sorted((body.formations, sorted(body.hexes)) for body in found) == plainly
            assert sum(sum(body.hexes.values()) for body in found) == sum(
                size * len(hexes) for _, size, hexes in own
            )
            assert all(body.bits == ground.bits_of(body.hexes) for body in found)


def before(position: SerbiaPosition, stand: areas.Standing) -> tuple[set[int], set[int]]:
    """The enemy's ground around the units on both sides of a boundary, hex by hex."""
    owner = {node: stand.north >> node & 1 for node in ground.nodes_of(stand.north | stand.south)}
    heads = sorted(owner)
    taken: tuple[set[int], set[int]] = (set(), set())
    for _ in range(areas.DEPTH):
        further = []
        for head in heads:
            for other in position.setting.beside[head]:
                if other not in owner:
                    owner[other] = owner[head]
                    further.append(other)
                    if position.controller(other) == SIDES[0]:
                        taken[not owner[head]].add(other)
        heads = further
    return taken


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_ground_before_armies_is_taken_step_by_step(scenario: str, seed: int) -> None:
    for position, _ in played(scenario, seed, 0.05):
        for between in areas.neighbours(position):
            stand = areas.Standing(position, between)
            north, south = areas._before(position, stand)
            assert (set(ground.nodes_of(north)), set(ground.nodes_of(south))) == before(position, stand)


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_a_formation_takes_its_room_from_corps_to_corps(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.1):
        twin = position.copy()
        corps = attachment._corps_of(twin, SIDES[1])
        room = attachment.rooms(twin, corps)
        for name in pick.sample(twin.formations_of(SIDES[1]), 3):
            order = Attach(name, pick.choice([*corps, "independent"]))
            attachment._make_room(twin, room, order)
            twin.change(name, corps=order.corps)
            assert room == attachment.rooms(twin, corps)


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_nothing_changes_hands_while_nobody_has_moved(scenario: str, seed: int) -> None:
    for position, _ in played(scenario, seed, 0.5):
        if position._controlled:
            one, other = (control.newly_behind(position, side) for side in SIDES)
            assert one == other


def test_squadrons_sail_by_safe_ways_where_there_are_any() -> None:
    for position, pick in played("battle-in-the-macva", 6, 0.1):
        squadron = next(unit for unit in position.units.values() if position.piece(unit).naval)
        barred = naval.closed(position)
        for node in pick.sample(sorted(naval._waters(position.setting)), 20):
            unit = msgspec.structs.replace(squadron, at=node, spent=pick.randrange(position.allowance))
            budget = position.allowance - unit.spent
            safe = naval._sailed(position, node, budget, barred, safe=True)
            by_any_way = naval._sailed(position, node, budget, barred, safe=False)
            literal = safe | {there: by_any_way[there] for there in by_any_way if there not in safe}
            del literal[node]
            assert [*naval.routes(position, unit).items()] == [*literal.items()]  # the safe ones first
