"""Processes of their own for what takes long or may go wrong, and the line to them.

A process that dies or says nothing for too long is ended and started again with the next question.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

import msgspec

from hexfront.kernel.errors import HexfrontError

Answer = TypeVar("Answer", bound=msgspec.Struct)


class WorkerLost(HexfrontError):
    """The process died or said nothing for too long."""


class Worker(Generic[Answer]):
    """A process that answers questions one after the other. It is started when it is first asked.

    ``work`` is what it does: it reads questions from a pipe and writes answers to it, both as msgpack.
    """

    def __init__(
        self, work: Callable[[Connection], None], answer: type[Answer], patience: float, name: str
    ) -> None:
        self.name = name
        self.patience = patience
        self.lock = asyncio.Lock()
        self._work = work
        self._decoder = msgspec.msgpack.Decoder(answer)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    async def ask(self, question: msgspec.Struct) -> Answer:
        """The answer to a question; WorkerLost if none comes."""
        async with self.lock:
            try:
                answer = await asyncio.to_thread(self._ask, msgspec.msgpack.encode(question))
            except (EOFError, OSError) as wrong:
                self.end()
                raise WorkerLost(f"the process of a {self.name} has ended") from wrong
            except BaseException:
                self.end()  # a question that nobody waits for any more must not be answered to the next one
                raise
            if answer is None:
                self.end()
                raise WorkerLost(f"a {self.name} took too long")
            return answer

    def _ask(self, question: bytes) -> Answer | None:
        if self._process is None or not self._process.is_alive():
            self._start()
        assert self._pipe is not None
        self._pipe.send_bytes(question)
        if not self._pipe.poll(self.patience):
            return None
        return self._decoder.decode(self._pipe.recv_bytes())

    def _start(self) -> None:
        # Not forked: a copy of a process with threads may find their locks taken for ever.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=self._work, args=(theirs,), daemon=True, name=f"hexfront {self.name}"
        )
        process.start()  # which fails where there is no room for another process
        theirs.close()
        self._process, self._pipe = process, ours

    def end(self) -> None:
        """Stop the process at once."""
        # The line is not closed here: somebody may be listening on it, and hears its end from the process.
        process, self._process, self._pipe = self._process, None, None
        if process is not None:
            process.kill()
            process.join(5)
