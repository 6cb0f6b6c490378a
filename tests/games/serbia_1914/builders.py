"""Small positions for the tests of the chapters."""

from __future__ import annotations

from hexfront.games.serbia_1914 import position_text
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.game import Game, Table
from hexfront.kernel.postext import drawn_board, parse
from hexfront.kernel.start import game_from_text
from tests.games.procedures import Play

SCENARIO = "grand-campaign"
__all__ = ["FIELD", "HEAD", "Play", "game", "node", "position", "table"]

HEAD = f"title serbia-1914\nscenario {SCENARIO}\n"
FIELD = """
board corner=20.10 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
"""
"""A field of lowland, seven columns from 20 by five rows from 10; no country."""


def game(text: str) -> Game:
    """A game that starts from a position text; the head is added."""
    return game_from_text(TITLE, parse(HEAD + text))


def position(text: str) -> SerbiaPosition:
    """A position without a game around it; `option name=on` lines switch options.

    Without a drawn board it is the title's own.
    """
    read = parse(HEAD + text)
    sheet = TITLE.setting(SCENARIO, {}).board.sheet
    board = drawn_board(read, sheet, TITLE.glyphs, TITLE.side_glyphs)
    placed = position_text.read(TITLE.setting(SCENARIO, read.options, (), board), read)
    placed.dice.fix(read.dice)
    return placed


def node(of: SerbiaPosition, label: str) -> int:
    return of.setting.board[label]


def table(of: SerbiaPosition) -> Table:
    return Table(of)
