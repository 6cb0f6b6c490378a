"""Pictures of games for ``show``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from hexfront.kernel.errors import Malformed, SaveError
from hexfront.kernel.game import Game


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


def draw(picture: object, path: Path, kind: str) -> None:
    """Write a picture; the kind decides, whatever the file is called."""
    from hexfront.drawing import DrawingError, Picture, draw_svg, to_pdf, to_png

    assert isinstance(picture, Picture)
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
