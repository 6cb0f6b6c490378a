"""Chapters 27 and 28: breaking divisions down, and forming them."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import BreakDown, Combine, Rebuild, Strengthen
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules.organization import (
    MOVEMENT_ORDERS,
    free_parts,
    movement_choices,
    why_not_in_movement,
)
from hexfront.games.western_front.rules.replacement import choices, phase
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS, Action
from tests.games.western_front.builders import Play, position, table

START = """
date 1914-10-3 movement central-powers
board corner=0101
| . . . .
| . . . .
| . . . .
"""
DIVISION = "unit ge-inf-xx-3 0202\n"
BRIGADES = "unit ge-inf-x-1blw 0202\nunit ge-inf-x-2blw 0202\nunit ge-inf-x-5blw 0202 strength=1\n"


def order(placed: WesternFrontPosition, action: Action) -> Play:
    assert action in list(movement_choices(placed, CENTRAL_POWERS))
    return Play(MOVEMENT_ORDERS[type(action)](table(placed), placed, action))


def refused(placed: WesternFrontPosition, action: Action) -> tuple[str, ...]:
    assert action not in list(movement_choices(placed, CENTRAL_POWERS))
    refusal = why_not_in_movement(placed, CENTRAL_POWERS, action)
    assert refusal is not None
    return refusal.rules


def first_break_down(placed: WesternFrontPosition) -> BreakDown:
    return next(each for each in movement_choices(placed, CENTRAL_POWERS) if isinstance(each, BreakDown))


@pytest.mark.rule("27-1")
def test_a_division_is_replaced_in_its_hex_by_parts_of_no_more_strength() -> None:
    placed = position(START + DIVISION)
    play = order(placed, first_break_down(placed)).defaults()
    assert play.over
    assert "ge-inf-xx-3" not in placed.units
    assert len(placed.units) >= 2
    assert sum(unit.strength for unit in placed.units.values()) == 8
    assert {placed.piece(unit).kind for unit in placed.units.values()} == {"inf"}
    assert {placed.piece(unit).nation for unit in placed.units.values()} == {"ge"}
    assert {placed.setting.board.label(unit.at) for unit in placed.units.values()} == {"0202"}


@pytest.mark.rule("27-1")
def test_the_rest_of_the_strength_may_be_given_up_after_two_parts() -> None:
    placed = position(START + DIVISION)
    play = order(placed, first_break_down(placed))
    assert PASS not in play.choices
    play.answer(next(each for each in play.choices if isinstance(each, BreakDown)))
    play.answer(PASS)
    assert sum(unit.strength for unit in placed.units.values()) == 4


@pytest.mark.rule("27-1")
def test_a_weak_division_makes_weak_parts() -> None:
    placed = position(START + "unit ge-inf-xx-3 0202 strength=3\n")
    order(placed, first_break_down(placed)).defaults()
    assert sorted(unit.strength for unit in placed.units.values()) == [1, 2]


@pytest.mark.rule("27-1")
def test_only_as_a_movement_phase_begins() -> None:
    placed = position(START + DIVISION)
    action = first_break_down(placed)
    moved = position(START + DIVISION + "unit ge-inf-xx-4 0303 moved spent=30\n")
    assert refused(moved, action) == ("27-1",)
    # What the enemy did in his phase does not matter.
    enemy = position(START + DIVISION + "unit fr-inf-xx-1 0403 moved\n")
    assert action in list(movement_choices(enemy, CENTRAL_POWERS))


@pytest.mark.rule("27-1")
def test_only_free_counters_that_can_hold_the_strength_are_taken() -> None:
    # Great Britain has no brigades of this colour to spare in 1914; a destroyed one alone cannot hold seven.
    british = START.replace("central-powers", "entente") + "unit gb-inf-xx-1 0202 strength=7\n"
    british += "lost gb-inf-x-19 strength=0\n"
    placed = position(british)
    assert list(movement_choices(placed, "entente")) == []
    in_play = position(START + DIVISION + "unit ge-inf-x-1blw 0303\n")
    group = ("ge", "inf", "german-infantry")
    keys = {piece.key for piece in free_parts(in_play, group)}
    assert "ge-inf-x-1blw" not in keys
    assert "ge-inf-x-10lw" not in keys  # the scenario sets it up or brings it later
    lost = position(START + DIVISION + "lost ge-inf-x-1blw strength=0\n")
    assert "ge-inf-x-1blw" in {piece.key for piece in free_parts(lost, group)}
    gone = position(START + DIVISION + "gone ge-inf-iii-1-187\n")
    assert "ge-inf-iii-1-187" not in {piece.key for piece in free_parts(gone, group)}


@pytest.mark.rule("27-2")
def test_parts_of_one_hex_form_a_division_with_their_strength_together() -> None:
    placed = position(START + BRIGADES + "lost ge-inf-xx-3 strength=0\n")
    play = order(placed, Combine(("ge-inf-x-1blw", "ge-inf-x-2blw"), "ge-inf-xx-3"))
    play.answer(Combine(("ge-inf-x-5blw",), "ge-inf-xx-3"))
    assert play.over
    assert list(placed.units) == ["ge-inf-xx-3"]
    assert placed.units["ge-inf-xx-3"].strength == 5
    assert placed.setting.board.label(placed.units["ge-inf-xx-3"].at) == "0202"


@pytest.mark.rule("27-2")
def test_a_division_that_was_formed_moves_no_more_in_the_phase() -> None:
    placed = position(START + BRIGADES + "lost ge-inf-xx-3 strength=0\n")
    order(placed, Combine(("ge-inf-x-1blw", "ge-inf-x-2blw"), "ge-inf-xx-3")).defaults()
    assert placed.units["ge-inf-xx-3"].moved


@pytest.mark.rule("23-2", "27-2")
def test_forming_a_division_is_no_movement_that_keeps_it_from_recombining() -> None:
    text = START + BRIGADES + "unit ge-hq-xxxx-1 0202\nunit ge-inf-xx-4 0202 strength=6\n"
    placed = position(text + "lost ge-inf-xx-3 strength=0\n")
    order(placed, Combine(("ge-inf-x-1blw", "ge-inf-x-2blw"), "ge-inf-xx-3")).answer(PASS)
    assert Strengthen("ge-inf-xx-3", 1) in choices(placed, CENTRAL_POWERS)
    Play(phase(table(placed), placed)).answer(PASS)
    assert Strengthen("ge-inf-xx-3", 1) not in choices(placed, CENTRAL_POWERS)
    tired = text.replace("unit ge-inf-x-1blw 0202", "unit ge-inf-x-1blw 0202 moved")
    placed = position(tired + "lost ge-inf-xx-3 strength=0\n")
    order(placed, Combine(("ge-inf-x-1blw", "ge-inf-x-2blw"), "ge-inf-xx-3")).answer(PASS)
    assert Strengthen("ge-inf-xx-3", 1) not in choices(placed, CENTRAL_POWERS)


@pytest.mark.rule("27-2")
def test_what_cannot_be_formed() -> None:
    apart = position(START + BRIGADES.replace("1blw 0202", "1blw 0303") + "lost ge-inf-xx-3 strength=0\n")
    pair = Combine(("ge-inf-x-1blw", "ge-inf-x-2blw"), "ge-inf-xx-3")
    assert refused(apart, pair) == ("27-2",)
    in_play = position(START + BRIGADES + DIVISION)
    assert refused(in_play, pair) == ("27-2",)
    weak = position(START + BRIGADES + "lost ge-mar-xx-1 strength=0\n")
    assert refused(weak, Combine(pair.units, "ge-mar-xx-1")) == ("27-2",)
    whole = position(START + DIVISION + "unit ge-inf-xx-4 0202\nlost ge-inf-xx-17 strength=0\n")
    assert refused(whole, Combine(("ge-inf-xx-3", "ge-inf-xx-4"), "ge-inf-xx-17")) == ("27-2",)


@pytest.mark.rule("27-2")
def test_a_division_holds_no_more_than_its_counter() -> None:
    text = (
        START + "unit ge-inf-x-1blw 0202\nunit ge-inf-x-55es 0202\nlost D strength=0 nation=ge values=4-5\n"
    )
    pair = Combine(("ge-inf-x-1blw", "ge-inf-x-55es"), "described-D")
    assert refused(position(text.replace(" values", " colour=german-infantry values")), pair) == ("27-2",)
    wide = text.replace(" values=4-5", " colour=german-infantry values=5-5")
    assert pair in list(movement_choices(position(wide), CENTRAL_POWERS))


@pytest.mark.rule("27-1", "23-5")
def test_a_division_that_was_broken_down_is_not_rebuilt_but_formed_again() -> None:
    placed = position(START + DIVISION + "unit ge-hq-xxxx-1 0202\n")
    order(placed, first_break_down(placed)).defaults()
    assert not [each for each in choices(placed, CENTRAL_POWERS) if isinstance(each, Rebuild)]
    formed = [each for each in movement_choices(placed, CENTRAL_POWERS) if isinstance(each, Combine)]
    assert {each.into for each in formed} == {"ge-inf-xx-3"}
    Play(MOVEMENT_ORDERS[Combine](table(placed), placed, formed[0])).defaults()
    assert placed.units["ge-inf-xx-3"].strength == 8
    assert not any(flag.startswith("dissolved: ge-inf-xx-3") for flag in placed.flags)


@pytest.mark.rule("27-1", "7-11")
def test_nothing_is_broken_down_on_the_trains_or_before_mobilization() -> None:
    for mark in ("entrained", "unmobilized"):
        placed = position(START + f"unit ge-inf-xx-3 0202 {mark}\n")
        assert list(movement_choices(placed, CENTRAL_POWERS)) == []


@pytest.mark.rule("28-4")
def test_artillery_is_never_an_artillery_division_of_three() -> None:
    placed = position(START + "unit ge-art-x-a 0202 nation=ge kind=art size=x values=6-4\n")
    assert list(movement_choices(placed, CENTRAL_POWERS)) == []
