"""What a report is made of, for page and print alike."""

from __future__ import annotations

import msgspec

from hexfront.sim.charts import Chart


class Heading(msgspec.Struct, frozen=True):
    """The title of a section."""

    text: str
    level: int = 2


class Text(msgspec.Struct, frozen=True):
    """A paragraph."""

    text: str
    small: bool = False


class Listing(msgspec.Struct, frozen=True):
    """Lines to be copied, such as commands."""

    lines: tuple[str, ...]


class Drawing(msgspec.Struct, frozen=True):
    """A chart or a map; ``share`` of the width of the page."""

    chart: Chart
    share: float = 1.0


class Sheets(msgspec.Struct, frozen=True):
    """Small maps side by side, each under its own caption."""

    charts: tuple[Chart, ...]
    captions: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """Rows of words; all columns but the first ``left`` ones hold figures."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1


class Film(msgspec.Struct, frozen=True):
    """A map that changes turn by turn. Paper shows ``stills`` instead."""

    width: float
    height: float
    below: str  # what does not change, under the hexes
    above: str  # the same, over them
    hexes: tuple[str, ...]  # the outline of each
    palette: tuple[str, ...]
    frames: tuple[tuple[str, str, str], ...]  # caption, a letter of the palette for each hex, the front line
    stills: Sheets


Block = Heading | Text | Listing | Drawing | Sheets | Table | Film
