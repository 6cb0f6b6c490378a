"""Depots: movement by rail, on the map and beside it, and displacement."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Displace
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import depots, supply
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, MOVEMENT, SERBIA
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node, position, table

TURN = "turn 10 movement austria-hungary\n"
DEPOT = "ah-depot-sixth-1"


def open_to(of: SerbiaPosition, name: str) -> dict[str, int]:
    found = depots.destinations(of, of.units[name])
    return {of.setting.board.label(there): cost for there, cost in found.items()}


def ride(of: SerbiaPosition, name: str, to: str) -> None:
    Play(depots.ride(table(of), of, of.units[name], of.setting.board[to]))


@pytest.mark.rule("15.6.3", "2.6.3", "18.1")
def test_a_depot_rides_along_both_kinds_of_railway_for_a_point_a_hex() -> None:
    of = position("turn 10 movement serbia\nunit sr-depot-2 23.16\n")
    found = open_to(of, "sr-depot-2")
    assert found["24.15"] == 1
    assert found["26.15"] == 3
    assert max(found.values()) == 9
    assert "22.15" not in found  # no railway
    assert set(found) <= {of.setting.board.label(there) for there in range(len(of.setting.board))}


@pytest.mark.rule("15.6.3", "7.1.1")
def test_in_counter_movement_it_has_five_points() -> None:
    of = position("turn 10 counter movement austria-hungary\nunit sr-depot-2 23.16\n")
    assert max(open_to(of, "sr-depot-2").values()) == 5
    ride(of, "sr-depot-2", "26.15")
    assert max(open_to(of, "sr-depot-2").values()) == 2


@pytest.mark.rule("15.6.3", "18.1.1")
def test_it_stays_on_railways_that_work_for_its_side() -> None:
    of = position("turn 10 movement serbia\nunit sr-depot-2 23.16\nholder 25.16 austria-hungary\n")
    assert open_to(of, "sr-depot-2") == {}  # what is cut off does not work


@pytest.mark.rule("15.6.2")
def test_it_enters_an_enemy_zone_only_where_a_combat_unit_stands() -> None:
    text = "turn 10 movement serbia\nunit sr-depot-1 36.16\nunit ah-inf-xx-9 35.14\n"
    of = position(text)
    assert of.in_enemy_zone(node(of, "35.15"), SERBIA)
    assert "35.15" not in open_to(of, "sr-depot-1")
    guarded = position(text + "unit sr-inf-x-lim 35.15\n")
    assert "35.15" in open_to(guarded, "sr-depot-1")
    fort = position(text + "unit F 35.15 nation=serbia kind=fort values=0-4-3-2\n")
    assert "35.15" not in open_to(fort, "sr-depot-1")


@pytest.mark.rule("15.6.3a")
def test_beside_the_map_it_stops_on_the_way_and_goes_on_or_turns_back() -> None:
    of = position(TURN + f"unit {DEPOT} 06.21\n")
    ride(of, DEPOT, "zavidovic")
    depot = of.units[DEPOT]
    board = of.setting.board
    assert (depot.at, depot.bound_for, depot.travelled, depot.spent) == (
        board["zavidovic"],
        board["06.21"],
        5,
        9,
    )
    of.change(DEPOT, spent=0)
    assert open_to(of, DEPOT)["zavidovic"] == 5
    assert open_to(of, DEPOT)["06.21"] == 9
    turned = of.copy()
    ride(turned, DEPOT, "06.21")
    assert turned.units[DEPOT].at == board["06.21"]
    assert turned.units[DEPOT].bound_for == OFF_MAP
    ride(of, DEPOT, "doboj")  # five hexes to Zavidović and four of the next five
    depot = of.units[DEPOT]
    assert (depot.at, depot.bound_for, depot.travelled) == (board["zavidovic"], board["doboj"], 4)


@pytest.mark.rule("15.6.3a")
def test_it_comes_back_only_over_a_hex_that_works_for_it() -> None:
    of = position(TURN + f"unit {DEPOT} doboj\nholder 08.12 serbia\n")
    assert "08.12" not in open_to(of, DEPOT)
    assert "brod" in open_to(of, DEPOT)
    serbs = position("turn 10 movement serbia\nunit sr-depot-1 06.21\nholder 06.21 serbia\n")
    assert "zavidovic" not in open_to(serbs, "sr-depot-1")


@pytest.mark.rule("15.6.3")
def test_in_a_scenario_on_part_of_the_map_it_stays_there() -> None:
    of = TITLE.set_up(TITLE.setting("battle-in-the-macva", {}), 1)
    assert isinstance(of, SerbiaPosition)
    of.phase, of.active = MOVEMENT, AUSTRIA_HUNGARY
    for name in ("ah-depot-fifth-1", "ah-depot-fifth-2", "ah-depot-second-1"):
        for node_there in depots.destinations(of, of.units[name]):
            assert node_there in of.setting.in_play
        for node_there in depots.refuges(of, of.units[name], "15.6.2b"):
            assert node_there in of.setting.in_play


@pytest.mark.rule("15.6.2b", "15.6.1")
def test_a_depot_in_an_enemy_zone_flies_to_a_railway_hex_and_shows_its_back() -> None:
    of = position("turn 10 movement serbia\nunit sr-depot-2 23.16\nunit ah-inf-xx-9 22.16\n")
    play = Play(depots.displace(table(of), of, "sr-depot-2"))
    choices = {choice.to for choice in play.choices if isinstance(choice, Displace)}
    assert "36.16" in choices
    assert "23.16" not in choices
    assert "22.15" not in choices
    assert all(not of.in_enemy_zone(node(of, label), SERBIA) for label in choices)
    play.answer(Displace("sr-depot-2", "36.16"))
    depot = of.units["sr-depot-2"]
    assert depot.at == node(of, "36.16")
    assert depot.extended


@pytest.mark.rule("15.4", "15.6.2b")
def test_in_the_supply_phase_a_depot_without_a_line_is_placed_where_it_has_one() -> None:
    of = position("turn 10 supply serbia\nunit sr-depot-2 23.16\nunit ah-inf-x-13 25.15\n")
    assert not supply.has_line_of_communications(of, of.units["sr-depot-2"])
    play = Play(supply.phase(table(of), of))
    choices = {choice.to for choice in play.choices if isinstance(choice, Displace)}
    assert "26.11" not in choices  # it works, but the line from there passes enemy zones
    play.answer(Displace("sr-depot-2", "36.16"), PASS)
    assert play.over
    assert of.units["sr-depot-2"].extended
    assert supply.has_line_of_communications(of, of.units["sr-depot-2"])


@pytest.mark.rule("15.6.2b", "15.4")
def test_without_any_railway_it_waits_beside_the_map_until_there_is_one() -> None:
    of = position(
        "turn 10 supply serbia\nunit sr-depot-2 23.16\nunit ah-inf-xx-9 22.16\n"
        "holder 42.22 42.26 austria-hungary\n"
    )
    assert Play(depots.displace(table(of), of, "sr-depot-2")).over
    assert "sr-depot-2" in of.waiting
    assert Play(supply.phase(table(of), of)).answer(PASS).over
    assert "sr-depot-2" in of.waiting
    of.holders.clear()
    of.memo.clear()
    Play(supply.phase(table(of), of)).answer(Displace("sr-depot-2", "36.16"))
    assert of.units["sr-depot-2"].at == node(of, "36.16")
    assert not of.waiting
