"""Hearing of what other processes have written: on PostgreSQL, by LISTEN and NOTIFY.

A notice only names a game and its revision. What is missed while the line is down is made up for when it
is up again: every game in memory is then compared with the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import asyncpg
from sqlalchemy.exc import SQLAlchemyError

from hexfront.kernel.errors import HexfrontError
from hexfront.server.exchange import Exchange
from hexfront.server.live import Hall, Live
from hexfront.server.store import CHANNEL, Store

log = logging.getLogger("hexfront.server")

PAUSE = 1.0  # seconds before a line that broke is opened again
CHECK = 30.0  # seconds between two looks whether the line is still alive


class Listener:
    """Listens for changes of games, and shows them to those who are connected here."""

    def __init__(self, store: Store, hall: Hall, exchange: Exchange) -> None:
        self._address = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._hall = hall
        self._exchange = exchange
        self._task: asyncio.Task[None] | None = None
        self._updates: set[asyncio.Task[None]] = set()
        self.others: dict[str, Callable[[str, int], Coroutine[Any, Any, None]]] = {}
        """What is done with notices that begin with another word: called with a game and a number."""
        self.after: list[Callable[[Live], None]] = []  # called with a game that was brought up to date
        self.ready = asyncio.Event()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._listen())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.ready.wait(), 10)

    async def stop(self) -> None:
        for task in (self._task, *self._updates):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def _listen(self) -> None:
        while True:
            try:
                line = await asyncpg.connect(self._address)
                try:
                    lost = asyncio.Event()
                    line.add_termination_listener(lambda _, lost=lost: lost.set())
                    await line.add_listener(CHANNEL, self._heard)
                    if self.ready.is_set():
                        # Somebody's sessions may have ended meanwhile: who still has one comes back.
                        self._exchange.close()
                    self.ready.set()
                    for live in self._hall.all():
                        self._update(live)
                    while not lost.is_set():
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(lost.wait(), CHECK)
                        await line.fetchval("SELECT 1", timeout=10)
                finally:
                    await line.close(timeout=2)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as wrong:
                log.warning("the line to the database is down: %s", wrong)
                await asyncio.sleep(PAUSE)

    def _heard(self, connection: Any, process: int, channel: str, told: object) -> None:
        name, _, number = str(told).rpartition(":")
        kind, _, game_id = name.rpartition(":")
        if not number.isdigit():
            return
        if kind in self.others:
            self._do(self.others[kind](game_id, int(number)))
            return
        live = self._hall.known(game_id)
        if live is not None and int(number) > live.revision:
            self._update(live)

    def _update(self, live: Live) -> None:
        self._do(self._take_over(live))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._updates.add(task)
        task.add_done_callback(self._updates.discard)

    async def _take_over(self, live: Live) -> None:
        try:
            async with live.lock:
                if await self._hall.refresh(live):
                    self._exchange.show_change(live)
            for call in self.after:
                call(live)
        except (HexfrontError, SQLAlchemyError, OSError) as wrong:
            live.doubtful = True
            log.warning("game %s could not be brought up to date: %s", live.id, wrong)
