"""Railways and lines of communications, on the board of the game."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import control, railways, supply
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from tests.games.serbia_1914.builders import node, position

TURN = "turn 10 supply austria-hungary\n"


def works(of: SerbiaPosition, label: str, side: str) -> bool:
    return node(of, label) in control.operational_railways(of, side)


@pytest.mark.rule("18.1.1", "18.1", "1.1")
def test_a_railway_works_for_the_side_that_controls_it_and_is_joined_to_its_map_edge() -> None:
    of = position(TURN)
    assert works(of, "23.16", SERBIA)  # Valjevo, narrow track
    assert works(of, "36.16", SERBIA)  # single track
    assert not works(of, "23.16", AUSTRIA_HUNGARY)
    assert works(of, "16.22", AUSTRIA_HUNGARY)
    assert not works(of, "22.15", SERBIA)  # no railway


@pytest.mark.rule("18.1.1")
def test_a_hex_that_is_lost_or_occupied_cuts_off_the_line_behind_it() -> None:
    of = position(TURN)
    assert works(of, "26.11", SERBIA)
    lost = position(TURN + "holder 26.13 austria-hungary\n")
    assert not works(lost, "26.11", SERBIA)
    assert works(lost, "26.14", SERBIA)
    occupied = position(TURN + "unit ah-inf-xx-9 26.13\n")
    assert not works(occupied, "26.11", SERBIA)


@pytest.mark.rule("18.1.1", "18.2")
def test_a_railway_beyond_the_border_works_only_once_it_is_joined_to_ones_own() -> None:
    # No railway crosses the Sava at Beograd.
    of = position(TURN + "holder 30.09 30.10 30.11 30.12 austria-hungary\n")
    assert not works(of, "30.09", AUSTRIA_HUNGARY)


@pytest.mark.rule("15.0", "1.1")
def test_a_line_of_communications_needs_a_railway_without_enemy_zones() -> None:
    text = TURN + "unit sr-depot-2 23.16\nunit sr-train-third 22.15\n"
    of = position(text)
    assert supply.has_line_of_communications(of, of.units["sr-depot-2"])
    assert not supply.has_line_of_communications(of, of.units["sr-train-third"])
    cut = position(text + "unit ah-inf-x-13 25.15\n")  # its zone lies on 24.15 and 25.16
    assert works(cut, "23.16", SERBIA)
    assert not supply.has_line_of_communications(cut, cut.units["sr-depot-2"])


@pytest.mark.rule("15.0")
def test_a_friend_on_the_railway_keeps_the_line_open() -> None:
    text = TURN + "unit sr-depot-2 23.16\nunit ah-inf-x-13 25.15\n"
    guards = "".join(
        f"unit sr-inf-iii-{at} {label} nation=serbia values=2-2-3-0 size=iii asset\n"
        for at, label in enumerate(("24.15", "25.16", "26.15"))
    )
    of = position(text + guards)
    assert supply.has_line_of_communications(of, of.units["sr-depot-2"])


@pytest.mark.rule("15.0")
def test_only_one_armys_lines_pass_a_narrow_track() -> None:
    # Both depots stand on the narrow track from 08.12 to Tuzla; the Fifth is listed first.
    text = TURN + "unit ah-depot-fifth-1 10.12\nunit ah-depot-sixth-1 09.13\n"
    of = position(text)
    assert node(of, "09.13") in railways.narrow(of.setting.board)
    assert supply.has_line_of_communications(of, of.units["ah-depot-fifth-1"])
    assert not supply.has_line_of_communications(of, of.units["ah-depot-sixth-1"])
    # Two depots count more than one.
    of = position(text + "unit ah-depot-sixth-2 10.12\n")
    assert not supply.has_line_of_communications(of, of.units["ah-depot-fifth-1"])
    assert supply.has_line_of_communications(of, of.units["ah-depot-sixth-1"])
    assert supply.has_line_of_communications(of, of.units["ah-depot-sixth-2"])


@pytest.mark.rule("15.0")
def test_any_number_of_armies_use_a_single_track() -> None:
    of = position(
        TURN + "unit ah-depot-fifth-1 12.05\nunit ah-depot-second-1 12.06\nunit ah-depot-sixth-1 12.04\n"
    )
    for unit in of.units.values():
        assert supply.has_line_of_communications(of, unit)


@pytest.mark.rule("15.6.3a", "15.0")
def test_off_the_map_a_depot_always_has_its_line() -> None:
    of = position(TURN + "unit ah-depot-sixth-1 zavidovic\n")
    assert supply.has_line_of_communications(of, of.units["ah-depot-sixth-1"])
