"""What a position keeps and games remember, against the same worked out afresh, all through random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import combat, crowding, fortresses, marching, movement, steps
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.rules.surrender import Communication
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.scenarios.directives import directives_of
from hexfront.games.western_front.scenarios.lorraine import Line, is_link
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, SIDES, other_side
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.paths import reach
from hexfront.kernel.start import new_game
from tests.games.western_front import builders

DECISIONS = 500


def played(seed: int) -> Iterator[Game]:
    """A game of random decisions, given out at every station."""
    game = new_game(TITLE, "schlieffen-plan", seed)
    game.digest_every = 0
    draw = Random(seed)
    while not game.over and game.step < DECISIONS:
        decision = game.decision
        choices = decision.choices()
        game.play(choices[draw.randrange(len(choices))], decision.side)
        if game.decisions and game.decision.ask.station:
            yield game


@pytest.fixture(scope="module")
def other_setting() -> WesternFrontSetting:
    """A setting of the same scenario that has not seen any game."""
    return TITLE.setting("schlieffen-plan", new_game(TITLE, "schlieffen-plan").setting.options)


def afresh(position: WesternFrontPosition, setting: WesternFrontSetting) -> WesternFrontPosition:
    """The same position with nothing kept or remembered."""
    twin = WesternFrontPosition.from_data(position.as_data())
    TITLE.adopt(setting, twin)
    return twin


@pytest.mark.parametrize("seed", [1, 2])
def test_destinations_are_those_worked_out_afresh(seed: int, other_setting: WesternFrontSetting) -> None:
    draw = Random(seed)
    for game in played(seed):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        if draw.random() < 0.9:
            continue
        twin = afresh(position, other_setting)
        other_setting.bare.clear()
        side = position.active
        for name in draw.sample(position.ready[side], min(12, len(position.ready[side]))):
            found, literal = (movement.destinations(each, [name]) for each in (position, twin))
            assert [*found.items()] == [*literal.items()], name
        crowded = [crowding.why_not_end_phase(each, side) is None for each in (position, twin)]
        assert crowded[0] is crowded[1]


def searched(position: WesternFrontPosition, unit: Unit) -> dict[int, marching.Leg]:
    """[6-9] [6-10] Where infantry gets by two plain searches, one in column and one with zones; a hex beside
    it by one step, if it can pay for that without column movement or gets there by no other."""
    purse, bound = marching.purse_of(position, [unit], None), duties.bound(position, unit)
    column, normal = (steps.zoned_for(position, [unit], column=each, bound=bound) for each in (True, False))
    assert column is not None
    assert normal is not None
    legs = {}
    for node, cost in reach(column.ways, unit.at, purse.longest).cost.items() if purse.longest else ():
        kind = marching.COLUMN if cost > purse.left or purse.in_column else marching.MARCH
        legs[node] = marching.Leg(cost, kind)
    if not purse.in_column:
        found = reach(normal.ways, unit.at, purse.left)
        legs.update({node: marching.Leg(cost) for node, cost in found.cost.items()})
    del legs[unit.at]
    for ways, most, kind in (
        (normal, purse.left, marching.MARCH),
        (column, purse.longest, marching.COLUMN),
    ):
        for there, price in ways[unit.at]:
            if there in legs and legs[there].kind == kind and price <= most:
                legs[there] = marching.Leg(price, kind)
    return legs


def test_marches_of_infantry_are_those_of_plain_searches() -> None:
    draw = Random(6)
    in_zones = 0
    for game in played(2):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        side = position.active
        infantry = [
            unit
            for name in position.ready[side]
            if position.piece(unit := position.units[name]).infantry
            and not (unit.entrained or unit.rode)
            and unit.strength
        ]
        for unit in draw.sample(infantry, min(4, len(infantry))):
            legs = marching.reachable(position, [unit], bound=duties.bound(position, unit))
            found = {node: leg for node, leg in legs.items() if leg.kind != marching.MINIMUM}
            assert [*found.items()] == [*searched(position, unit).items()], unit.name
            in_zones += any(position.enemy_controlled(node, side) for node in found)
    assert in_zones > 50


def test_who_owes_an_errand_keeps_his_side_from_ending_its_movement() -> None:
    draw = Random(8)
    answers = []
    for game in played(7):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        side = position.active
        if position.ready[side] and draw.random() < 0.5:
            position._owing[side] = draw.choice(position.ready[side])  # a wrong memory does no harm
        answers.append(duties.is_bound_to_go_on(position, side))
        assert answers[-1] is (duties.may_end_movement(position, side) is not None)
        taken = position.copy()
        directives = directives_of(taken)
        assert directives is not None
        taken.holders.update(dict.fromkeys(directives.liege, CENTRAL_POWERS))
        held_up = duties.is_bound_to_go_on(taken, side)
        assert held_up is (duties.may_end_movement(taken, side) is not None)
    assert {True, False} == set(answers)


def test_lengths_of_supply_lines_are_those_of_the_lines() -> None:
    draw = Random(19)
    compared = 0
    for game in played(3):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        for side in SIDES if draw.random() < 0.05 else ():
            units = [unit for unit in position.of_side(side) if unit.at != OFF_MAP]
            for unit in draw.sample(units, 6):
                points = draw.choice((None, 3, 8, 12))
                for payer in Lines(position, side).headquarters:
                    lines = Lines(position, side)
                    route = lines.route(unit, payer.at, points)
                    assert lines.length(unit, payer.at, points) == (None if route is None else route.cost)
                    if route is None or len(route.nodes) < 3:
                        continue
                    around = Lines(position, side, avoid=route.nodes[1:2])
                    other = around.route(unit, payer.at)
                    assert around.length(unit, payer.at) == (None if other is None else other.cost)
                    compared += other is not None
    assert compared > 50


def test_ways_home_are_those_looked_at_hex_by_hex() -> None:
    draw = Random(20)
    answers = set()
    for game in played(4):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        if draw.random() < 0.9:
            continue
        for side in SIDES:
            quick, slow = Communication(position, side), Communication(position, side)
            slow._walks_home = lambda start, known: False  # type: ignore[method-assign]
            for unit in position.of_side(side):
                nation = position.piece(unit).nation
                answers.add(quick.is_open(unit.at, nation))
                assert quick.is_open(unit.at, nation) is slow.is_open(unit.at, nation)
    assert True in answers


@pytest.mark.rule("21-12")
def test_wherever_an_enemy_opens_a_city_its_fortress_is_looked_at() -> None:
    draw = Random(21)
    opened = 0
    for game in played(4):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        side = position.active
        enemy = other_side(side)
        weak = [each for each in position.fortresses_of(enemy) if fortresses.may_be_open_city(position, each)]
        strong = [
            unit
            for unit in position.of_side(side)
            if position.piece(unit).infantry and unit.strength and unit.at != OFF_MAP
        ]
        if not weak or draw.random() < 0.7:
            continue
        moved = position.copy()
        board = position.setting.board
        for unit in draw.sample(strong, 8):  # not how armies move, but it comes to all kinds of places
            city = draw.choice(weak).at
            node = draw.choice([each for each in board.within(city, draw.choice((1, 4))) if each != city])
            if moved.occupier(node) == enemy or moved.setting.closed[node]:
                continue
            moved.change(unit.name, at=node)
            near = {node, *board.adjacent[node]}
            due = any(fortresses.why_open(moved, each, each.at in near) for each in weak)
            opened += due
            assert not due or fortresses.may_open_cities(moved, node, side)
    assert opened > 10


def test_the_line_of_lorraine_is_held_where_german_infantry_is() -> None:
    draw = Random(33)
    for game in played(5):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        if draw.random() < 0.8:
            continue
        links = [unit for unit in position.of_side(CENTRAL_POWERS) if is_link(position, unit)]
        without = draw.choice(((), tuple(unit.name for unit in draw.sample(links, 2))))
        line = Line(position, without)
        held = {
            node
            for unit in links
            if unit.name not in without and unit.at != OFF_MAP
            for node in line.covered(unit.at)
        }
        assert {node for node in range(len(position.standing)) if line.holds(node)} == held


KEPT = (
    "standing",
    "occupiers",
    "occupied",
    "pressed",
    "central_control",
    "entente_control",
    "halves",
    "guns",
    "tanks",
)


def test_what_a_position_keeps_of_its_units_is_what_follows_from_them() -> None:
    draw = Random(41)
    for game in played(6):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        if draw.random() < 0.9:
            continue
        twin = afresh(position, position.setting)
        for name in (*KEPT, "overfull", "ready", "picks"):
            assert getattr(position, name) == getattr(twin, name), name
        assert position.line() == twin.line()
        assert all(
            position.is_ready(unit) is (unit.name in position.ready[side]) for side, unit in sided(twin)
        )


def sided(position: WesternFrontPosition) -> Iterator[tuple[str, Unit]]:
    """Every unit with its side."""
    return ((position.side_of(unit), unit) for unit in position.units.values())


def test_a_hex_that_one_side_leaves_to_the_other_presses_the_side_that_left() -> None:
    """[6-11] For a moment both are in it; whoever is named first counts, until he is gone."""
    position = builders.game(
        f"""{builders.FRONTIER}
