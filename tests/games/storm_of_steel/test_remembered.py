"""What was made quick, against the same worked out plainly, in positions of random play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from hexfront.games.storm_of_steel import stacks
from hexfront.games.storm_of_steel.orders import Reorganize
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.ground import Climate, Steps
from hexfront.games.storm_of_steel.rules import (
    capacity,
    devastation,
    fleets,
    flights,
    fog,
    headquarters,
    impulses,
    industrial_lines,
    mobilization,
    movement,
    moving,
    naval_transport,
    rebasing,
    sea_control,
    sea_routes,
    supply,
)
from hexfront.games.storm_of_steel.rules.industrial_lines import Nets
from hexfront.games.storm_of_steel.rules.sea_routes import OFF_MAP_SEAS
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.games.storm_of_steel.vocabulary import FRONTS, SIDES, other_side
from hexfront.kernel.game import STATION_EVERY
from hexfront.kernel.start import new_game
from hexfront.proof.invariants import beside, different

DECISIONS, EVERY = 240, 60


def played(
    scenario: str = "campaign-1914", decisions: int = DECISIONS, every: int = EVERY
) -> Iterator[tuple[SteelPosition, Random]]:
    """Some positions of a scenario that is played by lot."""
    game = new_game(TITLE, scenario, 7)
    game.digest_every = 0
    draw = Random(7)
    while game.step < decisions and not game.over:
        decision = draw.choice(game.decisions)
        game.play(draw.choice(decision.choices()), decision.side)
        if game.step % every == 0:
            position = game.position
            assert isinstance(position, SteelPosition)
            yield position, draw


def joined(position: SteelPosition, side: str) -> Nets:
    """The nets of a side, joined hex by hex and port by port."""
    found = Nets({})
    rails = position.rails
    usable = [
        bool(others) and industrial_lines.is_usable(position, side, node) for node, others in enumerate(rails)
    ]
    for node, others in enumerate(rails):
        for other in others:
            if usable[node] and usable[other]:
                found.join(node, other)
    industrial_lines._by_rail_off_map(position, side, found, usable)
    for ports in industrial_lines._harbours(position, side):
        for port in ports:
            found.join(ports[0], port)
    return found


def test_railways_that_hang_together_are_one_net() -> None:
    for position, _ in played():
        for side in SIDES:
            nets, plainly = industrial_lines.nets(position, side), joined(position, side)
            nodes = range(len(position.rails))
            assert [nets.net(node) for node in nodes] == [plainly.net(node) for node in nodes]


def seas_reached(position: SteelPosition, side: str, start: int) -> dict[str, int]:
    """The seas a ship comes to, by trying every link as often as there are seas."""
    usable = sea_routes.open_seas(position, side)
    abroad = position.setting.board.is_area(start)
    found = {sea: 1 for sea in sea_control.seas_of(position, start) if sea in usable}
    links = [link for link in position.setting.links if link.kind == "sea"]
    for _ in links:
        for link in links:
            for sea, other in ((link.a, link.b), (link.b, link.a)):
                if sea not in found or other not in usable:
                    continue
                if not sea_routes.straits_open(position, side, frozenset((sea, other))):
                    continue
                off_map = sea in OFF_MAP_SEAS or other in OFF_MAP_SEAS
                if abroad and not off_map and fleets.FRONTS[sea] != fleets.FRONTS[other]:
                    continue
                used = found[sea] + off_map
                found[other] = min(used, found.get(other, used))
    return found


def test_ships_come_to_the_seas_that_links_lead_to() -> None:
    for position, _ in played():
        ports = sorted({node for nodes in sea_control.ports_of(position.setting).values() for node in nodes})
        for side in SIDES:
            for node in ports[::4]:
                assert rebasing.reached(position, side, node) == seas_reached(position, side, node)


def test_ships_on_a_sea_lie_in_the_ports_on_it() -> None:
    for position, _ in played():
        for sea in sea_control.ports_of(position.setting):
            for side in SIDES:
                plainly = {
                    unit.name
                    for unit in position.units.values()
                    if position.piece(unit).kind in fleets.COMBATANTS
                    and position.side_of(unit) == side
                    and unit.at in sea_control.ports_of(position.setting)[sea]
                    and sea in sea_control.seas_of(position, unit.at)
                }
                assert {unit.name for unit in fleets.lying_on(position, sea, side)} == plainly


def test_who_looks_no_farther_finds_the_same_or_gives_up() -> None:
    for position, draw in played():
        for side in SIDES:
            for node in draw.sample(range(len(position.rails)), 12):
                if position.setting.board.is_area(node):
                    continue
                far = moving.lifeline(position, side, node)
                assert [moving.lifeline(position, side, node, most) for most in range(far + 2)] == [
                    min(most, far) for most in range(far + 2)
                ]


@pytest.mark.parametrize("scenario", ["guns-of-august", "campaign-1918", "allenby-and-yildirim"])
def test_what_a_headquarters_reaches_is_kept_as_long_as_it_is_true(scenario: str) -> None:
    """A unit of one's own is felt only where it negates a zone."""
    kept = 0
    for position, _ in played(scenario, decisions=900, every=15):
        kept += len(position.reaches)
        for name, reach in position.reaches.items():
            afresh = headquarters.worked_out(position, position.units[name])
            assert replace(reach, seen=frozenset()) == replace(afresh, seen=frozenset())
    assert kept > 100


