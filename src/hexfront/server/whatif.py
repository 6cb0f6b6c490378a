"""What if: a game played on many times from what a side knows, with and without an order.

The branches are played in another process (`branching`); the browser asks now and then how far they are.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, cast

import msgspec
from litestar import Litestar, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from hexfront.ai import STAFF, seated
from hexfront.ai.estimates import Estimate
from hexfront.ai.outcomes import Distribution, gathered
from hexfront.kernel import actions, save
from hexfront.kernel.errors import Refusal
from hexfront.kernel.knowledge import known_refusal
from hexfront.kernel.title import OBSERVER
from hexfront.server.branching import Branchings, Job, Wish
from hexfront.server.people import User
from hexfront.server.playing import hold
from hexfront.server.problems import Problem, errors
from hexfront.server.questions import SideWord, json_of, read_action, viewed
from hexfront.server.service import Service


class Supposing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """A wish for branches: how many, how many turns on (0 for the end of the game), and with which order."""

    side: SideWord
    games: Annotated[int, msgspec.Meta(ge=1, le=40)] = 10
    turns: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 1
    action: dict[str, Any] | None = None
    player: SideWord = STAFF


class ResultShown(msgspec.Struct, frozen=True):
    """How often a result came up."""

    winner: str
    text: str
    games: int
    share: Estimate


class ArmShown(msgspec.Struct, frozen=True):
    """What came of the branches without the order, or with it; points are those of the asking side."""

    arm: str
    games: int
    results: tuple[ResultShown, ...]
    points: Estimate | None
    by_itself: int


class WhatIfShown(msgspec.Struct, frozen=True):
    """How far the branches are, and what has come of them so far."""

    job: str
    done: int
    of: int
    finished: bool
    error: str
    turn: str
    over: bool  # whether the branches were played to the end of the game; if not, results are as of that turn
    order: str
    arms: tuple[ArmShown, ...]
    worth: Estimate | None  # what the order is worth to the side, in points
    victories: Estimate | None  # and in victories


def set_up(app: Litestar, service: Service) -> None:
    """Give the application its jobs, and end them with it."""
    service.branchings = Branchings()
    app.on_shutdown.append(service.branchings.close)


@post("/api/games/{game_id:str}/whatif", status_code=202, responses=errors(422))
async def post_whatif(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Supposing],
) -> Response[WhatIfShown]:
    """Let computer players play the game on many times; nothing is changed by it."""
    live = await viewed(service, user, game_id, data.side)
    service.limiter.count("think", user.id)
    if data.side == OBSERVER:
        raise Problem(403, "seat", "only those who play may ask this")
    order, said = b"", ""
    async with hold(service, live):
        game = live.game
        if game.over:
            raise Refusal((), f"the game is over: {game.outcome}")
        if game.mail is not None:
            raise Problem(422, "mail", "a game that came by mail cannot be played on: its dice are elsewhere")
        names = seated(data.player, game.title)
        if data.action is not None:
            if game.decision_of(data.side) is None:
                raise Refusal((), f"it is not for {data.side} to decide now")
            action = read_action(game, data.action)
            order = msgspec.json.encode(actions.as_data(action))
        twin = game.branch()
    if order:
        refusal = await asyncio.to_thread(known_refusal, twin, action, data.side)
        if refusal is not None:
            raise refusal
        said = game.title.describe(twin.position, action)  # words are there only for what is legal
    text = await asyncio.to_thread(save.as_text, twin)
    wish = Wish(text, twin.step, data.side, names, order, data.games, data.turns)
    job = Job(live.id, user.id, wish, said)
    service.branchings.start(job)
    found = json_of(await _shown(service, user, job))
    found.status_code = 202
    return cast("Response[WhatIfShown]", found)


@get("/api/games/{game_id:str}/whatif/{job_id:str}", responses=errors())
async def get_whatif(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    job_id: FromPath[str],
) -> Response[WhatIfShown]:
    """How far the branches are."""
    job = service.branchings.find(job_id, game_id, user.id)
    return cast("Response[WhatIfShown]", json_of(await _shown(service, user, job)))


@delete("/api/games/{game_id:str}/whatif/{job_id:str}", responses=errors())
async def delete_whatif(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    job_id: FromPath[str],
) -> None:
    """Play no further branches."""
    service.branchings.find(job_id, game_id, user.id).end()


async def _shown(service: Service, user: User, job: Job) -> WhatIfShown:
    title = (await service.game(job.game, user)).game.title
    answer = gathered(title, job.wish.side, job.found)
    broken = "; ".join(dict.fromkeys(answer.broken))
    return WhatIfShown(
        job.id,
        len(job.found),
        job.of,
        job.finished,
        job.error or broken,
        answer.turn,
        answer.over == len(job.found),
        job.said,
        tuple(_arm(each) for each in answer.arms),
        answer.score_difference,
        answer.difference,
    )


def _arm(found: Distribution) -> ArmShown:
    results = tuple(ResultShown(*each) for each in found.results)
    return ArmShown(found.arm, found.games, results, found.score, found.by_itself)


handlers = [post_whatif, get_whatif, delete_whatif]
