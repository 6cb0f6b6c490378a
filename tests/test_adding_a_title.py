"""The title of docs/adding-a-title.md is built from the page, file by file, and played."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "adding-a-title.md"
BLOCK = re.compile(r"```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)```", re.DOTALL)
BLOCKS = BLOCK.findall(PAGE.read_text(encoding="utf-8"))

MOST_LINES = 900

PLAYED = """
import hexfront
from hexfront.drawing import Picture

game = hexfront.new("ford", seed=1)
faces = {face.text: face for face in (game.face(game.decision, each) for each in game.decision.choices())}
step = faces["step r1 0102"]
assert (step.unit, step.hex) == ("r1", "0102"), step
picture = game.picture("red")
assert isinstance(picture, Picture)
assert {counter.key for counter in picture.counters} == {"r1", "r2", "b1", "b2"}
game.play_words("step r1 0102")
board = game.setting.board
assert [board.label(each.node) for each in game.picture("blue").counters if each.key == "r1"] == ["0102"]
assert "2.1" in game.check(game.read_action("step b1 0304")).rules
again = hexfront.position(game.position_text().text())
assert again.position.digest() == game.position.digest()
while not game.over:
    game.play_words("pass")
assert game.outcome == "drawn"
print("played")
"""


def code_lines(file: Path) -> int:
    """The lines of a module without blanks, comments and docstrings."""
    text = file.read_text(encoding="utf-8")
    kept: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING):
            kept.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            docstring = node.body[0]
            kept.difference_update(range(docstring.lineno, (docstring.end_lineno or 0) + 1))
    return len(kept)


def test_the_title_to_be_copied_is_small() -> None:
    files = (ROOT / "tests" / "titles" / "outpost").glob("*.py")
    assert sum(map(code_lines, files)) <= MOST_LINES


@pytest.fixture(scope="module")
def titles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The title of the page, file by file as it stands there."""
    folder = tmp_path_factory.mktemp("page")
    for name, text in BLOCKS:
        if name.startswith("titles/"):
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return folder / "titles"


def run(titles: Path, *command: str) -> str:
    environment = {**os.environ, "HEXFRONT_TITLES": str(titles), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=titles,  # where a game that breaks would be written
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_title_of_the_page_shows_its_counters_and_moves_them(titles: Path) -> None:
    assert run(titles, "-c", PLAYED) == "played\n"


def test_the_title_of_the_page_keeps_every_promise(titles: Path) -> None:
    assert "ford" in run(titles, "-m", "hexfront", "fuzz", "ford", "--decisions", "60")