@pytest.mark.parametrize("scenario", ["guns-of-august", "campaign-1918"])
def test_what_is_guessed_of_a_position_is_kept_as_if_worked_out_afresh(scenario: str) -> None:
    """Counters that are not seen take the places of others at one go, and copies share what they remember."""
    reached = hidden = 0
    for number, (position, _) in enumerate(played(scenario, decisions=480, every=40)):
        for side in SIDES:
            for name in position.headquarters[side]:
                headquarters.reach(position, name)
        for side in SIDES:
            known = TITLE.redact(position, side)
            hidden += len(known.unseen)
            for twin in (known, TITLE.suppose(known.copy(), side, number)):
                fresh = twin.copy()
                fresh.derive()
                assert different(beside(twin), beside(fresh)) == ""
                reached += len(twin.reaches)
                for name, reach in twin.reaches.items():
                    afresh = headquarters.worked_out(fresh, fresh.units[name])
                    assert replace(reach, seen=frozenset()) == replace(afresh, seen=frozenset())
        for name, reach in position.reaches.items():  # which the others may not have spoilt
            afresh = headquarters.worked_out(position, position.units[name])
            assert replace(reach, seen=frozenset()) == replace(afresh, seen=frozenset())
    assert reached > 500
    assert hidden > 500


@pytest.mark.parametrize("scenario", ["guns-of-august", "campaign-1916"])
def test_a_headquarters_strands_nobody_whom_a_trial_does_not_show(scenario: str) -> None:
    moves = 0
    for position, _ in played(scenario, decisions=480):
        for side in SIDES:
            for name in position.headquarters[side]:
                unit = position.units[name]
                for node in moving._staff_steps(position, unit, 1):
                    moves += 1
                    assert movement._strands(position, unit, node) == stranded(position, side, unit, node)
    assert moves > 100


def stranded(position: SteelPosition, side: str, unit: Unit, node: int) -> bool:
    """Whether units that depend on a headquarters are out of supply after it has gone."""
    fed = [
        each.name
        for each in position.of_side(side)
        if not position.piece(each).headquarters
        and not position.piece(each).fort
        and position.piece(each).land
        and supply.in_supply(position, each)
    ]
    trial = position.copy()
    trial.change(unit.name, at=node)
    return not all(supply.in_supply(trial, trial.units[name]) for name in fed)


@pytest.mark.parametrize("scenario", ["campaign-1916", "campaign-1918"])
def test_a_transport_strands_nobody_whom_a_trial_does_not_show(scenario: str) -> None:
    kept = free = 0
    for position, _ in played(scenario, decisions=600):
        for side in SIDES:
            for unit in position.of_side(side):
                if position.piece(unit).kind != sea_control.TRANSPORT:
                    continue
                trial = position.copy()
                trial.remove(unit.name)
                trial.renew()
                lost = supply.supplied_hexes(position, side) - supply.supplied_hexes(trial, side)
                plainly = any(position.occupant[node] == side for node in lost)
                assert naval_transport.strands(position, unit) == plainly
                kept += plainly
                free += not plainly
    assert kept
    assert free


