"""The PettingZoo environment, by PettingZoo's own tests and by our own."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from hexfront.env import hexfront_v0
from hexfront.kernel.title import REFEREE

SCENARIO = "outpost/skirmish"


def test_pettingzoos_own_tests_pass() -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(hexfront_v0.env(SCENARIO), num_cycles=400)
        seed_test(lambda: hexfront_v0.env(SCENARIO), num_cycles=80)


def test_it_can_be_rendered_in_every_mode() -> None:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        render_test(lambda **mode: hexfront_v0.env(SCENARIO, **mode))
    assert "Turn 1" in printed.getvalue()


def played(seed: int, pick: int) -> tuple[Any, list[tuple[str, int]], dict[str, float]]:
    """A whole game of random words; what was said, and the rewards."""
    env = hexfront_v0.raw_env(SCENARIO)
    env.reset(seed=seed)
    draw = np.random.default_rng(pick)
    said, rewards = [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        rewards[agent] += reward
        if ended or cut:
            env.step(None)
            continue
        mask = observation["action_mask"]
        assert (mask == info["action_mask"]).all()
        assert env.game.decision_of(agent) is not None
        word = int(draw.choice(np.flatnonzero(mask)))
        said.append((agent, word))
        env.step(word)
    return env, said, rewards


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_game_ends_with_the_rewards_of_its_outcome(seed: int) -> None:
    env, said, rewards = played(seed, pick=seed)
    game = env.game
    assert game.over
    assert len({agent for agent, _ in said}) == 2
    winner = game.title.verdict(game.position, game.outcome).winner
    expected = {side: 0.0 if not winner else 1.0 if side == winner else -1.0 for side in rewards}
    assert rewards == expected


def test_the_same_seed_and_words_give_the_same_game() -> None:
    one, again, other = (played(seed, pick=7)[0].game for seed in (5, 5, 6))
    assert one.position.digest() == again.position.digest() != other.position.digest()


def test_an_observation_shows_what_the_side_may_know_and_nothing_else() -> None:
    env = hexfront_v0.raw_env(SCENARIO)
    env.reset(seed=1)
    planes = env.table.observer.planes
    seen = {side: env.observe(side)["observation"] for side in ("red", "blue")}
    hidden = [unit for unit in env.game.position.of_side("blue") if unit.hidden]
    assert hidden
    own, enemy = (planes.index(f"{whose} strength") for whose in ("own", "enemy"))
    for unit in hidden:
        row, column = env.table.observer.places.at[unit.at]
        assert seen["red"]["board"][enemy, row, column] == 0
        assert seen["blue"]["board"][own, row, column] == unit.steps
        assert seen["red"]["board"][planes.index("enemy hidden"), row, column] >= 1
    points = [at for at, name in enumerate(env.table.observer.figures) if name == "Points: blue (blue)"]
    assert len(points) == 1
    assert env.game.report(REFEREE).tracks
    assert (seen["red"]["figures"][points[0]], seen["blue"]["figures"][points[0]]) == (0, 4)


def test_words_of_an_order_under_way_are_shown() -> None:
    env = hexfront_v0.raw_env(SCENARIO)
    env.reset(seed=1)
    for _ in range(2):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    agent = env.agent_selection
    before = env.observe(agent)["observation"]["spelled"]
    word = env.table.codec.number["pick"]
    assert env.observe(agent)["action_mask"][word]
    env.step(word)
    assert env.agent_selection == agent
    after = env.observe(agent)["observation"]["spelled"]
    assert word + 1 in after
    assert word + 1 not in before


def test_an_illegal_word_ends_the_game_for_whoever_says_it() -> None:
    env = hexfront_v0.env(SCENARIO)
    env.reset(seed=1)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        env.step(wrong)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_an_episode_can_be_cut_short() -> None:
    env = hexfront_v0.raw_env(SCENARIO, longest=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())


def test_the_large_scenario_fits_its_spaces() -> None:
    env = hexfront_v0.raw_env("western-front/schlieffen-plan")
    env.reset(seed=1)
    draw = np.random.default_rng(1)
    for _ in range(60):
        agent = env.agent_selection
        observation = env.observe(agent)
        assert env.observation_space(agent).contains(observation)
        env.step(int(draw.choice(np.flatnonzero(observation["action_mask"]))))
    assert env.game.step > 0
