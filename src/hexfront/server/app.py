"""The application: handlers of all modules, the description of the API, and what surrounds requests.

Each module of the server that answers requests has a list ``handlers``; one that has to be told of the
application has a function ``set_up``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, MediaType, Request
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import hexfront
from hexfront.server import (
    absent,
    accounts,
    attacks,
    charges,
    charts,
    chat,
    claims,
    commanders,
    files,
    film,
    hooks,
    lobby,
    luck,
    maps,
    marches,
    news_pages,
    pages,
    past,
    plans,
    play,
    pledges,
    positions,
    puzzles,
    questions,
    seats,
    security,
    sockets,
    whatif,
)
from hexfront.server.opponents import Opponents
from hexfront.server.people import User, who
from hexfront.server.problems import answer
from hexfront.server.service import Service, service_of
from hexfront.server.settings import Settings

PARTS: tuple[Any, ...] = (
    lobby,
    maps,
    play,
    questions,
    attacks,
    marches,
    plans,
    past,
    film,
    charts,
    luck,
    whatif,
    charges,
    seats,
    absent,
    commanders,
    pledges,
    chat,
    claims,
    files,
    positions,
    puzzles,
    sockets,
    pages,
    hooks,
    news_pages,
    accounts,
    security,
)
"""Modules with ``handlers`` or ``set_up``; what they put around requests lies outermost for the last."""


SMALL = 700
"""Bytes of an answer below which packing it gains nothing."""


def create_app(settings: Settings) -> Litestar:
    """The server as an ASGI application."""
    service = Service(settings)
    app = Litestar(
        route_handlers=[handler for part in PARTS for handler in getattr(part, "handlers", ())],
        dependencies={
            "service": Provide(_service, sync_to_thread=False),
            "user": Provide(_user, sync_to_thread=False),
        },
        exception_handlers={Exception: answer},
        lifespan=[_running],
        openapi_config=OpenAPIConfig(
            title="Hexfront",
            version=hexfront.__version__,
            path="/api/openapi.json",
            render_plugins=[JsonRenderPlugin(path="/", media_type=MediaType.JSON)],
        ),
        request_max_body_size=settings.limits.body,
        compression_config=CompressionConfig(backend="gzip", minimum_size=SMALL, gzip_compress_level=5),
        logging_config=None,
    )
    app.state.service = service
    service.opponents = Opponents(service)
    service.after_change.append(service.opponents.nudge)
    if service.listener is not None:
        service.listener.others["absence"] = partial(absent.told_elsewhere, service)
        service.listener.others["chat"] = partial(chat.tell_line, service)
        service.listener.others["part"] = partial(accounts.part, service)
    for part in PARTS:
        if hasattr(part, "set_up"):
            part.set_up(app, service)
    return app


def _service(request: Request[Any, Any, Any]) -> Service:
    return service_of(request)


def _user(request: Request[Any, Any, Any]) -> User:
    return who(request)


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    service: Service = app.state.service
    await service.start()
    if not service.settings.hosted:
        await lobby.ensure_local_user(service)
    waking = [asyncio.create_task(each.wake()) for each in (service.opponents, service.charges)]
    try:
        yield
    finally:
        for task in waking:
            task.cancel()
        await service.charges.close()
        await service.opponents.close()
        await service.stop()
