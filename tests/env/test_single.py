"""The Gymnasium environment for one side."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hexfront.env.directives import DirectiveTable
from hexfront.env.single import SingleSide, register
from hexfront.kernel.errors import Malformed

SCENARIO = "outpost/skirmish"


@pytest.mark.parametrize("side", ["red", "blue"])
def test_gymnasiums_own_check_passes(side: str) -> None:
    check_env(SingleSide(SCENARIO, side, "random"), skip_render_check=True)


def test_it_is_found_by_name() -> None:
    register()
    env = gymnasium.make("hexfront/SingleSide-v0", scenario=SCENARIO, opponent="greedy")
    observation, _ = env.reset(seed=2)
    assert env.observation_space.contains(observation)


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_game_is_played_to_its_end_against_the_opponent(opponent: str) -> None:
    env = SingleSide(SCENARIO, "blue", opponent)
    _, info = env.reset(seed=4)
    draw = np.random.default_rng(4)
    rewards, over = 0.0, False
    while not over:
        assert env.game.decision_of("blue") is not None  # the opponent has played all that was its own
        _, reward, over, cut, info = env.step(np.int64(draw.choice(np.flatnonzero(env.action_masks()))))
        assert not cut
        rewards += reward
    assert info["outcome"] == env.game.outcome
    winner = env.game.title.verdict(env.game.position, env.game.outcome).winner
    assert rewards == (0 if not winner else 1 if winner == "blue" else -1)


def test_an_illegal_word_costs_and_changes_nothing() -> None:
    env = SingleSide(SCENARIO, opponent="random")
    env.reset(seed=1)
    before = env.game.position.digest()
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, over, _, info = env.step(np.int64(wrong))
    assert (reward, over, info["illegal"]) == (-0.01, False, True)
    assert env.game.position.digest() == before


def test_unknown_sides_and_opponents_are_refused() -> None:
    with pytest.raises(Malformed, match="red, blue"):
        SingleSide(SCENARIO, "green")
    with pytest.raises(Malformed, match="no player"):
        SingleSide(SCENARIO, opponent="genral")


@pytest.mark.parametrize("action", [float("nan"), 1.5, "x", None, [], {}, np.array([1, 2])])
def test_an_action_that_is_no_number_is_refused_and_changes_nothing(action: Any) -> None:
    env = SingleSide("outpost/skirmish", opponent="random")
    env.reset(seed=1)
    before = env.table.game.position.digest()
    with pytest.raises(Malformed, match="whole numbers"):
        env.step(action)
    assert env.table.game.position.digest() == before
    directives = DirectiveTable("outpost/skirmish")
    directives.start(1)
    with pytest.raises(Malformed):
        directives.act(directives.asked, action)


@pytest.mark.parametrize(
    "asked", [{"options": 5}, {"overlays": 5}, {"opponent": 5}, {"opponent": None}, {"side": 5}]
)
def test_what_no_environment_can_be_made_of_is_named(asked: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        SingleSide("outpost/skirmish", **asked)
