"""Who plays which side: links that let somebody in, open seats, and sides handed to the computer.

A link holds a random token behind the ``#`` of its address, where browsers do not send it to anybody; the
database holds its hash. A seat somebody else has taken cannot be taken from him: its owner can only call
back a link that has not been used.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Annotated, Any
from urllib.parse import quote

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import and_, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.kernel.title import OBSERVER
from hexfront.server import accounts, commands, fresh, journal, lobby
from hexfront.server import clock as clocks
from hexfront.server import store as tables
from hexfront.server.absence import Replaced
from hexfront.server.absence import read as read_absence
from hexfront.server.live import Live
from hexfront.server.mail import check_seats
from hexfront.server.passwords import hash_of, new_token
from hexfront.server.people import LOCAL, SCOPE_KEY, User, at_table, holds, sits
from hexfront.server.playing import amending, changed, hold
from hexfront.server.problems import Problem, errors
from hexfront.server.security import address_of
from hexfront.server.service import Service
from hexfront.server.shapes import GameInfo
from hexfront.server.sockets import tell_presence
from hexfront.server.store import now

LINK_DAYS = 30


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one takes a seat: by the token of a link, or without one if the seat is offered to all."""

    token: Annotated[str, msgspec.Meta(max_length=100)] = ""
    name: Annotated[str, msgspec.Meta(max_length=40)] = "Guest"  # of somebody without an account


