"""What can go wrong, and whose fault it is.

::

    HexfrontError
    ├── Refusal          a player asked for something the rules forbid (cites them)
    │   ├── Malformed    the request is not an action of this game at all
    │   ├── Stale        the game has moved on since the player looked
    │   └── Sealed       this copy of the game may not throw dice; send it back
    ├── DataError        a data file is wrong (every fault, with file and line)
    └── SaveError        a saved game cannot be used
        └── Drift        replaying it no longer gives the recorded game

Anything else that is raised is a bug.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec


class HexfrontError(Exception):
    """Everything Hexfront raises on purpose."""


class Refusal(HexfrontError):
    """An action the rules forbid.

    ``rules`` are the numbers of the rules that forbid it, ``reason`` a sentence for the player,
    ``needed`` and ``had`` the two numbers (or things) whose comparison failed, where there are such.
    """

    def __init__(
        self, rules: str | Sequence[str], reason: str, needed: object = None, had: object = None
    ) -> None:
        self.rules: tuple[str, ...] = (rules,) if isinstance(rules, str) else tuple(rules)
        self.reason = reason
        self.needed = needed
        self.had = had
        super().__init__(reason)

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The refusal as one line: reason, what was needed, rule numbers."""
        words = self.reason
        if self.needed is not None:
            words += f" (needs {self.needed}, has {self.had})"
        return f"{words} [{', '.join(self.rules)}]" if self.rules else words

    def as_data(self) -> dict[str, Any]:
        """The refusal as plain data, for clients."""
        return {
            "refused": type(self).__name__.lower(),
            "rules": list(self.rules),
            "reason": self.reason,
            "needed": self.needed,
            "had": self.had,
        }


class Malformed(Refusal):
    """The request is not an action of this game: unknown word, missing or wrong field."""

    def __init__(self, reason: str) -> None:
        super().__init__((), reason)


class Stale(Refusal):
    """The player answered a decision that is no longer the current one."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__((), f"the game has moved on to step {current}", needed=current, had=expected)


class Sealed(Refusal):
    """A die or a hidden fact is needed that this copy of the game does not hold."""

    def __init__(self, reason: str) -> None:
        super().__init__((), reason)


class Fault(msgspec.Struct, frozen=True, order=True):
    """One thing wrong in a data file: where, what, and what was probably meant."""

    file: str
    line: int
    what: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.what}" + (f" ({self.hint})" if self.hint else "")


class DataError(HexfrontError):
    """Data files are wrong. Carries every fault found, not only the first."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))


class SaveError(HexfrontError):
    """A saved game cannot be used; the message says why in one sentence."""


class Drift(SaveError):
    """Replaying a journal left the recorded game at ``step``."""

    def __init__(self, step: int, what: str) -> None:
        self.step = step
        self.what = what
        super().__init__(f"the replay leaves the recorded game at step {step}: {what}")
