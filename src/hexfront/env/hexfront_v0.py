"""A PettingZoo AEC environment for every scenario of every title.

>>> from hexfront.env import hexfront_v0
>>> env = hexfront_v0.env("outpost/skirmish")
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> sorted(observation)
['action_mask', 'observation']

An agent is a side of the title. It acts by saying one word of an order (`hexfront.env.codec`); the mask
says which words may come next. A victory is rewarded by 1 and a defeat by -1 when the game ends; everything
else by 0. ``env.unwrapped.game`` is the game itself, for those who want to use its own interface.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from hexfront.env import pictures
from hexfront.env.observing import Array
from hexfront.env.table import GameTable, Playable
from hexfront.kernel.actions import Action
from hexfront.kernel.game import Game

SEEDS = 2**31 - 1
# What an episode has beside its game.
_KEPT = (
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
    "_said",
    "_random",
)


class Episode(NamedTuple):
    """An episode that can be gone back to."""

    standing: Any
    kept: Mapping[str, Any]


def env(scenario: str, **settings: Any) -> AECEnv:
    """The environment as PettingZoo means it to be used: illegal words end the game, misuse is told."""
    made: AECEnv = raw_env(scenario, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - the name PettingZoo asks for
    """The environment itself.

    ``options`` and ``overlays`` are those of `hexfront.new`; ``longest`` ends an episode after so many words;
    ``compact`` lists counters instead of drawing them on planes.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hexfront_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        scenario: str,
        render_mode: str | None = None,
        *,
        options: Mapping[str, str] | None = None,
        overlays: Sequence[Path | str] = (),
        longest: int = 0,
        compact: bool = False,
    ) -> None:
        super().__init__()
        self._sit_down(GameTable(scenario, options, overlays, compact), render_mode, longest)

    def _sit_down(self, table: Playable, render_mode: str | None, longest: int) -> None:
        self.table: Any = table
        self.render_mode = render_mode
        self.longest = longest
        self.possible_agents = list(self.table.sides)
        self.agents: list[str] = []
        self._said = 0
        self._random, _ = seeding.np_random(int.from_bytes(os.urandom(4), "big"))
        self.action_spaces = {agent: table.action_space() for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict({"observation": table.observation_space(), "action_mask": table.mask_space()})
            for agent in self.possible_agents
        }

    @property
    def game(self) -> Game:
        game: Game = self.table.game
        return game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def legal_actions(self) -> list[Action]:
        """The whole orders that are legal now, as the engine lists them."""
        return list(self.game.decision.choices())

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A fresh game. A seed gives the same dice again; without one the next is drawn."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table.start(int(self._random.integers(SEEDS)) if seed is None else seed)
        self._said = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to_next()

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self.table.observe(agent), "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Array | tuple[Array, ...]:
        mask: Array | tuple[Array, ...] = self.table.mask(agent)
        return mask

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.table.act(agent, action)
        self._said += 1
        if self.game.over:
            self.rewards = {each: self.table.result(each) for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {each: {"outcome": self.game.outcome} for each in self.agents}
        elif self.longest and self._said >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_to_next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def clone(self) -> Episode:
        """The episode as it stands, half-spelled orders included."""
        kept = {name: copy.deepcopy(getattr(self, name)) for name in _KEPT}
        return Episode(self.table.clone(), kept)

    def restore(self, episode: Episode) -> None:
        """Go on from a clone, of this environment or of another one of the same scenario."""
        self.table.restore(episode.standing)
        for name, value in episode.kept.items():
            setattr(self, name, copy.deepcopy(value))

    def _turn_to_next(self) -> None:
        """It is the turn of whoever has to decide."""
        if self.game.over or any(self.truncations.values()):
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.table.asked
        mask = self._mask(self.agent_selection)
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": mask}

    def render(self) -> Any:
        """As ``render_mode`` says: printed, as text, or as pixels."""
        if self.render_mode == "rgb_array":
            return pictures.as_pixels(self.game)
        text = pictures.as_words(self.game)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return "hexfront_v0"
