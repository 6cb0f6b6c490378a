"""Chapter 5: the sequence of play."""

from __future__ import annotations

import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.vocabulary import (
    ARRIVAL,
    CENTRAL_POWERS,
    COMBAT,
    COMPLETION,
    ENTENTE,
    INITIATION,
    MOVEMENT,
    RECOMBINATION,
)
from tests.games.western_front.builders import game, position

FIELD = "board corner=0101\n| . . . .\n| . . . .\n| . . . .\n"
UNITS = "unit G 0101 nation=ge kind=inf values=8-5 reduced=6\nunit F 0403 nation=fr kind=inf values=6-4\n"


@pytest.mark.rule("5")
def test_a_turn_has_four_phases_for_each_side() -> None:
    of = position(FIELD + "date 1914-09-2 arrival central-powers\n" + UNITS)
    seen = []
    while of.date.turn == 2:
        seen.append((of.active, of.phase))
        sequence.next_phase(of)
    phases = (ARRIVAL, MOVEMENT, COMBAT, RECOMBINATION)
    assert seen == [(side, phase) for side in (CENTRAL_POWERS, ENTENTE) for phase in phases]
    assert (of.date, of.active, of.phase) == (TurnDate(1914, 9, 3), CENTRAL_POWERS, ARRIVAL)


@pytest.mark.rule("5")
def test_after_the_seventh_turn_comes_the_monthly_turn_of_the_next_month() -> None:
    of = position(FIELD + "date 1914-12-7 recombination entente\n" + UNITS)
    sequence.next_phase(of)
    assert (of.date, of.phase) == (TurnDate(1915, 1, 0), COMPLETION)
    sequence.next_phase(of)
    assert of.phase == INITIATION
    sequence.next_phase(of)
    assert (of.date, of.phase, of.active) == (TurnDate(1915, 1, 1), ARRIVAL, CENTRAL_POWERS)


@pytest.mark.rule("5", "22-1", "22-5")
def test_a_trench_begun_in_one_monthly_turn_is_finished_in_the_next() -> None:
    played = game(FIELD + "date 1914-09-0 trench initiation central-powers begun=no\n" + UNITS)
    played.play_words("dig 0101")
    while not (played.position.as_data()["date"]["month"] == 10 and played.decision.kind == "dig"):
        played.play_words("pass")
    assert played.position.as_data()["markers"].popitem()[1]["kind"] == "trench"


@pytest.mark.rule("5")
def test_marks_of_a_phase_are_gone_when_the_next_movement_begins() -> None:
    played = game(FIELD + "date 1914-09-2 movement central-powers\n" + UNITS)
    played.play_words("march G 0102")
    assert played.position.as_data()["units"]["G"]["moved"]
    played.play_words("pass")
    while played.decision.side != CENTRAL_POWERS or played.decision.kind != "move":
        played.play_words("pass")
    assert "moved" not in played.position.as_data()["units"]["G"]
