"""Files that people bring in: read and played in a process of its own, within limits.

Anybody can write a file that takes long to play. It is played where that can be ended; what comes back is the
same game as we write it ourselves, with a snapshot near its end from which it is taken up at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from multiprocessing.connection import Connection

import msgspec

from hexfront.kernel import save
from hexfront.kernel.errors import HexfrontError, SaveError
from hexfront.kernel.game import Game
from hexfront.seam import find_title
from hexfront.server import views
from hexfront.server.mail import check_mailed
from hexfront.server.settings import Limits
from hexfront.server.workers import Worker, WorkerLost

log = logging.getLogger("hexfront.server")


class File(msgspec.Struct, frozen=True):
    """The text of a file."""

    text: str


class Found(msgspec.Struct, frozen=True):
    """The game in it, as we write it, and what is to be said of it; or why it cannot be used."""

    text: str = ""
    notices: tuple[str, ...] = ()
    error: str = ""


class Reader:
    """Reads files, one after the other."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._worker = Worker(work, Found, limits.file_seconds, "reader of files")
        self.turn = asyncio.Semaphore(limits.files_at_once)
        """Whoever takes a file in holds it, so that not all bodies are in memory at once."""

    async def read(self, text: str) -> Game:
        """A game from the text of a file; SaveError if it cannot be played, or not within the limits."""
        self.check_steps(text)
        try:
            found = await self._worker.ask(File(text))
        except WorkerLost as lost:
            log.info("a file that was brought in could not be read: %s", lost)
            seconds = f"{self._limits.file_seconds:g}"
            raise SaveError(f"the file cannot be played within {seconds} seconds") from None
        if found.error:
            raise SaveError(found.error)
        game = await asyncio.to_thread(save.from_text, found.text, find_title)
        game.notices = list(dict.fromkeys([*found.notices, *game.notices]))
        return game

    def check_steps(self, text: str) -> None:
        """SaveError if a file has more lines than anybody's game."""
        if text.count("\n") > self._limits.file_steps:
            raise SaveError(f"the file has more than {self._limits.file_steps} steps")

    def close(self) -> None:
        self._worker.end()


def work(pipe: Connection) -> None:
    """Read files until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process itself
    files, answers = msgspec.msgpack.Decoder(File), msgspec.msgpack.Encoder()
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(answers.encode(_found(files.decode(pipe.recv_bytes()).text)))


def _found(text: str) -> Found:
    try:
        game = read_game(text)
    except HexfrontError as wrong:
        return Found(error=str(wrong))
    return Found(text if game.mail else save.as_text(game), tuple(game.notices))


def read_game(text: str) -> Game:
    """A game from the text of a file; SaveError if it cannot be played."""
    try:
        game = save.from_text(text, find_title)
        if game.mail is not None:
            check_mailed(game)
            views.Shown(game, game.mail.side)
    except HexfrontError:
        raise
    except Exception as wrong:
        # Somebody may have written it by hand: its parts can be sound and not fit together.
        log.info("a file that was brought in cannot be played: %r", wrong)
        raise SaveError("the file cannot be played: what is in it does not fit together") from wrong
    return game
