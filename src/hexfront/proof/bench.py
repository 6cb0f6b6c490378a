"""How fast, and how much faster than the plain way of doing the same work in the same run.

Absolute times depend on the machine and on what else it does; ratios taken in one run depend on neither
very much. Searches and copies are the best of several repeats; of whole games it is the processor's time.
"""

from __future__ import annotations

import copy
import importlib
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from hexfront.kernel.collector import collect_rarely
from hexfront.kernel.dice import dice_from
from hexfront.kernel.errors import SaveError
from hexfront.kernel.grid import Grid
from hexfront.kernel.paths import Ways, ZoneCosts, ZonedWays, reach, ways_of
from hexfront.kernel.position import Position
from hexfront.kernel.title import Title
from hexfront.proof import whole_games

COLUMNS, ROWS = 36, 28
ENEMIES = 200
UNITS = 400
BUDGET = 24  # six points of movement, counted in quarters
STEP_COSTS = (4, 4, 4, 8, 12)  # most hexes are clear
ZONES = ZoneCosts(enter=4, leave=4, between=8)


Work = tuple[Callable[[], object], int]  # something to do, and how many pieces of work that is


class Figure(msgspec.Struct, frozen=True):
    """One measurement: our time for one piece of work, and the plain way's, in microseconds."""

    what: str
    ours: float
    plain: float | None = None
    plainly: str = ""  # what the plain way is
    per_second: bool = False

    @property
    def ratio(self) -> float | None:
        return None if self.plain is None else self.plain / self.ours

    def as_data(self) -> dict[str, Any]:
        return {
            **msgspec.to_builtins(self),
            "ratio": None if self.ratio is None else round(self.ratio, 1),
            "rate": round(1e6 / self.ours) if self.per_second else None,
        }


