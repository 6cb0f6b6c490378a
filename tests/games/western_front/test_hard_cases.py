"""Hard cases of the standard rules, decided from the book first and then asked of the game."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.western_front.orders import (
    AttackStrength,
    CounterattackStrength,
    DieModifiers,
    ForcedRetreat,
    SupplyCost,
    Withdraw,
)
from hexfront.kernel.game import Game
from tests.games.western_front.played import fight, marches, state

SCENARIOS = {
    "1914": "schlieffen-plan",
    "1915": "second-ypres-and-artois",
    "1916": "somme",
    "1917": "nivelle-offensive",
    "1918": "western-front-1918",
}
ROWS = range(1, 6)
FIELD = (
    "board corner=0101\n"
    + "| . . . . . . .\n" * len(ROWS)
    + "".join(f"hex 010{row} country=france\nhex 070{row} country=germany\n" for row in ROWS)
    + "".join(f"holder 020{row} 030{row} entente\nholder 040{row} 050{row} central-powers\n" for row in ROWS)
    + "side 0103-0203 rail=double\nside 0603-0703 rail=double\nrail 0103 0203 fr\nrail 0603 0703 ge\n"
)
STAFFS = "unit FH 0203 nation=fr kind=hq supply=40\nunit GH 0603 nation=ge kind=hq supply=40\n"
A = "unit A 0403 nation=ge kind=inf values=8-5\n"
AROUND = ("0302", "0304", "0202", "0203", "0402", "0403")


def field(date: str, text: str, phase: str = "combat", staffs: str = STAFFS) -> Game:
    head = f"title western-front\nscenario {SCENARIOS[date[:4]]}\nsandbox\n"
    return hexfront.position(f"{head}date {date} {phase} central-powers\n{FIELD}{staffs}{text}")


def ground(terrain: str) -> str:
    return "".join(f"side 0303-{hex_} {terrain}\n" for hex_ in AROUND)


def defender(strength: int, nation: str = "fr") -> str:
    return f"unit X 0303 nation={nation} kind=inf values={strength}-4\n"


GUNS = "unit Z 0303 nation=fr kind=art size=iii values=6-4\n"
RESERVES = "unit Z 0303 nation=fr kind=rpl values=4-3\n"
BEATEN = "unit Y 0303 nation=fr kind=inf values=6-4 retreated\n"
TRENCH = "marker trench 0303 entente\n"
SIEGE = "unit S 0403 nation=ge kind=siege values=5-3\nunit T 0403 nation=ge kind=siege values=4-3\n"


@pytest.mark.rule("14-4", "14-17", "22-8", "22-16", "29-14", "41-2", "42-2")
@pytest.mark.parametrize(
    ("date", "text", "least"),
    [
        ("1914-09-3", defender(5), 3),
        ("1914-09-3", defender(4) + GUNS, 2),
        ("1914-09-3", defender(4) + RESERVES, 2),
        ("1914-09-3", defender(4) + BEATEN + TRENCH, 4),
        ("1914-09-3", defender(4, "ru"), 2),
        ("1914-09-3", defender(4, "ru") + TRENCH, 4),
        ("1916-07-3", defender(6, "ru"), 3),
        ("1917-07-3", defender(7, "it"), 3),
        ("1918-07-3", defender(7, "it"), 4),
        ("1914-09-3", defender(6) + ground("rough"), 3),
        ("1915-07-3", defender(6) + ground("rough"), 6),
        ("1915-07-3", defender(6) + ground("woods"), 3),
        ("1916-07-3", defender(6) + ground("woods"), 6),
        ("1916-07-3", defender(6) + ground("hilly"), 6),
        ("1916-07-3", defender(6) + ground("broken"), 3),
    ],
)
def test_the_least_loss_that_forces_a_retreat(date: str, text: str, least: int) -> None:
    assert field(date, A + text).explain(ForcedRetreat("0303", ("A",))).total == least


@pytest.mark.rule("14-3")
@pytest.mark.parametrize(("called", "taken"), [(1, 1), (2, 1), (4, 3), (5, 3), (7, 5), (8, 5)])
def test_a_third_of_the_loss_is_saved_by_retreat_to_the_nearest_whole(called: int, taken: int) -> None:
    two = "unit X 0303 nation=fr kind=inf values=8-4\nunit Y 0303 nation=fr kind=inf values=8-4\n"
    game = field("1914-09-3", f"premise attack {called}\npremise counterattack 0\n{A}{two}")
    fight(game, "0303", "A", stand=Withdraw())
    assert sum(state(game).units[name].strength for name in "XY") == 16 - taken


@pytest.mark.rule("6-9", "32-3", "6-7")
@pytest.mark.parametrize(
    ("side", "kind", "more", "open_"),
    [
        ("'wooded rough'", "inf", "", False),
        ("'wooded rough' rail=single", "inf", "", True),
        ("clear", "inf", "marker devastation 0402 entente\n", True),
        ("woods", "inf", "marker devastation 0402 entente\n", False),
        ("rough river", "inf", "", False),
        ("rough river rail=double", "inf", "", True),
        ("mountain river", "mtn", "", True),
    ],
)
def test_the_least_move_from_zone_to_zone(side: str, kind: str, more: str, open_: bool) -> None:
    enemies = "unit X 0302 nation=fr values=6-4\nunit Y 0303 nation=fr values=6-4\n"
    text = f"unit A 0403 nation=ge kind={kind} values=8-3\n{enemies}side 0402-0403 {side}\n{more}"
    assert ("0402" in marches(field("1914-09-3", text, "movement"), "A")) is open_


@pytest.mark.rule("30-1", "19-11", "19-13", "29-15")
@pytest.mark.parametrize(
    ("date", "text", "staffs", "units", "worth"),
    [
        ("1914-09-3", "unit C 0403 nation=ge kind=cav values=2-7 full=2\n", "", "C", 2),
        ("1914-09-3", "unit C 0403 nation=ge kind=cav values=5-7 full=5\n", "", "C", 2),
        (
            "1914-09-3",
            A + "".join(f"side 0403-{hex_} mountain\n" for hex_ in ("0402", "0404", "0503", "0504")),
            STAFFS.replace("0603", "0503"),
            "A",
            8,
        ),
        (
            "1915-05-3",
            SIEGE + TRENCH,
            STAFFS,
            "ST",
            4,
        ),
    ],
)
def test_what_an_attack_is_worth(date: str, text: str, staffs: str, units: str, worth: int) -> None:
    game = field(date, text + defender(6), staffs=staffs)
    assert game.explain(AttackStrength("0303", tuple(units))).total == worth


@pytest.mark.rule("29-15", "29-6")
def test_halved_siege_guns_are_paid_for_together() -> None:
    game = field("1915-05-3", SIEGE + TRENCH + defender(6))
    assert game.explain(SupplyCost("0303", ("S", "T"))).total == 3  # for 2 1/2 and 2


@pytest.mark.rule("13-15", "7-11", "29-5", "19-12")
@pytest.mark.parametrize(
    ("text", "plan", "worth"),
    [
        (defender(6), ("X=FH",), 18),
        (defender(6).strip() + " entrained\nside 0203-0303 rail=double\nrail 0303 fr\n", ("X=FH",), 6),
        (defender(5) + GUNS, ("X=FH", "Z=FH"), 5 * 3 + 6 * 2),
        (defender(5) + GUNS, ("X=", "Z="), 2 * 3),
    ],
)
def test_what_a_counterattack_is_worth(text: str, plan: tuple[str, ...], worth: int) -> None:
    assert field("1914-09-3", A + text).explain(CounterattackStrength("0303", plan)).total == worth


B = "unit B 0402 nation=ge kind=inf values=8-5\n"


@pytest.mark.rule("22-19", "22-20", "22-21")
@pytest.mark.parametrize(
    ("date", "forces", "terrain", "die", "added"),
    [
        ("1916-07-3", (10, 5), "clear", "attack", -2 - 1),
        ("1916-07-3", (10, 6), "clear", "attack", -2),
        ("1916-07-3", (9, 5), "clear", "attack", -2),  # two sides need ten
        ("1916-07-3", (10, 5), "clear", "counterattack", 2),
        ("1916-07-3", (10, 5), "broken", "attack", -1 - 2),
        ("1916-07-3", (10, 5), "broken", "counterattack", 2),
        ("1916-07-3", (10, 5), "woods", "counterattack", 1),
        ("1914-11-3", (10, 1), "clear", "attack", -2),
        ("1918-07-3", (10, 11), "clear", "attack", -2 - 1),
    ],
)
def test_too_few_guns_against_a_solid_defense(
    date: str, forces: tuple[int, int], terrain: str, die: str, added: int
) -> None:
    strength, guns = forces  # of the defenders, and of the artillery against them
    text = f"{A}{B}unit G 0403 nation=ge kind=art size=x values={guns}-4\n{TRENCH}{ground(terrain)}"
    game = field(date, f"{text}{defender(strength - 5)}unit Y 0303 nation=fr values=5-4\n")
    assert game.explain(DieModifiers("0303", ("A", "B", "G"), terrain, die)).total == added


@pytest.mark.rule("34-4")
@pytest.mark.parametrize(("dug", "added"), [((), 1), (("0403",), 1), (("0402", "0403"), 0)])
def test_winter_helps_the_answer_unless_all_attack_out_of_trenches(dug: tuple[str, ...], added: int) -> None:
    trenches = "".join(f"marker trench {hex_} central-powers\n" for hex_ in dug)
    game = field("1915-01-3", A + B + defender(5) + trenches)
    assert game.explain(DieModifiers("0303", ("A", "B"), "clear", "counterattack")).total == added