def test_what_can_be_built_is_what_nothing_speaks_against() -> None:
    orders = 0
    for scenario in ("campaign-1914", "campaign-1918"):
        for position, _ in played(scenario):
            for side in SIDES:
                for purse in capacity.purses(position, side):
                    kinds = mobilization.kinds_of(position.setting, capacity.purse_country(purse))
                    found = [each for each in kinds if mobilization.objection(position, purse, *each) is None]
                    orders += len(found)
                    assert mobilization.buildable(position, purse) == found
    assert orders > 100


@pytest.mark.parametrize("scenario", ["guns-of-august", "campaign-1917"])
def test_a_side_knows_which_of_its_units_are_of_which_arm(scenario: str) -> None:
    for position, _ in played(scenario):
        for side in SIDES:
            pieces = {unit.name: position.piece(unit) for unit in position.of_side(side)}
            assert position.fliers[side] == [name for name, piece in pieces.items() if piece.air]
            assert position.army[side] == [name for name, piece in pieces.items() if piece.land]
            others = [name for name, piece in pieces.items() if not piece.air and not piece.land]
            assert position.navy[side] == others


def test_what_can_be_cleared_is_asked_of_every_ruin() -> None:
    found = 0
    for position, draw in played("campaign-1917"):
        label, board = position.setting.board.label, position.setting.board
        for node in draw.sample(range(len(board)), 300):
            if not board.is_area(node) and devastation.is_worth_it(position, node):
                position.lay_waste(node)
        assert position.ruins
        for country, side in position.alliances.items():
            if side not in SIDES:
                continue
            plainly = [
                node
                for node in range(len(board))
                if node in position.ruins
                and position.controller(node) == side
                and not position.zone_bars(node, side)
                and devastation.order_name(label(node)) not in position.drafts
                and (
                    position.setting.country_of[node] == country
                    or country in {position.piece(unit).country for unit in position.troops_at(node)}
                )
            ]
            assert devastation.clearable(position, country) == plainly
            found += len(plainly)
    assert found > 20


def trains_run(position: SteelPosition, side: str, start: int) -> set[int]:
    """Where a train comes to from a hex, one hex after the other."""

    def is_open(node: int) -> bool:
        return (
            node in position.setting.in_play
            and position.rail_side(node) == side
            and other_side(side) not in (position.occupant[node], position.controller(node))
            and not position.in_enemy_zone(node, side)
            and not position.is_red(node)
        )

    if not position.rails[start] or position.rail_side(start) != side or position.in_enemy_zone(start, side):
        return set()
    found, left = {start}, [start]
    while left:
        node = left.pop()
        if node == start or not moving._stops_trains(position, side, node):
            fresh = [other for other in position.rails[node] if other not in found and is_open(other)]
            found.update(fresh)
            left += fresh
    return found


def test_trains_go_as_far_as_lines_are_open() -> None:
    for position, draw in played():
        for side in SIDES:
            for unit in draw.sample(position.of_side(side), 40):
                if not position.setting.board.is_area(unit.at):
                    assert moving.by_rail(position, side, unit.at) == trains_run(position, side, unit.at)


def test_headquarters_look_at_the_stacks_in_sight() -> None:
    for position, _ in played("guns-of-august"):
        board = position.setting.board
        for side in SIDES:
            known = stacks.known_to(position, side)
            veiled = [
                node
                for node in position.troops
                if position.occupant[node] == other_side(side) and stacks.stack_at(position, node, known)
            ]
            for name in position.headquarters[side]:
                unit = position.units[name]
                far = fog.in_reach(position, unit)
                plainly = sorted(node for node in veiled if (board.distance(unit.at, node) or 0) <= far)
                veiled_to = stacks.veiled(position, other_side(side), known)
                assert sorted(fog._in_sight(position, unit, veiled_to)) == plainly


def test_the_nearest_source_of_a_line_is_as_far_as_it_is() -> None:
    for position, draw in played("campaign-1916"):
        board = position.setting.board
        for name in (*position.headquarters["entente"], *position.headquarters["central-powers"]):
            sources = movement._sources(position, position.units[name])
            known = movement._distances(board, sources)
            for node in draw.sample(sorted(position.troops), 8):
                far = [board.distance(node, at) for at in sources]
                assert known[node] == min((each or 0 for each in far), default=0)


def veiled_plainly(position: SteelPosition, side: str) -> set[int]:
    """The stacks of a side of which not all is seen, looked at one by one."""
    nodes = {node for node in position.troops if position.occupant[node] == side}
    return {node for node in nodes if stacks.stack_at(position, node) is not None}


