"""Garbage collection in processes that play many games.

Boards, charts and remembered marches are many objects that live as long as the process, and a game throws
away almost nothing that refers to itself. Python's collector would look at all of them again and again and
find nothing: a tenth of the time and more. A process that plays game after game asks it to look rarely.
"""

from __future__ import annotations

import gc

THRESHOLDS = (400_000, 20, 100)
SERVING = (20_000, 20, 50)  # a server has more that refers to itself, and rests between requests


def collect_rarely(thresholds: tuple[int, int, int] = THRESHOLDS) -> None:
    """Leave what exists now alone for good, and look at what is new only now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*thresholds)
