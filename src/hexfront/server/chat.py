"""What players say to each other at a table, and what each writes down for himself."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from hexfront.kernel.title import OBSERVER
from hexfront.server import news
from hexfront.server import store as tables
from hexfront.server.live import Live
from hexfront.server.people import User, sits
from hexfront.server.problems import Problem, errors
from hexfront.server.service import Service
from hexfront.server.store import Row, now

LAST_LINES = 300


class Line(msgspec.Struct, frozen=True):
    """Something said."""

    id: int
    by: str
    side: str
    text: str
    at: float


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be said."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has written down for himself."""

    text: Annotated[str, msgspec.Meta(max_length=20_000)]


def line_of(row: Row) -> Line:
    return Line(row["id"], row["name"], row["side"], row["text"], row["at"])


def place_of(user: User, live: Live) -> str:
    """From where at the table somebody speaks: the side he plays if it is one, else as an observer."""
    sides = [side for side in live.seats if sits(user.id, live.seats, side)]
    return sides[0] if len(sides) == 1 else "" if sides else OBSERVER


@get("/api/games/{game_id:str}/chat", responses=errors())
async def read_chat(
    game_id: FromPath[str],
    user: NamedDependency[User],
    service: NamedDependency[Service],
    after: Annotated[int, QueryParameter(ge=0, le=2**31 - 1, description="the last line known")] = 0,
) -> list[Line]:
    """The last lines said at a table, oldest first."""
    await service.game(game_id, user)
    chat = tables.chat
    rows = await service.store.all(
        select(chat)
        .where(chat.c.game == game_id, chat.c.id > after)
        .order_by(chat.c.id.desc())
        .limit(LAST_LINES)
    )
    return [line_of(row) for row in reversed(rows)]


@post("/api/games/{game_id:str}/chat", status_code=201, responses=errors(422))
async def say(
    game_id: FromPath[str],
    data: JSONBody[Said],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> Line:
    """Say something to all at the table."""
    live = await service.game(game_id, user)
    text = cleaned(data.text).strip()
    if not text:
        raise Problem(422, "chat", "there is nothing in it")
    service.limiter.count("chat", user.id)
    row = {
        "game": game_id,
        "user": user.id,
        "name": user.name,
        "side": place_of(user, live),
        "text": text,
        "at": now(),
    }
    async with service.store.writing() as connection:
        written = await connection.execute(insert(tables.chat).returning(tables.chat.c.id), row)
        number: int = written.scalar_one()
        await service.store.notify(connection, f"chat:{game_id}:{number}")
        if not service.store.is_sqlite:
            service.exchange.said.add(number)  # its notice will come back to us
    line = line_of({**row, "id": number})
    service.exchange.tell(game_id, {"type": "chat", **msgspec.to_builtins(line)})
    if service.settings.hosted:
        await news.of_chat(service, live, user.id, user.name)
    return line


async def tell_line(service: Service, game_id: str, number: int) -> None:
    """Pass on a line that was said at another process of this server."""
    if number in service.exchange.said:
        service.exchange.said.discard(number)
        return
    row = await service.store.one(select(tables.chat).where(tables.chat.c.id == number))
    if row and row["game"] == game_id:
        service.exchange.tell(game_id, {"type": "chat", **msgspec.to_builtins(line_of(row))})


def cleaned(text: str) -> str:
    """Text without the signs that do not print and PostgreSQL does not take."""
    return "".join(sign for sign in text if sign.isprintable() or sign in "\n\t")


@get("/api/games/{game_id:str}/notes", responses=errors())
async def read_notes(
    game_id: FromPath[str], user: NamedDependency[User], service: NamedDependency[Service]
) -> Note:
    """What you have written down about a game."""
    await service.game(game_id, user)
    note = tables.note
    row = await service.store.one(select(note.c.text).where(note.c.game == game_id, note.c.user == user.id))
    return Note(row["text"] if row else "")


@put("/api/games/{game_id:str}/notes", responses=errors())
async def write_notes(
    game_id: FromPath[str],
    data: JSONBody[Note],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> Note:
    """Write something down about a game; nobody else can read it."""
    await service.game(game_id, user)
    kept = Note(cleaned(data.text))
    note = tables.note
    values = {"text": kept.text, "at": now()}
    change = update(note).where(note.c.game == game_id, note.c.user == user.id).values(**values)
    if not await service.store.write(change):
        try:
            await service.store.write(insert(note).values(game=game_id, user=user.id, **values))
        except IntegrityError:  # written from another window at the same moment
            await service.store.write(change)
    return kept


handlers = [read_chat, say, read_notes, write_notes]
