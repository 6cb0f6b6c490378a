"""Intervals and effects, against figures known from tables and by hand."""

from __future__ import annotations

import random

import pytest

from hexfront.ai.estimates import effect, mean, quantile, share, student


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (10, 2.228), (39, 2.023), (120, 1.980)],
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, expected: float) -> None:
    assert student(freedom) == pytest.approx(expected, abs=0.001)


@pytest.mark.parametrize(
    ("number", "of", "low", "high"),
    [(36, 40, 0.7695, 0.9604), (1, 10, 0.0179, 0.4042), (5, 10, 0.2366, 0.7634)],
)
def test_wilsons_interval_is_that_of_the_formula(number: int, of: int, low: float, high: float) -> None:
    found = share(number, of)
    assert found.value == number / of
    assert found.low == pytest.approx(low, abs=0.0001)
    assert found.high == pytest.approx(high, abs=0.0001)


def test_a_share_of_none_and_of_all_stays_between_nothing_and_everything() -> None:
    none, every = share(0, 20), share(20, 20)
    assert (none.low, every.high) == (0.0, 1.0)
    assert none.high == pytest.approx(0.1611, abs=0.0001)
    assert every.low == pytest.approx(0.8389, abs=0.0001)
    assert share(0, 0).of == 0


def test_intervals_of_means_hold_the_truth_in_about_95_of_100_samples() -> None:
    draw = random.Random(1)
    held = 0
    for _ in range(2000):
        found = mean([draw.gauss(3, 2) for _ in range(6)])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 3 <= found.high
    assert 0.935 <= held / 2000 <= 0.965


def test_effects_and_quantiles_by_hand() -> None:
    assert effect([1, 2, 3]) == pytest.approx(2.0)
    assert effect([1]) is None
    assert effect([2, 2, 2]) is None  # no spread: nothing to measure by
    assert quantile([4, 1, 3, 2], 0.5) == 2.5
    assert mean([5]).low is None
    assert mean([3, 3, 3]).low is None  # all alike: how far chance reaches cannot be told
    assert mean([-0.01, 0.0]).plain(1) == "0.0 (-0.1 to 0.1)"
    assert mean([1200.4]).plain() == "1,200"
    assert share(1, 4).percent() == "25% (5% to 70%)"
