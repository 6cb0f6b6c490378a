"""Pictures of games for ``show``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from hexfront.cli.common import spare_games
from hexfront.kernel.errors import Malformed, SaveError
from hexfront.kernel.game import Game

PRINTED = ("terrain", "shade", "feature", "network", "border", "place")  # what a map shows without a game


def picture_of(
    game: Game, viewer: str, layers: Sequence[str], *, around: str | None, radius: int, scale: float
) -> object:
    """The picture of a game as somebody may see it, cropped to what is near a hex if one is named."""
    from hexfront.drawing import Picture

    game.view(viewer)  # refuses what is no side at all
    picture = game.picture(viewer, layers)
    assert isinstance(picture, Picture)
    if around is None:
        return msgspec.structs.replace(picture, scale=scale)
    if around not in picture.board:
        raise Malformed(f'there is no hex "{around}" on the board')
    node = picture.board[around]
    return msgspec.structs.replace(
        picture, scale=scale, around=node, radius=radius, legend=(), panel="bottom"
    )


def map_picture(
    folder: Path, *, around: str | None, radius: int, part: str, scale: float, legend: bool
) -> object:
    """The printed map of the board in a data folder, with nothing on it."""
    from hexfront.drawing import Picture, load_style, standard_legend
    from hexfront.drawing.layout import AREAS
    from hexfront.kernel.board import load_board
    from hexfront.kernel.datafiles import DataFolder, Faults, suggest

    faults = Faults()
    data = DataFolder(folder)
    board = load_board(data.subfolder("board"), faults)
    style = load_style(data, faults)
    faults.raise_if_any()
    assert board is not None
    assert style is not None
    if around is not None and around not in board:
        raise Malformed(f'there is no hex "{around}" on the board')
    if part and part != AREAS and part not in board.regions:
        raise Malformed(f'there is no region "{part}" on the board {suggest(part, board.regions)}'.rstrip())
    return Picture(
        board=board,
        style=style,
        caption=board.name,
        legend=[entry for entry in standard_legend(board, style) if entry.of in PRINTED] if legend else (),
        panel="right" if legend else "none",
        around=None if around is None else board[around],
        radius=radius,
        part=part,
        scale=scale,
    )


def draw(picture: object, path: Path, kind: str) -> None:
    """Write a picture; the kind decides, whatever the file is called."""
    from hexfront.drawing import DrawingError, Picture, draw_svg, to_pdf, to_png

    assert isinstance(picture, Picture)
    spare_games(path)
    text = draw_svg(picture, embed_fonts=kind == "svg")
    try:
        if kind == "svg":
            path.write_text(text, encoding="utf-8")
        else:
            path.write_bytes(to_png(text) if kind == "png" else to_pdf(text))
    except DrawingError as wrong:
        raise Malformed(str(wrong)) from wrong
    except OSError as wrong:
        raise SaveError(f"{path.name} cannot be written: {wrong.strerror}") from wrong
