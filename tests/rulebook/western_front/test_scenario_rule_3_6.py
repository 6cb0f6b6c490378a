"""Scenario book, rule 3-6: the 3rd and 4th armies attack in turn 4, the 1st and 2nd follow in turn 5.

The armies are those of the set-up: seven 6-4s in the 3rd, six 6-4s and 7-4s in the 4th, ten 6-4s in the 1st.
"""

from __future__ import annotations

import pytest

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import combat
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from tests.games.western_front.builders import node


def set_up(turn: int) -> WesternFrontPosition:
    """The combat phase of the Entente with everybody mobilized, Germany without units but fortresses."""
    of = TITLE.set_up(TITLE.setting("schlieffen-plan", {}), 1)
    assert isinstance(of, WesternFrontPosition)
    of.date, of.active, of.phase, of.begun = TurnDate(1914, 8, turn), ENTENTE, "combat", True
    for unit in list(of.units.values()):
        if of.side_of(unit) == CENTRAL_POWERS and not of.piece(unit).fortress:
            of.remove(unit.name)
        else:
            of.change(unit.name, mobilized=True)
    return of


def owing(of: WesternFrontPosition, army: int) -> list[Unit]:
    """The units of an army that must attack."""
    units = [unit for unit in of.of_side(ENTENTE) if unit.army == f"fr-hq-xxxx-{army}"]
    return [unit for unit in units if duties.owes_attack(of, unit)]


def attack(of: WesternFrontPosition, *armies: int) -> None:
    for army in armies:
        for unit in owing(of, army):
            of.change(unit.name, attacked=True)


def free(of: WesternFrontPosition) -> list[int]:
    return [army for army in (1, 2, 3, 4) if not duties.is_on_the_offensive(of, f"fr-hq-xxxx-{army}")]


@pytest.mark.rule("WF 3-6")
def test_the_armies_are_as_strong_as_the_example_says() -> None:
    of = set_up(4)
    assert [len(owing(of, army)) for army in (3, 4, 1)] == [7, 6, 10]


@pytest.mark.rule("WF 3-6", "WF 3-7")
def test_the_3rd_and_4th_armies_attack_in_turn_4_and_are_free() -> None:
    of = set_up(4)
    attack(of, 3, 4)
    assert duties.may_end_combat(of, ENTENTE) is None  # nobody is forced before turn 5
    duties.end_combat(of)
    assert free(of) == [3, 4]


@pytest.mark.rule("WF 3-6", "WF 3-7")
def test_six_of_seven_are_not_the_attack_of_the_3rd_army() -> None:
    of = set_up(4)
    attack(of, 3, 4)
    of.change(owing(of, 3)[0].name, attacked=False)
    duties.end_combat(of)
    assert free(of) == [4]


@pytest.mark.rule("WF 3-6")
def test_in_turn_5_all_ten_of_the_1st_army_must_attack() -> None:
    of = set_up(5)
    of.flags |= {"has attacked: fr-hq-xxxx-3": 1, "has attacked: fr-hq-xxxx-4": 1}
    tenth = owing(of, 1)[-1].name
    attack(of, 1)
    assert duties.may_end_combat(of, ENTENTE) is None
    of.change(tenth, attacked=False, at=node(of, "2819"))
    weak = next(unit for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).fortress)
    of.change(weak.name, at=node(of, "2820"), strength=11)
    owed = duties.owed_attack(of, ENTENTE)
    assert owed is not None
    assert owed[0].name == tenth


@pytest.mark.rule("WF 3-6")
def test_units_of_the_2nd_army_that_can_only_attack_2416_need_not() -> None:
    of = set_up(5)
    attack(of, 1, 3, 4)
    second = owing(of, 2)
    for unit in second:
        of.change(unit.name, at=node(of, "2417"))
    only = {of.setting.board.label(there) for there in combat.targets_of(of, of.units[second[0].name])}
    assert only == {"2416"}
    assert duties.may_end_combat(of, ENTENTE) is None
    duties.end_combat(of)
    assert free(of) == [1, 2, 3, 4]


@pytest.mark.rule("WF 3-6")
def test_another_hex_to_attack_is_no_excuse_for_them() -> None:
    of = set_up(5)
    attack(of, 1, 3, 4)
    unit = owing(of, 2)[0]
    of.change(unit.name, at=node(of, "2417"))
    weak = next(each for each in of.of_side(CENTRAL_POWERS) if of.piece(each).strength == 12)
    of.change(weak.name, at=node(of, "2517"), strength=11)
    refusal = duties.may_end_combat(of, ENTENTE)
    assert refusal is not None
    assert refusal.rules == ("WF 3-6",)
