"""Staffs that give orders for a player: what he has put them in charge of, and the work they do.

A staff thinks in another process and plays like everybody else, one order after the other, each with its
reason. Charges are kept in the database, so that they outlive the server. Only the player of a side hears of
them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Annotated, Literal

import msgspec
from litestar import Litestar, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import delete as delete_row
from sqlalchemy import insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from hexfront.ai import Charge
from hexfront.ai.armies import Field
from hexfront.ai.charge import Attacks, Until, adviser, begin
from hexfront.kernel.errors import HexfrontError, Malformed, Refusal
from hexfront.server import standing
from hexfront.server import store as tables
from hexfront.server.live import Live
from hexfront.server.opponents import PAUSE, TRIES, Opponents, orders_of, told
from hexfront.server.people import User
from hexfront.server.play import seated
from hexfront.server.playing import carry_out_orders, hold
from hexfront.server.problems import Problem, errors
from hexfront.server.questions import PieceKeys, SideWord, Viewer
from hexfront.server.service import Service
from hexfront.server.store import now
from hexfront.server.workers import WorkerLost

log = logging.getLogger("hexfront.server")

MOST_CHARGES = 12  # of one side at the same time
MOST_ENDED = 2  # that can still be looked at

OTHERS = "It is for the other side to decide."

State = Literal["working", "waiting", "ended"]


class Charging(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """What a staff shall do: with which pieces (none: the whole side), how long, and within what limits."""

    side: SideWord
    name: Annotated[str, msgspec.Meta(max_length=120)] = ""
    pieces: PieceKeys = ()
    until: Until = "phase"
    attacks: Attacks = "any"
    within: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    along: bool = False
    player: SideWord = ""


class LeftShown(msgspec.Struct, frozen=True):
    """An order that the staff would give and leaves to the player, and why."""

    text: str
    why: str


class ChargeShown(msgspec.Struct, frozen=True):
    """What a staff is in charge of, how far it is, and why it stopped."""

    id: str
    side: str
    name: str
    pieces: tuple[str, ...]
    until: Until
    attacks: Attacks
    within: int
    along: bool
    given: int
    left: tuple[LeftShown, ...]
    state: State
    why: str


class _Held:
    """A charge in memory."""

    def __init__(self, key: str, user: str, charge: Charge) -> None:
        self.id = key
        self.user = user
        self.charge = charge
        self.state: State = "waiting"
        self.why = OTHERS
        self.seen = -1  # the revision at which there was nothing to do

    def shown(self) -> ChargeShown:
        charge = self.charge
        return ChargeShown(
            self.id,
            charge.side,
            charge.name,
            charge.pieces,
            charge.until,
            charge.attacks,
            charge.within,
            charge.along,
            charge.given,
            tuple(LeftShown(each.text, each.why) for each in charge.left),
            self.state,
            self.why,
        )


class Charges:
    """All charges of a server, and the tasks that carry them out."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._held: dict[str, dict[str, _Held]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    async def wake(self) -> None:
        """After a start: take up what was going on."""
        table = tables.charge
        rows = await self.service.store.all(
            select(table.c.id, table.c.game, table.c.user, table.c.body).order_by(table.c.at)
        )
        for row in rows:
            charge = msgspec.json.decode(row["body"], type=Charge)
            self._held.setdefault(row["game"], {})[row["id"]] = _Held(row["id"], row["user"], charge)
        for game_id in list(self._held):
            try:
                self.nudge(await self.service.hall.live(game_id))
            except HexfrontError:
                log.exception("game %s cannot go on", game_id)

    async def close(self) -> None:
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def of(self, game_id: str, side: str) -> list[_Held]:
        return [each for each in self._held.get(game_id, {}).values() if each.charge.side == side]

    async def start(self, live: Live, user: str, charge: Charge) -> _Held:
        """Put a staff in charge, and let it begin."""
        here = self._held.setdefault(live.id, {})
        mine = self.of(live.id, charge.side)
        ended = [each for each in mine if each.state == "ended"]
        if len(mine) - len(ended) >= MOST_CHARGES:
            raise Problem(422, "limit", f"a side has at most {MOST_CHARGES} staffs in charge")
        for old in ended[: max(0, len(ended) - MOST_ENDED + 1)]:
            here.pop(old.id, None)
        held = _Held(secrets.token_urlsafe(9), user, charge)
        body = msgspec.json.encode(charge).decode()
        row = {"id": held.id, "game": live.id, "side": charge.side, "user": user, "body": body, "at": now()}
        await self.service.store.write(insert(tables.charge).values(row))
        here[held.id] = held
        if live.game.decision_of(charge.side) is not None:
            held.state, held.why = "working", ""
        self.nudge(live)
        return held

    async def stop(self, live: Live, held: _Held) -> None:
        """End a charge at once; one that has ended is forgotten."""
        if held.state == "ended":
            self._held.get(live.id, {}).pop(held.id, None)
        else:
            await self._end(live, held, "You stopped it.")
        self._tell(live, held.charge.side, held.user)

    def nudge(self, live: Live) -> None:
        """Set the staffs of a game to work, if they have something to do."""
        if self._closing or live.id in self._tasks or self._next(live) is None:
            return
        task = asyncio.create_task(self._work(live))
        self._tasks[live.id] = task
        task.add_done_callback(lambda _: self._ended(live))

    def _ended(self, live: Live) -> None:
        self._tasks.pop(live.id, None)
        live.thinking.pop("staff", None)
        self.nudge(live)

    def _next(self, live: Live) -> _Held | None:
        """A charge that may have something to do."""
        for held in self._held.get(live.id, {}).values():
            asked = live.outcome is not None or live.game.decision_of(held.charge.side) is not None
            if held.state != "ended" and held.seen != live.revision and asked:
                return held
        return None

    async def settled(self, game_id: str) -> None:
        """Wait until the staffs of a game have nothing to do; for tests."""
        while (task := self._tasks.get(game_id)) is not None:
            await asyncio.wait((task,))

    # Working

    async def _work(self, live: Live) -> None:
        failed = 0
        live.thinking["staff"] = True  # so that it stays in memory
        while (held := self._next(live)) is not None and not self._closing:
            try:
                await self._batch(live, held)
                failed = 0
            except (WorkerLost, HexfrontError, SQLAlchemyError) as wrong:
                failed += 1
                log.warning("the staff of %s in game %s: %s", held.charge.side, live.id, told(wrong))
                self.service.opponents.forget(live)
                if failed < TRIES:
                    await asyncio.sleep(PAUSE * failed)
                    continue
                await self._end(live, held, f"The staff cannot go on: {told(wrong)}")
                failed = 0
            self._tell(live, held.charge.side, held.user)
        for idle in self._held.get(live.id, {}).values():
            if idle.state == "working":
                idle.state, idle.why = "waiting", OTHERS
                self._tell(live, idle.charge.side, idle.user)

    async def _batch(self, live: Live, held: _Held) -> None:
        """Let a staff give its next orders."""
        side = held.charge.side
        seat = live.seats.get(side)
        if seat is None or seat.kind != "human" or seat.user != held.user:
            await self._end(live, held, "You no longer play this side.")
            return
        held.state, held.why = "working", ""
        self._tell(live, side, held.user)
        revision = live.revision
        chosen = await standing.chosen_by(self.service.store, live.id, held.user, side)
        opponents: Opponents = self.service.opponents
        answer = await opponents.charged(live, held.charge, chosen)
        if self._is_over(live, held):  # stopped while it thought
            opponents.forget(live)
            return
        orders = orders_of(live, answer.thoughts)
        if orders and not await carry_out_orders(self.service, live, side, orders, revision, user=held.user):
            opponents.forget(live)  # the game went another way meanwhile: think again
            return
        assert answer.charge is not None
        held.charge = answer.charge
        if answer.halt is not None and answer.halt.ended:
            await self._end(live, held, answer.halt.why)
            return
        if answer.halt is not None:
            held.state, held.why = "waiting", answer.halt.why
            held.seen = -1 if orders else revision  # what came of its orders is looked at once more
        await self._keep(held)

    def _is_over(self, live: Live, held: _Held) -> bool:
        return held.state == "ended" or held.id not in self._held.get(live.id, {})

    async def _keep(self, held: _Held) -> None:
        table = tables.charge
        body = msgspec.json.encode(held.charge).decode()
        await self.service.store.write(update(table).where(table.c.id == held.id).values(body=body))

    async def _end(self, live: Live, held: _Held, why: str) -> None:
        held.state, held.why = "ended", why
        await self.service.store.write(delete_row(tables.charge).where(tables.charge.c.id == held.id))

    def _tell(self, live: Live, side: str, user: str) -> None:
        """Show a player what his staffs do; nobody else, and not himself with the eyes of another side."""
        shown = [each.shown() for each in self.of(live.id, side) if each.user == user]
        message = msgspec.json.encode({"type": "charges", "side": side, "charges": shown})
        for connection in self.service.exchange.at(live.id):
            if connection.user == user and connection.viewer == side:
                connection.send(message)


