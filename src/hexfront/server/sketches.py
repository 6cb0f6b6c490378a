"""Small pictures of set-ups for the lobby: drawn one at a time, by a process that lets others go first.

A fresh server is asked for a picture of every scenario that somebody sees, and each takes most of a second to
draw. The server itself draws none of them, and none is drawn twice: what was drawn lies in a folder, under a
name that changes with whatever could make it look otherwise.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import inspect
import logging
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

import hexfront
from hexfront.drawing import draw_svg
from hexfront.drawing.picture import Picture
from hexfront.kernel.start import new_game
from hexfront.kernel.title import OBSERVER, Title
from hexfront.seam import find_title
from hexfront.server.views import picture_of
from hexfront.server.workers import Worker

log = logging.getLogger("hexfront.server")

SCALE = 26.0  # pixels per hex
PATIENCE = 120.0  # seconds: a busy machine lets the drawing wait
REST = 30.0  # seconds without a wish until the process is ended
PARTS = ("drawing", "kernel", "shared")  # of which every picture is made, beside its title
BACKSEAT = 15  # how much less than others the process asks of the machine


class Wish(msgspec.Struct, frozen=True):
    """A picture that is wanted."""

    title: str
    scenario: str


class Sketch(msgspec.Struct, frozen=True):
    """A picture."""

    svg: bytes


class Sketcher:
    """Has pictures drawn, and keeps them; without a folder, for as long as the server runs."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._worker = Worker(work, Sketch, PATIENCE, "drawer of pictures")
        self._kept: dict[Wish, bytes] = {}
        self._turn = asyncio.Lock()
        self._leaving: asyncio.TimerHandle | None = None

    async def sketch(self, title: Title, scenario: str) -> bytes:
        """The set-up of a scenario as SVG."""
        wish = Wish(title.name, scenario)
        if wish not in self._kept:
            async with self._turn:
                if wish not in self._kept:
                    self._kept[wish] = await self._found(title, wish)
        return self._kept[wish]

    async def _found(self, title: Title, wish: Wish) -> bytes:
        place = None if self._folder is None else self._folder / await asyncio.to_thread(_name, title, wish)
        if place is not None:
            with contextlib.suppress(OSError):
                return await asyncio.to_thread(place.read_bytes)
        if self._leaving is not None:
            self._leaving.cancel()
        svg = (await self._worker.ask(wish)).svg
        self._leaving = asyncio.get_running_loop().call_later(REST, self._worker.end)
        if place is not None:
            await asyncio.to_thread(_keep, place, svg)
        return svg

    def close(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
        self._worker.end()


def _name(title: Title, wish: Wish) -> str:
    return f"{wish.title}-{wish.scenario}-{_stamp(Path(inspect.getfile(type(title))).parent)}.svg"


@cache
def _stamp(folder: Path) -> str:
    """A word that changes with the files a picture of a title is made of."""
    made_of = hashlib.blake2b(hexfront.__version__.encode(), digest_size=8)
    ours = Path(hexfront.__file__).parent
    for each in (*(ours / part for part in PARTS), folder):
        for path in sorted(_files(each)):
            about = path.stat()
            made_of.update(f"{path} {about.st_size} {about.st_mtime_ns}\n".encode())
    return made_of.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")


def _keep(place: Path, svg: bytes) -> None:
    """Write a picture whole or not at all; without room for it, it is drawn again next time."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(svg)
        Path(file.name).replace(place)
        for old in place.parent.glob(f"{place.stem.rpartition('-')[0]}-????????????????.svg"):
            if old != place:
                old.unlink(missing_ok=True)
    except OSError as wrong:
        log.info("a picture is not kept: %s", wrong)


# In the process


def work(pipe: Connection) -> None:
    """Draw what is wished for until nobody wishes any more."""
    if hasattr(os, "nice"):
        os.nice(BACKSEAT)
    while True:
        try:
            question = pipe.recv_bytes()
        except EOFError:
            return
        wish = msgspec.msgpack.decode(question, type=Wish)
        pipe.send_bytes(msgspec.msgpack.encode(Sketch(draw_small(wish.title, wish.scenario))))


def draw_small(title: str, scenario: str) -> bytes:
    """The set-up of a scenario, drawn small, with nothing beside the map."""
    game = new_game(find_title(title), scenario)
    picture = picture_of(game, OBSERVER) or Picture(board=game.setting.board)
    bare = msgspec.structs.replace(picture, panel="none", numbers=False, scale=SCALE, legend=())
    return draw_svg(bare).encode()
