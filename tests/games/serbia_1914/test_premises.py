"""Results of charts that a referee tells instead of throwing dice."""

from __future__ import annotations

import re

import pytest

from hexfront.games.serbia_1914 import premises
from hexfront.games.serbia_1914.orders import Aim, Declare
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.printed.tables import result_written
from hexfront.games.serbia_1914.rules import effectiveness, forts, inter_phase, naval, repulse
from hexfront.games.serbia_1914.vocabulary import MONTENEGRO
from hexfront.kernel.decisions import Decision
from tests.games.serbia_1914.battlefield import LOWLAND, field, indicate
from tests.games.serbia_1914.builders import FIELD, Play, node, position, table

A = "unit A 21.12 nation=austria-hungary values=12-12-3-4 army=FIFTH corps=8 effectiveness=12 reduced=6-6-2\n"
D = "unit D 22.12 nation=serbia values=6-8-3-2 corps=First effectiveness=12 reduced=3-4-1\n"


def fought(premise: str, attacker: str = A) -> tuple[SerbiaPosition, int]:
    """An attack of A on D with premises; what there is after it, and how many dice were thrown."""
    of = field(premise + attacker + D)
    before = of.dice.thrown
    play = indicate(of, Aim("A", "22.12"))
    while play.asked is not None:
        advised = Decision(play.asked).default()
        play.answer(Declare(False) if play.asked.kind == "intensity" else advised or play.choices[0])
    return of, of.dice.thrown - before


def test_every_example_is_written_as_its_table_wants_it() -> None:
    for each in premises.PREMISES.values():
        assert re.fullmatch(each.form, each.example), each


def test_every_cell_of_the_table_can_be_told() -> None:
    results = position(FIELD).setting.tables.results.values()
    form = premises.PREMISES[premises.COMBAT].form
    for result in results:
        assert re.fullmatch(form, result.text), result.text
        assert result_written(result.text) == result


@pytest.mark.rule("9.9.1", "10.2")
def test_a_combat_result_and_the_checks_after_it_can_be_told() -> None:
    of, thrown = fought("premise combat E+1/+2s b1\npremise check passes\npremise check passes\n")
    assert thrown == 0
    assert of.units["A"].status == 1  # E: the attacker loses a level
    assert of.units["D"].at != node(of, "22.12")  # b1: the defender retreats
    assert of.units["D"].reductions == 1  # s
    assert of.premises == ()


@pytest.mark.rule("10.3")
def test_a_check_can_be_failed_by_so_much() -> None:
    of, thrown = fought("premise combat -/- w1\npremise check fails by 2\npremise check passes\n")
    failure = of.setting.tables.failure(2)
    assert of.units["A"].status == failure.levels
    assert thrown == 0


@pytest.mark.rule("6.2.1")
def test_a_plain_check_takes_a_premise() -> None:
    of = position(f"premise check fails by 3\n{FIELD}{A}")
    voice = table(of)
    assert effectiveness.check(voice, of, ["A"], modifier=0, purpose="check", rule="6.2", words="check") == 3
    assert voice.rolls == []


@pytest.mark.rule("7.4.3")
@pytest.mark.parametrize(("premise", "success"), [("succeeds", True), ("fails", False)])
def test_a_repulse_ends_as_it_is_told(premise: str, success: bool) -> None:
    of = position(
        f"{LOWLAND}turn 3 movement austria-hungary\npremise repulse {premise}\ndice 1 1\n"
        "unit X 21.12 nation=austria-hungary values=6-7-3-2 army=FIFTH corps=8 effectiveness=10\n"
        "unit Z 22.12 nation=serbia size=x values=2-2-3-0 effectiveness=9 corps=First\n"
    )
    assert Play(repulse.repulse(table(of), of, ["X"], node(of, "22.12"))).defaults().result is success
    assert of.dice.thrown == 2  # of the check alone


@pytest.mark.rule("9.10.1")
@pytest.mark.parametrize(("premise", "lost"), [("reduces", 1), ("spares", 0)])
def test_a_small_magnitude_is_told(premise: str, lost: int) -> None:
    told = f"premise combat -/-s\npremise magnitude {premise}\n" + "premise check passes\n" * 2
    of, thrown = fought(told, A.replace("values=12", "size=x values=12"))
    assert (of.units["D"].reductions, thrown) == (lost, 0)


@pytest.mark.rule("8.5.3")
@pytest.mark.parametrize(("premise", "kept"), [("holds", True), ("abandoned", False)])
def test_the_test_of_a_fort_is_told(premise: str, kept: bool) -> None:
    of = position(
        f"premise abandonment {premise}\n{FIELD}"
        "unit F 22.12 nation=serbia kind=fort values=0-3-2-2 abandonment=2\n"
    )
    voice = table(of)
    Play(forts.test(voice, of, "F")).defaults()
    assert of.units["F"].retreated is not kept
    assert voice.rolls == []


@pytest.mark.rule("25.1.2")
@pytest.mark.parametrize(("premise", "afloat"), [("missed", True), ("hit", False)])
def test_the_danger_to_a_squadron_is_told(premise: str, afloat: bool) -> None:
    of = position(
        f"premise naval {premise}\n{FIELD}unit S 22.12 nation=austria-hungary 'kind=naval squadron'\n"
    )
    voice = table(of)
    naval.danger(voice, of, "S", "mines", "mines")
    assert ("S" in of.units) is afloat
    assert voice.rolls == []


@pytest.mark.rule("23.2.2", "24.1")
def test_the_dice_of_an_inter_phase_are_told() -> None:
    of = position("premise montenegro 4\npremise assistance granted\nturn 6 inter-phase serbia\nshells 0\n")
    voice = table(of)
    inter_phase.begin(voice, of)
    assert of.replacements[MONTENEGRO] == 4
    assert of.flags["allied assistance"] == 1
    assert voice.rolls == []
