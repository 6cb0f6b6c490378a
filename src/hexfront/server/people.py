"""Who asks, and what he may do: every permission of the server is checked with these few functions.

In local mode there is one user, who needs no account. In hosted mode the accounts put the user of a
session into the scope of the request before a handler runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from hexfront.kernel.title import OBSERVER
from hexfront.server.problems import Problem

SCOPE_KEY = "hexfront_user"


class User(msgspec.Struct, frozen=True):
    """Somebody who plays."""

    id: str
    name: str
    guest: bool = False


LOCAL = User("local", "Player")


class Seat(msgspec.Struct, frozen=True):
    """Who plays a side."""

    side: str
    kind: str  # human, computer, open, invited, mail (played elsewhere)
    user: str = ""
    player: str = ""
    public: bool = False
    name: str = ""  # how its player is called


def who(request: ASGIConnection[Any, Any, Any, Any]) -> User:
    """The user who asks; Problem 401 if nobody is logged in."""
    found = request.scope.get(SCOPE_KEY)
    if isinstance(found, User):
        return found
    if request.app.state.service.settings.hosted:
        raise Problem(401, "login", "log in first")
    return LOCAL


def holds(user: User, seats: Mapping[str, Seat], side: str) -> bool:
    """Whether a user plays a side of a game."""
    seat = seats.get(side)
    return seat is not None and seat.kind == "human" and seat.user == user.id


def holds_all(user: User, seats: Mapping[str, Seat]) -> bool:
    """Whether a user plays every side that a person plays, and so has nobody to hide anything from."""
    people = [seat for seat in seats.values() if seat.kind != "computer"]
    return bool(people) and all(holds(user, seats, seat.side) for seat in people)


def at_table(user: User, owner: str, seats: Mapping[str, Seat], observers: frozenset[str]) -> bool:
    """Whether a user may know of a game at all."""
    return user.id == owner or user.id in observers or any(seat.user == user.id for seat in seats.values())


def may_watch(
    user: str, viewer: str, owner: str, seats: Mapping[str, Seat], observers: frozenset[str]
) -> bool:
    """Whether a user may go on looking at a game with these eyes."""
    if viewer != OBSERVER:
        seat = seats.get(viewer)
        return seat is not None and seat.kind == "human" and seat.user == user
    return user == owner or user in observers or any(seat.user == user for seat in seats.values())


def check_viewer(user: User, seats: Mapping[str, Seat], viewer: str) -> None:
    """Problem 403 unless a user may look at a game with these eyes."""
    if viewer != OBSERVER and not holds(user, seats, viewer):
        raise Problem(403, "seat", f'you do not play "{viewer}" in this game')
