"""Was it luck? What the dice of a game brought, to one who may have heard of them."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from hexfront.kernel import luck
from hexfront.kernel.title import OBSERVER
from hexfront.server.people import User
from hexfront.server.playing import hold
from hexfront.server.problems import errors
from hexfront.server.questions import Viewer, json_of, viewed
from hexfront.server.service import Service


@get("/api/games/{game_id:str}/luck", responses=errors())
async def get_luck(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Viewer = OBSERVER,
) -> Response[dict[str, Any]]:
    """What throws in fights brought, beside what was to be expected: of all the viewer has heard of."""
    live = await viewed(service, user, game_id, viewer)
    async with hold(service, live):
        twin = live.game.branch()
    names = twin.title.side_names
    found = await asyncio.to_thread(lambda: json_of(luck.as_data(luck.luck_of(twin, viewer), names)))
    return cast("Response[dict[str, Any]]", found)


handlers = [get_luck]
