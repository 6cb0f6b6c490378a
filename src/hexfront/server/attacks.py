"""The sheet of attacks: what a side could attack now, by whom, how it may end, and what it would take."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, cast

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from hexfront.kernel import actions
from hexfront.kernel.attacks import Attack, Sheet
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.planning import is_ruinous
from hexfront.kernel.showing import Forecast
from hexfront.kernel.title import OBSERVER
from hexfront.server.people import User
from hexfront.server.playing import hold
from hexfront.server.problems import Problem, errors
from hexfront.server.questions import ActionData, PieceKeys, SideWord, Viewer, json_of, viewed
from hexfront.server.service import Service


class AttackShown(msgspec.Struct, frozen=True):
    """An attack with its order, who takes part, who could, and its odds.

    ``chance`` is how likely the enemy gives way, ``losses`` what each side is to expect to lose, the attacker
    first; ``ruinous`` warns that the attacker would lose out of all proportion.
    """

    hex: str
    action: ActionData
    pieces: tuple[str, ...]
    able: tuple[str, ...]
    forecast: Forecast
    chance: float | None
    losses: tuple[float, float] | None
    ruinous: bool


class Rung(msgspec.Struct, frozen=True):
    """What an attack with so many pieces promises."""

    pieces: tuple[str, ...]
    chance: float | None
    losses: tuple[float, float] | None


class Attacking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """An attack thought of: on a hex, by these pieces or by the best that can be had."""

    side: SideWord
    hex: Annotated[str, msgspec.Meta(max_length=64)]
    pieces: PieceKeys = ()
    expect: int | None = None


@get("/api/games/{game_id:str}/attacks", responses=errors(422))
async def get_attacks(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Viewer = OBSERVER,
) -> Response[list[AttackShown]]:
    """The best attack on each hex that a side could attack now, the best of all first; nothing is played."""
    twin = await _thinking(service, user, game_id, viewer)
    found = await asyncio.to_thread(_all, twin, viewer)
    return cast("Response[list[AttackShown]]", json_of(found))


@post("/api/games/{game_id:str}/attack", status_code=200, responses=errors(422))
async def post_attack(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Attacking],
) -> Response[AttackShown]:
    """How an attack of some pieces on a hex may end; without pieces, the best attack on it.

    Nothing (204) if it cannot be made, the game having changed since the expected revision.
    """
    live = await viewed(service, user, game_id, data.side)
    changed = data.expect not in (None, live.revision_for(data.side))
    twin = await _thinking(service, user, game_id, data.side)
    try:
        found = await asyncio.to_thread(_one, twin, data)
    except Refusal:
        if changed:
            return Response(cast("AttackShown", None), status_code=204)
        raise
    return cast("Response[AttackShown]", json_of(found))


@post("/api/games/{game_id:str}/attack/ladder", status_code=200, responses=errors(422))
async def post_ladder(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Attacking],
) -> Response[list[Rung]]:
    """What it would take: the attack on a hex by one piece, by two, and so on to all that could join."""
    twin = await _thinking(service, user, game_id, data.side)
    found = await asyncio.to_thread(_rungs, twin, data)
    return cast("Response[list[Rung]]", json_of(found))


async def _thinking(service: Service, user: User, game_id: str, side: str) -> Game[Any]:
    """A copy of a game for a side that thinks about its attacks."""
    live = await viewed(service, user, game_id, side)
    service.limiter.count("think", user.id)
    if side == OBSERVER:
        raise Problem(403, "seat", "only those who play may ask this")
    async with hold(service, live):
        return live.game.branch()


def _all(game: Game[Any], side: str) -> list[AttackShown]:
    return [_shown(each) for each in Sheet(game, side).attacks()]


def _one(game: Game[Any], data: Attacking) -> AttackShown:
    return _shown(Sheet(game, data.side).attack(data.hex, data.pieces))


def _rungs(game: Game[Any], data: Attacking) -> list[Rung]:
    return [
        Rung(each.pieces, each.forecast.chance, each.forecast.expected_losses)
        for each in Sheet(game, data.side).ladder(data.hex)
    ]


def _shown(attack: Attack) -> AttackShown:
    losses = attack.forecast.expected_losses
    return AttackShown(
        attack.hex,
        actions.as_data(attack.action),
        attack.pieces,
        attack.able,
        attack.forecast,
        attack.forecast.chance,
        losses,
        losses is not None and is_ruinous(*losses),
    )


handlers = [get_attacks, post_attack, post_ladder]
