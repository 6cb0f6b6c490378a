"""Small positions for the tests of the chapters."""

from __future__ import annotations

import msgspec

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.title import TITLE
from hexfront.kernel.game import Game
from hexfront.kernel.postext import drawn_board, parse
from hexfront.kernel.start import game_from_text, origin_of, position_from_text, setting_from_text
from hexfront.kernel.table import Table
from tests.games.procedures import Play

__all__ = ["FRONTIER", "HEAD", "Play", "elsewhere", "game", "game_at", "later", "node", "position", "table"]

FRONTIER = """
board corner=0101 shifted=even
| . . . . .
| . . . . .
| . . . . .
| . . . . .
hex 0101 country=france
hex 0102 country=france
hex 0103 country=france
hex 0104 country=france
hex 0501 country=germany
hex 0502 country=germany
hex 0503 country=germany
hex 0504 country=germany
"""
"""A clear field of five by four hexes, French in the west and German in the east."""
HEAD = "title western-front\nscenario schlieffen-plan\n"


def game(text: str) -> Game:
    """A game that starts from a position text; the head is added."""
    return game_from_text(TITLE, parse(HEAD + text))


def later(scenario: str, text: str) -> Game:
    """A game of a later scenario that starts from a position text."""
    return game_from_text(TITLE, parse(f"title western-front\nscenario {scenario}\n{text}"))


def position(text: str) -> WesternFrontPosition:
    """A position without a game around it; `option name=on` lines switch options."""
    read = parse(HEAD + text)
    setting = setting_from_text(TITLE, read, "schlieffen-plan", read.options)
    return position_from_text(TITLE, setting, read)


def game_at(of: WesternFrontPosition) -> Game:
    """A game that goes on from a position made by hand."""
    return Game(TITLE, of.setting, of, origin_of(TITLE, of.setting, 1, ()))


def node(of: WesternFrontPosition, label: str) -> int:
    return of.setting.board[label]


def table(of: WesternFrontPosition) -> Table:
    """A table to play a single procedure at."""
    return Table(of)


def elsewhere(text: str, map_name: str) -> WesternFrontPosition:
    """A position on a drawn board that passes for another map of the series, such as 3-1 or 6-4."""
    read = parse(HEAD + text)
    sheet = TITLE.setting("schlieffen-plan", {}).board.sheet
    renamed = msgspec.structs.replace(sheet, maps=(msgspec.structs.replace(sheet.maps[0], name=map_name),))
    board = drawn_board(read, renamed, TITLE.glyphs, TITLE.side_glyphs)
    placed = TITLE.read_position(TITLE.setting("schlieffen-plan", read.options, (), board), read)
    placed.dice.fix(read.dice)
    return placed
