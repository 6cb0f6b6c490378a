"""Whole games by lot, measured as those who play them have them: no setting, every game a fresh one.

Times are of the processor, not of the clock, so that other work on the machine matters less. The first game
in a process works out what all later ones use; the end of a game is another matter than its beginning.
Engines of other games (``peers``) can be measured in turns with ours.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from hexfront.kernel.start import new_game
from hexfront.kernel.title import Title

EVERY = 16  # decisions from one look at the clock to the next
PARTS = 4  # of a game, of which the first and the last are told by themselves


class Timed(msgspec.Struct, frozen=True):
    """Decisions, and the seconds of the processor they took: all, the first part and the last."""

    decisions: int
    seconds: float
    early: float = 0.0
    late: float = 0.0

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return round(self.decisions / self.seconds, 1)

    @property
    def part(self) -> int:
        """How many decisions the first part has, and the last."""
        return self.decisions // PARTS


def together(several: Sequence[Timed]) -> Timed:
    """Some games as if they were one."""
    return Timed(
        sum(each.decisions for each in several),
        sum(each.seconds for each in several),
        sum(each.early for each in several),
        sum(each.late for each in several),
    )


class Stopwatch:
    """Takes the time of the processor now and then; asking for it can take as long as a decision."""

    def __init__(self) -> None:
        self.decisions = 0
        self._marks = [time.process_time()]

    def decided(self) -> None:
        """One decision more."""
        self.decisions += 1
        if self.decisions % EVERY == 0:
            self._marks.append(time.process_time())

    def read(self) -> Timed:
        """All so far, and what the first part and the last took, by the marks that lie nearest."""
        now, marks, count = time.process_time(), self._marks, self.decisions
        part = count // PARTS
        early, late = part // EVERY, -(-(count - part) // EVERY)
        if not early or late >= len(marks):
            return Timed(count, now - marks[0])
        first = (marks[early] - marks[0]) / (early * EVERY)
        last = (now - marks[late]) / max(1, count - late * EVERY)
        return Timed(count, now - marks[0], first * part, last * part)


def play(title: Title, scenario: str, seed: int) -> Timed:
    """A game to its end, each time one of all choices: the way README shows it."""
    draw, watch = random.Random(seed), Stopwatch()
    game = new_game(title, scenario, seed)
    while decisions := game.decisions:
        decision = decisions[0] if len(decisions) == 1 else draw.choice(decisions)
        game.play(draw.choice(decision.choices()), decision.side)
        watch.decided()
    return watch.read()


# In turns with other engines

Peer = Callable[[random.Random], Timed]
PEER_SHARE = 0.2  # of the time of our games that each other engine plays


def in_turns(
    ours_of: Callable[[int], Timed], seeds: Iterable[int], peers: Mapping[str, Peer]
) -> Iterator[tuple[Timed, dict[str, Timed]]]:
    """Games of these seeds, and after them every other engine that is behind with its time."""
    spent, due = dict.fromkeys(peers, 0.0), 0.0
    for seed in seeds:
        ours = ours_of(seed)
        due += PEER_SHARE * ours.seconds
        others = {}
        draw = random.Random(seed)
        for name, peer in peers.items():
            turns = []
            while not spent[name] or spent[name] < due:
                turns.append(peer(draw))
                spent[name] += turns[-1].seconds
            if turns:
                others[name] = together(turns)
        yield ours, others


# Every scenario

LEAST = 2  # games after the first, however long they are


class Row(msgspec.Struct, frozen=True):
    """What whole games of one scenario showed: decisions a second, ours and of other engines."""

    scenario: str
    games: int  # without the first
    decisions: int  # in one of them, on average
    first: float  # a second, in the first game of a process
    later: float
    early: float  # in the first quarters of the later games
    late: float  # in the last quarters
    peers: dict[str, float]  # decisions a second of other engines in the same minutes

    def ratio(self, peer: str) -> float:
        return self.later / self.peers[peer]

    def as_data(self) -> dict[str, Any]:
        return {
            **msgspec.to_builtins(self),
            "ratios": {peer: round(self.ratio(peer), 3) for peer in self.peers},
        }


def row(
    name: str, ours_of: Callable[[int], Timed], seconds: float, peers: Mapping[str, Peer], seed: int = 1
) -> Row:
    """The first game of this process, and later ones for so long, with other engines in turns."""
    turns = in_turns(ours_of, itertools.count(seed), peers)
    first, _ = next(turns)
    later: list[Timed] = []
    others: dict[str, list[Timed]] = {name: [] for name in peers}
    while len(later) < LEAST or sum(each.seconds for each in later) < seconds or not all(others.values()):
        ours, theirs = next(turns)
        later.append(ours)
        for peer, timed in theirs.items():
            others[peer].append(timed)
    ours = together(later)
    parts = sum(each.part for each in later)
    return Row(
        name,
        len(later),
        ours.decisions // len(later),
        first.rate,
        ours.rate,
        round(parts / ours.early, 1) if ours.early else 0.0,
        round(parts / ours.late, 1) if ours.late else 0.0,
        {name: together(timed).rate for name, timed in others.items()},
    )


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as a table for a reader, each as soon as it is there."""
    peers: list[str] | None = None
    for each in rows:
        if peers is None:
            peers = [*each.peers]
            heads = [
                "scenario",
                "games",
                "decisions",
                "first",
                "later",
                "early",
                "late",
                *(f"of {p}" for p in peers),
            ]
            yield "| " + " | ".join(heads) + " |"
            yield "|" + "---|" * len(heads)
        cells = [each.scenario, str(each.games)]
        cells += [
            f"{figure:,.0f}" for figure in (each.decisions, each.first, each.later, each.early, each.late)
        ]
        cells += [f"{each.ratio(peer):.2f} ({each.peers[peer]:,.0f})" for peer in peers]
        yield "| " + " | ".join(cells) + " |"
