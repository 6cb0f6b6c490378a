"""When enough has been played: a test on pairs that may be looked at after every pair.

An interval of Student that is looked at again and again until it excludes "no difference" does so sooner or
later by chance alone. The capital of a gambler does not: he bets on every pair before he sees it, against the
claim that the mean is ``m``. If the claim is true he multiplies his stake by ``1 / error`` at any time with a
probability of at most ``error`` (Ville). All means against which he has not won make a *confidence sequence*:
it holds at all times together, however one stops. Nothing is supposed of the pairs but that they are between
0 and 1 and independent. Bets are the hedged ones of Waudby-Smith and Ramdas (2024), sized by the variance
seen before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

ERROR = 0.05
BOLDEST = 0.5  # part of the capital that may be lost on one pair
STEPS = 30  # of halving towards the ends of the interval


class Verdict(msgspec.Struct, frozen=True):
    """What is known after so many pairs: the interval that holds at all times, and whether to stop."""

    pairs: int
    low: float
    high: float
    differs: bool
    alike: bool

    @property
    def decided(self) -> bool:
        return self.differs or self.alike


def bets(values: Sequence[float], error: float) -> list[float]:
    """How much is bet on each pair, by what was seen before it."""
    found = []
    total, squares = 0.5, 0.25
    for number, value in enumerate(values, 1):
        spread = squares / number
        found.append(math.sqrt(2 * math.log(2 / error) / (spread * number * math.log(1 + number))))
        total += value
        squares += (value - total / (number + 1)) ** 2
    return found


def rejected(values: Sequence[float], sizes: Sequence[float], claim: float, error: float) -> bool:
    """Whether the claim about the mean has ever been won against by a factor of ``1 / error``."""
    most_up = BOLDEST / claim if claim > 0 else math.inf
    most_down = BOLDEST / (1 - claim) if claim < 1 else math.inf
    up = down = math.log(0.5)
    wanted = math.log(1 / error)
    for value, size in zip(values, sizes, strict=True):
        away = value - claim
        up += math.log1p(min(size, most_up) * away)
        down += math.log1p(-min(size, most_down) * away)
        if max(up, down) + math.log1p(math.exp(-abs(up - down))) >= wanted:
            return True
    return False


def judged(
    values: Sequence[float], middle: float = 0.5, margin: float = 0.0, error: float = ERROR
) -> Verdict:
    """What pairs between 0 and 1 show: another mean than ``middle``, or one within ``margin`` of it.

    Without a margin nothing can be shown to be alike.
    """
    if not values:
        return Verdict(0, 0.0, 1.0, differs=False, alike=False)
    sizes = bets(values, error)
    seen = sum(values) / len(values)
    low = _end(values, sizes, 0.0, seen, error)
    high = _end(values, sizes, 1.0, seen, error)
    alike = bool(margin) and middle - margin < low and high < middle + margin
    return Verdict(len(values), low, high, differs=rejected(values, sizes, middle, error), alike=alike)


def is_decided(
    values: Sequence[float], middle: float = 0.5, margin: float = 0.0, error: float = ERROR
) -> bool:
    """Whether one may stop; the same as `judged` says, without looking for the ends of the interval."""
    sizes = bets(values, error)
    if rejected(values, sizes, middle, error):
        return True
    return bool(margin) and all(
        rejected(values, sizes, min(1.0, max(0.0, end)), error) for end in (middle - margin, middle + margin)
    )


def _end(
    values: Sequence[float], sizes: Sequence[float], outside: float, inside: float, error: float
) -> float:
    """Where the claims that are not rejected end, looked for from the mean outwards."""
    if not rejected(values, sizes, outside, error):
        return outside
    for _ in range(STEPS):
        between = (outside + inside) / 2
        if rejected(values, sizes, between, error):
            outside = between
        else:
            inside = between
    return outside
