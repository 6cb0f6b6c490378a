"""[3.1.2] [9.2.5] Who is withheld from a combat, and what becomes of him."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.force import Force
from hexfront.games.serbia_1914.orders import Aim, Assign, ChooseCorps, Withhold
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import gathering, participation
from hexfront.games.serbia_1914.rules.battle import Battle
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from tests.games.serbia_1914.battlefield import ATTACK, DEPOTS, LOWLAND, field, indicate
from tests.games.serbia_1914.builders import Play, game, node, table

A = "unit A 21.12 nation=austria-hungary values=12-12-3-4 army=FIFTH corps=8 effectiveness=12 {}\n"
D = "unit D 22.12 nation=serbia values=6-8-3-2 corps=first effectiveness=12 {}\n"
DIVISION = "unit {} 22.12 nation=serbia values=6-8-3-2 corps={} effectiveness=12 {}\n"
REGIMENT = "unit {} 22.12 asset nation=serbia size=iii values=1-2-2-1 {}\n"
GUN = "unit {} 22.12 nation=serbia kind=artillery values=1-1-0-3\n"
MOUNTAINS = LOWLAND.replace("| . . . . . . .", "| . . f . . . .")


def defending(of: SerbiaPosition) -> Play:
    """The defender's choices for 22.12."""
    return Play(gathering.choose_defenders(of, "austria-hungary", node(of, "22.12")))


def fighting(play: Play) -> set[str]:
    forces, _ = play.result
    return {name for force in forces for name in force.units}


# Must


@pytest.mark.rule("3.1.2", "9.2.5")
def test_what_is_over_two_and_a_quarter_divisions_is_withheld_by_choice_of_the_owner() -> None:
    of = field("".join(DIVISION.format(name, "first", "") for name in "DEF"))
    play = defending(of)
    assert play.choices == [Withhold("D"), Withhold("E"), Withhold("F")]
    play.answer(Withhold("E"))
    assert play.over
    assert fighting(play) == {"D", "F"}
    assert play.result[1] == ("E",)


@pytest.mark.rule("3.1.2", "9.2.5")
def test_nobody_is_withheld_in_vain() -> None:
    of = field(
        "".join(DIVISION.format(name, "first", "") for name in "DEF") + REGIMENT.format("R", "assigned=D")
    )
    play = defending(of).answer(PASS)  # the regiment stays with D
    assert play.choices == [Withhold("D"), Withhold("E"), Withhold("F")]
    assert fighting(play.answer(Withhold("D"))) == {"E", "F"}  # the regiment goes with its division


@pytest.mark.rule("3.1.2")
def test_two_divisions_and_a_regiment_all_take_part() -> None:
    of = field(
        DIVISION.format("D", "first", "") + DIVISION.format("E", "first", "") + REGIMENT.format("R", "")
    )
    play = defending(of)
    play.answer(PASS) if play.asked is not None else None
    assert fighting(play) == {"D", "E", "R"}


@pytest.mark.rule("3.1.2")
def test_at_most_two_asset_units_take_part_and_one_gun() -> None:
    of = field(DIVISION.format("D", "first", "") + "".join(GUN.format(name) for name in "GH"))
    play = defending(of)
    assert play.choices == [Withhold("G"), Withhold("H")]
    assert fighting(play.answer(Withhold("G"))) == {"D", "H"}
    small = "".join(REGIMENT.format(name, "") for name in "RS") + GUN.format("G")
    of = field(
        DIVISION.format("D", "first", "")
        + DIVISION.format("E", "first", "").replace("values=6-8", "size=x values=5-5")
        + small
    )
    play = defending(of)
    while play.asked is not None and play.asked.kind == "assign":
        play.answer(PASS)
    assert {choice.unit for choice in play.choices if isinstance(choice, Withhold)} == {"G", "R", "S"}


@pytest.mark.rule("3.1.2a", "8.8.1")
def test_in_mountains_one_and_a_quarter_divisions_defend_without_guns() -> None:
    of = field(DIVISION.format("D", "first", "") + GUN.format("G") + REGIMENT.format("R", ""), MOUNTAINS)
    assert fighting(defending(of)) == {"D", "R"}
    of = field(DIVISION.format("D", "first", "") + DIVISION.format("E", "first", ""), MOUNTAINS)
    play = defending(of)
    assert play.choices == [Withhold("D"), Withhold("E")]


@pytest.mark.rule("3.1.2a", "9.2.5")
def test_a_formation_is_not_withheld_where_its_asset_units_are_what_is_too_many() -> None:
    """One and a half divisions in mountains: a regiment is too many, and its division with it is not."""
    regiments = REGIMENT.format("R", "") + REGIMENT.format("S", "")
    of = game(MOUNTAINS + DEPOTS + ATTACK + A.format("") + DIVISION.format("D", "first", "") + regiments)
    of.play(Aim("A", "22.12"))
    of.play(PASS)
    assert [*of.decision.choices()] == [Withhold("R"), Withhold("S")]
    refusal = of.check(Withhold("D"))
    assert refusal is not None
    assert refusal.rules == ("3.1.2",)
    of.play(Withhold("R"))
    assert {event.text for event in of.events if "defends" in event.text} == {
        "D defends 22.12",
        "S defends 22.12",
    }


