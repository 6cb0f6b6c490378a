"""The worked examples of chapters 7 and 8, with the book's own hexes and numbers."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Add, Dig, Go, Pick, React
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import cavalry, march_limits, marches, prepared_attacks
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node, position, table
from tests.games.serbia_1914.manoeuvre import (
    AUSTRIAN_COUNTER,
    ENEMY,
    ENEMY_ASSET,
    PLAIN,
    SERB,
    SERB_HORSE,
    SERBIAN_COUNTER,
    SERBIAN_TURN,
    at,
    destinations,
    phase,
    refused,
    started,
)

# The book's hexes 43.18 and 44.18 are not on this map: a field of lowland with the same numbers.
LOWLAND = "board corner=42.16 shifted=even\n" + "| . . . .\n" * 4


@pytest.mark.rule("7.1.6a")
def test_from_zone_to_zone_over_lowland_costs_eight() -> None:
    of = position(LOWLAND + SERBIAN_TURN + f"unit A 44.18 {SERB}\nunit E 44.17 {ENEMY}\n")
    ledger = marches.step_ledger(of, of.units["A"], node(of, "44.18"), node(of, "43.18"))
    assert ledger.total == 8
    assert [(term.rule, term.value) for term in ledger.terms] == [("7.1.3", 2), ("7.1.6a", 6)]


@pytest.mark.rule("7.1.6a")
def test_from_zone_to_zone_to_a_friendly_formation_costs_six() -> None:
    of = position(
        LOWLAND + SERBIAN_TURN + f"unit A 44.18 {SERB}\nunit B 43.18 {SERB}\nunit E 44.17 {ENEMY}\n"
    )
    assert marches.step_ledger(of, of.units["A"], node(of, "44.18"), node(of, "43.18")).total == 6


@pytest.mark.rule("7.2.1")
@pytest.mark.parametrize(("turn", "most"), [(SERBIAN_TURN, 12), (SERBIAN_COUNTER, 8)])
def test_infantry_spends_at_most_twelve_or_eight_points(turn: str, most: int) -> None:
    of = started(PLAIN + turn + f"unit A 26.16 {SERB}\n")
    assert marches.points_left(of, ["A"]) == most


@pytest.mark.rule("7.2.2", "7.8.2")
def test_after_eight_points_for_a_task_one_is_left_and_a_step_of_two_is_a_forced_march_of_one() -> None:
    of = started(
        PLAIN
        + SERBIAN_TURN
        + f"unit A 26.16 status=1 task=recovery progress=1 {SERB}\nunit B 20.20 {SERB}\ndice 3 3\n"
    )
    phase(of).answer(Pick("A"), Go("26.15"), PASS)
    assert (of.units["A"].status, of.units["A"].spent, of.units["A"].marched) == (0, 10, 1)


@pytest.mark.rule("7.2.3")
def test_eleven_points_spent_give_a_check_with_two() -> None:
    text = "hex 26.13 terrain=rough\n" + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit B 20.20 {SERB}\n"
    road = "".join(f"hex {column}.{row} terrain=rough\n" for column in (25, 27) for row in (12, 13, 14))
    of = started(PLAIN + road + text + "dice 5 4\n")
    assert marches.reach(of, ["A"])[node(of, "26.11")] == 11
    phase(of).answer(Pick("A"), Go("26.11"), PASS)
    assert of.units["A"].marched == 2
    assert of.units["A"].status == of.setting.tables.march_failure(1).infantry_levels  # 9 + 2 against 10


@pytest.mark.rule("7.3")
def test_across_a_minor_river_into_lowland_a_prepared_attack_costs_four() -> None:
    of = position(
        LOWLAND
        + 'side 44.17-44.18 "minor river"\n'
        + SERBIAN_TURN
        + f"unit A 44.18 {SERB}\nunit E 44.17 {ENEMY}\n"
    )
    here, there = node(of, "44.18"), node(of, "44.17")
    assert marches.enter_cost(of, of.units["A"], here, there, zones=False) == 3
    assert prepared_attacks.cost(of, ("A",), there) == 4


@pytest.mark.rule("7.3")
def test_out_of_rough_up_two_contours_into_high_mountains_it_costs_six() -> None:
    of = position(
        "board corner=20.10 shifted=even\n| r M\n| . .\n"
        'side 20.10-21.10 "low mountain contour" "high mountain contour"\n'
        + SERBIAN_TURN
        + f"unit A 20.10 {SERB}\n"
    )
    assert prepared_attacks.cost(of, ("A",), node(of, "21.10")) == 6


HELD = PLAIN + AUSTRIAN_COUNTER + f"unit S 26.15 prepared=26.16 {SERB}\n"


def may_leave(of: SerbiaPosition, *names: str) -> bool:
    return march_limits.why_not_quit(of, names, node(of, "26.16")) is None


@pytest.mark.rule("7.3.3")
def test_one_of_two_forces_is_unable_to_exit() -> None:
    of = started(HELD + f"unit A 26.16 {ENEMY}\nunit B 26.16 {ENEMY}\n")
    assert may_leave(of, "A")
    assert may_leave(of, "B")
    phase(of).answer(Pick("A"), Go("26.17"), PASS)
    assert not may_leave(of, "B")


@pytest.mark.rule("7.3.3")
def test_a_division_and_its_two_asset_units_are_all_unable_to_exit() -> None:
    of = started(HELD + f"unit A 26.16 {ENEMY}\nunit b 26.16 {ENEMY_ASSET}\nunit c 26.16 {ENEMY_ASSET}\n")
    assert not any(may_leave(of, name) for name in "Abc")


@pytest.mark.rule("7.3.3")
def test_the_other_division_leaves_with_both_asset_units() -> None:
    of = started(
        HELD
        + f"unit A 26.16 {ENEMY}\nunit B 26.16 {ENEMY}\n"
        + f"unit c 26.16 {ENEMY_ASSET}\nunit d 26.16 {ENEMY_ASSET}\n"
    )
    play = phase(of).answer(Pick("A"), Add("c"), Add("d"), Go("26.17"), PASS, Pick("B"))
    assert [at(of, name) for name in "Acd"] == ["26.17"] * 3
    assert destinations(play) == set()


@pytest.mark.rule("7.8.2")
def test_a_position_begun_with_five_points_takes_the_first_eight_of_the_next_phase() -> None:
    rights = "rights serbia 1\n" + f"unit E 26.12 {ENEMY}\nunit B 20.20 {SERB}\n"
    of = started(PLAIN + SERBIAN_COUNTER + rights + f"unit A 26.16 {SERB}\n")
    phase(of).answer(Pick("A"), Dig("26.16"))
    assert (of.units["A"].task, of.units["A"].progress) == ("position", 5)
    of = started(PLAIN + SERBIAN_TURN + rights + f"unit A 26.16 task=position progress=5 {SERB}\n")
    phase(of)
    assert of.units["A"].spent == 8
    assert of.improved == {node(of, "26.16"): "serbia"}


@pytest.mark.rule("8.2.2")
def test_the_serbian_cavalry_at_18_04_evades_a_step_from_19_04_to_19_05() -> None:
    of = started("turn 3 movement austria-hungary\n" + f"unit A 19.05 {ENEMY}\nunit C 18.04 {SERB_HORSE}\n")
    play = Play(cavalry.react(table(of), of, ("A",), node(of, "19.04"), node(of, "19.05")))
    single = {
        action.hexes[0] for action in play.choices if isinstance(action, React) and len(action.hexes) == 1
    }
    beside = {of.setting.board.label(each) for each in of.setting.beside[node(of, "18.04")]}
    assert {"19.04", "19.05"} < beside
    assert single == beside - {"19.04", "19.05"}
    play.answer(React("C", (min(single),)))
    assert of.units["C"].reaction == 2


@pytest.mark.rule("8.2.4a")
def test_nine_recorded_points_in_a_counter_movement_phase_are_a_forced_march_of_four() -> None:
    of = started(
        PLAIN + SERBIAN_COUNTER + f"unit C 26.16 reaction=9 {SERB_HORSE}\nunit B 20.20 {SERB}\ndice 5 3\n"
    )
    phase(of).answer(PASS)
    assert (of.units["C"].marched, of.units["C"].reaction) == (4, 0)
    assert of.units["C"].status == of.setting.tables.march_failure(2).cavalry_levels == 1  # 8 + 4 against 10


@pytest.mark.rule("8.2.4a")
def test_fourteen_recorded_points_keep_cavalry_in_its_hex_with_a_check_of_seven_and_two_left_over() -> None:
    of = started(
        PLAIN + SERBIAN_COUNTER + f"unit C 26.16 reaction=14 {SERB_HORSE}\nunit B 20.20 {SERB}\ndice 2 2\n"
    )
    play = phase(of)
    assert (of.units["C"].marched, of.units["C"].reaction) == (7, 2)
    assert marches.reach(of, ["C"]) == {}
    play.answer(PASS)
    assert of.units["C"].status == of.setting.tables.march_failure(1).cavalry_levels  # 4 + 7 against 10
    assert refused(phase(of), Pick("C")) == ("7.1.2",)
