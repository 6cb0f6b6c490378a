"""The pages tell the truth: their Python runs, their commands work, their excerpts stand in the source."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
OMITTED = re.compile(r"^ *\.\.\.\n", re.MULTILINE)


def fences(page: Path, kind: str) -> list[tuple[int, str]]:
    """The fenced blocks of one kind, each with the line it begins in."""
    text = page.read_text(encoding="utf-8")
    blocks = re.finditer(rf"^```{re.escape(kind)}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, block.start()) + 1, block[1]) for block in blocks]


def names(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if fences(page, "python")], ids=names)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    for line, block in fences(page, "python"):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, known, names(page), str(page), line)
            runner.run(test, out=said.append, clear_globs=False)
            known.update(test.globs)
        else:
            exec(compile(block, str(page), "exec"), known)
    assert runner.failures == 0, "".join(said)


@pytest.mark.parametrize("page", [page for page in PAGES if fences(page, "sh")], ids=names)
def test_the_commands_of_a_page_work(page: Path, tmp_path: Path) -> None:
    for _, block in fences(page, "sh"):
        for line in block.splitlines():
            command = shlex.split(line, comments=True)
            if command[:1] != ["hexfront"] or command[1] == "play":
                continue
            run = subprocess.run(
                [sys.executable, "-m", *command],
                cwd=tmp_path,
                env={**os.environ, "PYTHONIOENCODING": "utf-8"},
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            assert run.returncode == 0, f"{line}\n{run.stdout}{run.stderr}"


@pytest.mark.parametrize("page", [page for page in PAGES if fences(page, "{code-block} python")], ids=names)
def test_the_excerpts_of_a_page_stand_in_the_source(page: Path) -> None:
    for line, block in fences(page, "{code-block} python"):
        caption, _, excerpt = block.partition("\n\n")
        source = ROOT / caption.removeprefix(":caption: ").strip()
        if source.is_relative_to(ROOT / "titles"):
            continue  # a title of the reader's own: tests/test_adding_a_title.py builds it from the page
        text = source.read_text(encoding="utf-8")
        at = 0
        for piece in OMITTED.split(excerpt):
            found = text.find(piece, at)
            assert found >= 0, f"{names(page)}:{line} shows what {source.name} does not say:\n{piece}"
            at = found + len(piece)


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target


def test_the_readme_names_both_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make play" in text
    assert "make test" in text
