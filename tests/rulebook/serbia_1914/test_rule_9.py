"""[9.0] The short examples of the combat chapter."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.serbia_1914.orders import Aim, Declare, Withhold
from hexfront.games.serbia_1914.rules import battle as battles
from hexfront.games.serbia_1914.rules import intensity
from hexfront.games.serbia_1914.rules.battle import reckon
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.battlefield import LOWLAND, battle, field, indicate
from tests.games.serbia_1914.builders import node


@pytest.mark.rule("9.3.1")
def test_a_unit_with_a_defense_of_2_has_5_in_low_mountains() -> None:
    board = LOWLAND.replace("| . . . . . . .", "| . . m . . . .")
    of = field(
        "unit A 21.12 nation=austria-hungary values=4-4-3-1\n"
        "unit B 22.12 asset nation=serbia size=iii values=1-2-2-0",
        board,
    )
    assert battles.defense_total(of, battle(of, "22.12", {"21.12": ("A",)}, "B")) == 5 * 4


@pytest.mark.rule("9.6", "9.6.2")
@pytest.mark.parametrize(
    ("attack", "defense", "odds"),
    [
        (14, 8, "2:1"),
        (7, 2, "4:1"),
        (27, 12, "2:1"),
        (7, 4, "2:1"),
        (10, 3, "3:1"),
        (4, 3, "3:2"),
        (14, 2, "8:1"),
        (14, 1, "14:1"),
        (1, 5, "1:5"),
    ],
)
def test_ratios_are_rounded_at_the_midpoint_and_the_midpoint_up_on_the_table_and_beyond(
    attack: int, defense: int, odds: str
) -> None:
    of = field("")
    place = battles.initial_place(of, attack * 4, defense * 4)
    assert of.setting.tables.odds_name(place) == odds


@pytest.mark.rule("9.6.2", "9.9")
def test_14_to_1_shifted_two_to_the_left_is_10_to_1() -> None:
    tables = field("").setting.tables
    place = tables.initial_odds(Fraction(14), Fraction(1))
    assert tables.odds_name(place) == "14:1"
    assert tables.odds_name(place - 2) == "10:1"
    assert tables.column(place - 2) == "8:1"


@pytest.mark.rule("9.7")
def test_the_best_proficiencies_of_4_and_3_make_minus_1() -> None:
    of = field(
        "unit A 22.12 nation=austria-hungary values=10-10-3-3 army=FIFTH\n"
        "unit B 22.12 asset nation=austria-hungary size=iii values=2-2-2-0 army=FIFTH\n"
        "unit C 23.12 nation=serbia values=10-10-4-3\n"
        "unit D 23.12 nation=serbia size=x values=5-5-3-1"
    )
    of.phase = "counter attack"
    fought = battle(of, "22.12", {"23.12/C": ("C",), "23.12/D": ("D",)}, "A", "B")
    assert reckon(of, fought).modifier == -1


@pytest.mark.rule("9.10.1", "9.8.2")
def test_a_brigade_against_a_regiment_throws_for_its_losses() -> None:
    text = """
unit A 21.12 nation=austria-hungary size=x values=7-7-3-2 reduced=5-5-1 army=FIFTH
unit B 22.12 nation=serbia size=iii values=4-4-3-0 reduced=2-2-0
"""
    suffered = set()
    for own in range(1, 7):
        of = field(f"{text}dice 3 3 {own} {7 - own} 1 1 1 1\n")
        play = indicate(of, Aim("A", "22.12"))
        while play.asked is not None and play.asked.kind != "intensity":
            play.answer(PASS)
        play.answer(Declare(True), Declare(True)).defaults()
        suffered.add((own, of.units["A"].reductions, 7 - own, of.units["B"].reductions))
    # The brigade loses strength with a 5 or 6, the regiment with a 3 to 6.
    assert suffered == {(die, int(die >= 5), 7 - die, int(7 - die >= 3)) for die in range(1, 7)}


@pytest.mark.rule("9.10.1")
@pytest.mark.parametrize(
    ("size", "reductions", "certain", "least"),
    [
        (4, 1, 1, 7),
        (4, 2, 2, 7),
        (2, 1, 0, 3),
        (3, 1, 0, 3),
        (2, 2, 1, 7),
        (3, 2, 1, 7),
        (1, 1, 0, 5),
        (1, 2, 0, 4),
    ],
)
def test_the_small_magnitude_table(size: int, reductions: int, certain: int, least: int) -> None:
    tables = field("").setting.tables
    assert intensity.small_magnitude(tables, size, reductions) == (certain, least)


@pytest.mark.rule("9.2.5", "10.3")
def test_a_withheld_force_retreats_with_the_others_and_then_stays_with_the_one_that_stays() -> None:
    """Units A and B defend, C is withheld; all retreat one hex, B fails its check by 7 and goes on alone."""
    of = field(
        """
dice 1 3 1 1 5 6
unit X 21.12 nation=austria-hungary values=60-20-3-0 effectiveness=12 army=FIFTH corps=8
unit A 22.12 nation=serbia values=6-6-3-0 effectiveness=8 corps=First
unit B 22.12 nation=serbia values=5-5-3-0 effectiveness=8 corps=First status=1
unit C 22.12 nation=serbia size=iii values=3-3-3-0 effectiveness=10 corps=First status=4
"""
    )
    play = indicate(of, Aim("X", "22.12"))
    while play.asked is not None and play.asked.kind != "withhold":
        play.answer(PASS)
    assert play.choices == [Withhold("C"), PASS]
    play.answer(Withhold("C"))
    while play.asked is not None:
        play.answer(Declare(False) if play.asked.kind == "intensity" else play.choices[0])
    assert of.units["A"].status == 2  # failed by 6
    assert of.units["B"].status == 4  # failed by 7, and combat ineffective by it
    assert of.units["C"].status == 4  # never tested
    assert of.units["C"].at == of.units["A"].at != node(of, "22.12")
    distance = of.setting.board.distance
    assert distance(of.units["A"].at, node(of, "22.12")) == 1
    assert distance(of.units["B"].at, node(of, "22.12")) == 3  # one by the table, two by its check
