"""[8.2] [8.3] Cavalry evades while the enemy moves, and retires when he has fought."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Flee, Go, Pick, React, Repulse, Retire
from hexfront.games.serbia_1914.rules import cavalry
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node, position, table
from tests.games.serbia_1914.manoeuvre import (
    AUSTRIAN_COUNTER,
    AUSTRIAN_TURN,
    ENEMY,
    PLAIN,
    SERB,
    SERB_HORSE,
    SERBIAN_COUNTER,
    at,
    phase,
    refused,
    started,
)


def reactions(play: Play) -> set[tuple[str, ...]]:
    assert play.asked is not None
    assert play.asked.kind == "react"
    return {action.hexes for action in play.choices if isinstance(action, React)}


def single(play: Play) -> set[str]:
    return {hexes[0] for hexes in reactions(play) if len(hexes) == 1}


@pytest.mark.rule("8.2", "8.2.1", "8.2.2")
def test_an_enemy_who_comes_next_to_cavalry_lets_it_evade_one_hex_and_then_goes_on() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.19 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n")
    play = phase(of).answer(Pick("A"), Go("26.17"))
    assert play.asked is not None
    assert play.asked.side == "serbia"
    assert single(play) == {"26.15", "25.16", "25.17", "27.16", "27.17"}
    play.answer(React("C", ("26.15",)))
    assert at(of, "C") == "26.15"
    assert of.units["C"].reaction == 2
    assert play.asked is not None
    assert play.asked.kind == "go"  # the enemy goes on


@pytest.mark.rule("8.2.1")
def test_cavalry_that_has_an_enemy_beside_it_does_not_react_to_another_one() -> None:
    of = started(
        PLAIN + AUSTRIAN_TURN + f"unit A 26.18 {ENEMY}\nunit B 25.16 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n"
    )
    play = phase(of).answer(Pick("A"), Go("26.17"))
    assert play.asked is not None
    assert play.asked.kind == "go"


@pytest.mark.rule("8.2.1", "8.2.2")
def test_a_step_from_beside_it_to_beside_it_lets_it_evade_but_not_into_the_hex_just_left() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 25.17 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n")
    play = Play(cavalry.react(table(of), of, ("A",), node(of, "26.17"), node(of, "25.17")))
    assert single(play) == {"26.15", "25.16", "27.16", "27.17"}


@pytest.mark.rule("8.2.1")
def test_moving_away_triggers_nothing() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.17 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n")
    play = phase(of).answer(Pick("A"), Go("26.18"))
    assert play.asked is not None
    assert play.asked.kind == "go"


@pytest.mark.rule("8.2.3")
def test_it_may_not_evade_into_an_empty_hex_in_another_enemys_zone() -> None:
    text = PLAIN + AUSTRIAN_TURN + f"unit A 26.19 {ENEMY}\nunit B 26.14 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n"
    of = started(text)
    play = phase(of).answer(Pick("A"), Go("26.17"))
    assert "26.15" not in single(play)
    assert "25.17" in single(play)  # only the zone of the unit that came
    assert refused(play, React("C", ("26.15",))) == ("8.2.2", "8.2.3")
    of = started(text + f"unit F 26.15 {SERB}\n")
    play = phase(of).answer(Pick("A"), Go("26.17"))
    assert "26.15" in single(play)  # not empty


@pytest.mark.rule("8.2.3", "19.1.1")
def test_it_may_enter_or_leave_two_hexes_while_it_reacts() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.19 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n")
    play = phase(of).answer(Pick("A"), Go("26.17"))
    assert ("26.16", "26.15") in reactions(play)
    play.answer(React("C", ("26.16", "26.15")))
    assert at(of, "C") == "26.16+26.15"
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.19 {ENEMY}\nunit C 26.16+26.15 {SERB_HORSE}\n")
    play = phase(of).answer(Pick("A"), Go("26.17"))
    play.answer(React("C", ("26.15",)))
    assert at(of, "C") == "26.15"


@pytest.mark.rule("8.2.3")
def test_there_is_no_limit_to_the_number_of_reactions() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.19 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n")
    play = phase(of).answer(
        Pick("A"), Go("26.17"), React("C", ("26.15",)), Go("26.16"), React("C", ("26.14",))
    )
    assert of.units["C"].reaction == 4
    assert play.asked is not None


@pytest.mark.rule("8.2.4")
def test_what_it_spends_is_recorded_without_the_cost_of_zones() -> None:
    of = started(
        PLAIN
        + 'side 26.15-26.16 "minor river"\n'
        + AUSTRIAN_TURN
        + f"unit A 26.19 {ENEMY}\nunit C 26.16 reaction=2 {SERB_HORSE}\n"
    )
    phase(of).answer(Pick("A"), Go("26.17"), React("C", ("26.15",)))
    assert of.units["C"].reaction == 2 + 3


@pytest.mark.rule("7.4.1")
def test_cavalry_does_not_repulse_when_it_reacts() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.19 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n")
    play = phase(of).answer(Pick("A"), Go("26.17"))
    assert not any(isinstance(action, Repulse) for action in play.choices)


@pytest.mark.rule("8.2")
def test_the_owner_may_decline() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.19 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n")
    phase(of).answer(Pick("A"), Go("26.17"), PASS)
    assert at(of, "C") == "26.16"
    assert of.units["C"].reaction == 0


@pytest.mark.rule("7.8.3")
def test_recovery_is_lost_before_the_cavalry_is_away() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_TURN
        + f"unit A 26.19 {ENEMY}\nunit C 26.16 status=1 task=recovery progress=5 {SERB_HORSE}\n"
    )
    phase(of).answer(Pick("A"), Go("26.17"), React("C", ("26.15",)))
    assert (of.units["C"].task, of.units["C"].progress) == ("", 0)


@pytest.mark.rule("8.2.1")
def test_a_prepared_attack_does_not_keep_cavalry_from_reacting() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_TURN
        + f"unit A 25.17 {ENEMY}\nunit B 25.16 prepared=26.16 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n"
    )
    play = Play(cavalry.react(table(of), of, ("A",), node(of, "26.17"), node(of, "25.17")))
    assert "27.16" in single(play)


@pytest.mark.rule("8.2.4a", "7.1.1")
def test_recorded_points_come_off_the_next_movement_phase() -> None:
    of = started(PLAIN + SERBIAN_COUNTER + f"unit C 26.16 reaction=4 {SERB_HORSE}\n")
    assert (of.units["C"].spent, of.units["C"].marched, of.units["C"].reaction) == (4, 0, 0)
    of = started(PLAIN + AUSTRIAN_COUNTER + f"unit C 26.16 reaction=4 {SERB_HORSE}\nunit A 20.20 {ENEMY}\n")
    assert of.units["C"].reaction == 4  # it is the enemy's phase


@pytest.mark.rule("8.2.4a")
def test_cavalry_whose_evasions_were_a_forced_march_is_tested_even_if_it_stays() -> None:
    of = started(
        PLAIN + SERBIAN_COUNTER + f"unit C 26.16 reaction=9 {SERB_HORSE}\nunit A 20.20 {SERB}\ndice 5 5\n"
    )
    phase(of).answer(PASS)
    assert of.units["C"].status == of.setting.tables.march_failure(4).cavalry_levels


# Retirement


@pytest.mark.rule("8.3", "8.3.2")
def test_cavalry_next_to_the_enemy_may_retire_one_hex_and_records_the_points() -> None:
    of = position(PLAIN + "turn 3 finishing serbia\n" + f"unit C 26.16 {SERB_HORSE}\nunit E 26.17 {ENEMY}\n")
    play = Play(cavalry.retire(table(of), of, "serbia"))
    play.answer(Retire("C", ("26.15",)))
    assert (at(of, "C"), of.units["C"].reaction) == ("26.15", 2)
    assert play.over


@pytest.mark.rule("8.3")
def test_cavalry_away_from_the_enemy_does_not_retire() -> None:
    of = position(PLAIN + "turn 3 finishing serbia\n" + f"unit C 26.16 {SERB_HORSE}\nunit E 26.18 {ENEMY}\n")
    assert Play(cavalry.retire(table(of), of, "serbia")).over


@pytest.mark.rule("8.3.1")
def test_cavalry_does_not_retire_into_an_empty_hex_in_an_enemy_zone() -> None:
    text = PLAIN + "turn 3 finishing serbia\n" + f"unit C 26.16 {SERB_HORSE}\nunit E 26.17 {ENEMY}\n"
    of = position(text)
    play = Play(cavalry.retire(table(of), of, "serbia"))
    assert refused(play, Retire("C", ("25.17",))) == ("8.3.1",)
    assert refused(play, Retire("X", ("25.17",))) == ("8.3",)
    of = position(text + f"unit F 25.17 {SERB}\n")
    assert Retire("C", ("25.17",)) in Play(cavalry.retire(table(of), of, "serbia")).choices


@pytest.mark.rule("8.3.1", "19.1.1")
def test_cavalry_may_enter_two_hexes_while_it_retires() -> None:
    of = position(PLAIN + "turn 3 finishing serbia\n" + f"unit C 26.16 {SERB_HORSE}\nunit E 26.17 {ENEMY}\n")
    play = Play(cavalry.retire(table(of), of, "serbia"))
    play.answer(Retire("C", ("26.16", "26.15")))
    assert at(of, "C") == "26.16+26.15"


@pytest.mark.rule("7.9")
def test_cavalry_evades_in_mountains_only_by_roadway() -> None:
    of = started(
        PLAIN
        + "hex 26.15 terrain='low mountain'\n"
        + AUSTRIAN_TURN
        + f"unit A 26.19 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n"
    )
    assert "26.15" not in single(phase(of).answer(Pick("A"), Go("26.17")))


@pytest.mark.rule("7.1.4b", "8.2.4")
def test_cavalry_that_evades_over_the_sava_gets_a_crossing_marker() -> None:
    of = started(
        PLAIN
        + "side 26.15-26.16 sava\n"
        + AUSTRIAN_TURN
        + f"unit A 26.19 {ENEMY}\nunit C 26.16 {SERB_HORSE}\n"
    )
    phase(of).answer(Pick("A"), Go("26.17"), React("C", ("26.15",)))
    assert of.units["C"].crossing == 2
    assert of.units["C"].reaction == 5
    assert of.units["C"].at == node(of, "26.15")


@pytest.mark.rule("15.6.2a")
def test_the_owner_says_whether_a_train_leaves_before_or_after_the_cavalry_reacts() -> None:
    train = 'nation=serbia kind="corps train" serves=second'
    text = PLAIN + AUSTRIAN_TURN + f"unit A 26.19 {ENEMY}\nunit C 27.17 {SERB_HORSE}\nunit T 25.17 {train}\n"
    of = started(text)
    play = phase(of).answer(Pick("A"), Go("26.17"))
    assert play.choices == [Flee("T"), PASS]
    play.answer(Flee("T"))
    while play.asked is not None and play.asked.kind == "retreat":
        play.answer(play.choices[0])
    assert at(of, "T") != "25.17"
    assert reactions(play)
    of = started(text)
    play = phase(of).answer(Pick("A"), Go("26.17"), PASS)
    assert at(of, "T") == "25.17"
    assert reactions(play)
    play.answer(PASS)
    while play.asked is not None and play.asked.kind == "retreat":
        play.answer(play.choices[0])
    assert at(of, "T") != "25.17"
