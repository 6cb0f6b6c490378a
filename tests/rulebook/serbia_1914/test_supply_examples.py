"""Examples of supply: tracing (15.3.1), isolation (15.5), ammunition (9.4.1, 9.4.2), depots (15.6.3a).

The text of 15.3.1 and 15.5 names the division in 59.54, the train in 56.55, the hex 58.54 and Enemy Unit B in
58.55. Where the other units stand only the lost picture shows; here they stand so that every word is true.
"""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.force import forces_in
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import ammunition, control, depots, supply_lines
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, COUNTER_MOVEMENT, MOVEMENT, SERBIA
from tests.games.serbia_1914.builders import Play, node, position, table

PLAIN = "board corner=54.50 shifted=even\n" + "| . . . . . . . . . .\n" * 9
SURROUNDED = """
turn 10 supply austria-hungary
unit ah-train-15 56.55 army=FIFTH
unit 22/11 59.54 nation=austria-hungary values=8-8-3-2 army=FIFTH corps=15
unit B 58.55 nation=serbia values=7-8-4-2
unit C 58.53 nation=serbia values=7-8-4-2
unit D 60.53 nation=serbia values=7-8-4-2
unit E 59.52 nation=serbia values=7-8-4-2
unit F 61.55 nation=serbia values=7-8-4-2
unit G 59.56 nation=serbia values=7-8-4-2
"""
UNIT_A = "unit A 57.54 nation=austria-hungary values=4-4-3-1 size=x army=FIFTH corps=15\n"
TRAIN_RANGE = 4


def is_held_by_the_enemy(of: SerbiaPosition, there: int) -> bool:
    return of.has_enemy(there, AUSTRIA_HUNGARY) or of.in_enemy_zone(there, AUSTRIA_HUNGARY)


def is_in_supply(of: SerbiaPosition) -> bool:
    train, division = node(of, "56.55"), node(of, "59.54")
    return supply_lines.reaches(of, AUSTRIA_HUNGARY, (train,), TRAIN_RANGE, division)


def is_isolated(of: SerbiaPosition) -> bool:
    train, division = node(of, "56.55"), node(of, "59.54")
    most = supply_lines.ISOLATION_RANGE
    return supply_lines.path_to(of, AUSTRIA_HUNGARY, division, lambda there: there == train, most) is None


@pytest.mark.rule("15.3.1", "3.3.2")
def test_all_hexes_around_the_division_are_the_enemys_and_its_train_cannot_reach_it() -> None:
    of = position(PLAIN + SURROUNDED)
    assert all(is_held_by_the_enemy(of, there) for there in of.setting.beside[node(of, "59.54")])
    assert not is_in_supply(of)


@pytest.mark.rule("15.3.1", "3.3.2")
def test_with_unit_a_the_division_is_in_supply_through_58_54() -> None:
    of = position(PLAIN + SURROUNDED + UNIT_A)
    assert of.in_enemy_zone(node(of, "58.54"), AUSTRIA_HUNGARY)
    assert is_in_supply(of)
    of.remove("A")
    assert not is_in_supply(of)


@pytest.mark.rule("15.5", "3.3.2")
def test_the_division_is_isolated_until_enemy_unit_b_is_gone() -> None:
    of = position(PLAIN + SURROUNDED)
    around = of.setting.beside[node(of, "59.54")]
    second_ring = {other for there in around for other in of.setting.beside[there]} - {node(of, "59.54")}
    assert all(is_held_by_the_enemy(of, there) for there in second_ring)
    assert is_isolated(of)
    of.remove("B")
    assert of.in_enemy_zone(node(of, "58.54"), AUSTRIA_HUNGARY)
    assert not is_isolated(of)
    assert not is_in_supply(of)  # for supply the zone of the division itself does not count


FAR_FROM_THE_DEPOT = """
turn 10 attack austria-hungary
unit ah-depot-fifth-1 10.12 {depot}
unit ah-train-8 18.12 army=FIFTH {train}
unit ah-inf-xx-9 22.12 army=FIFTH
unit ah-inf-xx-21 22.12 army=FIFTH
"""


