"""The gate in front of the application: what a request must be before anything else looks at it.

It stands outside the routes, so that it holds for every address, also for those that do not exist.

- The host asked for must be ours. Without this a foreign page could have its own name point to this
  machine and then talk to a local server as if it were its own.
- A page of another site may not change anything and may not open a connection: the origin, where a
  browser names one, must be ours, and a change must be of a kind that a browser does not send elsewhere
  without asking first (a JSON body, a method other than POST, or the header ``X-Hexfront``).
- A body has a size limit, a caller a rate.
- Every answer carries the headers that tell a browser to load nothing from elsewhere, to run no script
  written into the page, to show it in no frame and to keep nothing private.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import msgspec

from hexfront.server.limits import Limiter, TooOften

if TYPE_CHECKING:
    from litestar import Litestar

    from hexfront.server.service import Service
    from hexfront.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# What a form of any site can send without asking: CSRF needs one of these.
FORM_TYPES = frozenset({"", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"})
OWN_HEADER = b"x-hexfront"
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
REFUSED_CONNECTION = 4403  # how a websocket is closed that may not be opened

CONTENT_SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
CONTENT_POLICY = "; ".join(f"{kind} {sources}" for kind, sources in CONTENT_SOURCES.items())
DATA = b"application/json"
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""Data is no page: what else pages are told would be longer than most of it."""


class Policy(msgspec.Struct, frozen=True):
    """Who we are, and how large a body may be where."""

    hosts: frozenset[str]
    """Names under which we may be asked for, without ports."""
    origins: frozenset[str] = frozenset()
    """Origins of pages that are ours beside the host asked for, for example behind a proxy."""
    https: bool = False
    largest_body: int = 256 * 1024
    largest_file: int = 20 * 1024 * 1024


def file_route(path: str) -> bool:
    """Whether an address takes a saved game as its body."""
    return path == "/api/import" or (path.startswith("/api/games/") and path.endswith("/mail-in"))


def host_name(host: str) -> str:
    """A host without its port, in small letters."""
    host = host.strip().lower()
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def policy_for(settings: Settings) -> Policy:
    """The policy of a server: known by its public address, or on this machine by the usual names."""
    names = {host_name(host) for host in settings.hosts}
    origins: set[str] = set()
    if settings.origin:
        parts = urlsplit(settings.origin)
        names.add(host_name(parts.netloc))
        origins.add(f"{parts.scheme}://{parts.netloc}".lower())
    else:
        names.update(LOCAL_HOSTS)
    limits = settings.limits
    return Policy(frozenset(names), frozenset(origins), settings.https, limits.body, limits.file)


