"""Numbers and refusals of the later war, decided from the books first: where rules meet."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.western_front.orders import (
    ArtilleryNeeded,
    AttackStrength,
    CounterattackStrength,
    Crossing,
    DieModifiers,
    ForcedRetreat,
    SupplyCost,
)
from hexfront.games.western_front.vocabulary import POINT
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game

COLUMNS, ROWS = range(1, 7), range(1, 6)
BOARD = "board corner=0101\n" + "| . . . . . .\n" * len(ROWS)
BOARD += "".join(
    f"hex 0{column}0{row} country={'france' if column <= 3 else 'germany'}\n"
    for column in COLUMNS
    for row in ROWS
)
HQ = (
    "unit FH 0103 nation=fr kind=hq supply=50\nunit GH 0603 nation=ge kind=hq supply=50\n"
    "side 0103-0203 rail=double\nside 0603-0503 rail=double\nrail 0103 0203 fr\nrail 0603 0503 ge\n"
)
X = "unit X 0303 nation=fr values=6-4 reduced=4\n"
A = "unit A 0403 nation=ge values=8-5 reduced=6\n"
TRENCH = "marker trench 0303 entente\n"
GUNS = (
    "unit P 0403 nation=ge kind=art size=iii values=3-4\nunit Q 0403 nation=ge kind=art size=iii values=3-4\n"
)
SIEGE = "unit S 0403 nation=ge kind=siege size=i values=8-2\n"
STORM = "unit S 0403 nation=ge kind=assault values=12-5\n"
MET_BEFORE = 'flag "first assault on: fr" 1917083\n'
TANKS = "unit G 0202 nation=gb kind=hq supply=20\nunit D 0303 nation=gb values=7-4\n"
TANKS += "unit K 0303 nation=gb kind=tank values=12-4\n"
PIONEER = "unit E 0303 nation=fr kind=eng\nmarker trench 0303 entente\nunit H 0304 nation=fr kind=hq\n"


def case(date: str, phase: str, text: str) -> Game:
    head = "title western-front\nscenario schlieffen-plan\nsandbox no-end no-arrivals no-duties\n"
    return hexfront.position(f"{head}date {date} {phase}\n{BOARD}{HQ}{text}")


def total(game: Game, question: Action) -> object:
    return game.explain(question).total


@pytest.mark.rule("22-7", "22-18", "22-19", "22-20", "22-21", "13-25", "22-2", "WF 8-5")
@pytest.mark.parametrize(
    ("date", "text", "units", "added"),
    [
        ("1916-07-3", X + A + TRENCH, "A", -3),
        ("1916-07-3", X + A + TRENCH + GUNS, "A,P,Q", -2),
        ("1917-07-3", X + A + TRENCH + GUNS, "A,P,Q", -3),  # nine points are asked for
        ("1914-12-3", X + A + TRENCH, "A", -2),  # no artillery is needed yet
        ("1915-05-3", X + A + TRENCH + SIEGE, "A,S", -2),  # half of eight is enough
        (
            "1916-07-3",
            X + A + TRENCH + "unit B 0402 nation=ge values=8-5\n",
            "A,B",
            -2,
        ),  # six for two hexsides
        ("1916-07-3", X + A + TRENCH + "side 0303-0403 wooded rough\n", "A", -4),
        ("1916-07-3", X + A + TRENCH + "side 0303-0403 mountain\n", "A", 0),  # no trench lies there
        ("1917-07-3", X + A + "marker hindenburg line 0303 central-powers\n", "A", 0),
    ],
)
def test_the_die_of_an_attack(date: str, text: str, units: str, added: int) -> None:
    game = case(date, "combat german", text)
    assert total(game, DieModifiers("0303", tuple(units.split(",")))) == added


@pytest.mark.rule("14-4", "22-8", "22-16", "33-3", "33-8", "33-9", "42-2", "41-2", "WF 10-12")
@pytest.mark.parametrize(
    ("date", "text", "units", "least"),
    [
        ("1915-07-3", X + A + "side 0303-0403 rough\n", "A", 6),
        ("1915-07-3", X + A + "side 0303-0403 woods\n", "A", 3),
        ("1915-07-3", X + A + "side 0303-0403 woods river\n", "A", 6),
        ("1916-07-3", X + A + "side 0303-0403 woods\n", "A", 6),
        ("1916-07-3", X + A + "side 0303-0403 broken\n", "A", 3),
        ("1914-12-3", X + A + "side 0303-0403 wooded rough\n", "A", 3),
        ("1917-09-3", X + STORM + TRENCH, "S", 3),
        ("1917-09-3", X + STORM + TRENCH + MET_BEFORE, "S", 6),
        ("1917-09-3", X + STORM.replace("12-5", "12-5 strength=11") + TRENCH, "S", 6),
        ("1917-09-3", X + STORM + MET_BEFORE + "unit F 0303 nation=fr kind=fortress values=12\n", "S", 3),
        (
            "1917-09-3",
            X + STORM + STORM.replace("S ", "Z ") + MET_BEFORE + "side 0303-0403 woods\n",
            "S,Z",
            3,
        ),
        ("1918-07-3", A + TANKS + TRENCH, "A", 14),
        ("1918-07-3", A + TANKS, "A", 7),
        ("1917-09-3", A + X.replace("nation=fr", "nation=it"), "A", 2),
        ("1918-09-3", A + X.replace("nation=fr", "nation=it"), "A", 3),
        ("1915-09-3", A + X.replace("nation=fr", "nation=ru"), "A", 2),
    ],
)
def test_the_least_loss_that_drives_them_out(date: str, text: str, units: str, least: int) -> None:
    game = case(date, "combat german", text)
    assert total(game, ForcedRetreat("0303", tuple(units.split(",")))) == least


@pytest.mark.rule("19-9", "19-13", "19-15", "29-11", "29-15", "13-5", "29-5", "7-11", "18-15")
def test_what_attacks_and_answers_are_worth() -> None:
    siege = case("1915-05-3", "combat german", X + A + SIEGE + TRENCH)
    assert total(siege, AttackStrength("0303", ("A", "S"))) == 12
    assert total(siege, SupplyCost("0303", ("A", "S"))) == 4
    assert total(siege, ArtilleryNeeded("0303", ("A",))) == 3
    fortress = "unit F 0303 nation=fr kind=fortress values=12\n"
    shelled = case("1916-05-3", "combat german", fortress + A + SIEGE)
    assert total(shelled, AttackStrength("0303", ("S",))) == 16
    assert total(shelled, CounterattackStrength("0303")) == 36
    across = case("1914-09-3", "combat german", X + A + "side 0303-0403 major river\n")
    assert total(across, AttackStrength("0303", ("A",))) == 4
    gunners = "unit Q 0303 nation=fr kind=art size=iii values=3-4\n"
    assert total(case("1915-05-3", "combat german", X + A + gunners), CounterattackStrength("0303")) == 24
    aboard = case("1915-07-3", "combat german", A + X.replace("6-4", "6-4 entrained"))
    assert total(aboard, CounterattackStrength("0303")) == 6
    staffs = "".join(f"unit {name} 0303 nation=fr kind=hq\n" for name in ("R", "Z"))
    assert total(case("1915-07-3", "combat german", A + staffs), CounterattackStrength("0303")) == 6


@pytest.mark.rule("10-7", "22-2", "22-6", "32-1", "32-2", "33-2", "45-2", "46-3", "48-2")
@pytest.mark.parametrize(
    ("date", "side", "text", "step", "cost"),
    [
        (
            "1916-07-3",
            "entente",
            "unit Z 0304 nation=gr values=6-4\nside 0303-0304 mountain\n",
            "0304 0303",
            5,
        ),
        (
            "1916-07-3",
            "german",
            "unit Z 0304 nation=bu values=6-4\nside 0303-0304 mountain\n",
            "0304 0303",
            5,
        ),
        (
            "1916-07-3",
            "german",
            "unit Z 0304 nation=ot values=6-4\nside 0303-0304 mountain\n",
            "0304 0303",
            5,
        ),
        (
            "1916-01-3",
            "german",
            "unit Z 0304 nation=ot values=6-4\nside 0303-0304 mountain\n",
            "0304 0303",
            6,
        ),
        (
            "1916-07-3",
            "entente",
            X + TRENCH + "unit Z 0304 nation=fr values=6-4\nside 0303-0304 mountain\n",
            "0304 0303",
            6,
        ),
        ("1916-07-3", "entente", X + TRENCH + "unit Z 0304 nation=fr values=6-4\n", "0304 0303", 3),
        (
            "1918-05-3",
            "german",
            X + STORM.replace("S ", "Z ") + X.replace("X 0303", "Y 0304"),
            "0403 0404",
            2,
        ),
    ],
)
def test_what_a_step_costs(date: str, side: str, text: str, step: str, cost: int) -> None:
    game = case(date, f"movement {side}", text)
    here, there = step.split()
    assert total(game, Crossing("Z", here, there)) == cost * POINT


@pytest.mark.rule("18-3", "29-16", "6-9", "7-4", "29-15", "29-2", "22-9", "22-2")
@pytest.mark.parametrize(
    ("date", "phase", "text", "words", "rule"),
    [
        ("1916-07-3", "movement entente", X + PIONEER, "march H 0303", ""),
        ("1916-07-3", "movement entente", X + A + PIONEER, "march H 0303", "18-3"),
        (
            "1916-07-3",
            "movement entente",
            X + PIONEER.replace("kind=eng", "values=4-4"),
            "march H 0303",
            "18-3",
        ),
        ("1915-05-3", "combat german", X + A + SIEGE, "attack 0303 A,S", "29-15"),
        ("1914-12-3", "combat german", X + A + SIEGE + TRENCH, "attack 0303 A,S", "29-2"),
        (
            "1915-07-3",
            "movement entente",
            X.replace("0303", "0203") + A.replace("0403", "0303"),
            "transport X 0103",
            "7-4",
        ),
    ],
)
def test_what_is_legal_and_by_which_rule_it_is_not(
    date: str, phase: str, text: str, words: str, rule: str
) -> None:
    game = case(date, phase, text)
    refusal = game.check(game.read_action(words))
    if not rule:
        assert refusal is None
        return
    assert isinstance(refusal, Refusal)
    assert rule in refusal.rules


@pytest.mark.rule("29-16")
def test_guns_do_not_go_from_trench_to_trench_before_the_enemy() -> None:
    line = "unit P 0303 nation=fr kind=art size=iii values=3-4\n" + X + A
    line += "unit Y 0304 nation=fr values=6-4\nunit B 0404 nation=ge values=8-5\n" + TRENCH
    game = case("1916-07-3", "movement entente", line + "marker devastation 0304 entente\n")
    refusal = game.check(game.read_action("march P 0304"))
    assert isinstance(refusal, Refusal)
    assert refusal.rules == ("29-16",)
    assert game.check(game.read_action("march P 0203")) is None
    assert game.check(game.read_action("march X 0304")) is None


@pytest.mark.rule("16-4", "WF 10-2")
@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ("unit Y 0403 nation=ge kind=tank values=4-4\n", "WF 10-2"),
        ("unit Y 0403 nation=ge kind=art size=iii values=3-4\n", "16-4"),
        ("unit Y 0403 nation=ge values=6-4\n", ""),
    ],
)
def test_whoever_is_named_for_a_column_attack_must_be_able_to_make_it(more: str, rule: str) -> None:
    game = case("1918-05-3", "movement german", X + A + more)
    refusal = game.check(game.read_action("column attack 0303 with A, Y"))
    assert (refusal.rules if isinstance(refusal, Refusal) else ()) == ((rule,) if rule else ())
    assert game.check(game.read_action("column attack 0303 with A")) is None
