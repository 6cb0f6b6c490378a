"""Numbers and refusals, decided from the book first: where rules meet."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.table.questions import (
    Allowance,
    ArtilleryValue,
    AttackStrength,
    DefenseStrength,
    OddsShifts,
    StackingLoad,
    StepCost,
)
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.serbia_1914.builders import FIELD, game

AUSTRIAN = "nation=austria-hungary army=FIFTH corps=8"
SERB = "nation=serbia corps=first"
A = f"unit A 21.12 {AUSTRIAN} values=12-12-3-4\n"
D = f"unit D 22.12 {SERB} values=6-8-4-2 reduced=3-4-1\n"
BEHIND = f"unit B 23.12 {AUSTRIAN} values=12-12-3-4\n"
NORTH = f"unit B 22.11 {AUSTRIAN} values=12-12-3-4\n"


def case(turn: str, text: str) -> Game:
    return game(f"sandbox\n{FIELD}turn {turn}\n{text}")


def total(of: Game, question: Action) -> object:
    ledger = of.explain(question)
    return ledger.total / ledger.scale


@pytest.mark.rule("3.5.3", "7.1.3", "7.1.3a", "7.1.6", "7.1.6a", "7.1.7", "23.1.1")
@pytest.mark.parametrize(
    ("turn", "text", "step", "cost"),
    [
        (18, "hex 21.11 terrain=bottomland\n", "21.12 21.11", 2),
        (19, "hex 21.11 terrain=bottomland\n", "21.12 21.11", 3),
        (19, "hex 21.11 terrain='bottomland with river'\n", "21.12 21.11", 3),
        (3, "hex 21.11 terrain='low mountain'\nside 21.11-21.12 low mountain contour\n", "21.12 21.11", 5),
        (3, "hex 21.11 terrain='low mountain'\nside 21.11-21.12 low mountain contour\n", "21.11 21.12", 2),
        (
            3,
            "side 21.11-21.12 low mountain contour roadway=roadway\nhex 21.11 terrain='low mountain'\n",
            "21.12 21.11",
            3,
        ),
        (3, f"unit D 23.12 {SERB} values=6-8-4-2\n", "21.12 22.11", 4),
        (3, D, "21.12 20.12", 3),
        (3, D, "21.12 22.11", 8),
        (3, D + NORTH, "21.12 22.11", 6),
        (3, D + NORTH.replace("values", "asset size=iii values"), "21.12 22.11", 8),  # no Formation
        (3, "komitadji 21.11\n", "21.12 21.11", 3),
    ],
)
def test_what_a_step_costs(turn: int, text: str, step: str, cost: int) -> None:
    of = case(f"{turn} movement austria-hungary", A + text)
    assert total(of, StepCost("A", *step.split())) == cost


@pytest.mark.rule("7.1.1", "7.2.1", "7.2.2a", "8.2.4a", "8.8.1")
@pytest.mark.parametrize(
    ("turn", "unit", "points"),
    [
        ("3 movement austria-hungary", A, 12),
        ("3 counter movement serbia", A, 8),
        ("3 movement austria-hungary", A.replace("corps=8", "kind=cavalry"), 16),
        ("3 counter movement serbia", A.replace("corps=8", "kind=cavalry"), 12),
        ("3 movement austria-hungary", A.replace("corps=8", "kind=artillery"), 9),
    ],
)
def test_how_far_a_unit_may_go(turn: str, unit: str, points: int) -> None:
    far = f"unit Z 26.14 {SERB} values=1-1-1-0\n"
    assert total(case(turn, unit + far), Allowance("A")) == points


@pytest.mark.rule("9.3.2", "9.5.1", "9.5.3", "9.5.4", "9.6.1", "14.1", "7.3.4")
@pytest.mark.parametrize(
    ("text", "shift"),
    [
        (A + NORTH + D, 0),
        (A + D + "side 21.12-22.12 sava\n", -2),
        (A + D + "side 21.12-22.12 sava bridge\n", -2),  # a bridge is for movement
        (A + NORTH + D + "side 21.12-22.12 sava\n", -1),
        (A + NORTH + D + "side 21.12-22.12 sava\nside 22.11-22.12 major river\n", -1),
        (A + NORTH + D + "side 21.12-22.12 minor river\nside 22.11-22.12 minor river\n", 0),
        (A + D + "side 21.12-22.12 sava island\n", -1),
        (A + D + "hex 21.12 terrain='bottomland with river'\n", -1),
        (A + D + "hex 22.12 terrain=upland\n", -1),
        (A + NORTH + D + "hex 22.12 terrain=upland\nhex 22.11 terrain=upland\n", 0),
        (A + D + "improved 22.12 serbia\n", -1),
        (A.replace("corps=8", "corps=8 prepared=22.12") + D, 1),
        (A.replace("corps=8", "corps=8 prepared=22.12") + NORTH + D, 0),
        (A.replace("21.12", "22.11") + BEHIND.replace("23.12", "22.13") + D, 2),
        (A + BEHIND.replace("23.12", "23.13") + D, 2),
        (A + BEHIND.replace("23.12", "23.13").replace("values", "asset values") + D, 0),
        (A + BEHIND.replace("23.12", "23.13") + f"unit F 22.12 {SERB} kind=fort values=0-4-3-2\n", 0),
    ],
)
def test_which_columns_an_attack_is_shifted(text: str, shift: int) -> None:
    assert total(case("3 attack austria-hungary", text), OddsShifts("22.12")) == shift


@pytest.mark.rule("9.3.1", "9.4", "19.1.3", "19.1.6", "23.1.1")
def test_what_stacks_are_worth() -> None:
    unfed = case("3 attack austria-hungary", A + D + "komitadji 22.12\n")  # nobody has ammunition
    assert total(unfed, AttackStrength("22.12")) == 6
    assert total(unfed, DefenseStrength("22.12")) == 5
    assert total(unfed, ArtilleryValue("A")) == 4
    wide = case("3 attack austria-hungary", A + D.replace("22.12", "22.12+22.13"))
    assert total(wide, DefenseStrength("22.12")) == 2
    assert total(wide, StackingLoad("22.12")) == 0.5


@pytest.mark.rule(
    "7.3", "7.3.2", "7.5.1", "7.5.1a", "7.5.2", "7.8", "7.9", "14.3", "14.3.2", "14.3.4", "9.2.2"
)
@pytest.mark.parametrize(
    ("turn", "text", "words", "rule"),
    [
        ("3 counter movement serbia", A + D, "prepare 22.12 A", "7.3"),
        (
            "3 movement austria-hungary",
            A.replace("corps=8", "corps=8 status=CI") + D,
            "prepare 22.12 A",
            "7.3.2",
        ),
        ("3 movement austria-hungary", A.replace("corps=8", "kind=cavalry") + D, "prepare 22.12 A", "8.1"),
        ("10 movement austria-hungary", A.replace("corps=8", "corps=8 status=2"), "recover A", ""),
        ("10 movement austria-hungary", A.replace("corps=8", "corps=8 status=2") + D, "recover A", "7.5.1"),
        (
            "19 movement serbia",
            A + D.replace("first", "first status=2") + "improved 22.12 serbia\n",
            "recover D",
            "",
        ),
        (
            "18 movement serbia",
            A + D.replace("first", "first status=2") + "improved 22.12 serbia\n",
            "recover D",
            "7.5.1",
        ),
        (
            "19 counter movement austria-hungary",
            A + D.replace("first", "first status=2") + "improved 22.12 serbia\n",
            "recover D",
            "7.5.1a",
        ),
        ("10 movement serbia", A + D + "rights serbia 0\n", "dig 22.12 D", "14.3.4"),
        ("10 movement serbia", A + D + "rights serbia 1\n", "dig 22.12 D", ""),
        ("10 movement serbia", A + D + "rights serbia 1\nhex 22.12 terrain=plateau\n", "dig 22.12 D", "14.3"),
        (
            "3 movement austria-hungary",
            A.replace("corps=8", "kind=cavalry") + "hex 21.11 terrain=foothills\n",
            "march A 21.11",
            "7.9",
        ),
        (
            "3 movement austria-hungary",
            A.replace("corps=8", "kind=cavalry") + "hex 21.11 terrain=plateau\n",
            "march A 21.11",
            "",
        ),
    ],
)
def test_what_is_legal_and_by_which_rule_it_is_not(turn: str, text: str, words: str, rule: str) -> None:
    of = case(turn, text)
    refusal = of.check(of.read_action(words))
    if not rule:
        assert refusal is None
        return
    assert isinstance(refusal, Refusal)
    assert rule in refusal.rules


@pytest.mark.rule("9.2.2", "5.3.2", "5.3.3", "3.1.2", "3.1.2a")
def test_who_may_attack_together() -> None:
    other = NORTH.replace("corps=8", "corps=13")
    mixed = case("3 attack austria-hungary", A + other + D)
    mixed.play_words("aim A 22.12")
    refusal = mixed.check(mixed.read_action("aim B 22.12"))
    assert isinstance(refusal, Refusal)
    assert refusal.rules == ("9.2.2",)
    free = A.replace("corps=8", "corps=independent size=x")
    alone = case(
        "3 attack austria-hungary",
        free + free.replace("A 21.12", "C 21.12") + NORTH.replace("corps=8", "corps=independent") + D,
    )
    alone.play_words("aim A 22.12")
    assert alone.check(alone.read_action("aim C 22.12")) is None
    assert alone.check(alone.read_action("aim B 22.12")) is not None
    full = "".join(A.replace("A 21.12", f"{name} 21.12") for name in "ABC").replace(
        "C 21.12 nation", "C 21.12 size=x nation"
    )
    crowd = case("3 attack austria-hungary", full + D)
    crowd.play_words("attack 22.12 A,B")
    third = crowd.check(crowd.read_action("aim C 22.12"))
    assert isinstance(third, Refusal)
    assert third.rules == ("3.1.2",)
    uphill = case("3 attack austria-hungary", full + D + "hex 22.12 terrain='low mountain'\n")
    uphill.play_words("aim A 22.12")
    second = uphill.check(uphill.read_action("aim B 22.12"))
    assert isinstance(second, Refusal)
    assert second.rules == ("3.1.2a",)