class Gate:
    """The outermost layer of the server, around any ASGI application."""

    def __init__(self, application: Application, policy: Policy, limiter: Limiter) -> None:
        self._application = application
        self._policy = policy
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind == "http":
            await self._request(scope, receive, send)
        elif kind == "websocket":
            await self._connection(scope, receive, send)
        else:
            await self._application(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        private = scope["path"].startswith("/api/")
        answer = self._with_headers(send, private)
        headers = dict(scope["headers"])
        changing = scope["method"] not in SAFE_METHODS
        reason = self._foreign(scope, headers, changing)
        if reason:
            await refuse(answer, 403, "forbidden", reason)
            return
        try:
            address = address_of(scope)
            self._limiter.count("ask", address)
            if changing:
                self._limiter.count("change", address)
        except TooOften as often:
            await refuse(answer, 429, "too-often", str(often), wait=often.wait)
            return
        if changing:
            file = file_route(scope["path"])
            most = self._policy.largest_file if file else self._policy.largest_body
            # A file is left where it is: who takes it in asks first who brings it, and counts as he reads.
            body: bytes | None = None
            if told_size(headers) <= most:
                body = b"" if file else await read_body(receive, most)
            if body is None:
                await refuse(answer, 413, "too-large", f"the request is larger than {most} bytes")
                return
            if not file:
                receive = replayed(body, receive)
        await self._application(scope, receive, answer)

    async def _connection(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        reason = self._foreign(scope, headers, changing=True, connecting=True)
        if not reason:
            try:
                self._limiter.count("live", address_of(scope))
            except TooOften as often:
                reason = str(often)
        if reason:
            await turn_away(scope, receive, send, status=403, kind="forbidden", reason=reason)
            return
        await self._application(scope, receive, send)

    def _foreign(
        self, scope: Scope, headers: Mapping[bytes, bytes], changing: bool, connecting: bool = False
    ) -> str:
        """Why a request looks as if another site had sent it; empty if it does not."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if host_name(host) not in self._policy.hosts:
            return "this server is not known by that name"
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if origin and changing and not self._our_origin(scope, origin, host):
            return "a page of another site asked for this"
        if not changing or connecting:
            return ""
        if not origin and headers.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none"):
            return "a page of another site asked for this"
        if scope["method"] == "POST" and OWN_HEADER not in headers:
            content = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0].strip().lower()
            if content in FORM_TYPES:
                return "a request without a JSON body must carry the header X-Hexfront"
        return ""

    def _our_origin(self, scope: Scope, origin: str, host: str) -> bool:
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        return origin == f"{scheme}://{host}" or origin in self._policy.origins

    def _with_headers(self, send: Send, private: bool) -> Send:
        """Send, with our headers on the first message."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _ in given}
                is_data = any(
                    name.lower() == b"content-type" and kind.startswith(DATA) for name, kind in given
                )
                ours = [pair for pair in self._headers(private, is_data) if pair[0] not in names]
                message = {**message, "headers": [*given, *ours]}
            await send(message)

        return sending

    def _headers(self, private: bool, is_data: bool) -> Headers:
        headers: Headers = [
            (b"content-security-policy", (DATA_POLICY if is_data else CONTENT_POLICY).encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"x-frame-options", b"DENY"),
            (b"cross-origin-resource-policy", b"same-origin"),
        ]
        if not is_data:
            headers += [
                (b"referrer-policy", b"no-referrer"),  # links carry tokens
                (b"cross-origin-opener-policy", b"same-origin"),
                (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
            ]
        if private:
            headers.append((b"cache-control", b"no-store"))
        if self._policy.https:
            headers.append((b"strict-transport-security", b"max-age=31536000"))
        return headers


def set_up(app: Litestar, service: Service) -> None:
    """Put the gate in front of everything an application answers."""
    inner = cast(Application, app.asgi_handler)
    app.asgi_handler = cast(Any, Gate(inner, policy_for(service.settings), service.limiter))


def address_of(scope: Any) -> str:
    """The address a request comes from; behind a trusted proxy, the one the proxy tells."""
    client = scope.get("client")
    if not client:
        return "unknown"
    address = str(client[0])
    # A home has a whole /64 of these: counting single ones would be no limit at all.
    return ":".join(address.split(":")[:4]) if address.count(":") > 1 else address


def told_size(headers: Mapping[bytes, bytes]) -> int:
    """How large a body is said to be."""
    told = headers.get(b"content-length", b"")
    return int(told) if told.isdigit() else 0


async def read_body(receive: Receive, most: int) -> bytes | None:
    """The whole body; None if it is larger than it may be."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)  # the caller went away; the application learns it at its next reading
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            return None
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts)


def replayed(body: bytes, receive: Receive) -> Receive:
    """Receive a body that has been read already, then whatever follows."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Message:
        return waiting.pop() if waiting else await receive()

    return receiving


async def refuse(send: Send, status: int, kind: str, reason: str, wait: int = 0) -> None:
    """Answer a request with an error of the form that all errors of the API have."""
    body = msgspec.json.encode(error_body(kind, reason))
    headers: Headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close") if status == 413 else (b"vary", b"origin"),
    ]
    if wait:
        headers.append((b"retry-after", str(wait).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def turn_away(
    scope: Scope, receive: Receive, send: Send, *, status: int, kind: str, reason: str
) -> None:
    """Refuse whatever was asked for: a request gets an answer, a connection is not opened."""
    if scope["type"] == "websocket":
        await receive()  # the wish to connect
        await send({"type": "websocket.close", "code": REFUSED_CONNECTION, "reason": reason})
    else:
        await refuse(send, status, kind, reason)


def error_body(kind: str, reason: str) -> dict[str, Any]:
    """An error as the API tells it."""
    return {
        "error": {"kind": kind, "reason": reason, "rules": [], "needed": None, "had": None, "compared": ""}
    }
