"""News for players who are away, to the addresses they have named: what is due, and sending it.

What is to be told waits in the database, so that a restart loses nothing. Several processes share the work:
who wants to send something first puts off when it is due, in one statement, and only one succeeds. What
fails is tried again after growing pauses; an address where everything fails is switched off, and its owner
sees why.

Addresses are secrets of their owners: a log names the kind of an address and a reason, and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec
from sqlalchemy import delete, func, insert, select, update

from hexfront.server import store as tables
from hexfront.server.background import Background, Crew, kind_of
from hexfront.server.notice_texts import letter_of, said
from hexfront.server.postman import Postman
from hexfront.server.store import Row, Store, now
from hexfront.server.webhooks import Undelivered, deliver, nets_in

if TYPE_CHECKING:
    from hexfront.server.live import Live
    from hexfront.server.service import Service

log = logging.getLogger("hexfront.news")

MAIL, WEBHOOK = "mail", "webhook"
EVERY = 5.0  # seconds between two looks at what is due
LEASE = 120.0  # in which whoever has taken something up must have sent it
PAUSES = (30.0, 300.0, 1800.0)  # before the second, third and fourth try
MOST_FAILURES = 3  # notices in a row that failed for good, after which an address is switched off
QUIET = 600.0  # between two notices of the same to the same
KEPT = 7 * 86400.0  # how long what was sent is remembered
AT_A_TIME = 20  # addresses
MOST_AT_ONCE = 8  # web addresses that are waited for at the same time
WAIT = 20.0  # seconds for a web address, its name and the others before it included

What = Literal["turn", "asked", "over", "chat", "reminder", "lapsed", "replaced", "back"]
OF_ABSENCE = ("reminder", "lapsed", "replaced", "back")  # told to whoever is told anything
Hours = Literal[0, 1, 6, 24]


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of what somebody wants to be told, and whether at once or every so many hours."""

    turn: bool = True
    asked: bool = True
    over: bool = True
    chat: bool = False
    digest: Hours = 0
    quiet: bool = False

    def wants(self, what: str) -> bool:
        return not self.quiet and (what in OF_ABSENCE or bool(getattr(self, what)))


