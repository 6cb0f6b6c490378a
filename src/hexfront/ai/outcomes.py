"""What branches of a game come to: how often each result, and what an order is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

import msgspec

from hexfront.ai.branching import Arm, Branch
from hexfront.ai.estimates import Estimate, effect, mean, share
from hexfront.kernel.chronicle import Verdict
from hexfront.kernel.title import Title


def verdict_text(verdict: Verdict, names: Mapping[str, str]) -> str:
    """A result in words."""
    if not verdict.winner:
        return (verdict.level or "draw").capitalize()
    return f"{names.get(verdict.winner, verdict.winner)} {verdict.level}".strip()


def worth(winner: str, first: str) -> float:
    """A result as a number for the first side."""
    return 0.5 if not winner else float(winner == first)


class Distribution(msgspec.Struct, frozen=True):
    """What came of the branches of one arm."""

    arm: Arm
    games: int
    results: tuple[tuple[str, str, int, Estimate], ...]  # winner, in words, how often, share
    value: Estimate  # for the side that decides: a victory counts 1, a draw 1/2
    score: Estimate | None
    figures: tuple[tuple[tuple[str, str, str], float], ...]
    by_itself: int = 0


class Answer(msgspec.Struct, frozen=True):
    """The distributions, and how they differ pair by pair."""

    side: str
    turn: str
    over: int  # branches that were played to the end of the game
    arms: tuple[Distribution, ...]
    difference: Estimate | None = None
    score_difference: Estimate | None = None
    effect: float | None = None
    broken: tuple[str, ...] = ()


def gathered(title: Title, side: str, found: Sequence[Branch]) -> Answer:
    """What the branches come to, for the side that decides."""
    whole = [each for each in found if not each.broken]
    by_arm = {arm: [each for each in whole if each.arm == arm] for arm in ("without", "with")}
    shown = [_distribution(title, side, arm, by_arm[arm]) for arm in ("without", "with") if by_arm[arm]]
    difference = score = size = None
    if by_arm["with"]:
        without = {each.number: each for each in by_arm["without"]}
        pairs = [(each, without[each.number]) for each in by_arm["with"] if each.number in without]
        apart = [worth(a.winner, side) - worth(b.winner, side) for a, b in pairs]
        sign = 1 if side == title.sides[0] else -1
        points = [sign * (a.score - b.score) for a, b in pairs if a.score is not None and b.score is not None]
        difference, score = mean(apart), mean(points) if points else None
        size = effect(points or apart)
    turns = [each.turn for each in whole]
    return Answer(
        side,
        max(set(turns), key=turns.count) if turns else "",
        sum(each.over for each in whole),
        tuple(shown),
        difference,
        score,
        size,
        tuple(each.broken for each in found if each.broken),
    )


def _distribution(title: Title, side: str, arm: Arm, found: Sequence[Branch]) -> Distribution:
    sign = 1 if side == title.sides[0] else -1
    counts: dict[tuple[str, str], int] = {}
    for each in found:
        key = each.winner, verdict_text(Verdict(each.winner, each.level), title.side_names)
        counts[key] = counts.get(key, 0) + 1
    scores = [sign * each.score for each in found if each.score is not None]
    names = dict.fromkeys(name for each in found for name, _ in each.figures)
    figures = {
        name: [value for each in found for key, value in each.figures if key == name] for name in names
    }
    return Distribution(
        arm,
        len(found),
        tuple(
            (winner, text, number, share(number, len(found)))
            for (winner, text), number in sorted(counts.items(), key=lambda item: -item[1])
        ),
        mean([worth(each.winner, side) for each in found]),
        mean(scores) if scores else None,
        tuple((name, fmean(values)) for name, values in figures.items()),
        sum(each.by_itself for each in found),
    )


def lines(title: Title, answer: Answer, order: str) -> list[str]:
    """The answer in words."""
    name = title.side_names.get(answer.side, answer.side)
    found = []
    for each in answer.arms:
        head = f'with "{order}"' if each.arm == "with" else "without" if order else "as it stands"
        found.append(f"{head}, {each.games} games to {answer.turn}:")
        found += [f"  {text}: {number}, {part.percent()}" for _, text, number, part in each.results]
        if each.score is not None:
            found.append(f"  points for {name}: {each.score.plain(1)}")
        if each.by_itself:
            found.append(f"  in {each.by_itself} of them the computer player gave this order by itself")
    if answer.score_difference is not None:
        size = "" if answer.effect is None else f"; effect {answer.effect:+.2f} standard deviations"
        found.append(f"the order is worth {answer.score_difference.plain(1)} points to {name}{size}")
    if answer.difference is not None:
        found.append(f"and {answer.difference.plain(2)} of a victory")
    found += [f"broke off: {text}" for text in answer.broken]
    return found
