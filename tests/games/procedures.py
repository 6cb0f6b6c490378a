"""Driving a single procedure of a title by hand, for the tests of its chapters."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask, Decision, Together


class Play:
    """A procedure driven by hand: what is asked, and what it came to.

    Questions with a single answer answer themselves, as in a game.
    """

    def __init__(self, procedure: Generator[Ask | Together, Any, Any]) -> None:
        self.procedure = procedure
        self.asked: Ask | None = None
        self.result: Any = None
        self.over = False
        self._send(None)

    def _send(self, answer: Any) -> None:
        try:
            while True:
                asked = self.procedure.send(answer)
                assert isinstance(asked, Ask)
                answer = Decision(asked).choices().only()
                if asked.always or answer is None:
                    self.asked = asked
                    return
        except StopIteration as end:
            self.asked, self.over, self.result = None, True, end.value

    @property
    def choices(self) -> list[Action]:
        assert self.asked is not None, "nothing is asked"
        return list(Decision(self.asked).choices())

    def answer(self, *actions: Action) -> Play:
        """Answer questions one after the other; each answer must be among the choices."""
        for action in actions:
            assert self.asked is not None, f"nothing is asked any more: {action}"
            refusal = Decision(self.asked).refusal(action)
            if refusal is not None:
                raise refusal
            self._send(action)
        return self

    def defaults(self) -> Play:
        """Answer everything that is still asked as advised."""
        while self.asked is not None:
            advised = Decision(self.asked).default()
            self._send(advised if advised is not None else self.choices[0])
        return self
