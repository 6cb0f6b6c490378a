"""An action is a directive to an army: masks, limits, going back, and no more known than may be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import hexfront
from hexfront.ai.armies import Field
from hexfront.ai.directives import Conductor, Directive, armies_of, begun, level_of
from hexfront.env import directives_v0
from hexfront.env.directives import ATTACKS, GO_ON, SLOTS, UNTILS, DirectiveTable
from hexfront.kernel.errors import Malformed
from hexfront.kernel.knowledge import known_game

OUTPOST = "outpost/skirmish"
MACVA = "serbia-1914/battle-in-the-macva"
GO = (GO_ON, 0, 0, 0, 0)


def by_lot(table: DirectiveTable, draw: np.random.Generator, actions: int) -> list[tuple[int, ...]]:
    """Act so often by lot, as long as the game lasts."""
    found: list[tuple[int, ...]] = []
    while len(found) < actions and not table.game.over:
        masks = table.mask(table.asked)
        action = tuple(int(draw.choice(np.flatnonzero(mask))) for mask in masks)
        table.act(table.asked, action)
        found.append(action)
    return found


@pytest.mark.filterwarnings("ignore")
def test_the_conventions_of_both_libraries_are_kept() -> None:
    api_test(directives_v0.env(OUTPOST), num_cycles=60)
    seed_test(lambda: directives_v0.env(OUTPOST), num_cycles=30)
    check_env(directives_v0.DirectedSide(OUTPOST, opponent="greedy"), skip_render_check=True)


def test_a_whole_game_has_a_few_decisions_and_the_same_ones_lead_to_the_same_end() -> None:
    ends = []
    for _ in range(2):
        table = DirectiveTable(OUTPOST)
        table.start(4)
        actions = by_lot(table, np.random.default_rng(4), 500)
        assert table.game.over
        assert len(actions) < table.game.step / 3
        assert table.result("red") == -table.result("blue")
        ends.append(table.game.position.digest())
    assert ends[0] == ends[1]


@pytest.mark.parametrize("before", [0, 1, 2, 5])
def test_a_game_goes_on_from_its_clone_with_directives_given_by_half(before: int) -> None:
    env = directives_v0.raw_env(OUTPOST)
    env.reset(seed=2)
    draw = np.random.default_rng(before)
    for _ in range(before):
        masks = env.observe(env.agent_selection)["action_mask"]
        env.step(tuple(int(draw.choice(np.flatnonzero(mask))) for mask in masks))
    clone = env.clone()
    actions = by_lot(env.table, np.random.default_rng(9), 8)
    digest = env.game.position.digest()
    other = directives_v0.raw_env(OUTPOST)
    other.reset(seed=77)
    for each in (env, other):
        each.restore(clone)
        for action in actions:
            each.table.act(each.table.asked, action)
        assert each.game.position.digest() == digest


def test_a_bout_against_a_player_goes_on_from_its_clone() -> None:
    env = directives_v0.DirectedSide(OUTPOST, "blue", "random")
    env.reset(seed=3)
    env.step(GO)
    clone = env.clone()
    ends = []
    for _ in range(2):
        env.restore(clone)
        env.step((1, 1, 0, 0, 0))
        env.step(GO)
        ends.append(env.game.position.digest())
    assert ends[0] == ends[1]


def test_masks_name_armies_that_are_there_and_untold() -> None:
    table = DirectiveTable(MACVA)
    table.start(1)
    side = table.asked
    armies = table.armies(side)
    mask = table.mask(side)[0]
    assert {int(each) for each in np.flatnonzero(mask)} == {GO_ON, *armies}
    number = min(armies)
    table.act(side, (number, 1, 3, 2, 0))
    assert not table.mask(side)[0][number]
    row = table.observe(side)["armies"][number - 1]
    assert tuple(row[[0, 4, 5, 6, 7, 8]]) == (1, 1, 1, 1, 3, 2)
    other = next(each for each in table.sides if each != side)
    assert not any(mask.any() for mask in table.mask(other))
    for wrong in ((number, 0, 0, 0, 0), (SLOTS + 1, 0, 0, 0, 0), (0, 0, 0)):
        with pytest.raises(Malformed, match="cannot take the action"):
            table.act(side, wrong)
    with pytest.raises(Malformed, match="not of"):
        DirectiveTable(OUTPOST).restore(table.clone())


def test_an_action_that_may_not_be_taken_costs_and_changes_nothing() -> None:
    env = directives_v0.DirectedSide(OUTPOST, "red", "random")
    env.reset(seed=1)
    digest = env.game.position.digest()
    _, reward, over, _, info = env.step((SLOTS, 0, 0, 0, 0))
    assert (reward, over, info["illegal"]) == (-0.01, False, True)
    assert env.game.position.digest() == digest


def conducted(turns: int, **limits: Any) -> tuple[hexfront.Game, Conductor]:
    """The Mačva for some turns, both sides under the same directive."""
    game = hexfront.new(MACVA, 3)
    staffs = {side: Conductor(side, "cadet", 3, level_of(game, side)) for side in game.title.sides}
    for side, staff in staffs.items():
        staff.directives = {
            army.name: begun(game, side, Directive(army.name, until="stopped", **limits), army)
            for army in armies_of(game, side, staff.level)
        }
    first = game.title.moment(game.position)
    seen = [first]
    while not game.over and len(seen) <= turns:
        staffs[game.decision.side].answer(game)
        now = game.title.moment(game.position)
        if now != seen[-1]:
            seen.append(now)
    return game, staffs["austria-hungary"]


def test_armies_keep_to_what_they_were_told() -> None:
    start = hexfront.new(MACVA, 3)
    homes = Field(start, "austria-hungary").at
    board = start.setting.board
    free, _ = conducted(1)
    near, staff = conducted(1, within=1, attacks="none")

    def farthest(game: hexfront.Game) -> int:
        at = Field(game, "austria-hungary").at
        ways = [
            board.distance(board[homes[key]], board[label])
            for key, label in at.items()
            if key in homes and homes[key] in board and label in board
        ]
        return max(way for way in ways if way is not None)

    def fights(game: hexfront.Game) -> int:
        return sum(type(entry.action).__name__ == "Fight" for entry in game.journal)

    assert farthest(near) <= 1 < farthest(free)
    assert fights(near) == 0 < fights(free)
    assert staff.left > 0


def test_a_goal_is_marched_to() -> None:
    def away(game: hexfront.Game) -> float:
        board, goal = game.setting.board, game.setting.board["23.16"]  # Valjevo
        at = game.title.whereabouts(game.position, "serbia").values()
        ways = [board.distance(board[label], goal) for label in at if label in board]
        return float(np.mean([way for way in ways if way is not None]))

    free, _ = conducted(1, attacks="none")
    bound, _ = conducted(1, attacks="none", goal="23.16")
    assert away(bound) < away(free)


@pytest.mark.parametrize("scenario", [MACVA, OUTPOST, "western-front/schlieffen-plan"])
def test_what_is_hidden_from_a_side_changes_neither_what_it_sees_nor_what_its_staff_orders(
    scenario: str,
) -> None:
    table = DirectiveTable(scenario)
    table.start(1)
    for _ in range(2):
        table.act(table.asked, GO)
    side, true = table.asked, table.game
    seen, masks = table.observe(side), table.mask(side)
    worlds = [known_game(true, side, number) for number in (11, 12)]
    for world in worlds:
        table.game = world
        told = table.observe(side)
        told["figures"][1] = seen["figures"][1]  # such a game counts its steps from where it begins
        assert all(np.array_equal(seen[name], told[name]) for name in seen)
        assert all(np.array_equal(one, two) for one, two in zip(masks, table.mask(side), strict=True))
    orders = []
    for world in worlds:
        twin = world.branch()
        staff = Conductor(side, table.staff, 5, table.levels[side])
        staff.answer(twin)
        orders.append([entry.action for entry in twin.journal[world.step :]])
    assert orders[0] == orders[1]


def test_every_title_can_be_played_by_directives() -> None:
    for scenario in (
        "western-front/schlieffen-plan",
        "western-front/verdun",
        "storm-of-steel/guns-of-august",
    ):
        table = DirectiveTable(scenario, staff="cadet")
        table.start(2)
        side = table.asked
        assert table.armies(side)
        army = min(table.armies(side))
        table.act(side, (army, len(table.goals) - 1, ATTACKS.index("none"), 0, UNTILS.index("turn")))
        step = table.game.step
        table.act(side, GO)
        assert table.game.step > step
        assert table.asked
