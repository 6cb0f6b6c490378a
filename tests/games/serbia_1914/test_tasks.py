"""[7.5] [7.7] [7.8] [14.3] Recovery, Marsch replacements, improved positions."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Absorb, Dig, Go, Pick, Recover
from hexfront.games.serbia_1914.rules import tasks
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import node, position
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
    phase,
    refused,
    started,
)

OTHER = f"unit Z 20.22 {SERB}\n"  # somebody else to move, so that the phase is not over
TIRED = f"unit A 26.16 status=2 {SERB}\n"


# Recovery


@pytest.mark.rule("7.5")
def test_nine_points_in_the_movement_phase_regain_one_level() -> None:
    of = started(PLAIN + SERBIAN_TURN + OTHER + TIRED)
    phase(of).answer(Pick("A"), Recover())
    assert (of.units["A"].status, of.units["A"].spent, of.units["A"].task) == (1, 9, "")


@pytest.mark.rule("7.5", "7.2.2")
def test_points_of_a_forced_march_are_not_for_recovery_nor_for_a_march_after_the_last_point() -> None:
    of = started(PLAIN + SERBIAN_TURN + OTHER + TIRED)
    play = phase(of).answer(Pick("A"), Recover())
    assert refused(play, Pick("A")) == ("7.1.2",)
    of = started(PLAIN + SERBIAN_TURN + OTHER + TIRED)
    play = phase(of).answer(Pick("A"), Go("26.11"))  # ten points
    assert refused(play, Recover()) == ("7.5", "7.2.2")


@pytest.mark.rule("7.8", "7.8.2", "7.5")
def test_what_was_spent_before_is_carried_over_and_the_task_goes_first() -> None:
    of = started(PLAIN + SERBIAN_COUNTER + OTHER + TIRED)
    phase(of).answer(Pick("A"), Recover())
    assert (of.units["A"].task, of.units["A"].progress, of.units["A"].status) == ("recovery", 5, 2)
    of = started(
        PLAIN + SERBIAN_TURN + OTHER + "unit A 26.16 status=2 task=recovery progress=5 " + SERB + "\n"
    )
    play = phase(of)
    assert (of.units["A"].task, of.units["A"].progress, of.units["A"].status) == ("", 0, 1)
    assert of.units["A"].spent == 4
    assert "26.14" in {action.to for action in play.answer(Pick("A")).choices if isinstance(action, Go)}


@pytest.mark.rule("7.2.2")
def test_after_a_task_a_march_may_be_forced_only_with_a_point_left() -> None:
    text = PLAIN + SERBIAN_TURN + OTHER
    of = started(text + f"unit A 26.16 status=2 task=recovery progress=1 {SERB}\n")
    play = phase(of).answer(Pick("A"))  # eight of nine points are spent
    assert "26.15" in {action.to for action in play.choices if isinstance(action, Go)}
    of = started(text + f"unit A 26.16 status=2 task=position progress=4 {SERB}\nrights serbia 1\n")
    assert refused(phase(of), Pick("A")) == ("7.1.2",)


@pytest.mark.rule("7.5.1")
@pytest.mark.parametrize(("away", "may"), [("26.13", True), ("26.14", False)])
def test_recovery_begins_three_hexes_from_the_enemy(away: str, may: bool) -> None:
    of = started(PLAIN + SERBIAN_TURN + OTHER + TIRED + f"unit E {away} {ENEMY}\n")
    assert (tasks.why_not_recover(of, of.units["A"]) is None) == may


@pytest.mark.rule("7.5.1")
def test_two_hexes_suffice_behind_high_mountains_or_friends_in_positions() -> None:
    units = OTHER + TIRED + f"unit E 26.14 {ENEMY}\n"
    screen = "hex 26.15 terrain='high mountain'\n"
    of = started(PLAIN + screen + SERBIAN_TURN + units)
    assert tasks.why_not_recover(of, of.units["A"]) is None
    friends = f"unit B 26.15 {SERB}\nimproved 26.15 serbia\n"
    of = started(PLAIN + SERBIAN_TURN + units + friends)
    assert tasks.why_not_recover(of, of.units["A"]) is None
    of = started(PLAIN + SERBIAN_TURN + units + f"unit B 26.15 {SERB}\n")
    assert tasks.why_not_recover(of, of.units["A"]) is not None
    # Seen from the side, two hexes lie between, and both must hide the Formation.
    askew = OTHER + TIRED + f"unit E 28.16 {ENEMY}\n"
    of = started(PLAIN + "hex 27.16 terrain='high mountain'\n" + SERBIAN_TURN + askew)
    assert tasks.why_not_recover(of, of.units["A"]) is not None
    both = "hex 27.16 terrain='high mountain'\nhex 27.17 terrain='high mountain'\n"
    of = started(PLAIN + both + SERBIAN_TURN + askew)
    assert tasks.why_not_recover(of, of.units["A"]) is None


@pytest.mark.rule("7.5.1")
def test_austrians_in_serbia_recover_a_hex_farther_away_up_to_turn_nine() -> None:
    field = PLAIN + "hex 26.16 country=serbia\n"
    units = f"unit A 26.16 status=1 {ENEMY}\nunit S 26.13 {SERB}\n"
    of = started(field + AUSTRIAN_TURN + units)
    assert tasks.recovery_distance(of, of.units["A"]) == 4
    assert tasks.why_not_recover(of, of.units["A"]) is not None
    of = started(field + "turn 10 movement austria-hungary\n" + units)
    assert tasks.why_not_recover(of, of.units["A"]) is None
    of = started("turn 3 movement austria-hungary\nunit ah-inf-xx-9 17.10 army=FIFTH corps=8 status=1\n")
    assert tasks.recovery_distance(of, of.units["ah-inf-xx-9"]) == 4  # partly Serbia


POSITION = "improved 26.16 serbia\n"


@pytest.mark.rule("7.5.1")
def test_from_turn_nineteen_formations_in_positions_recover_next_to_the_enemy() -> None:
    units = OTHER + TIRED + POSITION + f"unit E 26.15 {ENEMY}\n"
    of = started(PLAIN + "turn 18 movement serbia\n" + units)
    assert refused(phase(of).answer(Pick("A")), Recover()) == ("7.5.1",)
    of = started(PLAIN + "turn 19 movement serbia\n" + units)
    phase(of).answer(Pick("A"), Recover())
    assert of.units["A"].status == 1


@pytest.mark.rule("7.5.1a")
def test_next_to_the_enemy_recovery_is_completed_within_the_phase() -> None:
    units = OTHER + TIRED + POSITION + f"unit E 26.15 {ENEMY}\n"
    of = started(PLAIN + "turn 19 counter movement austria-hungary\n" + units)
    assert refused(phase(of).answer(Pick("A")), Recover()) == ("7.5.1a",)


@pytest.mark.rule("7.5.1a")
def test_next_to_the_enemy_the_position_must_be_older_than_the_phase() -> None:
    of = started(
        PLAIN
        + "turn 19 movement serbia\nrights serbia 1\n"
        + TIRED
        + f"unit E 26.15 {ENEMY}\nunit B 26.16 task=position progress=9 {SERB}\n"
    )
    play = phase(of)
    assert of.improved == {node(of, "26.16"): "serbia"}
    assert refused(play.answer(Pick("A")), Recover()) == ("7.5.1a",)


@pytest.mark.rule("7.5.2", "6.4")
@pytest.mark.parametrize(("away", "may"), [("26.11", True), ("26.12", False)])
def test_a_demoralized_formation_recovers_five_hexes_from_the_enemy(away: str, may: bool) -> None:
    of = started(PLAIN + SERBIAN_TURN + OTHER + f"unit A 26.16 status=5 {SERB}\nunit E {away} {ENEMY}\n")
    assert (tasks.why_not_recover(of, of.units["A"]) is None) == may


@pytest.mark.rule("25.3", "7.5.1", "7.5.2")
def test_in_the_sarajevo_area_recovery_begins_nearer_to_the_enemy() -> None:
    def may(status: int, at: str, enemy: str) -> bool:
        of = started(
            "turn 12 movement austria-hungary\n"
            f"unit ah-inf-xx-1 {at} army=SIXTH status={status}\nunit S {enemy} {SERB}\n"
        )
        return tasks.why_not_recover(of, of.units["ah-inf-xx-1"]) is None

    assert may(1, "06.21", "06.22")
    assert not may(1, "06.22", "06.23")
    assert may(5, "06.21", "06.23")
    assert not may(5, "06.21", "06.22")


@pytest.mark.rule("7.5")
def test_asset_units_and_fresh_formations_have_nothing_to_recover() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit b 26.17 {SERB_ASSET}\n")
    assert refused(phase(of).answer(Pick("A")), Recover()) == ("7.5",)
    assert refused(phase(of).answer(Pick("b")), Recover()) == ("7.5",)


@pytest.mark.rule("7.8.2")
def test_who_has_begun_a_task_cannot_be_taken_in_hand() -> None:
    of = started(
        PLAIN + AUSTRIAN_COUNTER + f"unit A 26.16 {ENEMY}\nunit B 27.16 task=position progress=1 {ENEMY}\n"
    )
    play = phase(of)
    assert of.units["B"].progress == 6
    assert refused(play, Pick("B")) == ("7.8.2",)


# Positions

NEAR = f"unit E 26.12 {ENEMY}\n"


@pytest.mark.rule("14.3.1", "7.8")
def test_a_position_takes_thirteen_points_over_several_phases() -> None:
    of = started(PLAIN + SERBIAN_TURN + OTHER + NEAR + f"rights serbia 2\nunit A 26.16 {SERB}\n")
    phase(of).answer(Pick("A"), Dig("26.16"))
    assert (of.units["A"].task, of.units["A"].progress) == ("position", 9)
    assert not of.improved
    of = started(
        PLAIN
        + SERBIAN_COUNTER
        + OTHER
        + NEAR
        + f"rights serbia 2\nunit A 26.16 task=position progress=9 {SERB}\n"
    )
    phase(of)
    assert of.improved == {node(of, "26.16"): "serbia"}
    assert of.rights["serbia"] == 1
    assert of.units["A"].spent == 4


@pytest.mark.rule("14.3.2")
def test_a_position_is_begun_only_within_four_hexes_of_the_enemy() -> None:
    of = started(
        PLAIN + SERBIAN_TURN + OTHER + f"rights serbia 2\nunit A 26.16 {SERB}\nunit E 26.11 {ENEMY}\n"
    )
    assert refused(phase(of).answer(Pick("A")), Dig("26.16")) == ("14.3.2",)


@pytest.mark.rule("14.3", "8.1")
def test_only_infantry_formations_build() -> None:
    of = started(
        PLAIN
        + SERBIAN_TURN
        + NEAR
        + f"rights serbia 2\nunit A 26.16 {SERB_HORSE}\nunit b 27.16 {SERB_ASSET}\n"
    )
    assert refused(phase(of).answer(Pick("A")), Dig("26.16")) == ("14.3", "8.1")
    assert refused(phase(of).answer(Pick("b")), Dig("27.16")) == ("14.3", "8.1")


@pytest.mark.rule("14.3", "3.5.3")
def test_no_position_is_built_in_mountainous_terrain() -> None:
    of = started(
        "board corner=20.10 shifted=even\n| f .\n| . .\n"
        + SERBIAN_TURN
        + f"rights serbia 2\nunit A 20.10 {SERB}\nunit E 21.11 {ENEMY}\n"
    )
    assert refused(phase(of).answer(Pick("A")), Dig("20.10")) == ("14.3", "3.5.3")


@pytest.mark.rule("14.3.3", "6.4")
def test_a_demoralized_formation_does_not_build() -> None:
    of = started(PLAIN + SERBIAN_TURN + OTHER + NEAR + f"rights serbia 2\nunit A 26.16 status=5 {SERB}\n")
    assert refused(phase(of).answer(Pick("A")), Dig("26.16")) == ("14.3.3", "6.4")


@pytest.mark.rule("14.3.4")
def test_no_more_positions_are_begun_than_there_are_rights() -> None:
    text = PLAIN + SERBIAN_TURN + NEAR + f"unit A 26.16 {SERB}\nunit B 27.16 {SERB}\n"
    of = started(text + "rights serbia 1\n")
    play = phase(of).answer(Pick("A"), Dig("26.16"), Pick("B"))
    assert refused(play, Dig("27.16")) == ("14.3.4",)
    of = started(text)
    assert refused(phase(of).answer(Pick("A")), Dig("26.16")) == ("14.3.4",)


@pytest.mark.rule("19.1.5")
def test_a_two_hex_unit_builds_in_one_hex_and_then_in_the_other() -> None:
    of = started(PLAIN + SERBIAN_COUNTER + OTHER + NEAR + f"rights serbia 2\nunit A 26.16+27.16 {SERB}\n")
    phase(of).answer(Pick("A"), Dig("27.16"))
    for _ in range(2):
        of.phase, of.active = "movement", "serbia"
        of.change("A", spent=0, moved=False)
        play = phase(of)
    assert of.improved == {node(of, "27.16"): "serbia"}
    assert refused(play.answer(Pick("A")), Dig("27.16")) == ("14.0",)
    assert Dig("26.16") in play.choices


# Marsch replacements

MARSCH = "asset nation=austria-hungary kind=marsch size=x values=2-3-2-0 reduced=1-1-0"


@pytest.mark.rule("7.7", "7.7.1")
def test_infantry_makes_reductions_good_out_of_a_marsch_unit_with_nine_points() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.16 reductions=1 {ENEMY}\nunit m 26.16 {MARSCH}\n")
    phase(of).answer(Pick("A"), Absorb("m"))
    assert of.units["A"].reductions == 0
    assert of.units["m"].reductions == 1
    assert of.units["A"].spent == 9


@pytest.mark.rule("7.7.1")
def test_the_whole_marsch_unit_may_be_used_up_and_the_owner_says_how_much() -> None:
    text = PLAIN + AUSTRIAN_TURN + f"unit A 26.16 reductions=3 {ENEMY}\nunit m 26.16 {MARSCH}\n"
    of = started(text)
    play = phase(of).answer(Pick("A"), Absorb("m"))
    assert play.choices == [Absorb("m", 1), Absorb("m", 2)]
    play.answer(Absorb("m", 2))
    assert of.units["A"].reductions == 1
    assert "m" in of.lost
    of = started(text)
    phase(of).answer(Pick("A"), Absorb("m"), Absorb("m", 1))
    assert (of.units["A"].reductions, of.units["m"].reductions) == (2, 1)


@pytest.mark.rule("7.7", "7.8")
def test_marsch_replacements_are_carried_over_and_the_marsch_unit_stays() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_COUNTER
        + f"unit A 26.16 reductions=1 {ENEMY}\nunit m 26.16 {MARSCH}\nunit B 20.20 {ENEMY}\n"
    )
    play = phase(of).answer(Pick("A"), Absorb("m"))
    assert (of.units["A"].task, of.units["A"].progress) == ("marsch", 5)
    assert refused(play, Pick("m")) == ("7.1.2",)
    assert refused(play.answer(Pick("B")), Absorb("m")) == ("7.7.1",)


@pytest.mark.rule("7.5", "7.7", "7.8.1")
def test_recovery_and_marsch_replacements_run_at_the_same_time() -> None:
    of = started(
        PLAIN + AUSTRIAN_TURN + f"unit A 26.16 reductions=1 status=1 {ENEMY}\nunit m 26.16 {MARSCH}\n"
    )
    phase(of).answer(Pick("A"), Recover(), Absorb("m"))
    assert (of.units["A"].status, of.units["A"].reductions, of.units["A"].spent) == (0, 0, 9)


@pytest.mark.rule("7.7")
def test_marsch_replacements_are_for_reduced_infantry_only() -> None:
    of = started(
        PLAIN + AUSTRIAN_TURN + f"unit A 26.16 {ENEMY}\nunit C 26.16 {ENEMY_HORSE}\nunit m 26.16 {MARSCH}\n"
    )
    assert refused(phase(of).answer(Pick("A")), Absorb("m")) == ("7.7.1",)
    assert refused(phase(of).answer(Pick("C")), Absorb("m")) == ("7.7",)


@pytest.mark.rule("7.7", "7.8.2")
def test_a_marsch_task_whose_marsch_unit_is_gone_lapses() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_COUNTER
        + f"unit A 26.16 reductions=1 task=marsch progress=5 {ENEMY}\nunit B 20.20 {ENEMY}\n"
    )
    play = phase(of)
    assert of.units["A"].task == ""
    assert PASS in play.choices
    assert Pick("A") in play.choices


@pytest.mark.rule("7.7")
def test_a_marsch_unit_that_stands_in_the_same_two_hexes_is_offered_once() -> None:
    placed = position(
        "turn 9 movement austria-hungary\n"
        "unit ah-inf-xx-9 18.08+19.08 army=FIFTH corps=8 reductions=1 began=18.08\n"
        "unit ah-ma-x-8 18.08+19.08 army=FIFTH began=18.08\n"
    )
    found = [order for order in tasks.choices(placed, ("ah-inf-xx-9",)) if isinstance(order, Absorb)]
    assert found == [Absorb("ah-ma-x-8")]
