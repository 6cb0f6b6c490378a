"""[9.8] [9.9] Intensity, and what the combat results table brings under it."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Aim, Declare
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.printed.tables import CombatResult, ResultPart
from hexfront.games.serbia_1914.rules import intensity, resolution
from hexfront.games.serbia_1914.rules.battle import reckon
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from tests.games.serbia_1914.battlefield import battle, field, indicate
from tests.games.serbia_1914.builders import Play, node

NOTHING = ResultPart(False, 0, False)
STRUCK = ResultPart(False, 3, True)
A = (
    "unit A 21.12 nation=austria-hungary values=12-12-3-0 reduced=9-9-0 "
    "army=FIFTH corps=8 effectiveness=12 {}\n"
)
D = "unit D 22.12 nation=serbia values=6-8-3-0 reduced=4-6-0 corps=First effectiveness=12 {}\n"


def cell(retreat: str, *, attacker: ResultPart = NOTHING, defender: ResultPart = NOTHING) -> CombatResult:
    return CombatResult(attacker, defender, retreat, "")


@pytest.mark.rule("9.8.1")
def test_two_declarations_make_four_kinds_of_battle() -> None:
    assert intensity.BATTLES[False, False] == "Low Intensity"
    assert intensity.BATTLES[True, False] == "Attacker Intense"
    assert intensity.BATTLES[False, True] == "Defender Intense"
    assert intensity.BATTLES[True, True] == "High Intensity"


@pytest.mark.rule("9.8.2", "9.9.2")
@pytest.mark.parametrize(
    ("attacker", "defender", "hexes"),
    [
        (False, False, {"": 0, "w1": 0, "b1": 1, "b2": 2}),
        (True, False, {"": 0, "w1": 1, "b1": 1, "b2": 2}),
        (False, True, {"": 0, "w1": 0, "b1": 0, "b2": 2}),
        (True, True, {"": 0, "w1": 0, "b1": 1, "b2": 2}),
    ],
)
def test_retreats_are_black_or_white_by_intensity(
    attacker: bool, defender: bool, hexes: dict[str, int]
) -> None:
    assert {word: intensity.retreat(cell(word), attacker, defender) for word in hexes} == hexes


@pytest.mark.rule("9.8.2")
def test_an_intense_attacker_pays_unless_there_was_a_black_retreat() -> None:
    lost = {word: intensity.attacker_reductions(cell(word), True) for word in ("", "w1", "b1", "b2")}
    assert lost == {"": 1, "w1": 1, "b1": 0, "b2": 0}
    assert intensity.attacker_reductions(cell("w1"), False) == 0


@pytest.mark.rule("9.8.2", "9.9.2")
def test_an_intense_defender_pays_if_there_was_any_retreat_and_a_black_2_always_costs() -> None:
    lost = {word: intensity.defender_reductions(cell(word), True) for word in ("", "w1", "b1", "b2")}
    assert lost == {"": 0, "w1": 1, "b1": 1, "b2": 2}
    lost = {word: intensity.defender_reductions(cell(word), False) for word in ("", "w1", "b1", "b2")}
    assert lost == {"": 0, "w1": 0, "b1": 0, "b2": 1}


@pytest.mark.rule("9.8.2")
def test_reductions_by_intensity_are_added_to_those_of_the_table() -> None:
    assert intensity.attacker_reductions(cell("w1", attacker=STRUCK), True) == 2
    assert intensity.defender_reductions(cell("b1", defender=STRUCK), True) == 2


def asked_intensity(of: SerbiaPosition) -> Play:
    play = indicate(of, Aim("A", "22.12"))
    while play.asked is not None and play.asked.kind != "intensity":
        play.answer(PASS)
    return play


@pytest.mark.rule("9.8", "9.1.1")
def test_the_attacker_declares_first_then_the_defender() -> None:
    of = field("dice 6 1 1 1 1 1\n" + A.format("") + D.format(""))
    play = asked_intensity(of)
    assert play.asked is not None
    assert play.asked.side == "austria-hungary"
    assert set(play.choices) == {Declare(True), Declare(False)}
    play.answer(Declare(True))
    assert play.asked is not None
    assert play.asked.side == "serbia"


@pytest.mark.rule("9.8")
@pytest.mark.parametrize(
    "unit",
    [
        A.format("reductions=3"),
        A.format("").replace("values=", "kind=cavalry values="),
        A.format("").replace("21.12", "21.12 asset"),
    ],
)
def test_cavalry_asset_units_and_spent_formations_cannot_be_intense(unit: str) -> None:
    of = field("dice 6 1 1 1 1 1\n" + unit + D.format(""))
    play = asked_intensity(of)
    assert play.asked is not None
    assert play.asked.side == "serbia"  # the attacker was not asked
    assert not intensity.may_be_intense(of, ["A"])


@pytest.mark.rule("9.8")
def test_one_formation_that_can_lose_strength_is_enough() -> None:
    of = field(A.format("reductions=3") + A.format("").replace("unit A", "unit B"))
    assert intensity.may_be_intense(of, ["A", "B"])


@pytest.mark.rule("9.8")
def test_a_spent_defender_may_be_intense_in_a_position() -> None:
    of = field(D.format("reductions=3"))
    here = node(of, "22.12")
    assert not intensity.may_be_intense(of, ["D"], defending=here)
    of.improved[here] = "serbia"
    assert intensity.may_be_intense(of, ["D"], defending=here)
    assert not intensity.may_be_intense(of, ["D"])  # not as an attacker


@pytest.mark.rule("9.8")
def test_a_forbidden_declaration_is_refused_with_its_rule() -> None:
    of = field(A.format("reductions=3") + D.format(""))
    fight = battle(of, "22.12", {"21.12": ("A",)}, "D")
    asked = resolution.ask_intensity(of, resolution.Combat(fight, reckon(of, fight)), "austria-hungary")
    refusal = Decision(asked).refusal(Declare(True))
    assert refusal is not None
    assert refusal.rules == ("9.8",)


# Whole combats


def fought(text: str, *declared: bool) -> SerbiaPosition:
    of = field(text)
    play = asked_intensity(of)
    for intense in declared:
        play.answer(Declare(intense))
    while play.asked is not None:
        play.answer(Decision(play.asked).default() or play.choices[0])
    return of


@pytest.mark.rule("9.9.1", "9.9.2", "9.8.2")
def test_a_white_retreat_counts_only_if_the_attacker_alone_is_intense() -> None:
    # 12:8 is 3:2; white 1, black 1: -/+2 w1.
    text = "dice 1 1 1 1 1 1\n" + A.format("") + D.format("")
    assert fought(text, False, False).units["D"].at == node(field(text), "22.12")
    of = fought(text, True, False)
    assert of.units["D"].retreated
    assert of.units["A"].reductions == 1  # no black retreat
    of = fought(text, True, True)
    assert not of.units["D"].retreated
    assert (of.units["A"].reductions, of.units["D"].reductions) == (1, 1)


@pytest.mark.rule("9.9.2")
def test_a_level_by_the_table_strikes_every_force_and_a_reduction_one_unit() -> None:
    # 6:24 is 1:4; white 4, black 6: E+5s/+1.
    weak = A.format("").replace("values=12-12-3-0", "values=3-12-3-0")
    text = (
        "dice 4 6 1 1 1 1\n"
        + weak
        + weak.replace("unit A", "unit B")
        + D.format("").replace("values=6-8", "values=6-24")
    )
    of = field(text)
    play = indicate(of, Aim("A", "22.12"), Aim("B", "22.12"))
    while play.asked is not None:
        play.answer(
            Declare(False) if play.asked.kind == "intensity" else Decision(play.asked).default() or PASS
        )
    assert [of.units[name].status for name in "AB"] == [1, 1]
    assert sum(of.units[name].reductions for name in "AB") == 1


@pytest.mark.rule("9.9.2", "11.1")
def test_a_black_2_drives_the_defender_two_hexes_and_costs_him_a_reduction() -> None:
    # 48:4 is 12:1; white 1, black 2 in 8:1: -1/+5 b2.
    text = (
        "dice 1 2 1 1 1 1\n"
        + A.format("").replace("values=12", "values=48")
        + D.format("").replace("6-8", "6-4")
    )
    of = fought(text, False, False)
    assert of.setting.board.distance(of.units["D"].at, node(of, "22.12")) == 2
    assert of.units["D"].reductions == 1


@pytest.mark.rule("10.0")
def test_below_1_to_4_the_defender_is_not_tested() -> None:
    text = (
        "dice 1 1 1 1\n" + A.format("").replace("values=12", "values=3") + D.format("").replace("6-8", "6-20")
    )
    of = fought(text, False, False)
    assert of.dice.thrown == 4  # the combat and the attacker's check
    text = (
        "dice 1 1 1 1 1 1\n"
        + A.format("").replace("values=12", "values=5")
        + D.format("").replace("6-8", "6-20")
    )
    assert fought(text, False, False).dice.thrown == 6


@pytest.mark.rule("9.5.2")
def test_a_flanked_defender_is_tested_with_one_more() -> None:
    ring = (
        A.format("").replace("values=12", "values=6")
        + A.format("").replace("unit A 21.12", "unit B 23.13").replace("values=12", "values=6")
        + D.format("").replace("6-8", "6-24").replace("effectiveness=12", "effectiveness=6")
    )
    # 12:24 is 1:2, flanked 3:2; white 6, black 1: +1/+1; no artillery -1 each.
    of = field("dice 6 1 1 1 1 1 3 3\n" + ring)
    play = indicate(of, Aim("A", "22.12"), Aim("B", "22.12"))
    while play.asked is not None:
        play.answer(
            Declare(False) if play.asked.kind == "intensity" else Decision(play.asked).default() or PASS
        )
    assert of.units["D"].status == 1  # 6, +1 by the table, -1 by artillery, +1 flanked against 6


@pytest.mark.rule("26.3.1")
def test_an_intense_attack_of_a_bound_army_is_a_mandated_one() -> None:
    text = "dice 1 1 1 1 1 1\nplan FIFTH bound\n" + A.format("") + D.format("")
    assert fought(text, True, False).mandated.get("FIFTH") == 1
    assert not fought(text, False, False).mandated.get("FIFTH")
