"""Marches to goals that are several turns away: each player keeps those of his side with the game.

They are kept with his preferences, which nobody else sees. In every movement phase each is led on by one leg,
as an order like any other, until it arrives; where reality differs from what was meant, it stops and says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.marches import Leg, Marching
from hexfront.server import playing, standing
from hexfront.server.live import Live
from hexfront.server.people import User
from hexfront.server.play import serving
from hexfront.server.playing import hold
from hexfront.server.problems import errors
from hexfront.server.questions import PieceKeys, SideWord, Viewer
from hexfront.server.service import Service
from hexfront.server.standing import MARCHES

MOST = 400
"""How many marches somebody may have under way."""


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A march under way: when it was led on last, where it was left, and why it stopped."""

    number: int
    pieces: tuple[str, ...]
    goal: str
    occasion: str = ""
    at: str = ""
    why: str = ""
    rules: tuple[str, ...] = ()


class MarchShown(msgspec.Struct, frozen=True):
    """A march under way: ``way`` leads from where it is to its goal; if it is ``due`` it can be led on."""

    number: int
    pieces: tuple[str, ...]
    goal: str
    at: str
    way: tuple[str, ...]
    why: str
    rules: tuple[str, ...]
    due: bool


class Sending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Pieces that are to march to a goal, however many turns it takes; those of one hex go together."""

    side: SideWord
    pieces: PieceKeys
    goal: Annotated[str, msgspec.Meta(max_length=64)]


class LeadingOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Lead on all marches that have not been led on in this phase."""

    side: SideWord


