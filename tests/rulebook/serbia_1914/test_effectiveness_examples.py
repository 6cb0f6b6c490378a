"""Examples of 5.5.2, 6.1.2, 6.1.3, 9.2.5 D, 10.3 and 11.1.3: effectiveness, checks after combat, retreat."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.serbia_1914.orders import Reduce
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import effectiveness, retreat
from hexfront.games.serbia_1914.vocabulary import STATUS_NAMES
from tests.games.serbia_1914.builders import Play, node, position, table

PLAIN = "board corner=20.10 shifted=even\n" + "| . . . . . . . . . . .\n" * 9
FIGHTING = "turn 5 attack austria-hungary\n"


def status(of: SerbiaPosition, name: str) -> str:
    return STATUS_NAMES[of.units[name].status]


def checked(of: SerbiaPosition, forces: list[str], *, modifier: int = 0, withheld: str = "") -> Play:
    procedure: Any = effectiveness.post_combat(
        table(of),
        of,
        side="serbia",
        forces={node(of, "25.14"): [(name,) for name in forces]},
        modifier=modifier,
        withheld=[(name,) for name in withheld],
    )
    return Play(procedure)


@pytest.mark.rule("6.1.2")
def test_example_6_1_2_a_base_of_10_and_a_status_of_2_is_a_level_of_8() -> None:
    of = position(PLAIN + "unit A 25.14 nation=serbia values=7-8-4-2 effectiveness=10 status=2\n")
    assert effectiveness.level(of, ["A"]) == 8


@pytest.mark.rule("6.1.3")
def test_example_6_1_3_d1_is_three_levels_down_and_demoralized() -> None:
    of = position(PLAIN + "unit A 25.14 nation=serbia values=7-8-4-2 effectiveness=10 status=5\n")
    assert status(of, "A") == "D1"
    assert effectiveness.level(of, ["A"]) == 7
    assert of.is_demoralized(of.units["A"])


@pytest.mark.rule("5.5.2")
def test_example_5_5_2_two_levels_of_two_asset_units_are_two_reductions_between_them() -> None:
    asset = "25.14 asset nation=serbia size=iii values=2-4-2-1 effectiveness=9 reduced=1-2-0"
    of = position(PLAIN + f"unit A {asset}\nunit B {asset}\n")
    play = Play(effectiveness.lose_levels(table(of), of, ["A", "B"], 2, "10.3"))
    assert play.choices == [Reduce("A"), Reduce("B")]
    play.answer(Reduce("A"), Reduce("B"))
    assert play.over
    assert [of.units[name].reductions for name in "AB"] == [1, 1]


@pytest.mark.rule("10.3")
def test_example_10_3_1_minus_3_failing_by_8_goes_to_d2_and_three_hexes_back() -> None:
    # Base 10 less 3 is 7; a throw of 12 with +3 fails by 8.
    of = position(
        PLAIN + FIGHTING + "dice 6 6\n"
        "unit A 25.14 nation=serbia values=7-8-4-2 reduced=4-5-1 effectiveness=10 status=3\n"
    )
    play = checked(of, ["A"], modifier=3).defaults()
    assert status(of, "A") == "D2"
    assert play.result == {("A",): 3}
    assert of.setting.board.distance(node(of, "25.14"), of.units["A"].at) == 3


@pytest.mark.rule("10.3")
def test_example_10_3_2_combat_ineffective_passes_and_goes_back_one_hex() -> None:
    of = position(
        PLAIN + FIGHTING + "dice 1 2\nunit A 25.14 nation=serbia values=7-8-4-2 effectiveness=10 status=4\n"
    )
    play = checked(of, ["A"]).defaults()
    assert status(of, "A") == "CI"
    assert play.result == {("A",): 1}
    assert of.setting.board.distance(node(of, "25.14"), of.units["A"].at) == 1


@pytest.mark.rule("10.2", "10.3")
def test_the_post_combat_example_11_with_plus_2_against_11_and_7() -> None:
    of = position(
        PLAIN + FIGHTING + "dice 5 6\n"
        "unit A 25.14 nation=serbia values=7-8-4-2 effectiveness=11\n"
        "unit B 25.14 nation=serbia values=7-8-4-2 effectiveness=10 status=3\n"
    )
    play = checked(of, ["A", "B"], modifier=2).defaults()
    assert (status(of, "A"), status(of, "B")) == ("-1", "D1")
    assert play.result == {("A",): 0, ("B",): 2}
    assert of.units["A"].at == node(of, "25.14")
    assert of.setting.board.distance(node(of, "25.14"), of.units["B"].at) == 2


@pytest.mark.rule("9.2.5", "10.3")
def test_example_9_2_5_d_the_withheld_unit_goes_back_one_hex_with_the_others_and_stays_with_the_first() -> (
    None
):
    # A throw of 12 with +2: against a level of 8 a failure by 6, against 7 one by 7 that makes CI of -1.
    of = position(
        PLAIN + FIGHTING + "dice 6 6\n"
        "unit A 25.14 nation=serbia values=7-8-4-2 reduced=4-5-1 effectiveness=9 status=1\n"
        "unit B 25.14 nation=serbia values=7-8-4-2 reduced=4-5-1 effectiveness=8 status=1\n"
        "unit C 25.14 nation=serbia values=7-8-4-2 reduced=4-5-1 effectiveness=8\n"
        "unit sr-train-first 29.14 army=SERBIA\n"
    )
    due: dict[tuple[str, ...], int] = {("A",): 1, ("B",): 1, ("C",): 1}
    Play(retreat.retreat_stack(table(of), of, due, rule="9.9.2", origin=node(of, "25.14"))).defaults()
    first = of.units["A"].at
    assert of.units["B"].at == of.units["C"].at == first != node(of, "25.14")
    play = checked(of, ["A", "B"], modifier=2, withheld="C").defaults()
    assert play.result == {("A",): 0, ("B",): 2}
    assert (status(of, "B"), status(of, "C")) == ("CI", "")
    assert of.units["A"].at == of.units["C"].at == first
    assert of.setting.board.distance(node(of, "25.14"), of.units["B"].at) == 3


@pytest.mark.rule("11.1.3")
def test_example_11_1_3_three_enemy_zones_take_minus_3_to_ci_d1_and_d2() -> None:
    # Along the edge of the map, with the enemy beside every hex; 06.25 supplies, so nobody is isolated.
    enemy = "nation=serbia values=4-4-3-1\n"
    walls = "".join(
        f"unit W{at} {label} {enemy}"
        for at, label in enumerate(("07.26", "07.27", "07.28", "07.29", "06.29"))
    )
    of = position(
        "turn 5 movement serbia\nunit ah-inf-x-3-gb 06.20 army=SIXTH\n"  # or it would be put in 06.25
        "unit A 06.28 nation=austria-hungary values=7-8-4-2 effectiveness=10 army=SIXTH status=3\n" + walls
    )
    heard = table(of)
    Play(retreat.retreat(heard, of, ["A"], 3, rule="9.9.2", origin=node(of, "06.28"))).defaults()
    states = [STATUS_NAMES[event.data["status"]] for event in heard.events if "status" in event.data]
    assert states == ["CI", "D1", "D2"]
    assert of.units["A"].at == node(of, "06.25")
