"""Players who stay away, in the database: terms, reminders, and handing seats on by agreement.

What is due stands in the database with the moment when it is. Every process looks for it now and then; who
does it first writes a new version, and for the others there is nothing left to do. A seat is handed on in one
transaction with the vote that decides it.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Litestar, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from hexfront.kernel.title import OBSERVER
from hexfront.server import absence as terms_of
from hexfront.server import opponents
from hexfront.server import store as tables
from hexfront.server.absence import LINK, WAIT, Absence, Replaced, Terms, Wished
from hexfront.server.background import Background, kind_of
from hexfront.server.live import Live
from hexfront.server.lobby import eyes_of
from hexfront.server.passwords import hash_of, new_token
from hexfront.server.people import Seat, User, holds
from hexfront.server.playing import hold, moved_on
from hexfront.server.problems import Problem, errors
from hexfront.server.seats import LINK_DAYS, link_to, put_seat, revoke_links, seating, settle
from hexfront.server.service import Service
from hexfront.server.store import now

log = logging.getLogger("hexfront.absent")

EVERY = 5.0  # seconds between two looks at what is due
AT_A_TIME = 50
PUT_OFF = 600.0  # seconds until a game of which something cannot be done is looked at again
TRIES = 5

Word = Annotated[str, msgspec.Meta(max_length=120)]
Change = Callable[[Absence], Absence]


class SideWaited(msgspec.Struct, frozen=True):
    """A side that is waited for, in seconds since 1970; ``votes`` are what the others want, by name."""

    since: float
    reminded: float
    open: float
    votes: dict[str, str]


class SideReplaced(msgspec.Struct, frozen=True):
    """Whose seat was handed on; ``agreed`` are those who agree that he has it back."""

    name: str
    you: bool
    at: float
    step: int
    how: str
    asks: float
    agreed: tuple[str, ...]


class WishedShown(msgspec.Struct, frozen=True):
    """Other terms that a side wants, and who agrees."""

    terms: Terms | None
    by: str
    agreed: tuple[str, ...]


class AbsenceShown(msgspec.Struct, frozen=True):
    """What the people of a game have agreed about those who stay away, and how it stands.

    ``others`` are, by side, the names of those who have to agree about its seat.
    """

    terms: Terms | None
    wished: WishedShown | None
    waiting: dict[str, SideWaited]
    replaced: dict[str, SideReplaced]
    others: dict[str, tuple[str, ...]]
    link: str = ""  # for whom the seat is now, if it was handed on by link a moment ago


class NewTerms(msgspec.Struct, frozen=True, rename={"side": "as"}, forbid_unknown_fields=True):
    """Terms that a side wants, or none."""

    side: Word
    terms: Terms | None = None


class Vote(msgspec.Struct, frozen=True, rename={"side": "as", "seat": "for"}, forbid_unknown_fields=True):
    """What a side wants for the seat of another: "wait", "link", or a kind of computer player."""

    side: Word
    seat: Word
    choose: Word


class AskedBack(
    msgspec.Struct, frozen=True, rename={"side": "as", "seat": "for"}, forbid_unknown_fields=True
):
    """Who was replaced asks for his seat; the others say whether he has it."""

    seat: Word
    side: Word = ""
    accept: bool = True


# In the database


def _put(connection: Connection, game: str, was: Absence | None, fresh: Absence) -> bool:
    """Write what is known now, unless somebody has written since; the text is its own version."""
    kept = tables.absence
    values = {"body": terms_of.write(fresh), "due": terms_of.next_due(fresh)}
    if was is None:
        connection.execute(insert(kept).values(game=game, **values))
        return True
    changed = connection.execute(
        update(kept).where(kept.c.game == game, kept.c.body == terms_of.write(was)).values(**values)
    )
    return changed.rowcount == 1


async def read(service: Service, game: str) -> Absence | None:
    """What is kept with a game; None if nothing is."""
    kept = tables.absence
    row = await service.store.one(select(kept.c.body).where(kept.c.game == game))
    return terms_of.read(row["body"]) if row else None


async def change(service: Service, game: str, work: Change) -> Absence:
    """Change what is kept with a game, whoever else writes at the same time."""
    for _ in range(TRIES):
        was = await read(service, game)
        fresh = work(was or Absence())
        if fresh == (was or Absence()):
            return fresh
        with contextlib.suppress(IntegrityError):  # another has just written the first
            if await service.store.transact(partial(_put, game=game, was=was, fresh=fresh)):
                return fresh
    raise moved_on()


# Who is waited for


def people(live: Live) -> dict[str, Seat]:
    """The seats that people of this server hold, by side."""
    return {side: seat for side, seat in live.seats.items() if seat.kind == "human" and seat.user}


def asked(live: Live) -> dict[str, str]:
    """The accounts of the people who have to decide, by side; nobody waits for one who plays alone."""
    here = people(live)
    if live.outcome is not None or len({seat.user for seat in here.values()}) < 2:
        return {}
    if any(seat.kind in ("open", "invited") for seat in live.seats.values()):
        return {}  # it has not begun, or a seat has been handed on and is still empty
    return {each.side: here[each.side].user for each in live.game.decisions if each.side in here}


def voters(live: Live, side: str) -> dict[str, str]:
    """Those who decide about a seat: the people who play other sides, with their names."""
    own = live.seats[side].user
    return {seat.user: seat.name for seat in people(live).values() if seat.user != own and seat.side != side}


class Absences:
    """Looks at what is due, and does it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.loop = Background("looking for players who stay away", self.look, EVERY)

    async def look(self) -> None:
        """Do what is due."""
        kept = tables.absence
        rows = await self._service.store.all(
            select(kept.c.game).where(kept.c.due <= now()).order_by(kept.c.due).limit(AT_A_TIME)
        )
        for row in rows:
            try:
                await self.do_due(row["game"])
            except SQLAlchemyError:
                raise
            except Exception as wrong:  # noqa: BLE001 - one game that cannot be opened must not hold up others
                log.warning("who stays away from game %s: %s", row["game"], kind_of(wrong))
                later = update(kept).where(kept.c.game == row["game"]).values(due=now() + PUT_OFF)
                await self._service.store.write(later)

    async def do_due(self, game: str) -> None:
        """Remind whoever is to be reminded in a game, and open the seats that are to be open."""
        service = self._service
        live = await service.hall.live(game)
        async with hold(service, live):
            was = await read(service, game)
            if was is None:
                return
            at = now()
            fresh, reminded, opened = terms_of.fallen_due(terms_of.looked(was, asked(live), "", at), at)
            if fresh == was or not await service.store.transact(
                lambda connection: _put(connection, game, was, fresh)
            ):
                return  # another process was faster: it tells of it, too
        for side in reminded:
            waiting = fresh.waiting[side]
            since = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(waiting.since))
            turn = live.report(side).turn
            await service.news.tell(waiting.user, live, "reminder", side=side, turn=turn, since=since)
        for side in opened:
            for user in (fresh.waiting[side].user, *voters(live, side)):
                await service.news.tell(user, live, "lapsed", side=side)
        await _tell(service, live)


