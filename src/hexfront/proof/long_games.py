"""What a long game costs: its file, to load it, to go to any of its steps, to branch, and memory on the way.

Times are of the processor. Memory is that of the whole process, where the system tells it.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from hexfront.kernel import save
from hexfront.kernel.errors import SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.start import new_game
from hexfront.kernel.title import Title
from hexfront.proof.serving import memory_of

Result = TypeVar("Result")

NOTES = 8  # looks at memory and at a branch while a game is played
PLACES = 16  # steps that are gone to, from the first to the last
BRANCHES = 20


class Look(msgspec.Struct, frozen=True):
    """How it stood after so many steps: megabytes of the process, milliseconds for a branch."""

    step: int
    memory: float | None
    branch: float


class Long(msgspec.Struct, frozen=True):
    """A long game: seconds of the processor, but for the branches on the way."""

    scenario: str
    steps: int
    over: bool
    looks: tuple[Look, ...]
    bytes: int
    written: float
    loaded: float
    to_steps: dict[int, float]  # from the loaded game to each of these steps
    same: bool  # whether the loaded game stands where the other stood

    def lines(self) -> Iterator[str]:
        """The figures for people."""
        end = "its end" if self.over else "not its end"
        yield f"{self.scenario}: {self.steps:,} steps, {end}"
        for look in self.looks:
            memory = "" if look.memory is None else f"{look.memory:,.0f} MB, "
            yield f"  after {look.step:>9,}: {memory}a branch in {look.branch:.2f} ms"
        size = f"{self.bytes / 1e6:.1f} MB"
        yield f"  file: {size}, written in {self.written:.2f} s, loaded in {self.loaded:.2f} s"
        if not self.same:
            yield "  the loaded game does NOT stand where the other stood"
        slowest = max(self.to_steps, key=lambda step: self.to_steps[step])
        most, mean = self.to_steps[slowest], sum(self.to_steps.values()) / len(self.to_steps)
        yield f"  to {len(self.to_steps)} of its steps: at most {most:.2f} s ({slowest:,}), mean {mean:.2f} s"


def play_long(
    title: Title, scenario: str, seed: int, steps: int, options: Mapping[str, str] | None = None
) -> tuple[Game, tuple[Look, ...]]:
    """Play by lot for so many steps, or to the end, in the settings everybody has."""
    draw, game = random.Random(seed), new_game(title, scenario, seed, options)
    looks: list[Look] = []
    due = steps // NOTES
    while game.step < steps and (decisions := game.decisions):
        decision = decisions[0] if len(decisions) == 1 else draw.choice(decisions)
        game.play(draw.choice(decision.choices()), decision.side)
        if game.step >= due:
            looks.append(_look(game))
            due += max(1, steps // NOTES)
    return game, tuple(looks)


def measure(game: Game, looks: tuple[Look, ...] = ()) -> Long:
    """What writing, loading and going to steps costs in a game."""
    with tempfile.TemporaryDirectory(prefix="hexfront-long-") as folder:
        path = Path(folder) / "game.hexfront"
        written, _ = _timed(lambda: save.save(game, path, text=False))
        loaded, again = _timed(lambda: save.load(path, lambda _: game.title))
        size = path.stat().st_size
    places = sorted({game.step * part // PLACES for part in range(PLACES + 1)})
    to_steps = {step: _timed(partial(again.branch, step))[0] for step in places}
    return Long(
        f"{game.origin.title}/{game.origin.scenario}",
        game.step,
        game.over,
        looks or (_look(game),),
        size,
        written,
        loaded,
        to_steps,
        again.position.digest() == game.position.digest(),
    )


def _look(game: Game) -> Look:
    began = time.process_time()
    for _ in range(BRANCHES):
        game.branch()
    branch = (time.process_time() - began) / BRANCHES * 1000
    return Look(game.step, _memory(), branch)


def _memory() -> float | None:
    try:
        return memory_of(os.getpid())
    except SaveError:
        return None


def _timed(work: Callable[[], Result]) -> tuple[float, Result]:
    began = time.process_time()
    done = work()
    return round(time.process_time() - began, 3), done
