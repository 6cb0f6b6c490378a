"""The claim of a game on time."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from hexfront.server import clock as clocks
from hexfront.server import journal
from hexfront.server.journal import Conflict
from hexfront.server.lobby import clock_shown
from hexfront.server.people import User, holds
from hexfront.server.playing import changed, hold
from hexfront.server.problems import Problem, errors
from hexfront.server.seats import handed_on
from hexfront.server.service import Service
from hexfront.server.store import now


class OnTime(msgspec.Struct, frozen=True, rename={"side": "as"}, forbid_unknown_fields=True):
    """Who claims."""

    side: str


@post("/api/games/{game_id:str}/clock/claim", status_code=200, responses=errors(409, 422))
async def claim_on_time(
    game_id: FromPath[str],
    data: JSONBody[OnTime],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> dict[str, Any]:
    """Claim a game because the opponent's flag has fallen. It ends there; nobody has to claim."""
    live = await service.game(game_id, user)
    if data.side not in live.seats:
        raise Problem(404, "unknown", f'there is no side "{data.side}"')
    if not holds(user, live.seats, data.side):
        raise Problem(403, "seat", f'you do not lead "{data.side}" in this game')
    async with hold(service, live):
        running = clocks.read(live.clock)
        if running is None:
            raise Problem(422, "clock", "this game is played without a clock")
        if live.game.over:
            raise Problem(422, "clock", "the game is over")
        at = now()
        reason = clocks.why_not_claim(running, data.side, at)
        empty = {each for each in await handed_on(service, game_id) if live.seats[each].kind == "invited"}
        if not reason and clocks.fallen(running, at).keys() <= empty:
            reason = "whoever is to take the seat over has not come yet"
        if reason:
            raise Problem(422, "clock", reason)
        text = clocks.write(clocks.claim(running, data.side, at))
        outcome = clocks.outcome_of(text, live.game.title.side_names)
        try:
            async with service.store.writing() as connection:
                revision = await journal.touch(service.store, live, connection, clock=text, outcome=outcome)
        except Conflict:
            live.doubtful = True
            raise Problem(409, "stale", "the game has changed since you looked") from None
        live.revision, live.clock = revision, text
        service.exchange.show_change(live)
    await changed(service, live)
    return clock_shown(live.clock) or {}


handlers = [claim_on_time]
