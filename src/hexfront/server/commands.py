"""Several people on one side: who has been given which command, and what is his to order.

The holder of a side's seat is its chief. What belongs to whom is judged by `hexfront.kernel.command`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.kernel.actions import Action
from hexfront.kernel.command import Staffing
from hexfront.server import store as tables
from hexfront.server.passwords import hash_of
from hexfront.server.people import Commander, Seat, User, holds, sits
from hexfront.server.problems import Problem
from hexfront.server.shapes import DecisionShown
from hexfront.server.store import Store, now

if TYPE_CHECKING:
    from hexfront.server.live import Live

Judge = Callable[[Action], None]


async def given(
    connection: AsyncConnection, games: Iterable[str]
) -> dict[tuple[str, str], tuple[Commander, ...]]:
    """Who has which commands, by game and side."""
    command, user = tables.command, tables.user
    rows = await connection.execute(
        select(command, user.c.name.label("called"))
        .join(user, user.c.id == command.c.user, isouter=True)
        .where(command.c.game.in_(list(games)))
        .order_by(command.c.name)
    )
    found: dict[tuple[str, str], tuple[Commander, ...]] = {}
    for row in rows.mappings():
        place = row["game"], row["side"]
        commander = Commander(row["name"], row["user"] or "", row["called"] or "")
        found[place] = (*found.get(place, ()), commander)
    return found


# What is whose


def _staffing(live: Live, side: str) -> Staffing:
    taken = (each.command for each in live.seats[side].commanders if each.user)
    return Staffing(live.game, side, taken)


def judge(live: Live, side: str, user: str) -> Judge | None:
    """Something that hears each action of an order and refuses what is not its giver's; None for the chief.

    It looks at the game as it is when the action is about to be played, so that every part of an order is
    judged by the question it answers.
    """
    seat = live.seats[side]
    if user == seat.user:
        return None
    mine = seat.commands_of(user)

    def heard(action: Action) -> None:
        decision = live.game.decision_of(side)
        if decision is None:
            return  # the game says who is to decide
        belongs = _staffing(live, side).whose(decision, action)
        if mine.isdisjoint(belongs):
            raise Problem(403, "command", f"this is for {whose(seat, belongs)} to order")

    return heard


def whose(seat: Seat, belongs: Sequence[str]) -> str:
    """To whom an answer belongs, in words: the commander of the smallest of some commands, or the chief."""
    for key in belongs:
        for each in seat.commanders:
            if each.command == key:
                return f"{each.name} ({key.rpartition('/')[2]})"
    return f"{seat.name}, who leads the side,"


def marked(live: Live, viewer: str, shown: DecisionShown | None) -> DecisionShown | None:
    """A question with each answer marked by the commands to which it belongs, where a side has any.

    The marks are the same for all of the side: whoever looks knows which commands are his.
    """
    seat = live.seats.get(viewer)
    decision = live.game.decision_of(viewer)
    if shown is None or decision is None or seat is None or not any(each.user for each in seat.commanders):
        return shown
    staffing = _staffing(live, viewer)
    choices = tuple(
        msgspec.structs.replace(choice, commands=tuple(staffing.whose(decision, action)))
        for choice, action in zip(shown.choices, decision.choices(), strict=True)
    )
    return msgspec.structs.replace(shown, choices=choices)


async def check_undo(store: Store, live: Live, side: str, user: str, back: int) -> None:
    """Problem if a commander would take back what somebody else has ordered since a step; hold the lock."""
    if user == live.seats[side].user or live.game.outbox:
        return
    entry = tables.entry
    rows = await store.all(
        select(entry.c.user)
        .where(entry.c.game == live.id, entry.c.seq > back, entry.c.user.is_distinct_from(user))
        .limit(1)
    )
    if rows:
        reason = "the last order was not yours: who gave it can take it back, and the chief of the side"
        raise Problem(403, "command", reason)


# Taking a command by its link


async def promised(store: Store, live: Live, side: str, token: str, user: User | None) -> bool:
    """Whether a token is that of a command of a side; Problem if it is no longer good."""
    if not token:
        return False
    command = tables.command
    row = await store.one(select(command).where(command.c.link == hash_of(token)))
    if row is None or row["game"] != live.id or row["side"] != side:
        return False
    if row["user"]:
        if user is None or row["user"] != user.id:
            raise Problem(409, "taken", "somebody has used this link already")
    elif row["expires"] < now():
        raise Problem(403, "link", "this link is no longer good: ask for a new one")
    return True


async def take(connection: AsyncConnection, live: Live, side: str, token: str, user: User) -> None:
    """Give the command of a link to a user; hold the game."""
    if holds(user, live.seats, side):
        raise Problem(409, "seat", "you lead this side: what you give to nobody is yours")
    if any(sits(user.id, live.seats, other) for other in live.seats if other != side):
        raise Problem(409, "seat", "you play another side of this game")
    command = tables.command
    taken = await connection.execute(
        update(command)
        .where(command.c.link == hash_of(token), command.c.user.is_(None) | (command.c.user == user.id))
        .values(user=user.id)
    )
    if taken.rowcount != 1:
        raise Problem(409, "taken", "somebody has used this link already")
