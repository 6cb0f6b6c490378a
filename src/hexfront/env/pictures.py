"""Showing an environment: as words, or as pixels."""

from __future__ import annotations

import io

import msgspec
import numpy as np

from hexfront.drawing import Picture, draw_svg, to_png
from hexfront.env.observing import Array
from hexfront.kernel.game import Game
from hexfront.kernel.title import OBSERVER

SCALE = 24.0  # pixels to a hex


def as_words(game: Game) -> str:
    """When it is, what is asked, and who stands where, as everybody may know."""
    report = game.report(OBSERVER)
    lines = [f"{report.turn} {report.phase}".strip()]
    if game.over:
        lines.append(f"The game is over: {game.outcome}")
    lines += [f"{each.side}: {each.prompt}" for each in game.decisions]
    picture = game.picture(OBSERVER)
    if isinstance(picture, Picture):
        stacks: dict[int, list[str]] = {}
        for piece in picture.counters:
            stacks.setdefault(piece.node, []).append(piece.name or piece.key)
        label = game.setting.board.label
        lines += [f"{label(node)}  {', '.join(names)}" for node, names in sorted(stacks.items())]
    return "\n".join(lines)


def as_pixels(game: Game) -> Array:
    """The map with its counters, as everybody may see it: rows, columns, red-green-blue."""
    from PIL import Image

    picture = game.picture(OBSERVER)
    assert isinstance(picture, Picture)
    plain = msgspec.structs.replace(picture, scale=SCALE, legend=(), panel="none", numbers=False)
    image = Image.open(io.BytesIO(to_png(draw_svg(plain)))).convert("RGB")
    return np.asarray(image, np.uint8)
