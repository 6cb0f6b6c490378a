"""Front lines and hex control, on the board of the game."""

from __future__ import annotations

from random import Random

import pytest

import hexfront
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import control, front_lines
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from tests.games.serbia_1914.builders import node, position, table

TURN = "turn 10 movement austria-hungary\n"
DIVISION = "unit {} {} army=FIFTH corps=8\n"


def after(text: str) -> SerbiaPosition:
    of = position(TURN + text)
    control.update(table(of), of)
    return of


def taken(of: SerbiaPosition, side: str) -> set[str]:
    return {of.setting.board.label(there) for there, holder in of.holders.items() if holder == side}


def two(here: str, there: str) -> str:
    return DIVISION.format("ah-inf-xx-9", here) + DIVISION.format("ah-inf-xx-21", there)


@pytest.mark.rule("3.4")
def test_a_single_unit_takes_nothing() -> None:
    of = after(DIVISION.format("ah-inf-xx-9", "20.12"))
    assert taken(of, AUSTRIA_HUNGARY) == set()


@pytest.mark.rule("3.4", "3.4.1")
def test_two_formations_take_their_hexes_those_between_and_the_ways_back() -> None:
    of = after(two("19.10", "19.12"))
    mine = taken(of, AUSTRIA_HUNGARY)
    assert {"19.10", "19.11", "19.12"} <= mine
    assert {"18.10", "17.11"} & mine  # back to the Drina
    assert "20.11" not in mine  # before the line
    assert "19.14" not in mine  # beyond its end


@pytest.mark.rule("3.4.1")
@pytest.mark.parametrize(("there", "together"), [("19.13", True), ("19.14", False)])
def test_formations_hang_together_up_to_three_hexes(there: str, together: bool) -> None:
    of = after(two("19.10", there))
    assert ("19.11" in taken(of, AUSTRIA_HUNGARY)) == together


@pytest.mark.rule("3.4.1")
def test_cavalry_and_asset_units_make_no_line() -> None:
    of = after(
        DIVISION.format("ah-inf-xx-9", "19.10")
        + "unit ah-cav-xx-10 19.12 army=FIFTH\nunit ah-inf-x-letovsky 19.11 army=FIFTH\n"
    )
    assert taken(of, AUSTRIA_HUNGARY) == set()


@pytest.mark.rule("3.4.1")
def test_only_the_main_concentration_of_an_army_has_a_line() -> None:
    main = two("19.10", "19.11") + "unit ah-inf-xx-42 19.12 army=FIFTH corps=13\n"
    apart = "unit ah-inf-x-11-gb 22.20 army=FIFTH corps=13\nunit ah-inf-x-13 22.21 army=FIFTH corps=13\n"
    mine = taken(after(main + apart), AUSTRIA_HUNGARY)
    assert "19.11" in mine
    assert "22.20" not in mine


@pytest.mark.rule("3.4.1", "5.0")
def test_formations_of_two_armies_make_no_line_together_but_their_lines_are_joined() -> None:
    alone = DIVISION.format("ah-inf-xx-9", "19.10") + "unit ah-inf-xx-32 19.11 army=SECOND corps=4\n"
    assert taken(after(alone), AUSTRIA_HUNGARY) == set()
    fifth = two("19.12", "20.12")
    second = "unit ah-inf-xx-32 20.09 army=SECOND corps=4\nunit ah-inf-xx-31 21.09 army=SECOND corps=4\n"
    mine = taken(after(fifth + second), AUSTRIA_HUNGARY)
    assert {"20.10", "20.11"} <= mine


@pytest.mark.rule("3.4.1")
def test_the_line_does_not_pass_an_enemy_or_hexes_no_friend_covers() -> None:
    enemy = "unit sr-inf-x-lim 19.11 corps=third\n"
    of = after(two("19.10", "19.12") + enemy)
    assert "19.11" not in taken(of, AUSTRIA_HUNGARY)


