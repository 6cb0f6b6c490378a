"""Several factors at once: options, readings and tables varied by a balanced design, with the effect of each.

Every seed is played under every arm of the design by the same players. In the design each level of a factor
meets each level of any other equally often, so that the effects of factors do not hide behind one another.
The effect of a level is how many points (and how much of a victory) better the first side of the title fares
than at the first level of the factor, over the arms of one seed; its interval is Student's over the seeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import msgspec

from hexfront.ai.estimates import Estimate, mean
from hexfront.ai.outcomes import worth
from hexfront.kernel.datafiles import Overlay
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import Title
from hexfront.sim.results import GameRecord
from hexfront.sim.series import Arm, Series, make_arm

MOST_ARMS = 16
DEFAULT = "default"


class Factor(msgspec.Struct, frozen=True):
    """Something that is varied: an option with some of its values, or ``data`` with folders."""

    name: str
    levels: tuple[str, ...]


class Effect(msgspec.Struct, frozen=True):
    """What a level brings in place of the first: points, and victories (a draw counts 1/2)."""

    factor: str
    level: str
    instead_of: str
    score: Estimate | None
    value: Estimate


def read_factor(text: str) -> Factor:
    """``NAME=VALUE|VALUE...``; ``data=default|FOLDER`` varies tables."""
    name, _, values = text.partition("=")
    levels = tuple(each.strip() for each in values.split("|") if each.strip())
    if not name or len(set(levels)) != len(levels) or len(levels) < 2:
        raise Malformed(f'a factor is written NAME=VALUE|VALUE with at least two values; not "{text}"')
    return Factor(name, levels)


def design(factors: Sequence[Factor]) -> list[tuple[str, ...]]:
    """The arms: all combinations while they are few; for many factors of two levels a fraction of them.

    The fraction is the columns of a Hadamard matrix. In it main effects are free of one another, but not of
    what two factors do together.
    """
    number = 1
    for factor in factors:
        number *= len(factor.levels)
    if number <= MOST_ARMS:
        return list(product(*(factor.levels for factor in factors)))
    if any(len(factor.levels) != 2 for factor in factors) or len(factors) >= MOST_ARMS:
        raise Malformed(
            f"{number} combinations are too many: at most {MOST_ARMS}, or up to {MOST_ARMS - 1} factors of "
            "two values each"
        )
    rows = 1 << len(factors).bit_length()
    return [
        tuple(factor.levels[(row & at).bit_count() % 2] for at, factor in enumerate(factors, 1))
        for row in range(rows)
    ]


def arms_of(title: Title, factors: Sequence[Factor], players: str) -> list[Arm]:
    """What has to be played."""
    names = [factor.name for factor in factors]
    if len(set(names)) != len(names):
        raise Malformed("a factor is named twice")
    found = []
    for levels in design(factors):
        options, overlays = {}, []
        for factor, level in zip(factors, levels, strict=True):
            if factor.name != "data":
                options[factor.name] = level
            elif level != DEFAULT:
                overlays.append(Overlay.from_folder(Path(level)))
        found.append(make_arm(title, players, options, overlays, named(factors, levels)))
    return found


def named(factors: Sequence[Factor], levels: Sequence[str]) -> str:
    """What an arm is called."""
    return ",".join(f"{factor.name}={level}" for factor, level in zip(factors, levels, strict=True))


def effects(series: Series, factors: Sequence[Factor], records: Sequence[GameRecord]) -> list[Effect]:
    """The effect of every level but the first of each factor, over seeds that are complete and unbroken."""
    side = series.title.sides[0]
    by_seed: dict[int, dict[str, GameRecord]] = {}
    for record in records:
        if not record.broken:
            by_seed.setdefault(record.seed, {})[record.arm] = record
    arms = {named(factors, levels): levels for levels in design(factors)}
    whole = [games for _, games in sorted(by_seed.items()) if games.keys() >= arms.keys()]
    found = []
    for at, factor in enumerate(factors):
        first, *others = factor.levels
        for level in others:
            values, scores = [], []
            for games in whole:
                here = [games[name] for name, levels in arms.items() if levels[at] == level]
                there = [games[name] for name, levels in arms.items() if levels[at] == first]
                values.append(_worth(here, side) - _worth(there, side))
                one, two = _score(here), _score(there)
                if one is not None and two is not None:
                    scores.append(one - two)
            found.append(Effect(factor.name, level, first, mean(scores) if scores else None, mean(values)))
    return found


def _worth(games: Sequence[GameRecord], side: str) -> float:
    return sum(worth(game.winner, side) for game in games) / len(games)


def _score(games: Sequence[GameRecord]) -> float | None:
    scores = [game.score for game in games if game.score is not None]
    return sum(scores) / len(scores) if len(scores) == len(games) else None


def lines(series: Series, found: Sequence[Effect]) -> list[str]:
    """The effects in words."""
    side = series.title.side_names.get(series.title.sides[0], series.title.sides[0])
    told = []
    for each in found:
        points = f"{each.score.plain(2)} points, " if each.score is not None else ""
        told.append(
            f"{each.factor}={each.level} instead of {each.instead_of}: for {side} {points}"
            f"victories {each.value.plain(3)}, over {each.value.of} seeds"
        )
    return told
