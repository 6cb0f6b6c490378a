"""An example that learns: a small masked policy, in NumPy alone, that comes to beat a player by lot.

    python -m hexfront.env.learning --out learnt

The policy gives every word of the vocabulary a worth, a sum of a few features times what it has learnt; of
the words that the mask allows one is drawn, the likelier the more it is worth. Features are the same at every
decision: which tag the word is, whether it passes, and where on the map its hex lies. It is learnt by the
cross-entropy method: many policies are drawn round the one that is best so far, each plays a few games
against a player by lot, and the next is the mean of those that fared best. Seeds of training are below 1000,
the curve is measured on seeds from 1000 on, and the result is reported once on seeds from 2000 on.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hexfront.ai.estimates import Estimate, mean
from hexfront.env.codec import DONE, END, NO, NOTHING, YES
from hexfront.env.observing import Array
from hexfront.env.table import GameTable
from hexfront.kernel.actions import kinds_of
from hexfront.kernel.collector import collect_rarely

SCENARIO, SIDE = "serbia-1914/battle-in-the-macva", "austria-hungary"
TRAINING, WATCHING, REPORTING = 1, 1000, 2000  # the first seeds
SPREAD = 1.0  # of the policies drawn at first
LEAST_SPREAD = 0.1


class Point(NamedTuple):
    """The curve after so many games of training: mean result and mean score of the side that learns."""

    games: int
    result: Estimate
    score: Estimate


class Policy:
    """Features of the words of a scenario, one row each."""

    def __init__(self, table: GameTable) -> None:
        plain = [DONE, END, NOTHING, YES, NO]
        tags = sorted(kinds_of(table.game.title.actions))
        self.names = [*plain, *tags, "row", "column"]
        column = {name: at for at, name in enumerate(self.names)}
        self.features: Array = np.zeros((table.codec.size, len(self.names)))
        board, places = table.game.setting.board, table.observer.places
        for number, word in enumerate(table.codec.words):
            if word in column:
                self.features[number, column[word]] = 1.0
            if word in board:
                row, across = places.at[board[word]]
                self.features[number, -2:] = row / 4.0, across / 4.0

    def choose(self, weights: Array, legal: Sequence[int], draw: np.random.Generator) -> int:
        """One of the words that the mask allows, by lot, the likelier the more it is worth."""
        worth = self.features[list(legal)] @ weights
        chance = np.exp(worth - worth.max()).cumsum()
        return legal[int(np.searchsorted(chance, draw.random() * chance[-1]))]


def play(
    table: GameTable, policy: Policy, weights: Array | None, side: str, seed: int
) -> tuple[float, float]:
    """Result and score of a policy against a player by lot; without weights both play by lot."""
    table.start(seed)
    lot, draw = random.Random(seed), np.random.default_rng(seed)
    while not table.game.over:
        asked = table.asked
        if asked == side and weights is not None:
            table.say(asked, policy.choose(weights, sorted(table.speller(asked).next), draw))
        else:
            table.play(asked, lot.choice(table.game.decision.choices()))
    verdict = table.game.title.verdict(table.game.position, table.game.outcome)
    score = verdict.score or 0.0
    return table.result(side), score if side == table.sides[0] else -score


def measured(
    table: GameTable, policy: Policy, weights: Array | None, side: str, seeds: range
) -> tuple[Estimate, Estimate]:
    """Mean result and mean score over some seeds."""
    played = [play(table, policy, weights, side, seed) for seed in seeds]
    return mean([each[0] for each in played]), mean([each[1] for each in played])


def learn(
    table: GameTable,
    side: str,
    *,
    rounds: int = 8,
    drawn: int = 16,
    games: int = 2,
    watched: int = 10,
    watch: Callable[[Point], None] = lambda point: None,
) -> tuple[Array, Policy, list[Point]]:
    """Learn for some rounds; what was learnt, and the curve."""
    policy = Policy(table)
    draw = np.random.default_rng(TRAINING)
    middle = np.zeros(len(policy.names))
    spread = np.full(len(policy.names), SPREAD)
    curve: list[Point] = []

    def look(played: int) -> None:
        seeds = range(WATCHING, WATCHING + watched)
        curve.append(Point(played, *measured(table, policy, middle, side, seeds)))
        watch(curve[-1])

    look(0)
    for number in range(rounds):
        tried = middle + spread * draw.standard_normal((drawn, len(middle)))
        first = TRAINING + number * games
        seeds = range(first, first + games)  # the same dice for all of a round
        fared = [np.mean([play(table, policy, each, side, seed)[1] for seed in seeds]) for each in tried]
        best = tried[np.argsort(fared)[-max(2, drawn // 4) :]]
        middle = best.mean(axis=0)
        spread = np.maximum(best.std(axis=0) * 1.2, LEAST_SPREAD)
        look((number + 1) * drawn * games)
    return middle, policy, curve


def picture(curve: Sequence[Point], lot: Estimate, title: str) -> str:
    """The curve of the score with its intervals, as SVG."""
    width, height, left, low = 640, 320, 60, 270
    ends = [each for point in curve for each in (point.score.low, point.score.high) if each is not None]
    values = [*ends, *(point.score.value for point in curve), lot.value]
    bottom, top = min(values) - 1, max(values) + 1
    last = max(point.games for point in curve) or 1

    def at(games: float, value: float) -> str:
        x = left + games / last * (width - left - 20)
        return f"{x:.1f},{low - (value - bottom) / (top - bottom) * (low - 40):.1f}"

    highs = [
        at(each.games, each.score.high if each.score.high is not None else each.score.value) for each in curve
    ]
    lows = [
        at(each.games, each.score.low if each.score.low is not None else each.score.value) for each in curve
    ]
    line = " ".join(at(each.games, each.score.value) for each in curve)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            'font-family="sans-serif" font-size="12">'
        ),
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="22" font-size="14">{title}</text>',
        f'<polygon points="{" ".join([*highs, *reversed(lows)])}" fill="#9bb7d4" opacity="0.45"/>',
        f'<polyline points="{line}" fill="none" stroke="#1f4e79" stroke-width="2"/>',
        (
            f'<polyline points="{at(0, lot.value)} {at(last, lot.value)}" fill="none" stroke="#a33" '
            'stroke-dasharray="5 4"/>'
        ),
        (
            f'<text x="{width - 20}" y="{float(at(0, lot.value).split(",")[1]) + 14:.1f}" text-anchor="end" '
            'fill="#a33">by lot</text>'
        ),
        f'<text x="{width - 20}" y="{height - 12}" text-anchor="end">games of training</text>',
    ]
    for share in range(5):
        value, games = bottom + (top - bottom) * share / 4, last * share / 4
        x, y = at(games, value).split(",")
        parts.append(f'<text x="{left - 8}" y="{y}" text-anchor="end">{value:.1f}</text>')
        parts.append(f'<text x="{x}" y="{low + 18}" text-anchor="middle">{games:.0f}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main(words: Sequence[str] | None = None) -> None:
    """Learn, tell the curve, and write what was learnt."""
    reader = argparse.ArgumentParser(prog="python -m hexfront.env.learning", description=__doc__)
    reader.add_argument("--scenario", default=SCENARIO)
    reader.add_argument("--side", default=SIDE)
    reader.add_argument("--rounds", type=int, default=8)
    reader.add_argument("--drawn", type=int, default=16, help="policies in a round")
    reader.add_argument("--games", type=int, default=2, help="games of each")
    reader.add_argument("--watched", type=int, default=10, help="games of each point of the curve")
    reader.add_argument("--report", type=int, default=40, help="games of the report")
    reader.add_argument("--out", type=Path, required=True)
    chosen = reader.parse_args(words)
    collect_rarely()
    began = time.process_time()
    table = GameTable(chosen.scenario)

    def told(point: Point) -> None:
        print(
            f"{point.games:5} games: result {point.result.plain(2)}, score {point.score.plain(1)}", flush=True
        )

    learnt, policy, curve = learn(
        table,
        chosen.side,
        rounds=chosen.rounds,
        drawn=chosen.drawn,
        games=chosen.games,
        watched=chosen.watched,
        watch=told,
    )
    seeds = range(REPORTING, REPORTING + chosen.report)
    result, score = measured(table, policy, learnt, chosen.side, seeds)
    lot, lot_score = measured(table, policy, None, chosen.side, seeds)
    seconds = time.process_time() - began
    print(f"seeds from {REPORTING}: result {result.plain(2)}, score {score.plain(1)}")
    print(f"by lot on the same: result {lot.plain(2)}, score {lot_score.plain(1)}")
    print(f"{seconds:.0f} seconds of one core")
    chosen.out.mkdir(parents=True, exist_ok=True)
    weights = dict(zip(policy.names, map(float, learnt.round(3)), strict=True))
    (chosen.out / "policy.json").write_text(json.dumps(weights, indent=1) + "\n")
    title = f"{chosen.scenario}, {chosen.side}: mean score against a player by lot"
    (chosen.out / "curve.svg").write_text(picture(curve, lot_score, title))


if __name__ == "__main__":
    main()