@pytest.mark.rule("3.4", "3.4.1")
def test_the_serbian_armies_have_lines_of_their_own() -> None:
    lost = "holder 21.10 20.10 20.11 21.11 22.10 austria-hungary\n"
    second = "unit sr-inf-xx-morava-1 20.10 corps=second\nunit sr-inf-xx-sumadija-1 21.11 corps=second\n"
    of = after(lost + second)
    assert of.controller(node(of, "20.10")) == SERBIA
    assert of.controller(node(of, "21.11")) == SERBIA
    mixed = second.replace("sumadija-1 21.11 corps=second", "sumadija-1 21.11 corps=third")
    of = after(lost + mixed)
    assert of.controller(node(of, "20.10")) == AUSTRIA_HUNGARY


@pytest.mark.rule("3.4")
def test_land_once_behind_the_line_stays_with_its_side_until_the_enemy_passes_over_it() -> None:
    of = after(two("19.10", "19.12"))
    mine = taken(of, AUSTRIA_HUNGARY)
    for name, label in (("ah-inf-xx-9", "15.10"), ("ah-inf-xx-21", "15.11")):
        of.change(name, at=node(of, label))
    control.update(table(of), of)
    assert taken(of, AUSTRIA_HUNGARY) == mine


@pytest.mark.rule("3.4")
def test_empty_land_that_is_enclosed_goes_with_the_rest_but_not_with_an_enemy_in_it() -> None:
    ring = "holder 18.11 19.12 19.13 18.13 17.13 17.12 austria-hungary\n"
    line = two("18.11", "19.12")
    assert "18.12" in taken(after(ring + line), AUSTRIA_HUNGARY)
    guarded = after(ring + line + "unit sr-inf-x-lim 18.12 corps=third\n")
    assert "18.12" not in taken(guarded, AUSTRIA_HUNGARY)


@pytest.mark.rule("3.4")
def test_no_hex_with_an_enemy_in_it_changes_hands() -> None:
    of = after(two("19.10", "19.13") + "unit sr-inf-iii-loznica 19.11\n")
    assert of.controller(node(of, "19.11")) == SERBIA


@pytest.mark.rule("3.4")
def test_what_changes_hands_is_told_to_both_players() -> None:
    of = position(TURN + two("19.10", "19.12"))
    at_table = table(of)
    control.update(at_table, of)
    told = [event for event in at_table.events if event.kind == "control"]
    assert len(told) == 1
    assert "19.11" in told[0].data["hexes"]
    assert told[0].to == ()
    control.update(at_table, of)
    assert len([event for event in at_table.events if event.kind == "control"]) == 1


@pytest.mark.rule("3.4")
def test_ground_that_has_changed_hands_is_looked_at_again_and_nothing_else() -> None:
    """Lines pass over what is theirs: more may follow, in a loaded game as in a running one."""
    of = after(two("19.10", "19.12"))
    looked_at = [of._controlled]
    control.update(table(of), of)
    looked_at.append(of._controlled)
    control.take(of, [node(of, "21.12")], AUSTRIA_HUNGARY)
    assert [*looked_at, of._controlled] == [False, True, False]


@pytest.mark.rule("3.4.1")
def test_the_line_of_an_army_runs_from_end_to_end() -> None:
    of = position(TURN + two("19.10", "19.12") + "unit ah-inf-xx-42 18.12 army=FIFTH corps=13\n")
    line = [of.setting.board.label(there) for there in control.front_line(of, "FIFTH")]
    assert line in (["19.10", "19.11", "19.12", "18.12"], ["18.12", "19.12", "19.11", "19.10"])
    assert control.front_line(of, "SIXTH") == ()
    assert len(front_lines.front_lines(of, AUSTRIA_HUNGARY)) == 1


@pytest.mark.rule("3.4.1")
def test_what_a_line_takes_is_what_is_drawn_of_it_outside_its_sides_land() -> None:
    game = hexfront.new("serbia-1914/conrads-case-b", seed=4)
    random = Random(4)
    found = 0
    for _ in range(12):
        for _ in range(25):
            choices = game.decision.choices()
            game.play(choices[random.randrange(len(choices))], game.decision.side)
        of = game.position
        assert isinstance(of, SerbiaPosition)
        for side in (SERBIA, AUSTRIA_HUNGARY):
            land = front_lines.land_of(of, side)
            drawn = {
                there for line in front_lines.front_lines(of, side) for there in line.held | line.between
            }
            assert front_lines.lines_abroad(of, side, land) == drawn - land
            assert all(of.controller(there) == side for there in land)
            found += len(drawn)
    assert found > 100
