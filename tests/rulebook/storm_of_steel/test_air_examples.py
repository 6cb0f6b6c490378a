"""The examples of chapter 30, and those of chapter 21 about air units, with the numbers of the rule book."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.air_orders import Fly, OrderMission, Scramble
from hexfront.games.storm_of_steel.orders import Add, Pick
from hexfront.games.storm_of_steel.rules import aircraft
from tests.games.storm_of_steel.field import listed, node, refused
from tests.games.storm_of_steel.sky import NEAR, in_the_sky, missions, ordered


@pytest.mark.rule("30.41")
def test_at_level_three_three_air_units_stack_in_a_hex() -> None:
    base = "".join(f"unit ge-ta-{number} 1113\n" for number in (1, 2))
    game = in_the_sky(NEAR + base + "unit ge-ta-3 1213\nunit ge-ta-4 1212\n", (3, 1))
    ordered(game, ("ge-ta-3", "transit"), ("ge-ta-4", "transit"))
    game.play(Pick("ge-ta-3"))
    game.play(Fly("1113"))
    there = aircraft.based_at(game.position, "central-powers")[node(game, "1113")]
    assert [unit.name for unit in there] == ["ge-ta-1", "ge-ta-2", "ge-ta-3"]
    game.play(Pick("ge-ta-4"))
    assert "1113" not in listed(game, Fly)
    assert refused(game, Fly("1113")) == "30.41"


@pytest.mark.rule("30.54")
def test_force_a_is_attacked_once_by_force_x_and_may_be_attacked_by_force_y() -> None:
    forces = "unit fr-ta-1 1512\nunit fr-ta-2 1413\n"  # X and Y, each next to the way
    game = in_the_sky(NEAR + forces + "unit ge-ta-1 1213\nunit ge-ta-2 1213\n", (4, 4), dice="1 1 1 1")
    ordered(game, *((name, "air-superiority") for name in ("ge-ta-1", "ge-ta-2")))
    game.play(Pick("ge-ta-1"))
    game.play(Add("ge-ta-2"))
    game.play(Fly("1512"))
    attacked: list[str] = []
    while game.decision.kind == "scramble":
        bases = listed(game, Scramble)
        assert not bases & set(attacked)  # whoever has attacked does not attack again
        attacked.append(min(bases))
        game.play(Scramble(attacked[-1]))
    assert sorted(attacked) == ["1413", "1512"]


@pytest.mark.rule("30.71")
def test_at_level_four_there_is_reconnaissance_and_at_level_one_no_air_superiority() -> None:
    units = NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1512\n"
    game = in_the_sky(units, (4, 1))
    assert {"reconnaissance", "air-superiority"} <= missions(game, "ge-ta-1")
    game = in_the_sky(units, (1, 4))
    assert "air-superiority" not in missions(game, "ge-ta-1")
    assert refused(game, OrderMission("ge-ta-1", "air-superiority")) == "30.71"
