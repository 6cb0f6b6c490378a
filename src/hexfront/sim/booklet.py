"""A report as a PDF: pages of A4, drawn as SVG and put together by cairo. Needs the extra ``lab``."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from hexfront.drawing.convert import DrawingError, offer_fonts
from hexfront.drawing.svg import FAMILIES, element, width_of, words
from hexfront.sim.blocks import Block, Drawing, Film, Heading, Listing, Sheets, Table, Text
from hexfront.sim.charts import FAINT, GRID, INK

WIDE, HIGH = 595.0, 842.0  # A4 in points
MARGIN = 48.0
INNER = WIDE - 2 * MARGIN
SIZES = {1: 22.0, 2: 15.0, 3: 12.0}
BODY, SMALL, CELL, SMALLEST = 10.0, 8.6, 8.4, 6.9


class Pages:
    """Pages being filled from the top."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.pages: list[list[str]] = [[]]
        self.y = MARGIN

    def room(self, needed: float) -> None:
        """Begin a new page unless so much is left."""
        if self.y + needed > HIGH - MARGIN and self.pages[-1]:
            self.pages.append([])
            self.y = MARGIN

    def add(self, drawn: str) -> None:
        self.pages[-1].append(drawn)

    def line(self, text: str, size: float, x: float = MARGIN, **attributes: str) -> None:
        self.room(size * 1.4)
        self.y += size * 1.38
        self.add(words(x, self.y, text, font_size=size, **attributes))

    def svgs(self) -> Iterator[str]:
        """Each page as a drawing of its own."""
        for number, page in enumerate(self.pages, 1):
            foot = words(
                WIDE - MARGIN, HIGH - 24, f"{number} of {len(self.pages)}", font_size=SMALL, fill=FAINT,
                text_anchor="end",
            )  # fmt: skip
            foot += words(MARGIN, HIGH - 24, self.title, font_size=SMALL, fill=FAINT)
            sheet = element("rect", x=0, y=0, width=WIDE, height=HIGH, fill="#ffffff")
            yield element(
                "svg",
                sheet + "".join(page) + foot,
                xmlns="http://www.w3.org/2000/svg",
                width=f"{WIDE:.0f}pt",
                height=f"{HIGH:.0f}pt",
                viewBox=f"0 0 {WIDE:.0f} {HIGH:.0f}",
                font_family=FAMILIES,
            )


