"""Exact distributions over chance. Asking draws no dice.

A `Distribution` says how likely each outcome is, as exact fractions. `then` carries it through the next
throw, so that a sequence of combats is worked out as one distribution after the other. `enumerate_dice`
does the same for code that throws dice by itself: it runs the code once for every way the dice can fall.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)
Next = TypeVar("Next", bound=Hashable)


class Distribution(Generic[Outcome]):
    """How likely each outcome is. Probabilities are exact and add up to one."""

    def __init__(self, weights: Mapping[Outcome, Fraction | int]) -> None:
        total = sum(weights.values(), Fraction(0))
        if total <= 0:
            raise ValueError("a distribution needs a positive total weight")
        self._chance = {outcome: Fraction(weight) / total for outcome, weight in weights.items() if weight}

    @classmethod
    def certain(cls, outcome: Outcome) -> Distribution[Outcome]:
        return cls({outcome: 1})

    @classmethod
    def evenly(cls, outcomes: Iterable[Outcome]) -> Distribution[Outcome]:
        """Every item equally likely; an item named twice counts twice."""
        weights: dict[Outcome, int] = {}
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + 1
        return cls(weights)

    def __getitem__(self, outcome: Outcome) -> Fraction:
        return self._chance.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self._chance)

    def __len__(self) -> int:
        return len(self._chance)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._chance == other._chance

    def __hash__(self) -> int:
        return hash(frozenset(self._chance.items()))

    def items(self) -> Iterable[tuple[Outcome, Fraction]]:
        return self._chance.items()

    def map(self, change: Callable[[Outcome], Next]) -> Distribution[Next]:
        """The distribution of a function of the outcome."""
        weights: dict[Next, Fraction] = {}
        for outcome, chance in self._chance.items():
            changed = change(outcome)
            weights[changed] = weights.get(changed, Fraction(0)) + chance
        return Distribution(weights)

    def then(self, following: Callable[[Outcome], Distribution[Next]]) -> Distribution[Next]:
        """Carry each outcome through what follows it."""
        weights: dict[Next, Fraction] = {}
        for outcome, chance in self._chance.items():
            for after, share in following(outcome).items():
                weights[after] = weights.get(after, Fraction(0)) + chance * share
        return Distribution(weights)

    def probability(self, happens: Callable[[Outcome], bool]) -> Fraction:
        """How likely it is that something is true of the outcome."""
        return sum((chance for outcome, chance in self._chance.items() if happens(outcome)), Fraction(0))

    def mean(self, value: Callable[[Outcome], int | Fraction]) -> Fraction:
        """The expected value of a number that depends on the outcome."""
        return sum((chance * value(outcome) for outcome, chance in self._chance.items()), Fraction(0))


def die(faces: int = 6) -> Distribution[int]:
    """One fair die."""
    return Distribution.evenly(range(1, faces + 1))


class _Script:
    """Dice that fall as written, and show a one where nothing is written; what fell is remembered."""

    def __init__(self, written: list[int]) -> None:
        self.written = written
        self.faces: list[int] = []
        self.values: list[int] = []

    def throw(self, faces: int) -> int:
        at = len(self.values)
        value = self.written[at] if at < len(self.written) else 1
        self.faces.append(faces)
        self.values.append(value)
        return value

    def next(self) -> _Script | None:
        """The next way the dice can fall; None after the last."""
        values, faces = self.values[:], self.faces[:]
        while values and values[-1] == faces[-1]:
            values.pop()
            faces.pop()
        if not values:
            return None
        values[-1] += 1
        return _Script(values)


def enumerate_dice(
    run: Callable[[Callable[[int], int]], Outcome], limit: int = 100_000
) -> Distribution[Outcome]:
    """The exact distribution of what `run` returns.

    `run` is given a function that throws a die with so many faces. It is called once for every sequence
    of throws that can happen, so it must have no other effect. More than `limit` sequences are an error.
    """
    weights: dict[Outcome, Fraction] = {}
    script: _Script | None = _Script([])
    for _ in range(limit):
        assert script is not None
        outcome = run(script.throw)
        chance = Fraction(1, math.prod(script.faces))
        weights[outcome] = weights.get(outcome, Fraction(0)) + chance
        script = script.next()
        if script is None:
            return Distribution(weights)
    raise ValueError(f"the dice can fall in more than {limit} ways")
