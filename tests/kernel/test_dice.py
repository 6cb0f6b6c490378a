"""Dice: fair, repeatable, and never silently another generator."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.kernel.dice import (
    Dice,
    Roll,
    dice_from,
    fallen,
    fell_alike,
    seed_from,
    stream_from,
    unknown_dice,
)
from hexfront.kernel.errors import Malformed, Sealed

FIRST = [2, 6, 6, 3, 5, 3, 1, 3, 2, 3, 2, 3, 6, 6, 1, 2, 3, 4, 4, 6]
SEEDS = st.integers(min_value=-(2**70), max_value=2**70)


def throws(dice: Dice, count: int, faces: int = 6) -> list[int]:
    return [dice.throw(faces) for _ in range(count)]


def chi_square_bound(freedom: int) -> float:
    """What fair dice stay below in all but one of a hundred thousand tries (Laurent and Massart's bound)."""
    tail = math.log(100_000)
    return freedom + 2 * math.sqrt(freedom * tail) + 2 * tail


def test_how_a_die_falls_for_a_key_and_a_label_never_changes() -> None:
    # Every saved game depends on these.
    assert throws(dice_from(1914), 20) == FIRST
    assert [fallen("1914", f":  {number}", 6) for number in range(1, 4)] == FIRST[:3]


def test_the_first_throws_of_the_old_stream_never_change() -> None:
    # Every game saved before dice had keys depends on these.
    assert throws(stream_from(1914), 20) == [2, 6, 2, 1, 6, 1, 1, 4, 6, 4, 1, 3, 4, 5, 4, 6, 5, 5, 5, 4]
    assert throws(stream_from(1914), 20, faces=10) == [
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
@pytest.mark.parametrize("kind", [dice_from, stream_from])
def test_every_face_comes_up_equally_often(faces: int, seed: int, kind: Callable[[int], Dice]) -> None:
    count = 600 * faces
    seen = Counter(throws(kind(seed), count, faces))
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
    throws(plain, 3)  # they count, and those after them fall as they would have
    assert throws(dice, 10) == throws(plain, 10)


def test_dice_fixed_in_advance_take_nothing_from_the_old_stream() -> None:
    dice, plain = stream_from(5), stream_from(5)
    dice.fix((6, 1))
    assert throws(dice, 2) == [6, 1]
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


@pytest.mark.parametrize("kind", [dice_from, stream_from])
def test_sealed_dice_show_only_what_is_fixed(kind: Callable[[int], Dice]) -> None:
    dice = kind(5)
    dice.sealed = True
    before = dice.copy()
    with pytest.raises(Sealed, match="send the game back"):
        dice.throw(6)
    assert dice == before
    dice.fix((2,))
    assert dice.throw(6) == 2
    with pytest.raises(Sealed):
        dice.throw(6)
    with pytest.raises(Sealed):
        dice.copy().throw(6)


@given(
    seed=SEEDS.filter(lambda seed: seed % 2**64 != 0),
    salts=st.lists(SEEDS, min_size=2, max_size=2, unique_by=lambda salt: salt % 2**64),
    kind=st.sampled_from([dice_from, stream_from]),
)
def test_stirring_changes_what_comes_up(seed: int, salts: list[int], kind: Callable[[int], Dice]) -> None:
    plain, stirred, otherwise = (kind(seed) for _ in range(3))
    stirred.stir(salts[0])
    otherwise.stir(salts[1])
    three = [throws(dice, 30) for dice in (plain, stirred, otherwise)]
    assert three[0] != three[1] != three[2] != three[0]


@pytest.mark.parametrize(("seed", "salt"), [(0, 0), (0, 1), (1, 0)])
@pytest.mark.parametrize("kind", [dice_from, stream_from])
def test_stirring_changes_even_the_plainest_seed(seed: int, salt: int, kind: Callable[[int], Dice]) -> None:
    dice = kind(seed)
    dice.stir(salt)
    assert throws(dice, 30) != throws(kind(seed), 30)


def test_stirring_is_repeatable_and_leaves_fixed_dice_alone() -> None:
    one, two = dice_from(8), dice_from(8)
    for dice in (one, two):
        dice.fix((5,))
        dice.stir(3)
    assert one.throw(6) == 5
    two.throw(6)
    assert throws(one, 20) == throws(two, 20)


# What a die is thrown for


def test_a_die_depends_on_what_it_is_thrown_for_and_not_on_what_was_thrown_before() -> None:
    one, other = dice_from(3), dice_from(3)
    for place in range(50):
        other.throw(6, f"siege {place}", "turn 1")
    battles = [f"combat {place}" for place in range(50)]
    assert [one.throw(6, what, "turn 1") for what in battles] == [
        other.throw(6, what, "turn 1") for what in battles
    ]
    assert [one.throw(6, what, "turn 2") for what in battles] == [
        other.throw(6, what, "turn 2") for what in battles
    ]


@pytest.mark.parametrize(
    "thrown",
    [
        lambda dice, n: dice.throw(6, f"combat {n}", "turn 1"),
        lambda dice, n: dice.throw(6, "combat", f"turn {n}"),
        lambda dice, n: dice.throw(6, "combat", "turn 1"),  # which of several
        lambda dice, n: dice_from(n).throw(6, "combat", "turn 1"),
    ],
    ids=["purpose and place", "occasion", "which of several", "key"],
)
def test_everything_a_die_depends_on_makes_it_another_die(thrown: Callable[[Dice, int], int]) -> None:
    dice = dice_from(3)
    seen = Counter(thrown(dice, n) for n in range(3600))
    assert sum((seen[face] - 600) ** 2 / 600 for face in range(1, 7)) < chi_square_bound(5)


def test_only_what_was_thrown_on_the_present_occasion_is_remembered() -> None:
    dice = dice_from(3)
    for _ in range(3):
        dice.throw(6, "combat 0405", "turn 1")
    dice.throw(6, "siege", "turn 1")
    assert dice.label("combat 0405", "turn 1") == "turn 1: combat 0405 4"
    assert dice.tally == {"combat 0405": 3, "siege": 1}
    dice.throw(6, "combat 0405", "turn 2")
    assert dice.tally == {"combat 0405": 1}
    assert dice.thrown == 5


def test_the_old_stream_has_no_labels_and_remembers_nothing() -> None:
    dice = stream_from(3)
    dice.throw(6, "combat", "turn 1")
    assert dice.label("combat", "turn 1") == ""
    assert msgspec.to_builtins(dice) == {"state": dice.key, "thrown": 1, "fixed": (), "sealed": False}


@pytest.mark.parametrize("kind", [dice_from, stream_from])
def test_dice_are_the_same_after_saving(kind: Callable[[int], Dice]) -> None:
    dice = kind(3)
    dice.throw(6, "combat", "turn 1")
    dice.fix((2,))
    again = msgspec.json.decode(msgspec.json.encode(dice), type=Dice)
    assert again == dice
    assert throws(again, 20) == throws(dice, 20)


@pytest.mark.parametrize("kind", [dice_from, stream_from])
def test_a_new_key_puts_fixed_dice_away(kind: Callable[[int], Dice]) -> None:
    dice = kind(3)
    dice.fix((6, 6, 6))
    dice.renew("abc")
    assert dice.fixed == ()
    assert throws(dice, 20) == throws(dice_from("abc"), 20)


@pytest.mark.parametrize("key", ["", "a" * 65])
def test_a_key_has_a_length(key: str) -> None:
    with pytest.raises(Malformed, match="1 to 64 bytes"):
        dice_from(3).renew(key)


def test_dice_whose_key_is_unknown_show_what_fell_and_then_something_else() -> None:
    dice = dice_from(0)
    dice.throw(6)
    unknown = unknown_dice(dice, (4,))
    assert unknown.thrown == 1
    assert throws(unknown, 1) == [4]
    assert throws(unknown, 30) != throws(dice, 30)
    assert throws(unknown_dice(dice, guess=1), 30) != throws(unknown_dice(dice, guess=2), 30)


def test_dice_fell_alike_whatever_is_said_of_them() -> None:
    one, other = Roll(6, 3, "attack on 0405", "7.4", "turn 1: attack 0405 1"), Roll(6, 3, "x", "", "")
    assert fell_alike([one], [msgspec.structs.replace(one, purpose="assault", rule="8")])
    assert not fell_alike([one], [other])
    assert not fell_alike([one], [msgspec.structs.replace(one, value=4)])
    assert not fell_alike([one], [])


def test_a_seed_made_of_a_key_does_not_give_it_away() -> None:
    assert seed_from("abc") == seed_from("abc") != seed_from("abd")
    assert 0 <= seed_from("abc") < 2**48
