"""How often somebody may ask: sliding windows kept in memory, one set for each server process.

With several processes on one database each keeps its own count, so the limits of the whole server are
those given here times the number of processes.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping

import msgspec

MOST_REMEMBERED = 50_000  # callers; beyond it the windows that are empty are forgotten


class Limit(msgspec.Struct, frozen=True):
    """At most so many in so many seconds."""

    most: int
    seconds: float


LIMITS: Mapping[str, Limit] = {
    "ask": Limit(1200, 60),  # every request of one address
    "change": Limit(300, 60),  # requests that change something, of one address
    "account": Limit(10, 3600),  # new accounts of one address
    "guest": Limit(30, 3600),  # guests let in by a link, of one address
    "login": Limit(20, 300),  # tries to log in, of one address
    "game": Limit(60, 3600),  # new games of one user
    "import": Limit(20, 3600),  # games read from files, of one user
    "invite": Limit(60, 3600),  # new links of one user
    "letter": Limit(10, 3600),  # codes and tests of one user, codes to one mail address
    "chat": Limit(30, 60),  # lines of one user
    "dice": Limit(120, 60),  # promises and secrets for dice, of one user
    "think": Limit(120, 60),  # suggestions, forecasts and looks ahead of one user
    "film": Limit(30, 60),  # films of one user
    "draft": Limit(240, 60),  # positions of an editor looked at, of one user
    "live": Limit(120, 60),  # connections opened by one address
}


FREE_TRIES = 3
LONGEST_WAIT = 300.0  # seconds


class TooOften(Exception):
    """A limit is reached; ``wait`` says after how many seconds it may be tried again."""

    def __init__(self, what: str, wait: float) -> None:
        self.what = what
        self.wait = max(1, int(wait + 0.999))
        super().__init__(f"too many requests: try again in {self.wait} seconds")


class Limiter:
    """Counts what each caller did in the window of each limit.

    ``times`` multiplies every limit; zero or less means there are none, as in local mode.
    """

    def __init__(
        self,
        limits: Mapping[str, Limit] = LIMITS,
        times: float = 1.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = limits
        self._times = times
        self._now = now
        self._seen: dict[tuple[str, str], deque[float]] = {}

    def count(self, what: str, who: str) -> None:
        """Count one more; raises `TooOften`, and then it is not counted."""
        if self._times <= 0:
            return
        limit = self._limits[what]
        now = self._now()
        window = self._seen.get((what, who))
        if window is None:
            if len(self._seen) >= MOST_REMEMBERED:
                self._forget(now)
            window = self._seen[what, who] = deque()
        while window and window[0] <= now - limit.seconds:
            window.popleft()
        if len(window) >= max(1, int(limit.most * self._times)):
            raise TooOften(what, window[0] + limit.seconds - now)
        window.append(now)

    def _forget(self, now: float) -> None:
        """Drop windows in which nothing happened lately; if all are busy, the oldest half."""
        idle = [key for key, window in self._seen.items() if window[-1] <= now - self._limits[key[0]].seconds]
        for key in idle or list(self._seen)[: MOST_REMEMBERED // 2]:
            del self._seen[key]


class Tries:
    """Tries that failed: after the first few, each lets one wait twice as long as the one before.

    Whoever asks says who is trying what, so that nobody is kept out by the tries of another.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def check(self, trying: str) -> None:
        """Raises `TooOften` if it is too early for another try."""
        times, last = self._failed.get(trying, (0, 0.0))
        wait = min(LONGEST_WAIT, 2.0 ** (times - FREE_TRIES)) if times >= FREE_TRIES else 0.0
        if wait and (left := last + wait - self._now()) > 0:
            raise TooOften("password", left)

    def failed(self, trying: str) -> None:
        """One more try was in vain."""
        times, _ = self._failed.pop(trying, (0, 0.0))
        self._failed[trying] = min(times + 1, 60), self._now()
        while len(self._failed) > MOST_REMEMBERED:
            self._failed.popitem(last=False)

    def clear(self, trying: str) -> None:
        """It has succeeded."""
        self._failed.pop(trying, None)