async def _tell(service: Service, live: Live) -> None:
    """Have everybody at the table look anew, at other processes as well."""
    service.exchange.tell(live.id, {"type": "absence"})
    if not service.store.is_sqlite:
        async with service.store.writing() as connection:
            await service.store.notify(connection, f"absence:{live.id}:{service.exchange.number}")


async def told_elsewhere(service: Service, game: str, told_by: int) -> None:
    """Another process has changed something."""
    if told_by != service.exchange.number:
        service.exchange.tell(game, {"type": "absence"})


async def watch(service: Service, live: Live) -> None:
    """After a change of a game, note who is waited for now."""
    was = await read(service, live.id)
    if was is None:
        return
    game, moved = live.game, ""
    # That somebody has chosen under seal is as secret as what he chose: it counts when all may know of it.
    if game.step and game.is_known(game.step - 1, OBSERVER):
        moved = game.journal[-1].by
    waited = asked(live)
    at = now()
    if terms_of.looked(was, waited, moved, at) != was:
        await change(service, live.id, lambda kept: terms_of.looked(kept, waited, moved, at))


# What people see and say


def shown(live: Live, absence: Absence, user: User, link: str = "") -> AbsenceShown:
    """How it stands, for one at the table."""
    names = {seat.user: seat.name for seat in people(live).values()}
    wished, game, eyes = absence.wished, live.game, eyes_of(live.seats.values(), user)
    return AbsenceShown(
        absence.terms,
        WishedShown(wished.terms, wished.by, _named(names, wished.agreed)) if wished else None,
        {
            side: SideWaited(
                each.since,
                each.reminded,
                each.open,
                {names[voter]: choice for voter, choice in each.votes.items() if voter in names},
            )
            for side, each in absence.waiting.items()
        },
        {
            side: SideReplaced(
                each.name,
                each.user == user.id,
                each.at,
                game.known_step(min(each.step, game.step), eyes),  # nobody counts steps under seal
                each.how,
                each.asks,
                _named(names, each.agreed),
            )
            for side, each in absence.replaced.items()
        },
        {side: tuple(_deciders(live, absence, side).values()) for side in live.seats},
        link,
    )


