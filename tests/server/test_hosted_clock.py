"""The clock: banks, increments, flags, claims."""

from __future__ import annotations

from hexfront.server import clock as clocks
from hexfront.server.clock import Terms, claim, fallen, left_at, set_clock, shown, turned, why_not_claim

SIDES = ("red", "blue")


def test_only_the_side_that_decides_uses_up_its_time() -> None:
    clock = set_clock(Terms(100), SIDES, ("red",), now=1000)
    assert left_at(clock, 1030) == {"red": 70, "blue": 100}


def test_both_use_it_up_while_both_decide_in_secret() -> None:
    clock = set_clock(Terms(100), SIDES, SIDES, now=0)
    after_red = turned(clock, ("blue",), now=10, decided=True)
    assert left_at(after_red, 25) == {"red": 90, "blue": 75}


def test_handing_the_decision_on_earns_the_increment() -> None:
    clock = set_clock(Terms(100, 5), SIDES, ("red",), now=0)
    still_red = turned(clock, ("red",), now=10, decided=True)
    assert left_at(still_red, 10)["red"] == 90
    to_blue = turned(still_red, ("blue",), now=20, decided=True)
    assert left_at(to_blue, 20) == {"red": 85, "blue": 100}


def test_who_loses_the_decision_without_deciding_earns_nothing() -> None:
    clock = set_clock(Terms(100, 5), SIDES, ("red",), now=0)
    assert left_at(turned(clock, ("blue",), now=20, decided=False), 20) == {"red": 80, "blue": 100}


def test_a_flag_falls_at_the_moment_the_bank_is_empty() -> None:
    clock = set_clock(Terms(100), SIDES, ("red",), now=0)
    assert fallen(clock, 99.9) == {}
    assert fallen(clock, 130) == {"red": 100}


def test_a_fallen_flag_stays_recorded_when_play_goes_on() -> None:
    late = turned(set_clock(Terms(100, 60), SIDES, ("red",), now=0), ("blue",), now=130, decided=True)
    assert fallen(late, 131) == {"red": 100}
    assert left_at(late, 130)["red"] == 60  # nothing was left, and the increment was earned
    assert shown(late, 131)["flags"] == {"red": 100}


def test_the_opponent_may_claim_and_nobody_else() -> None:
    clock = set_clock(Terms(100), SIDES, ("red",), now=0)
    assert why_not_claim(clock, "blue", 50) == "no flag has fallen"
    assert "your own" in why_not_claim(clock, "red", 130)
    assert why_not_claim(clock, "blue", 130) == ""
    claimed = claim(clock, "blue", 130)
    assert claimed.claimed == "blue"
    assert left_at(claimed, 1000) == left_at(claimed, 130)
    assert "claimed" in why_not_claim(claimed, "blue", 140)


def test_a_clock_is_kept_as_text() -> None:
    clock = turned(set_clock(Terms(100, 5), SIDES, ("red",), now=0), ("blue",), now=130, decided=True)
    assert clocks.read(clocks.write(clock)) == clock
    assert clocks.read(clocks.write(None)) is None
    claimed = clocks.write(claim(clock, "blue", 131))
    assert clocks.outcome_of(claimed, {"blue": "Blue"}) == "Blue wins on time"
    assert clocks.outcome_of("", {}) is None
