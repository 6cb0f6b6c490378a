"""Questions: what can be asked about a unit or a hex, and that each has an answer."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.western_front.orders import (
    Allowance,
    AttackStrength,
    ColumnAllowance,
    CounterattackStrength,
    Crossing,
    DieModifiers,
    ForcedRetreat,
    RailCapacity,
    RetreatRanks,
    StackingRoom,
    SupplyCost,
    SupplyLine,
    Surrounded,
)
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import Action
from hexfront.kernel.game import Game
from hexfront.kernel.title import OBSERVER
from tests.games.western_front.builders import FRONTIER, game

FIELD = f"""{FRONTIER}place 0202 Namur kinds=city
date 1914-09-3 combat central-powers
side 0302-0402 rail=double
rail 0302 0402 ge
unit X 0202 nation=fr kind=inf values=6-4
unit FH 0102 nation=fr kind=hq size=xxxx supply=33
unit A 0302 nation=ge kind=inf values=8-5
unit GH 0402 nation=ge kind=hq size=xxxx supply=44
"""


def asked(of: Game, subject: str, viewer: str) -> dict[str, Action]:
    return {each.text: each.question for each in of.questions_about(subject, viewer)}


def test_a_unit_of_ones_own_can_be_asked_everything() -> None:
    found = asked(game(FIELD), "A", CENTRAL_POWERS)
    assert found["How far may the German A move?"] == Allowance("A")
    assert found["What does the step to 0301 cost?"] == Crossing("A", "0302", "0301")
    assert found["How long is the supply line to the German GH?"] == SupplyLine("A", "GH")
    assert found["What is it worth in an attack on Namur (0202)?"] == AttackStrength("0202", ("A",))
    assert found["How much may still stand in 0302?"] == StackingRoom("0302")
    assert found["How much rail capacity has Germany left?"] == RailCapacity("ge")


def test_of_an_enemy_unit_one_asks_what_lies_open() -> None:
    found = asked(game(FIELD), "A", ENTENTE)
    assert "How far may the German A move?" in found
    assert not any(isinstance(each, SupplyLine) for each in found.values())


def test_a_hex_is_asked_for_its_garrison_and_the_attack_on_it() -> None:
    found = asked(game(FIELD), "0202", CENTRAL_POWERS)
    assert found == {
        "How much may still stand in Namur (0202)?": StackingRoom("0202"),
        "What would a counterattack from Namur (0202) be worth?": CounterattackStrength("0202"),
        "What would an attack of all that are beside Namur (0202) be worth?": AttackStrength("0202", ()),
        "What is added to the die of such an attack on Namur (0202)?": DieModifiers("0202"),
        "What is added to the die of the counterattack from Namur (0202)?": DieModifiers(
            "0202", die="counterattack"
        ),
        "What supply does such an attack on Namur (0202) cost?": SupplyCost("0202"),
    }
    answering = asked(game(FIELD), "0202", ENTENTE)
    assert answering["What supply does the counterattack from Namur (0202) cost?"] == SupplyCost(
        "0202", die="counterattack"
    )
    open_field = asked(game(FIELD.replace("place 0202 Namur kinds=city", "")), "0202", ENTENTE)
    assert open_field["Which loss forces a retreat from 0202?"] == ForcedRetreat("0202")


def test_a_unit_is_asked_for_its_march_in_column_its_pocket_and_its_way_back() -> None:
    found = asked(game(FIELD), "A", CENTRAL_POWERS)
    assert found["How far may the German A move in column?"] == ColumnAllowance("A")
    assert found["Is the German A surrounded?"] == Surrounded("A")
    assert found["Where may the German A retreat to?"] == RetreatRanks("A")
    assert not any(
        isinstance(each, RetreatRanks) for each in asked(game(FIELD), "GH", CENTRAL_POWERS).values()
    )
    assert [type(each) for each in asked(game(FIELD), "0202", OBSERVER).values()] == [StackingRoom]
    assert asked(game(FIELD), "nothing", OBSERVER) == {}


@pytest.mark.rule("17-5")
def test_17_5_an_observer_learns_nothing_of_supply_from_a_ledger() -> None:
    rich, poor = game(FIELD), game(FIELD.replace("supply=33", "supply=0"))
    question = CounterattackStrength("0202")
    assert rich.explain(question).text != poor.explain(question).text
    for viewer in (OBSERVER, CENTRAL_POWERS):
        assert rich.explain(question, viewer).text == poor.explain(question, viewer).text


def test_every_question_offered_in_the_scenario_has_an_answer() -> None:
    playing = hexfront.new("western-front/schlieffen-plan")
    subjects = ("ge-inf-xx-17", "ge-hq-xxxx-1", "fr-art-iii-3", "gb-cav-xx-1", "2107", "2415", "1616")
    answered = 0
    for subject in subjects:
        for viewer in (CENTRAL_POWERS, ENTENTE):
            for question in playing.questions_about(subject, viewer):
                assert playing.explain(question.question, viewer).text
                answered += 1
    assert answered > 60


@pytest.mark.rule("17-5")
def test_what_can_be_asked_does_not_tell_whether_the_enemy_has_supply_points() -> None:
    """Artillery attacks only if it is supplied: that it cannot would tell of empty headquarters."""
    guns = FIELD.replace(
        "unit A 0302 nation=ge kind=inf values=8-5", "unit A 0302 nation=ge kind=art values=3-4"
    )
    offered = [
        game(guns.replace("supply=44", f"supply={points}")).questions_about("0202", ENTENTE)
        for points in (0, 44)
    ]
    assert offered[0] == offered[1]
    assert any("such an attack" in each.text for each in offered[0])
