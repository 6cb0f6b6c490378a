"""Chapter 16: column attacks."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import ColumnAttack, Join, March, Pick, Stand
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import column_attack
from hexfront.games.western_front.rules.strengths import attack_strength, counterattack_factor
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.western_front.builders import Play, game, node, table
from tests.games.western_front.played import Fought, fight_on, listed, refusal
from tests.games.western_front.retreats import BOARD, FRENCH, GERMANS, attack, scene

MOVEMENT = "date 1914-09-3 movement central-powers\n"


def moving(more: str = "", **changes: object) -> WesternFrontPosition:
    of = scene(more, date=MOVEMENT)
    if changes:
        of.change("G", **changes)
    return of


def targets(of: WesternFrontPosition, *names: str) -> list[str]:
    return [of.setting.board.label(there) for there in column_attack.targets(of, names or ("G",))]


def refused(of: WesternFrontPosition, *names: str, at: str = "0404") -> tuple[str, ...]:
    refusal = column_attack.why_not(of, names or ("G",), node(of, at))
    return refusal.rules if refusal else ()


def begin(of: WesternFrontPosition, *names: str) -> Play:
    return Play(column_attack.column_attack(table(of), of, names or ("G",), node(of, "0404")))


@pytest.mark.rule("16-1", "16-2")
def test_the_moving_side_attacks_in_its_movement_phase() -> None:
    assert targets(moving()) == ["0404"]
    assert refused(moving()) == ()
    assert targets(scene()) == []
    assert refused(scene()) == ("16-1",)
    assert refused(scene(date="date 1914-09-3 movement entente\n")) == ("16-1",)


@pytest.mark.rule("16-1")
def test_there_must_be_an_enemy_next_to_the_stack() -> None:
    assert refused(moving(), at="0304") == ("12-4",)
    assert refused(moving(), at="0403") == ("16-1",)


@pytest.mark.rule("16-4")
def test_artillery_makes_no_column_attack() -> None:
    of = moving("unit A 0504 nation=ge kind=art size=iii values=3-4\n")
    assert refused(of, "A") == ("16-4",)
    begin(of, "G", "A")
    assert of.units["G"].column_attacked
    assert not of.units["A"].column_attacked


@pytest.mark.rule("WF 10-2")
def test_tanks_make_no_column_attack() -> None:
    assert refused(moving("unit T 0504 nation=ge kind=tank size=ii values=4-3\n"), "T") == ("WF 10-2",)


@pytest.mark.rule("6-10")
def test_units_that_used_column_movement_make_no_column_attack() -> None:
    assert refused(moving(in_column=True)) == ("6-10",)
    assert targets(moving(in_column=True)) == []


@pytest.mark.rule("16-5")
def test_a_unit_makes_one_column_attack_in_a_phase() -> None:
    assert refused(moving(column_attacked=True)) == ("16-5",)
    of = moving()
    begin(of)
    assert refused(of) == ("16-5",)
    assert targets(of) == []


@pytest.mark.rule("16-6", "16-7")
def test_a_hex_may_be_attacked_again_by_others() -> None:
    of = moving("unit fresh 0505 nation=ge kind=inf values=8-5\n")
    of.change("X", fought=True)
    of.fought_over.add(node(of, "0404"))
    of.change("G", column_attacked=True)
    assert targets(of, "fresh") == ["0404"]


@pytest.mark.rule("16-10")
@pytest.mark.parametrize(
    "barrier", ["mountain", "urban", "'wooded rough'", "'major river'", "alpine", "lake", "ocean"]
)
def test_some_hexsides_are_closed(barrier: str) -> None:
    of = moving(f"side 0404-0504 {barrier}\n")
    assert targets(of) == []
    assert refused(of) == ("16-10",)


@pytest.mark.rule("16-10")
@pytest.mark.parametrize("ground", ["woods", "rough", "swamp", "hilly", "river"])
def test_other_hexsides_are_open(ground: str) -> None:
    assert targets(moving(f"side 0404-0504 {ground}\n")) == ["0404"]


@pytest.mark.rule("16-4")
def test_units_of_the_hex_that_stay_may_join() -> None:
    of = moving(
        "unit I 0504 nation=ge kind=inf values=5-4\nunit J 0504 nation=ge kind=inf values=5-4 moved\n"
    )
    play = begin(of)
    assert play.choices == [Join("I"), PASS]
    with pytest.raises(Refusal) as refusal:
        play.answer(Join("J"))
    assert refusal.value.rules == ("16-4",)
    play.answer(Join("I"))
    assert of.units["I"].column_attacked
    assert of.units["I"].moved


@pytest.mark.rule("16-4")
def test_after_it_the_units_move_no_more() -> None:
    of = moving()
    begin(of)
    assert of.units["G"].moved


@pytest.mark.rule("16-8")
def test_the_attacker_is_halved_and_the_defender_doubled() -> None:
    of = moving()
    plain, column = attack(of, ("G",)), attack(of, ("G",), column=True)
    plan = {"G": "Q"}
    assert attack_strength(of, column, plan, "clear") * 2 == attack_strength(of, plain, plan, "clear")
    x = of.units["X"]
    assert counterattack_factor(of, column, x, withdrawing=False)[0] == 6
    assert counterattack_factor(of, column, x, withdrawing=True)[0] == 4
    option = moving("option column-attack-plain-doubling=on\n")
    assert counterattack_factor(option, column, option.units["X"], withdrawing=False)[0] == 2


@pytest.mark.rule("16-1", "16-8")
def test_a_column_attack_is_fought_at_once_and_leaves_the_attack_of_the_combat_phase() -> None:
    of = moving("dice 3 3\n")
    begin(of).defaults()
    assert of.units["X"].fought
    assert of.units["G"].fought
    assert not of.units["G"].attacked
    assert node(of, "0404") not in of.fought_over


@pytest.mark.rule("16-3")
def test_a_column_attack_costs_no_movement_points() -> None:
    of = moving(spent=150, moved=True)  # all five points of an 8-5
    assert targets(of) == ["0404"]
    begin(of)
    assert of.units["G"].spent == 150


# In play

CITY = "place 0404 Town kinds=city\n"  # nobody is forced out of it
THIRD = "unit K 0502 nation=ge kind=inf values=8-5\n"


def from_the_march(playing: Game, name: str) -> Fought:
    """A unit attacks 0404 where it stands."""
    playing.play(Pick(name))
    return fight_on(playing, ColumnAttack("0404"), stand=Stand())


@pytest.mark.rule("16-2")
def test_a_column_attack_may_come_first_or_after_other_marches() -> None:
    first = game("dice 1 1\n" + BOARD + MOVEMENT + FRENCH + GERMANS + THIRD + CITY)
    assert from_the_march(first, "G").attack["strength"] == 4
    assert "pick K" in listed(first)  # and others march after it
    later = game("dice 1 1\n" + BOARD + MOVEMENT + FRENCH + GERMANS + THIRD + CITY)
    later.play(March(("K",), "0503"))
    assert from_the_march(later, "G").attack["strength"] == 4


@pytest.mark.rule("16-2", "16-1")
def test_nobody_attacks_from_the_march_in_another_phase() -> None:
    combat_phase = game(BOARD + MOVEMENT.replace("movement", "combat") + FRENCH + GERMANS)
    assert combat_phase.check(ColumnAttack("0404")) is not None
    assert "column-attack 0404" not in listed(combat_phase)


@pytest.mark.rule("16-7", "16-6")
def test_the_same_units_are_attacked_from_the_march_again_and_again() -> None:
    playing = game("dice 1 1 1 1\n" + BOARD + MOVEMENT + FRENCH + GERMANS + CITY)
    assert from_the_march(playing, "G").attack["strength"] == 4
    assert refusal(playing, Pick("H"), ColumnAttack("0404")) == ()
    second = from_the_march(playing, "H")
    assert second.attack["strength"] == 4
    assert second.answer["strength"] == 36  # they answer anew each time: 6 times 6
