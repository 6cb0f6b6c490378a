"""Exact odds against closed forms, the laws of distributions, and simulated throws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.kernel.dice import dice_from
from hexfront.kernel.odds import Distribution, die, enumerate_dice

Throw = Callable[[int], int]

WEIGHTS = st.dictionaries(st.integers(-5, 5), st.integers(0, 9), min_size=1).filter(lambda w: any(w.values()))
DISTRIBUTIONS = WEIGHTS.map(Distribution)


def two_dice(throw: Throw) -> int:
    return throw(6) + throw(6)


def as_many_as_the_first(throw: Throw) -> int:
    """A die, and then as many dice as it shows."""
    return sum(throw(6) for _ in range(throw(6)))


def mixed_faces(throw: Throw) -> str:
    """The second die has other faces, and only a high first die throws it."""
    first = throw(6)
    if first < 5:
        return "low"
    return "hit" if throw(10) <= first else "miss"


def test_the_sum_of_two_dice() -> None:
    assert enumerate_dice(two_dice) == Distribution({total: 6 - abs(total - 7) for total in range(2, 13)})


def test_the_number_of_dice_may_depend_on_an_earlier_one() -> None:
    odds = enumerate_dice(as_many_as_the_first)
    # Wald: mean number of dice times mean of a die.
    assert odds.mean(lambda total: total) == Fraction(7, 2) ** 2
    assert odds[1] == Fraction(1, 36)
    assert odds[36] == Fraction(1, 6**7)
    assert sum(chance for _, chance in odds.items()) == 1


def test_dice_of_different_faces() -> None:
    expected = {"low": Fraction(4, 6), "hit": Fraction(11, 60), "miss": Fraction(9, 60)}
    assert dict(enumerate_dice(mixed_faces).items()) == expected


def test_a_die_thrown_until_it_shows_six_at_most_three_times() -> None:
    def tries(throw: Throw) -> int:
        return next((at for at in (1, 2, 3) if throw(6) == 6), 0)

    odds = enumerate_dice(tries)
    assert odds[2] == Fraction(5, 36)
    assert odds[0] == Fraction(5, 6) ** 3


def test_code_without_dice_has_one_outcome() -> None:
    runs: list[int] = []

    def run(throw: Throw) -> str:
        runs.append(1)
        return "peace"

    assert enumerate_dice(run) == Distribution.certain("peace")
    assert len(runs) == 1


def test_every_fall_of_the_dice_is_run_once() -> None:
    falls: list[tuple[int, ...]] = []

    def run(throw: Throw) -> int:
        falls.append((throw(2), throw(3), throw(1)))
        return 0

    enumerate_dice(run)
    assert falls == [(a, b, 1) for a in (1, 2) for b in (1, 2, 3)]


def test_too_many_falls_are_an_error() -> None:
    assert len(enumerate_dice(two_dice, limit=36)) == 11
    with pytest.raises(ValueError, match="more than 35 ways"):
        enumerate_dice(two_dice, limit=35)


@pytest.mark.parametrize("run", [two_dice, as_many_as_the_first, mixed_faces])
def test_odds_agree_with_simulated_throws(run: Callable[[Throw], int | str]) -> None:
    dice = dice_from(1916)
    untouched = dice.copy()
    odds = enumerate_dice(run)
    assert dice == untouched
    count = 20_000
    seen = Counter(run(dice.throw) for _ in range(count))
    assert set(seen) <= set(odds)
    for outcome, chance in odds.items():
        spread = (count * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(seen[outcome] - count * float(chance)) < 5 * spread + 5


def test_one_die() -> None:
    assert dict(die(4).items()) == dict.fromkeys(range(1, 5), Fraction(1, 4))
    assert die().mean(lambda face: face) == Fraction(7, 2)
    assert die().probability(lambda face: face >= 5) == Fraction(1, 3)


def test_weights_are_shares_of_their_total() -> None:
    odds = Distribution({"win": 3, "draw": Fraction(1, 2), "loss": 0})
    assert odds["win"] == Fraction(6, 7)
    assert odds["draw"] == Fraction(1, 7)
    assert odds["loss"] == 0
    assert list(odds) == ["win", "draw"]
    assert len(odds) == 2
    assert Distribution.evenly("aab") == Distribution({"a": 2, "b": 1})


@pytest.mark.parametrize("weights", [{}, {"a": 0}, {"a": 1, "b": -1}])
def test_a_distribution_needs_some_weight(weights: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="positive total weight"):
        Distribution(weights)


@given(DISTRIBUTIONS)
def test_chances_add_up_to_one(odds: Distribution[int]) -> None:
    assert sum(chance for _, chance in odds.items()) == 1
    assert odds.probability(lambda _: True) == 1
    assert odds.probability(lambda _: False) == 0


@given(DISTRIBUTIONS)
def test_certainty_changes_nothing_on_either_side(odds: Distribution[int]) -> None:
    assert odds.then(Distribution.certain) == odds
    assert Distribution.certain(3).then(lambda _: odds) == odds


@given(DISTRIBUTIONS, st.integers(1, 4))
def test_map_is_then_with_certainty(odds: Distribution[int], by: int) -> None:
    assert odds.map(lambda x: x % by) == odds.then(lambda x: Distribution.certain(x % by))
    assert odds.map(lambda x: x % by).mean(lambda x: x) == odds.mean(lambda x: x % by)


@given(DISTRIBUTIONS)
def test_then_may_be_grouped_either_way(odds: Distribution[int]) -> None:
    def coin(x: int) -> Distribution[int]:
        return Distribution({x: 2, x + 1: 1})

    def halves(x: int) -> Distribution[int]:
        return Distribution.evenly((x // 2, x))

    assert odds.then(coin).then(halves) == odds.then(lambda x: coin(x).then(halves))


@given(DISTRIBUTIONS, DISTRIBUTIONS)
def test_the_mean_of_a_sum_is_the_sum_of_the_means(a: Distribution[int], b: Distribution[int]) -> None:
    total = a.then(lambda x: b.map(lambda y: x + y))
    assert total.mean(lambda x: x) == a.mean(lambda x: x) + b.mean(lambda x: x)


@given(WEIGHTS)
def test_equal_distributions_hash_alike(weights: dict[int, int]) -> None:
    turned = Distribution({key: 3 * weights[key] for key in reversed(weights)})
    assert turned == Distribution(weights)
    assert hash(turned) == hash(Distribution(weights))


def test_then_agrees_with_enumerated_dice() -> None:
    chained = die().then(lambda first: die().map(lambda second: first + second))
    assert chained == enumerate_dice(two_dice)
