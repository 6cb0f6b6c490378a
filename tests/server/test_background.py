"""What a server does by itself goes on, whatever goes wrong in it."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from hexfront.server import background
from hexfront.server.background import Background, Crew


def test_work_that_fails_is_done_again_and_its_words_are_not_told(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "PAUSE", 0.01)
    done: list[int] = []
    address = "http://example.org/sec" + "ret"

    async def work() -> None:
        done.append(len(done))
        if len(done) < 3:
            raise KeyError(address)

    async def run() -> None:
        loop = Background("sending", work, 0.01)
        loop.start()
        for _ in range(200):
            await asyncio.sleep(0.01)
            if len(done) > 3:
                break
        await loop.stop()
        count = len(done)
        await asyncio.sleep(0.05)
        assert len(done) == count

    asyncio.run(run())
    assert len(done) > 3
    assert "sending: KeyError" in caplog.text
    assert "in work" in caplog.text  # the place, by which it can be found
    assert "secret" not in caplog.text


def test_work_is_done_at_once_when_it_is_woken() -> None:
    done = threading.Event()
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        if times > 1:
            done.set()

    async def run() -> None:
        loop = Background("looking", work, 1000)
        loop.start()
        await asyncio.sleep(0.01)
        loop.wake()
        await asyncio.sleep(0.05)
        await loop.stop()

    asyncio.run(run())
    assert done.is_set()


def test_a_crew_waits_no_longer_than_it_is_told_and_hands_on_what_goes_wrong() -> None:
    hanging = threading.Event()

    async def run() -> None:
        crew = Crew("waiting", 1)
        assert await crew.do(lambda: 7, 5) == 7
        with pytest.raises(ValueError, match="wrong"):
            await crew.do(_fail, 5)
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            await crew.do(lambda: hanging.wait(20), 0.05)
        with pytest.raises(TimeoutError):  # nobody is free
            await crew.do(lambda: 7, 0.05)
        assert time.monotonic() - begun < 5
        hanging.set()
        assert await crew.do(lambda: 8, 5) == 8

    asyncio.run(run())


def _fail() -> None:
    raise ValueError("wrong")


def test_work_that_hangs_does_not_hold_up_the_end() -> None:
    async def run() -> None:
        with pytest.raises(TimeoutError):
            await Crew("hanging", 1).do(lambda: time.sleep(3), 0.05)

    begun = time.monotonic()
    asyncio.run(run())
    assert time.monotonic() - begun < 2
