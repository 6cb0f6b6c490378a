"""What samples allow one to say: shares, means and differences, each with an interval of 95 percent.

Shares have Wilson's interval, means and mean differences Student's. Small samples are the rule here, so
nothing is taken to be normal that is not: quantiles of Student's distribution are computed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import fmean, stdev

import msgspec

Z = 1.959963984540054  # of the normal distribution, for 95 percent


class Estimate(msgspec.Struct, frozen=True):
    """A number, and between which it lies with 95 percent confidence; None where too few were seen."""

    value: float
    low: float | None = None
    high: float | None = None
    of: int = 0

    def percent(self) -> str:
        """A share in words."""
        if self.low is None or self.high is None:
            return f"{self.value:.0%}"
        return f"{self.value:.0%} ({self.low:.0%} to {self.high:.0%})"

    def plain(self, digits: int = 0) -> str:
        """A number in words."""
        if self.low is None or self.high is None:
            return _shown(self.value, digits)
        ends = " to ".join(_shown(each, digits) for each in (self.low, self.high))
        return f"{_shown(self.value, digits)} ({ends})"


def _shown(value: float, digits: int) -> str:
    """A number without a sign before nothing."""
    return f"{round(value, digits) + 0.0:,.{digits}f}"


def share(number: int, of: int) -> Estimate:
    """How often something happens, with Wilson's interval."""
    if not of:
        return Estimate(0.0, of=0)
    seen = number / of
    spread = 1 + Z * Z / of
    middle = (seen + Z * Z / (2 * of)) / spread
    half = Z * math.sqrt(seen * (1 - seen) / of + Z * Z / (4 * of * of)) / spread
    low = 0.0 if number == 0 else middle - half
    high = 1.0 if number == of else middle + half
    return Estimate(seen, low, high, of)


def mean(values: Sequence[float]) -> Estimate:
    """The mean, with Student's interval; without one where no value differs, as nothing can be told then."""
    if not values:
        return Estimate(0.0, of=0)
    middle = fmean(values)
    spread = stdev(values) if len(values) > 1 else 0.0
    if not spread:
        return Estimate(middle, of=len(values))
    half = student(len(values) - 1) * spread / math.sqrt(len(values))
    return Estimate(middle, middle - half, middle + half, len(values))


def effect(differences: Sequence[float]) -> float | None:
    """The size of an effect: the mean difference of pairs in standard deviations of the differences."""
    if len(differences) < 2:
        return None
    spread = stdev(differences)
    return fmean(differences) / spread if spread else None


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which a part of the values lies, between two of them in proportion."""
    ordered = sorted(values)
    at = part * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (at - below)


@cache
def student(freedom: int) -> float:
    """The number of standard errors that make an interval of 95 percent."""
    low, high = 0.0, 1000.0
    for _ in range(80):
        middle = (low + high) / 2
        if _inside(middle, freedom) < 0.95:
            low = middle
        else:
            high = middle
    return high


def _inside(distance: float, freedom: int) -> float:
    """The part of Student's distribution within a distance of its middle.

    By the finite sums for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).
    """
    angle = math.atan(distance / math.sqrt(freedom))
    cosine, sine = math.cos(angle), math.sin(angle)
    if freedom == 1:
        return 2 * angle / math.pi
    total = term = cosine if freedom % 2 else 1.0
    for each in range(3 if freedom % 2 else 2, freedom - 1, 2):
        term *= cosine * cosine * (each - 1) / each
        total += term
    if freedom % 2:
        return 2 / math.pi * (angle + sine * total)
    return sine * total