def test_veiled_stacks_are_found_again_when_troops_move_and_copies_do_not_mind() -> None:
    kept = changed = 0
    before = {side: frozenset[int]() for side in SIDES}
    for position, draw in played("guns-of-august", every=1):
        for side in SIDES:
            found = stacks.veiled(position, side)
            assert found == veiled_plainly(position, side)
            kept += found is before[side]
            changed += found != before[side]
            before[side] = found
        twin = position.copy()
        pairs = [node for node, names in twin.troops.items() if len(names) == 2 and twin.occupant[node]]
        lost = twin.side_of(twin.remove(twin.troops[draw.choice(pairs)][0]))
        assert stacks.veiled(twin, lost) == veiled_plainly(twin, lost)
        assert stacks.veiled(position, lost) is before[lost]
    assert kept > changed > 2


def exchanges_plainly(position: SteelPosition) -> list[Reorganize]:
    """Every exchange of corps, found anew: each group of each hex, every choice and every division of it."""
    setting, groups = position.setting, dict[tuple[object, ...], list[Unit]]()
    fronts = impulses.active_fronts(position) if position.impulse else setting.fronts
    for unit in position.ashore(position.active):
        piece = position.piece(unit)
        if piece.kind in ("active", "reserve", "shock", "alpine") and piece.corps:
            if not (unit.moved or unit.waits) and setting.front_of[unit.at] in fronts:
                group = (unit.at, piece.country, piece.kind, unit.entrenched)
                groups.setdefault(group, []).append(unit)
    formed = [
        divisions
        for divisions, first in setting.printed.economy.corps.items()
        if setting.calendar.number(first) <= position.turn
    ]
    found = []
    for units in groups.values():
        first = position.piece(units[0])
        room = setting.number("stacking") - position.loads[units[0].at]
        for size in range(1, len(units) + 1):
            for given in combinations(units, size):
                sizes = [position.piece(unit).divisions for unit in given]
                for parts in divided(sum(sizes), max(formed), room + size):
                    into: list[str] = []
                    for part in parts:
                        pool = setting.stock.get((first.country, first.kind, part), ())
                        into += [name for name in pool if position.in_pool(name) and name not in into][:1]
                    if len(into) == len(parts) and not set(sizes) & set(parts):
                        found.append(Reorganize(tuple(unit.name for unit in given), tuple(into)))
    return found


def divided(total: int, largest: int, most: int) -> Iterator[tuple[int, ...]]:
    """Some divisions among so many corps of two or more each, the larger first."""
    if not total:
        yield ()
    for size in range(min(largest, total), 1, -1) if most > 0 else ():
        for rest in divided(total - size, size, most - 1):
            yield (size, *rest)


def test_exchanges_are_listed_as_if_all_were_found_anew() -> None:
    game, draw = new_game(TITLE, "campaign-1918", 7), Random(7)
    game.digest_every = 0
    asked = exchanged = 0
    while asked < 90:
        decision = draw.choice(game.decisions)
        listed = [*decision.choices()]
        orders = [each for each in listed if isinstance(each, Reorganize)]
        if decision.kind == "reorganize":
            position = game.position
            assert isinstance(position, SteelPosition)
            assert orders == exchanges_plainly(position)
            asked += 1
        order = draw.choice(orders if orders and draw.random() < 0.5 else listed)
        exchanged += order in orders
        game.play(order, decision.side)
    assert exchanged > 20


@pytest.mark.parametrize("scenario", ["guns-of-august", "campaign-1918"])
def test_a_stack_is_veiled_if_somebody_in_it_is_not_seen(scenario: str) -> None:
    veiled = plain = 0
    for position, draw in played(scenario, every=30):
        nodes = list(position.troops)
        position.covers = {draw.choice(position.troops[node]) for node in draw.sample(nodes, 40)}
        some = {draw.choice(position.troops[node]) for node in nodes}
        for known in ((), some):
            for node in nodes:
                found = stacks.is_veiled(position, node, known)
                assert found == (stacks.stack_at(position, node, known) is not None)
                veiled += found
                plain += not found
    assert veiled > 50
    assert plain > 50


