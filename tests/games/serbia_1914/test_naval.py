"""[25.1] Squadrons: where they sail, what endangers them, what they support."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.rules import naval
from tests.games.serbia_1914.builders import Play, game, node, position, table


def sailed(text: str, unit: str, to: str, *dice: int) -> tuple[bool, int]:
    """Whether a squadron is still on the map after sailing, and how many dice were thrown."""
    placed = position(text + (f"dice {' '.join(map(str, dice))}\n" if dice else ""))
    at = table(placed)
    Play(naval.sail(at, placed, placed.units[unit], node(placed, to)))
    return unit in placed.units, len(at.rolls)


@pytest.mark.rule("25.1.1")
def test_the_sava_squadron_sails_from_mitrovica_to_sabac_for_four_points() -> None:
    placed = position("turn 3 movement austria-hungary\nunit ah-naval-sava 20.06\n")
    assert naval.destinations(placed, placed.units["ah-naval-sava"])[node(placed, "21.10")] == 4


@pytest.mark.rule("25.1.1")
@pytest.mark.parametrize(("here", "there"), [("16.07", "17.07"), ("28.08", "28.09")])
def test_banks_that_do_not_meet_on_the_river_are_no_way(here: str, there: str) -> None:
    placed = position(f"turn 3 movement austria-hungary\nunit ah-naval-sava {here}\n")
    assert naval.destinations(placed, placed.units["ah-naval-sava"]).get(node(placed, there)) != 1


@pytest.mark.rule("25.1.1")
def test_a_squadron_passes_enemy_units_but_does_not_stop_with_them() -> None:
    placed = position(
        "turn 3 movement austria-hungary\nunit ah-naval-sava 20.06\nunit sr-inf-xx-drina-1 21.08\n"
    )
    found = naval.destinations(placed, placed.units["ah-naval-sava"])
    assert node(placed, "21.08") not in found
    assert node(placed, "21.10") in found


@pytest.mark.rule("25.1")
def test_zones_of_control_and_stacks_mean_nothing_to_ships() -> None:
    placed = position(
        "turn 3 movement austria-hungary\nunit ah-naval-sava 20.06\nunit sr-inf-xx-drina-1 20.08\n"
        "unit sr-inf-xx-drina-2 21.11\n"
    )
    assert naval.destinations(placed, placed.units["ah-naval-sava"])[node(placed, "21.10")] == 4


@pytest.mark.rule("25.1.2")
def test_passing_beograd_costs_one_die_however_many_hexes() -> None:
    text = "turn 3 movement austria-hungary\nunit ah-naval-donau-1 29.09\n"
    assert sailed(text, "ah-naval-donau-1", "31.10", 5) == (True, 1)
    assert sailed(text, "ah-naval-donau-1", "31.10", 6) == (False, 1)


@pytest.mark.rule("25.1.2")
def test_semlin_from_upstream_is_safe() -> None:
    text = "turn 3 movement austria-hungary\nunit ah-naval-donau-1 29.08\n"
    assert sailed(text, "ah-naval-donau-1", "29.09") == (True, 0)


@pytest.mark.rule("25.1.2")
def test_a_hit_squadron_refits_for_three_turns_and_a_second_hit_sinks_it() -> None:
    placed = position("turn 3 movement austria-hungary\nunit ah-naval-donau-1 29.09\ndice 6\n")
    Play(naval.sail(table(placed), placed, placed.units["ah-naval-donau-1"], node(placed, "31.10")))
    assert placed.waiting["ah-naval-donau-1"].returns == 6
    assert placed.waiting["ah-naval-donau-1"].reductions == 1
    placed = position("turn 9 movement austria-hungary\nunit ah-naval-donau-1 29.09 reductions=1\ndice 6\n")
    Play(naval.sail(table(placed), placed, placed.units["ah-naval-donau-1"], node(placed, "31.10")))
    assert "ah-naval-donau-1" in placed.gone


@pytest.mark.rule("25.1.2")
def test_from_turn_19_serbian_banks_are_mined() -> None:
    text = "unit ah-naval-donau-1 32.09\n"
    assert sailed("turn 18 movement austria-hungary\n" + text, "ah-naval-donau-1", "32.10") == (True, 0)
    assert sailed("turn 19 movement austria-hungary\n" + text, "ah-naval-donau-1", "32.10", 1) == (True, 1)


@pytest.mark.rule("25.1.3")
def test_at_low_water_the_sava_is_closed_between_raca_and_semlin() -> None:
    text = "unit ah-naval-sava 17.08\n"
    for turn, open_ in ((6, True), (7, False), (18, False), (19, True)):
        placed = position(f"turn {turn} movement austria-hungary\n" + text)
        found = naval.destinations(placed, placed.units["ah-naval-sava"])
        assert (node(placed, "18.07") in found) == open_, turn


@pytest.mark.rule("25.1.3")
def test_falling_water_displaces_squadrons_to_raca_and_semlin() -> None:
    placed = position(
        "turn 7 preliminary austria-hungary\nunit ah-naval-sava 21.09\nunit ah-naval-donau-1 25.11\n"
    )
    naval.begin_turn(table(placed), placed)
    assert placed.units["ah-naval-sava"].at == node(placed, "17.08")
    assert placed.units["ah-naval-donau-1"].at == node(placed, "29.09")


@pytest.mark.rule("25.1.3", "4.1")
def test_the_water_falls_when_the_game_turn_begins_and_not_in_the_middle_of_it() -> None:
    of = game("turn 7 preliminary serbia begun=no\nunit ah-naval-sava 21.09\nunit sr-inf-xx-morava-1 22.14\n")
    assert (of.position.turn, of.position.active) == (7, "serbia")
    assert of.setting.board.label(of.position.units["ah-naval-sava"].at) == "17.08"


@pytest.mark.rule("25.1")
def test_a_squadron_at_sabac_supports_the_hexes_of_the_example() -> None:
    placed = position("turn 3 attack austria-hungary\nunit ah-naval-sava 21.10\n")
    squadron = placed.units["ah-naval-sava"]
    on = {"21.09", "21.10", "22.09", "22.10", "21.11", "20.10", "20.09"}
    supported = {label for label in on if naval.may_support(placed, squadron, node(placed, label))}
    assert supported == {"21.09", "21.10", "22.09", "22.10"}
    placed.change("ah-naval-sava", supported=True)
    assert not naval.may_support(placed, placed.units["ah-naval-sava"], node(placed, "21.09"))


@pytest.mark.rule("21.2.4", "25.1.5")
def test_ships_destroy_serbian_pontoon_bridges_they_come_to() -> None:
    placed = position(
        "turn 3 movement austria-hungary\nunit ah-naval-sava 24.10\npontoon 25.11/25.12 serbia built\n"
    )
    Play(naval.sail(table(placed), placed, placed.units["ah-naval-sava"], node(placed, "25.11")))
    assert not placed.pontoons


@pytest.mark.rule("25.1.2")
def test_the_batteries_are_silent_once_beograd_is_taken() -> None:
    placed = position("turn 34 movement austria-hungary\nholder 30.09 austria-hungary\n")
    assert not naval.passes_batteries(placed, node(placed, "29.09"), node(placed, "30.08"))
