"""[7.1] [7.2] [7.9] The march: costs, zones, rivers, Forces, forced marches."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Add, Drop, Go, March, Pick
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import marches
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.serbia_1914.builders import game, node
from tests.games.serbia_1914.manoeuvre import (
    AUSTRIAN_COUNTER,
    AUSTRIAN_TURN,
    ENEMY,
    ENEMY_HORSE,
    PLAIN,
    SERB,
    SERB_ASSET,
    SERB_HORSE,
    SERBIAN_COUNTER,
    SERBIAN_TURN,
    at,
    destinations,
    phase,
    refused,
    started,
)


def cost(of: SerbiaPosition, name: str, there: str) -> int | None:
    unit = of.units[name]
    return marches.enter_cost(of, unit, unit.at, node(of, there))


def reached(of: SerbiaPosition, *names: str) -> dict[str, int]:
    return {of.setting.board.label(key): value for key, value in marches.reach(of, names).items()}


# Points and mechanics


@pytest.mark.rule("7.1.1", "7.2.1")
def test_infantry_has_nine_points_and_three_by_forced_march() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\n")
    assert max(reached(of, "A").values()) == 12
    assert reached(of, "A")["26.10"] == 12


@pytest.mark.rule("7.1.1", "7.2.1")
def test_in_the_counter_movement_phase_there_are_five_points_and_three_by_forced_march() -> None:
    of = started(PLAIN + SERBIAN_COUNTER + f"unit A 26.16 {SERB}\n")
    assert max(reached(of, "A").values()) == 8


@pytest.mark.rule("7.2.1", "8.1")
def test_cavalry_gains_seven_points_by_forced_march() -> None:
    of = started(PLAIN + SERBIAN_COUNTER + f"unit A 26.16 {SERB_HORSE}\n")
    assert max(reached(of, "A").values()) == 12


@pytest.mark.rule("7.2.2a")
def test_cavalry_with_infantry_assigned_gains_only_three_even_after_it_has_dropped_it() -> None:
    of = started(PLAIN + SERBIAN_COUNTER + f"unit A 26.16 {SERB_HORSE}\nunit b 26.16 {SERB_ASSET}\n")
    assert max(reached(of, "A", "b").values()) == 8
    play = phase(of).answer(Pick("A"), Add("b"), Go("26.15"), Drop("b"))
    assert "26.12" in destinations(play)
    assert "26.11" not in destinations(play)


@pytest.mark.rule("7.2", "8.8.1")
def test_artillery_and_trains_make_no_forced_march() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_TURN
        + "unit g 26.16 nation=austria-hungary kind=artillery values=1-1-0-3\n"
        + 'unit t 26.16 nation=austria-hungary kind="corps train"\n'
    )
    assert max(reached(of, "g").values()) == 8
    assert max(reached(of, "t").values()) == 8


@pytest.mark.rule("7.0", "8.5.1")
def test_a_fort_cannot_be_taken_in_hand() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit F 26.16 nation=serbia kind=fort\n")
    assert refused(phase(of), Pick("F")) == ("8.5.1",)


@pytest.mark.rule("1.1")
def test_an_inactive_unit_cannot_be_taken_in_hand() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 inactive {SERB}\nunit B 26.17 {SERB}\n")
    assert refused(phase(of), Pick("A")) == ("1.1",)


@pytest.mark.rule("7.1.2")
def test_no_one_enters_a_hex_with_an_enemy_unit() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit E 26.14 {ENEMY}\n")
    assert "26.14" not in reached(of, "A")
    assert refused(phase(of).answer(Pick("A")), Go("26.14")) == ("3.1", "7.1.2")


@pytest.mark.rule("7.1.2", "3.2")
def test_only_one_force_moves_at_a_time() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit B 26.16 {SERB}\n")
    assert refused(phase(of).answer(Pick("A")), Add("B")) == ("7.1.2", "3.2")


@pytest.mark.rule("7.1.2")
def test_a_unit_that_is_picked_up_counts_as_having_spent_what_the_force_has() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit b 26.14 {SERB_ASSET}\n")
    phase(of).answer(Pick("A"), Go("26.14"), Add("b"))
    assert of.units["b"].spent == 4


@pytest.mark.rule("7.1.2")
def test_a_unit_that_is_dropped_moves_no_further() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit b 26.16 {SERB_ASSET}\n")
    play = phase(of).answer(Pick("A"), Add("b"), Go("26.14"), Drop("b"), Go("26.13"), PASS)
    assert (at(of, "A"), at(of, "b")) == ("26.13", "26.14")
    assert play.over  # nobody is left to move


@pytest.mark.rule("7.1.2")
def test_a_force_finishes_its_movement_before_another_begins() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit B 26.14 {SERB}\n")
    play = phase(of).answer(Pick("A"), Go("25.15"), PASS)
    assert refused(play, Pick("A")) == ("7.1.2",)


# Terrain


@pytest.mark.rule("7.1.3", "7.1")
def test_the_chart_prices_hexes_and_hexsides() -> None:
    of = started(
        "board corner=20.10 shifted=even\n| . r . b u\n| . . . . .\n"
        'side 20.10-20.11 "minor river"\nside 21.11-22.10 "major river"\n'
        + SERBIAN_TURN
        + f"unit A 20.10 {SERB}\nunit B 21.11 {SERB}\n"
    )
    assert cost(of, "A", "20.11") == 3
    assert cost(of, "A", "21.10") == 3
    assert cost(of, "B", "22.10") == 4


@pytest.mark.rule("3.5.3")
def test_bottomland_costs_more_from_game_turn_nineteen() -> None:
    board = "board corner=20.10 shifted=even\n| . b .\n| . B .\n"
    summer = started(board + SERBIAN_TURN + f"unit A 20.10 {SERB}\n")
    autumn = started(board + "turn 19 movement serbia\n" + f"unit A 20.10 {SERB}\n")
    assert (cost(summer, "A", "21.10"), cost(autumn, "A", "21.10")) == (2, 3)
    assert reached(autumn, "A")["21.10"] == 3
    assert (cost(summer, "A", "21.11"), cost(autumn, "A", "21.11")) == (3, 3)


MOUNTAIN = (
    "board corner=20.10 shifted=even\n| f m . \n| . . .\n"
    'side 20.10-21.10 "low mountain contour"\n'
    "side 20.11-20.10 roadway=roadway\n"
)


@pytest.mark.rule("7.1.3a", "3.6.1")
def test_each_contour_costs_a_point_more_on_the_way_up_only() -> None:
    of = started(MOUNTAIN + SERBIAN_TURN + f"unit A 20.10 {SERB}\nunit B 21.10 {SERB}\n")
    assert cost(of, "A", "21.10") == 4 + 1
    assert cost(of, "B", "20.10") == 3


@pytest.mark.rule("7.1.3a", "7.1.7")
def test_a_roadway_takes_the_place_of_the_terrain_but_not_of_the_contour() -> None:
    of = started(
        "board corner=20.10 shifted=even\n| . M .\n| . . .\n"
        'side 20.10-21.10 "high mountain contour" roadway=roadway\n' + SERBIAN_TURN + f"unit A 20.10 {SERB}\n"
    )
    assert cost(of, "A", "21.10") == 2 + 1
    ledger = marches.step_ledger(of, of.units["A"], node(of, "20.10"), node(of, "21.10"))
    assert [term.rule for term in ledger.terms] == ["7.1.7", "7.1.3a"]
    assert ledger.total == 3


@pytest.mark.rule("7.9", "8.1")
def test_cavalry_and_trains_enter_and_leave_mountains_only_by_roadway() -> None:
    of = started(
        MOUNTAIN
        + SERBIAN_TURN
        + f"unit A 20.11 {SERB_HORSE}\nunit B 21.10 {SERB_HORSE}\n"
        + 'unit t 21.11 nation=serbia kind="corps train"\n'
    )
    assert cost(of, "A", "20.10") == 2
    assert cost(of, "B", "21.11") is None
    assert "21.10" not in reached(of, "t")
    with pytest.raises(Refusal) as refusal:
        marches.step_ledger(of, of.units["B"], node(of, "21.10"), node(of, "21.11"))
    assert refusal.value.rules == ("7.9",)


# Zones


@pytest.mark.rule("7.1.6")
def test_entering_a_zone_costs_two_more_and_leaving_it_one() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit E 26.13 {ENEMY}\nunit B 26.14 {SERB}\n")
    assert cost(of, "A", "26.15") == 2
    assert marches.enter_cost(of, of.units["A"], node(of, "26.15"), node(of, "26.14")) == 4
    assert cost(of, "B", "26.15") == 3


@pytest.mark.rule("7.1.6")
def test_friends_do_not_negate_a_zone_for_movement() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.15 {SERB}\nunit E 26.13 {ENEMY}\nunit B 26.14 {SERB}\n")
    assert cost(of, "A", "26.14") == 4


@pytest.mark.rule("7.1.6a")
def test_only_a_formation_makes_the_step_from_zone_to_zone_cheaper() -> None:
    text = PLAIN + SERBIAN_TURN + f"unit A 25.13 {SERB}\nunit E 26.12 {ENEMY}\n"
    assert cost(started(text), "A", "26.13") == 8
    assert cost(started(text + f"unit b 26.13 {SERB_ASSET}\n"), "A", "26.13") == 8
    assert cost(started(text + f"unit B 26.13 {SERB}\n"), "A", "26.13") == 6


@pytest.mark.rule("3.3.1")
def test_zones_do_not_reach_over_the_sava() -> None:
    of = started(
        PLAIN + "side 26.15-26.16 sava\n" + SERBIAN_TURN + f"unit A 27.17 {SERB}\nunit E 26.15 {ENEMY}\n"
    )
    assert reached(of, "A")["26.16"] == 2


@pytest.mark.rule("15.6.2")
def test_a_train_enters_a_zone_only_where_a_combat_unit_is() -> None:
    of = started(
        PLAIN
        + SERBIAN_TURN
        + f"unit E 26.13 {ENEMY}\nunit B 25.13 {SERB}\n"
        + 'unit t 24.14 nation=serbia kind="corps train"\n'
    )
    assert "25.14" not in reached(of, "t")
    assert "25.13" in reached(of, "t")


# Rivers

AROUND = ("26.15-26.16", "25.15-26.15", "26.15-27.15", "26.15-27.16", "25.16-26.15", "26.14-26.15")
SAVA = PLAIN + "".join(f"side {each} sava\n" for each in AROUND)


@pytest.mark.rule("7.1.4b")
def test_the_sava_is_crossed_only_from_where_the_unit_began_the_phase() -> None:
    of = started(SAVA + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit B 26.17 {SERB}\n")
    assert reached(of, "A")["26.15"] == 5
    assert "26.15" not in reached(of, "B")
    with pytest.raises(Refusal) as refusal:
        marches.step_ledger(of, of.units["B"], node(of, "26.16"), node(of, "26.15"))
    assert refusal.value.rules == ("7.1.4b",)


@pytest.mark.rule("7.1.4b")
def test_the_largest_unit_of_a_force_that_crosses_gets_a_crossing_marker() -> None:
    of = started(SAVA + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit b 26.16 {SERB_ASSET}\n")
    phase(of).answer(Pick("A"), Add("b"), Go("26.15"))
    assert (of.units["A"].crossing, of.units["b"].crossing) == (2, 0)
    assert of.units["A"].spent == 5


@pytest.mark.rule("7.1.5", "21.2")
def test_a_bridge_or_pontoon_takes_the_place_of_the_river_and_leaves_no_marker() -> None:
    bridged = SAVA.replace("side 26.15-26.16 sava\n", "side 26.15-26.16 sava bridge\n")
    of = started(bridged + SERBIAN_TURN + f"unit A 26.17 {SERB}\n")
    assert reached(of, "A")["26.15"] == 2 + 3
    of = started(SAVA + SERBIAN_TURN + f"unit A 26.17 {SERB}\npontoon 26.15/26.16 serbia built\n")
    assert reached(of, "A")["26.15"] == 2 + 3
    phase(of).answer(Pick("A"), Go("26.15"))
    assert of.units["A"].crossing == 0


@pytest.mark.rule("21.2")
def test_a_pontoon_bridge_serves_one_force_in_a_phase_and_only_its_own_side() -> None:
    text = SAVA + SERBIAN_TURN + f"unit A 26.17 {SERB}\nunit B 26.17 {SERB}\n"
    of = started(text + "pontoon 26.15/26.16 serbia built\n")
    phase(of).answer(Pick("A"), Go("26.15"), PASS)
    assert "26.15" not in reached(of, "B")
    of = started(text + "pontoon 26.15/26.16 serbia\n")
    assert "26.15" not in reached(of, "B")  # under construction
    of = started(text + "pontoon 26.15/26.16 austria-hungary built\n")
    assert "26.15" not in reached(of, "B")


DONAU = SAVA.replace("sava", "donau")


@pytest.mark.rule("7.1.4a")
def test_serbian_units_never_cross_the_donau() -> None:
    bridged = DONAU.replace("side 26.15-26.16 donau", "side 26.15-26.16 donau bridge")
    bridged = bridged.replace("side 25.16-26.15 donau", "side 25.16-26.15 donau ferry")
    of = started(bridged + SERBIAN_TURN + f"unit A 26.16 {SERB}\npontoon 26.15/27.16 serbia built\n")
    assert "26.15" not in reached(of, "A")
    with pytest.raises(Refusal) as refusal:
        marches.step_ledger(of, of.units["A"], node(of, "26.16"), node(of, "26.15"))
    assert refusal.value.rules == ("7.1.4a",)
    of = started(bridged + AUSTRIAN_TURN + f"unit A 26.16 {ENEMY}\n")
    assert reached(of, "A")["26.15"] == 3


@pytest.mark.rule("7.1.4a", "7.1.5a")
def test_one_austrian_force_in_a_phase_uses_a_ferry() -> None:
    of = started(
        DONAU.replace("side 26.15-26.16 donau", "side 26.15-26.16 donau ferry")
        + AUSTRIAN_TURN
        + f"unit A 26.16 {ENEMY}\nunit B 26.16 {ENEMY}\n"
    )
    assert reached(of, "A")["26.15"] == 2 + 3
    phase(of).answer(Pick("A"), Go("26.15"), PASS)
    assert "26.15" not in reached(of, "B")
    with pytest.raises(Refusal) as refusal:
        marches.step_ledger(of, of.units["B"], node(of, "26.16"), node(of, "26.15"))
    assert refusal.value.rules == ("7.1.4a", "7.1.5a")


@pytest.mark.rule("23.1.1")
def test_komitadji_alone_in_a_hex_cost_austrians_a_point_more() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.16 {ENEMY}\nkomitadji 26.15\n")
    assert cost(of, "A", "26.15") == 3
    assert reached(of, "A")["26.15"] == 3
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nkomitadji 26.15\n")
    assert reached(of, "A")["26.15"] == 2


# Forced marches


@pytest.mark.rule("7.2.3", "7.2")
def test_the_check_is_made_at_the_end_with_one_for_each_point_of_the_forced_march() -> None:
    text = PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\n"
    of = started(text + "dice 4 4\n")
    phase(of).answer(Pick("A"), Go("26.11"), PASS)
    assert of.units["A"].marched == 1
    assert of.units["A"].status == 0  # 8 + 1 against 10
    of = started(text + "dice 5 5\n")
    phase(of).answer(Pick("A"), Go("26.11"), PASS)
    assert of.units["A"].status == 1  # 10 + 1, failed by one


@pytest.mark.rule("7.2.3")
def test_without_a_forced_march_there_is_no_check() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\ndice 6 6\n")
    phase(of).answer(Pick("A"), Go("26.12"), PASS)
    assert of.units["A"].status == 0


@pytest.mark.rule("7.2.3a", "5.5.2")
def test_a_failed_forced_march_takes_levels_and_can_eliminate_asset_units() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\ndice 6 6\n")
    phase(of).answer(Pick("A"), Go("26.10"))  # three points: 12 + 3 against 10
    row = of.setting.tables.march_failure(5)
    assert of.units["A"].status == row.infantry_levels
    asset = SERB_ASSET.replace(" reduced=1-1-0", "")
    of = started(PLAIN + SERBIAN_TURN + f"unit b 26.16 {asset}\ndice 6 6\n")
    phase(of).answer(Pick("b"), Go("26.10"))
    assert "b" in of.lost


@pytest.mark.rule("7.2.3a")
def test_cavalry_reads_its_own_column_of_the_forced_march_table() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB_HORSE}\ndice 5 5\n")
    phase(of).answer(Pick("A"), Go("26.11"), PASS)
    assert of.units["A"].status == 0  # failed by one costs cavalry nothing


@pytest.mark.rule("7.2.3")
def test_a_unit_dropped_after_a_forced_march_is_tested_at_once() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit b 26.16 {SERB_ASSET}\ndice 6 6 1 1\n")
    play = phase(of).answer(Pick("A"), Add("b"), Go("26.11"), Drop("b"))
    assert of.units["b"].reductions == 1
    play.answer(PASS)
    assert of.units["A"].status == 0


@pytest.mark.rule("7.1.2")
def test_a_march_is_stopped_by_what_happens_on_the_way() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit E 24.14 {ENEMY_HORSE}\n")
    play = phase(of).answer(Pick("A"), Go("25.14"))
    assert play.asked is not None
    assert play.asked.kind == "react"


ROUND = (
    "board corner=20.10 shifted=even\n| . m . .\n| . m . .\n| . . . .\n"
    'side 21.12-21.11 "low mountain contour"\n'
    "side 22.11-21.11 roadway=roadway\nside 21.11-21.10 roadway=roadway\n"
)


def paths_of(playing: Game, order: Action) -> list[list[str]]:
    """The hexes of each march that came of an order."""
    return [event.data["path"] for event in playing.play(order) if event.kind == "move"]


@pytest.mark.rule("7.1.2")
def test_a_neighbouring_hex_is_entered_straight_although_a_way_round_is_cheaper() -> None:
    playing = game(ROUND + SERBIAN_TURN + f"unit A 21.12 {SERB}\n")
    playing.play(Pick("A"))
    face = playing.face(playing.decision, Go("21.11"))
    assert (face.cost, face.path) == ("5", ("21.12", "21.11"))
    assert paths_of(playing, Go("21.11")) == [["21.12", "21.11"]]
    assert playing.position.units["A"].spent == 5


@pytest.mark.rule("7.1.2")
def test_a_march_beyond_a_neighbouring_hex_takes_the_cheapest_way() -> None:
    playing = game(ROUND + SERBIAN_TURN + f"unit A 21.12 {SERB}\n")
    playing.play(Pick("A"))
    assert paths_of(playing, Go("21.10")) == [["21.12", "22.11", "21.11", "21.10"]]
    assert playing.position.units["A"].spent == 6


@pytest.mark.rule("7.1.2")
def test_what_is_spent_on_the_way_is_that_of_the_way_taken() -> None:
    playing = game(ROUND + SERBIAN_TURN + f"unit A 21.12 {SERB}\nunit E 20.10 {ENEMY_HORSE}\n")
    march = marches.search(playing.position, ["A"], 9)
    board = playing.setting.board
    assert march.around == {board["21.11"]: march.spent_at(board["22.10"])[board["21.11"]]}
    assert march.spent_at(board["21.11"])[board["21.11"]] == march.cost[board["21.11"]]


@pytest.mark.rule("7.1.2")
def test_a_march_goes_by_way_of_the_hexes_that_are_named() -> None:
    playing = game(
        PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit b 26.16 {SERB_ASSET}\nunit C 30.16 {SERB}\n"
    )
    order = playing.read_action("march A,b 26.14 25.16,25.15")
    assert paths_of(playing, order) == [["26.16", "25.16"], ["25.16", "25.15"], ["25.15", "26.14"]]
    assert at(playing.position, "b") == "26.14"
    assert playing.decision.kind == "move"
    playing.undo()
    assert at(playing.position, "A") == "26.16"


@pytest.mark.rule("7.1.1", "7.1.2")
@pytest.mark.parametrize("via", [("25.16", "99.99"), ("25.16", "26.10"), ("26.10", "26.11")])
def test_a_march_is_refused_as_a_whole_if_one_of_its_steps_cannot_be_made(via: tuple[str, ...]) -> None:
    playing = game(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit B 30.16 {SERB}\n")
    order = March(("A",), "26.15", via)
    assert playing.check(order) is not None
    with pytest.raises(Refusal) as refusal:
        playing.play(order)
    assert {"7.1.1", "7.1.2"} & {*refusal.value.rules}
    assert (at(playing.position, "A"), playing.step) == ("26.16", 0)


@pytest.mark.rule("7.1.2", "8.2")
def test_a_march_through_hexes_ends_where_the_enemy_has_a_say() -> None:
    playing = game(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit E 24.14 {ENEMY_HORSE}\n")
    playing.play(March(("A",), "26.13", ("25.14",)))
    assert playing.decision.kind == "react"
    assert at(playing.position, "A") != "26.13"


@pytest.mark.rule("7.1.1")
def test_what_is_too_far_is_refused_with_the_points_it_would_take() -> None:
    of = started(PLAIN + AUSTRIAN_COUNTER + f"unit A 26.16 {ENEMY}\n")
    assert refused(phase(of).answer(Pick("A")), Go("26.10")) == ("7.1.1", "7.2.1")
