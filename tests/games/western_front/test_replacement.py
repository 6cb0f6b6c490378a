"""Chapter 24: replacement units."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Combine, Draw, Split, Strengthen
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import morale, organization
from hexfront.games.western_front.rules.replacement import advised, choices, phase
from hexfront.games.western_front.rules.stacking import load
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import Play, game, node, position, table

BOARD = """
board corner=0101
| . . . .
| . . . .
| . . . .
"""
PHASE = "date 1914-10-3 recombination central-powers\n" + BOARD
MOVEMENT = "date 1914-10-3 movement central-powers\n" + BOARD
RPL = "unit rpl-1 0202 piece=ge-rpl-xx-rpl\n"


@pytest.mark.rule("24-1", "10-2")
def test_replacements_are_no_ground_combat_units_and_control_nothing() -> None:
    placed = position(PHASE + RPL)
    assert not placed.piece(placed.units["rpl-1"]).ground_combat
    assert not any(placed.central_control)


@pytest.mark.rule("24-2")
def test_a_replacement_unit_takes_the_room_of_a_division_however_weak() -> None:
    placed = position(PHASE + RPL.replace("piece", "strength=1 piece"))
    assert load(placed, node(placed, "0202")) == (2, 0, 0)
    assert placed.piece(placed.units["rpl-1"]).rail_size == 1


@pytest.mark.rule("24-3")
def test_replacements_are_split_in_any_phase_of_their_owner() -> None:
    for text, listed in ((PHASE, choices), (MOVEMENT, organization.movement_choices)):
        placed = position(text + RPL)
        assert [order for order in listed(placed, CENTRAL_POWERS) if isinstance(order, Split)] == [
            Split("rpl-1", 1),
            Split("rpl-1", 2),
        ]
    placed = position(PHASE + RPL)
    play = Play(phase(table(placed), placed)).answer(Split("rpl-1", 2))
    assert sorted(unit.strength for unit in placed.units.values()) == [2, 3]
    assert {placed.setting.board.label(unit.at) for unit in placed.units.values()} == {"0202"}
    play.answer(PASS)
    assert play.over


@pytest.mark.rule("24-3")
def test_replacements_of_a_hex_are_merged_up_to_their_printed_strength() -> None:
    parts = "".join(
        f"unit rpl-{number} 0202 piece=ge-rpl-xx-rpl strength={strength}\n"
        for number, strength in ((1, 2), (2, 3), (3, 4))
    )
    away = "unit rpl-4 0303 piece=ge-rpl-xx-rpl strength=1\n"
    placed = position(PHASE + parts + away)
    merged = [order for order in choices(placed, CENTRAL_POWERS) if isinstance(order, Combine)]
    assert merged == [Combine(("rpl-1", "rpl-2"), "rpl-1")]
    Play(phase(table(placed), placed)).answer(merged[0])
    assert placed.units["rpl-1"].strength == 5
    assert "rpl-2" not in placed.units
    assert "rpl-2" not in placed.lost


def test_replacements_of_different_hexes_are_not_even_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Late in a war many wait all over the map: what is listed must not take the square of their number."""
    compared: list[tuple[str, str]] = []
    why_not = organization._why_not_merge

    def counted(of: WesternFrontPosition, one: Unit, other: Unit) -> Refusal | None:
        compared.append((one.name, other.name))
        return why_not(of, one, other)

    monkeypatch.setattr(organization, "_why_not_merge", counted)
    hexes = [f"0{column}0{row}" for column in range(1, 5) for row in range(1, 4)]
    alone = "".join(f"unit rpl-{label} {label} piece=ge-rpl-xx-rpl strength=1\n" for label in hexes)
    placed = position(PHASE + alone + "unit rpl-2 0202 piece=ge-rpl-xx-rpl strength=1\n")
    merged = [order for order in choices(placed, CENTRAL_POWERS) if isinstance(order, Combine)]
    assert compared == [order.units for order in merged] == [("rpl-0202", "rpl-2")]


@pytest.mark.rule("24-2", "24-3", "11-1")
def test_there_must_be_room_for_the_parts_of_a_split() -> None:
    full = "".join(f"unit ge-inf-xx-{number} 0202\n" for number in (3, 4, 17, 18, 35))
    placed = position(PHASE + RPL + full)
    assert choices(placed, CENTRAL_POWERS) == [PASS]
    refusal = organization.why_not_in_movement(placed, CENTRAL_POWERS, Split("rpl-1", 1))
    assert refusal is not None
    assert "11-1" in refusal.rules


@pytest.mark.rule("24-3")
def test_the_larger_part_is_not_split_off() -> None:
    placed = position(PHASE + RPL)
    refusal = organization.why_not_in_movement(placed, CENTRAL_POWERS, Split("rpl-1", 3))
    assert refusal is not None
    assert refusal.rules == ("24-3",)


@pytest.mark.rule("24-4")
def test_replacements_are_advised_for_the_weak_and_are_gone_when_used_up() -> None:
    placed = position(PHASE + RPL + "unit ge-hq-xxxx-1 0202\nunit ge-inf-xx-3 0202 strength=2\n")
    assert advised(placed, CENTRAL_POWERS) == Strengthen("ge-inf-xx-3", 5)
    Play(phase(table(placed), placed)).defaults()
    assert placed.units["ge-inf-xx-3"].strength == 7
    assert "rpl-1" not in placed.units
    assert "rpl-1" not in placed.lost


@pytest.mark.rule("24-1", "26-3")
def test_lost_replacements_demoralize_as_infantry_lost_in_combat() -> None:
    placed = position(PHASE + RPL)
    morale.unit_lost(table(placed), placed, placed.units["rpl-1"], 5, surrendered=False)
    morale.unit_lost(table(placed), placed, placed.units["rpl-1"], 5, surrendered=True)
    assert placed.demoralization["ge"] == 10
    free = position("option replacements-no-demoralization=on\n" + PHASE + RPL)
    morale.unit_lost(table(free), free, free.units["rpl-1"], 5, surrendered=False)
    assert free.demoralization["ge"] == 0


@pytest.mark.rule("23-3")
def test_a_phase_in_which_nothing_can_be_done_plays_itself() -> None:
    placed = position(PHASE + "unit ge-inf-xx-3 0202\n")
    assert Play(phase(table(placed), placed)).over


@pytest.mark.rule("23-3", "23-4")
def test_a_recombination_is_kept_step_by_step_by_a_game() -> None:
    played = game(
        PHASE + RPL + "unit ge-hq-xxxx-1 0202\nunit ge-inf-xx-3 0202 strength=2\n"
        "unit ge-inf-x-1blw 0202\nunit fr-inf-xx-1 0403\n"
    )

    def strength(name: str) -> int:
        assert isinstance(played.position, WesternFrontPosition)
        return played.position.units[name].strength

    played.play(Strengthen("ge-inf-xx-3", 3))
    played.play(Draw("ge-inf-x-1blw", 2))
    assert strength("ge-inf-xx-3") == 5
    played.undo()
    played.undo()
    assert strength("ge-inf-xx-3") == 2
    assert strength("ge-inf-x-1blw") == 2
