"""The journal of a game in the database: the truth from which every game in memory comes.

A step is written with its number in one transaction, together with the revision of the game. A revision
only grows, and is checked when writing: of two processes that play in the same game at once, one is
told that the game has moved on.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.kernel import save
from hexfront.kernel.errors import HexfrontError
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event, Mail, Origin, Station
from hexfront.kernel.title import OBSERVER
from hexfront.seam import find_title
from hexfront.server import clock as clocks
from hexfront.server import commands
from hexfront.server import store as tables
from hexfront.server.mail import mail_row, read_outbox, written_outbox
from hexfront.server.people import Commander, Seat
from hexfront.server.store import Row, Store, now

if TYPE_CHECKING:
    from hexfront.server.live import Live

SNAPSHOT_EVERY = 200


class Conflict(HexfrontError):
    """Another process has written to the game meanwhile."""


class Proposal(msgspec.Struct, frozen=True):
    """A side asks to go back to a step."""

    side: str
    step: int
    revision: int
    agreed: tuple[str, ...] = ()


class Withheld(msgspec.Struct, frozen=True):
    """How many steps a viewer may not know of, and when the game was touched last as far as he may know."""

    steps: int
    touched: float


class Record(msgspec.Struct):
    """A game as it stands in the database."""

    id: str
    game: Game
    owner: str
    owner_name: str
    name: str
    caption: str
    seats: dict[str, Seat]
    observers: frozenset[str]
    proposal: Proposal | None
    revision: int
    undone: int
    branch_of: str
    branch_step: int | None
    clock: str
    shared: bool
    withheld: dict[str, Withheld]
    created: float
    touched: float
    kept_until: int
    left_out: int  # later steps in the database that no longer agree with the rules


class State(msgspec.Struct, frozen=True):
    """How far a game is in the database."""

    step: int
    revision: int
    undone: int
    clock: str
    shared: bool
    withheld: str


class Step(msgspec.Struct, frozen=True):
    """What is written beside a step of the journal: its words, its turn, why it was done, and by whom."""

    text: str
    turn: str = ""
    reason: str = ""
    user: str = ""


# Reading


async def read(store: Store, game_id: str) -> Record | None:
    """A game with everything that belongs to it; None if there is none."""
    async with store.reading() as connection:
        row = (
            (
                await connection.execute(
                    select(tables.game, tables.user.c.name.label("owner_name"))
                    .join(tables.user, tables.user.c.id == tables.game.c.owner)
                    .where(tables.game.c.id == game_id)
                )
            )
            .mappings()
            .first()
        )
        if row is None:
            return None
        entry, snapshot = tables.entry, tables.snapshot
        lines = await connection.execute(
            select(entry.c.body).where(entry.c.game == game_id).order_by(entry.c.seq)
        )
        bodies = list(lines.scalars())
        kept = (
            select(snapshot.c.step, snapshot.c.events, snapshot.c.position)
            .where(snapshot.c.game == game_id)
            .order_by(snapshot.c.step.desc())
        )
        newest = (await connection.execute(kept.limit(1))).all()
        seats = await seats_of(connection, game_id)
        watching = await observers_of(connection, game_id)
        proposal = await proposal_of(connection, game_id)
        mailed = await mail_row(connection, game_id)
    game = await asyncio.to_thread(_resumed, dict(row), bodies, newest, mailed)
    if game.step < len(bodies) and newest:  # the newest snapshot may be of no use, and an older one of some
        async with store.reading() as connection:
            older = (await connection.execute(kept)).all()
        game = await asyncio.to_thread(_resumed, dict(row), bodies, older[::-1], mailed)
    said = msgspec.json.decode(row["notices"], type=list[str])
    game.notices = list(dict.fromkeys([*said, *game.notices]))
    return Record(
        id=game_id,
        game=game,
        owner=row["owner"],
        owner_name=row["owner_name"],
        name=row["name"],
        caption=caption_of(game),
        seats=seats,
        observers=watching,
        proposal=proposal,
        revision=row["revision"],
        undone=row["undone"],
        branch_of=row["branch_of"] or "",
        branch_step=row["branch_step"],
        clock=row["clock"],
        shared=row["shared"],
        withheld=read_withheld(row["withheld"]),
        created=row["created"],
        touched=row["touched"],
        kept_until=max((each.step for each in newest if each.step <= game.step), default=0),
        left_out=len(bodies) - game.step,
    )


def _resumed(row: Row, bodies: Sequence[bytes], kept: Sequence[Any], mailed: Row | None) -> Game:
    """A game from its row, its steps, snapshots on the way with the oldest first, and how it came by mail."""
    stations = [(each.step, each.events, each.position) for each in kept]
    origin = msgspec.json.decode(row["origin"], type=Origin)
    opening = msgspec.json.decode(row["opening"], type=tuple[Event, ...])
    mail = msgspec.json.decode(mailed["body"], type=Mail) if mailed else None
    game = save.from_lines(origin, opening, bodies, stations, find_title, mail=mail)
    if mail and mailed and game.step == len(bodies):
        game.outbox = read_outbox(game, mail, mailed["outbox"])
    return game


def caption_of(game: Game) -> str:
    """How the scenario of a game is called."""
    named = (each.caption for each in game.title.scenarios() if each.name == game.origin.scenario)
    return next(named, game.origin.scenario)


async def seats_of(connection: AsyncConnection, game_id: str) -> dict[str, Seat]:
    """Who plays what in a game."""
    seat, user = tables.seat, tables.user
    rows = await connection.execute(
        select(seat, user.c.name.label("name"))
        .join(user, user.c.id == seat.c.user, isouter=True)
        .where(seat.c.game == game_id)
        .order_by(seat.c.side)
    )
    seated = rows.mappings().all()
    given = await commands.given(connection, [game_id])
    return {row["side"]: seat_from(dict(row), given) for row in seated}


def seat_from(row: Row, given: Mapping[tuple[str, str], tuple[Commander, ...]]) -> Seat:
    """A seat from its row, with the commands that were given on its side."""
    return Seat(
        row["side"],
        row["kind"],
        row["user"] or "",
        row["player"],
        row["public"],
        row["name"] or "",
        given.get((row["game"], row["side"]), ()),
    )


async def observers_of(connection: AsyncConnection, game_id: str) -> frozenset[str]:
    """The users who were let in to watch a game."""
    observer = tables.observer
    found = await connection.execute(select(observer.c.user).where(observer.c.game == game_id))
    return frozenset(found.scalars())


async def proposal_of(connection: AsyncConnection, game_id: str) -> Proposal | None:
    """What a side has proposed and the others have not answered yet."""
    found = (
        (await connection.execute(select(tables.proposal).where(tables.proposal.c.game == game_id)))
        .mappings()
        .first()
    )
    if found is None:
        return None
    agreed = msgspec.json.decode(found["agreed"], type=tuple[str, ...])
    return Proposal(found["side"], found["step"], found["revision"], agreed)


async def state(store: Store, game_id: str) -> State | None:
    """How far a game is; None if there is none."""
    game = tables.game
    wanted = (game.c[name] for name in State.__struct_fields__)
    row = await store.one(select(*wanted).where(game.c.id == game_id))
    return State(**row) if row else None


async def catch_up(store: Store, live: Live, known: State) -> bool:
    """Play the steps another process has written; False if they do not follow from ours."""
    entry = tables.entry
    async with store.reading() as connection:
        rows = await connection.execute(
            select(entry.c.body)
            .where(entry.c.game == live.id, entry.c.seq > live.game.step)
            .order_by(entry.c.seq)
        )
        bodies = list(rows.scalars())
        live.seats = await seats_of(connection, live.id)
        live.observers = await observers_of(connection, live.id)
        live.proposal = await proposal_of(connection, live.id)
        mailed = await mail_row(connection, live.id) if live.game.mail else None
    if live.game.step + len(bodies) < known.step:
        return False
    for body in bodies:
        if not save.play_line(live.game, body):
            return False
    if mailed and live.game.mail:
        live.game.outbox = read_outbox(live.game, live.game.mail, mailed["outbox"])
    live.revision, live.clock, live.shared = known.revision, known.clock, known.shared
    live.withheld = read_withheld(known.withheld)
    return live.game.step == known.step


async def branch(store: Store, live: Live, step: int | None = None) -> Game:
    """A branch of a game in memory, at a step if one is given, begun at the snapshot nearest before it.

    The game itself keeps only its newest stations; what was needed to look far back goes with the branch.
    """
    twin = live.game.branch()
    if step is not None:
        await take_station(store, live, twin, step)
        await asyncio.to_thread(twin.forget, step)
    return twin


async def take_station(store: Store, live: Live, twin: Game, step: int) -> None:
    """Give a branch of a game the snapshot nearest before a step, if it has no station so near."""
    have = max(station.step for station in twin.stations if station.step <= step)
    if step - have <= SNAPSHOT_EVERY:
        return
    snapshot = tables.snapshot
    row = await store.one(
        select(snapshot)
        .where(snapshot.c.game == live.id, snapshot.c.step <= step, snapshot.c.step > have)
        .order_by(snapshot.c.step.desc())
        .limit(1)
    )
    if row is not None:
        found = await asyncio.to_thread(save.station_from, twin, row["step"], row["events"], row["position"])
        if found is not None:
            twin.stations = sorted([*twin.stations, found], key=lambda station: station.step)


# Writing


def new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(12)


async def create(
    store: Store,
    game: Game,
    owner: str,
    seats: Mapping[str, Seat],
    *,
    branch_of: str = "",
    branch_step: int | None = None,
    clock: str = "",
    shared: bool = False,
    steps: Sequence[Step] = (),
    name: str = "",
) -> str:
    """Write a game with all its steps, and return its id.

    ``name`` is that of the game from which it was sent by mail, if later files shall be found to be its.
    """
    game_id = new_id()
    at = now()
    row = {
        "id": game_id,
        "owner": owner,
        "title": game.origin.title,
        "scenario": game.origin.scenario,
        **_beginning(game),
        "revision": 1,
        "undone": 0,
        "branch_of": branch_of or None,
        "branch_step": branch_step,
        "clock": clock,
        "shared": shared,
        "created": at,
        **_standing(game, game.report(OBSERVER).turn, at, {}),
    }
    sitting = [
        {
            "game": game_id,
            "side": seat.side,
            "kind": seat.kind,
            "user": seat.user or None,
            "player": seat.player,
            "public": seat.public,
        }
        for seat in seats.values()
    ]
    async with store.writing() as connection:
        await connection.execute(insert(tables.game), row)
        await connection.execute(insert(tables.seat), sitting)
        await connection.run_sync(_write_past, game_id, game, _whole_past(game_id, game, steps, 1))
        if branch_of:
            await connection.run_sync(_copy_snapshots, branch_of, game_id, game.step)
        if game.mail:
            await connection.execute(insert(tables.mail), {"game": game_id, "name": name, **_mail(game)})
    return game_id


def _whole_past(game_id: str, game: Game, steps: Sequence[Step], revision: int) -> list[dict[str, Any]]:
    """The rows of all steps of a game; words are missing for some of them."""
    told = [*steps, *[Step("")] * (game.step - len(steps))]
    return _entries(game_id, game, 0, told, revision=revision, at=now())


def _write_past(connection: Connection, game_id: str, game: Game, entries: list[dict[str, Any]]) -> None:
    """Write the rows of all steps of a game, and positions on the way."""
    if entries:
        connection.execute(insert(tables.entry), entries)
    last = 0
    for station in game.stations:
        if station.step - last >= SNAPSHOT_EVERY:
            connection.execute(insert(tables.snapshot), _snapshot(game_id, station))
            last = station.step


def _copy_snapshots(connection: Connection, old: str, new: str, step: int) -> None:
    """Give a branch the snapshots of the game it comes from."""
    kept = tables.snapshot
    there = select(kept.c.step).where(kept.c.game == new)
    wanted = select(literal(new), kept.c.step, kept.c.events, kept.c.position).where(
        kept.c.game == old, kept.c.step <= step, kept.c.step.not_in(there)
    )
    connection.execute(insert(kept).from_select(["game", "step", "events", "position"], wanted))


def _beginning(game: Game) -> dict[str, Any]:
    """What a game comes from, and what was said before its first step."""
    opening = tuple(game.events[: game.told_before(0)])
    return {
        "origin": msgspec.json.encode(game.origin).decode(),
        "opening": msgspec.json.encode(opening).decode(),
        "notices": msgspec.json.encode(game.notices).decode(),
    }


def _mail(game: Game) -> dict[str, Any]:
    """What is kept of the file by which a game came."""
    mail = game.mail
    assert mail is not None
    body, outbox = msgspec.json.encode(mail), written_outbox(game)
    return {"side": mail.side, "step": mail.step, "known": mail.known, "body": body, "outbox": outbox}


def _standing(game: Game, turn: str, at: float, withheld: Mapping[str, Withheld]) -> dict[str, Any]:
    """What the lobby shows of a game without loading it."""
    return {
        "withheld": msgspec.json.encode(withheld).decode(),
        "step": game.step,
        "turn": turn,
        "waiting": msgspec.json.encode([decision.side for decision in game.decisions]).decode(),
        "outcome": game.outcome,
        "touched": at,
    }


def _standing_now(live: Live, at: float, withheld: Mapping[str, Withheld]) -> dict[str, Any]:
    """The same of a game in memory, which may have ended on time."""
    return {**_standing(live.game, live.turn, at, withheld), "outcome": live.outcome}


def read_withheld(text: str) -> dict[str, Withheld]:
    """What is withheld from whom, as it is kept with a game."""
    return msgspec.json.decode(text, type=dict[str, Withheld])


def _withheld(live: Live, at: float, since: int) -> dict[str, Withheld]:
    """What is withheld from whom, now that a game in memory has made some steps since one."""
    found = {}
    for viewer in (*live.game.title.sides, OBSERVER):
        steps = live.game.steps_withheld(viewer)
        if not steps:
            continue
        was = live.withheld.get(viewer) or Withheld(0, live.touched)
        # When another has chosen under seal is as secret as that he has.
        unseen = steps[-1] >= since and len(steps) - was.steps == live.game.step - since
        found[viewer] = Withheld(len(steps), was.touched if unseen else at)
    return found


def _entries(
    game_id: str, game: Game, first: int, steps: Sequence[Step], /, **same: Any
) -> list[dict[str, Any]]:
    """The rows of some steps of a game, the first of which has this number."""
    game.fingerprint()
    return [
        {
            "game": game_id,
            "seq": step + 1,
            "body": save.step_line(game, step),
            "text": beside.text,
            "turn": beside.turn,
            "reason": beside.reason,
            "user": beside.user or None,
            **same,
        }
        for step, beside in enumerate(steps, first)
    ]


def _snapshot(game_id: str, station: Station) -> dict[str, Any]:
    return {
        "game": game_id,
        "step": station.step,
        "events": station.events,
        "position": msgspec.json.encode(station.position.as_data()),
    }


async def append(store: Store, live: Live, before: int, steps: Sequence[Step]) -> None:
    """Write the steps a game in memory has made since ``before``; Conflict if another process wrote first.

    Only now, when somebody plays on, are steps forgotten that no longer agree with the rules.
    """
    if live.left_out:
        await truncate(store, live, before, steps)
        return
    game, at = live.game, now()
    # One for each step, so that whoever may not know some of them can be given a revision without these.
    revision = live.revision + max(1, len(steps))
    rows = _entries(live.id, game, before, steps, revision=revision, at=at)
    due = game.station_step - live.kept_until >= SNAPSHOT_EVERY
    clock = turned_clock(live, live.seats, at, decided=True)
    withheld = _withheld(live, at, before)
    standing = {**_standing_now(live, at, withheld), "clock": clock}
    snapshot = _snapshot(live.id, game.stations[-1]) if due else None

    def write(connection: Connection) -> None:
        _move_on(connection, store, live, revision, standing)
        _keep_outbox(connection, live)
        if rows:
            connection.execute(insert(tables.entry), rows)
        if snapshot is not None:
            connection.execute(insert(tables.snapshot), snapshot)

    await store.transact(write)
    live.revision, live.touched, live.clock, live.withheld = revision, at, clock, withheld
    if due:
        live.kept_until = game.station_step


async def truncate(store: Store, live: Live, back: int, steps: Sequence[Step] = ()) -> None:
    """Write that a game in memory went back to a step, and the steps it has made since then."""
    game, at = live.game, now()
    revision = live.revision + max(1, len(steps))
    rows = _entries(live.id, game, back, steps, revision=revision, at=at)
    clock = turned_clock(live, live.seats, at)
    withheld = _withheld(live, at, back)
    standing = {**_standing_now(live, at, withheld), "undone": live.undone + 1, "clock": clock}
    if live.left_out:
        standing["notices"] = msgspec.json.encode(game.notices).decode()

    def write(connection: Connection) -> int:
        _move_on(connection, store, live, revision, standing)
        left = _cut_off(connection, live.id, back)
        _keep_outbox(connection, live)
        if rows:
            connection.execute(insert(tables.entry), rows)
        return left

    kept = await store.transact(write)
    live.revision, live.touched, live.undone, live.proposal = revision, at, live.undone + 1, None
    live.kept_until, live.clock, live.left_out, live.withheld = kept, clock, 0, withheld


def _cut_off(connection: Connection, game_id: str, back: int) -> int:
    """Forget the steps of a game after one, and what was proposed; the step of the newest snapshot left."""
    entry, snapshot, proposal = tables.entry, tables.snapshot, tables.proposal
    connection.execute(delete(entry).where(entry.c.game == game_id, entry.c.seq > back))
    connection.execute(delete(snapshot).where(snapshot.c.game == game_id, snapshot.c.step > back))
    connection.execute(delete(proposal).where(proposal.c.game == game_id))
    left = connection.execute(select(func.max(snapshot.c.step)).where(snapshot.c.game == game_id))
    return left.scalar() or 0


async def append_within(
    connection: AsyncConnection, live: Live, revision: int, before: int, steps: Sequence[Step]
) -> Callable[[], None]:
    """Within a transaction that has moved a game on, write the steps it has made since ``before``.

    What is returned is to be called when the transaction is committed.
    """
    game, at = live.game, now()
    rows = _entries(live.id, game, before, steps, revision=revision, at=at)
    withheld = _withheld(live, at, before)
    standing = _standing_now(live, at, withheld)
    undone, cut = live.undone, live.left_out > 0
    if cut:
        undone += 1
        standing |= {"undone": undone, "notices": msgspec.json.encode(game.notices).decode()}

    def write(connection: Connection) -> int:
        kept = _cut_off(connection, live.id, before) if cut else live.kept_until
        connection.execute(insert(tables.entry), rows)
        connection.execute(update(tables.game).where(tables.game.c.id == live.id).values(**standing))
        return kept

    kept = await connection.run_sync(write)

    def committed() -> None:
        live.undone, live.kept_until, live.left_out, live.touched = undone, kept, 0, at
        live.withheld = withheld
        if cut:
            live.proposal = None

    return committed


async def begin_anew(store: Store, live: Live, game: Game, steps: Sequence[Step]) -> None:
    """Write that a game that came by mail was sent again, as it is now: another beginning, other steps."""
    at, revision = now(), live.revision + 1
    turn = game.report(OBSERVER).turn
    values = {**_beginning(game), **_standing(game, turn, at, {}), "undone": live.undone + 1}
    sent = _mail(game)

    def write(connection: Connection) -> None:
        _move_on(connection, store, live, revision, values)
        for table in (tables.entry, tables.snapshot, tables.proposal):
            connection.execute(delete(table).where(table.c.game == live.id))
        connection.execute(update(tables.mail).where(tables.mail.c.game == live.id).values(**sent))
        _write_past(connection, live.id, game, _whole_past(live.id, game, steps, revision))

    await store.transact(write)


def _keep_outbox(connection: Connection, live: Live) -> None:
    """Write what waits for dice in a game that came by mail."""
    if live.game.mail is not None:
        mail = tables.mail
        waiting = written_outbox(live.game)
        connection.execute(update(mail).where(mail.c.game == live.id).values(outbox=waiting))


def turned_clock(live: Live, seats: Mapping[str, Seat], at: float, *, decided: bool = False) -> str:
    """The clock of a game from now on; it begins when every seat has its player, and then does not stop."""
    clock = clocks.read(live.clock)
    if clock is None:
        return ""
    all_here = all(seat.kind in ("human", "computer") for seat in seats.values())
    runs = all_here or clocks.has_begun(clock)
    waiting = [decision.side for decision in live.game.decisions] if runs else []
    return clocks.write(clocks.turned(clock, waiting, at, decided=decided))


async def touch(store: Store, live: Live, connection: AsyncConnection, **values: Any) -> int:
    """Within a transaction, mark a game as changed in something else than its steps; its new revision."""
    revision = live.revision + 1
    await connection.run_sync(_move_on, store, live, revision, {"touched": now(), **values})
    return revision


def _move_on(
    connection: Connection, store: Store, live: Live, revision: int, values: Mapping[str, Any]
) -> None:
    """Write the new revision of a game; Conflict if its old one is no longer that of the database."""
    game = tables.game
    changed = connection.execute(
        update(game)
        .where(game.c.id == live.id, game.c.revision == live.revision)
        .values(revision=revision, **values)
    )
    if changed.rowcount != 1:
        raise Conflict("the game was changed by another process")
    store.tell(connection, f"{live.id}:{revision}")
