"""A game with its encoding: what both environments and the datasets play on."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from gymnasium import spaces

import hexfront
from hexfront.env.codec import Codec, Speller
from hexfront.env.observing import Array, Observation, Observer
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game

Scenario = str


class Standing(NamedTuple):
    """A game as it stands, with the words of orders that are being spelled."""

    scenario: Scenario
    game: Game
    spelling: Mapping[str, tuple[int, ...]]
    said: Mapping[str, tuple[int, ...]]


class Playable(Protocol):
    """A game that sides act in, as environments need it: what they may do, what they see, how it ends."""

    game: Game
    sides: list[str]

    def action_space(self) -> spaces.Space[Any]: ...
    def mask_space(self) -> spaces.Space[Any]: ...
    def observation_space(self) -> spaces.Dict: ...
    def start(self, seed: int) -> None: ...
    def observe(self, side: str) -> Observation: ...
    def act(self, side: str, action: Any) -> None: ...
    def result(self, side: str) -> float: ...
    @property
    def asked(self) -> str: ...


def number_of(action: Any) -> int:
    """An action, or a part of one, as a number; Malformed if it is none."""
    try:
        return operator.index(action)
    except TypeError:
        raise Malformed(f"an action is made of whole numbers, not of {action!r}") from None


class GameTable:
    """One scenario, set up again and again; games are played by spelling orders."""

    def __init__(
        self,
        scenario: Scenario,
        options: Mapping[str, str] | None = None,
        overlays: Sequence[Path | str] = (),
        compact: bool = False,
    ) -> None:
        self.scenario = scenario
        self._options = options
        self._overlays = overlays
        self.game = self.fresh(0)
        self.codec = Codec(self.game.title, self.game.setting)
        self.observer = Observer(self.game, compact)
        self.sides = list(self.game.title.sides)
        self._spellers: dict[str, Speller] = {}
        self._said: dict[str, list[int]] = {side: [] for side in self.sides}
        self._masks: dict[str, tuple[dict[int, str], Array]] = {}  # with the words that could come next

    def fresh(self, seed: int) -> Game:
        """Another game of the scenario at its beginning, which is not laid on the table."""
        game = hexfront.new(self.scenario, seed, self._options, self._overlays)
        game.digest_every = 0
        return game

    def start(self, seed: int, settle: bool = True) -> None:
        """Set up a fresh game; unless told otherwise, answers without alternative are given at once."""
        self.game = self.fresh(seed)
        self._spellers = {}
        self._said = {side: [] for side in self.sides}
        if settle:
            self._settle()

    def _settle(self) -> None:
        """Give every answer to which there is no alternative."""
        while not self.game.over:
            for decision in self.game.decisions:
                action = self.speller(decision.side).action
                if action is not None:
                    self.follow(decision.side, action, ())
                    break
            else:
                return

    def speller(self, side: str) -> Speller:
        """The order that a side is spelling; RuntimeError if it has nothing to decide."""
        if side not in self._spellers:
            decision = self.game.decision_of(side)
            if decision is None:
                raise RuntimeError(f"{side} has nothing to decide now")
            self._spellers[side] = self.spelling(decision)
        return self._spellers[side]

    def spelling(self, decision: Decision) -> Speller:
        """An answer to any question of this scenario, to be spelled; nothing is played by it."""
        return Speller(self.codec, decision)

    def action_space(self) -> spaces.Discrete:
        """The numbers of words."""
        return spaces.Discrete(self.codec.size)

    def mask_space(self) -> spaces.Box:
        """1 or 0 for each word."""
        return spaces.Box(0, 1, (self.codec.size,), np.int8)

    def observation_space(self) -> spaces.Dict:
        """What `observe` gives."""
        return self.observer.space

    @property
    def asked(self) -> str:
        """The side that has to decide."""
        return self.game.decision.side

    def act(self, side: str, action: Any) -> None:
        """Say the next word of an order."""
        self.say(side, number_of(action))

    def mask(self, side: str) -> Array:
        """1 for every word that a side may say now."""
        if self.game.decision_of(side) is None:
            return np.zeros(self.codec.size, np.int8)
        speller = self.speller(side)
        kept = self._masks.get(side)
        if kept is None or kept[0] is not speller.next:
            cells = bytearray(self.codec.size)
            for number in speller.next:
                cells[number] = 1
            kept = self._masks[side] = speller.next, np.frombuffer(cells, np.int8)
        return kept[1].copy()

    def observe(self, side: str) -> Observation:
        """What a side sees now."""
        return self.observer.observe(self.game, side, self.words(side))

    def words(self, side: str) -> list[int]:
        """The words of the order under way."""
        speller = self._spellers.get(side)
        return [*self._said[side], *speller.numbers] if speller is not None else self._said[side][:]

    def say(self, side: str, number: int) -> Action | None:
        """Say the next word of an order; when it is complete it is played, and returned.

        KeyError if the word may not come next.
        """
        speller = self.speller(side)
        speller.say(number)
        action = speller.action
        if action is None:
            return None
        self.play(side, action, speller.numbers)
        return action

    def play(self, side: str, action: Action, numbers: Sequence[int] = ()) -> None:
        """Play a whole order, and then all that has no alternative."""
        self.follow(side, action, numbers)
        self._settle()

    def follow(self, side: str, action: Action, numbers: Sequence[int]) -> None:
        """Play one answer and nothing else."""
        station = self.game.station_step
        self.game.play(action, side)
        self.note(side, numbers, station)

    def note(self, side: str, numbers: Sequence[int], station: int) -> None:
        """An answer was played that was spelled so; before it the last station was that of a step."""
        self._spellers = {}
        if self.game.station_step == station:
            self._said[side] += numbers  # the order goes on: what was answered so far still matters
        else:
            self._said = {each: [] for each in self.sides}

    def clone(self) -> Standing:
        """How the game stands, half-spelled orders included, to be restored as often as one likes."""
        spelling = {side: tuple(speller.numbers) for side, speller in self._spellers.items()}
        said = {side: tuple(numbers) for side, numbers in self._said.items()}
        return Standing(self.scenario, self.game.branch(), spelling, said)

    def restore(self, standing: Standing) -> None:
        """Go on from a clone, of this table or of another one of the same scenario."""
        if standing.scenario != self.scenario:
            raise Malformed(f"this is a game of {standing.scenario}, not of {self.scenario}")
        self.game = standing.game.branch()
        self._said = {side: list(numbers) for side, numbers in standing.said.items()}
        self._spellers = {}
        for side, numbers in standing.spelling.items():
            speller = self.speller(side)
            for number in numbers:
                speller.say(number)

    def result(self, side: str) -> float:
        """1 if a side has won, -1 if it has lost, 0 if it is drawn or not over."""
        return result_of(self.game, side)


def result_of(game: Game, side: str) -> float:
    """1 if a side has won, -1 if it has lost, 0 if it is drawn or not over."""
    if not game.over:
        return 0.0
    winner = game.title.verdict(game.position, game.outcome).winner
    return 0.0 if not winner else 1.0 if winner == side else -1.0
