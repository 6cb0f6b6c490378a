"""Files that people bring in: read and played in a process of its own, within limits.

Anybody can write a file that takes long to play. It is played where that can be ended; what comes back is the
same game as we write it ourselves, with a snapshot near its end from which it is taken up at once.
"""

from __future__ import annotations

import asyncio
import logging

from hexfront.kernel import save
from hexfront.kernel.errors import HexfrontError, SaveError
from hexfront.kernel.game import Game
from hexfront.seam import find_title
from hexfront.server import views
from hexfront.server.mail import check_mailed
from hexfront.server.settings import Limits
from hexfront.server.trying import UNFIT, File, Found, work
from hexfront.server.workers import Worker, WorkerLost

log = logging.getLogger("hexfront.server")


class Reader:
    """Reads files, one after the other."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._worker = Worker(work, Found, limits.file_seconds, "reader of files")
        self.turn = asyncio.Semaphore(limits.files_at_once)
        """Whoever takes a file in holds it, so that not all bodies are in memory at once."""

    async def read(self, data: bytes) -> Game:
        """A game from what is in a file; SaveError if it cannot be played, or not within the limits."""
        self.check_steps(data)
        try:
            found = await self._worker.ask(File(data))
        except WorkerLost as lost:
            log.info("a file that was brought in could not be read: %s", lost)
            seconds = f"{self._limits.file_seconds:g}"
            raise SaveError(f"the file cannot be played within {seconds} seconds") from None
        if found.error:
            raise SaveError(found.error)
        game = await asyncio.to_thread(save.from_bytes, found.data, find_title)
        if game.mail is not None:
            await asyncio.to_thread(check_mail, game)
        game.notices = list(dict.fromkeys([*found.notices, *game.notices]))
        return game

    def check_steps(self, data: bytes) -> None:
        """SaveError if a file has more steps than anybody's game."""
        if save.steps_in(data) > self._limits.file_steps:
            raise SaveError(f"the file has more than {self._limits.file_steps} steps")

    def close(self) -> None:
        self._worker.end()


def check_mail(game: Game) -> None:
    """SaveError if a game that was sent by mail is not as one that was sent, or cannot be shown."""
    try:
        check_mailed(game)
        assert game.mail is not None
        views.Shown(game, game.mail.side)
    except HexfrontError:
        raise
    except Exception as wrong:
        # Somebody may have written it by hand: its parts can be sound and not fit together.
        log.info("a file that was brought in cannot be shown: %r", wrong)
        raise SaveError(UNFIT) from wrong
