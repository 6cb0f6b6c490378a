"""Several processes share the games of one run of the fuzzer, and their reports are summed up.

Each plays whole games of its own: of three processes the first has the first, fourth, seventh seed, and so
on. They count together: all stop when there is enough, and as soon as one of them has found something.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Sequence
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.queues import Queue
from pathlib import Path

import msgspec

from hexfront.kernel.errors import HexfrontError
from hexfront.proof.fuzz import DEAR_EVERY, LONGEST, Alone, LoadingRun, Report, Run, Share, Watch

LOOK_EVERY = 0.2  # seconds between two looks at what the processes have done


class Lost(HexfrontError):
    """A process of a run ended before it had told what it found."""


class Part:
    """What one process knows of a run that it shares with others."""

    def __init__(self, wanted: int, processes: int, context: SpawnContext) -> None:
        self.wanted = wanted
        self.processes = processes
        self.number = 0
        self._done = context.Value("q", 0)
        self._stopped = context.Event()

    def add(self, more: int) -> None:
        with self._done.get_lock():
            self._done.value += more

    @property
    def done(self) -> int:
        done: int = self._done.value
        return done

    @property
    def enough(self) -> bool:
        return self.done >= self.wanted or self._stopped.is_set()

    def stop(self) -> None:
        """Something was found: nobody plays on."""
        self._stopped.set()


class Wish(msgspec.Struct, frozen=True):
    """What is to be played, as `hexfront.proof.fuzz.fuzz` is told it."""

    name: str
    wanted: int
    seed: int = 1
    out: Path = Path()
    dear: int = DEAR_EVERY
    longest: int = LONGEST
    loads: bool = False  # so many times loaded are wanted, not so many decisions

    def run(self, share: Share, watch: Watch | None = None) -> Report:
        """Play one's share of it, in whatever process."""
        kind = LoadingRun if self.loads else Run
        return kind(self.name, share, self.out, self.dear, self.longest).run(self.seed, watch)


def fuzz_here(wish: Wish, watch: Watch | None = None) -> Report:
    """Play a run in this process."""
    return wish.run(Alone(wish.wanted), watch)


def fuzz_in_processes(wish: Wish, workers: int, watch: Watch | None = None) -> Report:
    """Play a run in several processes and sum up what they report."""
    context = multiprocessing.get_context("spawn")
    part = Part(wish.wanted, workers, context)
    told: Queue[Report] = context.Queue()
    began = time.perf_counter()
    processes = []
    for number in range(workers):
        part.number = number
        process = context.Process(target=_play, args=(wish, part, told), daemon=True)
        process.start()  # a copy of the part goes out here, with this number
        processes.append(process)
    try:
        reports = _collected(processes, part, told, watch, began)
    finally:
        for process in processes:
            process.terminate()
            process.join()
    report = summed_up(wish.name, reports)
    report.seconds = time.perf_counter() - began
    return report


def _play(wish: Wish, part: Part, told: Queue[Report]) -> None:
    """One of the processes. Ctrl-C is for the one that has started them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    report = wish.run(part)
    if report.broken:
        part.stop()
    told.put(report)


def _collected(
    processes: Sequence[SpawnProcess], part: Part, told: Queue[Report], watch: Watch | None, began: float
) -> list[Report]:
    """The reports of all processes, when the last one has ended."""
    reports: list[Report] = []
    while len(reports) < len(processes):
        while not told.empty():
            reports.append(told.get())
        if watch:
            seconds = time.perf_counter() - began
            watch(part.done, sum(report.games for report in reports), part.done / seconds)
        alive = sum(process.is_alive() for process in processes)
        if len(reports) + alive < len(processes) and told.empty():
            raise Lost("a process of the run has ended without a word; what the others did is not counted")
        time.sleep(LOOK_EVERY)
    return reports


def summed_up(name: str, reports: Sequence[Report]) -> Report:
    """One report of all, with what the first that found something found."""
    whole = next((report for report in reports if report.broken), Report(name))
    others = [report for report in reports if report is not whole]
    for count in ("decisions", "games", "ended", "loads", "comparisons"):
        setattr(whole, count, getattr(whole, count) + sum(getattr(report, count) for report in others))
    whole.longest = max((report.longest for report in reports), default=0)
    return whole
