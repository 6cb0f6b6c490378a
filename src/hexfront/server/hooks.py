"""Telling a web address of the host that somebody who is away has to decide.

It is set by whoever starts the server; what players set for themselves is in `news`. Notices wait in a
queue of their own: play never waits for them, and if the queue is full or every try fails, a line in the
log is all that is lost.
"""

from __future__ import annotations

import asyncio
import logging
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from hexfront.server.background import Background, Crew

if TYPE_CHECKING:
    from litestar import Litestar

    from hexfront.server.live import Live
    from hexfront.server.service import Service

log = logging.getLogger("hexfront.hooks")

MOST_WAITING = 1000
TIMEOUT = 5.0
WAIT = 15.0  # seconds for all of an answer
MOST_AT_ONCE = 2  # tries that are waited for: one that is given up may still hang
PAUSES = (1.0, 5.0, 25.0)  # seconds before the second, third and fourth try
QUIET = 600.0  # seconds between two notices to one side of one game


class Notice(msgspec.Struct, frozen=True):
    """What is told: in this game, in this turn, it is for this side to decide."""

    game: str
    side: str
    turn: str
    link: str

    def as_data(self) -> dict[str, Any]:
        return {"game": self.game, "side": self.side, "turn": self.turn, "link": self.link}


def check_webhook(address: str) -> str:
    """The address, if notices can be sent to it; ValueError says why not."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ValueError("a webhook is a web address, and this is none") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("a webhook is an address that begins with http:// or https://")
    if parts.username or parts.password:
        raise ValueError("a webhook's address holds no name and no password")
    if port == 0 or any(sign.isspace() or not sign.isprintable() for sign in address):
        raise ValueError("a webhook is a web address, and this is none")
    return address


class Notifier:
    """Sends notices one after the other, in the background."""

    def __init__(
        self,
        webhook: str = "",
        pauses: tuple[float, ...] = PAUSES,
        quiet: float = QUIET,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._webhook = check_webhook(webhook) if webhook else ""
        self._pauses = pauses
        self._quiet = quiet
        self._now = now
        self._queue: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)
        self._told: dict[tuple[str, str], float] = {}
        self._crew = Crew("webhook of the host", MOST_AT_ONCE)
        self.loop = Background("telling the webhook of the host", self._send_next, 0)

    @property
    def wanted(self) -> bool:
        """Whether there is anybody to tell."""
        return bool(self._webhook)

    def tell(self, notice: Notice) -> None:
        """Send a notice soon, unless the same side was told a short while ago."""
        if not self.wanted:
            return
        now = self._now()
        self._told = {key: at for key, at in self._told.items() if now - at < self._quiet}
        if (notice.game, notice.side) in self._told:
            return
        self._told[notice.game, notice.side] = now
        try:
            self._queue.put_nowait(notice)
        except asyncio.QueueFull:
            log.warning("too many notices are waiting; one of game %s is dropped", notice.game)

    async def _send_next(self) -> None:
        notice = await self._queue.get()
        for pause in (*self._pauses, None):
            try:
                await self._crew.do(lambda: post(self._webhook, notice.as_data()), WAIT)
            except (OSError, ValueError, HTTPException) as wrong:
                said = str(wrong) or type(wrong).__name__
                if pause is None:
                    log.warning("the webhook failed for good: %s", said)
                    return
                log.info("the webhook failed, to be tried again: %s", said)
                await asyncio.sleep(pause)
            else:
                return


def set_up(app: Litestar, service: Service) -> None:
    """Tell players after each change that a decision is theirs, unless they are looking at it."""
    if not service.notifier.wanted:
        return

    async def look(live: Live) -> None:
        online = service.exchange.online(live.id)
        game = live.game
        last = game.journal[-1].by if game.journal else ""
        for decision in game.decisions:
            seat = live.seats.get(decision.side)
            if seat is None or seat.kind != "human" or seat.user in online or decision.side == last:
                continue
            if game.step and not game.is_known(game.step - 1, decision.side):
                continue  # he was asked before, and may not know that anything has happened since
            service.notifier.tell(
                Notice(
                    live.id,
                    decision.side,
                    live.game.report(decision.side).turn,
                    f"{service.settings.address}/#/game/{live.id}",
                )
            )

    service.after_change.append(look)


class _Stay(urllib.request.HTTPRedirectHandler):
    """The operator named one address; an answer cannot send us to another."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


_opener = urllib.request.build_opener(_Stay)


def post(address: str, data: dict[str, Any]) -> None:
    """Send data to a web address; OSError if it was not taken."""
    request = urllib.request.Request(
        address,
        data=msgspec.json.encode(data),
        headers={"Content-Type": "application/json", "User-Agent": "hexfront"},
        method="POST",
    )
    try:
        with _opener.open(request, timeout=TIMEOUT) as answer:
            answer.read(1)
    except urllib.error.HTTPError as refused:
        refused.close()  # its line would stay open until somebody collects it
        raise