def best_of(repeats: int, work: Callable[[], object], pieces: int) -> float:
    """Microseconds for one piece of work, in the quickest of several repeats."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times) / pieces * 1e6


def race(repeats: int, ours: Work, plain: Work) -> tuple[float, float]:
    """The best times of two kinds of work, measured in turns: what disturbs one disturbs the other."""
    pairs = [(best_of(1, *ours), best_of(1, *plain)) for _ in range(repeats)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def run(
    title: Title, scenario: str, quick: bool = False, peers: Mapping[str, whole_games.Peer] | None = None
) -> list[Figure]:
    """All measurements. Needs networkx, which is in the extra ``bench``."""
    try:
        networkx: Any = importlib.import_module("networkx")
    except ImportError:
        raise SaveError("networkx is needed to measure against: pip install hexfront[bench]") from None
    repeats = 3 if quick else 9
    figures = reaches(networkx, repeats, 40 if quick else 150)
    figures.append(snapshots(repeats, 20 if quick else 100))
    collect_rarely()  # as every process that plays many games
    figures += random_play(title, scenario, games=2 if quick else 5, peers=peers or {})
    return figures


class Field:
    """A board with two hundred enemy units in a line of battle, and units of ours that look where to go."""

    def __init__(self) -> None:
        draw = random.Random(1914)
        grid = Grid("field", (1, COLUMNS), (1, ROWS))
        self.cells = [*grid]
        index = {cell: node for node, cell in enumerate(self.cells)}
        self.adjacent = [[index[each] for each in grid.neighbours(cell)] for cell in self.cells]
        cost = [draw.choice(STEP_COSTS) for _ in self.cells]
        self.base: Ways = ways_of(self.adjacent, lambda _here, there: cost[there])
        front = [cell for cell in self.cells if COLUMNS // 3 <= cell.column <= COLUMNS * 2 // 3]
        self.enemies = [index[draw.choice(front)] for _ in range(ENEMIES)]
        held = set(self.enemies)
        self.starts = [node for node in range(len(self.cells)) if node not in held]
        draw.shuffle(self.starts)
        self.control = [0] * len(self.cells)
        for node in self.enemies:
            for beside in self.adjacent[node]:
                self.control[beside] += 1
        self.ways = ZonedWays(self.base, ZONES, self.zone())

    def zone(self) -> set[int]:
        return {node for node, units in enumerate(self.control) if units}

    def moves(self, count: int) -> list[tuple[int, int]]:
        """Enemy units that move a hex and change the zone by it: where from, where to."""
        found = []
        for here in self.enemies:
            there = self.adjacent[here][0]
            zone = self.zone()
            self.move(here, there)
            if self.zone() != zone:
                found.append((here, there))
            self.move(there, here)
        return found[:count]

    def move(self, here: int, there: int) -> list[int]:
        """Move one enemy unit; returns the hexes it controlled or controls now."""
        for node in self.adjacent[here]:
            self.control[node] -= 1
        for node in self.adjacent[there]:
            self.control[node] += 1
        return [*self.adjacent[here], *self.adjacent[there]]

    def graph(self, networkx: Any, ways: Ways) -> Any:
        graph = networkx.DiGraph()
        graph.add_nodes_from(range(len(ways)))
        graph.add_weighted_edges_from(
            (node, step, cost) for node, steps in enumerate(ways) for step, cost in steps
        )
        return graph


def reaches(networkx: Any, repeats: int, searches: int) -> list[Figure]:
    """Where can a unit go? On a standing field, and on one where a zone has just changed."""
    field = Field()
    starts = field.starts[:searches]
    graph = field.graph(networkx, field.ways.ways)
    dijkstra = networkx.single_source_dijkstra_path_length
    for start in starts[:10]:
        if dijkstra(graph, start, cutoff=BUDGET) != reach(field.ways.ways, start, BUDGET).cost:
            raise AssertionError(f"the two searches disagree at {field.cells[start]}")
    ours, plain = race(
        repeats,
        (lambda: [reach(field.ways.ways, start, BUDGET) for start in starts], searches),
        (lambda: [dijkstra(graph, start, cutoff=BUDGET) for start in starts], searches),
    )

    crowded = [start for start in field.starts if field.control[start] > 1][:searches]
    pressed, pressed_plain = race(
        repeats,
        (lambda: [reach(field.ways.ways, start, BUDGET) for start in crowded], len(crowded)),
        (lambda: [dijkstra(graph, start, cutoff=BUDGET) for start in crowded], len(crowded)),
    )
    again, again_plain = race(
        repeats,
        (lambda: [field.ways.reach(start, BUDGET) for start in starts], searches),
        (lambda: [dijkstra(graph, start, cutoff=BUDGET) for start in starts], searches),
    )

    # Each unit goes and comes back, so that every repeat finds the same field and the same work.
    moves = field.moves(max(4, searches // 10))
    ways = [way for here, there in moves for way in ((here, there), (there, here))]

    def move_and_search() -> None:
        for (here, there), start in zip(ways, starts, strict=False):
            for node in field.move(here, there):
                field.ways.set(node, field.control[node] > 0)
            reach(field.ways.ways, start, BUDGET)

    def rebuild_and_search() -> None:
        for (here, there), start in zip(ways, starts, strict=False):
            field.move(here, there)
            dijkstra(field.graph(networkx, zoned(field.base, field.zone())), start, cutoff=BUDGET)

    moved, rebuilt = race(max(2, repeats // 2), (move_and_search, len(ways)), (rebuild_and_search, len(ways)))
    return [
        Figure("reach, whole field", ours, plain, "networkx, graph ready"),
        Figure("reach in the line of battle", pressed, pressed_plain, "networkx, graph ready"),
        Figure("reach, asked again", again, again_plain, "networkx, graph ready"),
        Figure("reach after a zone changed", moved, rebuilt, "networkx, graph built anew"),
    ]


def zoned(base: Ways, zone: set[int]) -> list[list[tuple[int, int]]]:
    """Ways with zones worked in, the plain way."""
    return [
        [(step, cost + (ZONES.extra(node in zone, step in zone) or 0)) for step, cost in steps]
        for node, steps in enumerate(base)
    ]


class Counter(msgspec.Struct, frozen=True):
    """A unit as titles have them."""

    name: str
    at: int
    strength: int
    moved: bool = False


class Army(Position):
    """A position with nothing but units."""

    turn: int
    units: dict[str, Counter]


def repeat(times: int, work: Callable[[], object]) -> None:
    """Do something so often, and keep nothing of it."""
    for _ in range(times):
        work()


def snapshots(repeats: int, copies: int) -> Figure:
    """A copy of a position with four hundred units."""
    units = {f"unit {at}": Counter(f"unit {at}", at, at % 9) for at in range(UNITS)}
    army = Army(dice_from(1), 1, units)
    few = max(1, copies // 10)
    ours, plain = race(
        repeats,
        (lambda: repeat(copies, army.copy), copies),
        (lambda: repeat(few, lambda: copy.deepcopy(army)), few),
    )
    return Figure(f"snapshot of {UNITS} units", ours, plain, "copy.deepcopy")


def random_play(
    title: Title, scenario: str, games: int, peers: Mapping[str, whole_games.Peer]
) -> list[Figure]:
    """Whole games by lot: the first in this process and later ones, early and late; and other engines."""
    played = partial(whole_games.play, title, scenario)
    turns = [*whole_games.in_turns(played, range(1, games + 2), peers)]
    first, *later = turns
    ours = whole_games.together([each for each, _ in later])
    name = f"{title.name}/{scenario}"
    parts = sum(each.part for each, _ in later)
    figures = [
        _per_decision(f"decision in the first game of {name}", first[0].seconds, first[0].decisions),
        _per_decision(f"decision in {games} later games", ours.seconds, ours.decisions),
        _per_decision("the first quarter of these", ours.early, parts),
        _per_decision("the last quarter of these", ours.late, parts),
    ]
    for peer in peers:
        theirs = whole_games.together([others[peer] for _, others in turns if peer in others])
        micros = theirs.seconds / theirs.decisions * 1e6
        what = f"decision in {name}, beside {peer}"
        figures.append(Figure(what, ours.seconds / ours.decisions * 1e6, micros, peer, per_second=True))
    return figures


def _per_decision(what: str, seconds: float, decisions: int) -> Figure:
    return Figure(what, seconds / max(decisions, 1) * 1e6, per_second=True)


def table(figures: Sequence[Figure]) -> Iterator[str]:
    """The figures as lines for a reader."""
    width = max(len(figure.what) for figure in figures)
    for figure in figures:
        line = f"{figure.what:<{width}}  {figure.ours:>9,.1f} µs"
        if figure.ratio is not None and figure.plain is not None:
            digits = 1 if figure.ratio >= 1 else 2
            ratio = f"{figure.ratio:>6,.{digits}f}"
            line += f"  {ratio} times as fast as {figure.plainly} ({figure.plain:,.1f} µs)"
        if figure.per_second:
            line += f"  {1e6 / figure.ours:,.0f} a second"
        yield line
