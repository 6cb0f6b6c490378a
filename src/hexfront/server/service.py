"""Everything a running server has in its hands, and how handlers reach it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from litestar.connection import ASGIConnection

from hexfront.server.background import Background
from hexfront.server.exchange import Exchange
from hexfront.server.hooks import Notifier
from hexfront.server.limits import Limiter, Tries
from hexfront.server.live import Hall, Live
from hexfront.server.news import News
from hexfront.server.notices import Listener
from hexfront.server.passwords import Passwords
from hexfront.server.people import User, at_table
from hexfront.server.postman import Postman
from hexfront.server.problems import Problem
from hexfront.server.reading import Reader
from hexfront.server.settings import Settings
from hexfront.server.sketches import Sketcher
from hexfront.server.store import Store

if TYPE_CHECKING:
    from hexfront.server.absent import Absences
    from hexfront.server.branching import Branchings
    from hexfront.server.charges import Charges
    from hexfront.server.opponents import Opponents


TIDY_EVERY = 60.0  # seconds


class Service:
    """A server: its settings, its database, the games in memory, and who is connected."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database_url, settings.patience)
        self.hall = Hall(self.store, settings.limits.live_games)
        self.exchange = Exchange(self.hall)
        self.listener = None if self.store.is_sqlite else Listener(self.store, self.hall, self.exchange)
        self.limiter = Limiter(times=settings.rate if settings.hosted else 0)
        self.tries = Tries()
        self.passwords = Passwords()
        self.reader = Reader(settings.limits)
        self.sketcher = Sketcher(settings.pictures)
        self.projectors = asyncio.Semaphore(settings.limits.films_at_once)
        self.notifier = Notifier(settings.webhook)
        self.postman = Postman(settings.smtp, settings.mail_command, settings.mail_from)
        self.news = News(self.store, self.postman, settings.webhook_nets, settings.address)
        self.opponents: Opponents  # set when the application is put together, as they need a service
        self.branchings: Branchings  # likewise, by the part that asks for them
        self.charges: Charges  # likewise
        self.absences: Absences | None = None  # set likewise, where there are accounts
        # Now and then what nobody uses is put away, also when nobody asks for anything.
        self._tidying = Background("tidying up", self._tidy, TIDY_EVERY)
        self.after_change: list[Any] = []
        """Called with a `Live` after each change that was committed and broadcast; may be coroutines."""

    async def start(self) -> None:
        try:
            self.store.claim()
            await self.store.prepare()
        except BaseException:
            await self.store.close()
            raise
        if self.listener is not None:
            await self.listener.start()
        for loop in self._loops():
            loop.start()

    def _loops(self) -> list[Background]:
        """What goes on by itself as long as the server runs."""
        found = [self._tidying]
        if self.notifier.wanted:
            found.append(self.notifier.loop)
        if self.settings.hosted:
            found.append(self.news.loop)
        if self.absences is not None:
            found.append(self.absences.loop)
        return found

    async def stop(self) -> None:
        for loop in self._loops():
            await loop.stop()
        self.exchange.close()
        self.reader.close()
        self.sketcher.close()
        if self.listener is not None:
            await self.listener.stop()
        await self.store.close()

    async def _tidy(self) -> None:
        self.hall.put_away()

    async def game(self, game_id: str, user: User) -> Live:
        """A game that a user may know of; Problem 404 otherwise, so that ids cannot be tried out."""
        live = await self.hall.live(game_id)
        if self.settings.hosted and not at_table(user, live.owner, live.seats, live.observers):
            if self.listener is not None:  # he may have sat down a moment ago, at another process
                async with live.lock:
                    await self.hall.refresh(live)
            if not at_table(user, live.owner, live.seats, live.observers):
                raise Problem(404, "unknown", "there is no such game")
        return live


def service_of(request: ASGIConnection[Any, Any, Any, Any]) -> Service:
    """The service behind a request or a socket."""
    found = request.app.state.service
    assert isinstance(found, Service)
    return found
