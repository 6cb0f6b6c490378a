"""Figure 6: the zone of control of a unit in 0910."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.vocabulary import ENTENTE
from tests.games.western_front.builders import position

FIGURE = """
board corner=0708 shifted=even
| . . . . .
| . . . . .
| . . . . .
| . . . . .
| . . . . .
unit F 0910 nation=fr kind=inf values=6-4
"""


@pytest.mark.rule("10-1")
def test_the_zone_is_the_six_hexes_around_the_unit() -> None:
    of = position(FIGURE)
    board = of.setting.board
    controlled = {board.label(at) for at in range(len(board)) if of.controlled(at, ENTENTE)}
    assert controlled == {"0909", "0911", "0809", "0810", "1009", "1010"}
