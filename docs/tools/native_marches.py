"""What a native core would give for one hot part: the searches that marches are listed from.

Plays a game of The Schlieffen Plan by lot, writes down every search with its ways, runs each again in plain
Python and in C on integer columns, and compares what both find. Then says what whole games would gain if the
search, or all of listing marches, took as long as in C, or no time at all. Needs a C compiler (``cc``):

    python docs/tools/native_marches.py
"""

from __future__ import annotations

import ctypes
import random
import subprocess
import tempfile
import time
from array import array
from pathlib import Path
from typing import Any

from hexfront.games.western_front.rules import marching, movement
from hexfront.kernel import paths
from hexfront.kernel.collector import collect_rarely
from hexfront.kernel.start import new_game
from hexfront.seam import find_title

STEPS = 6000
ROUNDS = 5
SOURCE = r"""
#include <string.h>
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
/* As hexfront.kernel.paths.spread; cost is -1 where nothing comes. rooms: places for levels of n nodes. */
int spread(int n, const int *from, const int *to, const int *price, int start, int budget, int grain,
           int ordered, int *cost, int *before, int *rooms, int *filled) {
    int levels = budget / grain + 1, found = 1;
    memset(cost, 255, n * sizeof(int));
    memset(before, 255, n * sizeof(int));
    memset(filled, 0, levels * sizeof(int));
    cost[start] = 0;
    rooms[0] = start; filled[0] = 1;
    for (int far = 0; budget - far * grain >= grain; far++) {
        int *nodes = rooms + (long)far * 4 * n, so_far = far * grain, left = budget - so_far;
        if (ordered && filled[far] > 1) qsort(nodes, filled[far], sizeof(int), order);
        for (int k = 0; k < filled[far]; k++) {
            int node = nodes[k];
            if (cost[node] != so_far) continue;
            for (int at = from[node]; at < from[node + 1]; at++) {
                int step = to[at], total = so_far + price[at];
                if (price[at] > left || (cost[step] >= 0 && total >= cost[step])) continue;
                found += cost[step] < 0;
                cost[step] = total; before[step] = node;
                int level = total / grain;
                rooms[(long)level * 4 * n + filled[level]++] = step;
            }
        }
    }
    return found;
}
"""


def compiled() -> Any:
    folder = Path(tempfile.mkdtemp(prefix="hexfront-native-"))
    (folder / "spread.c").write_text(SOURCE)
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", "-o", folder / "spread.so", folder / "spread.c"], check=True
    )
    return ctypes.CDLL(str(folder / "spread.so")).spread


def play(seed: int, steps: int = STEPS) -> float:
    """Seconds of the processor for so many decisions by lot."""
    draw, game = random.Random(seed), new_game(find_title("western-front"), "schlieffen-plan", seed)
    game.digest_every = 0
    began = time.process_time()
    while game.step < steps and (decisions := game.decisions):
        game.play(draw.choice(decisions[0].choices()), decisions[0].side)
    return time.process_time() - began


class Search:
    """One search as it was asked for, with its ways as lists and as columns."""

    def __init__(self, ways: Any, renew: Any, start: int, budget: int, grain: int, *, ordered: bool) -> None:
        self.ways = [tuple(renew(node)) if steps is None else tuple(steps) for node, steps in enumerate(ways)]
        self.start, self.budget, self.grain, self.ordered = start, budget, grain, ordered
        starts, to, price = [0], [], []
        for steps in self.ways:
            to += [step for step, _ in steps]
            price += [each for _, each in steps]
            starts.append(len(to))
        self.columns = [array("i", each) for each in (starts, to, price)]
        self.pointers = [(ctypes.c_int * len(each)).from_buffer(each) for each in self.columns]

    def plain(self) -> paths.Reach:
        found, _ = paths.spread(
            self.ways, lambda _: (), self.start, self.budget, self.grain, ordered=self.ordered
        )
        return found


def recorded(seed: int) -> list[Search]:
    searches: list[Search] = []
    true = paths.spread

    def noted(ways: Any, renew: Any, start: int, budget: int, grain: int, **more: Any) -> Any:
        answer = true(ways, renew, start, budget, grain, **more)
        if len(searches) < 2500:
            searches.append(Search(ways, renew, start, budget, grain, ordered=more.get("ordered", True)))
        return answer

    paths.spread = noted
    try:
        play(seed)
    finally:
        paths.spread = true
    return searches


def shares(seed: int) -> tuple[float, float, float]:
    """Seconds of a game: all, in searches, in listing where groups can march (searches within)."""
    spent = {"search": 0.0, "marches": 0.0}
    clock = time.perf_counter

    def timed(name: str, work: Any) -> Any:
        def done(*given: Any, **more: Any) -> Any:
            began = clock()
            try:
                return work(*given, **more)
            finally:
                spent[name] += clock() - began

        return done

    search, listing = paths.spread, movement._destinations
    paths.spread, movement._destinations = timed("search", search), timed("marches", listing)
    try:
        whole = play(seed)
    finally:
        paths.spread, movement._destinations = search, listing
    return whole, spent["search"], spent["marches"]


def main() -> None:
    collect_rarely()
    assert marching  # what is measured
    play(1)
    native, searches = compiled(), recorded(2)
    nodes = max(len(each.ways) for each in searches)
    most = max(each.budget // each.grain + 1 for each in searches)
    cost, before, filled = ((ctypes.c_int * size)() for size in (nodes, nodes, most + 1))
    rooms = (ctypes.c_int * (4 * nodes * (most + 1)))()

    def in_c(each: Search) -> int:
        found: int = native(
            len(each.ways),
            *each.pointers,
            each.start,
            each.budget,
            each.grain,
            each.ordered,
            cost,
            before,
            rooms,
            filled,
        )
        return found

    for each in searches:
        in_c(each)
        plain = each.plain()
        assert {node: cost[node] for node in range(len(each.ways)) if cost[node] >= 0} == plain.cost
        assert {node: before[node] for node in range(len(each.ways)) if before[node] >= 0} == plain.before
    python = native_time = 1e9
    for _ in range(ROUNDS):
        began = time.process_time()
        for each in searches:
            each.plain()
        python = min(python, time.process_time() - began)
        began = time.process_time()
        for each in searches:
            in_c(each)
        native_time = min(native_time, time.process_time() - began)
    count = len(searches)
    print(f"{count} searches, all found alike: {python / count * 1e6:.1f} µs in Python, ", end="")
    print(f"{native_time / count * 1e6:.1f} µs in C ({python / native_time:.1f} times as fast)")
    whole = search = marches = 0.0
    for seed in range(3, 6):
        one = shares(seed)
        whole, search, marches = whole + one[0], search + one[1], marches + one[2]
    quicker = native_time / python
    print(f"of a game, searches take {search / whole:.1%}, listing marches with them {marches / whole:.1%}")
    print(f"searches in C: whole games {whole / (whole - search * (1 - quicker)):.2f} times as fast")
    print(f"all of listing marches as quick as that: {whole / (whole - marches * (1 - quicker)):.2f}")
    print(f"listing marches in no time: {whole / (whole - marches):.2f}")


if __name__ == "__main__":
    main()
