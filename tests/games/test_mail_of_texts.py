"""A game that began with a position text goes by mail, with the pieces that the text describes."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexfront
from hexfront.kernel.mail import mail_out

WESTERN = """title western-front
scenario schlieffen-plan
date 1914-09-3 combat central-powers
board corner=0101 shifted=even
| . . . .
| . . . .
| . . . .
hex 0401 country=germany
hex 0101 country=france
unit A 0201 nation=ge kind=inf values=8-5
unit GH 0301 nation=ge kind=hq size=xxxx supply=90
unit X 0202 nation=fr kind=inf values=6-4
"""
SERBIAN = """title serbia-1914
scenario grand-campaign
turn 3 attack serbia
unit A 23.16 nation=serbia values=7-8-4-2 effectiveness=10 size=xx reduced=4-5-1 corps=third
unit ah-inf-xx-9 22.16 army=FIFTH corps=8 reductions=1
"""


@pytest.mark.parametrize("text", [WESTERN, SERBIAN])
def test_described_pieces_are_in_the_file(text: str, tmp_path: Path) -> None:
    game = hexfront.position(text)
    for side in game.title.sides:
        file = tmp_path / f"{side}.hexfront"
        mail_out(game, side, file)
        assert hexfront.load(file).view(side)["position"] == game.view(side)["position"]


def test_what_is_described_tells_nothing_that_is_hidden(tmp_path: Path) -> None:
    """[WF 17-5] Supply points are known to their own side."""
    files = []
    for supply in (90, 7):
        file = tmp_path / "entente.hexfront"
        mail_out(hexfront.position(WESTERN.replace("supply=90", f"supply={supply}")), "entente", file)
        files.append(file.read_bytes())
    assert files[0] == files[1]
