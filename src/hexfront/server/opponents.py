"""Computer players at the table: they think in processes of their own and play like everybody else.

A process that dies or says nothing for too long is started again; the game loses nothing by it, since
only what was written to the journal counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from hexfront.ai import Charge, players
from hexfront.ai.charge import adviser
from hexfront.kernel import actions
from hexfront.kernel.actions import Action
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import HexfrontError, Malformed
from hexfront.kernel.title import OBSERVER, Title
from hexfront.seam import find_title, title_names
from hexfront.server import store as tables
from hexfront.server.live import Live
from hexfront.server.playing import carry_out_orders, hold
from hexfront.server.problems import Problem
from hexfront.server.service import Service
from hexfront.server.store import said_by
from hexfront.server.thinking import Answer, Question, Thought, work
from hexfront.server.workers import Worker, WorkerLost

log = logging.getLogger("hexfront.server")

TRIES = 5  # how often a process that failed is started again for one game before it is left to people
PAUSE = 0.5  # seconds after the first failure, and as much more after each further one


def kinds() -> list[tuple[str, str, str]]:
    """Name, caption and meaning of every kind of computer player."""
    return [(kind.name, kind.caption, kind.meaning) for kind in players()]


def known(name: str, title: Title, side: str) -> str:
    """The name of a kind of computer player, or of a fixed plan of a side; Malformed if there is none."""
    names = [each[0] for each in kinds()]
    names += [script.name for script in title.scripts() if script.side == side]
    if name not in names:
        hint = suggest(name, names) or f"known: me, invite, open, {', '.join(names)}"
        raise Malformed(f'there is no player "{name}" ({hint})')
    return name


def caption(name: str) -> str:
    """How a kind of computer player is called, or one who carries out a fixed plan of any title."""
    captions = dict(_plans())
    return next((each[1] for each in kinds() if each[0] == name), captions.get(name, name))


@cache
def _plans() -> tuple[tuple[str, str], ...]:
    """The fixed plans of all titles, name and caption."""
    scripts = (script for name in title_names() for script in find_title(name).scripts())
    return tuple((script.name, script.caption) for script in scripts)


def orders_of(live: Live, thoughts: Sequence[Thought]) -> list[tuple[list[Action], tuple[str, ...]]]:
    """What was thought of, as orders with their reasons."""
    union = live.game.title.actions
    return [
        ([actions.from_data(msgspec.json.decode(each), union) for each in thought.actions], thought.reasons)
        for thought in thoughts
    ]


def told(wrong: Exception) -> str:
    """What went wrong, for a log."""
    return said_by(wrong) if isinstance(wrong, SQLAlchemyError) else str(wrong)


def _open_orders(live: Live, side: str, since: int) -> int:
    """How many orders of a side after so many steps all may know of: nobody counts those under seal."""
    game = live.game
    known = (game.journal[at] for at in range(since, game.step) if game.is_known(at, OBSERVER))
    return len({entry.order for entry in known if entry.by == side})


class Opponents:
    """All computer players of a server."""

    def __init__(self, service: Service) -> None:
        self.service = service
        settings = service.settings
        self.workers = [
            Worker(work, Answer, settings.think_seconds, "computer player")
            for _ in range(max(1, settings.players))
        ]
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sent: dict[tuple[str, int], tuple[int, int]] = {}  # what a worker has of a game
        self._told: dict[str, dict[str, object]] = {}  # what the screens of a game were told last
        self._closing = False

    def nudge(self, live: Live) -> None:
        """Set the computer to work, if a decision of a game is its own and it is not at work already."""
        if self._closing or live.id in self._tasks or not live.computers:
            return
        task = asyncio.create_task(self._play(live))
        self._tasks[live.id] = task
        task.add_done_callback(lambda _: self._ended(live))

    def _ended(self, live: Live) -> None:
        self._tasks.pop(live.id, None)
        self._told.pop(live.id, None)
        live.thinking.clear()
        if not self._closing and live.computers and not live.stuck:
            self.nudge(live)

    async def wake(self) -> None:
        """After a start: go on with every game that waits for a computer player."""
        game, seat = tables.game, tables.seat
        rows = await self.service.store.all(
            select(game.c.id, game.c.waiting, seat.c.side)
            .join(seat, seat.c.game == game.c.id)
            .where(game.c.outcome.is_(None), seat.c.kind == "computer")
        )
        for row in rows:
            if row["side"] in msgspec.json.decode(row["waiting"], type=list[str]):
                try:
                    self.nudge(await self.service.hall.live(row["id"]))
                except HexfrontError:
                    log.exception("game %s cannot go on", row["id"])

    async def close(self) -> None:
        """End all processes."""
        self._closing = True
        tasks = list(self._tasks.values())
        for worker in self.workers:
            worker.end()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Playing

    async def _play(self, live: Live) -> None:
        """Play the decisions of computer sides until there are none."""
        failed = 0
        orders = 0
        live.stuck = False
        while live.computers and failed < TRIES:
            side = live.computers[0]
            live.thinking[side] = orders
            self._tell(live, side, orders)
            try:
                played = await self._batch(live, side)
            except (WorkerLost, HexfrontError, SQLAlchemyError) as wrong:
                failed += 1
                log.warning("the computer player of %s in game %s: %s", side, live.id, told(wrong))
                self.forget(live)
                await asyncio.sleep(PAUSE * failed)
                continue
            failed = 0
            orders += played
            live.thinking.pop(side, None)
            self._tell(live, side, orders, done=side not in live.computers)
        if failed:
            live.stuck = True
            note = "the computer player cannot go on; give its side to a person or to another player"
            for side in live.computers:
                self._tell(live, side, orders, done=True, note=note)

    def _tell(self, live: Live, side: str, orders: int, done: bool = False, note: str = "") -> None:
        message = {"type": "thinking", "side": side, "progress": orders, "done": done, "note": note}
        if message != self._told.get(live.id):  # else the number of messages would tell of orders under seal
            self._told[live.id] = message
            self.service.exchange.tell(live.id, message)

    async def _batch(self, live: Live, side: str) -> int:
        """Ask for the next orders of a side and play them; how many there were that all may know of."""
        seat = live.seats[side]
        revision, before = live.revision, live.game.step
        thoughts = (await self._think(live, Question("", 0, side, seat.player, 0, 0))).thoughts
        if not thoughts:
            return 0
        orders = orders_of(live, thoughts)
        if not await carry_out_orders(self.service, live, side, orders, revision):
            self.forget(live)  # the game went another way meanwhile: think again
            return 0
        return _open_orders(live, side, before)

    async def advice(
        self,
        live: Live,
        side: str,
        scope: Literal["one", "phase"],
        player: str = "",
        pieces: tuple[str, ...] = (),
    ) -> Sequence[Thought]:
        """What a computer player would do in a side's place, with all of it or with some pieces."""
        name = adviser(player, live.game.title)
        return (
            await self._think(live, Question("", 0, side, name, 0, 0, scope=scope, pieces=pieces))
        ).thoughts

    async def charged(self, live: Live, charge: Charge, chosen: dict[str, str]) -> Answer:
        """The next orders that a staff gives within a charge, and why it stopped if it did."""
        name = adviser(charge.player, live.game.title)
        wanted = Question("", 0, charge.side, name, 0, 0, scope="charge", charge=charge, chosen=chosen)
        return await self._think(live, wanted)

    def seed_of(self, live: Live, side: str) -> int:
        """The seed of a side's player.

        Made from the seed of the game, so that the same game is played the same way; but not that seed
        itself: a player shall not be able to tell how the dice will fall.
        """
        return zlib.crc32(f"player of {side}, game {live.game.origin.seed}".encode())

    def forget(self, live: Live) -> None:
        """Send the whole game with the next question: the process may have gone astray."""
        self._sent = {key: known for key, known in self._sent.items() if key[0] != live.id}

    async def _think(self, live: Live, wanted: Question) -> Answer:
        number = hash(live.id) % len(self.workers)
        worker = self.workers[number]
        key = (live.id, number)
        wanted = msgspec.structs.replace(wanted, game=live.id, seed=self.seed_of(live, wanted.side))
        for whole in (False, True):
            question = await self._question(live, wanted, self._sent.get(key), whole)
            answer = await worker.ask(question)
            if answer.error:
                raise Problem(422, "player", answer.error)
            if not answer.lacking:
                self._sent[key] = (question.undone, question.known + len(question.lines))
                return answer
        raise WorkerLost("a computer player cannot follow the game")

    async def _question(
        self, live: Live, wanted: Question, sent: tuple[int, int] | None, whole: bool
    ) -> Question:
        """A question with the steps the process does not know yet; with all of them if it knows none."""
        entry, snapshot = tables.entry, tables.snapshot
        async with hold(self.service, live):
            game, undone = live.game, live.undone
            whole = whole or sent is None or sent[0] != undone
            since = 0 if whole or sent is None else sent[1]
            stations: tuple[tuple[int, int, bytes], ...] = ()
            async with self.service.store.reading() as connection:
                bodies = await connection.execute(
                    select(entry.c.body)
                    .where(entry.c.game == live.id, entry.c.seq > since, entry.c.seq <= game.step)
                    .order_by(entry.c.seq)
                )
                lines = tuple(bodies.scalars())
                if whole:
                    newest = await connection.execute(
                        select(snapshot.c.step, snapshot.c.events, snapshot.c.position)
                        .where(snapshot.c.game == live.id, snapshot.c.step <= game.step)
                        .order_by(snapshot.c.step.desc())
                        .limit(1)
                    )
                    stations = tuple((row.step, row.events, row.position) for row in newest)
        wanted = msgspec.structs.replace(wanted, undone=undone, known=since, lines=lines)
        if not whole:
            return wanted
        opening = tuple(game.events[: game.told_before(0)])
        return msgspec.structs.replace(
            wanted, origin=game.origin, opening=opening, stations=stations, mail=game.mail
        )

    async def settled(self, live: Live) -> None:
        """Wait until the computer has nothing to do in a game; for tests and for shutting down."""
        while (task := self._tasks.get(live.id)) is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(task)