class Stopping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Give up marches; without numbers, all of them."""

    side: SideWord
    numbers: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST)] = ()


@get("/api/games/{game_id:str}/marches", responses=errors(422))
async def get_marches(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str], viewer: Viewer
) -> list[MarchShown]:
    """The marches of a side that a player has under way."""
    live = await serving(service, user, game_id, viewer)
    return await _shown(service, live, viewer, await _read(service, live, user, viewer))


@post("/api/games/{game_id:str}/marches", status_code=200, responses=errors(409, 422))
async def post_marches(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Sending],
) -> list[MarchShown]:
    """Send pieces to a goal. They march as far as they can now, if it is the time, and on in later turns."""
    live = await serving(service, user, game_id, data.side)
    service.limiter.count("think", user.id)
    if data.goal not in live.game.setting.board:
        raise Malformed(f'there is no hex "{data.goal}"')
    async with hold(service, live):
        marching = Marching(live.game, data.side)
    stacks = marching.stacks(dict.fromkeys(data.pieces))
    if not stacks:
        raise Refusal((), "none of these pieces is on the map")
    away = marching.distances(data.goal)
    sent = {piece for stack in stacks for piece in stack}
    async with live.private:
        before = await _read(service, live, user, data.side)
        kept = [each for each in before if sent.isdisjoint(each.pieces)]
        number = max((each.number for each in before), default=0)
        for stack in sorted(stacks, key=lambda stack: away.get(marching.at[stack[0]], MOST)):
            number += 1
            kept.append(Kept(number, stack, data.goal, at=marching.at[stack[0]]))
        if len(kept) > MOST:
            raise Malformed("too many marches are under way")
        kept = await _led_on(service, live, user, data.side, kept)
    return await _shown(service, live, data.side, kept)


@post("/api/games/{game_id:str}/marches/on", status_code=200, responses=errors(409, 422))
async def post_on(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[LeadingOn],
) -> list[MarchShown]:
    """Lead on the marches of a side, each once in a movement phase."""
    live = await serving(service, user, game_id, data.side)
    service.limiter.count("think", user.id)
    async with live.private:
        kept = await _read(service, live, user, data.side)
        kept = await _led_on(service, live, user, data.side, kept)
    return await _shown(service, live, data.side, kept)


@post("/api/games/{game_id:str}/marches/stop", status_code=200, responses=errors(422))
async def post_stop(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Stopping],
) -> list[MarchShown]:
    """Give up marches: who is under way stays where he is."""
    live = await serving(service, user, game_id, data.side)
    async with live.private:
        kept = await _read(service, live, user, data.side)
        kept = [each for each in kept if data.numbers and each.number not in data.numbers]
        await _write(service, live, user, data.side, kept)
    return await _shown(service, live, data.side, kept)


async def _led_on(service: Service, live: Live, user: User, side: str, kept: Sequence[Kept]) -> list[Kept]:
    """Lead marches on that have not been led on in this phase; those that have arrived are forgotten."""
    found: list[Kept] = []
    left = list(kept)
    try:
        while left:
            found += await _led(service, live, user, side, left[0])
            del left[0]
    finally:  # whatever went wrong with one, the others are kept
        await _write(service, live, user, side, [*found, *left])
    return found


async def _led(service: Service, live: Live, user: User, side: str, march: Kept) -> list[Kept]:
    """A march after it was led on, if it was due; nothing if it has arrived."""
    async with hold(service, live):
        twin, occasion = live.game.branch(), live.game.position.occasion()
    if march.occasion == occasion or not await asyncio.to_thread(_is_time, twin, side):
        return [march]
    leg = await asyncio.to_thread(_leg, twin, side, march)
    if leg.actions:
        try:
            await playing.carry_out(service, live, side, leg.actions, user=user.id)
        except Refusal as refusal:
            leg = Leg(march.at, leg.left, (), refusal.reason, refusal.rules)
    at = live.game.title.whereabouts(live.game.position, side).get(march.pieces[0], "")
    why = leg.why
    if leg.actions and at != leg.hex:
        why = f"they came only to {at}" if at else "they are no longer on the map"
    if at == march.goal or (leg.lasting and not leg.why):
        return []
    return [msgspec.structs.replace(march, occasion=occasion, at=at, why=why, rules=leg.rules)]


def _is_time(game: Any, side: str) -> bool:
    return game.decision_of(side) is not None and Marching(game, side).possible


def _leg(game: Any, side: str, march: Kept) -> Leg:
    marching = Marching(game, side)
    now = {marching.at.get(piece, "") for piece in march.pieces}
    if now != {march.at}:
        here = ", ".join(sorted(filter(None, now)))
        why = f"they have gone elsewhere since: {here}" if here else "they are no longer on the map"
        return Leg(march.at, why=why)
    return marching.leg(march.pieces, march.goal)


async def _shown(service: Service, live: Live, side: str, kept: Sequence[Kept]) -> list[MarchShown]:
    if not kept:
        return []
    async with hold(service, live):
        twin, occasion = live.game.branch(), live.game.position.occasion()
    return await asyncio.to_thread(_drawn, twin, side, kept, occasion)


def _drawn(game: Any, side: str, kept: Sequence[Kept], occasion: str) -> list[MarchShown]:
    marching = Marching(game, side)
    time = marching.possible
    return [
        MarchShown(
            each.number,
            each.pieces,
            each.goal,
            at := marching.at.get(each.pieces[0], ""),
            marching.way(at, each.goal) if at else (),
            each.why,
            each.rules,
            time and each.occasion != occasion,
        )
        for each in kept
    ]


async def _read(service: Service, live: Live, user: User, side: str) -> list[Kept]:
    settings = await standing.read(service.store, live.id, user.id, side)
    return msgspec.convert(settings.get(MARCHES, []), list[Kept])


async def _write(service: Service, live: Live, user: User, side: str, kept: Sequence[Kept]) -> None:
    settings = await standing.read(service.store, live.id, user.id, side)
    marches = msgspec.to_builtins(kept)
    if settings.get(MARCHES, []) != marches:
        await standing.write(service.store, live.id, user.id, side, {**settings, MARCHES: marches})


handlers = [get_marches, post_marches, post_on, post_stop]
