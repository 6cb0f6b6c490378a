"""Dice: fair, repeatable, and never silently another generator."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.kernel.dice import Dice, dice_from
from hexfront.kernel.errors import Malformed, Sealed

SEEDS = st.integers(min_value=-(2**70), max_value=2**70)


def throws(dice: Dice, count: int, faces: int = 6) -> list[int]:
    return [dice.throw(faces) for _ in range(count)]


def chi_square_bound(freedom: int) -> float:
    """What fair dice stay below in all but one of a hundred thousand tries (Laurent and Massart's bound)."""
    tail = math.log(100_000)
    return freedom + 2 * math.sqrt(freedom * tail) + 2 * tail


def test_the_first_throws_of_a_seed_never_change() -> None:
    # Every saved game depends on these.
    assert throws(dice_from(1914), 20) == [2, 6, 2, 1, 6, 1, 1, 4, 6, 4, 1, 3, 4, 5, 4, 6, 5, 5, 5, 4]
    assert throws(dice_from(1914), 20, faces=10) == [
        4,
        2,
        8,
        9,
        6,
        9,
        9,
        6,
        10,
        10,
        5,
        9,
        10,
        3,
        10,
        10,
        5,
        7,
        7,
        2,
    ]


def test_the_generator_is_splitmix64() -> None:
    # The published outputs of the reference implementation for the state 1234567.
    reference = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [value - 1 for value in throws(Dice(1234567), 5, faces=2**64)] == reference


@pytest.mark.parametrize("faces", [2, 3, 6, 8, 10, 12, 20])
@pytest.mark.parametrize("seed", [0, 1, 1914, -1])
def test_every_face_comes_up_equally_often(faces: int, seed: int) -> None:
    count = 600 * faces
    seen = Counter(throws(dice_from(seed), count, faces))
    assert set(seen) == set(range(1, faces + 1))
    chi_square = sum((seen[face] - 600) ** 2 / 600 for face in seen)
    assert chi_square < chi_square_bound(faces - 1)


def test_a_throw_does_not_foretell_the_next() -> None:
    dice = dice_from(7)
    pairs = Counter((dice.throw(6), dice.throw(6)) for _ in range(36 * 400))
    assert len(pairs) == 36
    assert sum((count - 400) ** 2 / 400 for count in pairs.values()) < chi_square_bound(35)


@given(seed=SEEDS, faces=st.integers(1, 100))
def test_the_same_seed_throws_the_same(seed: int, faces: int) -> None:
    first = throws(dice_from(seed), 10, faces)
    assert first == throws(dice_from(seed), 10, faces)
    assert all(1 <= value <= faces for value in first)


@given(seed=SEEDS)
def test_another_seed_throws_something_else(seed: int) -> None:
    assert throws(dice_from(seed), 30) != throws(dice_from(seed + 1), 30)


@given(seed=SEEDS, before=st.integers(0, 5))
def test_a_copy_throws_the_same_and_is_independent(seed: int, before: int) -> None:
    dice = dice_from(seed)
    throws(dice, before)
    dice.fix((3, 1))
    twin = dice.copy()
    assert twin == dice
    of_twin = throws(twin, 12)
    assert dice.thrown == before
    assert dice.fixed == (3, 1)
    assert throws(dice, 12) == of_twin
    assert dice == twin


def test_the_throws_are_counted() -> None:
    dice = dice_from(1)
    dice.fix((2,))
    throws(dice, 5)
    assert dice.thrown == 5


def test_dice_fixed_in_advance_come_up_first_and_in_order() -> None:
    dice, plain = dice_from(5), dice_from(5)
    dice.fix((6, 1))
    dice.fix((4,))
    assert throws(dice, 3) == [6, 1, 4]
    assert throws(dice, 10) == throws(plain, 10)


@pytest.mark.parametrize("value", [0, 7, -1])
def test_a_fixed_die_that_the_die_cannot_show_is_refused(value: int) -> None:
    dice = dice_from(5)
    dice.fix((value,))
    with pytest.raises(Malformed, match=f"shows {value}; this one has 6 faces"):
        dice.throw(6)


def test_a_fixed_die_may_be_as_high_as_the_faces() -> None:
    dice = dice_from(5)
    dice.fix((10,))
    assert dice.throw(10) == 10


def test_sealed_dice_show_only_what_is_fixed() -> None:
    dice = Dice(5, sealed=True)
    with pytest.raises(Sealed, match="send the game back"):
        dice.throw(6)
    assert dice == Dice(5, sealed=True)
    dice.fix((2,))
    assert dice.throw(6) == 2
    with pytest.raises(Sealed):
        dice.throw(6)
    with pytest.raises(Sealed):
        dice.copy().throw(6)


@given(
    seed=SEEDS.filter(lambda seed: seed % 2**64 != 0),
    salts=st.lists(SEEDS, min_size=2, max_size=2, unique_by=lambda salt: salt % 2**64),
)
def test_stirring_changes_what_comes_up(seed: int, salts: list[int]) -> None:
    plain, stirred, otherwise = (dice_from(seed) for _ in range(3))
    stirred.stir(salts[0])
    otherwise.stir(salts[1])
    three = [throws(dice, 30) for dice in (plain, stirred, otherwise)]
    assert three[0] != three[1] != three[2] != three[0]


@pytest.mark.parametrize(("seed", "salt"), [(0, 0), (0, 1), (1, 0)])
def test_stirring_changes_even_the_plainest_seed(seed: int, salt: int) -> None:
    dice = dice_from(seed)
    dice.stir(salt)
    assert throws(dice, 30) != throws(dice_from(seed), 30)


def test_stirring_is_repeatable_and_leaves_fixed_dice_alone() -> None:
    one, two = dice_from(8), dice_from(8)
    for dice in (one, two):
        dice.fix((5,))
        dice.stir(3)
    assert one.throw(6) == 5
    two.throw(6)
    assert throws(one, 20) == throws(two, 20)
