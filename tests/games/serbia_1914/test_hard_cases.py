"""Hard cases of combat and movement, decided from the book first and then asked of the game."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.table.questions import (
    Allowance,
    AttackStrength,
    DefenseStrength,
    OddsShifts,
    StepCost,
)
from hexfront.kernel.game import Game
from tests.games.serbia_1914.builders import FIELD, game

SUPPLY = """
side 20.10-20.11 rail=single-track
side 26.10-26.11 rail=single-track
hex 26.10 country=serbia
hex 26.11 country=serbia
region "friendly-edge austria-hungary" 20.10
region "friendly-edge serbia" 26.10
unit ah-depot-fifth-1 20.11 army=FIFTH
unit sr-depot-1 26.11
"""
AUSTRIAN = "nation=austria-hungary army=FIFTH corps=8 effectiveness=12"
SERB = "nation=serbia corps=first effectiveness=12"
A = f"unit A 21.12 {AUSTRIAN} values=12-9-3-4\n"
NORTH = f"unit B 22.11 {AUSTRIAN} values=12-9-3-4\n"
BEHIND = f"unit B 23.13 {AUSTRIAN} values=12-9-3-4\n"
D = f"unit D 22.12 {SERB} values=5-8-3-2\n"
FORT = "unit K 22.12 nation=serbia kind=fort values=0-2-2-1 effectiveness=9\n"


def field(text: str, turn: str = "3 attack austria-hungary", supply: str = SUPPLY) -> Game:
    return game(f"sandbox\n{FIELD}{supply}turn {turn}\n{text}")


def brigades(text: str) -> str:
    return text.replace("values=", "size=x values=")


def friend(at: str) -> str:
    return f"unit E{at} {at} nation=serbia corps=second values=5-8-3-2\n"


@pytest.mark.rule("9.6.1", "9.5", "9.5.1", "9.5.3", "9.5.4")
@pytest.mark.parametrize(
    ("text", "columns"),
    [
        pytest.param(A + D + "side 21.12-22.12 sava\n", -2, id="all over the Sava"),
        pytest.param(A + NORTH + D + "side 21.12-22.12 sava\n", -1, id="one of two over the Sava"),
        pytest.param(A + D + "side 21.12-22.12 'major river'\n", -1, id="all over a major river"),
        pytest.param(A + NORTH + D + "side 21.12-22.12 'major river'\n", 0, id="one of two over it"),
        pytest.param(
            A + NORTH + D + "side 21.12-22.12 'major river'\nhex 22.11 terrain='bottomland with river'\n",
            -1,
            id="one over it and one out of bottomland with a river",
        ),
        pytest.param(A + D + "improved 22.12 serbia\nhex 22.12 terrain=upland\n", -2, id="works uphill"),
        pytest.param(
            A + NORTH + D + "hex 22.12 terrain=upland\nhex 22.11 terrain=upland\n", 0, id="one is as high"
        ),
        pytest.param(A + D + "hex 21.12 terrain=bottomland\n", 0, id="bottomland is as high as lowland"),
        pytest.param(A.strip() + " prepared=22.12\n" + NORTH + D, 0, id="one of two prepared"),
        pytest.param(A + BEHIND + D, 2, id="flanked"),
        pytest.param(A + BEHIND + D + friend("22.11"), 2, id="flanked with one friend beside"),
        pytest.param(A + BEHIND + D + friend("22.11") + friend("22.13"), 0, id="two friends beside"),
        pytest.param(A + BEHIND + D + FORT, 0, id="a fort"),
        pytest.param(brigades(A) + brigades(BEHIND) + D, 2, id="two brigades are a division"),
        pytest.param(
            brigades(A)
            + "unit B 23.13 nation=austria-hungary army=FIFTH size=iii values=5-4-3-0 asset\n"
            + D,
            0,
            id="a brigade and a regiment are less, and the regiment's zone does not count",
        ),
        pytest.param(A + BEHIND + D + "side 22.11-22.12 sava\n", 2, id="one side is the Sava"),
        pytest.param(
            A + BEHIND + D + "side 22.11-22.12 sava\nside 22.12-22.13 sava\n", 0, id="two sides are the Sava"
        ),
    ],
)
def test_columns_to_the_right(text: str, columns: int) -> None:
    assert field(text).explain(OddsShifts("22.12")).total == columns


@pytest.mark.rule("9.3.1", "9.3.2", "19.1.6", "23.1.1", "7.1.4b", "9.10.3")
@pytest.mark.parametrize(
    ("text", "attack", "defense"),
    [
        (A + D + "side 21.12-22.12 'minor river'\n", 10, 8),
        (A.replace("21.12", "21.12+21.11") + D, 6, 8),
        (A.strip() + " crossing=2\n" + D, 9, 8),
        (A.strip() + " reduced=7-6-2 reductions=3\n" + D, 7 - 2 * 2, 8),
        (
            A + brigades(D) + brigades(D).replace("unit D", "unit E") + "hex 22.12 terrain='low mountain'\n",
            12,
            8 + 8 + 3,
        ),
        (A + D + D.replace("unit D", "unit E") + "komitadji 22.12\n", 12, 8 + 8 + 1),
    ],
)
def test_what_attack_and_defense_are_worth(text: str, attack: int, defense: int) -> None:
    of = field(text)
    assert of.explain(AttackStrength("22.12")).total == 4 * attack  # in quarters of a point
    assert of.explain(DefenseStrength("22.12")).total == 4 * defense


@pytest.mark.rule("9.4", "9.4.1", "8.5.1")
def test_who_has_no_source_is_reckoned_without_ammunition() -> None:
    of = field(A + D + FORT, supply="")
    assert of.explain(AttackStrength("22.12")).total == 4 * 6
    assert [(term.rule, term.value) for term in of.explain(DefenseStrength("22.12")).terms] == [
        ("2.3", 4 * 8),
        ("9.4", -4 * 4),
        ("2.3", 4 * 2),  # a fort needs none
    ]
    assert "at 1:1;" in of.explain(OddsShifts("22.12")).text


ENEMY = f"unit X 22.12 {SERB} values=6-8-3-2\n"
MARCHER = f"{AUSTRIAN} values=12-12-3-4"


@pytest.mark.rule("7.1.6", "7.1.6a", "3.3.1", "23.1.1", "3.5.3")
@pytest.mark.parametrize(
    ("here", "there", "turn", "more", "cost"),
    [
        ("20.12", "21.12", 3, ENEMY, 2 + 2),
        ("21.12", "20.12", 3, ENEMY, 2 + 1),
        ("21.12", "21.13", 3, ENEMY, 2 + 6),
        ("21.12", "21.13", 3, f"{ENEMY}unit B 21.13 {MARCHER}\n", 2 + 4),
        (
            "21.12",
            "21.13",
            3,
            f"{ENEMY}unit B 21.13 nation=austria-hungary army=FIFTH size=iii values=3-3-3-0 asset\n",
            2 + 6,
        ),
        ("20.12", "21.12", 3, f"{ENEMY}side 21.12-22.12 sava\nside 21.12-22.11 sava\n", 2),
        ("20.12", "21.12", 3, "komitadji 21.12\n", 2 + 1),
        ("20.12", "21.12", 18, "hex 21.12 terrain=bottomland\n", 2),
        ("20.12", "21.12", 19, "hex 21.12 terrain=bottomland\n", 3),
    ],
)
def test_what_a_step_costs(here: str, there: str, turn: int, more: str, cost: int) -> None:
    of = field(f"unit A {here} {MARCHER}\n{more}", f"{turn} movement austria-hungary")
    assert of.explain(StepCost("A", here, there)).total == cost


RIDER = "nation=ah kind=cavalry values=3-3-3-1 army=FIFTH"
WALKER = "unit R 21.12 nation=ah size=iii values=3-3-3-0 army=FIFTH asset assigned=A"


@pytest.mark.rule("7.2.1", "7.2.2a", "8.8.1")
@pytest.mark.parametrize(
    ("phase", "unit", "points"),
    [
        ("movement austria-hungary", MARCHER, 9 + 3),
        ("counter movement serbia", MARCHER, 5 + 3),
        ("movement austria-hungary", RIDER, 9 + 7),
        ("movement austria-hungary", f"{RIDER}\n{WALKER}", 9 + 3),
        ("movement austria-hungary", "nation=ah kind=artillery values=0-0-0-3 army=FIFTH", 9),
    ],
)
def test_how_far_a_unit_can_march(phase: str, unit: str, points: int) -> None:
    of = field(f"unit A 21.12 {unit}\nunit X 25.12 {SERB} values=6-8-3-2\n", f"3 {phase}")
    assert of.explain(Allowance("A")).total == points