@pytest.mark.rule("3.1.2a", "9.2.5")
def test_attackers_that_are_too_many_leave_somebody_to_attack() -> None:
    """The regiments have prepared the attack, and their division has not."""
    regiment = "unit {} 21.12 asset nation=austria-hungary size=iii values=2-2-2-1 prepared=22.12\n"
    of = game(
        MOUNTAINS
        + DEPOTS
        + ATTACK
        + A.format("")
        + regiment.format("R")
        + regiment.format("S")
        + D.format("")
    )
    of.play(Aim("A", "22.12"))
    of.play(PASS)
    assert [*of.decision.choices()] == [Withhold("R"), Withhold("S")]


@pytest.mark.rule("3.1.2", "9.2.5")
def test_of_two_divisions_and_two_regiments_a_regiment_is_too_many() -> None:
    regiments = REGIMENT.format("R", "assigned=D") + REGIMENT.format("S", "assigned=E")
    of = field(DIVISION.format("D", "first", "") + DIVISION.format("E", "first", "") + regiments)
    assert defending(of).answer(PASS).choices == [Withhold("R"), Withhold("S")]


@pytest.mark.rule("3.1.2a", "8.8.1")
def test_no_gun_attacks_into_mountains() -> None:
    gun = "unit G 21.12 nation=austria-hungary kind=artillery values=1-1-0-3\n"
    of = field("dice 6 1 1 1 1 1\n" + A.format("") + gun + D.format(""), MOUNTAINS)
    play = indicate(of, Aim("A", "22.12"))
    assert of.units["G"].aim == node(of, "22.12")
    play.defaults()
    assert of.units["A"].fought
    assert not of.units["G"].fought


@pytest.mark.rule("3.1.2", "8.5.1")
def test_forts_do_not_count_among_the_asset_units() -> None:
    fort = "unit F 22.12 nation=serbia kind=fort values=0-3-2-2\n"
    of = field(DIVISION.format("D", "first", "") + "".join(REGIMENT.format(name, "") for name in "RS") + fort)
    assert fighting(defending(of)) == {"D", "R", "S", "F"}


@pytest.mark.rule("9.2.2", "9.2.5")
def test_of_stacked_corps_only_one_defends() -> None:
    of = field(DIVISION.format("D", "first", "") + DIVISION.format("E", "second", ""))
    play = defending(of)
    assert play.choices == [ChooseCorps("first"), ChooseCorps("second")]
    play.answer(ChooseCorps("second"))
    assert fighting(play) == {"E"}
    assert play.result[1] == ("D",)


@pytest.mark.rule("9.2.5")
def test_units_that_have_retreated_in_this_phase_are_withheld() -> None:
    of = field(DIVISION.format("D", "first", "") + DIVISION.format("E", "first", "retreated"))
    play = defending(of)
    assert play.over
    assert fighting(play) == {"D"}
    assert play.result[1] == ("E",)


@pytest.mark.rule("9.2.5")
def test_a_unit_prepared_against_another_hex_cannot_join_an_attack() -> None:
    other = "unit E 22.11 nation=serbia values=6-8-3-2 corps=first\n"
    of = field(A.format("prepared=22.11") + D.format("") + other)
    of.change("A", aim=-1)
    found = participation.fronts(of, "austria-hungary")
    refusal = participation.why_not_aim(of, found[0].force, node(of, "22.12"))
    assert refusal is not None
    assert refusal.rules == ("9.2.5",)


# May and cannot


@pytest.mark.rule("9.2.5")
def test_an_attacker_without_a_prepared_attack_may_be_withheld_but_not_all() -> None:
    of = field(A.format("") + A.format("").replace("unit A", "unit C") + D.format(""))
    play = indicate(of, Aim("A", "22.12"), Aim("C", "22.12"))
    assert play.choices == [Withhold("A"), Withhold("C"), PASS]
    play.answer(Withhold("A"))
    assert play.asked is not None
    assert play.asked.kind != "withhold"
    assert not of.units["A"].fought
    assert of.units["C"].fought


@pytest.mark.rule("9.2.5", "7.3.1")
def test_an_attacker_that_has_prepared_cannot_be_withheld() -> None:
    of = field(A.format("prepared=22.12") + A.format("").replace("unit A", "unit C") + D.format(""))
    play = indicate(of, Aim("C", "22.12"))
    assert play.choices == [Withhold("C"), PASS]
    assert play.asked is not None
    refusal = Decision(play.asked).refusal(Withhold("A"))
    assert refusal is not None
    assert refusal.rules == ("9.2.5",)


