"""What a player says of notices to him: where they go, of what he wants to be told, and how it went."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

import msgspec
from litestar import Litestar, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import delete as sql_delete
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from hexfront.server import news
from hexfront.server import store as tables
from hexfront.server.accounts import checked_mail, hosted_only
from hexfront.server.news import MAIL, WEBHOOK, Choice
from hexfront.server.notice_texts import LANGUAGES, said
from hexfront.server.passwords import hash_of
from hexfront.server.people import User
from hexfront.server.problems import Problem, errors
from hexfront.server.service import Service
from hexfront.server.store import Row, now
from hexfront.server.webhooks import Undelivered, check_address

CODE_DIGITS, CODE_SECONDS, CODE_TRIES = 6, 1800.0, 5

Kind = Literal["mail", "webhook"]
Language = Literal["en", "de", "fr"]


class Way(msgspec.Struct, frozen=True):
    """An address of a player. ``trouble`` says why the last try failed; ``off``, that no more is tried."""

    kind: str
    address: str
    confirmed: bool
    trouble: str
    off: bool


class Notices(msgspec.Struct, frozen=True):
    """Where a player is told, of what, and whether the host of this server can send mail at all."""

    mail: bool
    ways: tuple[Way, ...]
    choice: Choice


class NewWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody wants to be told, and in which language."""

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=500)]
    language: Language = "en"


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that came to an address."""

    code: Annotated[str, msgspec.Meta(max_length=20)]


class Leaving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From the link under a letter."""

    token: Annotated[str, msgspec.Meta(min_length=10, max_length=100)]


class OfGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has chosen for a game; nothing where it is as for all."""

    choice: Choice | None = None


class Tried(msgspec.Struct, frozen=True):
    """Whether a test was taken, and if not, why."""

    done: bool
    reason: str = ""


@get("/api/me/notices", responses=errors(403))
async def my_notices(user: NamedDependency[User], service: NamedDependency[Service]) -> Notices:
    """Where notices to you go, and of what."""
    hosted_only(service)
    return await _notices(user, service)


async def _notices(user: User, service: Service) -> Notices:
    way = tables.notice_way
    rows = await service.store.all(select(way).where(way.c.user == user.id).order_by(way.c.kind))
    found = tuple(
        Way(row["kind"], row["address"], row["confirmed"], row["trouble"], row["off"]) for row in rows
    )
    return Notices(service.postman.there, found, await service.news.choice(user.id, ""))


@put("/api/me/notices/{kind:str}", responses=errors(403, 409, 422))
async def put_way(
    kind: FromPath[Kind],
    data: JSONBody[NewWay],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> Notices:
    """Name an address. A mail address is used when the code that is sent to it has come back."""
    hosted_only(service)
    if kind == MAIL:
        await _name_mail(service, user, data)
    elif kind == WEBHOOK:
        try:
            address = check_address(data.address.strip())
        except ValueError as wrong:
            raise Problem(422, "webhook", str(wrong)) from None
        await _put(service, user, kind, address, data.language, confirmed=True)
    else:
        raise _unknown(kind)
    return await _notices(user, service)


async def _name_mail(service: Service, user: User, data: NewWay) -> None:
    if not service.postman.there:
        raise Problem(409, "no-mail", "the host of this server has set up no mail: use a webhook")
    address = checked_mail(data.address)
    if not address:
        raise Problem(422, "mail", "this is not a mail address")
    service.limiter.count("letter", user.id)
    service.limiter.count("letter", address.casefold())
    code = "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
    words = {"code": code}
    subject, text = (said(data.language, what, words) for what in ("code-subject", "code"))
    try:
        await service.postman.send(address, subject, text)
    except Undelivered as wrong:
        raise Problem(422, "mail", wrong.reason) from None
    await _put(
        service,
        user,
        MAIL,
        address,
        data.language,
        confirmed=False,
        code=hash_of(f"{user.id} {code}"),
        code_until=now() + CODE_SECONDS,
    )


async def _put(service: Service, user: User, kind: str, address: str, language: str, **values: Any) -> None:
    """An address takes the place of the one before it, and what was known of that one is forgotten."""
    way = tables.notice_way
    mine = (way.c.user == user.id, way.c.kind == kind)
    fresh = {
        "address": address,
        "language": language if language in LANGUAGES else "en",
        "leave": news.new_leave(),
        "code": None,
        "code_until": None,
        "code_tries": 0,
        "failures": 0,
        "trouble": "",
        "off": False,
        **values,
    }
    change = update(way).where(*mine).values(**fresh)
    if not await service.store.write(change):
        try:
            await service.store.write(insert(way).values(user=user.id, kind=kind, **fresh))
        except IntegrityError:  # named from another window at the same moment
            await service.store.write(change)


@post("/api/me/notices/mail/confirm", status_code=200, responses=errors(403, 409, 422))
async def confirm(
    data: JSONBody[Code], user: NamedDependency[User], service: NamedDependency[Service]
) -> Notices:
    """Give back the code that came to your mail address: from then on it is used."""
    hosted_only(service)
    way = tables.notice_way
    mine = (way.c.user == user.id, way.c.kind == MAIL)
    # Each try is counted before it is looked at, so that many at once are not more than allowed.
    counted = await service.store.write(
        update(way)
        .where(*mine, way.c.code.is_not(None), way.c.code_tries < CODE_TRIES, way.c.code_until > now())
        .values(code_tries=way.c.code_tries + 1)
    )
    if not counted:
        raise Problem(409, "code", "there is no code that is still good: ask for a new one")
    given = "".join(data.code.split())
    right = await service.store.write(
        update(way)
        .where(*mine, way.c.code == hash_of(f"{user.id} {given}"))
        .values(confirmed=True, code=None, code_until=None, failures=0, trouble="", off=False)
    )
    if not right:
        raise Problem(422, "code", "this is not the code")
    return await _notices(user, service)


@post("/api/me/notices/{kind:str}/test", status_code=200, responses=errors(403, 422))
async def try_way(
    kind: FromPath[Kind], user: NamedDependency[User], service: NamedDependency[Service]
) -> Tried:
    """Send a test now. If it is taken, an address that was switched off is used again."""
    hosted_only(service)
    way = await _way(service, user, kind)
    if not way["confirmed"]:
        raise Problem(422, "code", "confirm the address first, by the code that was sent to it")
    service.limiter.count("letter", user.id)
    row = {"text": said(way["language"], "test", {}), "game": "", "what": "test", "side": "", "turn": ""}
    mine = (tables.notice_way.c.user == user.id, tables.notice_way.c.kind == kind)
    try:
        await service.news.deliver(way, [row])
    except Undelivered as wrong:
        await service.store.write(update(tables.notice_way).where(*mine).values(trouble=wrong.reason))
        return Tried(False, wrong.reason)
    values = {"failures": 0, "trouble": "", "off": False}
    await service.store.write(update(tables.notice_way).where(*mine).values(**values))
    return Tried(True)


@delete("/api/me/notices/{kind:str}", status_code=204, responses=errors(403))
async def delete_way(
    kind: FromPath[Kind], user: NamedDependency[User], service: NamedDependency[Service]
) -> None:
    """Take an address away."""
    hosted_only(service)
    if kind not in (MAIL, WEBHOOK):
        raise _unknown(kind)
    await news.forget(service.store, user.id, kind)


@post("/api/notices/leave", status_code=200, responses=errors(403))
async def leave(data: JSONBody[Leaving], service: NamedDependency[Service]) -> Tried:
    """Have no more notices at an address, by the link under a letter; nobody has to be logged in.

    Who has no such link learns nothing from the answer.
    """
    hosted_only(service)
    way = tables.notice_way
    found = await service.store.one(select(way.c.user, way.c.kind).where(way.c.leave == data.token))
    if found is not None:
        await news.forget(service.store, found["user"], found["kind"])
    return Tried(True)


@put("/api/me/notice-choice", responses=errors(403, 422))
async def put_choice(
    data: JSONBody[Choice], user: NamedDependency[User], service: NamedDependency[Service]
) -> Notices:
    """Choose of what you want to be told, in all games for which you choose nothing else."""
    hosted_only(service)
    await _choose(service, user, "", data)
    return await _notices(user, service)


@get("/api/games/{game_id:str}/notices", responses=errors())
async def get_of_game(
    game_id: FromPath[str], user: NamedDependency[User], service: NamedDependency[Service]
) -> OfGame:
    """Of what you want to be told in a game, if you have chosen it for this game."""
    await service.game(game_id, user)
    chosen = tables.notice_choice
    row = await service.store.one(
        select(chosen.c.body).where(chosen.c.user == user.id, chosen.c.game == game_id)
    )
    return OfGame(msgspec.json.decode(row["body"], type=Choice) if row else None)


@put("/api/games/{game_id:str}/notices", responses=errors(422))
async def put_of_game(
    game_id: FromPath[str],
    data: JSONBody[OfGame],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> OfGame:
    """Choose it for a game, or take the choice for all again."""
    await service.game(game_id, user)
    await _choose(service, user, game_id, data.choice)
    return data


async def _choose(service: Service, user: User, game: str, choice: Choice | None) -> None:
    chosen = tables.notice_choice
    async with service.store.writing() as connection:
        await connection.execute(sql_delete(chosen).where(chosen.c.user == user.id, chosen.c.game == game))
        if choice is not None:
            body = msgspec.json.encode(choice).decode()
            await connection.execute(insert(chosen).values(user=user.id, game=game, body=body))


async def _way(service: Service, user: User, kind: str) -> Row:
    way = tables.notice_way
    found = await service.store.one(select(way).where(way.c.user == user.id, way.c.kind == kind))
    if found is None:
        raise _unknown(kind)
    return found


def _unknown(kind: str) -> Problem:
    return Problem(404, "unknown", f'you have named no address of the kind "{kind}"')


handlers = [
    my_notices,
    put_way,
    confirm,
    try_way,
    delete_way,
    leave,
    put_choice,
    get_of_game,
    put_of_game,
]


def set_up(app: Litestar, service: Service) -> None:
    """Tell players of what happens, where there are accounts."""
    if service.settings.hosted:
        news.watch(service)
