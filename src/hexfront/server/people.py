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


class Commander(msgspec.Struct, frozen=True):
    """Who answers for a part of a side; nobody yet while he is invited, and then it is the chief's."""

    command: str  # the key of a kernel `Command`
    user: str = ""
    name: str = ""


class Seat(msgspec.Struct, frozen=True):
    """Who plays a side: its chief, and those to whom he has given commands."""

    side: str
    kind: str  # human, computer, open, invited, mail (played elsewhere)
    user: str = ""
    player: str = ""
    public: bool = False
    name: str = ""  # how its player is called
    commanders: tuple[Commander, ...] = ()

    def commands_of(self, user: str) -> frozenset[str]:
        """The commands that a user has been given."""
        return frozenset(each.command for each in self.commanders if each.user and each.user == user)


def who(request: ASGIConnection[Any, Any, Any, Any]) -> User:
    """The user who asks; Problem 401 if nobody is logged in."""
    found = request.scope.get(SCOPE_KEY)
    if isinstance(found, User):
        return found
    if request.app.state.service.settings.hosted:
        raise Problem(401, "login", "log in first")
    return LOCAL


def holds(user: User, seats: Mapping[str, Seat], side: str) -> bool:
    """Whether a user plays a side of a game, as its chief."""
    seat = seats.get(side)
    return seat is not None and seat.kind == "human" and seat.user == user.id


def sits(user: str, seats: Mapping[str, Seat], side: str) -> bool:
    """Whether a user plays a side of a game, as its chief or as one of its commanders."""
    seat = seats.get(side)
    return seat is not None and seat.kind == "human" and (seat.user == user or bool(seat.commands_of(user)))


def holds_all(user: User, seats: Mapping[str, Seat]) -> bool:
    """Whether a user plays every side that a person plays, and so has nobody to hide anything from."""
    people = [seat for seat in seats.values() if seat.kind != "computer"]
    return bool(people) and all(holds(user, seats, seat.side) for seat in people)


def arrived(before: Mapping[str, Seat], after: Mapping[str, Seat]) -> list[Seat]:
    """The seats that a person has taken, here or by mail, who did not have them before."""
    return [
        seat
        for side, seat in after.items()
        if seat.kind in ("human", "mail")
        and not ((was := before.get(side)) and (was.kind, was.user) == (seat.kind, seat.user))
    ]


def at_table(user: User, owner: str, seats: Mapping[str, Seat], observers: frozenset[str]) -> bool:
    """Whether a user may know of a game at all."""
    return may_watch(user.id, OBSERVER, owner, seats, observers)


def may_watch(
    user: str, viewer: str, owner: str, seats: Mapping[str, Seat], observers: frozenset[str]
) -> bool:
    """Whether a user may go on looking at a game with these eyes."""
    if viewer != OBSERVER:
        return sits(user, seats, viewer)
    here = any(seat.user == user or seat.commands_of(user) for seat in seats.values())
    return user == owner or user in observers or here


def check_viewer(user: User, seats: Mapping[str, Seat], viewer: str) -> None:
    """Problem 403 unless a user may look at a game with these eyes."""
    if viewer != OBSERVER and not sits(user.id, seats, viewer):
        raise Problem(403, "seat", f'you do not play "{viewer}" in this game')
