"""What a game's turns were worth: how it stood before and after each, found by playing it on many times.

At the beginning of each turn the game is played on by computer players, with many dice (`branching`). How it
stood after a turn less how it stood before is what the turn brought in place of what the computer players
would have made of it: play, answers of the enemy, and dice. What the dice of fights had of it is told beside
it, as `kernel.luck` reckons it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from hexfront.ai.branching import Branch
from hexfront.ai.estimates import Estimate, mean
from hexfront.ai.outcomes import worth
from hexfront.kernel.game import Game
from hexfront.kernel.luck import luck_of
from hexfront.kernel.title import REFEREE, Title


class Start(msgspec.Struct, frozen=True):
    """The step with which a turn begins, or the game stops; then no turn has a name."""

    step: int
    turn: str


class Turn(msgspec.Struct, frozen=True):
    """What a turn was worth to a side."""

    turn: str
    first: int
    last: int
    before: Estimate
    """The share of victories after which it stood at the beginning; a draw counts half."""
    after: Estimate
    change: Estimate
    points: Estimate | None
    """The same in points of victory, where the title has any."""
    dice: float
    """What the dice of fights brought more than was to be expected, in losses."""


class Review(msgspec.Struct, frozen=True):
    """The turns of a game for a side, in their order."""

    side: str
    players: Mapping[str, str]
    games: int
    turns: tuple[Turn, ...]
    unit: str
    """What losses are counted in."""
    broken: tuple[str, ...] = ()

    @property
    def costliest(self) -> Turn | None:
        """The turn that cost most, if any can be told from none."""
        sure = [each for each in self.turns if each.change.high is not None and each.change.high < 0]
        return min(sure, key=lambda each: each.change.value, default=None)

    @property
    def best(self) -> Turn | None:
        """The turn that brought most, if any can be told from none."""
        sure = [each for each in self.turns if each.change.low is not None and each.change.low > 0]
        return max(sure, key=lambda each: each.change.value, default=None)


def starts(game: Game) -> list[Start]:
    """Where the turns of a game begin, and where it stands now.

    A turn that is over does not come again, so that its end is found by halving.
    """
    title, found = game.title, [0]

    def moment(step: int) -> str:
        return title.moment(game.branch(step).position).turn

    names = [moment(0)]
    last = moment(game.step)
    while names[-1] != last:
        low, high = found[-1], game.step  # in the turn, and after it
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if moment(middle) == names[-1] else (low, middle)
        found.append(high)
        names.append(moment(high))
    told = [Start(step, name) for step, name in zip(found, names, strict=True)]
    return told if told[-1].step == game.step else [*told, Start(game.step, "")]


def reviewed(
    game: Game,
    side: str,
    players: Mapping[str, str],
    at: Sequence[Start],
    found: Sequence[Sequence[Branch]],
) -> Review:
    """What the turns between some steps were worth; ``found`` has the branches of each of the steps."""
    turns = []
    luck = luck_of(game, REFEREE)
    other = next((each for each in game.title.sides if each != side), "")
    for number, (one, after) in enumerate(pairwise(at)):
        pairs = [*_pairs(found[number], found[number + 1])]
        sign = 1 if side == game.title.sides[0] else -1
        points = [sign * (b.score - a.score) for a, b in pairs if a.score is not None and b.score is not None]
        thrown = [each for each in luck.throws if one.step < each.step <= after.step]
        turns.append(
            Turn(
                one.turn,
                one.step,
                after.step,
                mean([worth(a.winner, side) for a, _ in pairs]),
                mean([worth(b.winner, side) for _, b in pairs]),
                mean([worth(b.winner, side) - worth(a.winner, side) for a, b in pairs]),
                mean(points) if points else None,
                sum(each.luck for each in thrown if each.side == side)
                - sum(each.luck for each in thrown if each.side == other),
            )
        )
    broken = tuple(each.broken for branches in found for each in branches if each.broken)
    return Review(side, dict(players), len(found[0]) if found else 0, tuple(turns), luck.unit, broken)


def finished(game: Game, games: int) -> list[Branch]:
    """The branches of a game that is over: each ends as it did."""
    verdict = game.title.verdict(game.position, game.outcome)
    return [
        Branch(number, "without", verdict.winner, verdict.level, verdict.score, over=True)
        for number in range(1, games + 1)
    ]


def _pairs(before: Sequence[Branch], after: Sequence[Branch]) -> Iterator[tuple[Branch, Branch]]:
    """Branches of the same number, with the same dice; those that broke off are left out."""
    later = {each.number: each for each in after if not each.broken}
    return ((each, later[each.number]) for each in before if not each.broken and each.number in later)


def lines(title: Title, review: Review) -> list[str]:
    """A review in words."""
    name = title.side_names.get(review.side, review.side)
    told = [f"What each turn was worth to {name}, in {review.games} games from its beginning and its end:"]
    for each in review.turns:
        points = "" if each.points is None else f", {_signed(each.points, 1)} points"
        dice = f"; the dice of fights: {each.dice:+.1f} {review.unit}" if each.dice else ""
        told.append(
            f"  {each.turn or 'the turn under way'} (steps {each.first} to {each.last}): "
            f"{each.before.value:.0%} to {each.after.value:.0%}{points}{dice}"
        )
    if (worst := review.costliest) is not None:
        told.append(f"It cost {name} most in {worst.turn}: {_signed(worst.change, 2)} of a victory")
    if (best := review.best) is not None:
        told.append(f"It brought {name} most in {best.turn}: {_signed(best.change, 2)} of a victory")
    if worst is None and best is None:
        told.append("No turn can be told from one that changed nothing; play more games")
    return [*told, *(f"broke off: {text}" for text in review.broken)]


def _signed(estimate: Estimate, digits: int) -> str:
    sign = "+" if estimate.value > 0 else ""
    return f"{sign}{estimate.plain(digits)}"
