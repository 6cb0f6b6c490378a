"""Giving commands: a chief invites others to answer for parts of his side, and takes commands back."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import Delete, insert

from hexfront.server import store as tables
from hexfront.server.live import Live
from hexfront.server.mail import check_seats
from hexfront.server.passwords import hash_of, new_token
from hexfront.server.people import User
from hexfront.server.play import seated, serving
from hexfront.server.playing import hold
from hexfront.server.problems import Problem, errors
from hexfront.server.seats import LINK_DAYS, Invitation, link_to, seating, settle
from hexfront.server.service import Service
from hexfront.server.store import now

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class CommandShown(msgspec.Struct, frozen=True):
    """A part of a side that somebody can answer for; ``path`` are the names that lead to it."""

    command: str
    path: tuple[str, ...]
    pieces: int


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The command that is to be given."""

    command: Key


@get("/api/games/{game_id:str}/seats/{side:str}/commands", responses=errors())
async def list_commands(
    game_id: FromPath[str],
    side: FromPath[str],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> list[CommandShown]:
    """What can be given to others, the larger before its parts. Who has what stands with the seat."""
    live = await serving(service, user, game_id, side)
    async with hold(service, live):
        return [CommandShown(each.key, each.path, len(each.pieces)) for each in live.game.commands(side)]


@post("/api/games/{game_id:str}/seats/{side:str}/commands", status_code=201, responses=errors(409))
async def give(
    game_id: FromPath[str],
    side: FromPath[str],
    data: JSONBody[Wanted],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> Invitation:
    """Make a link by which somebody takes a command. An older link for the same one is worth nothing then."""
    live = await seated(service, user, game_id, side)
    service.limiter.count("invite", user.id)
    token, expires = new_token(), now() + LINK_DAYS * 86400
    async with hold(service, live):
        check_seats(live.game)
        if data.command not in {each.key for each in live.game.commands(side)}:
            raise Problem(404, "unknown", f'there is no command "{data.command}" on this side')
        for each in live.seats[side].commanders:
            if each.command == data.command and each.user:
                raise Problem(409, "taken", f"{each.name} has this command: take it back first")
        async with seating(service, live) as connection:
            await connection.execute(_row(live, side, data.command))
            row = {"game": live.id, "side": side, "name": data.command}
            await connection.execute(
                insert(tables.command).values(**row, link=hash_of(token), expires=expires)
            )
    await settle(service, live)
    return Invitation(link_to(service, game_id, side, token), expires)


@delete("/api/games/{game_id:str}/seats/{side:str}/commands", status_code=204, responses=errors(409))
async def take_back(
    game_id: FromPath[str],
    side: FromPath[str],
    user: NamedDependency[User],
    service: NamedDependency[Service],
    command: Annotated[str, QueryParameter(min_length=1, max_length=300)],
) -> None:
    """Take a command back, or its link; as its commander, hand it back. Its pieces are the chief's again."""
    live = await serving(service, user, game_id, side)
    async with hold(service, live):
        seat = live.seats[side]
        if seat.user != user.id and command not in seat.commands_of(user.id):
            raise Problem(403, "command", "only the chief of the side takes back what he has given to others")
        async with seating(service, live) as connection:
            await connection.execute(_row(live, side, command))
    await settle(service, live)


def _row(live: Live, side: str, command: str) -> Delete:
    table = tables.command
    return table.delete().where(table.c.game == live.id, table.c.side == side, table.c.name == command)


handlers = [list_commands, give, take_back]
