"""[45.1] Every scenario begins legally, and random games of the fronts come to a level of victory."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import aircraft, headquarters
from hexfront.games.storm_of_steel.scenarios import winters
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.games.storm_of_steel.vocabulary import SIDES, other_side
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import on_map

SCENARIOS = [each.name for each in (*TITLE.scenarios(), *TITLE.unreleased())]
WINTERS = ("verdun-and-somme", "brusilov", "campaign-1915", "campaign-1918")


def begun(scenario: str, seed: int = 1) -> Game[SteelPosition]:
    return hexfront.new(f"storm-of-steel/{scenario}", seed=seed)


def test_all_fifteen_scenarios_are_there() -> None:
    assert len(SCENARIOS) == 15


@pytest.mark.rule("45.1", "13.1", "13.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_begins_legally(scenario: str) -> None:
    position = begun(scenario).position
    assert [str(each) for each in position.status()] == []
    assert any(position.by_side[side] for side in SIDES)


@pytest.mark.rule("30.3", "45.1")
@pytest.mark.parametrize(
    ("scenario", "central_powers", "entente"),
    [("verdun-and-somme", 4, 4), ("brusilov", 1, 2), ("campaign-1915", 2, 1), ("campaign-1918", 11, 15)],
)
def test_air_units_of_a_winter_stand_in_bases(scenario: str, central_powers: int, entente: int) -> None:
    position = begun(scenario).position
    assert [len(position.fliers[side]) for side in SIDES] == [central_powers, entente]
    for side in SIDES:
        assert all(aircraft.is_based(position, unit) for unit in aircraft.fliers(position, side))


@pytest.mark.rule("45.1")
@pytest.mark.parametrize("scenario", WINTERS)
def test_winter_lines_are_held_by_entrenched_units(scenario: str) -> None:
    position = begun(scenario).position
    setting = position.setting
    lines = [each for each in setting.printed.set_ups.lines if setting.plan.start in each.starts]
    for line in lines:
        hexes = winters.line_of(setting, line.front, line.side)
        if not winters.line_of(setting, line.front, other_side(line.side)):
            continue  # nobody faces it
        held = [node for node in hexes if position.occupant[node] == line.side]
        least = len(hexes) if line.front == "west" else len(hexes) // 2
        assert len(held) >= least, (line.front, line.side)
        for node in held:
            assert position.dug_in[node], setting.board.label(node)


@pytest.mark.rule("45.1", "16.1")
def test_ground_behind_a_winter_line_is_held_with_its_railways() -> None:
    position = begun("verdun-and-somme").position
    board = position.setting.board
    for label in ("2321", "2422", "2222"):  # Brussels, Namur, Maubeuge
        assert position.controller(board[label]) == "central-powers"
        assert position.rail_side(board[label]) == "central-powers"
    assert position.controller(board["1924"]) == "entente"
    assert position.controller(board["2425"]) == "entente"  # Verdun
    germans = [name for name in position.headquarters["central-powers"] if name.startswith("ge-")]
    assert all(headquarters.has_line(position, name) for name in germans)
    assert "fort-liege" not in position.units


@pytest.mark.rule("45.5")
@pytest.mark.parametrize("scenario", ["guns-of-august", "verdun-and-somme"])
def test_a_random_game_comes_to_its_end(scenario: str) -> None:
    game, draw = begun(scenario, 7), random.Random(7)
    while not game.over:
        decision = game.decisions[draw.randrange(len(game.decisions))]
        choices = decision.choices()
        game.play(choices[draw.randrange(len(choices))], by=decision.side)
    assert game.outcome is not None
    assert "ictory" in game.outcome or "xhaustion" in game.outcome
    assert [str(each) for each in game.position.status()] == []


@pytest.mark.rule("4.3")
def test_a_game_goes_on_from_what_one_side_knows_of_the_cards() -> None:
    """Cards of the enemy that lie face down and are not known are not turned up either."""
    game = on_map(
        "turn 2 revelation central-powers impulse=1\npicked central-powers unknown\nunit ge-2a-ii 2721\n"
    )
    assert game.position.shown["central-powers"] == ()
    assert game.position.impulse == 1
