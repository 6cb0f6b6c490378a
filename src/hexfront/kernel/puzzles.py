"""Puzzles: a position with a task, a side that is to solve it, and goals that can be checked.

::

    task "Open the road to Brussels."
    solve central-powers within=3      # the side, and in how many turns; without it, in any number
    goal take 2613                      # a unit of the side stands in the hex
    goal clear 2613                     # no unit of another side does
    goal destroy be-fort-liege          # the unit is on the map no more
    goal keep ge-inf-xx-1               # the unit is still on the map
    goal reach "Victory points" 12      # a figure of the report is as high as this
    goal limit "Losses" 20              # or not higher

A puzzle is solved as soon as all its goals are true at once after an order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

GoalKind = Literal["take", "clear", "destroy", "keep", "reach", "limit"]
ABOUT: Mapping[str, str] = {
    "take": "hex",
    "clear": "hex",
    "destroy": "unit",
    "keep": "unit",
    "reach": "figure",
    "limit": "figure",
}
"""What a goal of each kind is about."""


class Goal(msgspec.Struct, frozen=True):
    """Something that can be seen to be true in a position."""

    kind: GoalKind
    what: str  # a hex, a unit, or a figure
    value: float = 0.0

    def words(self) -> tuple[str, ...]:
        """As a statement has it."""
        value = (f"{self.value:g}",) if ABOUT[self.kind] == "figure" else ()
        return (self.kind, self.what, *value)


class Puzzle(msgspec.Struct, frozen=True):
    """A task for a side. Without a side there is none."""

    side: str = ""
    task: str = ""
    turns: int = 0  # in how many it must be solved; 0: in any number
    goals: tuple[Goal, ...] = ()


class Seen(msgspec.Struct, frozen=True):
    """What goals are judged by: where the units of each side stand, and the figures of the report."""

    units: Mapping[str, tuple[str, str]]  # the side and the hex of each
    figures: Mapping[str, float]


def is_reached(goal: Goal, side: str, seen: Seen) -> bool:
    """Whether a goal of a side is true."""
    judge: dict[GoalKind, Callable[[], bool]] = {
        "take": lambda: (side, goal.what) in seen.units.values(),
        "clear": lambda: all(whose == side for whose, at in seen.units.values() if at == goal.what),
        "destroy": lambda: goal.what not in seen.units,
        "keep": lambda: goal.what in seen.units,
        "reach": lambda: seen.figures.get(goal.what, float("-inf")) >= goal.value,
        "limit": lambda: seen.figures.get(goal.what, float("inf")) <= goal.value,
    }
    return judge[goal.kind]()


def goal_of(words: Sequence[str]) -> Goal | None:
    """A goal from the words of its statement; None if they are none."""
    match words:
        case [("take" | "clear" | "destroy" | "keep") as kind, what]:
            return Goal(kind, what)
        case [("reach" | "limit") as kind, what, value]:
            return Goal(kind, what, float(value)) if _NUMBER.fullmatch(value) else None
    return None


_NUMBER = re.compile(r"-?\d{1,9}(\.\d{1,3})?")