class News:
    """Writes down what is to be told, and sends what is due."""

    def __init__(
        self,
        store: Store,
        postman: Postman,
        nets: Iterable[str] = (),
        address: str = "",
        *,
        pauses: Sequence[float] = PAUSES,
        quiet: float = QUIET,
        clock: Callable[[], float] = now,
    ) -> None:
        self.store = store
        self.postman = postman
        self.nets = nets_in(nets)
        self.address = address
        self.pauses = pauses
        self.quiet = quiet
        self.clock = clock
        self.loop = Background("sending notices", self.send_due, EVERY)
        self._crew = Crew("webhook", MOST_AT_ONCE)

    # What is to be told

    async def tell(
        self, user: str, live: Live, what: What, *, side: str = "", turn: str = "", **values: object
    ) -> None:
        """Write down something for a player, if he wants to be told of it and has said where."""
        ways = await self.store.all(
            select(tables.notice_way).where(
                tables.notice_way.c.user == user, tables.notice_way.c.confirmed, ~tables.notice_way.c.off
            )
        )
        if not ways:
            return
        choice = await self.choice(user, live.id)
        if not choice.wants(what):
            return
        names = live.game.title.side_names
        known = {"game": live.name or live.caption, "side": names.get(side, side), "turn": turn, **values}
        for way in ways:
            text = said(way["language"], what, known)
            row = {
                "user": user,
                "kind": way["kind"],
                "game": live.id,
                "side": side,
                "what": what,
                "text": text,
                "turn": turn,
            }
            await self._put(row, choice.digest)
        self.loop.wake()

    async def _put(self, row: Row, digest: int) -> None:
        """Have something told when it is due, unless the same waits already."""
        notice, at = tables.notice, self.clock()
        same = tuple(notice.c[name] == row[name] for name in ("user", "kind", "game", "what", "side"))
        if await self.store.one(select(notice.c.id).where(*same, notice.c.sent.is_(None))):
            return
        last = await self.store.one(select(func.max(notice.c.sent).label("sent")).where(*same))
        before = last["sent"] if last and last["sent"] else 0.0
        if before and row["what"] == "over":
            return
        due = max(at, before + self.quiet)
        if digest:
            due = at + digest * 3600
            waiting = await self.store.one(
                select(func.min(notice.c.due).label("due")).where(
                    *same[:2],
                    notice.c.sent.is_(None),
                    notice.c.due > at + LEASE,
                )
            )
            if waiting and waiting["due"]:
                due = min(due, waiting["due"])
        await self.store.write(insert(notice).values(**row, at=at, due=due, tries=0))

    async def choice(self, user: str, game: str) -> Choice:
        """What a player has chosen for a game, or else for all."""
        chosen = tables.notice_choice
        rows = await self.store.all(
            select(chosen.c.game, chosen.c.body).where(chosen.c.user == user, chosen.c.game.in_(("", game)))
        )
        found = {row["game"]: row["body"] for row in rows}
        body = found.get(game, found.get("", ""))
        return msgspec.json.decode(body, type=Choice) if body else Choice()

    # Sending

    async def send_due(self) -> None:
        """Send what is due, each address by itself."""
        notice, at = tables.notice, self.clock()
        due = (notice.c.sent.is_(None), notice.c.due <= at)
        rows = await self.store.all(
            select(notice.c.user, notice.c.kind).where(*due).distinct().limit(AT_A_TIME)
        )
        sending = (self._send_to(row["user"], row["kind"], at) for row in rows)
        for wrong in await asyncio.gather(*sending, return_exceptions=True):
            if wrong is not None:
                raise wrong
        old = at - KEPT
        if rows:
            await self.store.write(delete(notice).where(notice.c.sent < old, notice.c.what != "over"))

    async def _send_to(self, user: str, kind: str, at: float) -> None:
        rows = await self._taken(user, kind, at)
        if not rows:
            return
        way = await self.store.one(
            select(tables.notice_way).where(
                tables.notice_way.c.user == user, tables.notice_way.c.kind == kind
            )
        )
        ids = [row["id"] for row in rows]
        if way is None or not way["confirmed"] or way["off"]:
            await self.store.write(delete(tables.notice).where(tables.notice.c.id.in_(ids)))
            return
        told = [row for row in rows if await self._still(row)]
        try:
            if told:
                await self.deliver(way, told)
        except Undelivered as wrong:
            await self._failed(way, rows, wrong.reason)
            return
        except Exception as wrong:  # noqa: BLE001 - what nobody foresaw of one address is no reason to go on trying
            log.warning("a notice by %s: %s", kind, kind_of(wrong))
            await self._failed(way, rows, "it cannot be sent")
            return
        gone = [row["id"] for row in rows if row not in told]
        await self.store.write(delete(tables.notice).where(tables.notice.c.id.in_(gone)))
        await self.store.write(
            update(tables.notice)
            .where(tables.notice.c.id.in_([row["id"] for row in told]))
            .values(sent=self.clock())
        )
        if way["failures"] or way["trouble"]:
            await self._set(way, failures=0, trouble="")

    async def _taken(self, user: str, kind: str, at: float) -> list[Row]:
        """What is due for an address, put off so that no other process takes it up meanwhile."""
        notice = tables.notice

        async with self.store.writing() as connection:
            found = await connection.execute(
                update(notice)
                .where(
                    notice.c.user == user, notice.c.kind == kind, notice.c.sent.is_(None), notice.c.due <= at
                )
                .values(due=at + LEASE)
                .returning(notice)
            )
            return sorted((dict(row) for row in found.mappings()), key=lambda row: row["id"])

    async def _still(self, row: Row) -> bool:
        """Whether there is still any reason to tell it: who has decided meanwhile need not be called."""
        if row["what"] not in ("turn", "asked", "reminder"):
            return True
        game, seat = tables.game, tables.seat
        found = await self.store.one(
            select(game.c.waiting, game.c.outcome, seat.c.user)
            .join(seat, seat.c.game == game.c.id)
            .where(game.c.id == row["game"], seat.c.side == row["side"])
        )
        if found is None or found["outcome"] is not None or found["user"] != row["user"]:
            return False
        return row["side"] in msgspec.json.decode(found["waiting"], type=list[str])

    async def deliver(self, way: Row, rows: Sequence[Row]) -> None:
        """Send some notices to an address now; Undelivered says why they were not taken."""
        if way["kind"] == WEBHOOK:
            body = msgspec.json.encode(self._body(rows))
            try:
                await self._crew.do(lambda: deliver(way["address"], body, self.nets), WAIT)
            except TimeoutError:
                raise Undelivered("the webhook's server does not answer in time") from None
            return
        leave = f"{self.address}/#/leave/{way['leave']}"
        notices = [(row["text"], self._link(row)) for row in rows]
        subject, text = letter_of(way["language"], notices, leave)
        await self.postman.send(way["address"], subject, text, leave)

    def _link(self, row: Row) -> str:
        return f"{self.address}/#/game/{row['game']}" if row["game"] else self.address

    def _body(self, rows: Sequence[Row]) -> dict[str, object]:
        """What a webhook gets: words under the names that chat services look for, and all of it as data."""
        notices = [
            {
                "what": row["what"],
                "game": row["game"],
                "side": row["side"],
                "turn": row["turn"],
                "text": row["text"],
                "link": self._link(row),
            }
            for row in rows
        ]
        words = "\n".join(f"{each['text']} {each['link']}" for each in notices)
        return {"text": words, "content": words, "notices": notices}

    async def _failed(self, way: Row, rows: Sequence[Row], reason: str) -> None:
        tries = max(row["tries"] for row in rows) + 1
        mine = tables.notice.c.id.in_([row["id"] for row in rows])
        if tries <= len(self.pauses):
            log.info("a notice by %s failed, to be tried again: %s", way["kind"], reason)
            due = self.clock() + self.pauses[tries - 1]
            await self.store.write(update(tables.notice).where(mine).values(tries=tries, due=due))
            await self._set(way, trouble=reason)
            return
        log.warning("a notice by %s failed for good: %s", way["kind"], reason)
        await self.store.write(delete(tables.notice).where(mine))
        failures = way["failures"] + 1
        await self._set(way, failures=failures, trouble=reason, off=failures >= MOST_FAILURES)

    async def _set(self, way: Row, **values: object) -> None:
        mine = tables.notice_way
        await self.store.write(
            update(mine)
            .where(mine.c.user == way["user"], mine.c.kind == way["kind"], mine.c.address == way["address"])
            .values(**values)
        )


