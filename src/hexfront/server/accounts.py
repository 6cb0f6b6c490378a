"""Accounts of a hosted server: who somebody is, from one request to the next.

A password is kept as its argon2 hash. A session is a random token in a cookie that scripts cannot read;
the database holds only the token's hash, so that a copy of the database opens no account. Somebody who
was let in by a link is a guest: a user without a password, who exists as long as his session.
"""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from typing import Annotated, Any, cast

import msgspec
from litestar import Litestar, Request, Response, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.server import store as tables
from hexfront.server.likeness import likeness
from hexfront.server.names import login_name, shown_name
from hexfront.server.passwords import Passwords, hash_of, is_weaker, new_token
from hexfront.server.people import LOCAL, SCOPE_KEY, User
from hexfront.server.problems import Problem, errors
from hexfront.server.security import Application, Receive, Scope, Send, address_of, turn_away
from hexfront.server.service import Service
from hexfront.server.store import Store, now

SESSION_DAYS = 60
RENEW_AFTER = 24 * 3600  # seconds after which a session in use is made to last longer
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one gives to get an account."""

    name: Annotated[str, msgspec.Meta(min_length=2, max_length=40)]
    password: Annotated[str, msgspec.Meta(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD)]
    mail: Annotated[str, msgspec.Meta(max_length=320)] = ""


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password one has, and the one that takes its place."""

    old: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_PASSWORD)]
    new: Annotated[str, msgspec.Meta(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD)]


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one gives to be known again."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    password: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_PASSWORD)]


# Accounts and sessions in the database


def checked_mail(mail: str) -> str:
    """A mail address that can be put into a letter; Problem if it cannot."""
    mail = mail.strip()
    local, at, domain = mail.partition("@")
    plain = mail.isascii() and mail.isprintable() and not set(mail) & set(' ,;:<>()[]"\\')
    if mail and not (local and at and "." in domain and "@" not in domain and plain):
        raise Problem(422, "mail", "this is not a mail address")
    return mail


async def create_account(store: Store, passwords: Passwords, wish: NewAccount) -> User:
    """Make an account; Problem if its name is taken or not possible."""
    name, mail = shown_name(wish.name), checked_mail(wish.mail)
    login = login_name(name)
    if login in wish.password.casefold():
        raise Problem(422, "password", "a password does not hold the name")
    await check_free(store, name)
    hashed = await passwords.hash(wish.password)
    account = User(secrets.token_urlsafe(12), name)
    row = insert(tables.user).values(
        id=account.id,
        name=name,
        login=login,
        likeness=likeness(name),
        password=hashed,
        mail=mail,
        created=now(),
    )
    try:
        await store.write(row)
    except IntegrityError:
        raise taken(name) from None
    return account


def taken(name: str) -> Problem:
    return Problem(409, "name", f'the name "{name}" is taken, or looks like one that is')


async def check_free(store: Store, name: str) -> None:
    """Problem if a name is that of an account, or could be taken for it."""
    user = tables.user
    alike = select(user.c.id).where(user.c.login.is_not(None), user.c.likeness == likeness(name))
    if await store.one(alike):
        raise taken(name)


async def check_login(store: Store, passwords: Passwords, login: Login) -> User:
    """The user whose name and password these are; Problem 401 that does not tell which is wrong."""
    found = await store.one(select(tables.user).where(tables.user.c.login == login_name(login.name)))
    hashed = found["password"] if found else None
    if not await passwords.fits(hashed, login.password) or found is None:
        raise Problem(401, "login", "the name or the password is wrong")
    if is_weaker(str(hashed)):
        better = await passwords.hash(login.password)
        await store.write(update(tables.user).where(tables.user.c.id == found["id"]).values(password=better))
    return User(found["id"], found["name"])


async def create_guest(store: Store, name: str) -> User:
    """A user without an account, who came by a link."""
    guest = User(secrets.token_urlsafe(12), shown_name(name), guest=True)
    await check_free(store, guest.name)
    await store.write(insert(tables.user).values(id=guest.id, name=guest.name, created=now()))
    return guest


