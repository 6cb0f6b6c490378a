"""The optional clock: a bank of time for each side, and a little more for every decision handed on.

A clock is plain data that is stored with its game; time passes only when it is asked what the time is.
So it needs no process that ticks, and survives a restart. While the server is down the clock of the side
to decide runs on: it is meant for games in which sides may well be days apart.

When a bank is empty the flag falls. That ends nothing by itself: the opponent may claim the game, or
play on as if nothing had happened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any

import msgspec

LONGEST = 366 * 24 * 3600


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new game may say of its clock, in seconds."""

    seconds: Annotated[float, msgspec.Meta(ge=10, le=LONGEST)]
    increment: Annotated[float, msgspec.Meta(ge=0, le=LONGEST)] = 0


class Clock(msgspec.Struct, frozen=True):
    """How much time every side had left at ``since``, and whose time is running from there."""

    bank: float
    increment: float
    left: dict[str, float]
    running: tuple[str, ...] = ()
    since: float = 0
    flags: dict[str, float] = {}  # side to when its flag fell
    claimed: str = ""  # the side that claimed the game
    begun: bool = False  # all were there once: from then on nobody stops it by going away


def set_clock(terms: Terms, sides: Iterable[str], waiting: Iterable[str], now: float) -> Clock:
    """A clock at the start of a game."""
    running = tuple(waiting)
    left = dict.fromkeys(sides, terms.seconds)
    return Clock(terms.seconds, terms.increment, left, running, now, begun=bool(running))


def left_at(clock: Clock, now: float) -> dict[str, float]:
    """What every side has left now; less than nothing if its flag has fallen."""
    passed = max(0.0, now - clock.since)
    return {side: left - passed * (side in clock.running) for side, left in clock.left.items()}


def has_begun(clock: Clock) -> bool:
    """Whether it has ever run. Clocks that were kept before this was written down did if they run now."""
    return clock.begun or bool(clock.running)


def turned(clock: Clock, waiting: Collection[str], now: float, *, decided: bool) -> Clock:
    """The clock after something happened in the game: now it is for these sides to decide.

    A side that no longer has to decide gets its increment if it has ``decided``: not if steps were taken
    back, or if somebody sat down or went away.
    """
    left = left_at(clock, now)
    flags = dict(clock.flags)
    for side in clock.running:
        if left[side] <= 0 and side not in flags:
            flags[side] = now + left[side]
        if decided and side not in waiting:
            left[side] = min(max(0.0, left[side]) + clock.increment, LONGEST)
    running = () if clock.claimed else tuple(side for side in clock.left if side in waiting)
    begun = has_begun(clock) or bool(running)
    return msgspec.structs.replace(clock, left=left, running=running, since=now, flags=flags, begun=begun)


def fallen(clock: Clock, now: float) -> dict[str, float]:
    """The sides whose flags have fallen by now, and when."""
    left = left_at(clock, now)
    newly = {side: now + left[side] for side in clock.running if left[side] <= 0 and side not in clock.flags}
    return {**clock.flags, **newly}


def why_not_claim(clock: Clock, side: str, now: float) -> str:
    """Why a side may not claim the game on time; empty if it may."""
    if clock.claimed:
        return f"the game has been claimed by {clock.claimed}"
    flags = fallen(clock, now)
    if side in flags:
        return "your own flag has fallen, too" if len(flags) > 1 else "it is your own flag that has fallen"
    if not flags:
        return "no flag has fallen"
    return ""


def claim(clock: Clock, side: str, now: float) -> Clock:
    """The clock after a side has claimed the game: it stands still."""
    stopped = turned(clock, (), now, decided=False)
    return msgspec.structs.replace(stopped, claimed=side)


def renewed(clock: Clock, side: str, now: float) -> Clock:
    """The clock after all have agreed that somebody else plays a side: it has its whole time again."""
    left = {**left_at(clock, now), side: clock.bank}
    flags = {each: at for each, at in fallen(clock, now).items() if each != side}
    return msgspec.structs.replace(clock, left=left, since=now, flags=flags)


def shown(clock: Clock, now: float) -> dict[str, Any]:
    """The clock as clients see it: they count down from ``left`` by themselves."""
    return {
        "bank": clock.bank,
        "increment": clock.increment,
        "left": {side: round(left, 3) for side, left in left_at(clock, now).items()},
        "running": list(clock.running),
        "flags": {side: round(at, 3) for side, at in fallen(clock, now).items()},
        "claimed": clock.claimed or None,
    }


def read(text: str) -> Clock | None:
    """A clock as it is kept with its game; None if the game has none."""
    return msgspec.json.decode(text, type=Clock) if text else None


def write(clock: Clock | None) -> str:
    """A clock as it is kept with its game."""
    return msgspec.json.encode(clock).decode() if clock else ""


def outcome_of(text: str, names: Mapping[str, str]) -> str | None:
    """What a claim has made of a game; None if nobody has claimed it."""
    clock = read(text)
    return f"{names.get(clock.claimed, clock.claimed)} wins on time" if clock and clock.claimed else None
