"""The process in which files that people bring in are tried. It knows the kernel and the titles only.

See `reading` for the server's side.
"""

from __future__ import annotations

import contextlib
import re
import signal
from multiprocessing.connection import Connection

import msgspec

from hexfront.kernel import packed, save
from hexfront.kernel.errors import HexfrontError
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from hexfront.seam import find_title

TITLE_LINE = re.compile(rb"^[ \t]*title[ \t]", re.MULTILINE)
UNFIT = "the file cannot be played: what is in it does not fit together"


class File(msgspec.Struct, frozen=True):
    """What is in a file."""

    data: bytes


class Found(msgspec.Struct, frozen=True):
    """The game in it, as we write it, and what is to be said of it; or why it cannot be used."""

    data: bytes = b""
    notices: tuple[str, ...] = ()
    error: str = ""


def work(pipe: Connection) -> None:
    """Read files until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process itself
    files, answers = msgspec.msgpack.Decoder(File), msgspec.msgpack.Encoder()
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(answers.encode(_found(files.decode(pipe.recv_bytes()).data)))


def is_position(data: bytes) -> bool:
    """Whether a file is a position text: it names its title, as a saved game does not."""
    return not data.startswith((packed.MAGIC, b"{")) and TITLE_LINE.search(data) is not None


def _found(data: bytes) -> Found:
    try:
        if is_position(data):
            text = parse(data.decode())
            game = game_from_text(find_title(text.title), text)
        else:
            # By way of the text, so that every step of a packed file is looked at, not only the newest.
            game = save.from_bytes(save.readable(data), find_title)
        return Found(data if game.mail else save.as_bytes(game), tuple(game.notices))
    except HexfrontError as wrong:
        return Found(error=str(wrong))
    except Exception:  # noqa: BLE001 - written by hand, its parts can be sound and not fit together
        return Found(error=UNFIT)