async def open_session(store: Store, user: User) -> str:
    """Begin a session and return its token."""
    token = new_token()
    begun = now()
    async with store.writing() as connection:
        await connection.execute(delete(tables.session).where(tables.session.c.expires < begun))
        await connection.execute(
            insert(tables.session).values(
                id=hash_of(token), user=user.id, created=begun, expires=begun + SESSION_DAYS * 86400
            )
        )
    return token


async def user_of(store: Store, token: str) -> User | None:
    """Whose session a token opens, if anybody's."""
    session, user = tables.session, tables.user
    found = await store.one(
        select(session.c.id, session.c.expires, user.c.id.label("user"), user.c.name, user.c.login)
        .join(user, user.c.id == session.c.user)
        .where(session.c.id == hash_of(token), session.c.expires > now())
    )
    if found is None:
        return None
    lasts = now() + SESSION_DAYS * 86400
    if lasts - found["expires"] > RENEW_AFTER:
        await store.write(update(session).where(session.c.id == found["id"]).values(expires=lasts))
    return User(found["user"], found["name"], guest=found["login"] is None)


# Cookies


def cookie_name(https: bool) -> str:
    """A name that tells browsers to take the cookie from this host only, where https lets them."""
    return "__Host-hexfront" if https else "hexfront"


def cookie(token: str, https: bool) -> str:
    """The header that sets a session's cookie; an empty token takes it away."""
    lasts = SESSION_DAYS * 86400 if token else 0
    secure = "; Secure" if https else ""
    return f"{cookie_name(https)}={token}; Path=/; Max-Age={lasts}; HttpOnly; SameSite=Lax{secure}"


def token_in(scope: Any, https: bool) -> str:
    """The session token a request brings along; empty if none."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                found = SimpleCookie(value.decode("latin-1")).get(cookie_name(https))
            except CookieError:
                continue
            if found:
                return found.value
    return ""


# Requests


class Me(msgspec.Struct, frozen=True):
    """Who is asking, as far as we know."""

    mode: str  # local or hosted
    name: str | None = None  # none: nobody is logged in
    guest: bool = False
    mail: str = ""


class MailAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where notices go; empty for none."""

    mail: Annotated[str, msgspec.Meta(max_length=320)]


def hosted_only(service: Service) -> None:
    """Problem 403 where there are no accounts."""
    if not service.settings.hosted:
        raise Problem(403, "local", "this server is for one player and has no accounts")


def with_session(service: Service, body: object, token: str, status: int = 200) -> Response[Any]:
    """An answer that also begins a session (or ends one, if the token is empty)."""
    header = cookie(token, service.settings.https)
    return Response(body, status_code=status, headers={"Set-Cookie": header}, media_type="application/json")


