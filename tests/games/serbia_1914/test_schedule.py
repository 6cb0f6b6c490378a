"""[16.0] Reinforcements, substitutions, withdrawals, activation, and what the Preliminary Phase brings."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Enter, PlaceGuns, Refit
from hexfront.games.serbia_1914.rules import schedule
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, INDEPENDENT, SERBIA
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node, position, table


@pytest.mark.rule("16.1", "4.2.1")
def test_a_reinforcement_enters_in_its_hex_in_its_turn() -> None:
    placed = position("turn 8 preliminary austria-hungary\n")
    schedule.begin(table(placed), placed)
    assert set(placed.waiting) >= {"ah-inf-x-104-lst"}
    Play(schedule.enter(table(placed), placed)).defaults()
    assert placed.units["ah-inf-x-104-lst"].at == node(placed, "16.04")
    assert placed.units["ah-inf-x-104-lst"].corps == INDEPENDENT
    assert not placed.waiting


@pytest.mark.rule("16.1")
def test_nothing_enters_for_the_other_side_or_in_another_turn() -> None:
    for head in ("turn 8 preliminary serbia\n", "turn 9 preliminary serbia\n"):
        placed = position(head)
        schedule.begin(table(placed), placed)
        assert not placed.waiting


@pytest.mark.rule("16.1")
def test_where_the_enemy_holds_the_hex_the_nearest_railway_hex_is_taken() -> None:
    placed = position("turn 8 preliminary austria-hungary\nunit sr-inf-xx-drina-1 16.04\n")
    schedule.begin(table(placed), placed)
    Play(schedule.enter(table(placed), placed)).defaults()
    at = placed.units["ah-inf-x-104-lst"].at
    assert at != node(placed, "16.04")
    assert placed.setting.has_rail(at)
    assert placed.controller(at) == AUSTRIA_HUNGARY


def test_a_unit_for_the_depot_may_choose_among_the_depots_of_its_army() -> None:
    placed = position(
        "turn 7 preliminary austria-hungary\n"
        "unit ah-depot-fifth-1 11.08\nunit ah-depot-fifth-2 10.12\nunit ah-depot-sixth-1 06.21\n"
    )
    schedule.begin(table(placed), placed)
    play = Play(schedule.enter(table(placed), placed))
    assert set(play.choices) == {Enter("ah-ma-x-13", "11.08"), Enter("ah-ma-x-13", "10.12")}


@pytest.mark.rule("16.5")
def test_a_unit_is_withdrawn_in_its_turn_and_its_corps_set_free() -> None:
    placed = position(
        "turn 3 preliminary austria-hungary\n"
        "unit ah-train-9 22.07 army=SECOND\nunit ah-inf-xx-29 22.07 army=SECOND corps=9\n"
        "unit ah-inf-xx-23 24.07 army=SECOND\n"
    )
    schedule.begin(table(placed), placed)
    assert set(placed.units) == {"ah-inf-xx-29"}
    assert placed.units["ah-inf-xx-29"].corps == INDEPENDENT
    assert placed.gone >= {"ah-train-9", "ah-inf-xx-23"}


@pytest.mark.rule("16.5")
def test_a_unit_that_has_joined_another_is_withdrawn_with_it() -> None:
    placed = position("turn 7 preliminary austria-hungary\nunit ah-inf-xx-31 22.09 army=SECOND corps=4\n")
    schedule.begin(table(placed), placed)
    assert not placed.units


@pytest.mark.rule("16.2", "16.2.1")
def test_a_substitute_keeps_reductions_effectiveness_and_place() -> None:
    placed = position(
        "turn 12 preliminary austria-hungary\nunit ah-inf-x-14 28.08 army=FIFTH reductions=1 status=2\n"
    )
    schedule.begin(table(placed), placed)
    division = placed.units["ah-inf-xx-7"]
    assert (division.at, division.reductions, division.status) == (node(placed, "28.08"), 1, 2)
    assert "ah-inf-x-14" not in placed.units


@pytest.mark.rule("16.2.2")
def test_for_a_destroyed_unit_the_substitute_enters_short_of_its_steps() -> None:
    placed = position(
        "turn 12 preliminary austria-hungary\nunit ah-depot-fifth-1 11.08\n"
        "lost ah-inf-x-14 28.08 army=FIFTH\n"
    )
    schedule.begin(table(placed), placed)
    Play(schedule.enter(table(placed), placed)).defaults()
    division = placed.units["ah-inf-xx-7"]
    assert division.at == node(placed, "11.08")
    assert division.reductions == placed.setting.pieces["ah-inf-x-14"].most_reductions + 1


@pytest.mark.rule("4.2.1a")
def test_units_of_both_sides_wake_in_the_first_player_turn_of_their_game_turn() -> None:
    text = (
        "unit ah-inf-xx-1 16.22 inactive activates=3 army=SIXTH\n"
        "unit sr-inf-xx-danube-2 37.12 inactive activates=4\n"
    )
    placed = position("turn 3 preliminary serbia\n" + text)
    schedule.begin(table(placed), placed)
    assert not placed.units["ah-inf-xx-1"].inactive
    assert placed.units["sr-inf-xx-danube-2"].inactive
    placed = position("turn 2 preliminary serbia\n" + text)
    schedule.begin(table(placed), placed)
    assert placed.units["ah-inf-xx-1"].inactive


@pytest.mark.rule("25.4")
def test_the_third_mountain_brigade_appears_when_kalinovik_is_threatened() -> None:
    placed = position(
        "turn 14 movement serbia\nunit mn-inf-xx-pljevlja 07.26\nunit ah-fort-kalinovik 06.25\n"
    )
    schedule.threaten_kalinovik(table(placed), placed)
    assert placed.units["ah-inf-x-3-gb"].at == node(placed, "06.25")
    schedule.threaten_kalinovik(table(placed), placed)
    afar = position("turn 14 movement serbia\nunit mn-inf-xx-pljevlja 08.27\nunit ah-fort-kalinovik 06.25\n")
    schedule.threaten_kalinovik(table(afar), afar)
    assert "ah-inf-x-3-gb" not in afar.units


@pytest.mark.rule("23.2.2")
def test_allied_shells_come_every_game_turn_once_promised() -> None:
    placed = position('turn 30 preliminary serbia\nshells 0\nflag "allied assistance" 1\n')
    schedule.begin(table(placed), placed)
    assert placed.shells == 4


@pytest.mark.rule("25.1.4")
def test_french_guns_may_be_placed_from_turn_32_and_close_semlin() -> None:
    early = position("turn 31 preliminary serbia\n")
    assert Play(schedule.french_guns(table(early), early)).over
    placed = position("turn 32 preliminary serbia\nunit ah-naval-donau-1 29.09\n")
    play = Play(schedule.french_guns(table(placed), placed))
    assert play.choices == [PlaceGuns(), PASS]
    play.answer(PlaceGuns())
    assert placed.units["ah-naval-donau-1"].at != node(placed, "29.09")
    assert Play(schedule.french_guns(table(placed), placed)).over


@pytest.mark.rule("25.1.4")
def test_french_guns_are_lost_when_a_combat_unit_enters_beograd() -> None:
    placed = position(
        'turn 34 movement austria-hungary\nflag "french naval artillery" 1\nunit ah-inf-xx-29 30.09\n'
    )
    schedule.remove_french_guns(table(placed), placed)
    assert placed.flags["french naval artillery"] == 0
    later = position('turn 35 preliminary serbia\nflag "french naval artillery" 0\n')
    assert Play(schedule.french_guns(table(later), later)).over


@pytest.mark.rule("25.1.2")
def test_one_squadron_in_refit_may_be_made_good_once_in_the_game() -> None:
    placed = position("turn 5 preliminary austria-hungary\nwaiting ah-naval-sava reductions=1 returns=6\n")
    play = Play(schedule.naval_replacement(table(placed), placed))
    assert play.choices == [Refit("ah-naval-sava"), PASS]
    play.answer(Refit("ah-naval-sava"))
    assert placed.waiting["ah-naval-sava"].reductions == 0
    again = position(
        "turn 5 preliminary austria-hungary\nwaiting ah-naval-sava reductions=1 returns=6\n"
        'flag "naval squadron replacement" 1\n'
    )
    assert Play(schedule.naval_replacement(table(again), again)).over


@pytest.mark.rule("25.1.2")
def test_a_squadron_returns_to_one_of_its_bases_after_three_turns() -> None:
    text = "waiting ah-naval-donau-1 reductions=1 returns=6\n"
    early = position("turn 5 preliminary austria-hungary\n" + text)
    assert schedule.due_units(early) == []
    placed = position("turn 6 preliminary austria-hungary\n" + text)
    play = Play(schedule.enter(table(placed), placed))
    assert set(play.choices) == {Enter("ah-naval-donau-1", "29.09"), Enter("ah-naval-donau-1", "23.03")}
    play.answer(Enter("ah-naval-donau-1", "23.03"))
    back = placed.units["ah-naval-donau-1"]
    assert (back.at, back.reductions) == (node(placed, "23.03"), 1)


def test_reinforcements_of_serbia_belong_to_their_corps() -> None:
    placed = position("turn 14 preliminary serbia\n")
    schedule.begin(table(placed), placed)
    Play(schedule.enter(table(placed), placed)).defaults()
    assert placed.units["sr-inf-x-srebrenica"].corps == "uzice"
    assert placed.side_of(placed.units["sr-inf-x-srebrenica"]) == SERBIA
