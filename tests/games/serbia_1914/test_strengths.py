"""[2.3] [9.3] [9.4] [19.1.6] What units and Forces are worth in combat."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import battle as battles
from hexfront.games.serbia_1914.rules import strengths
from tests.games.serbia_1914.battlefield import LOWLAND, battle, field
from tests.games.serbia_1914.builders import node

DIVISION = "unit A 21.12 nation=austria-hungary values=10-12-3-4 reduced=7-8-3 army=FIFTH {marks}\n"


def values(of: SerbiaPosition, name: str = "A") -> tuple[int, int, int]:
    unit = of.units[name]
    return (
        strengths.attack_strength(of, unit),
        strengths.defense_strength(of, unit),
        strengths.artillery_value(of, unit),
    )


@pytest.mark.rule("2.3.1", "2.3.2", "2.3.4", "9.10.3")
@pytest.mark.parametrize(
    ("reductions", "expected"), [(0, (10, 12, 4)), (1, (7, 8, 3)), (2, (5, 6, 3)), (3, (3, 4, 3))]
)
def test_the_back_counts_after_one_reduction_and_markers_take_two_each(
    reductions: int, expected: tuple[int, int, int]
) -> None:
    of = field(DIVISION.format(marks=f"reductions={reductions}"))
    assert values(of) == tuple(4 * points for points in expected)


@pytest.mark.rule("7.1.4b")
@pytest.mark.parametrize(("size", "strength", "guns"), [("xx", 3, 2), ("x", 2, 1), ("iii", 2, 1)])
def test_a_river_crossing_marker_takes_strength_and_artillery_by_size(
    size: str, strength: int, guns: int
) -> None:
    of = field(f"unit A 21.12 nation=austria-hungary size={size} values=10-12-3-4 crossing=1")
    assert values(of) == (4 * (10 - strength), 4 * (12 - strength), 4 * (4 - guns))


@pytest.mark.rule("21.1")
def test_a_division_lacks_the_strength_of_its_detachment() -> None:
    of = field("unit ah-inf-xx-29 21.12 army=FIFTH lacks=ah-inf-iii-det-29")
    assert values(of, "ah-inf-xx-29") == (4 * (13 - 3), 4 * (13 - 3), 4 * (4 - 1))


@pytest.mark.rule("19.1.6")
def test_a_two_hex_unit_has_half_of_everything_in_each_hex() -> None:
    of = field("unit A 21.12+21.13 nation=austria-hungary values=9-7-3-3")
    assert values(of) == (18, 14, 6)
    assert strengths.attack_strength(of, of.units["A"], whole=True) == 36


@pytest.mark.rule("9.4")
def test_without_ammunition_strength_and_artillery_are_halved() -> None:
    of = field(DIVISION.format(marks=""))
    unit = of.units["A"]
    assert strengths.attack_strength(of, unit, ammunition=False) == 20
    assert strengths.defense_strength(of, unit, ammunition=False) == 24
    assert strengths.artillery_value(of, unit, ammunition=False) == 8


@pytest.mark.rule("9.4", "8.5.1")
def test_a_fort_needs_no_ammunition() -> None:
    of = field("unit F 22.12 nation=serbia kind=fort values=0-4-2-2")
    assert strengths.defense_of_force(of, ["F"], ammunition=False) == 16


@pytest.mark.rule("9.3.2")
@pytest.mark.parametrize(
    ("river", "size", "taken"),
    [
        ("minor river", "xx", 2),
        ("minor river", "x", 1),
        ("minor river", "iii", 1),
        ("major river", "xx", 3),
        ("sava", "xx", 4),
        ("sava", "x", 3),
    ],
)
def test_a_hexside_takes_strength_from_each_force_by_its_largest_unit(
    river: str, size: str, taken: int
) -> None:
    of = field(
        f'side 21.12-22.12 "{river}"\n'
        f"unit A 21.12 nation=austria-hungary size={size} values=10-12-3-4\n"
        "unit B 21.12 asset nation=austria-hungary size=iii values=2-2-3-0"
    )
    here, there = node(of, "21.12"), node(of, "22.12")
    assert strengths.attack_of_force(of, ["A", "B"], here, there) == 4 * (12 - taken)
    assert strengths.attack_of_force(of, ["A", "B"], here, node(of, "22.11")) == 4 * 12


@pytest.mark.rule("9.3.2")
def test_terrain_is_taken_after_ammunition_and_never_leaves_less_than_nothing() -> None:
    of = field(
        'side 21.12-22.12 "sava"\n'
        "unit A 21.12 nation=austria-hungary values=12-12-3-4\n"
        "unit B 21.12 nation=austria-hungary size=x values=2-2-3-0"
    )
    here, there = node(of, "21.12"), node(of, "22.12")
    assert strengths.attack_of_force(of, ["A"], here, there, ammunition=False) == 4 * (6 - 4)
    assert strengths.attack_of_force(of, ["B"], here, there) == 0


@pytest.mark.rule("9.3.2")
def test_attacking_out_of_bottomland_with_a_river_takes_strength() -> None:
    board = LOWLAND.replace("| . . . . . . .", "| . B . . . . .")
    of = field(DIVISION.format(marks=""), board)
    here, there = node(of, "21.12"), node(of, "22.12")
    assert strengths.attack_of_force(of, ["A"], here, there) == 4 * (10 - 2)


@pytest.mark.rule("3.5.4", "9.3.2")
def test_a_riverbend_takes_strength_only_against_its_arrow() -> None:
    of = field(
        "hex 21.12 features=riverbend\nside 21.12-22.12 sava riverbend\n"
        "unit A 21.12 nation=austria-hungary values=10-10-3-4\n"
        "unit B 22.12 nation=serbia values=10-10-3-4"
    )
    one, other = node(of, "21.12"), node(of, "22.12")
    assert strengths.attack_of_force(of, ["A"], one, other) == 4 * 10
    assert strengths.attack_of_force(of, ["B"], other, one) == 4 * (10 - 4)


@pytest.mark.rule("23.1.1")
def test_komitadji_add_one_to_serbians_that_fight_in_their_hex() -> None:
    of = field(
        "komitadji 22.12 21.12\n"
        "unit A 21.12 nation=austria-hungary values=10-10-3-4\n"
        "unit B 22.12 nation=serbia values=10-6-3-4"
    )
    fought = battle(of, "22.12", {"21.12": ("A",)}, "B")
    assert battles.defense_total(of, fought) == 4 * 7
    assert battles.attack_total(of, fought) == 4 * 10  # the marker does not help the enemy
    of.phase = "counter attack"
    assert battles.attack_total(of, battle(of, "21.12", {"22.12": ("B",)}, "A")) == 4 * 11


@pytest.mark.rule("9.2.4", "9.3.1")
def test_all_defenders_add_up_and_the_stack_gets_the_bonus_of_its_hex_once() -> None:
    board = LOWLAND.replace("| . . . . . . .", "| . . f . . . .")
    of = field(
        "unit A 21.12 nation=austria-hungary values=10-10-3-4\n"
        "unit B 22.12 nation=serbia size=x values=5-6-3-1\n"
        "unit C 22.12 asset nation=serbia size=iii values=1-2-3-1",
        board,
    )
    assert battles.defense_total(of, battle(of, "22.12", {"21.12": ("A",)}, "B", "C")) == 4 * (6 + 2 + 2)


def test_a_strength_explains_itself() -> None:
    of = field(DIVISION.format(marks="reductions=2 crossing=2"))
    ledger = strengths.strength_ledger(of, of.units["A"], attacking=True)
    assert (
        ledger.text
        == "A attacks with 2: A +7 [2.3], reduction marker -2 [9.10.3], river crossing -3 [7.1.4b]"
    )
