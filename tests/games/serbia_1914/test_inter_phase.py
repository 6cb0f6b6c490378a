"""[4.3] The Inter-Phase: replacements, positions, Montenegro, the Allies."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Raise, Replace
from hexfront.games.serbia_1914.rules import inter_phase
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, MONTENEGRO, SERBIA
from hexfront.kernel.actions import PASS, Action
from tests.games.serbia_1914.builders import Play, game, position, table


@pytest.mark.rule("16.6", "16.6.1", "4.3.1", "Inter-Phase Chart")
def test_the_chart_gives_replacements_and_a_debt_reduces_them() -> None:
    placed = position("turn 3 inter-phase serbia\nreplacements serbia -2\n")
    inter_phase.begin(table(placed), placed)
    assert placed.replacements[AUSTRIA_HUNGARY] == 5
    assert placed.replacements[SERBIA] == 3


@pytest.mark.rule("14.3.4", "4.3.2")
def test_rights_to_build_positions_do_not_accumulate() -> None:
    placed = position("turn 6 inter-phase serbia\nrights serbia 2\nrights austria-hungary 1\ndice 4\n")
    inter_phase.begin(table(placed), placed)
    assert placed.rights == {SERBIA: 2, AUSTRIA_HUNGARY: 2}


@pytest.mark.rule("16.6.2")
def test_a_replacement_takes_one_reduction_from_an_infantry_unit_once() -> None:
    placed = position(
        "turn 3 inter-phase serbia\nreplacements serbia 3\n"
        "unit sr-inf-xx-drina-1 20.14 reductions=3\nunit sr-inf-xx-morava-1 20.14 reductions=1\n"
    )
    play = Play(inter_phase.incorporate(table(placed), placed, SERBIA))
    assert play.choices == [Replace("sr-inf-xx-drina-1"), Replace("sr-inf-xx-morava-1")]
    play.answer(Replace("sr-inf-xx-drina-1"))
    assert play.choices == [Replace("sr-inf-xx-morava-1")]
    play.answer(Replace("sr-inf-xx-morava-1"))
    assert play.over
    assert placed.units["sr-inf-xx-drina-1"].reductions == 2
    assert placed.units["sr-inf-xx-morava-1"].reductions == 0
    assert placed.replacements[SERBIA] == 1


@pytest.mark.rule("16.6")
def test_replacements_must_be_incorporated_if_they_can_be() -> None:
    placed = position(
        "turn 3 inter-phase serbia\nreplacements serbia 1\n"
        "unit sr-inf-xx-drina-1 20.14 reductions=3\nunit sr-inf-xx-morava-1 20.14 reductions=1\n"
    )
    play = Play(inter_phase.incorporate(table(placed), placed, SERBIA))
    assert PASS not in play.choices


@pytest.mark.rule("8.1", "16.6.2")
def test_cavalry_is_never_replaced() -> None:
    placed = position(
        "turn 3 inter-phase serbia\nreplacements austria-hungary 3\nunit ah-cav-xx-10 20.14 reductions=1\n"
    )
    assert inter_phase.replacement_choices(placed, AUSTRIA_HUNGARY) == []


@pytest.mark.rule("16.6.3")
def test_what_is_left_brings_marsch_units_back_to_a_depot() -> None:
    placed = position(
        "turn 3 inter-phase austria-hungary\nreplacements austria-hungary 2\nunit ah-depot-fifth-1 11.08\n"
        "lost ah-ma-x-8 16.09 army=FIFTH\n"
    )
    play = Play(inter_phase.incorporate(table(placed), placed, AUSTRIA_HUNGARY))
    assert play.choices == [Raise("ah-ma-x-8", "11.08", 2)]
    play.answer(Raise("ah-ma-x-8", "11.08", 2))
    assert play.over
    assert placed.replacements[AUSTRIA_HUNGARY] == 0


@pytest.mark.rule("16.6", "16.6.3")
def test_a_marsch_unit_comes_back_reduced_only_if_nothing_is_left_over_by_that() -> None:
    def choices(left: int, lost: str) -> list[tuple[str, int]]:
        of = game(
            f"turn 3 inter-phase austria-hungary\nreplacements austria-hungary {left}\n"
            "unit ah-depot-fifth-1 11.08\n" + lost
        )
        assert of.decision.kind == "replacement"
        return [(each.unit, each.replacements) for each in of.decision.choices() if isinstance(each, Raise)]

    one, two = "lost ah-ma-x-8 16.09 army=FIFTH\n", "lost ah-ma-x-13 16.09 army=FIFTH\n"
    assert choices(1, one) == [("ah-ma-x-8", 1)]
    assert choices(2, one) == [("ah-ma-x-8", 2)]
    assert choices(2, one + two) == [("ah-ma-x-13", 1), ("ah-ma-x-13", 2), ("ah-ma-x-8", 1), ("ah-ma-x-8", 2)]
    assert choices(4, one + two) == [("ah-ma-x-13", 2), ("ah-ma-x-8", 2)]


@pytest.mark.rule("16.6.3")
def test_two_replacements_bring_a_whole_marsch_unit_back() -> None:
    placed = position(
        "turn 3 inter-phase austria-hungary\nreplacements austria-hungary 2\nunit ah-depot-fifth-1 11.08\n"
        "lost ah-ma-x-8 16.09 army=FIFTH reductions=1\n"
    )
    Play(inter_phase.incorporate(table(placed), placed, AUSTRIA_HUNGARY)).answer(
        Raise("ah-ma-x-8", "11.08", 2)
    )
    assert placed.units["ah-ma-x-8"].reductions == 0


@pytest.mark.rule("16.6.3")
def test_units_on_the_map_come_before_lost_marsch_units() -> None:
    placed = position(
        "turn 3 inter-phase austria-hungary\nreplacements austria-hungary 2\nunit ah-depot-fifth-1 11.08\n"
        "lost ah-ma-x-8 16.09 army=FIFTH\nunit ah-inf-xx-9 16.09 reductions=1\n"
    )
    assert inter_phase.replacement_choices(placed, AUSTRIA_HUNGARY) == [Replace("ah-inf-xx-9")]


@pytest.mark.rule("24.1")
@pytest.mark.parametrize(("turn", "die", "number"), [(3, 1, 0), (6, 1, 3), (6, 3, 1), (6, 4, 0), (27, 1, 2)])
def test_montenegrin_replacements_are_rolled_for_from_the_second_inter_phase(
    turn: int, die: int, number: int
) -> None:
    placed = position(f"turn {turn} inter-phase serbia\ndice {die}\n")
    inter_phase.begin(table(placed), placed)
    assert placed.replacements[MONTENEGRO] == number


@pytest.mark.rule("24.1", "16.6.4")
def test_pljevlja_comes_first_and_new_units_appear_at_the_marked_hexes() -> None:
    placed = position(
        "turn 6 inter-phase serbia\nreplacements montenegro 2\nunit mn-inf-xx-pljevlja 16.28 reductions=1\n"
        "unit ah-inf-xx-1 22.29 army=SIXTH\n"
    )
    choices: list[Action] = inter_phase.replacement_choices(placed, SERBIA)
    assert choices == [Replace("mn-inf-xx-pljevlja")]
    play = Play(inter_phase.incorporate(table(placed), placed, SERBIA)).answer(Replace("mn-inf-xx-pljevlja"))
    hexes = {order.at for order in play.choices if isinstance(order, Raise)}
    assert hexes == {"16.29", "30.29"}
    assert PASS in play.choices
    play.answer(play.choices[0])
    assert play.over


@pytest.mark.rule("23.2.2")
@pytest.mark.parametrize(
    ("shells", "failed", "die", "granted"), [(0, 0, 6, 1), (0, 0, 5, 0), (0, 2, 4, 1), (3, 0, 6, 0)]
)
def test_the_allies_help_a_serbia_without_shells_on_a_six(
    shells: int, failed: int, die: int, granted: int
) -> None:
    flag = f'flag "assistance refused" {failed}\n' if failed else ""
    placed = position(f"turn 3 inter-phase serbia\nshells {shells}\n{flag}dice {die}\n")
    inter_phase.begin(table(placed), placed)
    assert placed.flags.get("allied assistance", 0) == granted
    if shells == 0 and not granted:
        assert placed.flags["assistance refused"] == failed + 1


@pytest.mark.rule("4.3")
def test_both_sides_incorporate_and_the_advance_is_paid() -> None:
    placed = position(
        "turn 3 inter-phase serbia begun=no\nunit ah-inf-xx-9 23.12 army=FIFTH reductions=1\n"
        "unit sr-inf-xx-drina-1 25.14 reductions=1\n"
    )
    Play(inter_phase.phase(table(placed), placed)).defaults()
    assert placed.units["ah-inf-xx-9"].reductions == 0
    assert placed.units["sr-inf-xx-drina-1"].reductions == 0
    assert placed.lead == 3
    assert not [flag for flag in placed.flags if flag.startswith("replaced")]


@pytest.mark.rule("16.6.1", "3.1.6")
def test_a_single_unit_to_replace_is_asked_for_and_not_replaced_in_silence() -> None:
    placed = position(
        "turn 3 inter-phase serbia\nreplacements austria-hungary 1\nunit ah-inf-xx-9 16.09 reductions=1\n"
    )
    play = Play(inter_phase.incorporate(table(placed), placed, AUSTRIA_HUNGARY))
    assert play.choices == [Replace("ah-inf-xx-9")]