def _named(names: Mapping[str, str], users: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(names[each] for each in users if each in names)


def _deciders(live: Live, absence: Absence, side: str) -> dict[str, str]:
    """Those who have to agree about a seat: of one that was handed on, also who has it now."""
    if side not in absence.replaced:
        return voters(live, side)
    away = absence.replaced[side].user
    return {seat.user: seat.name for seat in people(live).values() if seat.user != away}


async def _new_link(service: Service, live: Live, side: str, user: User, connection: Any) -> str:
    """A new link for a seat; the ones before it are worth nothing."""
    token = new_token()
    at = now()
    await connection.execute(
        insert(tables.invitation).values(
            id=hash_of(token),
            game=live.id,
            side=side,
            made_by=user.id,
            created=at,
            expires=at + LINK_DAYS * 86400,
        )
    )
    return link_to(service, live.id, side, token)


def _check_side(live: Live, user: User, side: str) -> None:
    if side not in live.seats:
        raise Problem(404, "unknown", f'there is no side "{side}"')
    if not holds(user, live.seats, side):
        raise Problem(403, "seat", f'you do not lead "{side}" in this game')


@get("/api/games/{game_id:str}/absence", responses=errors())
async def get_absence(
    game_id: FromPath[str], user: NamedDependency[User], service: NamedDependency[Service]
) -> AbsenceShown:
    """Who is waited for since when, what was agreed about it, and who was replaced."""
    live = await service.game(game_id, user)
    async with hold(service, live):
        return shown(live, await read(service, game_id) or Absence(), user)


@put("/api/games/{game_id:str}/absence", responses=errors(409, 422))
async def put_terms(
    game_id: FromPath[str],
    data: JSONBody[NewTerms],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> AbsenceShown:
    """Want other terms, or agree to those that another wants; they hold when all who play agree."""
    live = await service.game(game_id, user)
    async with hold(service, live):
        _check_side(live, user, data.side)
        here = {seat.user for seat in people(live).values()}
        waited, at = asked(live), now()

        def wished(was: Absence) -> Absence:
            same = was.wished is not None and was.wished.terms == data.terms
            agreed = {*(was.wished.agreed if was.wished and same else ()), user.id} & here
            if agreed == here:
                fresh = msgspec.structs.replace(was, terms=data.terms, wished=None, waiting={})
                return terms_of.looked(fresh, waited, "", at)
            by = was.wished.by if was.wished and same else data.side
            return msgspec.structs.replace(was, wished=Wished(data.terms, by, tuple(sorted(agreed))))

        fresh = await change(service, game_id, wished)
    await _tell(service, live)
    return shown(live, fresh, user)


@post("/api/games/{game_id:str}/absence/vote", status_code=200, responses=errors(409, 422))
async def vote(
    game_id: FromPath[str],
    data: JSONBody[Vote],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> AbsenceShown:
    """Say what is to become of the seat of one who stays away; when all others want the same, it is done."""
    live = await service.game(game_id, user)
    link, gone = "", ""
    async with hold(service, live):
        _check_side(live, user, data.side)
        if data.choose not in (WAIT, LINK):
            opponents.known(data.choose, live.game.title, data.seat)
        was = await read(service, game_id)
        waiting = was.waiting.get(data.seat) if was else None
        here = voters(live, data.seat) if data.seat in live.seats else {}
        if live.outcome is not None:
            raise Problem(422, "absence", f"the game is over: {live.outcome}")
        if was is None or waiting is None or user.id not in here:
            raise Problem(422, "absence", f'nobody waits for "{data.seat}"')
        if not waiting.open:
            raise Problem(422, "absence", "the time that was agreed is not over yet")
        if data.seat not in asked(live):
            raise Problem(409, "stale", "the game has changed since you looked")
        fresh, agreed = terms_of.voted(was, data.seat, user.id, data.choose, here)
        if agreed == WAIT:
            fresh = terms_of.patient(fresh, data.seat, now())
        if agreed in ("", WAIT):
            if not await service.store.transact(lambda connection: _put(connection, game_id, was, fresh)):
                raise moved_on()
        else:
            gone = waiting.user
            seat = live.seats[data.seat]
            handed = Replaced(gone, seat.name, now(), live.game.step, agreed)
            fresh = terms_of.handed_on(fresh, data.seat, handed)
            link = await _hand_on(service, live, data.seat, how=agreed, user=user, kept=(was, fresh))
    if gone:
        await settle(service, live)
        await service.news.tell(gone, live, "replaced", side=data.seat)
    await _tell(service, live)
    return shown(live, fresh, user, link)


async def _hand_on(
    service: Service, live: Live, side: str, *, how: str, user: User, kept: tuple[Absence, Absence]
) -> str:
    """Put somebody else into a seat, in one transaction with what all have agreed; the link, if it is one.

    Who had it may go on looking as an observer. His time on the clock is forgotten, with a flag that fell.
    """
    gone, link = live.seats[side].user, ""
    async with seating(service, live, renew=side) as connection:
        if not await connection.run_sync(_put, live.id, *kept):
            raise moved_on()
        await revoke_links(connection, live.id, side)
        if how == LINK:
            await put_seat(connection, live.id, side, kind="invited")
            link = await _new_link(service, live, side, user, connection)
        else:
            await put_seat(
                connection, live.id, side, kind="computer", player=opponents.known(how, live.game.title, side)
            )
        stays = any(seat.user == gone for seat in live.seats.values() if seat.side != side)
        if gone not in live.observers and not stays:
            await connection.execute(insert(tables.observer).values(game=live.id, user=gone, at=now()))
    return link


@post("/api/games/{game_id:str}/absence/link", status_code=200, responses=errors(409, 422))
async def new_link(
    game_id: FromPath[str],
    data: JSONBody[AskedBack],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> AbsenceShown:
    """Make the link of a seat that was handed on anew, as long as nobody has used it."""
    live = await service.game(game_id, user)
    service.limiter.count("invite", user.id)
    async with hold(service, live):
        was = await read(service, game_id) or Absence()
        if data.seat not in was.replaced or user.id not in _deciders(live, was, data.seat):
            raise Problem(403, "absence", f'the seat of "{data.seat}" is not for you to give')
        if live.seats[data.seat].kind != "invited":
            raise Problem(409, "taken", "somebody plays this side")
        async with seating(service, live) as connection:
            await revoke_links(connection, game_id, data.seat)
            link = await _new_link(service, live, data.seat, user, connection)
    return shown(live, was, user, link)


@post("/api/games/{game_id:str}/absence/back", status_code=200, responses=errors(409, 422))
async def back(
    game_id: FromPath[str],
    data: JSONBody[AskedBack],
    user: NamedDependency[User],
    service: NamedDependency[Service],
) -> AbsenceShown:
    """Ask for the seat back that others have handed on, or say whether somebody has it back.

    He has it when all who play agree, who has the seat now among them. Who declines has the request dropped,
    and so can he who asks.
    """
    live = await service.game(game_id, user)
    done, asks = False, False
    async with hold(service, live):
        was = await read(service, game_id) or Absence()
        gone = was.replaced.get(data.seat)
        if gone is None:
            raise Problem(422, "absence", f'nobody was replaced at "{data.seat}"')
        if live.outcome is not None:
            raise Problem(422, "absence", f"the game is over: {live.outcome}")
        here = _deciders(live, was, data.seat)
        if user.id == gone.user and not data.accept:
            fresh_gone = msgspec.structs.replace(gone, asks=0.0, agreed=())
        elif user.id == gone.user:
            asks = not gone.asks
            fresh_gone = msgspec.structs.replace(gone, asks=gone.asks or now())
        elif user.id not in here:
            raise Problem(403, "seat", "this is for those who play")
        elif not gone.asks:
            raise Problem(422, "absence", f"{gone.name} has not asked for the seat")
        elif not data.accept:
            fresh_gone = msgspec.structs.replace(gone, asks=0.0, agreed=())
        else:
            agreed = tuple(sorted({*gone.agreed, user.id} & set(here)))
            fresh_gone = msgspec.structs.replace(gone, agreed=agreed)
            done = set(agreed) == set(here)
        replaced = {**was.replaced, data.seat: fresh_gone}
        fresh = msgspec.structs.replace(was, replaced=replaced)
        if done:
            fresh = terms_of.given_back(fresh, data.seat)
            async with seating(service, live, renew=data.seat) as connection:
                if not await connection.run_sync(_put, live.id, was, fresh):
                    raise moved_on()
                await revoke_links(connection, live.id, data.seat)
                await put_seat(connection, live.id, data.seat, kind="human", user=gone.user)
        elif not await service.store.transact(lambda connection: _put(connection, game_id, was, fresh)):
            raise moved_on()
    if done:
        await settle(service, live)
    if asks:
        for other in here:
            await service.news.tell(other, live, "back", side=data.seat, name=gone.name)
    await _tell(service, live)
    return shown(live, fresh, user)


handlers = [get_absence, put_terms, vote, new_link, back]


def set_up(app: Litestar, service: Service) -> None:
    """Note after each change who is waited for, where there are others who could wait."""
    if service.settings.hosted:
        service.absences = Absences(service)

        async def look(live: Live) -> None:
            await watch(service, live)

        service.after_change.append(look)
    else:
        service.absences = None
