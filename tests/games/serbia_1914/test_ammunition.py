"""Ammunition and shells: who can give them, what is counted, and what the owner decides."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.force import forces_in
from hexfront.games.serbia_1914.orders import Fire, Provide
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import ammunition
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.serbia_1914.builders import Play, node, position, table

AH = "turn 10 attack austria-hungary\n"
SR = "turn 10 attack serbia\n"


def plan(of: SerbiaPosition, label: str, side: str, *, attacking: bool = True) -> Play:
    here = node(of, label)
    return Play(ammunition.plan(table(of), of, forces_in(of, here, side), here, attacking=attacking))


@pytest.mark.rule("9.4", "9.4.1", "9.4.2")
def test_from_the_front_of_a_source_ammunition_is_given_without_count_or_question() -> None:
    of = position(AH + "unit ah-depot-fifth-1 10.12\nunit ah-inf-xx-9 14.12 army=FIFTH\n")
    play = plan(of, "14.12", AUSTRIA_HUNGARY)
    assert play.result == {"ah-inf-xx-9": (True, True)}
    assert of.units["ah-depot-fifth-1"].ammunition == 0
    assert not of.units["ah-depot-fifth-1"].extended


@pytest.mark.rule("9.4.1", "15.1.3")
def test_railways_give_no_ammunition() -> None:
    of = position(AH + "unit ah-inf-xx-9 13.09 army=FIFTH\n")  # near the railway at Brčko
    assert plan(of, "13.09", AUSTRIA_HUNGARY).result == {"ah-inf-xx-9": (False, True)}


@pytest.mark.rule("9.4.1", "15.1.4")
def test_in_06_25_there_is_always_ammunition() -> None:
    of = position(AH + "unit ah-inf-xx-1 06.25 army=SIXTH\n")
    assert plan(of, "06.25", AUSTRIA_HUNGARY).result == {"ah-inf-xx-1": (True, True)}


FAR = (
    AH
    + "unit ah-depot-fifth-1 10.12 {}\n"
    + "unit ah-inf-xx-9 20.12 army=FIFTH\nunit ah-inf-xx-21 20.12 army=FIFTH\n"
)


@pytest.mark.rule("9.4.1", "15.6.1", "9.4.2")
def test_a_depot_may_be_extended_at_the_moment_of_combat_and_counts_from_then_on() -> None:
    of = position(FAR.format(""))
    play = plan(of, "20.12", AUSTRIA_HUNGARY)
    assert Provide("ah-inf-xx-9") in play.choices  # he may save it
    play.answer(PASS)
    assert play.result == {"ah-inf-xx-9": (True, True), "ah-inf-xx-21": (True, True)}
    assert of.units["ah-depot-fifth-1"].extended
    assert of.units["ah-depot-fifth-1"].ammunition == 2


@pytest.mark.rule("9.4")
def test_ammunition_may_be_saved() -> None:
    of = position(FAR.format(""))
    play = plan(of, "20.12", AUSTRIA_HUNGARY)
    play.answer(Provide("ah-inf-xx-9"), Provide("ah-inf-xx-21"))
    play.defaults()
    assert play.result == {"ah-inf-xx-9": (False, True), "ah-inf-xx-21": (False, True)}
    assert not of.units["ah-depot-fifth-1"].extended


@pytest.mark.rule("9.4.2", "2.6.2")
def test_an_extended_source_gives_no_more_than_its_limit() -> None:
    of = position(FAR.format("extended ammunition=5"))
    play = plan(of, "20.12", AUSTRIA_HUNGARY).answer(PASS)
    assert sorted(given for given, _ in play.result.values()) == [False, True]
    assert of.units["ah-depot-fifth-1"].ammunition == 6
    empty = position(FAR.format("extended ammunition=6"))
    assert plan(empty, "20.12", AUSTRIA_HUNGARY).result == {
        "ah-inf-xx-9": (False, True),
        "ah-inf-xx-21": (False, True),
    }


@pytest.mark.rule("9.4.2")
def test_the_limit_does_not_bind_the_front() -> None:
    text = FAR.format("ammunition=6").replace("20.12", "14.12")
    assert plan(position(text), "14.12", AUSTRIA_HUNGARY).result == {
        "ah-inf-xx-9": (True, True),
        "ah-inf-xx-21": (True, True),
    }


@pytest.mark.rule("9.4.1", "9.4.2", "15.1.2")
def test_a_train_on_its_front_passes_on_what_an_extended_depot_counts() -> None:
    of = position(
        AH + "unit ah-depot-fifth-1 10.12 extended\nunit ah-train-8 18.12 army=FIFTH\n"
        "unit ah-inf-xx-9 22.12 army=FIFTH\n"
    )
    plan(of, "22.12", AUSTRIA_HUNGARY).answer(PASS)
    assert of.units["ah-depot-fifth-1"].ammunition == 1
    assert of.units["ah-train-8"].ammunition == 0
    assert not of.units["ah-train-8"].extended


@pytest.mark.rule("9.4", "15.3.1")
def test_a_force_that_no_line_reaches_has_none() -> None:
    of = position(AH + "unit ah-depot-fifth-1 10.12\nunit ah-inf-xx-9 30.12 army=FIFTH\n")
    assert plan(of, "30.12", AUSTRIA_HUNGARY).result == {"ah-inf-xx-9": (False, True)}


@pytest.mark.rule("9.4", "9.4.2", "10.1.1")
def test_a_force_that_lends_its_artillery_takes_what_is_at_hand() -> None:
    names = ["ah-inf-xx-9"]
    near = position(FAR.format("").replace("20.12", "14.12"))
    assert ammunition.serve(near, names)
    assert near.units["ah-depot-fifth-1"].ammunition == 0
    counted = position(FAR.format("extended ammunition=5"))
    assert ammunition.serve(counted, names)
    assert counted.units["ah-depot-fifth-1"].ammunition == 6
    assert not ammunition.serve(counted, names)
    assert not ammunition.serve(position(FAR.format("")), names)  # nobody turns a depot over for it


SERBS = (
    SR + "shells {shells}\nunit sr-depot-2 23.16\n"
    "unit A 21.13 nation=serbia values=7-8-4-4 corps=third aim=20.12\n"
    "unit B 21.13 nation=serbia values=7-8-4-3 corps=third aim=20.12\n"
    "unit E 20.12 nation=austria-hungary values=7-8-4-4 size={size} army=FIFTH\n"
)


@pytest.mark.rule("23.2.1", "23.2")
def test_shells_are_given_force_by_force_and_counted() -> None:
    of = position(SERBS.format(shells=10, size="x"))
    play = plan(of, "21.13", SERBIA)
    for order in [choice for choice in play.choices if isinstance(choice, Fire) and choice.shells]:
        play.answer(order)
    play.answer(PASS)
    assert play.result == {"A": (True, True), "B": (True, True)}
    assert of.shells == 8


@pytest.mark.rule("23.2.1")
def test_a_force_denied_shells_keeps_its_ammunition() -> None:
    of = position(SERBS.format(shells=10, size="x"))
    play = plan(of, "21.13", SERBIA)
    play.answer(*[choice for choice in play.choices if isinstance(choice, Fire) and not choice.shells])
    play.defaults()
    assert play.result == {"A": (True, False), "B": (True, False)}
    assert of.shells == 10


@pytest.mark.rule("23.2.1")
def test_without_ammunition_there_are_no_shells() -> None:
    of = position(SERBS.format(shells=10, size="x"))
    of.remove("sr-depot-2")
    play = plan(of, "21.13", SERBIA)
    assert play.result == {"A": (False, False), "B": (False, False)}
    assert of.shells == 10


@pytest.mark.rule("23.2.1", "23.2")
def test_nobody_fires_shells_that_are_not_there() -> None:
    of = position(SERBS.format(shells=1, size="x"))
    play = plan(of, "21.13", SERBIA)
    assert [choice for choice in play.choices if isinstance(choice, Fire)] == [Fire("A", False)]
    with pytest.raises(Refusal) as refused:
        play.answer(Fire("B", True))
    assert refused.value.rules == ("23.2.1",)
    play.answer(PASS)
    assert play.result == {"A": (True, True), "B": (True, False)}
    assert of.shells == 0
    none = position(SERBS.format(shells=0, size="x"))
    assert plan(none, "21.13", SERBIA).result == {"A": (True, False), "B": (True, False)}


@pytest.mark.rule("23.2.1", "23.2.2")
def test_advised_are_no_more_shells_than_change_the_artillery_table() -> None:
    of = position(SERBS.format(shells=10, size="xx"))
    modifier = of.setting.tables.artillery_modifier
    forces = {force.leader: force for force in forces_in(of, node(of, "21.13"), SERBIA)}
    chosen = ammunition.advised_shells(of, forces, attacking=True)
    guns = {"A": 4, "B": 3}
    total = sum(guns[leader] for leader in chosen)
    assert modifier(total, 4) == modifier(7, 4)
    for leader in chosen:
        assert modifier(total - guns[leader], 4) < modifier(total, 4)


@pytest.mark.rule("23.2.1", "8.5.1")
def test_a_fort_alone_needs_no_ammunition_but_shells() -> None:
    of = position(SR + "shells 5\nunit sr-fort-beograd 30.09\n")
    play = plan(of, "30.09", SERBIA, attacking=False)
    play.answer(next(choice for choice in play.choices if isinstance(choice, Fire)))
    play.defaults()
    assert play.result["sr-fort-beograd"][0]
    assert of.shells == 5 - play.result["sr-fort-beograd"][1]


@pytest.mark.rule("23.2.1", "15.1.5")
def test_montenegrins_need_no_shells() -> None:
    of = position(SR + "shells 5\nunit mn-inf-xx-pljevlja 16.28 corps=uzice\n")
    assert plan(of, "16.28", SERBIA).result == {"mn-inf-xx-pljevlja": (True, True)}
    assert of.shells == 5
