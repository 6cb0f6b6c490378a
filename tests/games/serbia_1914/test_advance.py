"""[11.2] Advance after combat."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Advance
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import advance
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from tests.games.serbia_1914.builders import Play, node, position, table

PLAIN = "board corner=20.10 shifted=even\n" + "| . . . . . . . . . . .\n" * 9
FIGHTING = "turn 5 attack austria-hungary\n"
AH = "nation=austria-hungary effectiveness=10 army=FIFTH"
DIVISION = f"{AH} values=7-8-4-2"
REGIMENT = f"{AH} asset size=iii values=1-2-2-0"
GUNS = f"{AH} kind=artillery values=1-1-0-3"
SERB = "nation=serbia values=7-8-4-2 effectiveness=10"
TO = "25.14"


def go(text: str, names: str, to: str = TO, board: str = PLAIN) -> tuple[SerbiaPosition, Play]:
    of = position(board + FIGHTING + text)
    return of, Play(advance.advance(table(of), of, list(names), node(of, to)))


def hexes_of(of: SerbiaPosition, name: str) -> set[str]:
    return {of.setting.board.label(each) for each in of.hexes_of(of.units[name])}


def why_not(play: Play, action: Advance) -> tuple[str, ...]:
    assert play.asked is not None
    refusal = Decision(play.asked).refusal(action)
    assert refusal is not None
    return refusal.rules


@pytest.mark.rule("11.2", "11.2.1")
def test_attackers_may_enter_the_vacated_hex_or_stay() -> None:
    of, play = go(f"unit A 24.13 {DIVISION}\nunit R 24.13 {REGIMENT}\nunit G 24.13 {GUNS}\n", "ARG")
    assert PASS in play.choices
    play.answer(Advance("A"), Advance("G"), PASS)
    assert play.over
    assert [hexes_of(of, name) for name in "ARG"] == [{TO}, {"24.13"}, {TO}]


@pytest.mark.rule("11.2.1")
def test_nobody_goes_farther_than_one_hex() -> None:
    _, play = go(f"unit A 24.13 {DIVISION}\nunit B 23.13 {DIVISION}\n", "AB")
    assert why_not(play, Advance("B")) == ("11.2.1",)


@pytest.mark.rule("11.2.2")
def test_units_that_retreated_do_not_advance() -> None:
    _, play = go(f"unit A 24.13 {DIVISION}\nunit B 24.13 {DIVISION} retreated\n", "AB")
    assert why_not(play, Advance("B")) == ("11.2.2",)


@pytest.mark.rule("11.2.2", "9.2.5")
def test_units_that_took_no_part_do_not_advance() -> None:
    _, play = go(f"unit A 24.13 {DIVISION}\nunit B 24.13 {DIVISION}\n", "A")
    assert why_not(play, Advance("B")) == ("11.2.2",)


@pytest.mark.rule("11.2.1", "3.1.1", "3.1.3")
def test_the_hex_is_never_overfull_after_an_advance() -> None:
    names = "ABCD"
    text = "".join(
        f"unit {name} {label} {DIVISION}\n"
        for name, label in zip(names, ("24.13", "24.13", "24.14", "24.14"), strict=True)
    )
    of, play = go(text, names)
    play.answer(Advance("A"), Advance("B"), Advance("C"))
    if play.asked is not None:
        assert Advance("D") not in play.choices
        assert why_not(play, Advance("D")) == ("3.1.1",)
    assert sum(TO in hexes_of(of, name) for name in names) == 3


@pytest.mark.rule("11.2.1", "19.1.1")
def test_a_unit_may_advance_into_two_hex_status() -> None:
    of, play = go(f"unit A 24.13 {DIVISION}\n", "A")
    assert play.choices == [Advance("A"), Advance("A", spread=True), PASS]
    play.answer(Advance("A", spread=True))
    assert hexes_of(of, "A") == {"24.13", TO}


@pytest.mark.rule("8.8.1", "19.1.1")
def test_artillery_does_not_stand_in_two_hexes() -> None:
    _, play = go(f"unit A 24.13 {DIVISION}\nunit G 24.13 {GUNS}\n", "AG")
    assert why_not(play, Advance("G", spread=True))[0] == "8.8.1"


@pytest.mark.rule("19.1.2")
def test_two_two_hex_forces_do_not_come_together() -> None:
    text = f"unit A 24.13 {DIVISION}\nunit B 24.14 {DIVISION}\nunit C 24.13 {DIVISION}\n"
    _, play = go(text, "ABC")
    play.answer(Advance("A", spread=True))
    assert why_not(play, Advance("B", spread=True)) == ("19.1.2",)
    assert why_not(play, Advance("C", spread=True)) == ("19.1.2",)
    assert Advance("B") in play.choices


@pytest.mark.rule("19.1.1")
def test_an_asset_unit_may_join_the_two_hex_force() -> None:
    of, play = go(f"unit A 24.13 {DIVISION}\nunit R 24.13 {REGIMENT}\n", "AR")
    play.answer(Advance("A", spread=True), Advance("R", spread=True))
    assert hexes_of(of, "R") == hexes_of(of, "A")


@pytest.mark.rule("11.2.1", "19.1.4")
def test_a_two_hex_unit_draws_together_in_the_hex_if_both_halves_are_beside_it() -> None:
    of, play = go(f"unit A 24.13+24.14 {DIVISION}\n", "A")
    play.answer(Advance("A"))
    assert hexes_of(of, "A") == {TO}
    of, play = go(f"unit A 24.13+24.14 {DIVISION}\n", "A")
    play.answer(Advance("A", spread=True))
    assert hexes_of(of, "A") == {"24.13", TO}
    _, play = go(f"unit A 24.13+23.13 {DIVISION}\nunit B 24.13 {DIVISION}\n", "AB")
    assert why_not(play, Advance("A")) == ("11.2.1",)


@pytest.mark.rule("7.9")
def test_cavalry_does_not_advance_into_mountains_off_the_roadway() -> None:
    _, play = go(
        f"unit A 24.13 {DIVISION}\nunit C 24.13 {AH} kind=cavalry values=3-3-3-1\n",
        "AC",
        board=PLAIN + f"hex {TO} terrain=foothills\n",
    )
    assert why_not(play, Advance("C")) == ("7.9",)


@pytest.mark.rule("25.2")
def test_troops_of_syrmien_do_not_leave_it() -> None:
    of = position(FIGHTING + f"unit A 21.09 {DIVISION}\nunit S 21.08 {REGIMENT} bound=SYRMIEN\n")
    refusal = advance.why_not_advance(of, of.units["S"], node(of, "21.09"), spread=False)
    assert refusal is not None
    assert refusal.rules == ("25.2",)


@pytest.mark.rule("8.7")
def test_river_protection_does_not_leave_the_river() -> None:
    of = position(FIGHTING + f"unit P 21.10 {AH} asset kind='river protection' size=iii values=1-2-2-0\n")
    refusal = advance.why_not_advance(of, of.units["P"], node(of, "21.11"), spread=False)
    assert refusal is not None
    assert refusal.rules == ("8.7",)


@pytest.mark.rule("7.1.4b")
@pytest.mark.parametrize(("features", "marker"), [("sava", 2), ("sava bridge", 0)])
def test_who_advances_over_the_sava_without_a_bridge_gets_a_marker(features: str, marker: int) -> None:
    of, play = go(
        f"unit A 24.13 {DIVISION}\nunit R 24.13 {REGIMENT}\n",
        "AR",
        board=PLAIN + f"side 24.13-{TO} {features}\n",
    )
    play.answer(Advance("R"), Advance("A"))
    assert [of.units[name].crossing for name in "AR"] == [marker, 0]


@pytest.mark.rule("6.4", "11.2")
def test_demoralized_enemies_leave_before_the_advance_goes_on() -> None:
    of, play = go(
        f"unit A 24.13 {DIVISION}\nunit B 24.13 {DIVISION}\n"
        f"unit S 26.14 {SERB} status=5\nunit F 20.18 {AH} kind=artillery\n",
        "AB",
    )
    play.answer(Advance("A"))
    assert play.asked is not None
    assert (play.asked.side, play.asked.kind) == ("serbia", "retreat")
    while play.asked.side == "serbia":
        play.answer(play.choices[0])
    assert play.asked.kind == "advance"
    assert of.setting.board.label(of.units["S"].at) != "26.14"


@pytest.mark.rule("11.2", "7.3")
def test_an_advance_uses_up_the_prepared_attack() -> None:
    of, play = go(f"unit A 24.13 {DIVISION} prepared={TO} aim={TO}\n", "A")
    play.answer(Advance("A"))
    assert (of.units["A"].prepared, of.units["A"].aim) == (-1, -1)


@pytest.mark.rule("11.2")
def test_nobody_advances_into_a_hex_that_is_still_held() -> None:
    _, play = go(f"unit A 24.13 {DIVISION}\nunit S {TO} {SERB}\n", "A")
    assert play.over


@pytest.mark.rule("11.2")
def test_the_advice_is_the_strongest_formation_and_then_its_asset_units() -> None:
    of, play = go(
        f"unit A 24.13 {DIVISION}\nunit R 24.13 {REGIMENT}\nunit B 24.14 {AH} size=x values=4-4-3-1\n", "ABR"
    )
    play.defaults()
    assert hexes_of(of, "A") == hexes_of(of, "R") == {TO}
    assert hexes_of(of, "B") == {"24.14"}
