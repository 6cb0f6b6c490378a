"""[9.1] [9.2] The attack phase: who may attack what, and in which order it goes."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.force import force_of
from hexfront.games.serbia_1914.orders import Aim, Assign, ChooseCorps, Declare, Fight
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import combat, participation
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from tests.games.serbia_1914.battlefield import LOWLAND, attack_phase, field, indicate, nobody_attacks
from tests.games.serbia_1914.builders import Play, node, table

A = "unit A 21.12 nation=austria-hungary values=12-12-3-4 army=FIFTH corps=8 effectiveness=12 {}\n"
B = "unit B 21.13 nation=austria-hungary values=12-12-3-4 army=FIFTH corps={} effectiveness=12\n"
D = "unit D 22.12 nation=serbia values=6-8-3-2 corps=First effectiveness=12 {}\n"
E = "unit E 22.13 nation=serbia values=6-8-3-2 corps=First effectiveness=12\n"


def refused(play: Play, action: object) -> Refusal:
    assert play.asked is not None
    refusal = Decision(play.asked).refusal(action)  # type: ignore[arg-type]
    assert refusal is not None
    return refusal


def aim_refused(of: SerbiaPosition, name: str, at: str) -> Refusal:
    refusal = participation.why_not_aim(of, force_of(of, of.units[name]), node(of, at))
    assert refusal is not None
    return refusal


def through(play: Play) -> Play:
    """Go on as advised, never Intense."""
    while play.asked is not None:
        kind = play.asked.kind
        advised = Decision(play.asked).default()
        play.answer(Declare(False) if kind == "intensity" else advised or play.choices[0])
    return play


@pytest.mark.rule("9.1")
def test_prepared_attacks_on_empty_hexes_are_taken_off_first() -> None:
    of = field(A.format("prepared=22.11") + D.format(""))
    attack_phase(of)
    assert of.units["A"].prepared == OFF_MAP
    assert of.units["A"].aim == OFF_MAP


@pytest.mark.rule("7.3.1", "9.2.3")
def test_a_prepared_attack_on_an_enemy_is_indicated_of_itself_and_made() -> None:
    of = field("dice 6 1 1 1 1 1\n" + A.format("prepared=22.12") + D.format(""))
    play = attack_phase(of)
    assert of.units["A"].aim == node(of, "22.12")
    through(play)
    assert of.attacked == {node(of, "22.12")}
    assert of.units["A"].fought
    assert of.units["A"].prepared == of.units["A"].aim == OFF_MAP


@pytest.mark.rule("7.3.1", "8.8.1", "9.6.1")
def test_guns_go_along_with_a_prepared_attack_and_other_assets_may() -> None:
    text = (
        A.format("prepared=22.12")
        + "unit G 21.12 nation=austria-hungary kind=artillery values=1-1-0-3\n"
        + "unit R 21.12 asset nation=austria-hungary size=iii values=2-2-2-0 army=FIFTH\n"
        + D.format("")
    )
    of = field(text)
    play = attack_phase(of)
    assert of.units["G"].aim == of.units["A"].aim == node(of, "22.12")
    assert of.units["R"].aim == OFF_MAP
    assert play.choices == [Aim("R", "22.12"), PASS]
    play.answer(Aim("R", "22.12"))
    assert of.units["R"].aim == node(of, "22.12")


@pytest.mark.rule("9.2.1")
def test_a_formation_joins_an_asset_unit_of_its_force_that_has_prepared_and_attacks_nothing_else() -> None:
    of = field(
        A.format("")
        + "unit R 21.12 asset nation=austria-hungary size=iii values=2-2-2-0 army=FIFTH prepared=22.12\n"
        + D.format("")
        + E.replace("22.13", "22.11")
    )
    play = attack_phase(of)
    assert refused(play, Aim("A", "22.11")).rules == ("9.2.1",)
    assert Aim("A", "22.12") in play.choices


@pytest.mark.rule("9.2.3")
def test_attacking_is_voluntary() -> None:
    of = field(A.format("") + D.format(""))
    play = attack_phase(of)
    assert play.choices == [Aim("A", "22.12"), PASS]
    play.answer(PASS)
    assert play.over
    assert not of.attacked


@pytest.mark.rule("9.1", "9.2")
def test_attacks_are_all_indicated_before_the_first_is_made_in_the_attackers_order() -> None:
    of = field("dice 6 1 1 1 1 1 6 1 1 1 1 1\n" + A.format("") + B.format(8) + D.format("") + E)
    play = attack_phase(of).answer(Aim("A", "22.12"))
    assert Aim("B", "22.12") in play.choices
    play.answer(Aim("B", "22.13"), PASS)
    assert play.choices == [Fight("22.12"), Fight("22.13")]
    play.answer(Fight("22.13"))
    while play.asked is not None and play.asked.kind != "fight":
        play.answer(Declare(False) if play.asked.kind == "intensity" else play.choices[-1])
    through(play)
    assert of.attacked == {node(of, "22.12"), node(of, "22.13")}


@pytest.mark.rule("9.2", "9.2.1")
def test_no_force_attacks_twice_and_no_hex_is_attacked_twice() -> None:
    of = field(A.format("") + B.format(8) + D.format("") + E)
    play = attack_phase(of).answer(Aim("A", "22.12"))
    assert refused(play, Aim("A", "22.13")).rules == ("9.2.1",)
    of.attacked.add(node(of, "22.12"))
    assert aim_refused(of, "B", "22.12").rules == ("9.2",)
    of.change("B", fought=True)
    assert aim_refused(of, "B", "22.13").rules == ("9.2",)


@pytest.mark.rule("9.2")
def test_an_attacker_must_be_next_to_the_hex() -> None:
    of = field(A.format("") + D.format("") + "unit F 24.12 nation=serbia values=6-8-3-2 corps=First\n")
    assert aim_refused(of, "A", "24.12").rules == ("9.2",)


@pytest.mark.rule("9.2.3")
@pytest.mark.parametrize("feature", ["donau", '"impassable mountain"'])
def test_nobody_attacks_across_the_donau_or_impassable_mountains(feature: str) -> None:
    of = field(f"side 21.12-22.12 {feature}\n" + A.format("") + D.format(""))
    assert nobody_attacks(of)
    assert aim_refused(of, "A", "22.12").rules == ("9.2.3",)


@pytest.mark.rule("9.2.3", "6.3", "6.4")
@pytest.mark.parametrize("status", [4, 5, 6])
def test_combat_ineffective_and_demoralized_units_do_not_attack(status: int) -> None:
    of = field(A.format(f"status={status}") + D.format(""))
    assert nobody_attacks(of)
    assert aim_refused(of, "A", "22.12").rules == ("9.2.3", "6.3" if status == 4 else "6.4")


@pytest.mark.rule("9.2.3")
def test_units_without_attack_strength_do_not_attack() -> None:
    of = field("unit A 21.12 nation=austria-hungary values=0-12-3-4\n" + D.format(""))
    assert nobody_attacks(of)
    of = field(
        'side 21.12-22.12 "sava"\nunit A 21.12 nation=austria-hungary values=4-12-3-4\n' + D.format("")
    )
    assert aim_refused(of, "A", "22.12").rules == ("9.2.3",)


@pytest.mark.rule("9.2.3", "9.2.5")
def test_an_asset_unit_without_attack_strength_stays_out_of_the_attack_of_its_force() -> None:
    weak = "unit R 21.12 asset nation=austria-hungary size=iii values=0-2-2-1 army=FIFTH\n"
    of = field(A.format("") + weak + D.format(""))
    attack_phase(of).answer(Aim("A", "22.12"))
    assert of.units["A"].aim == node(of, "22.12")
    assert of.units["R"].aim == OFF_MAP


@pytest.mark.rule("7.8")
def test_a_unit_at_a_task_does_not_attack() -> None:
    of = field(A.format("task=position progress=5") + D.format(""))
    assert aim_refused(of, "A", "22.12").rules == ("7.8",)


@pytest.mark.rule("8.8.1", "8.5.1")
def test_guns_attack_only_with_a_combat_unit_and_forts_never() -> None:
    guns = "unit G 21.12 nation=austria-hungary kind=artillery values=1-1-0-3\n"
    assert nobody_attacks(field(guns + D.format("")))
    of = field(guns + A.format("") + D.format(""))
    attack_phase(of).answer(Aim("A", "22.12"))
    assert of.units["G"].aim == node(of, "22.12")
    fort = "unit F 21.12 nation=austria-hungary kind=fort values=0-4-2-2\n"
    assert nobody_attacks(field(fort + D.format("")))


@pytest.mark.rule("9.0", "8.8.1")
def test_guns_and_supply_units_alone_are_not_attacked() -> None:
    guns = "unit G 22.12 nation=serbia kind=artillery values=1-1-0-3\nunit sr-depot-2 22.12\n"
    assert nobody_attacks(field(A.format("") + guns))


@pytest.mark.rule("9.2.2", "5.3.2")
def test_units_of_different_corps_do_not_attack_together() -> None:
    of = field(A.format("") + B.format(13) + D.format(""))
    play = attack_phase(of).answer(Aim("A", "22.12"))
    assert play.asked is None or Aim("B", "22.12") not in play.choices
    of = field(A.format("") + B.format(13) + D.format("") + E)
    play = attack_phase(of).answer(Aim("A", "22.12"))
    assert refused(play, Aim("B", "22.12")).rules == ("9.2.2",)


@pytest.mark.rule("9.2.2", "5.3.3")
def test_independent_units_of_one_hex_are_a_corps_those_of_two_are_not() -> None:
    one = "unit {} 21.12 nation=austria-hungary size=x values=6-6-3-1 army=FIFTH\n"
    of = field(one.format("A") + one.format("C") + D.format(""))
    play = attack_phase(of).answer(Aim("A", "22.12"))
    assert Aim("C", "22.12") in play.choices
    other = one.replace("21.12", "21.13")
    of = field(one.format("A") + other.format("C") + D.format("") + E)
    play = attack_phase(of).answer(Aim("A", "22.12"))
    assert refused(play, Aim("C", "22.12")).rules == ("9.2.2",)


@pytest.mark.rule("9.2.2")
def test_units_of_different_armies_do_not_attack_together() -> None:
    of = field(A.format("") + B.format(8).replace("FIFTH", "SIXTH") + D.format("") + E)
    play = attack_phase(of).answer(Aim("A", "22.12"))
    assert refused(play, Aim("B", "22.12")).rules == ("9.2.2",)


@pytest.mark.rule("9.2.5", "7.3.1")
def test_where_two_corps_have_prepared_the_attacker_says_which_attacks() -> None:
    of = field(
        "dice 6 1 1 1 1 1\n"
        + A.format("prepared=22.12")
        + B.format(13).replace("12-12", "11-12").strip()
        + " prepared=22.12\n"
        + D.format("")
    )
    play = indicate(of)
    assert play.choices == [ChooseCorps("13"), ChooseCorps("8")]
    through(play.answer(ChooseCorps("13")))
    assert of.units["B"].fought
    assert not of.units["A"].fought
    assert of.units["A"].prepared == OFF_MAP


@pytest.mark.rule("9.2.1")
def test_forces_of_one_hex_may_attack_different_hexes() -> None:
    of = field(
        A.format("") + A.format("").replace("unit A", "unit C") + D.format("") + E.replace("22.13", "22.11")
    )
    play = indicate(of, Aim("A", "22.12"), Aim("C", "22.11"))
    assert play.choices == [Fight("22.11"), Fight("22.12")]


@pytest.mark.rule("3.1.2", "9.2.5")
def test_no_more_than_two_and_a_quarter_divisions_are_told_to_attack_out_of_a_hex() -> None:
    three = "".join(A.format("").replace("unit A", f"unit A{n}") for n in range(3))
    of = field(three + D.format("") + E.replace("22.13", "22.11"))
    play = attack_phase(of).answer(Aim("A0", "22.12"), Aim("A1", "22.12"))
    refusal = refused(play, Aim("A2", "22.12"))
    assert (refusal.rules, refusal.compared) == (("3.1.2",), "at most 2 1/4, has 3")
    assert Aim("A2", "22.11") in play.choices


@pytest.mark.rule("3.1.2a")
@pytest.mark.parametrize("columns", ["f .", ". f"])
def test_into_and_out_of_mountains_only_one_and_a_quarter_attack(columns: str) -> None:
    board = LOWLAND.replace("| . . . . . . .", f"| . {columns} . . . .")
    two = A.format("") + A.format("").replace("unit A", "unit C")
    of = field(two + D.format("") + E.replace("22.13", "22.11"), board)
    play = attack_phase(of).answer(Aim("A", "22.12"))
    refusal = refused(play, Aim("C", "22.12"))
    assert (refusal.rules, refusal.compared) == (("3.1.2a",), "at most 1 1/4, has 2")


@pytest.mark.rule("5.5.1")
def test_an_asset_unit_may_be_told_to_attack_with_another_formation() -> None:
    of = field(
        A.format("")
        + A.format("").replace("unit A", "unit C")
        + "unit R 21.12 asset nation=austria-hungary size=iii values=2-2-2-0 army=FIFTH assigned=A\n"
        + D.format("")
    )
    of.change("R", attached=True)  # told in an earlier phase
    play = attack_phase(of)
    assert Assign("R", "C") in play.choices
    play.answer(Assign("R", "C"))
    assert Assign("R", "A") not in play.choices  # told once a phase
    play.answer(Aim("C", "22.12"))
    assert of.units["R"].aim == node(of, "22.12")
    assert of.units["A"].aim == OFF_MAP


@pytest.mark.rule("9.2.5", "11.1.2")
def test_an_attack_lapses_if_all_who_are_left_in_the_hex_have_retreated_into_it() -> None:
    of = field(A.format("") + D.format("retreated"))
    of.change("A", aim=node(of, "22.12"))
    of.flags[combat.INDICATED] = 1
    play = Play(combat.phase(table(of), of))
    assert play.over
    assert not of.units["A"].fought
    assert of.dice.thrown == 0


@pytest.mark.rule("7.8.3")
def test_an_attack_ends_the_building_of_positions_in_the_hex() -> None:
    of = field("dice 6 1 1 1 1 1\n" + A.format("") + D.format("task=position progress=9"))
    through(attack_phase(of).answer(Aim("A", "22.12")))
    assert (of.units["D"].task, of.units["D"].progress) == ("", 0)


@pytest.mark.rule("9.2", "9.1")
def test_the_non_phasing_player_attacks_in_the_counter_attack_phase() -> None:
    of = field(A.format("") + D.format(""))
    of.phase = "counter attack"
    play = attack_phase(of)
    assert play.choices == [Aim("D", "21.12"), PASS]