@get("/api/me", responses=errors())
async def me(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> Me:
    """Who you are."""
    if not service.settings.hosted:
        return Me("local", LOCAL.name)
    user = request.scope.get(SCOPE_KEY)
    if not isinstance(user, User):
        return Me("hosted")
    found = await service.store.one(select(tables.user.c.mail).where(tables.user.c.id == user.id))
    return Me("hosted", user.name, user.guest, found["mail"] if found else "")


@put("/api/me", responses=errors(422))
async def change_me(
    data: JSONBody[MailAddress], user: NamedDependency[User], service: NamedDependency[Service]
) -> Me:
    """Say where notices go."""
    hosted_only(service)
    if user.guest:
        raise Problem(403, "guest", "guests have no mail address")
    mail = checked_mail(data.mail)
    await service.store.write(update(tables.user).where(tables.user.c.id == user.id).values(mail=mail))
    return Me("hosted", user.name, user.guest, mail)


@post("/api/accounts", status_code=201, responses=errors(409, 422))
async def new_account(
    data: JSONBody[NewAccount], request: Request[Any, Any, Any], service: NamedDependency[Service]
) -> Response[Me]:
    """Get an account, and be logged in."""
    hosted_only(service)
    service.limiter.count("account", address_of(request.scope))
    account = await create_account(service.store, service.passwords, data)
    token = await open_session(service.store, account)
    return with_session(service, Me("hosted", account.name, mail=data.mail.strip()), token, 201)


@post("/api/login", status_code=200, responses=errors())
async def login(
    data: JSONBody[Login], request: Request[Any, Any, Any], service: NamedDependency[Service]
) -> Response[Me]:
    """Log in."""
    hosted_only(service)
    address = address_of(request.scope)
    service.limiter.count("login", address)
    account = await _with_patience(service, address, data)
    token = await open_session(service.store, account)
    return with_session(service, Me("hosted", account.name), token)


async def _with_patience(service: Service, address: str, data: Login) -> User:
    """Check a password; who has given wrong ones for a name waits longer each time, and nobody else does."""
    trying = f"{address} {login_name(data.name)}"
    service.tries.check(trying)
    try:
        account = await check_login(service.store, service.passwords, data)
    except Problem:
        service.tries.failed(trying)
        raise
    service.tries.clear(trying)
    return account


@put("/api/me/password", status_code=200, responses=errors(422))
async def change_password(
    data: JSONBody[NewPassword],
    request: Request[Any, Any, Any],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> Response[Me]:
    """Change your password. Every other session of yours is over then."""
    hosted_only(service)
    if user.guest:
        raise Problem(403, "guest", "guests have no password")
    address = address_of(request.scope)
    service.limiter.count("login", address)
    await _with_patience(service, address, Login(user.name, data.old))
    if login_name(user.name) in data.new.casefold():
        raise Problem(422, "password", "a password does not hold the name")
    hashed = await service.passwords.hash(data.new)
    async with service.store.writing() as connection:
        await connection.execute(
            update(tables.user).where(tables.user.c.id == user.id).values(password=hashed)
        )
        await connection.execute(delete(tables.session).where(tables.session.c.user == user.id))
        await _part_elsewhere(service, connection, user.id)
    service.exchange.part(user.id)
    token = await open_session(service.store, user)
    return with_session(service, Me("hosted", user.name), token)


@post("/api/logout", status_code=200, responses=errors())
async def logout(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> Response[Me]:
    """Log out: the session is over wherever its cookie is."""
    hosted_only(service)
    token = token_in(request.scope, service.settings.https)
    user = request.scope.get(SCOPE_KEY)
    if isinstance(user, User):
        async with service.store.writing() as connection:
            await connection.execute(delete(tables.session).where(tables.session.c.id == hash_of(token)))
            await _part_elsewhere(service, connection, user.id)
        service.exchange.part(user.id)
    return with_session(service, Me("hosted"), "")


async def _part_elsewhere(service: Service, connection: AsyncConnection, user: str) -> None:
    """Have the other processes on the same database close a user's sockets, too."""
    await service.store.notify(connection, f"part:{user}:{service.exchange.number}")


async def part(service: Service, user: str, told_by: int) -> None:
    """A session of a user has ended, perhaps at another process: close his sockets here."""
    if told_by != service.exchange.number:  # those that were here are closed, and some may be back already
        service.exchange.part(user)


handlers = [me, change_me, change_password, new_account, login, logout]


def set_up(app: Litestar, service: Service) -> None:
    """Put the layer that knows sessions in front of the routes."""
    if service.settings.hosted:
        inner = cast(Application, app.asgi_handler)
        app.asgi_handler = cast(Any, Sessions(inner, service.store, service.settings.https))


class Sessions:
    """The layer that finds out who asks, in front of the routes of a hosted server."""

    def __init__(self, application: Application, store: Store, https: bool) -> None:
        self._application = application
        self._store = store
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope["path"].startswith("/api/"):
            token = token_in(scope, self._https)
            try:
                user = await user_of(self._store, token) if token else None
            except (SQLAlchemyError, OSError):
                reason = "the database cannot be used now"
                await turn_away(scope, receive, send, status=503, kind="storage", reason=reason)
                return
            if user:
                scope[SCOPE_KEY] = user
        await self._application(scope, receive, send)
