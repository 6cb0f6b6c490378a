"""How the answers to a question look, by what the question is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic

from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Decision, Matter
from hexfront.kernel.position import P
from hexfront.kernel.showing import Face

Look = Callable[[Action], Face]


class Looks(Generic[P]):
    """A look for each matter that has one of its own; any other answer looks as its order does by itself.

    ``looks`` make the look of a question from the position and the matter, ``passing`` says what it means to
    pass where a matter has no look, ``plain`` is how an order looks whatever it answers. The look of the
    question shown last is kept: its answers are shown one after the other and share what was searched for
    one of them.
    """

    def __init__(
        self,
        looks: Mapping[type[Matter], Callable[[P, Any], Look]],
        passing: Mapping[type[Matter], str],
        plain: Callable[[P, Action], Face],
    ) -> None:
        self._looks = looks
        self._passing = passing
        self._plain = plain
        self._kept: tuple[P, Decision, Look] | None = None

    def face(self, position: P, decision: Decision, action: Action) -> Face:
        """How an answer to a question is shown and clicked."""
        kept = self._kept
        if kept is None or kept[0] is not position or kept[1] is not decision:
            kept = self._kept = position, decision, self._look(position, decision.about)
        return kept[2](action)

    def _look(self, position: P, about: Matter) -> Look:
        made = self._looks.get(type(about))
        if made is not None:
            return made(position, about)
        words = self._passing.get(type(about), "")

        def look(action: Action) -> Face:
            return (
                Face(words, "Pass") if words and isinstance(action, Pass) else self._plain(position, action)
            )

        return look
