"""Boards of observations: cheap to take, and never changed under the eyes of somebody who keeps one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from hexfront.env import observing
from hexfront.env.hexfront_v0 import raw_env
from hexfront.env.observing import Prints


def test_a_board_that_somebody_keeps_stays_as_it_was() -> None:
    env = raw_env("western-front/schlieffen-plan")
    env.reset(seed=5)
    draw = random.Random(5)
    kept: list[tuple[Any, Any]] = []
    for word in range(200):
        board = env.observe(env.agent_selection)["observation"]["board"]
        if word % 7 == 0:
            kept.append((board[3:], board[3:].copy()))  # a view of it holds it, too
        mask = env.table.mask(env.agent_selection)
        env.step(draw.choice(mask.nonzero()[0].tolist()))
    assert all(np.array_equal(held, then) for held, then in kept)
    assert any(not np.array_equal(held, kept[0][0]) for held, _ in kept)


def test_a_board_cannot_be_written_to() -> None:
    env = raw_env("outpost/skirmish")
    env.reset(seed=1)
    board = env.observe(env.agent_selection)["observation"]["board"]
    with pytest.raises(ValueError, match="read-only"):
        board[0, 0, 0] = 9


@pytest.mark.parametrize("most", [0, 2, 10_000])
def test_what_nobody_holds_is_brought_up_to_date_cell_by_cell_or_as_a_whole(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(observing, "MOST_BEHIND", most)
    draw = random.Random(most)
    array = np.zeros((4, 5, 6), np.uint8)
    prints = Prints(array)
    kept: list[tuple[Any, Any]] = []
    for turn in range(300):
        cells = [draw.randrange(array.size) for _ in range(draw.randrange(5))]
        for cell in cells:
            array.ravel()[cell] = draw.randrange(256)
        prints.alter(cells)
        if draw.random() < 0.7:
            taken = prints.taken()
            assert np.array_equal(taken, array)
            if turn % 11 == 0:
                kept.append((taken, array.copy()))
    assert all(np.array_equal(held, then) for held, then in kept)


def test_a_large_board_is_not_copied_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    env = raw_env("storm-of-steel/guns-of-august")
    env.reset(seed=3)
    draw = random.Random(3)
    copied: list[int] = []
    make = observing._Print.__init__

    def counted(self: Any, array: Any) -> None:
        copied.append(array.size)
        make(self, array)

    monkeypatch.setattr(observing._Print, "__init__", counted)
    monkeypatch.setattr(np, "copyto", lambda own, array: copied.append(array.size))
    for _ in range(150):
        observation, *_ = env.last()
        env.step(draw.choice(observation["action_mask"].nonzero()[0].tolist()))
    assert 0 < len(copied) <= 2 * observing.MOST_PRINTS
