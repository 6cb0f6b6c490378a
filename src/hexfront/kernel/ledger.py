"""Numbers that explain themselves.

Rule functions take a `note` and pass every term of a number through it::

    def crossing_cost(side, note=unexplained):
        cost = note("TEC", side.terrain, POINTS[side.terrain])
        if "river" in side.features:
            cost += note("6-7", "river", 1)
        return cost

`note` gives its value back, so the number is computed by one and the same code whether or not somebody
asks why. To ask, pass the `note` of a `Ledger`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Literal, Protocol, TypeVar

import msgspec

Number = int | Fraction
Value = TypeVar("Value", int, Fraction)
Operation = Literal["+", "×", "="]


class Note(Protocol):
    """Records a term of a number and gives it back."""

    def __call__(self, rule: str, label: str, value: Value, operation: Operation = "+") -> Value: ...


def unexplained(rule: str, label: str, value: Value, operation: Operation = "+") -> Value:
    """The note of somebody who does not ask."""
    return value


class Term(msgspec.Struct, frozen=True):
    """One term of an explained number, with its rule."""

    rule: str
    label: str
    value: Number
    operation: Operation = "+"

    def text(self, scale: int = 1) -> str:
        """The term as a player reads it: ``river +1 [6-7]``. A factor is never scaled."""
        if self.operation == "×":
            return f"{self.label} ×{self.value} [{self.rule}]"
        shown = shown_number(self.value, scale)
        sign = "+" if self.operation == "+" and self.value >= 0 else "= " if self.operation == "=" else ""
        return f"{self.label} {sign}{shown} [{self.rule}]"


class Ledger:
    """A number with the terms it is made of.

    ``scale`` is how many units make one point, where a rule counts in fractions of a point but the
    computation in whole units.
    """

    def __init__(self, subject: str, scale: int = 1) -> None:
        self.subject = subject
        self.scale = scale
        self.terms: list[Term] = []
        self.total: Number = 0

    def note(self, rule: str, label: str, value: Value, operation: Operation = "+") -> Value:
        """Record a term. Terms that add nothing are left out."""
        if operation == "=" or (operation == "+" and value != 0) or (operation == "×" and value != 1):
            self.terms.append(Term(rule, label, value, operation))
        return value

    def close(self, total: Number) -> Ledger:
        """Say what it came to."""
        self.total = total
        return self

    @property
    def text(self) -> str:
        """One line: ``2815 to 2716 costs 2: woods +2 [TEC], river +1 [6-7], rail -1 [TEC]``."""
        terms = ", ".join(term.text(self.scale) for term in self.terms)
        line = f"{self.subject} {shown_number(self.total, self.scale)}"
        return f"{line}: {terms}" if terms else line

    def __str__(self) -> str:
        return self.text

    def as_data(self) -> dict[str, object]:
        """The ledger as plain data, for clients."""
        return {
            "subject": self.subject,
            "total": shown_number(self.total, self.scale),
            "terms": [
                {"rule": term.rule, "label": term.label, "text": term.text(self.scale)} for term in self.terms
            ],
        }


def explained(subject: str, work: Callable[..., Number], *given: object, scale: int = 1) -> Ledger:
    """The ledger of a number, from the function that works it out and takes a note last."""
    ledger = Ledger(subject, scale)
    return ledger.close(work(*given, ledger.note))


@lru_cache(maxsize=4096)
def shown_number(value: Number, scale: int = 1) -> str:
    """A number as a rulebook prints it: ``2``, ``1 1/2``, ``-1/10``."""
    exact = Fraction(value) / scale
    whole, rest = divmod(abs(exact), 1)
    sign = "-" if exact < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"
