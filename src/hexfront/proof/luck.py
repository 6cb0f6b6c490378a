"""Whether what is told of luck is true: random games, in which every expectation is checked.

Of each throw the step is played again once for every way its dice can fall, through the procedure itself:
what came of all of these must be what the throw said could come, with the same chances. Over many games luck
must come to nothing on the average, and what was foretold with a chance must happen as often as it says.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from hexfront.kernel.game import EnumeratedDice, Game
from hexfront.kernel.luck import Fortune, Throw, throw_of
from hexfront.kernel.odds import Distribution, enumerate_dice
from hexfront.kernel.start import new_game
from hexfront.kernel.title import Title

TENTHS = 10
MOST_TOLD = 20


def played(title: Title, scenario: str, seed: int, most: int) -> Game[Any]:
    """A game by lot, of at most so many decisions."""
    draw = random.Random(seed)
    game = new_game(title, scenario, seed)
    while game.decisions and game.step < most:
        decision = draw.choice(game.decisions)
        game.play(draw.choice(decision.choices()), decision.side)
    return game


def throws(game: Game[Any]) -> Iterator[tuple[int, int, Throw]]:
    """The throws of a game: after how many steps, the event of that step that tells of it, and the throw."""
    for step in range(game.step):
        told = game.events[game.told_before(step) : game.told_before(step + 1)]
        for number, event in enumerate(told):
            if (found := throw_of(event, step + 1)) is not None:
                yield step, number, found


def played_again(game: Game[Any], step: int, number: int) -> Distribution[Fortune]:
    """What a throw brings, by playing its step once for every way its dice can fall."""
    before = game.branch(step)
    entry = game.journal[step]
    told = game.events[game.told_before(step) : game.told_before(step + 1)]
    first = sum(len(event.rolls) for event in told[:number])
    fallen = [roll.value for roll in entry.rolls[:first]]
    dice = len(told[number].rolls)

    def run(throw: Callable[[int], int]) -> Fortune:
        twin = before.branch()
        twin.digest_every = 0
        thrown = 0

        def fall(faces: int) -> int:
            nonlocal thrown
            thrown += 1
            if thrown > first + dice:
                return 1  # what comes after the throw does not matter
            return fallen[thrown - 1] if thrown <= first else throw(faces)

        twin.position.dice = EnumeratedDice.falling(fall)
        heard = len(twin.events)
        twin.play_recorded(entry.action, entry.by, entry.order)
        came = throw_of(twin.events[heard + number])
        assert came is not None
        return came.came

    return enumerate_dice(run)


def wrong_with(game: Game[Any], step: int, number: int, throw: Throw) -> str:
    """What is not true of a throw; empty if all of it is."""
    found = played_again(game, step, number)
    if {fortune: chance for chance, fortune in throw.ways} != {
        fortune: float(chance) for fortune, chance in found.items()
    }:
        return f"step {step}, {throw.text}: told {throw.ways}, played {dict(found.items())}"
    return ""


class Tally(msgspec.Struct):
    """Throws of one kind summed up: luck with its variance, and by tenths of the chance what was foretold."""

    throws: int = 0
    luck: float = 0.0
    variance: float = 0.0
    foretold: list[float] = msgspec.field(default_factory=lambda: [0.0] * TENTHS)
    happened: list[int] = msgspec.field(default_factory=lambda: [0] * TENTHS)
    spread: list[float] = msgspec.field(default_factory=lambda: [0.0] * TENTHS)

    def add(self, throw: Throw) -> None:
        """One more throw. Foretold is that it comes better than the mean, and that the enemy gives way."""
        self.throws += throw.decides
        self.luck += throw.luck
        self.variance += throw.variance
        mean = throw.expected.balance
        self._foretell(throw, lambda fortune: fortune.balance > mean)
        self._foretell(throw, lambda fortune: fortune.ground > 0)

    def _foretell(self, throw: Throw, happens: Callable[[Fortune], bool]) -> None:
        chance = sum(part for part, fortune in throw.ways if happens(fortune))
        if chance in (0, 1):
            if happens(throw.came) != bool(chance):
                raise AssertionError(f"what could not be otherwise was: {throw.text}")
            return
        tenth = min(int(chance * TENTHS), TENTHS - 1)
        self.foretold[tenth] += chance
        self.happened[tenth] += happens(throw.came)
        self.spread[tenth] += chance * (1 - chance)

    @property
    def deviations(self) -> float:
        """The mean luck in standard errors."""
        return self.luck / math.sqrt(self.variance) if self.variance else 0.0

    @property
    def chi_square(self) -> tuple[float, int]:
        """How far what happened is from what was foretold, and in how many tenths there was anything."""
        parts = [
            (came - told) ** 2 / spread
            for came, told, spread in zip(self.happened, self.foretold, self.spread, strict=True)
            if spread > 0
        ]
        return sum(parts), len(parts)

    @property
    def chance(self) -> float:
        """How likely so much or more is, if all is true."""
        return tail(*self.chi_square)


def tail(chi_square: float, freedom: int) -> float:
    """The chance of a chi-square so large or larger, by the series of the incomplete gamma function."""
    if not freedom or chi_square <= 0:
        return 1.0
    shape, at = freedom / 2, chi_square / 2
    term = total = 1 / shape
    for count in range(1, 10_000):
        term *= at / (shape + count)
        total += term
        if term < total * 1e-15:
            break
    return max(0.0, 1 - total * math.exp(-at + shape * math.log(at) - math.lgamma(shape)))


def kind_of(game: Game[Any], step: int, number: int, throw: Throw) -> str:
    """What throws are put together by: what the dice were thrown for, by the short word of their labels."""
    told = game.events[game.told_before(step) : game.told_before(step + 1)]
    first = sum(len(event.rolls) for event in told[:number])
    label = game.journal[step].rolls[first].label
    word = label.partition(": ")[2].split(" ")[0]
    return word or throw.kind


class Proof(msgspec.Struct):
    """What came of the games of a title."""

    title: str
    games: int = 0
    throws: int = 0
    played_again: int = 0
    wrong: list[str] = msgspec.field(default_factory=list)
    tallies: dict[str, Tally] = msgspec.field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        yield (
            f"{self.title}: {self.throws:,} throws in {self.games} games, {self.played_again:,} played again "
            f"in every way, {len(self.wrong)} of them told wrongly"
        )
        for kind, tally in sorted(self.tallies.items()):
            interval = 1.96 * math.sqrt(tally.variance) / tally.throws if tally.throws else 0.0
            mean = tally.luck / tally.throws if tally.throws else 0.0
            square, freedom = tally.chi_square
            yield (
                f"  {kind}: {tally.throws:,} throws, mean luck {mean:+.4f} within +-{interval:.4f} "
                f"({tally.deviations:+.2f} standard errors); foretold chances: chi-square {square:.1f} "
                f"in {freedom} tenths, p = {tally.chance:.3f}"
            )
        yield from self.wrong[:MOST_TOLD]

    def as_data(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "games": self.games,
            "throws": self.throws,
            "played_again": self.played_again,
            "wrong": self.wrong,
            "kinds": {
                kind: {
                    **msgspec.to_builtins(tally),
                    "deviations": tally.deviations,
                    "chi_square": tally.chi_square[0],
                    "tenths": tally.chi_square[1],
                    "p": tally.chance,
                }
                for kind, tally in sorted(self.tallies.items())
            },
        }


def prove(title: Title, scenarios: Sequence[str], seeds: Iterable[int], most: int, checked: int) -> Proof:
    """Random games of some scenarios in turns, and what is to be said of their throws."""
    proof = Proof(title.name)
    for number, seed in enumerate(seeds):
        game = played(title, scenarios[number % len(scenarios)], seed, most)
        proof.games += 1
        for count, (step, event, throw) in enumerate(throws(game)):
            proof.throws += 1
            proof.tallies.setdefault(kind_of(game, step, event, throw), Tally()).add(throw)
            if count < checked:
                proof.played_again += 1
                if wrong := wrong_with(game, step, event, throw):
                    proof.wrong.append(f"{game.origin.scenario}, seed {seed}, {wrong}")
    return proof
