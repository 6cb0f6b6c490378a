"""What a server does by itself beside answering requests: work that goes on, and waiting for others.

Whatever goes wrong in such work is written to the log, and the work goes on: a server that runs for months
must not fall silent because of one answer that nobody foresaw. The log tells the kind of what went wrong and
where, and no words of it, since these may hold an address that is somebody's secret.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import traceback
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from hexfront.kernel.errors import HexfrontError

log = logging.getLogger("hexfront.server")

Result = TypeVar("Result")
PAUSE = 1.0  # seconds at least between two tries of work that fails


def kind_of(wrong: BaseException) -> str:
    """What went wrong, without its words: its kind, and for what nobody foresaw the place."""
    kind = type(wrong).__name__
    if isinstance(wrong, (SQLAlchemyError, OSError, HexfrontError)):
        return kind
    return f"{kind}\n{''.join(traceback.format_tb(wrong.__traceback__))}".rstrip()


class Background:
    """Does something again and again until it is stopped.

    After each time it rests for ``every`` seconds, or until it is woken.
    """

    def __init__(self, name: str, work: Callable[[], Awaitable[object]], every: float) -> None:
        self._name = name
        self._work = work
        self._every = every
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def wake(self) -> None:
        """Do it soon."""
        self._wake.set()

    async def _go_on(self) -> None:
        while True:
            self._wake.clear()
            rest = self._every
            try:
                await self._work()
            except Exception as wrong:  # noqa: BLE001 - whatever it was, the next time it may go well
                log.warning("%s: %s", self._name, kind_of(wrong))
                rest = max(rest, PAUSE)
                await asyncio.sleep(PAUSE)
            if rest:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), rest)


class Crew:
    """Threads for work that waits for others, such as servers that a player has named.

    They are apart from those in which games are read and written, so that nobody who answers slowly holds up
    play; and nobody waits for them when the server ends.
    """

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._free = asyncio.Semaphore(most)

    async def do(self, work: Callable[[], Result], patience: float) -> Result:
        """What comes of work in a thread; TimeoutError if it takes too long, or nobody is free for it.

        A thread that is no longer waited for stays taken until its work is done.
        """
        async with asyncio.timeout(patience):
            await self._free.acquire()
            loop = asyncio.get_running_loop()
            done: asyncio.Future[Result] = loop.create_future()

            def end(result: Result | None, wrong: BaseException | None) -> None:
                self._free.release()
                if done.done():
                    return
                if wrong is not None:
                    done.set_exception(wrong)
                else:
                    done.set_result(result)  # type: ignore[arg-type]

            def thread() -> None:
                result, wrong = None, None
                try:
                    result = work()
                except BaseException as raised:  # noqa: BLE001 - handed to whoever waits for it
                    wrong = raised
                with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                    loop.call_soon_threadsafe(end, result, wrong)

            threading.Thread(target=thread, name=self._name, daemon=True).start()
            return await done
