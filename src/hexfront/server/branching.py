"""Branches of a game, played in a process of their own: the process, and the line to it.

A job has one process. It ends with its last branch, when nobody wants it any more, or when it takes too long;
nothing that matters is lost by it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import signal
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec

from hexfront.ai.branching import Branch, arms, branch, trunk
from hexfront.kernel import actions, save
from hexfront.kernel.errors import HexfrontError
from hexfront.seam import find_title
from hexfront.server.problems import Problem

MOST_JOBS = 2  # at the same time, on one server
MOST_KEPT = 32  # finished ones whose results can still be looked at
PATIENCE = 600.0  # seconds without a result


class Wish(msgspec.Struct, frozen=True):
    """What a process is asked to play; ``text`` is the game as a save file."""

    text: str
    step: int
    side: str
    players: dict[str, str]
    order: bytes  # an action as JSON, or nothing
    games: int
    turns: int


def work(pipe: Connection) -> None:
    """Play the branches of one wish and send each as it is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process itself
    encode = msgspec.msgpack.Encoder().encode
    try:
        wish = msgspec.msgpack.decode(pipe.recv_bytes(), type=Wish)
        game = trunk(save.from_text(wish.text, find_title), wish.step)
        order = actions.from_data(msgspec.json.decode(wish.order), game.title.actions) if wish.order else None
        for number in range(1, wish.games + 1):
            for arm in arms(order is not None):
                played = branch(
                    game, number, wish.players, order=order, arm=arm, turns=wish.turns, viewer=wish.side
                )
                pipe.send_bytes(encode(played))
    except (EOFError, OSError):
        return
    except HexfrontError as wrong:
        pipe.send_bytes(encode(Branch(0, "without", broken=str(wrong))))


class Job:
    """Branches that were asked for, and those that are done."""

    def __init__(self, game: str, user: str, wish: Wish, said: str = "") -> None:
        self.id = secrets.token_urlsafe(9)
        self.game = game
        self.user = user
        self.wish = wish
        self.said = said  # the order in words
        self.of = wish.games * len(arms(bool(wish.order)))
        self.found: list[Branch] = []
        self.finished = False
        self.error = ""
        self._process: BaseProcess | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            pipe = await asyncio.to_thread(self._begin)
            while len(self.found) < self.of and not self.finished:
                data = await asyncio.to_thread(_received, pipe)
                played = msgspec.msgpack.decode(data, type=Branch)
                if played.number == 0:
                    self.error = played.broken
                    break
                self.found.append(played)
        except (EOFError, OSError):
            self.error = "the process that played the branches has ended"
        except TimeoutError:
            self.error = "the branches took too long"
        finally:
            self.end()

    def _begin(self) -> Connection:
        # Not forked: a copy of a process with threads may find their locks taken for ever.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs,), daemon=True, name="hexfront branches")
        process.start()
        self._process = process  # from here on `end` can stop it; before, the loop in `_run` does
        theirs.close()
        ours.send_bytes(msgspec.msgpack.encode(self.wish))
        return ours

    def end(self) -> None:
        """Stop at once; what was found stays."""
        self.finished = True
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    async def close(self) -> None:
        """Stop, and wait until the process is gone."""
        process = self._process
        self.end()
        if process is not None:
            await asyncio.to_thread(process.join, 5)
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)


def _received(pipe: Connection) -> bytes:
    if not pipe.poll(PATIENCE):
        raise TimeoutError
    return pipe.recv_bytes()


class Branchings:
    """All jobs of a server: one for each user, and few in all."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}

    def start(self, job: Job) -> None:
        """Begin a job; an earlier one of the same user ends. Problem 429 if the server has enough to do."""
        for other in self._jobs.values():
            if other.user == job.user:
                other.end()
        if sum(not other.finished for other in self._jobs.values()) >= MOST_JOBS:
            raise Problem(429, "limit", "the server is playing out other branches: try again in a minute")
        done = [key for key, other in self._jobs.items() if other.finished]
        for key in done[: max(0, len(self._jobs) - MOST_KEPT)]:
            del self._jobs[key]
        self._jobs[job.id] = job
        job.start()

    def find(self, key: str, game: str, user: str) -> Job:
        """A job of a user; Problem 404 if he has none of that name."""
        job = self._jobs.get(key)
        if job is None or job.game != game or job.user != user:
            raise Problem(404, "unknown", "there are no such branches")
        return job

    async def close(self) -> None:
        for job in list(self._jobs.values()):
            await job.close()
