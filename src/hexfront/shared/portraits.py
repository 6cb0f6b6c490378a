"""A position as a picture: what is the same for every title."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hexfront.drawing import (
    Counter,
    LegendEntry,
    Marker,
    Overlay,
    Picture,
    Style,
    load_style,
    standard_legend,
)
from hexfront.kernel.datafiles import Faults
from hexfront.kernel.title import Setting


@lru_cache(maxsize=64)
def looks_of(setting: Setting) -> tuple[Style, list[LegendEntry]]:
    """The style of a game and its legend, plain unless the title has a file for it; DataError carries every
    fault of the file."""
    faults = Faults()
    style = Style()
    if setting.data.exists("drawing.toml"):
        style = load_style(setting.data, faults) or style
    faults.raise_if_any()
    return style, standard_legend(setting.board, style)


def picture(
    setting: Setting,
    counters: Sequence[Counter],
    *,
    markers: Sequence[Marker] = (),
    overlays: Sequence[Overlay] = (),
    caption: str = "",
    turn: str = "",
    notes: tuple[str, ...] = (),
    legend: bool = True,
    further: Sequence[LegendEntry] = (),
) -> Picture:
    """A board of a game with what lies on it; ``further`` are lines of the legend that only its title has."""
    style, entries = looks_of(setting)
    return Picture(
        board=setting.board,
        style=style,
        counters=counters,
        markers=markers,
        overlays=overlays,
        caption=caption,
        turn=turn,
        notes=notes,
        legend=[*entries, *further] if legend else (),
    )
