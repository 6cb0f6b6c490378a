"""Environments in which an action is a directive to an army: PettingZoo for all sides, Gymnasium for one.

>>> from hexfront.env import directives_v0
>>> env = directives_v0.env("outpost/skirmish")
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> action = env.action_space(env.agent_selection).sample(observation["action_mask"])
>>> len(action)                     # army, goal, attacks, reach, until
5

The first number of an action says which army is told something, 0 that the staff is to go on with what it has
been told; the others are then of no account. What they mean is in `hexfront.env.directives`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import gymnasium
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from hexfront.env import hexfront_v0, pictures
from hexfront.env.directives import DirectiveTable, Standing
from hexfront.env.observing import Observation
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game


def env(scenario: str, **settings: Any) -> AECEnv:
    """The environment as PettingZoo means it to be used; a directive that may not be given is Malformed."""
    made: AECEnv = raw_env(scenario, **settings)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(hexfront_v0.raw_env):  # noqa: N801 - the name PettingZoo asks for
    """The environment itself. ``staff`` carries directives out; the rest is as in `hexfront_v0`."""

    metadata: ClassVar[dict[str, Any]] = {**hexfront_v0.raw_env.metadata, "name": "directives_v0"}

    def __init__(
        self,
        scenario: str,
        render_mode: str | None = None,
        *,
        options: Mapping[str, str] | None = None,
        overlays: Sequence[Path | str] = (),
        staff: str = "",
        longest: int = 0,
        compact: bool = False,
    ) -> None:
        AECEnv.__init__(self)
        table = DirectiveTable(scenario, options, overlays, staff=staff, compact=compact)
        self._sit_down(table, render_mode, longest)

    def __str__(self) -> str:
        return "directives_v0"


class Bout(NamedTuple):
    """An episode of one side that can be gone back to."""

    standing: Standing
    given: int


class DirectedSide(gymnasium.Env[Observation, Any]):
    """One side gives directives; computer players have the others. An action that may not be taken changes
    nothing and costs ``illegal``."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array"],
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
        staff: str = "",
        longest: int = 0,
        illegal: float = -0.01,
        compact: bool = False,
    ) -> None:
        plain = DirectiveTable(scenario, options, overlays, staff=staff, compact=compact)
        self.side = side or plain.sides[0]
        if self.side not in plain.sides:
            raise Malformed(f'there is no side "{side}" ({", ".join(plain.sides)})')
        others = {each: opponent for each in plain.sides if each != self.side}
        self.table = DirectiveTable(scenario, options, overlays, staff=staff, others=others, compact=compact)
        self.render_mode = render_mode
        self.longest = longest
        self.illegal = illegal
        self._given = 0
        self.action_space = self.table.action_space()
        shown: spaces.Space[Any] = spaces.Dict(
            {**self.table.observation_space().spaces, "action_mask": self.table.mask_space()}
        )
        self.observation_space = shown

    @property
    def game(self) -> Game:
        return self.table.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.start(int(self.np_random.integers(hexfront_v0.SEEDS)) if seed is None else seed)
        self._given = 0
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._given += 1
        cut = bool(self.longest and self._given >= self.longest)
        if not self.table.allows(self.side, action):
            return self._observed(), self.illegal, False, cut, {**self._info(), "illegal": True}
        self.table.act(self.side, action)
        over = self.game.over
        return self._observed(), self.table.result(self.side), over, cut and not over, self._info()

    def clone(self) -> Bout:
        """The episode as it stands, directives of this turn included."""
        return Bout(self.table.clone(), self._given)

    def restore(self, bout: Bout) -> None:
        """Go on from a clone."""
        self.table.restore(bout.standing)
        self._given = bout.given

    def _observed(self) -> Observation:
        seen: dict[str, Any] = {**self.table.observe(self.side), "action_mask": self.table.mask(self.side)}
        return seen

    def _info(self) -> dict[str, Any]:
        if self.game.over:
            return {"outcome": self.game.outcome}
        return {"action_mask": self.table.mask(self.side)}

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return pictures.as_pixels(self.game)
        return pictures.as_words(self.game) if self.render_mode == "ansi" else None
