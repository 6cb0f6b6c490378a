"""Figure 11: supply for two German attacks and the French answers, with the book's own numbers."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import supplied_strength, supply
from hexfront.games.western_front.vocabulary import POINT
from tests.games.western_front.builders import position

# The lengths the book gives: 1712 to 1809 is 5 points long, 1812 to 1809 is 6, 1713 to 1411 is 6.
FIGURE = """
date 1914-08-5 combat central-powers
board corner=1407 shifted=even
| w w w w w w
| w w w w w w
| w w w w w w
| w w w w w w
| w w w w w w
| w w w w w w
| w w w w w w
| w w w w w w
hex 1407 country=france
hex 1907 country=germany
side 1710-1809 clear
side 1412-1513 clear
side 1411-1412 clear
rail 1809 ge
rail 1411 fr
unit west 1608 nation=ge kind=inf values=7-5
unit centre 1709 nation=ge kind=inf values=7-5
unit east 1710 nation=ge kind=inf values=5-5
unit second-army 1809 nation=ge kind=hq size=xxxx supply=50
unit fifth-army 1411 nation=fr kind=hq size=xxxx supply=50
unit upper 1609 nation=fr kind=inf values=4-4
unit five 1712 nation=ge kind=inf values=5-5
unit nine 1812 nation=ge kind=inf values=9-5
unit other-five 1812 nation=ge kind=inf values=5-5
unit lower 1713 nation=fr kind=inf values=4-4
"""
FIRST = ("west", "centre", "east")
SECOND = ("five", "nine", "other-five")


def length(figure: WesternFrontPosition, unit: str, headquarters: str) -> float:
    line = supply.supply_line(figure, figure.units[unit], figure.units[headquarters])
    assert line is not None
    return line.cost / POINT


@pytest.mark.rule("19-2")
def test_19_strength_points_cost_5_supply_points_to_attack() -> None:
    figure = position(FIGURE)
    plan = dict.fromkeys(FIRST, "second-army")
    assert supply.cost(figure, plan, attack=True) == {"second-army": 5}


@pytest.mark.rule("19-2", "19-12")
def test_the_french_unit_answers_with_all_its_strength_for_2_points() -> None:
    figure = position(FIGURE)
    assert supply.cost(figure, {"upper": "fifth-army"}, attack=False) == {"fifth-army": 2}


@pytest.mark.rule("19-5", "19-8")
def test_the_lines_are_as_long_as_the_book_says() -> None:
    figure = position(FIGURE)
    label = figure.setting.board.label
    line = supply.supply_line(figure, figure.units["five"], figure.units["second-army"])
    assert line is not None
    assert [label(node) for node in line.nodes] == ["1712", "1711", "1710", "1809"]
    assert length(figure, "five", "second-army") == 5
    assert length(figure, "nine", "second-army") == 6
    assert length(figure, "lower", "fifth-army") == 6


@pytest.mark.rule("19-9")
def test_the_second_attack_is_worth_14() -> None:
    figure = position(FIGURE)
    army = figure.units["second-army"]
    strengths = [supplied_strength.attack_strength(figure, figure.units[name], army) for name in SECOND]
    assert strengths == [4, 7, 3]


@pytest.mark.rule("19-9", "19-2")
def test_distance_does_not_change_what_the_second_attack_costs() -> None:
    figure = position(FIGURE)
    plan = dict.fromkeys(SECOND, "second-army")
    assert supply.cost(figure, plan, attack=True) == {"second-army": 5}


@pytest.mark.rule("19-10")
def test_the_counterattack_is_not_reduced_at_6_points() -> None:
    figure = position(FIGURE)
    lower = figure.units["lower"]
    assert supplied_strength.counterattack_strength(figure, lower, figure.units["fifth-army"]) == 4
    assert supply.cost(figure, {"lower": "fifth-army"}, attack=False) == {"fifth-army": 2}


@pytest.mark.rule("19-6")
def test_the_advised_plan_pays_as_the_book_does() -> None:
    figure = position(FIGURE)
    assert supply.default_plan(figure, FIRST, attack=True) == dict.fromkeys(FIRST, "second-army")
