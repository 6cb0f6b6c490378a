"""The example that learns: it obeys the mask, is the same when repeated, and writes its curve."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from hexfront.env.learning import Policy, learn, main, play
from hexfront.env.table import GameTable

OUTPOST = "outpost/skirmish"


def test_only_words_that_the_mask_allows_are_drawn_the_likelier_the_more_they_are_worth() -> None:
    table = GameTable(OUTPOST)
    policy, draw = Policy(table), np.random.default_rng(1)
    weights = np.zeros(len(policy.names))
    weights[-1] = 3.0  # to the right
    board = table.game.setting.board
    labels = sorted(board.labels, key=lambda label: table.observer.places.at[board[label]][1])
    legal = [table.codec.number[labels[0]], table.codec.number[labels[-1]]]
    drawn = [policy.choose(weights, legal, draw) for _ in range(200)]
    assert set(drawn) <= set(legal)
    assert drawn.count(legal[1]) > 190


def test_learning_is_repeated_exactly() -> None:
    found = [learn(GameTable(OUTPOST), "red", rounds=1, drawn=4, games=1, watched=2) for _ in range(2)]
    assert np.array_equal(found[0][0], found[1][0])
    assert found[0][2] == found[1][2]
    assert [point.games for point in found[0][2]] == [0, 4]
    table = GameTable(OUTPOST)
    assert play(table, Policy(table), None, "red", 3)[0] in (-1.0, 0.0, 1.0)


def test_the_script_writes_policy_and_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--rounds", "1", "--drawn", "2", "--games", "1", "--watched", "2", "--report", "2"]
    main(["--scenario", OUTPOST, "--side", "red", *words, "--out", str(tmp_path)])
    assert "by lot on the same" in capsys.readouterr().out
    assert "row" in json.loads((tmp_path / "policy.json").read_text())
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
