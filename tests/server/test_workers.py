"""Processes beside the server: what happens where there is no room for one."""

from __future__ import annotations

import asyncio
from multiprocessing.context import SpawnProcess

import pytest

from hexfront.server.trying import Found, work
from hexfront.server.workers import Worker, WorkerLost


def test_a_process_that_cannot_be_started_is_a_process_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: SpawnProcess) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(SpawnProcess, "start", full)
    worker = Worker(work, Found, 5, "reader of files")
    with pytest.raises(WorkerLost, match="has ended"):
        asyncio.run(worker.ask(Found(b"")))
    worker.end()