class Invitation(msgspec.Struct, frozen=True):
    """A link to be sent to somebody."""

    link: str
    expires: float


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to become of a side: a kind of computer player, "me", "open", "invite" or "mail"."""

    player: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


def unknown_game() -> Problem:
    return Problem(404, "unknown", "there is no such game")


@asynccontextmanager
async def seating(service: Service, live: Live, renew: str = "") -> AsyncIterator[AsyncConnection]:
    """One transaction that changes who sits where. Hold the game.

    If a person comes to a game that is not his alone, it gets dice that nobody knows, or he does not come.
    ``renew`` names a side that has its whole time again, if the game has a clock.
    """
    before, committed = live.game.step, None
    async with amending(live), service.store.writing() as connection:
        revision = await journal.touch(service.store, live, connection)
        yield connection
        seats = await journal.seats_of(connection, live.id)
        observers = await journal.observers_of(connection, live.id)
        shared = fresh.is_shared(live, seats)
        if fresh.are_due(live, seats):
            step = fresh.renew(live.game, live.turn)
            committed = await journal.append_within(connection, live, revision, before, [step])
        clock = journal.turned_clock(live, seats, now())
        if renew and (running := clocks.read(clock)) is not None:
            clock = clocks.write(clocks.renewed(running, renew, now()))
        if (clock, shared) != (live.clock, live.shared):
            here = tables.game.c.id == live.id
            await connection.execute(update(tables.game).where(here).values(clock=clock, shared=shared))
    if committed is not None:
        committed()
    live.revision, live.seats, live.observers, live.clock = revision, seats, observers, clock
    live.shared = shared
    service.exchange.show_change(live)


async def settle(service: Service, live: Live) -> None:
    """After a change of seats: tell all who are connected, and let the computer play what is now its own."""
    tell_presence(service, live)
    await changed(service, live)


async def _check_agreed(service: Service, game: str, side: str) -> None:
    """Problem if a seat was handed on because somebody stayed away: then all decide about it together."""
    if side in await handed_on(service, game):
        raise Problem(403, "absence", "this seat was handed on by agreement: those who play decide together")


async def handed_on(service: Service, game: str) -> Mapping[str, Replaced]:
    """The seats of a game that were handed on because somebody stayed away, and whose they were."""
    kept = tables.absence
    row = await service.store.one(select(kept.c.body).where(kept.c.game == game))
    return read_absence(row["body"]).replaced if row else {}


# Links


def link_to(service: Service, game_id: str, side: str, token: str) -> str:
    """The address that lets somebody in."""
    return f"{service.settings.address}/#/join/{game_id}/{quote(side, safe='')}/{token}"


def check_owner(live: Live, user: User, side: str) -> None:
    """Problem unless a user may say who plays a side, or who watches."""
    if live.owner != user.id:
        raise Problem(403, "owner", "only the owner of the game may do this")
    if side != OBSERVER and side not in live.seats:
        raise Problem(404, "unknown", f'there is no side "{side}"')


@post("/api/games/{game_id:str}/seats/{side:str}/invite", status_code=201, responses=errors(409))
async def invite(
    game_id: FromPath[str],
    side: FromPath[str],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> Invitation:
    """Make a link for a side, or for observers. An older link for the same side is worth nothing then."""
    live = await service.game(game_id, user)
    check_owner(live, user, side)
    service.limiter.count("invite", user.id)
    token = new_token()
    expires = now() + LINK_DAYS * 86400
    async with hold(service, live):
        if side != OBSERVER:
            check_seats(live.game)
            await _check_agreed(service, game_id, side)
            seat = live.seats[side]
            if seat.kind == "human" and seat.user not in ("", user.id):
                raise Problem(409, "taken", f"{seat.name} plays this side")
        async with seating(service, live) as connection:
            await revoke_links(connection, game_id, side)
            await connection.execute(
                insert(tables.invitation).values(
                    id=hash_of(token),
                    game=game_id,
                    side=side,
                    made_by=user.id,
                    created=now(),
                    expires=expires,
                )
            )
            await put_seat(connection, game_id, side, kind="invited")
    await settle(service, live)
    return Invitation(link_to(service, game_id, side, token), expires)


@delete("/api/games/{game_id:str}/seats/{side:str}/invite", status_code=204, responses=errors(409))
async def revoke(
    game_id: FromPath[str],
    side: FromPath[str],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> None:
    """Call back a link. Observers who came by it can no longer look; who was replaced still can."""
    live = await service.game(game_id, user)
    check_owner(live, user, side)
    async with hold(service, live):
        if side != OBSERVER and live.seats[side].kind == "human":
            raise Problem(409, "taken", "the link has been used: somebody plays this side")
        await _check_agreed(service, game_id, side)
        async with seating(service, live) as connection:
            await revoke_links(connection, game_id, side)
            if side == OBSERVER:
                looking = tables.observer
                stay = {each.user for each in (await handed_on(service, game_id)).values()}
                await connection.execute(
                    looking.delete().where(looking.c.game == game_id, looking.c.user.not_in(stay))
                )
            elif live.seats[side].kind == "invited":
                await put_seat(connection, game_id, side, kind="open")
    await settle(service, live)


async def revoke_links(connection: AsyncConnection, game_id: str, side: str) -> None:
    invitation = tables.invitation
    await connection.execute(
        update(invitation)
        .where(invitation.c.game == game_id, invitation.c.side == side, ~invitation.c.revoked)
        .values(revoked=True)
    )


async def put_seat(connection: AsyncConnection, game_id: str, side: str, **values: Any) -> None:
    if side != OBSERVER:
        seat = tables.seat
        whole = {"user": None, "player": "", "public": False, **values}
        await connection.execute(
            update(seat).where(seat.c.game == game_id, seat.c.side == side).values(**whole)
        )
        if whole["kind"] != "human":  # commands end with the chief who gave them
            given = tables.command
            await connection.execute(given.delete().where(given.c.game == game_id, given.c.side == side))


# Taking a seat


@post("/api/games/{game_id:str}/seats/{side:str}/claim", status_code=200, responses=errors(409, 422))
async def claim(
    game_id: FromPath[str],
    side: FromPath[str],
    data: JSONBody[Claim],
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
) -> Response[GameInfo]:
    """Take a seat, by a link or because it is offered to all. Who has no account becomes a guest."""
    live = await service.hall.live(game_id)
    settings = service.settings
    asking = request.scope.get(SCOPE_KEY)
    user = asking if isinstance(asking, User) else None
    if not settings.hosted:
        user = LOCAL
    command = await commands.promised(service.store, live, side, data.token, user)
    opened = "" if command else await _opened(service, live, side, data.token, user)
    cookie_token = ""
    if user is None:
        if not data.token:
            raise Problem(401, "login", "log in first")
        service.limiter.count("guest", address_of(request.scope))
        user = await accounts.create_guest(service.store, data.name)
        cookie_token = await accounts.open_session(service.store, user)
    async with hold(service, live):
        if side == OBSERVER:
            await _watch(service, live, user)
        elif command:
            async with seating(service, live) as connection:
                await commands.take(connection, live, side, data.token, user)
        elif not holds(user, live.seats, side):
            await _sit(service, live, side, user, opened)
    await settle(service, live)
    info = lobby.info(service, live, user)
    if cookie_token:
        return accounts.with_session(service, info, cookie_token)
    return Response(info, media_type="application/json")


async def _opened(service: Service, live: Live, side: str, token: str, user: User | None) -> str:
    """The hash of the invitation that opens a seat, empty if it is open; Problem if it is closed.

    Whoever has no right to know of the game learns nothing from the answer.
    """
    seat = live.seats.get(side)
    if user and side == OBSERVER and at_table(user, live.owner, live.seats, live.observers):
        return ""
    if user and holds(user, live.seats, side):
        return ""
    if not token:
        if seat and seat.kind == "open" and (seat.public or (user and user.id == live.owner)):
            return ""
        if user and at_table(user, live.owner, live.seats, live.observers):
            raise Problem(403, "seat", "this seat is not open to you")
        raise unknown_game()
    invitation = tables.invitation
    found = await service.store.one(select(invitation).where(invitation.c.id == hash_of(token)))
    if found is None or found["game"] != live.id or found["side"] != side:
        raise unknown_game()
    if found["revoked"] or (found["expires"] or 0) < now():
        raise Problem(403, "link", "this link is no longer good: ask for a new one")
    if found["taken_by"]:
        raise Problem(409, "taken", "somebody has used this link already")
    return str(found["id"])


async def _watch(service: Service, live: Live, user: User) -> None:
    if user.id in live.observers:
        return
    async with seating(service, live) as connection:
        await connection.execute(insert(tables.observer).values(game=live.id, user=user.id, at=now()))


async def _sit(service: Service, live: Live, side: str, user: User, opened: str) -> None:
    """Put somebody into a seat. One that was handed on has its whole time when he comes, however late."""
    seat = live.seats[side]
    if seat.kind not in ("open", "invited"):
        raise Problem(409, "taken", "somebody plays this side already")
    replaces = side in await handed_on(service, live.id)
    if service.settings.hosted and any(
        sits(user.id, live.seats, other) for other in live.seats if other != side
    ):
        if live.owner != user.id or replaces:
            raise Problem(409, "seat", "you play another side of this game")
    fresh_time = side if replaces and seat.kind == "invited" else ""
    async with seating(service, live, renew=fresh_time) as connection:
        if opened:
            invitation = tables.invitation
            taken = await connection.execute(
                update(invitation)
                .where(invitation.c.id == opened, invitation.c.taken_by.is_(None), ~invitation.c.revoked)
                .values(taken_by=user.id)
            )
            if taken.rowcount != 1:
                raise Problem(409, "taken", "somebody has used this link already")
        await put_seat(connection, live.id, side, kind="human", user=user.id)


# Handing a side on


@post("/api/games/{game_id:str}/seats/{side:str}", status_code=200, responses=errors(409, 422))
async def hand_over(
    game_id: FromPath[str],
    side: FromPath[str],
    data: JSONBody[Offer],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> GameInfo:
    """Give a side you play, or (as owner) one that no person plays, to a computer player, or take it back."""
    live = await service.game(game_id, user)
    if side not in live.seats:
        raise Problem(404, "unknown", f'there is no side "{side}"')
    async with hold(service, live):
        seat = live.seats[side]
        if seat.kind == "human" and seat.user != user.id:
            raise Problem(403, "seat", f"{seat.name} plays this side")
        if seat.kind != "human" and live.owner != user.id:
            raise Problem(403, "owner", "only the owner of the game may do this")
        check_seats(live.game)
        if seat.kind != "human":
            await _check_agreed(service, game_id, side)
        given = lobby.seat_for(live.game.title, side, data.player, user)
        async with seating(service, live) as connection:
            await revoke_links(connection, game_id, side)
            values = {"user": given.user or None, "player": given.player, "public": given.public}
            await put_seat(connection, game_id, side, kind=given.kind, **values)
    await settle(service, live)
    return lobby.info(service, live, user)


@get("/api/open-games", responses=errors())
async def open_games(user: NamedDependency[User], service: NamedDependency[Service]) -> list[GameInfo]:
    """Seats that their owners offer to all."""
    seat, game = tables.seat, tables.game
    offered = select(seat.c.game).where(seat.c.public, seat.c.kind == "open")
    return await lobby.listed_games(service, user, and_(game.c.id.in_(offered), game.c.outcome.is_(None)))


handlers = [invite, revoke, claim, hand_over, open_games]
