"""Writing the report of a run into its folder."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.drawing.convert import DrawingError
from hexfront.sim.blocks import Block
from hexfront.sim.booklet import pdf_pages
from hexfront.sim.page import html_page
from hexfront.sim.report import make_report
from hexfront.sim.results import Folder, write_whole
from hexfront.sim.summary import Summary


class Written(msgspec.Struct, frozen=True):
    """What was written; ``missing`` says why there is no PDF, if there is none."""

    files: tuple[str, ...]
    missing: str = ""


def write_report(folder: Folder) -> tuple[Summary, Written]:
    """Make report.html, report.pdf and report.json anew from the games in a folder."""
    summary, blocks = make_report(folder)
    data = msgspec.json.format(msgspec.json.encode(summary), indent=1)
    return summary, write_blocks(folder, summary.caption, blocks, data)


def write_blocks(folder: Folder, title: str, blocks: Sequence[Block], data: bytes) -> Written:
    """Write page, print and data of a report."""
    files = [folder.path / "report.json", folder.path / "report.html"]
    write_whole(files[0], data)
    write_whole(files[1], html_page(title, blocks).encode())
    missing = ""
    try:
        paper = pdf_pages(title, blocks)
    except DrawingError as wrong:
        missing = str(wrong)
    else:
        files.append(folder.path / "report.pdf")
        write_whole(files[-1], paper)
    return Written(tuple(str(each) for each in files), missing)
