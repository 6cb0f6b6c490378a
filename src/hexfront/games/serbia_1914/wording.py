"""What it means to pass, question by question: "End the movement phase" instead of a bare "Pass"."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from hexfront.games.serbia_1914 import faces
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.showing import Face
from hexfront.kernel.title import Procedure

PASSING = {
    "advance": "Nobody else advances",
    "aim": "No more attacks: resolve them",
    "ammunition": "So be it",
    "attach": "Go on: leave armies and corps as they are",
    "bridges": "Go on: no more bridges",
    "combine": "Go on: put nothing together",
    "extend": "Extend nobody else",
    "flee": "The cavalry first",
    "guns": "Not now",
    "komitadji": "Go on: no more Komitadji",
    "marsch": "Go on",
    "move": "End the movement phase",
    "plan": "Keep to the plans",
    "react": "Stand fast",
    "refit": "Not now",
    "reinforcement": "Later",
    "replacement": "Go on: no more replacements",
    "retire": "Nobody else retires",
    "retreat": "Stay here",
    "split": "Go on: divide nobody",
    "steps": "That is enough",
    "support": "No other guns help",
    "syrmien": "Wait",
    "withhold": "All others fight",
}


class Worded:
    """The faces of the questions of one kind, with what passing means there."""

    __slots__ = ("position", "words")

    def __init__(self, position: SerbiaPosition, words: str) -> None:
        self.position = position
        self.words = words

    def __call__(self, action: Action) -> Face:
        return Face(self.words, "Pass") if isinstance(action, Pass) else faces.face(self.position, action)


def worded(position: SerbiaPosition, procedure: Procedure) -> Procedure:
    """A procedure whose questions say what it means to pass."""
    known = {kind: Worded(position, words) for kind, words in PASSING.items()}
    return _worded(known, procedure)


def _worded(known: dict[str, Worded], procedure: Procedure) -> Generator[Ask | Together, Any, str | None]:
    answer: Any = None
    replace = msgspec.structs.replace
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration as end:
            return None if end.value is None else str(end.value)
        if type(asked) is Ask and asked.face is None and (found := known.get(asked.kind)) is not None:
            asked = replace(asked, face=found)
        answer = yield asked
