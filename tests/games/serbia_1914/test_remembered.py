"""What a position keeps and games remember, against the same worked out afresh, all through random play."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random

import msgspec
import pytest

from hexfront.games.serbia_1914 import (
    control,
    front_lines,
    ground,
    hand,
    limits,
    marches,
    naval,
    prepared_attacks,
    railways,
    supply,
    supply_lines,
    two_hex,
)
from hexfront.games.serbia_1914.hand import Hand
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import SIDES, other_side
from hexfront.kernel.actions import PASS
from hexfront.kernel.start import new_game

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
        for kept, afresh in zip(vars(position).items(), vars(twin).items(), strict=True):
            if not kept[0].startswith("_"):
                assert kept == afresh
        for side in SIDES:
            assert position.names_of(side) == sorted(twin.by_side[side])
        assert position.strayed >= {
            unit.name for unit in position.units.values() if limits.must_return(position, unit)
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


def searched(position: SerbiaPosition, unit: Unit, points: int) -> dict[int, int]:
    """Every hex in reach and its cost, by one plain step after the other."""
    side = position.side_of(unit)
    shy = position.piece(unit).supply
    best = {unit.at: 0}
    queue = [(0, unit.at)]
    while queue:
        so_far, node = heappop(queue)
        if so_far > best[node]:
            continue
        for there, price in marches.steps_from(position, [unit], node).items():
            total = so_far + price
            if total > points or best.get(there, total + 1) <= total:
                continue
            if not shy or marches.may_supply_enter(position, side, there):
                best[there] = total
                heappush(queue, (total, there))
    del best[unit.at]
    return best


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
                    for there, price in marches.steps_from(position, [unit], node).items():
                        if node not in goals and there in left and so_far + price + left[there] <= points:
                            left[node] = min(left.get(node, points), price + left[there])
                            beyond.add(node)
            assert set(marches.onward(position, [unit.name], march, goals, points)) == beyond


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


@pytest.mark.parametrize(("scenario", "seed"), CASES)
def test_a_spent_unit_could_only_pass(scenario: str, seed: int) -> None:
    for position, pick in played(scenario, seed, 0.3):
        for unit in in_hand(position, pick):
            spent = position.copy()
            marches.pay(spent, unit, marches.points_left(position, [unit.name]))
            held = Hand([unit.name], started=True)
            assert hand.is_spent(spent, held)
            assert hand.choices(spent, held) == [PASS]
            assert not hand.is_spent(position, Hand([unit.name]))


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
            gained = set(pick.sample(hexes, 40))
            assert control.enclosed(position, side, land, gained) == enclosed(position, side, land | gained)


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
