"""The figure sheet of a scenario: what somebody who wants to learn it has to know beforehand.

How many choices there are and how many decisions, what is hidden from a side, what is rewarded, and how many
decisions a second can be had. Everything is seen in games by lot of seeds in a row, and can be repeated.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from statistics import fmean, median

import msgspec
import numpy as np

from hexfront.ai.estimates import quantile
from hexfront.env.hexfront_v0 import raw_env
from hexfront.env.observing import sightings
from hexfront.env.table import GameTable
from hexfront.kernel.collector import collect_rarely
from hexfront.kernel.game import Game
from hexfront.kernel.title import REFEREE
from hexfront.proof.whole_games import Stopwatch, Timed
from hexfront.seam import find_title

LOOKS = 40  # decisions from one look at what is hidden to the next
WARMING = 200  # words that are not timed
WORDS = 3000  # words that are


class Spread(msgspec.Struct, frozen=True):
    """Some numbers: their mean, their median, below which 95 of 100 lie, and the largest."""

    mean: float
    median: float
    most_often_below: float
    largest: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        if not values:
            return cls(0.0, 0.0, 0.0, 0.0)
        return cls(round(fmean(values), 2), median(values), quantile(values, 0.95), max(values))

    def words(self) -> str:
        return (
            f"mean {self.mean:,.1f}, median {self.median:,.0f}, 95 of 100 up to "
            f"{self.most_often_below:,.0f}, at most {self.largest:,.0f}"
        )


class Hidden(msgspec.Struct, frozen=True):
    """What one side does not see of the others, as means over looks at the position.

    ``there`` counts the counters of others on the map, ``seen`` those of them that this side is shown, and
    ``face_down`` those shown without what they are. ``strength`` is the part of their strength it can read.
    """

    there: float
    seen: float
    face_down: float
    strength: float


class Speed(msgspec.Struct, frozen=True):
    """Per second of one core: orders of the engine by lot, and words of the environment with its masks."""

    orders: int
    words: int
    compact_words: int


class Sheet(msgspec.Struct, frozen=True):
    """The figures of one scenario.

    ``branching`` counts the orders of a decision, ``word_branching`` the words that may come next.
    ``tree`` is the mean number of digits of the product of all choices of a game. ``alone`` is the part of
    decisions without alternative, ``secret`` of those given under seal, ``together`` of those that several
    sides have at the same time.
    """

    scenario: str
    sides: tuple[str, ...]
    games: int
    ended: int
    first_seed: int
    hexes: int
    pieces: int
    vocabulary: int
    observation: dict[str, tuple[int, ...]]
    compact: dict[str, tuple[int, ...]]
    length: Spread
    turns: Spread
    words: Spread
    branching: Spread
    word_branching: Spread
    tree: float
    dice: Spread
    alone: float
    secret: float
    together: float
    hidden: dict[str, Hidden]
    won: dict[str, int]
    drawn: int
    score: Spread | None
    speed: Speed


class _Seen:
    """What is gathered over games."""

    def __init__(self, sides: Sequence[str]) -> None:
        self.sides = sides
        self.length: list[float] = []
        self.turns: list[float] = []
        self.words: list[float] = []
        self.dice: list[float] = []
        self.tree: list[float] = []
        self.choices: list[float] = []
        self.next_words: list[float] = []
        self.secret = self.together = self.decisions = self.ended = 0
        self.looks: dict[str, list[tuple[float, ...]]] = {side: [] for side in sides}
        self.won: Counter[str] = Counter()
        self.score: list[float] = []
        self.seconds: list[tuple[int, float]] = []

    def play(self, table: GameTable, seed: int, longest: int) -> None:
        """A game by lot, order by order. Only listing and playing are timed."""
        draw, clock = random.Random(seed), time.process_time
        seconds, began = 0.0, clock()
        game = table.fresh(seed)
        moment, turns, words, tree = game.title.moment(game.position), 1, 0, 0.0
        while not game.over and not (longest and game.step >= longest):
            decisions = game.decisions
            decision = decisions[0] if len(decisions) == 1 else draw.choice(decisions)
            choices = decision.choices()
            action = draw.choice(choices)
            seconds += clock() - began
            self.decisions += 1
            self.together += len(decisions) > 1
            self.choices.append(len(choices))
            tree += math.log10(len(choices))
            speller = table.spelling(decision)
            for number in speller.numbers_of(action):
                self.next_words.append(len(speller.next))
                speller.say(number)
                words += 1
            if game.step % LOOKS == 0:
                self._look(game)
            began = clock()
            game.play(action, decision.side)
            seconds += clock() - began
            now = game.title.moment(game.position)
            turns, moment = turns + (now != moment), now
            began = clock()
        self.seconds.append((game.step, seconds))
        self.length.append(game.step)
        self.turns.append(turns)
        self.words.append(words)
        self.tree.append(tree)
        self.dice.append(sum(len(entry.rolls) for entry in game.journal))
        self.secret += sum(bool(entry.sealed) for entry in game.journal)
        if game.over:
            self.ended += 1
            verdict = game.title.verdict(game.position, game.outcome)
            self.won[verdict.winner] += 1
            if verdict.score is not None:
                self.score.append(verdict.score)

    def _look(self, game: Game) -> None:
        true = [each for each in sightings(game, REFEREE).counters if each.side]
        for side in self.sides:
            there = [each for each in true if each.side != side]
            seen = [each for each in sightings(game, side).counters if each.side and each.side != side]
            whole = sum(each.strength for each in there)
            read = sum(each.strength for each in seen if not each.hidden)
            self.looks[side].append(
                (len(there), len(seen), sum(each.hidden for each in seen), read / whole if whole else 1.0)
            )

    def hidden(self, side: str) -> Hidden:
        columns = list(zip(*self.looks[side], strict=True))
        return Hidden(*(round(fmean(each), 3) for each in columns)) if columns else Hidden(0, 0, 0, 1)


def figure_sheet(scenario: str, games: int = 3, first_seed: int = 1, longest: int = 0) -> Sheet:
    """The figures of a scenario from so many games by lot; each is left after ``longest`` steps, if given."""
    name, _, slug = scenario.partition("/")
    title = find_title(name)
    scenario = f"{name}/{slug or title.scenarios()[0].name}"
    collect_rarely()  # as every process that plays many games
    table = GameTable(scenario)
    listed = GameTable(scenario, compact=True)
    seen = _Seen(table.sides)
    for seed in range(first_seed, first_seed + games):
        seen.play(table, seed, longest)
    # The first game in a process works out what all later ones use.
    timed = seen.seconds[1:] or seen.seconds
    steps, seconds = (sum(each[at] for each in timed) for at in (0, 1))
    speed = Speed(
        round(steps / max(seconds, 1e-9)),
        round(words_a_second(scenario, first_seed)),
        round(words_a_second(scenario, first_seed, compact=True)),
    )
    counters = sightings(table.game, REFEREE).counters
    return Sheet(
        scenario=scenario,
        sides=tuple(table.sides),
        games=games,
        ended=seen.ended,
        first_seed=first_seed,
        hexes=len(table.game.setting.board),
        pieces=len(counters),
        vocabulary=table.codec.size,
        observation=table.observer.shapes(),
        compact=listed.observer.shapes(),
        length=Spread.of(seen.length),
        turns=Spread.of(seen.turns),
        words=Spread.of(seen.words),
        branching=Spread.of(seen.choices),
        word_branching=Spread.of(seen.next_words),
        tree=round(fmean(seen.tree), 1),
        dice=Spread.of(seen.dice),
        alone=round(sum(each == 1 for each in seen.choices) / max(1, seen.decisions), 4),
        secret=round(seen.secret / max(1, seen.decisions), 4),
        together=round(seen.together / max(1, seen.decisions), 4),
        hidden={side: seen.hidden(side) for side in table.sides},
        won={side: seen.won[side] for side in table.sides},
        drawn=seen.won[""],
        score=Spread.of(seen.score) if seen.score else None,
        speed=speed,
    )


def episode(scenario: str, seed: int, longest: int = 4000) -> Timed:
    """An episode of the environment by lot, to its end or so many words, as learners have it.

    At every word somebody asks for observation and mask.
    """
    env = _environment(scenario)
    draw, watch = random.Random(seed), Stopwatch()
    env.reset(seed=seed)
    while watch.decisions < longest:
        observation, _, ended, cut, _ = env.last()
        if ended or cut:
            break
        assert observation is not None
        env.step(draw.choice(observation["action_mask"].nonzero()[0].tolist()))
        watch.decided()
    return watch.read()


@lru_cache(maxsize=1)
def _environment(scenario: str) -> raw_env:
    return raw_env(scenario)


def words_a_second(scenario: str, seed: int, *, compact: bool = False) -> float:
    """Steps of the environment for each second of the processor, with observation and mask at each."""
    env = raw_env(scenario, compact=compact)
    draw = np.random.default_rng(seed)
    env.reset(seed=seed)
    began = time.process_time()
    for number in range(WARMING + WORDS):
        if number == WARMING:
            began = time.process_time()
        observation, _, ended, cut, _ = env.last()
        if ended or cut:
            env.reset(seed=seed + number)
            observation = env.last()[0]
        assert observation is not None
        env.step(int(draw.choice(observation["action_mask"].nonzero()[0])))
    return WORDS / max(time.process_time() - began, 1e-9)


def lines(sheet: Sheet) -> Iterator[str]:
    """A sheet in words."""
    title = find_title(sheet.scenario.partition("/")[0])
    name = {side: title.side_names.get(side, side) for side in sheet.sides}
    of = f"{sheet.games} games by lot from seed {sheet.first_seed}"
    cut = "" if sheet.ended == sheet.games else f", {sheet.games - sheet.ended} of them left before the end"
    yield f"{sheet.scenario}: {of}{cut}"
    yield f"  board: {sheet.hexes:,} hexes and boxes, {sheet.pieces:,} counters at the start"
    yield f"  length in orders: {sheet.length.words()}"
    yield f"  length in turns: {sheet.turns.words()}"
    yield f"  length in words: {sheet.words.words()}"
    yield f"  orders of a decision: {sheet.branching.words()}; {sheet.alone:.1%} without alternative"
    yield f"  words that may come next: {sheet.word_branching.words()}; vocabulary of {sheet.vocabulary:,}"
    yield f"  choices of a whole game: about 10^{sheet.tree:,.0f}"
    yield f"  chance: {sheet.dice.words()} dice a game"
    for side, each in sheet.hidden.items():
        yield (
            f"  hidden from {name[side]}: of {each.there:,.1f} enemy counters {each.seen:,.1f} seen, "
            f"{each.face_down:,.1f} face down; {each.strength:.0%} of their strength read"
        )
    yield f"  secret orders: {sheet.secret:.1%} under seal, {sheet.together:.1%} with others at the same time"
    ends = ", ".join(f"{name[side]} won {number}" for side, number in sheet.won.items())
    yield f"  reward: 1, 0 or -1 at the end; {ends}, drawn {sheet.drawn}"
    if sheet.score is not None:
        yield f"  score at the end: {sheet.score.words()}"
    for what, shapes in (("observation", sheet.observation), ("compact", sheet.compact)):
        yield f"  {what}: " + ", ".join(f"{key} {'x'.join(map(str, each))}" for key, each in shapes.items())
    speed = sheet.speed
    yield (
        f"  speed, each second of a core: {speed.orders:,} orders, {speed.words:,} words with observation "
        f"and mask, {speed.compact_words:,} with compact observations"
    )


def table_lines(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Sheets side by side, as a table of Markdown."""
    yield (
        "| scenario | orders | words | turns | choices, mean (most) | digits of all choices | dice | "
        "enemy strength read | under seal | won | orders a second | words a second | compact |"
    )
    yield "|---" * 13 + "|"
    for each in sheets:
        read = " / ".join(f"{hidden.strength:.0%}" for hidden in each.hidden.values())
        won = " / ".join(map(str, each.won.values()))
        cut = "" if each.ended == each.games else f" ({each.ended} of {each.games} ended)"
        yield (
            f"| `{each.scenario}`{cut} | {each.length.mean:,.0f} | {each.words.mean:,.0f} | "
            f"{each.turns.mean:,.0f} | {each.branching.mean:,.0f} ({each.branching.largest:,.0f}) | "
            f"{each.tree:,.0f} | {each.dice.mean:,.0f} | {read} | {each.secret:.1%} | {won}, {each.drawn} "
            f"drawn | {each.speed.orders:,} | {each.speed.words:,} | {each.speed.compact_words:,} |"
        )
