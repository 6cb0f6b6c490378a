"""[7.4] What a Repulse does to the movement of a Force: its price, and what it may do afterwards."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Dig, Go, Pick, Prepare, Recover, Repulse
from hexfront.games.serbia_1914.rules import marches, moving
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from tests.games.serbia_1914.builders import Play, node
from tests.games.serbia_1914.manoeuvre import (
    ENEMY,
    PLAIN,
    SERB,
    SERBIAN_COUNTER,
    SERBIAN_TURN,
    at,
    destinations,
    phase,
    refused,
    started,
)

WEAK = "asset nation=austria-hungary size=iii values=0-1-1-0 effectiveness=9"
STRONG = "nation=austria-hungary values=9-20-4-2 effectiveness=10 army=FIFTH"
OTHER = f"unit Z 20.22 {SERB}\n"


def settle(play: Play) -> Play:
    """Answer the enemy's questions as advised, up to the next question about the Force in hand."""
    while play.asked is not None and play.asked.kind not in ("go", "move"):
        advised = Decision(play.asked).default()
        play.answer(advised if advised is not None else play.choices[0])
    return play


@pytest.mark.rule("7.4", "7.4.4")
def test_a_repulse_costs_one_point_and_after_success_the_force_moves_on() -> None:
    of = started(PLAIN + SERBIAN_TURN + OTHER + f"unit A 26.16 {SERB}\nunit e 26.15 {WEAK}\ndice 1 1 1 1\n")
    play = settle(phase(of).answer(Pick("A"), Repulse("26.15")))
    assert of.units["A"].spent == 1
    assert at(of, "e") != "26.15"
    assert "26.15" in destinations(play)


@pytest.mark.rule("7.4.5")
def test_after_a_failure_the_force_stays_but_may_prepare_an_attack_or_begin_a_position() -> None:
    of = started(
        PLAIN
        + SERBIAN_TURN
        + OTHER
        + f"rights serbia 1\nunit A 26.16 status=1 {SERB}\nunit E 26.15 {STRONG}\ndice 1 1 1 1\n"
    )
    play = settle(phase(of).answer(Pick("A"), Repulse("26.15")))
    assert of.units["A"].spent == 1
    assert destinations(play) == set()
    assert refused(play, Go("26.17")) == ("7.4.5",)
    assert refused(play, Recover()) == ("7.4.5",)
    assert {Prepare("26.15"), Dig("26.16"), PASS} <= set(play.choices)


@pytest.mark.rule("7.4")
def test_without_a_point_left_there_is_no_repulse() -> None:
    of = started(PLAIN + SERBIAN_TURN + OTHER + f"unit A 26.16 {SERB}\nunit e 26.15 {WEAK}\n")
    of.change("A", spent=12)
    play = phase(of).answer(Pick("A"))
    assert play.asked is not None
    assert play.asked.kind == "move"  # nothing is left but to stay


SAVA = PLAIN + "side 26.15-26.16 sava\n"


@pytest.mark.rule("7.4.7", "7.1.4b")
def test_across_the_sava_the_force_must_follow_and_pay_for_it() -> None:
    of = started(
        SAVA
        + SERBIAN_TURN
        + OTHER
        + f"unit A 26.16 {SERB.replace('7-8', '30-8')}\nunit e 26.15 {WEAK}\ndice 1 1 1 1 1 1\n"
    )
    settle(phase(of).answer(Pick("A"), Repulse("26.15")))
    assert at(of) == "26.15"
    assert of.units["A"].spent == 1 + 5
    assert of.units["A"].crossing == 2


@pytest.mark.rule("7.4.7")
def test_across_the_sava_only_a_force_that_began_beside_the_hex_repulses() -> None:
    of = started(SAVA + SERBIAN_TURN + OTHER + f"unit A 26.17 {SERB}\nunit e 26.15 {WEAK}\n")
    play = phase(of).answer(Pick("A"), Go("26.16"))
    assert refused(play, Repulse("26.15")) == ("7.4.7",)


@pytest.mark.rule("7.4.7")
def test_across_the_sava_the_force_needs_the_points_to_follow() -> None:
    of = started(SAVA + SERBIAN_COUNTER + OTHER + f"unit A 26.16 {SERB}\nunit e 26.15 {WEAK}\n")
    assert marches.points_left(of, ["A"]) == 8
    assert Repulse("26.15") in phase(of).answer(Pick("A")).choices
    of.change("A", spent=3)
    assert refused(phase(of).answer(Pick("A")), Repulse("26.15")) == ("7.4.7",)


@pytest.mark.rule("27.7")
def test_a_march_past_a_place_that_brings_points_is_not_passed_over() -> None:
    of = started("turn 3 movement serbia\n" + f"unit S 10.22 {SERB}\nunit E 40.02 {ENEMY}\n")
    beside = of.setting.beside[node(of, "07.21")]
    assert not any(moving.is_quiet(of, each, "serbia") for each in beside)
    assert moving.is_quiet(of, node(of, "12.20"), "serbia")
