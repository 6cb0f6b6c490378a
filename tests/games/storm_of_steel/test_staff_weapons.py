"""The staff and the arms of the optional chapters."""

from __future__ import annotations

import pytest

from hexfront.ai import player
from hexfront.games.storm_of_steel.orders import Assault, Build, LeaveTrench, Motorize, ReleaseGas, UseTable
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.staff import weapons
from hexfront.games.storm_of_steel.staff.production import Desk
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import on_field
from tests.games.storm_of_steel.nations import CP, EN, game

FIGHT = "turn 2 combat central-powers impulse=1"
TWO = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\n"
READY = "developed 36\nshown central-powers 16\ngas germany 2\n"
MORALE = "morale central-powers 80\nmorale entente 80\n"


def answer(of: Game[SteelPosition], side: str = CP) -> Action:
    return player("officer", of.title, side).choose(of, side).action


def gas_question(text: str) -> Game[SteelPosition]:
    of = on_field(TWO + "unit fr-2a-i 1412 entrenched\n" + text, FIGHT)
    of.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    of.play(UseTable("assault"))
    return of


def test_gas_is_used_against_those_who_have_none_and_kept_otherwise() -> None:
    assert answer(gas_question(READY)) == ReleaseGas("germany")
    assert answer(gas_question(READY + "developed 36 93\n")) == PASS


def test_the_weakest_leaves_its_trenches() -> None:
    of = gas_question("unit fr-2r-1-res 1412 entrenched\n" + READY)
    of.fix_dice(6)
    of.play(ReleaseGas("germany"))
    assert answer(of, EN) == LeaveTrench("fr-2r-1-res")


def test_gas_is_built_only_where_it_helps() -> None:
    def value(text: str) -> float:
        of = game(f"turn 4 allocation central-powers\n{MORALE}points germany 40\n{text}")
        return Desk(Survey(of.position, CP), "germany").value(Build("poison gas"))

    assert value("developed 36\n") > 0
    assert value("developed 36 93\n") == 0
    assert value("developed 36\ngas germany 3\n") == 0


def test_trucks_go_to_the_strongest_infantry() -> None:
    army = "unit ge-hq-1 2720\nunit ge-2r-1-ersatz 2721\nunit ge-2k-stoss-1 2721\nunit ge-2a-i 2721\n"
    of = game(f"turn 4 reinforcements central-powers\n{MORALE}trucks germany 1\n{army}")
    assert answer(of) == Motorize("ge-2k-stoss-1")


@pytest.mark.parametrize("head", ["ge-tb-1", "ge-2k-stoss-1"])
def test_attacks_are_weighed_with_tanks_and_shock_troops_that_open_the_infiltration_table(head: str) -> None:
    of = on_field(f"{TWO}unit {head} 1312\nunit fr-2a-i 1412\n", FIGHT)
    position = of.position
    units = sorted(
        position.units_at(position.units[head].at), key=lambda unit: -position.piece(unit).strength
    )
    found = [[unit.name for unit in each] for each in weapons.spearheaded(position, units)]
    if head == "ge-tb-1":
        assert ["ge-2a-ii", "ge-tb-1"] in found
    else:
        assert found == []  # it is the strongest, and in every selection


def test_random_and_greedy_players_answer_every_new_question() -> None:
    for name in ("random", "greedy"):
        of = gas_question(READY)
        assert player(name, of.title, CP).choose(of, CP).action in of.decision.choices()
        army = "unit ge-2a-i 2720\nunit ge-2a-ii 2720\n"
        of = game(f"turn 4 reinforcements central-powers\n{MORALE}trucks germany 1\n{army}")
        assert player(name, of.title, CP).choose(of, CP).action in of.decision.choices()
