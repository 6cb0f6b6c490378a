"""What a question is about is read from the question (`Ask.about`), and recovered in no other way.

Whoever answers for a player, foretells or shows something once found out in nine other ways. Each of them is
looked for in the source, so that none comes back.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "hexfront"
CLIENT = ROOT / "web" / "src" / "table"
ANSWERING = ("games/*/staff", "games/*/table", "ai")
# What the enemy has suffered, and who of him was seen where, is reckoned from what both sides were told of
# combats, not what is asked now.
LEARNING = {"games/serbia_1914/staff/wear.py", "games/serbia_1914/staff/scouts.py"}
SHOWN = re.compile(r"games\.\w+\.(table|staff)\b|kernel\.showing|drawing")


def modules(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    for folder in folders:
        for file in sorted(SOURCE.glob(f"{folder}/**/*.py")):
            yield file.relative_to(SOURCE).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def attributes(tree: ast.AST) -> set[str]:
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def outside_sentences(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything but what is put into words for people."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.JoinedStr):
            yield node
            yield from outside_sentences(node)


def test_nobody_reads_the_words_of_a_question() -> None:
    for name, tree in modules(*ANSWERING):
        read = {node.attr for node in outside_sentences(tree) if isinstance(node, ast.Attribute)}
        assert "prompt" not in read, name


def test_nobody_looks_at_faces_to_see_what_is_asked() -> None:
    for name, tree in modules("games", "ai", "kernel", "server"):
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "isinstance"
            ):
                assert "Face" not in ast.unparse(node), name
    asked = (SOURCE / "kernel" / "decisions.py").read_text(encoding="utf-8")
    assert not re.search(r"^    face:", asked, re.MULTILINE)


def test_no_title_searches_the_journal() -> None:
    for name, tree in modules("games"):
        assert not attributes(tree) & {"journal", "given"}, name


def test_what_was_told_is_read_for_what_happened_only() -> None:
    for name, tree in modules("games/*/staff", "games/*/table"):
        told = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert name in LEARNING or "event.data" not in told, name


def test_nobody_asks_whether_a_title_has_written_a_method() -> None:
    for name, tree in modules("ai", "server", "sim", "env", "cli", "proof"):
        compared = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Compare)]
        assert not [text for text in compared if re.search(r"\bTitle\.\w+|__func__", text)], name


def test_no_rule_knows_how_things_look() -> None:
    for name, tree in modules("games/*/rules"):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert not SHOWN.search(node.module or ""), name


def test_the_browser_does_not_remember_clicks_or_read_what_events_hold() -> None:
    for file in sorted(CLIENT.glob("**/*")):
        if file.suffix in (".ts", ".svelte") and ".test." not in file.name:
            text = file.read_text(encoding="utf-8")
            assert "sessionStorage" not in text, file.name
            assert not re.search(r"event\.kind\s*===|data\??\.(die|dice|white|black)\b", text), file.name
