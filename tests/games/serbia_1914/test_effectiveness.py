"""[6.0] [10.2] [10.3] Levels of effectiveness, checks, and what failing one after combat brings."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import effectiveness
from hexfront.games.serbia_1914.vocabulary import STATUS_NAMES
from hexfront.kernel.ledger import Ledger
from tests.games.serbia_1914.builders import FIELD, Play, node, position, table

DIVISION = "unit A 22.12 nation=serbia values=7-8-4-2 effectiveness=10 reduced=4-5-1 status={status}\n"
REGIMENT = (
    "unit {name} 22.12 asset nation=serbia size=iii values=2-4-2-1 effectiveness={base} reduced=1-2-0\n"
)


def status_of(of: SerbiaPosition, name: str = "A") -> str:
    return STATUS_NAMES[of.units[name].status]


def run(procedure: Any) -> Play:
    """A procedure that returns more than a text."""
    return Play(procedure)


def lose(of: SerbiaPosition, names: list[str], levels: int) -> None:
    play = Play(effectiveness.lose_levels(table(of), of, names, levels, "15.4"))
    play.defaults()


@pytest.mark.rule("6.1.1", "6.1.3", "6.1.4")
def test_a_formation_goes_down_the_track_one_state_for_each_level() -> None:
    of = position(FIELD + DIVISION.format(status=0))
    seen = []
    for _ in range(6):
        lose(of, ["A"], 1)
        seen.append(status_of(of))
    assert seen == ["-1", "-2", "-3", "CI", "D1", "D2"]


@pytest.mark.rule("6.1.2", "6.1.4")
@pytest.mark.parametrize(("status", "level"), [(0, 10), (1, 9), (2, 8), (3, 7), (4, 7), (5, 7), (6, 7)])
def test_the_level_is_the_base_less_the_status_and_never_less_by_more_than_three(
    status: int, level: int
) -> None:
    of = position(FIELD + DIVISION.format(status=status))
    assert effectiveness.level(of, ["A"]) == level


@pytest.mark.rule("6.1.2")
def test_the_level_explains_itself() -> None:
    of = position(FIELD + DIVISION.format(status=2))
    ledger = Ledger("effectiveness")
    assert effectiveness.level(of, ["A"], ledger.note) == 8
    assert [(term.rule, term.value) for term in ledger.terms] == [("6.1.2", 10), ("6.1.4", -2)]


@pytest.mark.rule("6.1.3", "10.3")
def test_levels_below_d2_become_strength_reductions() -> None:
    of = position(FIELD + DIVISION.format(status=5))
    lose(of, ["A"], 3)
    assert status_of(of) == "D2"
    assert of.units["A"].reductions == 2


@pytest.mark.rule("5.5.2")
def test_an_asset_unit_alone_is_reduced_and_then_eliminated() -> None:
    of = position(FIELD + REGIMENT.format(name="R", base=9))
    lose(of, ["R"], 1)
    assert (of.units["R"].reductions, of.units["R"].status) == (1, 0)
    lose(of, ["R"], 1)
    assert "R" in of.lost


@pytest.mark.rule("5.5.2")
def test_an_asset_unit_keeps_its_effectiveness() -> None:
    of = position(FIELD + REGIMENT.format(name="R", base=9))
    lose(of, ["R"], 1)
    assert effectiveness.level(of, ["R"]) == 9


@pytest.mark.rule("5.5.2")
def test_two_asset_units_share_one_reduction_for_each_level() -> None:
    of = position(FIELD + REGIMENT.format(name="R", base=9) + REGIMENT.format(name="S", base=8))
    play = Play(effectiveness.lose_levels(table(of), of, ["R", "S"], 2, "10.3")).defaults()
    assert play.over
    left = [of.units[name].reductions for name in ("R", "S") if name in of.units]
    assert sum(left) + 2 * (2 - len(left)) == 2


@pytest.mark.rule("5.5.1")
def test_two_asset_units_are_tested_with_the_higher_base() -> None:
    of = position(FIELD + REGIMENT.format(name="R", base=8) + REGIMENT.format(name="S", base=9))
    assert effectiveness.level(of, ["R", "S"]) == 9


@pytest.mark.rule("5.5.1", "6.2.1")
def test_an_assigned_asset_unit_is_tested_with_its_formation() -> None:
    of = position(FIELD + DIVISION.format(status=3) + REGIMENT.format(name="R", base=11))
    assert effectiveness.check_with(of, ["A", "R"], 9) == 2


@pytest.mark.rule("6.2", "6.2.1", "6.2.2")
@pytest.mark.parametrize(("dice", "modifier", "by"), [("4 6", 0, 0), ("4 6", 1, 1), ("1 2", 2, -5)])
def test_a_check_throws_two_dice_and_fails_above_the_level(dice: str, modifier: int, by: int) -> None:
    of = position(FIELD + f"dice {dice}\n" + DIVISION.format(status=0))
    at = table(of)
    assert (
        effectiveness.check(
            at, of, ["A"], modifier=modifier, purpose="forced march", rule="7.2.3", words="forced march"
        )
        == by
    )
    assert len(at.rolls) == 2


# Failure after combat


def after_combat(
    text: str, dice: str, forces: dict[str, list[tuple[str, ...]]], modifier: int = 0
) -> tuple[SerbiaPosition, Play]:
    of = position(text + f"turn 5 attack austria-hungary\ndice {dice}\n")
    by_hex = {node(of, label): groups for label, groups in forces.items()}
    play = run(effectiveness.post_combat(table(of), of, side="serbia", forces=by_hex, modifier=modifier))
    return of, play.defaults()


@pytest.mark.rule("10.2", "10.3")
@pytest.mark.parametrize(
    ("dice", "modifier", "status", "reductions", "retreat"),
    [
        ("5 5", 0, "", 0, 0),
        ("5 5", 1, "-1", 0, 0),
        ("5 5", 3, "-1", 0, 0),
        ("5 5", 4, "-2", 0, 0),
        ("5 5", 6, "-2", 0, 0),
        ("5 5", 7, "-3", 1, 1),
        ("6 6", 9, "-3", 1, 1),
    ],
)
def test_a_failure_costs_levels_and_by_seven_or_more_a_reduction_and_a_hex(
    dice: str, modifier: int, status: str, reductions: int, retreat: int
) -> None:
    of, play = after_combat(FIELD + DIVISION.format(status=0), dice, {"22.12": [("A",)]}, modifier)
    unit = of.units["A"]
    assert (status_of(of), unit.reductions) == (status, reductions)
    assert play.result == {("A",): retreat}
    away = of.setting.board.distance(node(of, "22.12"), unit.at)
    assert away == retreat


@pytest.mark.rule("10.3")
def test_who_was_combat_ineffective_before_retreats_though_it_passes() -> None:
    of, play = after_combat(FIELD + DIVISION.format(status=4), "1 1", {"22.12": [("A",)]})
    assert status_of(of) == "CI"
    assert play.result == {("A",): 1}


@pytest.mark.rule("10.3")
def test_who_was_demoralized_before_does_not_become_so_by_the_check() -> None:
    of, play = after_combat(FIELD + DIVISION.format(status=5), "1 1", {"22.12": [("A",)]})
    assert play.result == {("A",): 1}  # as if it were ineffective (decision SE-R060)
    of, play = after_combat(FIELD + DIVISION.format(status=4), "6 2", {"22.12": [("A",)]})
    assert (status_of(of), play.result) == ("D1", {("A",): 2})


@pytest.mark.rule("10.3", "5.5.2")
def test_asset_units_that_fail_by_seven_suffer_four_reductions() -> None:
    units = REGIMENT.format(name="R", base=9) + REGIMENT.format(name="S", base=9)
    of, _ = after_combat(FIELD + units, "6 6", {"22.12": [("R", "S")]}, 4)
    assert set(of.lost) == {"R", "S"}


@pytest.mark.rule("10.0")
def test_dice_are_thrown_once_for_each_hex() -> None:
    units = (
        DIVISION.format(status=0)
        + "unit B 22.12 nation=serbia values=7-8-4-2 effectiveness=9\n"
        + "unit C 23.12 nation=serbia values=7-8-4-2 effectiveness=9\n"
    )
    of, _ = after_combat(FIELD + units, "5 5 5 5", {"22.12": [("A",), ("B",)], "23.12": [("C",)]})
    assert [status_of(of, name) for name in "ABC"] == ["", "-1", "-1"]
    assert not of.dice.fixed


@pytest.mark.rule("19.1.6")
def test_a_two_hex_unit_attacked_in_both_hexes_is_tested_once_with_the_worse_modifier() -> None:
    of = position(
        FIELD + "unit A 22.12+23.12 nation=serbia values=7-8-4-2 effectiveness=10\ndice 4 4 6 6\n"
        "turn 5 attack austria-hungary\n"
    )
    forces = {node(of, "22.12"): [("A",)], node(of, "23.12"): [("A",)]}
    modifier = {node(of, "22.12"): -1, node(of, "23.12"): 4}
    at = table(of)
    run(effectiveness.post_combat(at, of, side="serbia", forces=forces, modifier=modifier)).defaults()
    assert len(at.rolls) == 2
    assert status_of(of) == "-1"


@pytest.mark.rule("9.2.5")
def test_a_withheld_force_goes_the_least_distance_if_all_others_leave() -> None:
    units = (
        "unit A 22.12 nation=serbia values=7-8-4-2 effectiveness=12 status=4\n"
        "unit B 22.12 nation=serbia values=7-8-4-2 effectiveness=7 status=3\n"
        "unit C 22.12 nation=serbia values=7-8-4-2 effectiveness=7 status=1\n"
        "turn 5 attack austria-hungary\ndice 4 4\n"
    )
    of = position(FIELD + units)
    here = node(of, "22.12")
    forces = {here: [("A",), ("B",)]}
    play = run(
        effectiveness.post_combat(table(of), of, side="serbia", forces=forces, modifier=0, withheld=[("C",)])
    ).defaults()
    assert play.result == {("A",): 1, ("B",): 2, ("C",): 1}
    assert status_of(of, "C") == "-1"
    distance = of.setting.board.distance
    assert [distance(here, of.units[name].at) for name in "ABC"] == [1, 2, 1]


@pytest.mark.rule("9.2.5")
def test_a_withheld_force_stays_if_one_that_fought_stays() -> None:
    units = (
        "unit A 22.12 nation=serbia values=7-8-4-2 effectiveness=10\n"
        "unit B 22.12 nation=serbia values=7-8-4-2 effectiveness=7 status=3\n"
        "unit C 22.12 nation=serbia values=7-8-4-2 effectiveness=7\n"
        "turn 5 attack austria-hungary\ndice 3 4\n"
    )
    of = position(FIELD + units)
    here = node(of, "22.12")
    run(
        effectiveness.post_combat(
            table(of), of, side="serbia", forces={here: [("A",), ("B",)]}, modifier=0, withheld=[("C",)]
        )
    ).defaults()
    assert of.units["C"].at == of.units["A"].at == here
    assert of.units["B"].at != here


@pytest.mark.rule("3.1.6")
def test_the_enemy_does_not_hear_of_levels_and_reductions() -> None:
    of = position(FIELD + DIVISION.format(status=6))
    at = table(of)
    Play(effectiveness.lose_levels(at, of, ["A"], 1, "10.3")).defaults()
    assert at.events
    assert not any(event.seen_by("austria-hungary") for event in at.events)