def wrapped(text: str, size: float, width: float) -> list[str]:
    """A text broken into lines of a width."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def _set(pages: Pages, block: Block) -> None:
    match block:
        case Heading(text, level):
            pages.y += 0 if level == 1 else 12
            for line in wrapped(text, SIZES[level], INNER):
                pages.line(line, SIZES[level], fill=INK, font_weight="bold")
            pages.y += 3
        case Text(text, small):
            size = SMALL if small else BODY
            for line in wrapped(text, size, INNER):
                pages.line(line, size, fill=FAINT if small else INK)
            pages.y += 4
        case Listing(lines):
            for whole in lines:
                for line in wrapped(whole, SMALL, INNER - 20):
                    pages.line(line, SMALL, x=MARGIN + 10, fill=INK)
            pages.y += 4
        case Drawing(chart, share):
            wide = INNER * share
            high = wide * chart.height / chart.width
            pages.room(high + 8)
            pages.add(chart.nested(MARGIN, pages.y + 4, wide))
            pages.y += high + 10
        case Film():
            _sheets(pages, block.stills)
        case Sheets():
            _sheets(pages, block)
        case Table():
            _table(pages, block)


def _belonging(blocks: Sequence[Block]) -> float:
    """The height of a heading with what stands under it up to the first drawing or table."""
    high = 0.0
    for at, block in enumerate(blocks):
        match block:
            case Heading(_, level) if at == 0:
                high += 2 * SIZES[level] + 12
            case Text(text, small):
                size = SMALL if small else BODY
                high += len(wrapped(text, size, INNER)) * size * 1.4 + 4
            case Drawing(chart, share):
                return high + INNER * share * chart.height / chart.width + 8
            case _:
                return min(high + 80, HIGH / 2)
    return high


def _sheets(pages: Pages, sheets: Sheets) -> None:
    """Two maps to a row."""
    wide = (INNER - 14) / 2
    for at in range(0, len(sheets.charts), 2):
        row = list(zip(sheets.charts, sheets.captions, strict=True))[at : at + 2]
        high = max(wide * chart.height / chart.width for chart, _ in row)
        pages.room(high + 22)
        for column, (chart, caption) in enumerate(row):
            x = MARGIN + column * (wide + 14)
            pages.add(words(x, pages.y + 11, caption, font_size=BODY, fill=INK))
            pages.add(chart.nested(x, pages.y + 16, wide))
        pages.y += high + 24


def _columns(rows: Sequence[Sequence[str]]) -> tuple[list[float], float]:
    """How wide each column is, and the size of the letters: smaller if needed, and then broken into lines."""
    size = CELL
    while True:
        needs = [max(width_of(row[at], size) for row in rows) * 1.06 + 12 for at in range(len(rows[0]))]
        if sum(needs) <= INNER or size <= SMALLEST:
            break
        size -= 0.3
    spare = INNER - sum(needs)
    if spare < 0:
        widest = max(needs)
        needs = [need if need < widest else max(90.0, need + spare) for need in needs]
        factor = min(1.0, INNER / sum(needs))
        needs = [need * factor for need in needs]
    return needs, size


def _table(pages: Pages, table: Table) -> None:
    """Rows of a table, each on one page."""
    rows = [table.columns, *table.rows]
    needs, size = _columns(rows)
    for number, row in enumerate(rows):
        cells = [wrapped(cell, size, need - 8) or [""] for cell, need in zip(row, needs, strict=True)]
        high = max(len(cell) for cell in cells) * size * 1.25 + 4
        pages.room(high)
        x = MARGIN
        for at, (cell, need) in enumerate(zip(cells, needs, strict=True)):
            figure = at >= table.left
            for line, text in enumerate(cell):
                pages.add(
                    words(
                        x + need - 10 if figure else x,
                        pages.y + size * 1.25 * (line + 1),
                        text,
                        font_size=size,
                        fill=INK,
                        text_anchor="end" if figure else None,
                        font_weight="bold" if number == 0 else None,
                    )
                )
            x += need
        pages.y += high
        ink = INK if number == 0 else GRID
        end = MARGIN + sum(needs)
        pages.add(element("line", x1=MARGIN, y1=pages.y, x2=end, y2=pages.y, stroke=ink, stroke_width=0.8))
    pages.y += 10


def pdf_pages(title: str, blocks: Sequence[Block]) -> bytes:
    """The report as PDF; DrawingError if what writes it is not installed."""
    pages = Pages(title)
    for at, block in enumerate(blocks):
        if isinstance(block, Heading):
            pages.room(_belonging(blocks[at:]))
        _set(pages, block)
    return bound(list(pages.svgs()))


def bound(svgs: Sequence[str]) -> bytes:
    """Drawings as the pages of one PDF."""
    try:
        from cairosvg.parser import Tree
        from cairosvg.surface import PDFSurface
    except ImportError as missing:
        raise DrawingError('A PDF needs the package cairosvg: pip install "hexfront[lab]".') from missing
    except OSError as missing:
        raise DrawingError(
            "A PDF needs the cairo library, which is not installed (Debian: apt install libcairo2)."
        ) from missing
    offer_fonts()
    output = io.BytesIO()
    shared = PDFSurface.surface_class(output, WIDE, HIGH)

    class Page(PDFSurface):  # type: ignore[misc]
        """Draws on the one surface that all pages share."""

        def _create_surface(self, width: float, height: float) -> tuple[object, float, float]:
            return shared, width, height

    for svg in svgs:
        Page(Tree(bytestring=svg.encode()), None, 96)
        shared.show_page()
    shared.finish()
    return output.getvalue()
