"""What a player need not be asked every time: his standing preferences, question by question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic

from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.position import P

ASK = "ask"
"""The value by which a player wants to be asked; the first of every preference."""

Chosen = Mapping[str, str]
Answer = Callable[[P, Decision, Chosen], Action | None]


class Habits(Generic[P]):
    """How preferences answer the questions of each kind."""

    def __init__(self, answers: Mapping[str, Answer[P]]) -> None:
        self._answers = answers

    def preferred(self, position: P, decision: Decision, chosen: Chosen) -> Action | None:
        """The listed answer that standing preferences give to a decision; None if he must be asked."""
        find = self._answers.get(decision.kind)
        found = find(position, decision, chosen) if find else None
        return found if found is not None and found in decision.choices() else None


def value(chosen: Chosen, name: str) -> str:
    """What a player has chosen for a preference."""
    return chosen.get(name, ASK)


def advised(name: str, wish: str) -> Answer[P]:
    """Answers with the advice of the question where a preference has a certain value."""

    def answer(position: P, decision: Decision, chosen: Chosen) -> Action | None:
        return decision.default() if value(chosen, name) == wish else None

    return answer
