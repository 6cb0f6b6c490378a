"""A Gymnasium environment for one side, with computer players for the others.

>>> from hexfront.env.single import SingleSide
>>> env = SingleSide("outpost/skirmish", side="red", opponent="greedy")
>>> observation, info = env.reset(seed=3)
>>> sorted(observation)
['action_mask', 'asked', 'board', 'figures', 'spelled']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces

from hexfront.ai import Player, known_name, player
from hexfront.env import pictures
from hexfront.env.hexfront_v0 import SEEDS
from hexfront.env.observing import Observation
from hexfront.env.table import GameTable, Standing, number_of
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.plans import Plan


class Bout(NamedTuple):
    """An episode against computer players that can be gone back to."""

    standing: Standing
    said: int
    seed: int
    plans: Mapping[str, Plan | None]


class SingleSide(gymnasium.Env[Observation, np.int64]):
    """One side of a scenario. The opponent sees only what its side may know.

    A word that may not come next is not played; it costs ``illegal`` and the episode goes on, so that
    learners without masks can be tried too.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        scenario: str,
        side: str = "",
        opponent: str = "staff",
        render_mode: str | None = None,
        *,
        options: Mapping[str, str] | None = None,
        overlays: Sequence[Path | str] = (),
        longest: int = 0,
        illegal: float = -0.01,
        compact: bool = False,
    ) -> None:
        self.table = GameTable(scenario, options, overlays, compact)
        self.side = side or self.table.sides[0]
        if self.side not in self.table.sides:
            raise Malformed(f'there is no side "{side}" ({", ".join(self.table.sides)})')
        self.opponent = known_name(opponent, self.table.game.title)
        self.render_mode = render_mode
        self.longest = longest
        self.illegal = illegal
        self._said = 0
        self._seed = 0
        self._others: dict[str, Player] = {}
        self.action_space = spaces.Discrete(self.table.codec.size)
        mask = spaces.Box(0, 1, (self.table.codec.size,), np.int8)
        shown: spaces.Space[Any] = spaces.Dict({**self.table.observer.space.spaces, "action_mask": mask})
        self.observation_space = shown

    @property
    def game(self) -> Game:
        return self.table.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(SEEDS)) if seed is None else seed
        self.table.start(chosen)
        self._said = 0
        self._seat_others(chosen)
        self._let_others_play()
        return self._observed(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._said += 1
        cut = bool(self.longest and self._said >= self.longest)
        number = number_of(action)
        if number not in self.table.speller(self.side).next:
            return self._observed(), self.illegal, False, cut, {**self._info(), "illegal": True}
        self.table.say(self.side, number)
        self._let_others_play()
        over = self.game.over
        if self.render_mode == "human":
            self.render()
        return self._observed(), self.table.result(self.side), over, cut and not over, self._info()

    def _seat_others(self, seed: int) -> None:
        self._seed = seed
        others = [each for each in self.table.sides if each != self.side]
        self._others = {each: player(self.opponent, self.game.title, each, seed) for each in others}

    def clone(self) -> Bout:
        """The episode as it stands, half-spelled orders and the plans of opponents included."""
        plans = {side: other.plan for side, other in self._others.items()}
        return Bout(self.table.clone(), self._said, self._seed, plans)

    def restore(self, bout: Bout) -> None:
        """Go on from a clone. Opponents keep their plan; what else a staff has in mind it thinks of anew."""
        self.table.restore(bout.standing)
        self._said = bout.said
        self._seat_others(bout.seed)
        for side, plan in bout.plans.items():
            self._others[side].plan = plan

    def _let_others_play(self) -> None:
        """The opponent answers until this side has to decide or the game is over."""
        while not self.game.over and self.game.decision_of(self.side) is None:
            side = self.game.decision.side
            self.table.play(side, self._others[side].choose(self.game, side).action)

    def _observed(self) -> Observation:
        return {**self.table.observe(self.side), "action_mask": self.table.mask(self.side)}

    def _info(self) -> dict[str, Any]:
        if self.game.over:
            return {"outcome": self.game.outcome}
        return {"action_mask": self.table.mask(self.side)}

    def action_masks(self) -> Any:
        """The mask by the name that learners with masks look for."""
        return self.table.mask(self.side).astype(bool)

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return pictures.as_pixels(self.game)
        text = pictures.as_words(self.game)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None


def register(name: str = "hexfront/SingleSide-v0") -> None:
    """Let ``gymnasium.make(name, scenario=...)`` find it."""
    gymnasium.register(name, entry_point="hexfront.env.single:SingleSide")