date 1914-10-3 movement central-powers
unit G 0502 nation=ge kind=inf values=8-5
unit F 0402 nation=fr kind=hq size=xxxx values=0-4
"""
    ).position
    assert isinstance(position, WesternFrontPosition)
    node = position.setting.board["0402"]
    position.change("G", at=node)
    position.change("F", at=position.setting.board["0102"])
    kept = position.pressed, position.occupied, position.occupiers
    position.derive()
    assert kept == (position.pressed, position.occupied, position.occupiers)
    assert node in position.pressed[ENTENTE]


def test_ways_made_after_a_change_are_not_those_of_an_older_copy(other_setting: WesternFrontSetting) -> None:
    start = afresh(new_game(TITLE, "schlieffen-plan", 1).position, other_setting)
    older = start.copy()
    board = start.setting.board
    german = next(unit for _, unit in sided(start) if is_link(start, unit))
    paris = board.adjacent[next(iter(start.setting.capital_hexes))][0]
    start.change(german.name, at=paris)
    moved, unmoved = (each.ways("entente", False, "normal") for each in (start, older))
    assert moved.zone != unmoved.zone
    assert list(unmoved.ways) == list(afresh(older, other_setting).ways("entente", False, "normal").ways)


def test_a_group_is_put_down_unasked_only_if_it_can_do_nothing() -> None:
    spent = companies = 0
    draw = Random(43)
    for game in played(8):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        side = position.active
        for name in draw.sample(position.ready[side], min(3, len(position.ready[side]))):
            march = marching.fresh_march(position, [name])
            literal = [
                other
                for other in position.standing[position.units[name].at]
                if movement.why_not_add(position, march, other, side) is None
            ]
            assert movement.companions(position, march) == literal
            companies += len(literal)
            legs = movement.destinations(position, [name], march)
            if not legs:
                continue
            trial = position.copy()
            node = draw.choice([*legs])
            path = marching.path_to(trial, march, node, legs[node], march.bound)
            march.entered_zone = marching.enters_zone(trial, trial.units[name], path)
            march.legs = 1
            in_column = legs[node].kind == marching.COLUMN
            trial.march(trial.units[name], node, spent=legs[node].cost, in_column=in_column)
            if movement.is_spent(trial, march):
                march.forget()
                assert movement.group_choices(trial, march) == [PASS]
                spent += 1
    assert spent > 50
    assert companies > 50


def test_a_unit_with_a_nearer_hex_beside_it_can_come_nearer() -> None:
    draw = Random(44)
    found = 0
    for game in played(9):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        side = position.active
        for name in draw.sample(position.ready[side], min(5, len(position.ready[side]))):
            unit = position.units[name]
            goal = draw.choice(range(len(position.setting.board)))
            hexes = position.setting.hexes_from(frozenset({goal}))
            if duties._has_nearer_hex_beside(position, unit, hexes):
                legs = marching.reachable(position, [unit])
                assert min(hexes[node] for node in legs) < hexes[unit.at]
                found += 1
    assert found > 100


def test_hexes_to_attack_are_those_of_every_single_unit() -> None:
    draw = Random(45)
    found = 0
    for game in played(10):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        if draw.random() < 0.8:
            continue
        for side in SIDES:
            literal = {node for unit in position.of_side(side) for node in combat.targets_of(position, unit)}
            assert combat.attackable(position, side) == sorted(literal)
            found += len(literal)
    assert found > 50