def new_leave() -> str:
    """What takes an address away without a login."""
    return secrets.token_urlsafe(24)


# What happens in games


def watch(service: Service) -> None:
    """Tell players after each change what they want to know of it, unless they are looking at the game."""

    async def look(live: Live) -> None:
        online = service.exchange.online(live.id)
        away = [
            seat
            for seat in live.seats.values()
            if seat.kind == "human" and seat.user and seat.user not in online
        ]
        if not away:
            return
        if live.outcome is not None:
            for seat in away:
                await service.news.tell(seat.user, live, "over", side=seat.side, outcome=live.outcome)
            return
        game = live.game
        last = game.journal[-1].by if game.journal else ""
        for seat in away:
            decision = game.decision_of(seat.side)
            if decision is None or seat.side == last:
                continue
            if game.step and not game.is_known(game.step - 1, seat.side):
                continue  # he was asked before, and may not know that anything has happened since
            begun = game.begun
            what: What = "asked" if begun is not None and begun.by != seat.side else "turn"
            await service.news.tell(seat.user, live, what, side=seat.side, turn=live.report(seat.side).turn)

    service.after_change.append(look)


async def of_chat(service: Service, live: Live, speaker: str, name: str) -> None:
    """Tell those who are away that somebody has said something at their table."""
    online = service.exchange.online(live.id)
    people = {seat.user for seat in live.seats.values() if seat.kind == "human" and seat.user}
    for user in sorted(people - online - {speaker}):
        await service.news.tell(user, live, "chat", name=name)


async def forget(store: Store, user: str, kind: str) -> None:
    """Take an address away, with all that waits for it."""
    way, notice = tables.notice_way, tables.notice
    await store.write(delete(way).where(way.c.user == user, way.c.kind == kind))
    await store.write(delete(notice).where(notice.c.user == user, notice.c.kind == kind))
