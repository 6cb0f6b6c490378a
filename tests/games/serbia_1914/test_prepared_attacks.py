"""[7.3] Prepared attacks: their cost, who may place them, whom they hold."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.force import force_of
from hexfront.games.serbia_1914.orders import Add, Close, Dig, Go, Pick, Prepare, Repulse, Spread
from hexfront.games.serbia_1914.position import OFF_MAP
from hexfront.games.serbia_1914.rules import march_limits, prepared_attacks, tasks
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node
from tests.games.serbia_1914.manoeuvre import (
    AUSTRIAN_COUNTER,
    ENEMY,
    ENEMY_ASSET,
    PLAIN,
    SERB,
    SERB_ASSET,
    SERB_HORSE,
    SERBIAN_COUNTER,
    SERBIAN_TURN,
    destinations,
    phase,
    refused,
    started,
)


def prepared(play: Play) -> set[str]:
    return {action.at for action in play.choices if isinstance(action, Prepare)}


@pytest.mark.rule("7.3")
def test_infantry_points_at_an_adjacent_hex_for_at_least_four_points_and_spends_no_more() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit E 26.15 {ENEMY}\nunit B 20.20 {SERB}\n")
    play = phase(of).answer(Pick("A"), Prepare("26.15"))
    assert (of.units["A"].prepared, of.units["A"].spent) == (node(of, "26.15"), 4)
    assert refused(play, Pick("A")) == ("7.1.2",)


@pytest.mark.rule("7.3.1")
def test_the_marker_may_not_point_at_ones_own_units() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit B 26.15 {SERB}\n")
    play = phase(of).answer(Pick("A"))
    assert "26.15" not in prepared(play)
    assert refused(play, Prepare("26.15")) == ("7.3.1",)


@pytest.mark.rule("7.3.1")
def test_the_marker_may_point_at_an_empty_hex() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\n")
    play = phase(of).answer(Pick("A"))
    assert prepared(play) == {"26.15", "26.17", "25.16", "25.17", "27.16", "27.17"}
    assert refused(play, Prepare("26.14")) == ("7.3",)


@pytest.mark.rule("7.3")
def test_roadways_and_zones_do_not_change_what_a_prepared_attack_costs() -> None:
    of = started(
        'board corner=20.10 shifted=even\n| . r r\n| . . .\nside 20.10-21.10 roadway=roadway "major river"\n'
        + SERBIAN_TURN
        + f"unit A 20.10 {SERB}\nunit E 21.10 {ENEMY}\nunit F 22.10 {ENEMY}\n"
    )
    assert prepared_attacks.cost(of, ("A",), node(of, "21.10")) == 3 + 2
    ledger = prepared_attacks.cost_ledger(of, "A", node(of, "21.10"))
    assert ledger.total == 5


@pytest.mark.rule("7.3", "4.2.6")
def test_no_attack_is_prepared_in_the_counter_movement_phase() -> None:
    of = started(PLAIN + SERBIAN_COUNTER + f"unit A 26.16 {SERB}\nunit E 26.15 {ENEMY}\n")
    assert refused(phase(of).answer(Pick("A")), Prepare("26.15")) == ("7.3",)


@pytest.mark.rule("7.3", "8.1")
def test_cavalry_prepares_no_attack() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB_HORSE}\n")
    assert refused(phase(of).answer(Pick("A")), Prepare("26.15")) == ("7.3", "8.1")


@pytest.mark.rule("7.3.2", "6.3")
def test_a_combat_ineffective_formation_prepares_no_attack() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 status=4 {SERB}\nunit B 20.16 status=3 {SERB}\n")
    assert refused(phase(of).answer(Pick("A")), Prepare("26.15"))[0] == "7.3.2"
    assert "20.15" in prepared(phase(of).answer(Pick("B")))


@pytest.mark.rule("7.3.2", "19.1.4")
def test_a_two_hex_unit_prepares_no_attack() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16+26.17 {SERB}\n")
    assert refused(phase(of).answer(Pick("A")), Prepare("26.15")) == ("7.3.2", "19.1.4")


@pytest.mark.rule("7.3.2", "9.3.2")
def test_terrain_must_leave_an_attack_strength_of_one() -> None:
    text = PLAIN + 'side 26.15-26.16 "major river"\n' + SERBIAN_TURN
    weak = SERB_ASSET.replace("values=2-2", "values=1-2")
    of = started(text + f"unit b 26.16 {weak}\n")
    play = phase(of).answer(Pick("b"))
    assert refused(play, Prepare("26.15")) == ("7.3.2",)
    assert "26.17" in prepared(play)
    of = started(text + f"unit b 26.16 {SERB_ASSET}\n")
    assert "26.15" in prepared(phase(of).answer(Pick("b")))


@pytest.mark.rule("7.3", "3.1.2")
def test_no_more_than_two_and_a_quarter_divisions_of_a_hex_are_marked() -> None:
    text = PLAIN + SERBIAN_TURN + f"unit A 26.16 prepared=26.15 {SERB}\nunit B 26.16 prepared=26.15 {SERB}\n"
    of = started(text + f"unit C 26.16 {SERB.replace('values', 'size=x values')}\n")
    assert refused(phase(of).answer(Pick("C")), Prepare("26.15")) == ("7.3", "3.1.2")
    of = started(text + f"unit c 26.16 {SERB_ASSET}\n")
    assert "26.15" in prepared(phase(of).answer(Pick("c")))


@pytest.mark.rule("7.3", "3.1.2a")
def test_in_mountains_no_more_than_one_and_a_quarter_divisions_are_marked() -> None:
    board = "board corner=20.10 shifted=even\n| m m\n| m m\n"
    of = started(board + SERBIAN_TURN + f"unit A 20.10 prepared=20.11 {SERB}\nunit B 20.10 {SERB}\n")
    assert refused(phase(of).answer(Pick("B")), Prepare("20.11")) == ("7.3", "3.1.2")


@pytest.mark.rule("7.3", "9.2.3")
def test_nothing_is_prepared_across_the_donau_or_impassable_mountains() -> None:
    of = started(
        PLAIN
        + 'side 26.15-26.16 donau\nside 26.16-26.17 "impassable mountain"\n'
        + SERBIAN_TURN
        + f"unit A 26.16 {SERB}\n"
    )
    play = phase(of).answer(Pick("A"))
    assert not prepared(play) & {"26.15", "26.17"}
    assert refused(play, Prepare("26.15")) == ("9.2.3",)


@pytest.mark.rule("7.2.2", "7.3")
def test_points_of_a_forced_march_may_pay_for_a_prepared_attack() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit B 20.10 {SERB}\ndice 1 1\n")
    phase(of).answer(Pick("A"), Go("26.12"), Prepare("26.11"))
    assert (of.units["A"].marched, of.units["A"].prepared) == (3, node(of, "26.11"))


@pytest.mark.rule("7.2.3a")
def test_a_badly_failed_forced_march_loses_the_prepared_attack() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit B 20.10 {SERB}\ndice 5 5\n")
    phase(of).answer(Pick("A"), Go("26.12"), Prepare("26.11"))
    assert of.units["A"].prepared == OFF_MAP  # 10 + 3 against 10


# Whom they hold


@pytest.mark.rule("7.3.3")
def test_a_prepared_attack_holds_the_one_force_of_the_hex_and_its_asset_units() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_COUNTER
        + f"unit S 26.15 prepared=26.16 {SERB}\nunit A 26.16 {ENEMY}\nunit b 26.16 {ENEMY_ASSET}\n"
    )
    play = phase(of).answer(Pick("A"))
    assert destinations(play) == set()
    assert refused(play, Go("26.17")) == ("7.3.3",)
    assert destinations(play.answer(PASS, Pick("b"))) == set()


@pytest.mark.rule("7.3.3")
def test_the_other_forces_of_the_hex_may_leave() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_COUNTER
        + f"unit S 26.15 prepared=26.16 {SERB}\nunit A 26.16 {ENEMY}\nunit B 26.16 {ENEMY}\n"
    )
    play = phase(of).answer(Pick("A"), Go("26.17"), PASS, Pick("B"))
    assert refused(play, Go("26.17")) == ("7.3.3",)
    refusal = march_limits.why_not_quit(of, ["B"], node(of, "26.16"))
    assert refusal is not None
    assert refusal.compared == "at most 1, has 2"


@pytest.mark.rule("7.3.3")
def test_two_prepared_attacks_hold_two_forces() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_COUNTER
        + f"unit S 26.15 prepared=26.16 {SERB}\nunit T 25.16 prepared=26.16 {SERB}\n"
        + f"unit A 26.16 {ENEMY}\nunit B 26.16 {ENEMY}\n"
    )
    assert march_limits.pins(of, "austria-hungary") == {node(of, "26.16"): 2}
    assert destinations(phase(of).answer(Pick("A"))) == set()


@pytest.mark.rule("7.3.3")
def test_a_force_that_entered_the_hex_in_this_phase_is_not_held() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_COUNTER
        + f"unit S 26.15 prepared=26.16 {SERB}\nunit A 26.16 {ENEMY}\nunit B 26.17 {ENEMY}\n"
    )
    play = phase(of).answer(Pick("B"), Go("26.16"))
    assert "26.17" in destinations(play)


@pytest.mark.rule("7.3.3")
def test_a_held_force_may_begin_no_task_but_may_finish_a_position() -> None:
    text = PLAIN + AUSTRIAN_COUNTER + "rights austria-hungary 3\n" + f"unit S 26.15 prepared=26.16 {SERB}\n"
    of = started(text + f"unit A 26.16 status=1 {ENEMY}\n")
    play = phase(of).answer(Pick("A"))
    assert refused(play, Dig("26.16")) == ("7.3.3",)
    of = started(text + f"unit A 26.16 task=position progress=9 {ENEMY}\n")
    phase(of)
    assert of.improved == {node(of, "26.16"): "austria-hungary"}
    assert tasks.positions_begun(of, "austria-hungary") == 0


@pytest.mark.rule("7.3.3")
def test_a_held_force_may_repulse() -> None:
    of = started(
        PLAIN + AUSTRIAN_COUNTER + f"unit s 26.15 prepared=26.16 {SERB_ASSET}\nunit A 26.16 {ENEMY}\n"
    )
    assert Repulse("26.15") in phase(of).answer(Pick("A")).choices


@pytest.mark.rule("19.1.4")
def test_a_prepared_attack_on_one_hex_of_a_two_hex_unit_holds_only_that_half() -> None:
    text = PLAIN + AUSTRIAN_COUNTER + f"unit S 26.15 prepared=26.16 {SERB}\nunit A 26.16+26.17 {ENEMY}\n"
    of = started(text)
    play = phase(of).answer(Pick("A"))
    pairs = {frozenset(action.hexes) for action in play.choices if isinstance(action, Spread)}
    closes = {action.to for action in play.choices if isinstance(action, Close)}
    assert closes == {"26.16"}
    assert pairs
    assert all("26.16" in pair for pair in pairs)
    of = started(text + f"unit T 25.17 prepared=26.17 {SERB}\n")
    play = phase(of).answer(Pick("A"))
    assert not any(isinstance(action, Spread | Close) for action in play.choices)
    assert refused(play, Close("26.16")) == ("7.3.3",)


@pytest.mark.rule("7.3.1")
def test_all_infantry_of_a_force_points_at_the_same_hex() -> None:
    of = started(
        PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit b 26.16 {SERB_ASSET}\nunit C 20.10 {SERB}\n"
    )
    phase(of).answer(Pick("A"), Add("b"), Prepare("26.15"))
    assert of.units["A"].prepared == of.units["b"].prepared == node(of, "26.15")


@pytest.mark.rule("7.3.1", "5.5.1")
def test_units_of_one_force_cannot_point_at_different_hexes() -> None:
    text = PLAIN + SERBIAN_TURN + f"unit A 26.16 prepared=26.15 {SERB}\nunit b 26.16 {SERB_ASSET}\n"
    play = phase(started(text)).answer(Pick("b"))
    assert refused(play, Prepare("25.16")) == ("7.3.1",)
    assert prepared(play) == {"26.15"}
    of = started(text + f"unit B 26.16 {SERB.replace('values', 'size=x values')}\nunit C 20.10 {SERB}\n")
    phase(of).answer(Pick("b"), Prepare("25.16"))
    assert of.units["b"].assigned == "B"  # Forces of one hex may point at different hexes
    assert force_of(of, of.units["A"]).units == ("A",)


@pytest.mark.rule("7.3.1")
def test_two_asset_units_without_a_formation_point_at_the_same_hex() -> None:
    of = started(
        PLAIN + SERBIAN_TURN + f"unit a 26.16 prepared=26.15 {SERB_ASSET}\nunit b 26.16 {SERB_ASSET}\n"
    )
    assert prepared(phase(of).answer(Pick("b"))) == {"26.15"}