def test_roads_end_where_railways_are_ruined() -> None:
    for position, draw in played("campaign-1917", decisions=60, every=20):
        setting, turn = position.setting, position.turn
        lines = [node for node, others in enumerate(setting.rails(turn)) if others]
        ruins = frozenset(draw.sample(lines, 60))
        for how in ("foot", "wheels", "alpine"):
            steps, fewer = setting.steps(how, turn, ruins), setting.steps(how, turn)
            climates = {front: Climate.of(setting.weather(turn, front)) for front in FRONTS}
            plainly = Steps(setting.ground, how, climates, setting.roads(turn, ruins), setting.printed.land)
            assert [steps[node] for node in lines] == [plainly[node] for node in lines]
            assert any(steps[node] != fewer[node] for node in ruins)


def least_danger(position: SteelPosition, side: str, start: int, to: int, far: int) -> tuple[int, int]:
    """How often a flight can be attacked on its best way of at most so many hexes, and how long that is: all
    hexes that are come to with one step, with two, and so on."""
    danger = flights.threats(position, side)
    reached = {start: 0}
    found = []
    for gone in range(1, far + 1):
        following: dict[int, int] = {}
        for node, risk in reached.items():
            for other in position.setting.board.adjacent[node]:
                if flights.is_open(position, side, other):
                    more = risk + len(danger.get(other, ()))
                    following[other] = min(more, following.get(other, more))
        reached = following
        if to in reached:
            found.append((reached[to], gone))
    return min(found)


def test_flights_take_the_safest_way_that_is_not_too_long() -> None:
    ways = detours = 0
    for position, draw in played("campaign-1918"):
        for side in SIDES:
            danger = flights.threats(position, side)
            for name in draw.sample(position.fliers[side], min(8, len(position.fliers[side]))):
                start = position.units[name].at
                if position.setting.board.is_area(start):
                    continue
                near = sorted(set(flights.in_range(position, side, start, 6)) - {start})
                for to in draw.sample(near, 6):
                    way = flights.way(position, side, start, to, 6)
                    risk = sum(len(danger.get(node, ())) for node in way)
                    assert (risk, len(way)) == least_danger(position, side, start, to, 6)
                    ways += bool(risk)
                    detours += len(way) > (position.setting.board.distance(start, to) or 0)
    assert ways
    assert detours


def test_a_game_without_fingerprints_has_the_same_last_station() -> None:
    """Positions after steps under seal are kept, or made when somebody asks."""
    games = [new_game(TITLE, "guns-of-august", 9) for _ in range(2)]
    games[1].digest_every = 0
    draws = [Random(9), Random(9)]
    while games[0].step < 120:
        for game, draw in zip(games, draws, strict=True):
            decision = draw.choice(game.decisions)
            game.play(draw.choice(decision.choices()), decision.side)
        if games[0].step % 7 == 0:
            stations = [game.branch().stations[-1] for game in games]
            assert stations[0].step == stations[1].step
            assert stations[0].position.digest() == stations[1].position.digest()
            for side in SIDES:
                assert games[0].view(side) == games[1].view(side)


def test_no_position_is_kept_for_a_seal_until_somebody_asks() -> None:
    for every in (32, 0):
        game, draw = new_game(TITLE, "guns-of-august", 9), Random(9)
        game.digest_every = every
        while game.step < 60:
            decision = draw.choice(game.decisions)
            game.play(draw.choice(decision.choices()), decision.side)
        assert sum(bool(entry.sealed) for entry in game.journal) > 30
        assert len(game.stations) <= 60 // STATION_EVERY + 3  # with two at the start
        assert game.stations[-1].step == game.station_step


def test_tables_that_copies_share_are_written_to_by_one_alone() -> None:
    for position, draw in played("campaign-1916"):
        family = [position.copy()]
        family += [family[0].copy(), position.copy()]
        assert family[0].standing is position.standing
        assert family[1].occupant is position.occupant
        for member in draw.sample(family, 3):
            others = [each for each in (position, *family) if each is not member]
            before = [([*each.standing], [*each.occupant]) for each in others]
            name = draw.choice(sorted(member.army[SIDES[0]]))
            unit = member.remove(name)
            member.put(replace(unit, at=draw.choice(sorted(member.troops))))
            assert [([*each.standing], [*each.occupant]) for each in others] == before
            member.copy().put(unit)
            fresh = member.copy()
            fresh.derive()
            assert not different(beside(member), beside(fresh))