def set_up(app: Litestar, service: Service) -> None:
    """Give the application its charges; they end with it."""
    service.charges = Charges(service)
    service.after_change.append(service.charges.nudge)
    if service.listener is not None:
        service.listener.after.append(service.charges.nudge)


@get("/api/games/{game_id:str}/charges", responses=errors())
async def get_charges(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Viewer,
) -> list[ChargeShown]:
    """What staffs are in charge of for a side, and what came of those that have ended."""
    live = await seated(service, user, game_id, viewer)
    return [each.shown() for each in service.charges.of(live.id, viewer) if each.user == user.id]


@post("/api/games/{game_id:str}/charges", status_code=201, responses=errors(422))
async def post_charge(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Charging],
) -> ChargeShown:
    """Let a staff give orders for a player, within limits."""
    live = await seated(service, user, game_id, data.side)
    service.limiter.count("think", user.id)
    async with hold(service, live):
        game = live.game
        if live.outcome is not None:
            raise Refusal((), f"the game is over: {live.outcome}")
        if game.mail is not None:
            raise Problem(422, "mail", "a game that came by mail is played by hand: its dice are elsewhere")
        own = Field(game, data.side).own
        strange = next((key for key in data.pieces if key not in own), None)
        if strange is not None:
            raise Malformed(f'you have no piece "{strange}"')
        if data.until == "deployment" and data.pieces:
            raise Malformed("a deployment is that of the whole side")
        player = adviser(data.player, game.title)
        seed = service.opponents.seed_of(live, data.side)
        charge = Charge(
            data.side,
            data.name,
            tuple(dict.fromkeys(data.pieces)),
            data.until,
            data.attacks,
            data.within,
            data.along,
            player,
            seed,
        )
        charge = begin(game, charge)
    return (await service.charges.start(live, user.id, charge)).shown()


@delete("/api/games/{game_id:str}/charges/{charge_id:str}", responses=errors())
async def delete_charge(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    charge_id: FromPath[str],
    viewer: Viewer,
) -> None:
    """Stop a staff. What it has ordered stands, and can be taken back like everything else."""
    live = await seated(service, user, game_id, viewer)
    for held in service.charges.of(live.id, viewer):
        if held.id == charge_id and held.user == user.id:
            await service.charges.stop(live, held)
            return
    raise Problem(404, "unknown", "there is no such charge")


handlers = [get_charges, post_charge, delete_charge]
