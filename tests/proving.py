"""Which tests reach the rules they show through a game, and what they see of them there.

With ``--proof FOLDER`` every test that is marked with rules is watched: whether it plays orders, checks them
or lists choices, and which rules the refusals, events and explained numbers carry that it gets. What was
seen is written into a file for each title, for ``hexfront rules TITLE --prove DECISIONS --seen FILE``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.table import Table
from hexfront.proof.witness import Witness, write
from hexfront.seam import find_title, title_names

PLAYED, CHECKED, LISTED = "orders", "checks", "choices"


class Watcher:
    """A pytest plugin; it wraps what a game shows to players while a marked test runs."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder, self.root = folder, root
        self.witnesses: dict[str, Witness] = {}
        self.reached: set[str] = set()
        self.cited: list[tuple[str, tuple[str, ...], str]] = []

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        rules = [rule for mark in item.iter_markers("rule") for rule in mark.args]
        title = self._title(item.path)
        if not rules or title is None:
            yield
            return
        self.reached.clear()
        self.cited.clear()
        with pytest.MonkeyPatch.context() as patch:
            self._watch(patch)
            outcome: Any = yield
        if outcome.excinfo is None and self.reached:
            witness = self.witnesses.setdefault(title, Witness(find_title(title).rulebook))
            where = item.nodeid.partition("[")[0]
            witness.see("test", rules, where, ", ".join(sorted(self.reached)))
            for kind, cited, words in self.cited:
                witness.see(kind, [rule for rule in cited if rule in rules], where, words)

    def pytest_sessionfinish(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for title, witness in self.witnesses.items():
            write(self.folder / f"{title}.csv", witness.sightings())

    def _title(self, path: Path) -> str | None:
        """The title whose name is part of the path, as `hexfront.kernel.rulebook.marks` has it."""
        parts = (*path.relative_to(self.root).parts[:-1], path.stem.removeprefix("test_"))
        return next((name for name in title_names() if name.replace("-", "_") in parts), None)

    def _watch(self, patch: pytest.MonkeyPatch) -> None:
        self._wrap(patch, Game, "play", PLAYED)
        self._wrap(patch, Game, "play_all", PLAYED)
        self._wrap(patch, Game, "check", CHECKED, self._refused)
        self._wrap(patch, Decision, "refusal", CHECKED, self._refused)
        self._wrap(patch, Decision, "choices", LISTED)
        self._wrap(patch, Game, "explain", "", self._explained)
        told = Table.tell

        def tell(table: Table, text: str, *rules: str, **more: Any) -> None:
            self.cited.append(("event", rules, text))
            told(table, text, *rules, **more)

        patch.setattr(Table, "tell", tell)

    def _wrap(
        self,
        patch: pytest.MonkeyPatch,
        owner: type,
        name: str,
        reached: str,
        look: Callable[[Any], None] | None = None,
    ) -> None:
        original = getattr(owner, name)

        def watched(*args: Any, **more: Any) -> Any:
            if reached:
                self.reached.add(reached)
            try:
                result = original(*args, **more)
            except Refusal as refusal:
                self._refused(refusal)
                raise
            if look is not None:
                look(result)
            return result

        patch.setattr(owner, name, watched)

    def _refused(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self.cited.append(("refusal", refusal.rules, refusal.reason))

    def _explained(self, ledger: Any) -> None:
        for term in ledger.terms:
            self.cited.append(("number", (term.rule,), f"{ledger.subject} ... {term.text(ledger.scale)}"))
