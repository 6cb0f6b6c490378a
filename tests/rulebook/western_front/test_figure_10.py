"""Figure 10: examples of retreat.

The German units stand where figures 10 and 11 show them. The text does not say where the headquarters of
the French 5th Army is; 1408 is nearer to 1509 than to 1609 and 1510, which are equally far, as it says.
"""

from __future__ import annotations

import pytest

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import retreat
from tests.games.western_front.builders import position

PLAIN = (
    "board corner=1307 shifted=even\n"
    + "| . . . . . . .\n" * 9
    + "hex 1307 country=france\nhex 1910 country=germany\n"
)
UNITS = """
date 1914-08-5 combat central-powers
unit A 1609 nation=fr kind=inf values=4-4
unit B 1509 nation=fr kind=inf values=4-4
unit C 1611 nation=fr kind=inf values=4-4
unit D 1713 nation=fr kind=inf values=4-4
unit fr-hq-5 1408 nation=fr kind=hq size=xxxx supply=20
unit fr-hq-4 1411 nation=fr kind=hq size=xxxx supply=20
unit I 1608 nation=ge kind=inf values=5-4
unit J 1709 nation=ge kind=inf values=7-5
unit K 1710 nation=ge kind=inf values=7-5
unit L 1712 nation=ge kind=inf values=5-5
unit M 1812 nation=ge kind=inf values=9-5
unit N 1812 nation=ge kind=inf values=5-5
"""
PRINTED = ""  # the board of the game itself


def ranked(of: WesternFrontPosition, name: str, headquarters: str) -> list[list[str]]:
    unit, label = of.units[name], of.setting.board.label
    groups = retreat.priorities(of, unit, unit.at, of.units[headquarters])
    return [[label(there) for there in group] for group in groups]


@pytest.mark.rule("14-8")
@pytest.mark.parametrize("board", [PLAIN, PRINTED], ids=["plain", "printed"])
def test_1510_is_free_and_level_and_goes_before_1509_which_is_nearer_but_controlled(board: str) -> None:
    of = position(board + UNITS)
    assert ranked(of, "A", "fr-hq-5") == [["1510"], ["1509"], ["1610"]]


@pytest.mark.rule("14-8")
@pytest.mark.parametrize("board", [PLAIN, PRINTED], ids=["plain", "printed"])
def test_1509_comes_into_question_only_because_a_friend_is_there(board: str) -> None:
    of = position(board + UNITS)
    of.remove("B")
    assert ranked(of, "A", "fr-hq-5")[0] == ["1510"]
    assert sorted(there for group in ranked(of, "A", "fr-hq-5")[1:] for there in group) == ["1509", "1610"]


@pytest.mark.rule("14-8")
@pytest.mark.parametrize("board", [PLAIN, PRINTED], ids=["plain", "printed"])
def test_the_unit_in_1611_may_go_to_1511_or_1512(board: str) -> None:
    assert ranked(position(board + UNITS), "C", "fr-hq-4")[0] == ["1511", "1512"]


@pytest.mark.rule("14-8", "19-7")
@pytest.mark.parametrize("board", [PLAIN, PRINTED], ids=["plain", "printed"])
def test_the_unit_in_1713_must_go_to_1613(board: str) -> None:
    assert ranked(position(board + UNITS), "D", "fr-hq-4")[0] == ["1613"]
