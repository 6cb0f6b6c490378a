"""The staff at sea: what it seeks, whom it sends, and what it gives up."""

from __future__ import annotations

import pytest

from hexfront.ai import player
from hexfront.games.storm_of_steel.orders import Deploy, Lose, Raid, Rebase
from hexfront.games.storm_of_steel.rules import rebasing
from hexfront.games.storm_of_steel.sea_orders import Intercept, Seek, SendRaiders
from hexfront.games.storm_of_steel.staff.navy import best_fleet, is_by_the_routes
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.harbour import (
    KIEL,
    MORALE,
    NORTH_SEA,
    SCAPA,
    WILHELMSHAVEN,
    choose,
    control,
    meet,
    operations,
    ships,
)
from tests.games.storm_of_steel.nations import CP, EN, game, play, state

ALEXANDRIA, DANZIG = "6964", "4515"
BATTLE_FLEET = tuple(f"ge-bb-{at}" for at in range(1, 6))


def chosen(of: Game, level: str = "general") -> Action:
    side = of.decisions[0].side
    seat = player(level, of.title, side)
    order = seat.choose(of, side)
    assert order.reason
    assert seat.corrected == 0
    return order.action


def test_it_seeks_a_weaker_enemy_and_leaves_a_stronger_one_alone() -> None:
    light = ("ge-pd-1", "ge-pd-2", "ge-pd-3", "ge-esc-1", "ge-esc-2")  # to be lost in place of battleships
    enemy = ships(SCAPA, *(f"gb-bb-{at}" for at in range(1, 5)))
    strong = control(ships(WILHELMSHAVEN, *BATTLE_FLEET, *light) + enemy)
    assert chosen(strong) == Seek(NORTH_SEA)
    weak = control(ships(WILHELMSHAVEN, "ge-bb-1") + ships(SCAPA, *(f"gb-bb-{at}" for at in range(1, 10))))
    assert chosen(weak) == PASS


@pytest.mark.rule("25.31")
def test_it_comes_out_to_hold_a_sea_and_not_to_be_sunk() -> None:
    of = control(ships(WILHELMSHAVEN, "ge-bb-1") + ships(SCAPA, *(f"gb-bb-{at}" for at in range(1, 7))))
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-bb-1")
    assert chosen(of) == Intercept()


def test_submarines_for_the_trade_routes_do_not_sail_with_the_fleet() -> None:
    of = control(ships(WILHELMSHAVEN, "ge-ss-1", "ge-ss-2", "ge-ca-1") + ships(SCAPA, "gb-bb-1"))
    assert best_fleet(of.position, NORTH_SEA, CP) == ["ge-ca-1"]
    alone = control(ships(WILHELMSHAVEN, "ge-ss-1", "ge-ss-2") + ships(SCAPA, "gb-ca-1"))
    assert best_fleet(alone.position, NORTH_SEA, CP) == []


def test_submarines_are_sent_out_together_and_attack() -> None:
    of = operations(ships(WILHELMSHAVEN, "ge-ss-1", "ge-ss-2", "ge-ca-1") + ships(SCAPA, "gb-bb-1"))
    assert chosen(of) == SendRaiders(NORTH_SEA)
    play(of, CP, SendRaiders(NORTH_SEA))
    while of.decisions[0].kind == "squadron":
        play(of, CP, chosen(of))
    assert {*state(of).fleets[CP]} == {"ge-ss-1", "ge-ss-2"}
    zone = game(
        f"turn 8 raiding central-powers\n{MORALE}points germany 50\n" + ships("commerce-raiding", "ge-ss-1")
    )
    assert chosen(zone) == Raid()


@pytest.mark.rule("26.33")
def test_a_cruiser_is_given_up_before_a_battleship() -> None:
    of = control(
        ships(WILHELMSHAVEN, "ge-bb-1", "ge-ca-1") + ships(SCAPA, "gb-bc-1", "gb-bb-1", "gb-bb-2"),
        *(6, 6, 6, 6, 4, 1, 3),
    )
    meet(of, ("ge-bb-1", "ge-ca-1"), ("gb-bc-1",))
    assert chosen(of) == Lose("ge-ca-1")
    assert of.decisions[0].side == CP != EN


@pytest.mark.rule("25.34")
def test_ships_of_the_line_gather_in_the_north_sea_and_submarines_where_the_routes_are_reached() -> None:
    fleet = ships(SCAPA, "gb-bb-1") + ships(WILHELMSHAVEN, "ge-bb-1")
    head = f"turn 4 reinforcements central-powers\n{MORALE}{fleet}"
    counted = {f"{NORTH_SEA} {CP}": 1, f"{NORTH_SEA} {EN}": 1}  # at the beginning of the turn, as all know
    of = game(head + ships(ALEXANDRIA, "gb-bc-2") + ships(KIEL, "ge-ca-1"))
    play(of, CP, PASS)
    state(of).line.update(counted)
    order = chosen(of)
    assert isinstance(order, Rebase)
    assert order.unit == "gb-bc-2"
    play(of, EN, order)
    home = state(of).units["gb-bc-2"].at  # on the way: from there the North Sea is reached
    assert NORTH_SEA in rebasing.reached(state(of), EN, home)
    held = game(f"{head}{ships(SCAPA, 'gb-bb-2', 'gb-bb-3')}{ships(ALEXANDRIA, 'gb-bc-2')}")
    play(held, CP, PASS)
    state(held).line.update(counted | {f"{NORTH_SEA} {EN}": 3})
    assert chosen(held) == PASS
    boats = game(head + ships(DANZIG, "ge-ss-1") + ships("commerce-raiding", "ge-ss-2"))
    order = chosen(boats)
    assert isinstance(order, Rebase)
    assert order.unit == "ge-ss-1"
    assert is_by_the_routes(state(boats), state(boats).setting.board[order.to])


@pytest.mark.rule("7.6")
def test_new_submarines_come_to_a_harbour_from_which_the_routes_are_reached() -> None:
    of = game(f"turn 5 reinforcements central-powers\n{MORALE}due ge-ss-1 5\n")
    order = chosen(of)
    assert isinstance(order, Deploy)
    assert is_by_the_routes(state(of), state(of).setting.board[order.at])


def test_it_comes_out_against_more_where_the_blockade_hangs_on_it() -> None:
    own, enemy = ships(SCAPA, "gb-bb-1", "gb-bb-2", "gb-bb-3"), ships(WILHELMSHAVEN, *BATTLE_FLEET[:2])
    of = control(own + enemy)
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, *BATTLE_FLEET[:2])
    assert chosen(of) == Intercept()


def test_raiders_look_for_stragglers_though_the_convoys_are_a_little_stronger() -> None:
    zone = f"turn 8 raiding central-powers\n{MORALE}points germany 50\ndeveloped 97\n"
    few = game(zone + ships("commerce-raiding", "ge-ss-1", "gb-esc-1"))
    assert chosen(few) == Raid()
    many = game(zone + ships("commerce-raiding", "ge-ss-1", "gb-esc-1", "gb-esc-2", "gb-esc-3"))
    assert chosen(many) == PASS
