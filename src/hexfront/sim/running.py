"""Playing the games of a series: here, in processes of this machine, or elsewhere.

What plays them is any function that takes the series and its tasks and yields results as they come
(`Engine`). `hexfront.sim.cluster` has one for Ray.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import TypeVar

import msgspec

from hexfront.kernel.collector import collect_rarely
from hexfront.kernel.errors import HexfrontError
from hexfront.sim.results import Folder
from hexfront.sim.series import Series, Shard, Task
from hexfront.sim.working import Played, warm_up, work

PATIENCE = 0.5  # seconds after which a process at the latest notices that it is alone
AHEAD = 2  # tasks handed out for each process, so that none waits for the next
Engine = Callable[[bytes, Sequence[Task]], Iterable[Played]]
Job = TypeVar("Job")
Result = TypeVar("Result")


class Lost(HexfrontError):
    """A process that played ended before its game did."""


def here(encoded: bytes, tasks: Sequence[Task]) -> Iterator[Played]:
    """One game after the other, in this process."""
    for task in tasks:
        yield work(encoded, task)


def local(workers: int) -> Engine:
    """On so many processes of this machine."""
    if workers <= 1:
        return here

    def engine(encoded: bytes, tasks: Sequence[Task]) -> Iterator[Played]:
        number = min(workers, max(1, len(tasks)))
        pool = ProcessPoolExecutor(
            number, _context(encoded, tasks), initializer=_begin, initargs=(os.getpid(),)
        )
        try:
            yield from _drained(pool, partial(work, encoded), tasks, AHEAD * number)
        finally:
            _end(pool)

    return engine


def spread(
    do: Callable[[Job], Result],
    jobs: Sequence[Job],
    workers: int,
    prepare: Callable[[], None] | None = None,
) -> Generator[Result, None, None]:
    """What comes of jobs, as it comes, from so many processes that have nothing of this one.

    Each first does what is to ``prepare``. They end when this one does, however it ends, and at once when
    nobody wants any more of it.
    """
    number = min(workers, max(1, len(jobs)))
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(number, context, initializer=_begin, initargs=(os.getpid(), prepare))
    try:
        yield from _drained(pool, do, jobs, AHEAD * number)
    finally:
        _end(pool)


def _drained(
    pool: ProcessPoolExecutor, do: Callable[[Job], Result], jobs: Iterable[Job], ahead: int
) -> Iterator[Result]:
    try:
        yield from _as_they_come(pool, do, jobs, ahead)
    except BrokenProcessPool as broken:
        raise Lost(
            "a process ended before its game did; start the same command again, no finished game is lost"
        ) from broken


def _as_they_come(
    pool: ProcessPoolExecutor, do: Callable[[Job], Result], jobs: Iterable[Job], ahead: int
) -> Iterator[Result]:
    coming = iter(jobs)
    waiting: set[Future[Result]] = set()
    while True:
        for job in coming:
            waiting.add(pool.submit(do, job))
            if len(waiting) >= ahead:
                break
        if not waiting:
            return
        ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for each in ready:
            yield each.result()


def _context(encoded: bytes, tasks: Sequence[Task]) -> BaseContext:
    """How processes begin: with all that this one has worked out, where it can be copied, else with nothing.

    A copy of a process with threads may find their locks taken for ever.
    """
    if not is_alone():
        return multiprocessing.get_context("spawn")
    if tasks:
        warm_up(encoded, tasks[0])
        collect_rarely()  # the collector of a copy leaves what was there alone, and so it stays shared
    return multiprocessing.get_context("fork")


def is_alone() -> bool:
    """Whether this process has one thread only, so that it can be copied; not where that cannot be told."""
    try:
        return len([*Path("/proc/self/task").iterdir()]) == 1
    except OSError:
        return False


def _begin(parent: int, prepare: Callable[[], None] | None = None) -> None:
    """Ctrl-C is for the process that hands out the games; it ends the others, and they end without it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_rarely()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if prepare is not None:
        prepare()


def _end_with(parent: int) -> None:
    """End this process when the one that hands out games is gone, however it went."""
    while os.getppid() == parent:
        time.sleep(PATIENCE)
    os._exit(1)


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop at once: what is unfinished will be played when the run is continued."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(5)


def run(
    series: Series,
    seeds: int,
    folder: Folder,
    *,
    engine: Engine = here,
    shard: Shard = Shard(),  # noqa: B008 - frozen
    watch: Callable[[int, int], None] | None = None,
    enough: Callable[[Played], bool] | None = None,
) -> int:
    """Play what is still missing of a run; how many games that was.

    ``enough`` is told every result when it has been written, and ends the run by saying so.

    Each result is written when it comes. Stopped at any moment and started again, the run goes on with
    the games that have no result yet. ``watch`` is told how many games are done, and of how many.
    """
    tasks = series.tasks(seeds, shard)
    with folder.keeping(series, shard) as keeper:
        missing = [task for task in tasks if task not in keeper.done]
        finished = len(tasks) - len(missing)
        if watch:
            watch(finished, len(tasks))
        coming = engine(msgspec.json.encode(series), missing) if missing else ()
        played_now = 0
        try:
            for played in coming:
                keeper.keep(played)
                played_now += 1
                if watch:
                    watch(finished + played_now, len(tasks))
                if enough and enough(played):
                    break
        finally:
            if isinstance(coming, Generator):
                coming.close()  # those that still play are stopped
        keeper.sort()
    return played_now
