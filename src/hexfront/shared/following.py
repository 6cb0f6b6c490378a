"""What follows from the units of a position one by one, kept up to date by looking at those that changed.

Units are frozen, so that one which has not changed is the same object as before. To compare three hundred of
them takes some ten microseconds, whatever it cost to work out what was made of them.
"""

from __future__ import annotations

import copy
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import compress, count, filterfalse, repeat
from operator import is_, is_not
from typing import Any, Generic, TypeVar

from hexfront.kernel.position import Position

FEW = 8  # differences between two lists that are told as they are, though some may only stand elsewhere
Unit = TypeVar("Unit")
Made = TypeVar("Made")


def changes(before: list[Unit], now: list[Unit]) -> tuple[list[Unit], list[Unit]]:
    """What is gone or no longer as it was, and what has come or is other than before, object by object."""
    if len(before) == len(now):
        differ = [*_differing(before, now)]
        before, now = [before[at] for at in differ], [now[at] for at in differ]
        if len(differ) <= FEW:
            return before, now
    else:  # something has come or gone: what lies before and behind all that is other has not changed
        shortest = min(len(before), len(now))
        start = next(_differing(before, now), shortest)
        end = min(next(_differing(reversed(before), reversed(now)), shortest), shortest - start)
        before, now = (each[start : len(each) - end] for each in (before, now))
    known, here = _by_identity(before), _by_identity(now)
    gone = [known[each] for each in filterfalse(here.__contains__, known)]
    return gone, [here[each] for each in filterfalse(known.__contains__, here)]


def _by_identity(units: Iterable[Unit]) -> dict[int, Unit]:
    return {id(each): each for each in units}


def _differing(before: Iterable[object], now: Iterable[object]) -> Iterator[int]:
    """The places at which there is another object; in a long list this is where the time goes."""
    return compress(count(), map(is_not, before, now))


class Tally(Generic[Unit]):
    """Sums over units: ``count`` is called with each unit that has come (+1) or gone (-1)."""

    def __init__(self, count: Callable[[Unit, int], None]) -> None:
        self._count = count
        self._units: list[Unit] = []

    def follow(self, units: Iterable[Unit]) -> None:
        """Count what has changed since the last time."""
        now = list(units)
        gone, come = changes(self._units, now)
        self._units = now
        for unit in gone:
            self._count(unit, -1)
        for unit in come:
            self._count(unit, +1)


class Gallery(Generic[Unit, Made]):
    """Something made of each unit; what was made of one that has not changed is taken again."""

    def __init__(self, make: Callable[[Unit], Made]) -> None:
        self._make = make
        self._units: list[Unit] = []
        self._made: list[Any] = []

    def of(self, units: Iterable[Unit]) -> tuple[Made, ...]:
        """What is made of these units, in their order."""
        now, make = list(units), self._make
        if len(now) == len(self._units):
            for at in _differing(self._units, now):
                self._made[at] = make(now[at])
        else:
            known = dict(zip(map(id, self._units), self._made, strict=True))
            made = [*map(known.get, map(id, now), repeat(_NONE_YET))]
            for at in compress(count(), map(is_, made, repeat(_NONE_YET))):
                made[at] = make(now[at])
            self._made = made
        self._units = now
        return tuple(self._made)


_NONE_YET = object()


class Ranks(Generic[Unit, Made]):
    """Something made of units, in the order of a rank that no two of them share; a unit that has not changed
    keeps its place. ``make`` gives the rank and what is made, or None for a unit that is left out."""

    def __init__(self, make: Callable[[Unit], tuple[Any, Made] | None]) -> None:
        self._make = make
        self._units: list[Unit] = []
        self._rank_of: dict[int, Any] = {}  # by identity
        self._ranks: list[Any] = []
        self._made: list[Made] = []

    def of(self, units: Iterable[Unit]) -> list[Made]:
        """What is made of these units, for reading."""
        now = list(units)
        gone, come = changes(self._units, now)
        for each in gone:
            rank = self._rank_of.pop(id(each), None)
            if rank is not None:
                at = bisect_left(self._ranks, rank)
                del self._ranks[at], self._made[at]
        self._units = now
        for each in come:
            made = self._make(each)
            if made is not None:
                rank = self._rank_of[id(each)] = made[0]
                at = bisect_left(self._ranks, rank)
                self._ranks.insert(at, rank)
                self._made.insert(at, made[1])
        return self._made


class Remembered(Generic[Made]):
    """What was worked out last; it is worked out again when what it follows from is no longer the same."""

    def __init__(self) -> None:
        self._last: tuple[tuple[Any, ...], Made] | None = None

    def of(self, make: Callable[[], Made], *given: Any) -> Made:
        """What is made of what is given: of values, and of containers of values, which may have changed."""
        last = self._last  # looked at and put down at one go, for threads may ask at the same time
        if last is None or given != last[0]:
            last = self._last = tuple([copy.copy(each) for each in given]), make()
        return last[1]


def beside(position: Position, name: str, make: Callable[[], Made]) -> Made:
    """What is kept beside a position under a name, for itself and its copies: so games do not get into each
    other's way. It must be true of any position, as `Remembered` is, which is asked with all it hangs on."""
    kept = position.__dict__
    found: Made | None = kept.get(name)
    if found is None:
        found = kept[name] = make()
    return found