@pytest.mark.rule("9.4.1", "15.2.1", "15.2.2")
def test_a_unit_of_a_corps_has_ammunition_from_its_depot_or_through_its_train() -> None:
    near_the_depot = position(
        "turn 10 attack austria-hungary\nunit ah-depot-fifth-1 10.12\nunit ah-inf-xx-9 13.12 army=FIFTH\n"
    )
    assert [chain.source for chain in ammunition.chains(near_the_depot, ["ah-inf-xx-9"])] == [
        "ah-depot-fifth-1"
    ]
    # The train has no line of communications: the depot must reach it.
    by_train = position(FAR_FROM_THE_DEPOT.format(depot="", train="").replace("18.12", "16.12"))
    by_train.change("ah-inf-xx-9", at=node(by_train, "19.12"))
    assert [chain.source for chain in ammunition.chains(by_train, ["ah-inf-xx-9"])] == ["ah-train-8"]
    by_train.remove("ah-depot-fifth-1")
    assert ammunition.chains(by_train, ["ah-inf-xx-9"]) == []


@pytest.mark.rule("9.4.2", "2.6.2")
def test_a_stack_of_two_divisions_marks_depot_and_train_with_minus_two() -> None:
    of = position(FAR_FROM_THE_DEPOT.format(depot="extended", train="extended"))
    here = node(of, "22.12")
    forces = forces_in(of, here, AUSTRIA_HUNGARY)
    assert len(forces) == 2
    play = Play(ammunition.plan(table(of), of, forces, here, attacking=True)).defaults()
    assert play.result == {"ah-inf-xx-9": (True, True), "ah-inf-xx-21": (True, True)}
    assert of.units["ah-depot-fifth-1"].ammunition == 2
    assert of.units["ah-train-8"].ammunition == 2


@pytest.mark.rule("15.6.3a", "15.6.3")
def test_the_sixth_armys_depot_goes_from_sarajevo_to_tuzla_with_26_movement_points() -> None:
    of = position("turn 10 movement austria-hungary\nunit ah-depot-sixth-1 06.21\n")
    board = of.setting.board
    spent = 0
    stops = []
    for goal in ("zavidovic", "doboj", "08.12", "10.12"):
        while (depot := of.units["ah-depot-sixth-1"]).at != board[goal] or depot.bound_for != OFF_MAP:
            if depot.spent == of.allowance:
                of.phase = COUNTER_MOVEMENT if of.phase == MOVEMENT else MOVEMENT
                depot = of.change("ah-depot-sixth-1", spent=0)
            before = depot.spent
            Play(depots.ride(table(of), of, depot, board[goal]))
            spent += of.units["ah-depot-sixth-1"].spent - before
        stops.append(spent)
    assert stops == [14, 14 + 5, 14 + 5 + 5, 26]


@pytest.mark.rule("3.4.1", "3.4")
@pytest.mark.parametrize("holder", [AUSTRIA_HUNGARY, SERBIA])
def test_beyond_the_last_unit_of_a_front_line_12_21_belongs_to_whoever_controlled_it_last(
    holder: str,
) -> None:
    of = position(
        "turn 10 movement austria-hungary\n"
        "unit ah-inf-xx-1 11.23 army=SIXTH\nunit ah-inf-xx-48 13.23 army=SIXTH\n"
        f"holder 12.21 11.21 10.21 13.21 {SERBIA}\nholder 12.22 13.22 11.22 12.23 10.22 {SERBIA}\n"
        "unit sr-inf-x-lim 10.21\n"
    )
    if holder == AUSTRIA_HUNGARY:
        del of.holders[node(of, "12.21")]
    control.update(table(of), of)
    assert of.controller(node(of, "12.21")) == holder
    assert of.controller(node(of, "12.22")) == AUSTRIA_HUNGARY  # directly between the two divisions