@pytest.mark.rule("9.2.5")
def test_weak_defenders_may_be_withheld_if_another_defends_and_others_cannot() -> None:
    of = field(DIVISION.format("D", "first", "") + DIVISION.format("E", "first", "status=4"))
    play = defending(of)
    assert play.choices == [Withhold("E"), PASS]
    assert fighting(play.answer(PASS)) == {"D", "E"}
    of = field(DIVISION.format("D", "first", "status=5") + DIVISION.format("E", "first", "status=4"))
    assert fighting(defending(of)) == {"D", "E"}
    of = field(DIVISION.format("D", "first", "") + DIVISION.format("E", "first", "status=3"))
    assert defending(of).over


@pytest.mark.rule("9.2.5")
def test_a_fort_is_never_withheld() -> None:
    fort = "unit F 22.12 nation=serbia kind=fort values=0-3-2-2\n"
    of = field(DIVISION.format("D", "first", "") + DIVISION.format("E", "second", "") + fort)
    for corps in ("first", "second"):
        assert "F" in fighting(defending(of).answer(ChooseCorps(corps)))


@pytest.mark.rule("5.5.1")
def test_the_defender_says_with_which_formation_his_asset_units_go() -> None:
    of = field(
        DIVISION.format("D", "first", "")
        + DIVISION.format("E", "first", "")
        + REGIMENT.format("R", "assigned=D")
    )
    play = defending(of)
    assert play.choices == [Assign("R", "E"), PASS]
    play.answer(Assign("R", "E"))
    forces, _ = play.result
    assert {force.leader: set(force.units) for force in forces} == {"D": {"D"}, "E": {"E", "R"}}


# What becomes of them


@pytest.mark.rule("9.2.5")
def test_a_withheld_attacker_suffers_nothing() -> None:
    of = field(
        "dice 6 6 6 6 1 1\n"
        + A.format("").replace("values=12", "values=3")
        + A.format("").replace("unit A", "unit C")
        + D.format("")
    )
    play = indicate(of, Aim("A", "22.12"), Aim("C", "22.12")).answer(Withhold("C"))
    play.defaults()
    assert of.units["A"].status > 0
    assert of.units["C"].status == 0
    assert of.units["C"].at == node(of, "21.12")


@pytest.mark.rule("9.2.5")
def test_withheld_forces_of_a_battle_are_put_together_as_they_stand() -> None:
    of = field(
        DIVISION.format("D", "first", "")
        + DIVISION.format("E", "second", "")
        + REGIMENT.format("R", "assigned=E")
        + A.format("")
    )
    battle = Battle("austria-hungary", node(of, "22.12"), (), (), ("E", "R"))
    assert [set(names) for names in gathering.withheld_forces(of, battle)] == [{"E", "R"}]


@pytest.mark.rule("11.1.2", "5.5.1")
def test_a_withheld_asset_unit_goes_with_the_formation_it_is_assigned_to() -> None:
    of = field(
        DIVISION.format("D", "first", "")
        + REGIMENT.format("R", "assigned=D")
        + DIVISION.format("E", "first", "")
    )
    assert gathering.whole_force(of, Force("D", ("D",))) == ("D", "R")
    assert gathering.whole_force(of, Force("E", ("E",))) == ("E",)
    battle = Battle("austria-hungary", node(of, "22.12"), (), (Force("D", ("D",)),), ("E", "R"))
    assert gathering.defending_forces(of, battle) == [("D", "R")]
    assert gathering.withheld_forces(of, battle) == [("E",)]


@pytest.mark.rule("9.2.5")
def test_withheld_defenders_stay_if_one_who_fought_stays() -> None:
    """The odds are even, no retreat; the weak division that was withheld is not tested."""
    of = field(
        "dice 6 1 1 1 6 6\n" + A.format("") + D.format("") + D.format("status=4").replace("unit D", "unit E")
    )
    play = indicate(of, Aim("A", "22.12"))
    assert play.choices == [Withhold("E"), PASS]
    play.answer(Withhold("E")).defaults()
    assert of.units["E"].at == node(of, "22.12")
    assert of.units["E"].status == 4


@pytest.mark.rule("9.1.1")
def test_the_units_in_the_combat_are_named_to_both_sides() -> None:
    of = field("dice 6 1 1 1 1 1\n" + A.format("") + D.format("") + REGIMENT.format("R", ""))
    voice = table(of)
    of.change("A", aim=node(of, "22.12"))
    Play(gathering.gather(voice, of, "austria-hungary", node(of, "22.12"))).defaults()
    told = [event.text for event in voice.events if not event.to]
    assert told == ["A attacks 22.12", "D defends 22.12", "R defends 22.12"]
    assert voice.revealed
