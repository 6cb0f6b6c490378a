"""Small positions for the tests of the chapters."""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.game import Game
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text, position_from_text, setting_from_text
from hexfront.kernel.table import Table
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
    setting = setting_from_text(TITLE, read, SCENARIO, read.options)
    return position_from_text(TITLE, setting, read)


def node(of: SerbiaPosition, label: str) -> int:
    return of.setting.board[label]


def table(of: SerbiaPosition) -> Table:
    return Table(of)
