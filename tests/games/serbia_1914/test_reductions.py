"""[9.10] Who suffers strength reductions, in which order, and what becomes of the rest."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Reduce
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import reductions
from hexfront.kernel.decisions import Decision
from tests.games.serbia_1914.builders import FIELD, Play, position, table

HERE = "22.12 nation=austria-hungary effectiveness=10"
DIVISION = f"unit A {HERE} values=7-8-4-2 reduced=4-5-1\n"
BRIGADE = f"unit B {HERE} size=x values=4-4-3-1 reduced=2-2-0\n"
MARSCH = f"unit M {HERE} asset kind=marsch size=x values=2-3-1-0 reduced=1-1-0\n"
REGIMENT = f"unit R {HERE} asset size=iii values=1-2-2-0\n"
GUNS = f"unit G {HERE} kind=artillery values=1-1-0-3\n"
FORT = f"unit F {HERE} kind=fort values=0-3-2-2 abandonment=2\n"


def reduced(text: str, count: int = 1, names: str = "") -> tuple[SerbiaPosition, Play]:
    of = position(FIELD + text)
    return of, Play(reductions.reduce(table(of), of, list(names) or sorted(of.units), count, "9.9.2"))


@pytest.mark.rule("9.10", "9.10.2")
def test_only_one_unit_suffers_and_its_owner_chooses_among_the_formations() -> None:
    of, play = reduced(DIVISION + BRIGADE + MARSCH)
    assert play.choices == [Reduce("A"), Reduce("B")]
    play.answer(Reduce("B"))
    assert play.over
    assert [of.units[name].reductions for name in "ABM"] == [0, 1, 0]


@pytest.mark.rule("9.10.2")
def test_a_brigade_on_its_back_is_at_its_maximum_and_the_division_follows() -> None:
    of, play = reduced(DIVISION + BRIGADE.replace("values", "reductions=1 values"))
    assert play.over
    assert of.units["A"].reductions == 1


@pytest.mark.rule("9.10.2")
def test_an_assigned_asset_unit_at_full_strength_comes_second() -> None:
    of, play = reduced(BRIGADE.replace("values", "reductions=1 values") + MARSCH + REGIMENT + GUNS)
    assert play.over
    assert of.units["M"].reductions == 1
    assert not of.lost


@pytest.mark.rule("9.10.2")
def test_a_reduction_is_refused_to_units_that_do_not_come_first() -> None:
    _, play = reduced(DIVISION + BRIGADE + MARSCH)
    assert play.asked is not None
    refusal = Decision(play.asked).refusal(Reduce("M"))
    assert refusal is not None
    assert "9.10.2" in refusal.rules


@pytest.mark.rule("9.10.2", "5.5.2")
def test_asset_units_without_a_formation_are_reduced_or_eliminated() -> None:
    of, play = reduced(MARSCH + REGIMENT)
    play.answer(Reduce("R"))
    assert "R" in of.lost
    of, play = reduced(MARSCH.replace("values", "reductions=1 values"))
    assert play.over
    assert "M" in of.lost


@pytest.mark.rule("8.5.1", "5.5.2")
def test_a_fort_alone_has_no_reduced_side_and_is_eliminated() -> None:
    of, _ = reduced(FORT)
    assert "F" in of.lost


@pytest.mark.rule("9.10.3")
def test_a_division_takes_two_more_reductions_by_markers() -> None:
    of, play = reduced(DIVISION, count=3)
    assert play.over
    assert of.units["A"].reductions == 3


@pytest.mark.rule("9.10.4", "16.6.1")
def test_what_no_unit_of_the_stack_can_take_costs_a_replacement_even_below_nothing() -> None:
    worn = DIVISION.replace("values", "reductions=3 values") + MARSCH.replace("values", "reductions=1 values")
    of, play = reduced(worn + REGIMENT + "replacements austria-hungary 1\n", count=2)
    assert play.over
    assert of.replacements["austria-hungary"] == -1
    assert not of.lost


@pytest.mark.rule("9.10.4")
def test_the_replacement_is_one_of_the_nation_that_fought() -> None:
    of, _ = reduced("unit P 22.12 nation=montenegro size=x values=4-4-3-1 reductions=1 reduced=2-2-0\n")
    assert of.replacements == {"serbia": 0, "austria-hungary": 0, "montenegro": -1}


@pytest.mark.rule("5.5.2", "16.6.3")
def test_eliminated_units_are_lost_and_surrendered_ones_gone_for_good() -> None:
    of = position(FIELD + REGIMENT + MARSCH)
    reductions.eliminate(table(of), of, "R", "5.5.2")
    reductions.eliminate(table(of), of, "M", "11.1.6", surrendered=True)
    assert set(of.lost) == {"R"}
    assert of.gone == {"M"}


@pytest.mark.rule("9.10.2")
def test_the_advice_is_the_unit_that_loses_least() -> None:
    _, play = reduced(DIVISION + BRIGADE)
    assert play.asked is not None
    assert Decision(play.asked).default() == Reduce("B")
