"""Going back to a clone: the same words lead to the same game."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.env import hexfront_v0
from hexfront.env.many import many_sides
from hexfront.env.observing import MOST_LISTED
from hexfront.env.single import SingleSide
from hexfront.env.table import GameTable
from hexfront.kernel.errors import Malformed

SCENARIO = "outpost/skirmish"


def said(env: hexfront_v0.raw_env, draw: np.random.Generator, words: int) -> list[int]:
    """Say so many words by lot, as long as the game lasts."""
    found: list[int] = []
    while len(found) < words and not any(env.terminations.values()):
        word = int(draw.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
        env.step(word)
        found.append(word)
    return found


@pytest.mark.parametrize("before", [0, 1, 7, 30])
def test_an_episode_goes_on_from_its_clone_with_half_an_order_spelled(before: int) -> None:
    env = hexfront_v0.raw_env(SCENARIO)
    env.reset(seed=5)
    said(env, np.random.default_rng(1), before)
    clone = env.clone()
    words = said(env, np.random.default_rng(2), 25)
    digest, rewards = env.game.position.digest(), env.rewards
    for _ in range(2):
        env.restore(clone)
        for word in words:
            env.step(word)
        assert env.game.position.digest() == digest
        assert env.rewards == rewards


def test_a_clone_is_taken_up_by_another_environment_of_the_same_scenario() -> None:
    one, other = hexfront_v0.raw_env(SCENARIO), hexfront_v0.raw_env(SCENARIO)
    one.reset(seed=5)
    other.reset(seed=6)
    said(one, np.random.default_rng(1), 9)
    other.restore(one.clone())
    assert one.agent_selection == other.agent_selection
    mine, theirs = one.observe(one.agent_selection), other.observe(other.agent_selection)
    assert np.array_equal(mine["action_mask"], theirs["action_mask"])
    assert np.array_equal(mine["observation"]["board"], theirs["observation"]["board"])
    with pytest.raises(Malformed, match="not of serbia-1914"):
        GameTable("serbia-1914/battle-in-the-macva").restore(one.table.clone())


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_bout_against_a_player_goes_on_from_its_clone(opponent: str) -> None:
    env = SingleSide(SCENARIO, "blue", opponent)
    env.reset(seed=4)
    draw = np.random.default_rng(4)
    clone, words, ends = env.clone(), [], []
    for _ in range(12):
        words.append(np.int64(draw.choice(np.flatnonzero(env.action_masks()))))
        if env.step(words[-1])[2]:
            break
    ends.append(env.game.position.digest())
    env.restore(clone)
    for word in words:
        env.step(word)
    ends.append(env.game.position.digest())
    assert ends[0] == ends[1]


def test_compact_observations_list_every_counter() -> None:
    env = SingleSide("serbia-1914/battle-in-the-macva", opponent="random", compact=True)
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert "board" not in observation
    pieces = observation["pieces"]
    listed = int((pieces[:, 0] >= 0).sum())
    seen = env.game.title.sightings(env.game.position, env.side)
    assert seen is not None
    assert listed == len(seen.counters) < MOST_LISTED
    strength = sum(int(each.strength) for each in seen.counters if each.side == env.side)
    assert pieces[pieces[:, 0] == 1, 3].sum() == strength
    assert (pieces[listed:] == -1).all()


def test_many_games_are_played_side_by_side() -> None:
    envs = many_sides(SCENARIO, 3, processes=False, side="red", opponent="random")
    alone = SingleSide(SCENARIO, "red", "random")
    observations, _ = envs.reset(seed=7)  # each game has a seed of its own, counted from this one
    single, _ = alone.reset(seed=8)
    assert np.array_equal(observations["board"][1], single["board"])
    words = [int(np.flatnonzero(mask)[0]) for mask in observations["action_mask"]]
    observations, rewards, *_ = envs.step(np.array(words))
    single, reward, *_ = alone.step(np.int64(words[1]))
    assert np.array_equal(observations["board"][1], single["board"])
    assert rewards[1] == reward
    envs.close()
