"""Plans: private sheets over the map on which a player tries his orders before he gives them.

A plan is a copy of the game as his side knows it, like one sent by mail: it holds nothing hidden and no dice,
everything in it can be taken back, and an order that needs dice waits for them. Several plans of one game lie
side by side. To give one, its orders are played in the true game one after the other, as far as it agrees.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import delete, select, update

from hexfront.kernel import save
from hexfront.kernel.actions import PASS
from hexfront.kernel.attacks import Sheet
from hexfront.kernel.errors import HexfrontError, Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.mail import mail_text, reply_text
from hexfront.seam import find_title
from hexfront.server import journal, playing
from hexfront.server import store as tables
from hexfront.server.live import Live
from hexfront.server.people import Seat, User
from hexfront.server.play import seated
from hexfront.server.playing import hold, take_mail
from hexfront.server.problems import Problem, errors
from hexfront.server.questions import SideWord, Viewer
from hexfront.server.service import Service

MOST = 3
"""How many plans of a game somebody may have at a time."""
MOST_ATTACKS = 6
NAMES = "ABC"


class Planned(msgspec.Struct, frozen=True):
    """An attack that a plan makes possible: how likely the enemy gives way, and what each side may lose."""

    hex: str
    pieces: tuple[str, ...]
    chance: float | None
    losses: tuple[float, float] | None


class PlanShown(msgspec.Struct, frozen=True):
    """A plan: its orders in words, and the attacks that could be made after them.

    ``stale`` says that the game has moved on since.
    """

    id: str
    name: str
    orders: tuple[str, ...]
    attacks: tuple[Planned, ...]
    stale: bool


class Planning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Make a plan for a side."""

    side: SideWord


class Giving(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Give the orders of a plan."""

    side: SideWord
    plan: Annotated[str, msgspec.Meta(max_length=64)]


class Given(msgspec.Struct, frozen=True):
    """How many steps of a plan were played, and why no more; nothing if all were."""

    played: int
    of: int
    why: str
    rules: tuple[str, ...]


@get("/api/games/{game_id:str}/plans", responses=errors(422))
async def get_plans(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str], viewer: Viewer
) -> list[PlanShown]:
    """The plans that a player has made for his side of a game, with what could be attacked after each."""
    live = await seated(service, user, game_id, viewer)
    service.limiter.count("think", user.id)
    return [await _shown(live, plan, viewer) for plan in await _plans(service, live, user, viewer)]


@post("/api/games/{game_id:str}/plans", responses=errors(409, 422))
async def post_plan(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Planning],
) -> PlanShown:
    """Begin a plan from what a side knows now; nothing of the game is changed by it."""
    live = await seated(service, user, game_id, data.side)
    service.limiter.count("game", user.id)
    if live.game.mail is not None:
        raise Problem(409, "mail", "in a game that came by mail everything can be taken back: plan in it")
    async with live.private:
        plans = await _plans(service, live, user, data.side)
        if len(plans) >= MOST:
            raise Problem(409, "plans", f"there are {MOST} plans already: give one, or throw one away")
        async with hold(service, live):
            if live.game.decision_of(data.side) is None:
                raise Refusal((), f"it is not for {data.side} to decide now")
            text = await asyncio.to_thread(mail_text, live.game, data.side, live.id)
            step = live.game.steps_known(data.side)
        copy = await asyncio.to_thread(save.from_text, text, find_title)
        seats = {each: Seat(each, "mail") for each in copy.title.sides}
        seats[data.side] = Seat(data.side, "human", user.id, name=user.name)
        steps = [journal.Step("")] * copy.step
        key = await journal.create(
            service.store, copy, user.id, seats, branch_of=live.id, branch_step=step, steps=steps
        )
        name = next(each for each in NAMES if each not in {plan.name for plan in plans})
        await service.store.write(update(tables.game).where(tables.game.c.id == key).values(name=name))
    return await _shown(live, await service.hall.live(key), data.side)


@post("/api/games/{game_id:str}/plans/give", status_code=200, responses=errors(409, 422))
async def post_give(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Giving],
) -> Given:
    """Give the orders of a plan one after the other; where the true game differs, it stops and says why.

    A plan that was given is done with: what was played of it stands in the game.
    """
    live = await seated(service, user, game_id, data.side)
    plans = {plan.id: plan for plan in await _plans(service, live, user, data.side)}
    plan = plans.get(data.plan)
    if plan is None:
        raise Problem(404, "unknown", "there is no such plan")
    mail = plan.game.mail
    assert mail is not None
    of = plan.game.step - mail.known + len(plan.game.outbox)
    if not of:
        raise Refusal((), "the plan holds no orders")
    reply = (await asyncio.to_thread(reply_text, plan.game)).encode()
    refused: Refusal | None = None
    async with hold(service, live):
        before = live.game.step
        try:
            await take_mail(service, live, reply, user.id)
        except Refusal as refusal:
            if live.game.step == before:
                raise
            refused = refusal
        played = live.game.step - before
    await playing.changed(service, live)
    await playing.follow_preferences(service, live)
    await service.store.write(delete(tables.game).where(tables.game.c.id == plan.id))
    service.hall.forget(plan.id)
    service.exchange.end(plan.id)
    return Given(played, of, refused.reason if refused else "", refused.rules if refused else ())


async def _plans(service: Service, live: Live, user: User, side: str) -> list[Live]:
    game, kept = tables.game, tables.mail
    rows = await service.store.all(
        select(game.c.id)
        .join(kept, kept.c.game == game.c.id)
        .where(game.c.owner == user.id, game.c.branch_of == live.id, kept.c.side == side)
        .order_by(game.c.name)
    )
    return [await service.hall.live(row["id"]) for row in rows]


async def _shown(live: Live, plan: Live, side: str) -> PlanShown:
    mail = plan.game.mail
    assert mail is not None
    stale = mail.step != live.game.steps_known(side)
    orders, attacks = await asyncio.to_thread(_worked_out, plan.game.branch(), plan.game, side)
    return PlanShown(plan.id, plan.name, orders, attacks, stale)


def _worked_out(twin: Game[Any], plan: Game[Any], side: str) -> tuple[tuple[str, ...], tuple[Planned, ...]]:
    """The orders of a plan in words, and what could be attacked after them in this turn."""
    mail = plan.mail
    assert mail is not None
    given = range(mail.known, plan.step)
    told = [plan.title.describe(plan.branch(at).position, plan.journal[at].action) for at in given]
    told += [plan.title.describe(plan.position, entry.action) for entry in plan.outbox]
    return tuple(told), tuple(_attacks(twin, side))


def _attacks(game: Game[Any], side: str) -> list[Planned]:
    """The attacks that a side could make next, if it does nothing else before."""
    turn = game.title.moment(game.position).turn
    try:
        for _ in range(20):
            decision = game.decision_of(side)
            if decision is None or game.over or game.title.moment(game.position).turn != turn:
                return []
            if decision.kind != "go" and any(True for _ in game.title.targets(game.position, decision)):
                break
            if PASS not in decision.choices():
                return []
            game.play(PASS, side)
        found = Sheet(game, side).attacks()[:MOST_ATTACKS]
    except HexfrontError:  # it goes no farther without dice or the other side
        return []
    return [
        Planned(each.hex, each.pieces, each.forecast.chance, each.forecast.expected_losses) for each in found
    ]


handlers = [get_plans, post_plan, post_give]
