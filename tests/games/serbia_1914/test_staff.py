"""The staff of Serbia 1914: legal orders with reasons, attacks prepared, worn-out Formations rested."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import player
from hexfront.games.serbia_1914.orders import Aim, Declare, Go, Pick, Prepare, Recover
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from tests.games.serbia_1914.builders import FIELD, game

OWN = "nation=serbia values=11-12-4-3 reduced=8-9-2 effectiveness=11 corps=second"
FOE = "nation=austria-hungary values=6-6-3-2 reduced=3-3-1 effectiveness=10 size=x army=FIFTH"
DEPOT = (
    'unit depot 20.10 nation=serbia kind="army depot"\n'
    'unit train 21.10 nation=serbia kind="corps train" serves=second\n'
)


def answers(of: Game, side: str, level: str = "general", most: int = 40) -> list[Action]:
    """What a staff does until somebody else decides."""
    staff = player(level, TITLE, side)
    given: list[Action] = []
    while not of.over and of.decision.side == side and len(given) < most:
        order = staff.choose(of, side)
        assert order.reason
        given.append(order.action)
        of.play(order.action, side)
    assert staff.corrected == 0
    return given


def test_a_strong_force_goes_to_the_enemy_and_prepares_its_attack() -> None:
    placed = game(
        FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 22.12 {OWN}\nunit B 22.12 {OWN}\nunit E 24.12 {FOE}\n"
    )
    given = answers(placed, "serbia")
    assert any(isinstance(action, Prepare) and action.at == "24.12" for action in given)


def test_a_worn_out_formation_recovers_where_nobody_is_near() -> None:
    placed = game(FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 20.10 {OWN} status=4\nunit E 26.14 {FOE}\n")
    assert Recover() in answers(placed, "serbia")


def test_a_worn_out_formation_beside_the_enemy_goes_back_first() -> None:
    placed = game(FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 24.13 {OWN} status=4\nunit E 25.14 {FOE}\n")
    given = answers(placed, "serbia")
    assert Pick("A") in given
    assert any(isinstance(action, Go) for action in given)
    assert Recover() not in given


def test_attacks_are_made_with_good_odds_and_not_with_bad_ones() -> None:
    weak = game(
        FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN}\nunit B 22.12 {OWN}\nunit E 22.13 {FOE}\n"
    )
    assert any(isinstance(action, Aim) for action in answers(weak, "serbia", most=3))
    strong = FOE.replace("6-6-3-2", "14-14-3-5")
    bad = game(
        FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN} reductions=3\nunit E 22.13 {strong}\n"
        f"unit F 22.13 {strong}\n"
    )
    assert answers(bad, "serbia", most=1) in ([PASS], [])


@pytest.mark.parametrize("levels", [("general", "cadet"), ("officer", "greedy")])
def test_the_introductory_scenario_is_played_to_its_end(levels: tuple[str, str]) -> None:
    played = hexfront.new("serbia-1914/battle-in-the-macva", seed=3)
    played.digest_every, played.station_every = 0, 50
    table = {side: player(name, TITLE, side, seed=3) for side, name in zip(TITLE.sides, levels, strict=True)}
    kinds = set()
    while not played.over:
        side = played.decision.side
        order = table[side].choose(played, side)
        assert order.reason
        kinds.add(type(order.action))
        played.play(order.action, side)
    assert all(each.corrected == 0 for each in table.values())
    assert {Pick, Go, Aim, Declare, Prepare} <= kinds
    assert table[TITLE.sides[0]].notes().sentences


def test_there_is_no_staff_of_another_level() -> None:
    assert TITLE.planner("serbia", "marshal") is None
