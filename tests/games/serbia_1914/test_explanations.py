"""Questions about units and hexes, and the ledgers that answer them."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.serbia_1914.table.questions import (
    AdvancePoints,
    AttackStrength,
    DefenseStrength,
    DieModifiers,
    EffectivenessLevel,
    OddsShifts,
    RecoveryDistance,
    StackingLoad,
    StepCost,
    Strength,
    SupplyCost,
    SupplyOf,
    Surrounded,
    VictoryPoints,
)
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.start import new_game
from hexfront.kernel.title import REFEREE
from tests.games.serbia_1914.builders import FIELD, position

SERB = "nation=serbia values=7-8-3-2 reduced=4-5-1 corps=first"
AUSTRIAN = "nation=austria-hungary values=7-7-3-2 army=FIFTH"


@pytest.mark.rule("7.1.6")
def test_a_step_names_ground_and_zone() -> None:
    of = position(FIELD + f"unit A 23.12 {SERB}\nunit Z 25.12 {AUSTRIAN}\n")
    found = TITLE.explain(of, StepCost("A", "23.12", "24.12"))
    assert found.total == 4
    assert [term.rule for term in found.terms] == ["7.1.3", "7.1.6"]


@pytest.mark.rule("9.10.3")
def test_a_strength_names_reductions() -> None:
    of = position(FIELD + f"unit A 23.12 {SERB} reductions=2\n")
    assert (
        TITLE.explain(of, Strength("A")).text == "A attacks with 2: A +4 [2.3], reduction marker -2 [9.10.3]"
    )
    assert TITLE.explain(of, Strength("A", attacking=False)).total == 3 * 4  # in quarters


@pytest.mark.rule("6.1.2")
def test_effectiveness_is_the_base_less_what_was_lost() -> None:
    of = position(FIELD + f"unit A 23.12 {SERB} effectiveness=9 status=2\n")
    assert TITLE.explain(of, EffectivenessLevel("A")).total == 7


@pytest.mark.rule("7.5.1", "7.5.2")
def test_the_distance_of_recovery_grows_for_the_demoralized() -> None:
    of = position(
        FIELD + f"turn 12 movement serbia\nunit A 20.12 {SERB} status=1\nunit B 20.13 {SERB} status=5\n"
    )
    assert TITLE.explain(of, RecoveryDistance("A")).total == 3
    assert TITLE.explain(of, RecoveryDistance("B")).total == 5


@pytest.mark.rule("15.3", "15.5")
def test_supply_names_the_sources_or_says_that_there_are_none() -> None:
    of = position(FIELD + f"unit A 20.12 {SERB}\n")
    assert TITLE.explain(of, SupplyOf("A")).text == "A is isolated; sources in reach: 0"
    game = new_game(TITLE, "battle-in-the-macva", 1, {})
    found = TITLE.explain(game.position, SupplyOf("ah-inf-xx-9"))
    assert found.total == len(found.terms) > 0
    assert "is in supply" in found.subject


@pytest.mark.rule("9.2", "9.6")
def test_an_attack_is_reckoned_with_all_who_could_make_it() -> None:
    of = position(
        FIELD
        + "turn 3 attack austria-hungary\n"
        + f"unit A 23.12 {SERB}\nunit Y 22.12 {AUSTRIAN} corps=8\nunit Z 23.11 {AUSTRIAN} corps=8\n"
    )
    assert TITLE.explain(of, AttackStrength("23.12")).total == 14 * 4 // 2  # no source gives ammunition [9.4]
    assert TITLE.explain(of, DefenseStrength("23.12")).total == 8 * 4 // 2
    assert "2:1" in TITLE.explain(of, OddsShifts("23.12")).subject
    assert of.units["Y"].aim == of.units["Z"].aim == -1  # asking has told nobody to attack
    with pytest.raises(Refusal, match="nobody"):
        TITLE.explain(of, AttackStrength("20.10"))


@pytest.mark.rule("3.1.1")
def test_a_stack_is_counted_in_division_equivalents() -> None:
    brigade = "nation=serbia size=x values=3-4-4-1 corps=first"
    of = position(FIELD + f"unit A 23.12 {SERB}\nunit B 23.12 {brigade}\n")
    assert TITLE.explain(of, StackingLoad("23.12")).text.startswith(
        "in 23.12, where 3 1/2 divisions may stand, are 1 1/2: A +1 [3.1.1]"
    )


@pytest.mark.rule("27.2", "27.3")
def test_points_name_what_they_were_given_for() -> None:
    of = new_game(TITLE, "grand-campaign", 1, {}).position.copy()
    of.lead, of.awarded = 8, {"valjevo"}
    found = TITLE.explain(of, VictoryPoints())
    assert [(term.rule, term.value) for term in found.terms] == [("27.3", 5), ("27.0", 3)]
    assert TITLE.explain(of, AdvancePoints("26.14")).total == 6


def test_what_is_not_there_is_malformed() -> None:
    of = position(FIELD + f"unit A 23.12 {SERB}\n")
    with pytest.raises(Malformed, match="there is no unit"):
        TITLE.explain(of, Strength("B"))
    with pytest.raises(Malformed, match="there is no hex"):
        TITLE.explain(of, StackingLoad("99.99"))


@pytest.mark.rule("3.1.6")
def test_strengths_are_asked_about_own_units_only() -> None:
    of = position(FIELD + f"unit A 23.12 {SERB} status=1\nunit B 23.12 {SERB}\nunit Z 22.12 {AUSTRIAN}\n")
    mine = {type(each.question) for each in TITLE.questions_about(of, SERBIA, "A")}
    assert {Strength, EffectivenessLevel, SupplyOf, RecoveryDistance, StepCost, StackingLoad} <= mine
    theirs = {type(each.question) for each in TITLE.questions_about(of, AUSTRIA_HUNGARY, "A")}
    assert theirs == {
        AttackStrength,
        DefenseStrength,
        OddsShifts,
        DieModifiers,
        SupplyCost,
        AdvancePoints,
        VictoryPoints,
    }
    assert TITLE.questions_about(of, AUSTRIA_HUNGARY, "B") == ()


def test_every_question_offered_at_the_start_has_an_answer() -> None:
    game = new_game(TITLE, "battle-in-the-macva", 1, {})
    for side in TITLE.sides:
        for unit in game.position.of_side(side):
            for each in game.questions_about(unit.name, side):
                assert game.explain(each.question, side).text
    board = game.setting.board
    areas = [label for node, label in enumerate(board.labels) if board.is_area(node)]
    assert areas
    for area in areas:  # an area off the map has no column and no row
        assert all(game.explain(each.question).text for each in game.questions_about(area, REFEREE))
    assert game.questions_about("nowhere", REFEREE) == ()


@pytest.mark.rule("15.5")
def test_whoever_is_off_the_map_is_not_isolated() -> None:
    of = hexfront.position("title serbia-1914\nscenario grand-campaign\nunit ah-inf-xx-9 doboj\n").position
    found = TITLE.explain(of, Surrounded("ah-inf-xx-9"))
    assert (found.total, "nobody is isolated" in found.text) == (0, True)
