"""What goes wrong, as clients are told.

Always ``{"error": {"kind", "reason", "rules", "needed", "had", "compared"}}``.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from sqlalchemy.exc import SQLAlchemyError

from hexfront.kernel.errors import DataError, HexfrontError, Malformed, Refusal, SaveError, Stale, plain
from hexfront.server.limits import TooOften
from hexfront.server.store import said_by

log = logging.getLogger("hexfront.server")


class Trouble(msgspec.Struct, omit_defaults=False):
    """What is wrong, and by which rules."""

    kind: str
    reason: str
    rules: tuple[str, ...] = ()
    needed: str | int | None = None
    had: str | int | None = None
    compared: str = ""  # the two in words
    step: int | None = None  # of a stale request: where the game is now
    revision: int | None = None


class ErrorBody(msgspec.Struct):
    """The body of every answer that is an error."""

    error: Trouble


class Problem(HexfrontError):
    """A request that the server itself turns down."""

    def __init__(self, status: int, kind: str, reason: str, **more: Any) -> None:
        self.status = status
        self.trouble = Trouble(kind, reason, **more)
        super().__init__(reason)


def trouble_of(wrong: Exception) -> tuple[int, Trouble]:
    """The status and the words for anything that was raised on purpose."""
    if isinstance(wrong, Problem):
        return wrong.status, wrong.trouble
    if isinstance(wrong, Stale):
        return 409, Trouble("stale", wrong.reason, (), wrong.current, wrong.expected, step=wrong.current)
    if isinstance(wrong, Malformed):
        return 400, Trouble("malformed", wrong.reason)
    if isinstance(wrong, Refusal):
        kind = type(wrong).__name__.lower()
        needed, had = plain(wrong.needed), plain(wrong.had)
        return 422, Trouble(kind, wrong.reason, wrong.rules, needed, had, wrong.compared)
    if isinstance(wrong, (SaveError, DataError)):
        return 422, Trouble("file", str(wrong))
    if isinstance(wrong, (SQLAlchemyError, OSError)):
        return 503, Trouble("storage", f"{_cause(wrong)}; nothing was changed, try again later")
    if isinstance(wrong, RecursionError):
        return 400, Trouble("request", "the request is nested too deeply")
    if isinstance(wrong, UnicodeError):
        return 400, Trouble("request", "the request is not written in UTF-8")
    if isinstance(wrong, TooOften):
        return 429, Trouble("limit", str(wrong))
    if isinstance(wrong, HTTPException):
        kinds = {401: "login", 403: "forbidden", 404: "unknown", 405: "method", 413: "size", 429: "limit"}
        return wrong.status_code, Trouble(kinds.get(wrong.status_code, "request"), _detail(wrong))
    return 500, Trouble("bug", "something went wrong in the server; nothing was changed")


def _cause(wrong: Exception) -> str:
    """Why the database cannot be used, without anything that only its keeper should know."""
    told = str(getattr(wrong, "orig", None) or wrong).lower()
    if "full" in told or "no space" in told or "too large" in told or "disk i/o" in told:
        return "the disk of the server is full"
    if "locked" in told or "busy" in told:
        return "another program holds the database"
    return "the database cannot be used now"


def _detail(wrong: HTTPException) -> str:
    extra = wrong.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return "; ".join(" ".join(filter(None, (each.get("key"), each.get("message")))) for each in extra)
    return wrong.detail


def answer(request: Request[Any, Any, Any], wrong: Exception) -> Response[ErrorBody]:
    """Anything raised in a handler, as an answer."""
    status, trouble = trouble_of(wrong)
    if isinstance(wrong, SQLAlchemyError):
        log.error("%s %s: %s", request.method, request.url.path, said_by(wrong))
    elif status >= 500:
        log.error("%s %s: %s", request.method, request.url.path, trouble.reason, exc_info=wrong)
    headers = dict(wrong.headers or {}) if isinstance(wrong, HTTPException) else {}
    if isinstance(wrong, TooOften):
        headers["Retry-After"] = str(wrong.wait)
    return Response(ErrorBody(trouble), status_code=status, headers=headers, media_type="application/json")


_MEANINGS = {
    400: "the request cannot be understood",
    401: "nobody is logged in",
    403: "this is not for you to do",
    404: "there is no such thing",
    405: "not this way",
    409: "the game has moved on",
    413: "too large",
    422: "the rules forbid it",
    429: "too many requests",
    503: "the database cannot be used now",
}


def errors(*statuses: int) -> dict[int, ResponseSpec]:
    """The errors a handler may answer with, for its description."""
    known = {400, 401, 403, 404, 405, 413, 429, 503, *statuses}
    return {
        status: ResponseSpec(ErrorBody, generate_examples=False, description=_MEANINGS[status])
        for status in sorted(known)
    }
