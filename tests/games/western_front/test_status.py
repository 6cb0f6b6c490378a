"""What is illegal about a position is found, with its rule and its place; a legal one has no findings."""

from __future__ import annotations

import msgspec
import pytest

from hexfront.games.western_front.position import Marker, WesternFrontPosition
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import node, position

BOARD = """
board corner=0101 shifted=even
| . . . ~
| . . . .
| . . . .
hex 0401 terrain=sea
hex 0303 country=switzerland
side 0101-0102 rail=double
date 1914-09-3 movement central-powers
"""


def set_up() -> WesternFrontPosition:
    start = TITLE.set_up(TITLE.setting("schlieffen-plan", {}), 1)
    assert isinstance(start, WesternFrontPosition)
    return start


@pytest.mark.parametrize("options", [{}, {"siege-headquarters": "on"}])
def test_the_set_up_of_1914_is_legal(options: dict[str, str]) -> None:
    start = TITLE.set_up(TITLE.setting("schlieffen-plan", options), 1)
    assert list(start.status()) == []


def test_a_small_legal_position_has_no_findings() -> None:
    legal = position(
        BOARD
        + """
unit A 0102 nation=ge values=8-5 entrained
unit B 0202 nation=fr values=6-4 strength=3
unit HQ 0102 nation=ge kind=hq size=xxxx supply=100
unit GUN 0101 nation=fr kind=siege size=ii values=4-RR
marker trench 0202 entente
"""
    )
    assert list(legal.status()) == []


@pytest.mark.parametrize(
    ("lines", "rule", "where"),
    [
        ("unit A 0202 nation=ge values=8-5\nunit B 0202 nation=fr values=6-4", "6-11", "0202"),
        ("unit A 0401 nation=ge values=8-5", "6-9", "0401"),
        ("unit A 0303 nation=ge values=8-5", "WF 3-1", "0303"),
        ("unit A 0202 nation=ge kind=siege size=i values=8-RR", "6-12", "0202"),
        ("unit A 0202 nation=ge values=8-5 entrained", "7-2", "0202"),
        ("unit A 0202 nation=ge kind=hq size=xxxx supply=101", "17-4", "0202"),
        ("unit A 0202 nation=ge kind=hq size=xxx supply=11", "18-18", "0202"),
        ("unit A 0202 nation=ge values=8-5 supply=1", "17-1", "0202"),
        ("unit A 0202 nation=ge values=8-5\ngone A", "23-5", "0202"),
        ("unit A 0202 nation=fr values=6-4\nmarker trench 0202 central-powers", "22-4", "0202"),
        ("marker trench 0303 entente", "22-1", "0303"),
    ],
)
def test_each_fault_is_found_with_rule_and_place(lines: str, rule: str, where: str) -> None:
    found = [each for each in position(BOARD + lines + "\n").status() if rule in each.rules]
    assert [each.where for each in found] == [where]


@pytest.mark.parametrize(
    ("strength", "supply", "rule"), [(-1, 0, "13-20"), (9, 0, "23-4"), (1, -1, "17-4"), (1, 101, "17-4")]
)
def test_numbers_that_no_counter_shows_are_found(strength: int, supply: int, rule: str) -> None:
    kind = "kind=hq size=xxxx values=1-4" if supply else "values=8-5"
    wrong = position(f"{BOARD}unit A 0202 nation=ge {kind}\n")
    wrong.change("A", strength=strength, supply=supply)
    assert [each.where for each in wrong.status() if rule in each.rules] == ["0202"]


def test_accounts_below_nothing_are_found() -> None:
    wrong = position(BOARD)
    wrong.demoralization["fr"] = wrong.rail_used["fr"] = -1
    assert sorted(each.rules for each in wrong.status()) == [("26-1",), ("8-1",)]


@pytest.mark.rule("11-1", "11-4")
def test_too_many_units_in_a_hex_are_found() -> None:
    fighting = BOARD.replace("movement", "combat")
    seven = "".join(f"unit A{number} 0202 nation=ge values=8-5\n" for number in range(7))
    assert [each.where for each in position(fighting + seven).status()] == ["0202"]
    guns = "".join(f"unit A{number} 0202 nation=ge kind=art size=iii values=3-4\n" for number in range(4))
    assert [each.where for each in position(fighting + guns).status()] == ["0202"]
    assert list(position(BOARD + seven).status()) == []  # on the march its owner may still sort them out


def test_a_fortress_outside_its_hex_is_found() -> None:
    start = set_up()
    start.change("be-fortress-2107", at=node(start, "2108"))
    found = [each for each in start.status() if "21-1" in each.rules]
    assert [(each.where, each.what) for each in found] == [("2108", "be-fortress-2107 belongs in 2107")]


def test_two_counters_of_the_same_men_are_found() -> None:
    start = set_up()
    start.put(msgspec.structs.replace(start.units["ge-inf-xx-26r"], name="twin"))
    assert any("same men" in each.what for each in start.status())


def test_devastation_has_no_date_of_beginning() -> None:
    waste = position(BOARD)
    waste.set_marker(node(waste, "0202"), Marker("devastation", CENTRAL_POWERS, waste.date))
    assert [each.rules for each in waste.status()] == [("22-10",)]
