"""Segments of a phase that can be taken up again: which are over, and what has been done in the one at hand.

What a procedure must remember between two questions stands in the position, so that a game can be restored,
or sent by mail, in the middle of a phase.
"""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.title import Procedure

OVER = "segment over: "
BEGUN = "segment begun: "
DONE = "done in segment: "


def once(position: SerbiaPosition, segment: str, procedure: Procedure) -> Procedure:
    """Go through a segment, unless that has been done in this phase."""
    if OVER + segment in position.flags:
        return None
    yield from procedure
    position.flags[OVER + segment] = 1
    return None


def begins(position: SerbiaPosition, segment: str) -> bool:
    """Whether a segment begins just now, and is not taken up again."""
    key = BEGUN + segment
    if key in position.flags:
        return False
    position.flags[key] = 1
    return True


def note(position: SerbiaPosition, what: str) -> None:
    """Remember something until the segment ends."""
    position.flags[DONE + what] = 1


def is_noted(position: SerbiaPosition, what: str) -> bool:
    return DONE + what in position.flags


def end(position: SerbiaPosition, segment: str) -> None:
    """The segment ends; what was noted in it is forgotten."""
    flags = position.flags
    flags.pop(BEGUN + segment, None)
    for key in [key for key in flags if key.startswith(DONE)]:
        del flags[key]


def end_phase(position: SerbiaPosition) -> None:
    """All segments are over; the next phase begins with none."""
    flags = position.flags
    for key in [key for key in flags if key.startswith(OVER)]:
        del flags[key]
