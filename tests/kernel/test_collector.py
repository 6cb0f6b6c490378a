"""Garbage collection in processes that play many games."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from hexfront.kernel.collector import THRESHOLDS, collect_rarely


@pytest.fixture
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("as_before")
def test_what_exists_is_left_alone_and_new_garbage_is_still_found() -> None:
    collect_rarely()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == THRESHOLDS
    for _ in range(2 * THRESHOLDS[0]):
        ring: list[object] = []
        ring.append(ring)
    assert gc.get_stats()[0]["collected"] > 0
