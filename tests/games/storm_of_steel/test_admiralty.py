"""The staff at sea: what it seeks, whom it sends, and what it gives up."""

from __future__ import annotations

import pytest

from hexfront.ai import player
from hexfront.games.storm_of_steel.orders import Lose, Raid
from hexfront.games.storm_of_steel.sea_orders import Intercept, Seek, SendRaiders
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.harbour import (
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

BATTLE_FLEET = tuple(f"ge-bb-{at}" for at in range(1, 6))


def chosen(of: Game, level: str = "general") -> Action:
    side = of.decisions[0].side
    seat = player(level, of.title, side)
    order = seat.choose(of, side)
    assert order.reason
    assert seat.corrected == 0
    return order.action


def test_it_seeks_a_weaker_enemy_and_leaves_a_stronger_one_alone() -> None:
    light = ("ge-ca-1", "ge-ca-2", "ge-ca-3", "ge-esc-1", "ge-esc-2")  # to be lost in place of battleships
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
