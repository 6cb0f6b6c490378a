"""Dice whose state lives in the position.

`Dice` is plain data: copy it and the copy throws the same. A throw advances the state and nothing else;
who threw it and why is recorded by the game (`Roll`). Dice that were fixed beforehand - a test, a
referee reading real dice off a table - come up first, in their order.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hexfront.kernel.errors import Malformed, Sealed

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die that was thrown: how many faces, what came up, and what for."""

    faces: int
    value: int
    purpose: str
    rule: str = ""


class Dice(msgspec.Struct):
    """A generator (SplitMix64) as plain numbers, with dice that are fixed in advance."""

    state: int
    thrown: int = 0
    fixed: tuple[int, ...] = ()
    sealed: bool = False

    def copy(self) -> Dice:
        return Dice(self.state, self.thrown, self.fixed, self.sealed)

    def throw(self, faces: int) -> int:
        """A number from 1 to `faces`, every one equally likely."""
        if self.sealed and not self.fixed:
            raise Sealed("a die is needed, and the dice are with the other player: send the game back")
        self.thrown += 1
        if self.fixed:
            value, self.fixed = self.fixed[0], self.fixed[1:]
            if not 1 <= value <= faces:
                raise Malformed(f"the die fixed in advance shows {value}; this one has {faces} faces")
            return value
        span = (1 << 64) // faces * faces
        while (drawn := self._draw()) >= span:
            pass
        return drawn % faces + 1

    def fix(self, values: Iterable[int]) -> None:
        """Let these come up next."""
        self.fixed = (*self.fixed, *values)

    def stir(self, salt: int) -> None:
        """Change what will come up, so that dice taken back are not thrown again."""
        stirred = _mixed(self.state ^ _mixed(salt & _MASK))
        # Zero stirred with zero would stay zero.
        self.state = stirred if stirred != self.state else _mixed(~stirred & _MASK)

    def _draw(self) -> int:
        self.state = (self.state + _STEP) & _MASK
        return _mixed(self.state)


def dice_from(seed: int) -> Dice:
    """Fresh dice for a game's seed."""
    return Dice(_mixed(seed & _MASK))


def _mixed(number: int) -> int:
    """SplitMix64's finaliser: spreads every bit of a number over all of them."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)
