"""Rule 13-19: strengths above 50."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.rules.strengths import result
from tests.games.western_front.builders import position

EMPTY = "date 1914-08-3 combat central-powers\nboard corner=0101\n| . .\n"


@pytest.mark.rule("13-19")
@pytest.mark.parametrize("die", range(-1, 9))
def test_135_is_twice_column_50_and_column_35(die: int) -> None:
    here = position(EMPTY)
    assert result(here, 135, die) == 2 * result(here, 50, die) + result(here, 35, die)


@pytest.mark.rule("13-19")
def test_108_is_twice_column_50_and_column_8() -> None:
    here = position(EMPTY)
    assert result(here, 108, 4) == 2 * 9 + 1
    assert result(here, 100, 4) == 2 * 9
