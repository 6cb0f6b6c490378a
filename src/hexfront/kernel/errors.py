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
from fractions import Fraction
from typing import Any

import msgspec

from hexfront.kernel.ledger import shown_number

Number = int | float | Fraction


class HexfrontError(Exception):
    """Everything Hexfront raises on purpose."""


class Refusal(HexfrontError):
    """An action the rules forbid.

    ``rules`` are the numbers of the rules that forbid it, ``reason`` a sentence for the player,
    ``needed`` and ``had`` the two numbers (or things) whose comparison failed, where there are such. If both
    are numbers and there is more than needed, what was needed is a limit. It is ``misplaced`` if all that is
    known is that the action does not answer what is asked.
    """

    misplaced = False

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
        words = f"{self.reason} ({self.compared})" if self.compared else self.reason
        return f"{words} [{', '.join(self.rules)}]" if self.rules else words

    @property
    def compared(self) -> str:
        """The comparison that failed: ``needs 4, has 2 1/2``, ``at most 6, has 7``; else empty."""
        needed, had = _shown(self.needed), _shown(self.had)
        if needed is None or had is None:
            return f"needs {needed}" if needed is not None else f"has {had}" if had is not None else ""
        return f"{'at most' if self._is_too_much else 'needs'} {needed}, has {had}"

    @property
    def _is_too_much(self) -> bool:
        needed, had = self.needed, self.had
        return isinstance(needed, Number) and isinstance(had, Number) and had > needed

    def as_data(self) -> dict[str, Any]:
        """The refusal as plain data, for clients."""
        return {
            "refused": type(self).__name__.lower(),
            "rules": list(self.rules),
            "reason": self.reason,
            "needed": plain(self.needed),
            "had": plain(self.had),
            "compared": self.compared,
        }


def plain(value: object) -> str | int | None:
    """A thing compared as plain data: whole numbers as such, all else as it is written."""
    shown = _shown(value)
    return (
        int(shown)
        if isinstance(value, Number) and shown is not None and shown.lstrip("-").isdigit()
        else shown
    )


def _shown(value: object) -> str | None:
    if value is None:
        return None
    return shown_number(Fraction(value)) if isinstance(value, Number) else str(value)


class Malformed(Refusal):
    """The request is not an action of this game: unknown word, missing or wrong field."""

    def __init__(self, reason: str) -> None:
        super().__init__((), reason)


class Stale(Refusal):
    """The player answered a decision that is no longer the current one."""

    def __init__(self, expected: int, current: int) -> None:
        self.expected, self.current = expected, current
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
