"""The lobby: what can be played, one's own games; starting, copying, bringing in and sending out games."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import delete as sql_delete
from sqlalchemy import insert, or_, select

from hexfront.kernel import save
from hexfront.kernel.errors import HexfrontError, Malformed, SaveError
from hexfront.kernel.game import Game, Origin
from hexfront.kernel.preferences import Preference
from hexfront.kernel.start import new_game
from hexfront.kernel.title import OBSERVER, Option, Scenario, Title, TourStep
from hexfront.seam import find_title, title_names
from hexfront.server import clock as clocks
from hexfront.server import journal, opponents
from hexfront.server import store as tables
from hexfront.server.journal import Step
from hexfront.server.live import Live
from hexfront.server.people import LOCAL, Seat, User, check_viewer, holds, holds_all
from hexfront.server.playing import changed, hold, take_mail
from hexfront.server.problems import Problem, errors
from hexfront.server.service import Service
from hexfront.server.shapes import GameInfo, SeatShown
from hexfront.server.store import Row, now

ME, INVITE, OPEN = "me", "invite", "open"
GREATEST_SEED = 2**63 - 1


class TitleShown(msgspec.Struct, frozen=True):
    """A title and what can be played of it."""

    name: str
    caption: str
    sides: dict[str, str]
    layers: dict[str, str]
    scenarios: tuple[Scenario, ...]
    preferences: tuple[Preference, ...] = ()


class ScenarioShown(msgspec.Struct, frozen=True):
    """A scenario with its options."""

    name: str
    caption: str
    notes: str
    first_turn: str
    last_turn: str
    options: tuple[Option, ...]
    tour: tuple[TourStep, ...] = ()
    guided: str = ""


class RuleShown(msgspec.Struct, frozen=True):
    """A rule in our own words."""

    number: str
    summary: str
    status: str
    document: str
    chapter: str
    note: str


class PlayerKind(msgspec.Struct, frozen=True):
    """A kind of computer player."""

    name: str
    caption: str
    meaning: str


Word = Annotated[str, msgspec.Meta(max_length=120)]
SeedNumber = Annotated[int, msgspec.Meta(ge=0, le=GREATEST_SEED)]


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new game shall be. A seat is "me", "invite", "open", or a kind of computer player."""

    title: Word
    scenario: Word
    options: dict[Word, Word] = {}
    seed: SeedNumber | None = None
    seats: dict[Word, Word] = {}
    clock: clocks.Terms | None = None


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which step a game is copied, and who shall play the copy."""

    step: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
    seats: dict[Word, Word] = {}


# What can be played


def title_called(name: str) -> Title:
    """A title by its name; Problem 404 if there is none."""
    if name not in title_names():
        raise Problem(404, "unknown", f'there is no title "{name}"')
    return find_title(name)


@get("/api/titles", sync_to_thread=True, responses=errors())
def get_titles() -> list[TitleShown]:
    """All titles with their scenarios."""
    found = []
    for name in title_names():
        title = find_title(name)
        sides = {side: title.side_names.get(side, side) for side in title.sides}
        found.append(
            TitleShown(
                name,
                title.caption,
                sides,
                dict(title.layers),
                tuple(title.scenarios()),
                tuple(title.preferences),
            )
        )
    return found


@get("/api/titles/{title:str}/scenarios/{scenario:str}", sync_to_thread=True, responses=errors())
def get_scenario(title: FromPath[str], scenario: FromPath[str]) -> ScenarioShown:
    """A scenario and what can be chosen for it."""
    found = title_called(title)
    for each in found.scenarios():
        if each.name == scenario:
            options = tuple(found.options(scenario))
            words = (each.name, each.caption, each.notes, each.first_turn, each.last_turn)
            return ScenarioShown(*words, options, each.tour, each.guided)
    raise Problem(404, "unknown", f'{found.caption} has no scenario "{scenario}"')


@get("/api/titles/{title:str}/rules", sync_to_thread=True, responses=errors())
def get_rules(title: FromPath[str]) -> list[RuleShown]:
    """The index of rules, in our own words."""
    return [
        RuleShown(rule.rule, rule.summary, rule.status, rule.document, rule.chapter, rule.note)
        for rule in title_called(title).rulebook
    ]


@get("/api/players", sync_to_thread=True, responses=errors())
def get_players() -> list[PlayerKind]:
    """The kinds of computer players."""
    return [PlayerKind(*each) for each in opponents.kinds()]


# Games


def info(service: Service, live: Live, user: User) -> GameInfo:
    """A game as a user may know it."""
    game = live.game
    online = service.exchange.online(live.id)
    told = live.outcome is not None or not service.settings.hosted
    return GameInfo(
        live.id,
        game.origin.title,
        game.origin.scenario,
        live.caption,
        game.origin.seed if told else None,
        game.origin.options,
        live.owner_name,
        {side: seat_shown(seat, user, online) for side, seat in live.seats.items()},
        game.step,
        live.revision,
        live.outcome,
        live.turn,
        tuple(decision.side for decision in game.decisions),
        clock_shown(live.clock),
        live.branch_of or None,
        live.branch_step,
        live.created,
        live.touched,
        tuple(game.notices),
    )


def seat_shown(seat: Seat, user: User, online: set[str]) -> SeatShown:
    """A seat as a user may know it."""
    you = seat.kind == "human" and seat.user == user.id
    name = opponents.caption(seat.player) if seat.kind == "computer" else seat.name
    here = seat.kind == "computer" or (bool(seat.user) and seat.user in online)
    return SeatShown(name, seat.kind, seat.player, you, here)


def _listed(row: Row, seats: list[Seat], user: User, online: set[str], hosted: bool) -> GameInfo:
    """A game from its row, without loading it."""
    origin = msgspec.json.decode(row["origin"], type=Origin)
    told = row["outcome"] is not None or not hosted
    return GameInfo(
        row["id"],
        row["title"],
        row["scenario"],
        _caption(row["title"], row["scenario"]),
        origin.seed if told else None,
        origin.options,
        row["owner_name"],
        {seat.side: seat_shown(seat, user, online) for seat in seats},
        row["step"],
        row["revision"],
        row["outcome"],
        row["turn"],
        msgspec.json.decode(row["waiting"], type=tuple[str, ...]),
        clock_shown(row["clock"]),
        row["branch_of"],
        row["branch_step"],
        row["created"],
        row["touched"],
        msgspec.json.decode(row["notices"], type=tuple[str, ...]),
    )


def _caption(title: str, scenario: str) -> str:
    try:
        return next(each.caption for each in find_title(title).scenarios() if each.name == scenario)
    except (HexfrontError, StopIteration):
        return scenario  # a title that is no longer installed


async def listed_games(service: Service, user: User, wanted: Any) -> list[GameInfo]:
    """The games a condition finds, the newest first."""
    game, seat, people = tables.game, tables.seat, tables.user
    rows = await service.store.all(
        select(game, people.c.name.label("owner_name"))
        .join(people, people.c.id == game.c.owner)
        .where(wanted)
        .order_by(game.c.touched.desc())
        .limit(500)
    )
    ids = [row["id"] for row in rows]
    sitting: dict[str, list[Seat]] = {each: [] for each in ids}
    for row in await service.store.all(
        select(seat, people.c.name.label("name"))
        .join(people, people.c.id == seat.c.user, isouter=True)
        .where(seat.c.game.in_(ids))
        .order_by(seat.c.side)
    ):
        sitting[row["game"]].append(
            Seat(row["side"], row["kind"], row["user"] or "", row["player"], row["public"], row["name"] or "")
        )
    hosted = service.settings.hosted
    return [
        _listed(row, sitting[row["id"]], user, service.exchange.online(row["id"]), hosted) for row in rows
    ]


@get("/api/games", responses=errors())
async def get_games(service: NamedDependency[Service], user: NamedDependency[User]) -> list[GameInfo]:
    """One's own games: those one plays in, owns or watches."""
    game, seat, observer = tables.game, tables.seat, tables.observer
    mine = or_(
        game.c.owner == user.id,
        game.c.id.in_(select(seat.c.game).where(seat.c.user == user.id)),
        game.c.id.in_(select(observer.c.game).where(observer.c.user == user.id)),
    )
    return await listed_games(service, user, mine)


@post("/api/games", responses=errors(422))
async def post_game(
    service: NamedDependency[Service], user: NamedDependency[User], data: JSONBody[NewGame]
) -> GameInfo:
    """Start a game."""
    service.limiter.count("game", user.id)
    seed = data.seed if data.seed is not None else secrets.randbelow(2**53)
    game = await asyncio.to_thread(_new_game, data, seed)
    seats = seats_for(game, data.seats, user)
    clock = clock_for(data.clock, game, seats)
    game_id = await journal.create(service.store, game, user.id, seats, clock=clock)
    live = await service.hall.live(game_id)
    await changed(service, live)
    return info(service, live, user)


def _new_game(data: NewGame, seed: int) -> Game:
    return new_game(find_title(data.title), data.scenario, seed, data.options)


def clock_for(terms: clocks.Terms | None, game: Game, seats: Mapping[str, Seat]) -> str:
    """The clock of a new game as it is kept, if it has one; it runs when every seat is taken."""
    if terms is None:
        return ""
    all_here = all(seat.kind in ("human", "computer") for seat in seats.values())
    waiting = [decision.side for decision in game.decisions] if all_here else []
    return clocks.write(clocks.set_clock(terms, game.title.sides, waiting, now()))


def clock_shown(kept: str) -> dict[str, Any] | None:
    """A clock as clients see it."""
    running = clocks.read(kept)
    return clocks.shown(running, now()) if running else None


def seats_for(game: Game, wanted: Mapping[str, str], user: User) -> dict[str, Seat]:
    """Who sits where; who is not told sits himself."""
    for side in wanted:
        if side not in game.title.sides:
            raise Malformed(f'there is no side "{side}" (it has {", ".join(game.title.sides)})')
    return {side: seat_for(side, wanted.get(side, ME), user) for side in game.title.sides}


def seat_for(side: str, wanted: str, user: User) -> Seat:
    """A seat from the word for it."""
    if wanted == ME:
        return Seat(side, "human", user.id, name=user.name)
    if wanted == INVITE:
        return Seat(side, "invited")
    if wanted == OPEN:
        return Seat(side, "open", public=True)
    return Seat(side, "computer", player=opponents.known(wanted))


@get("/api/games/{game_id:str}", responses=errors())
async def get_game(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str]
) -> GameInfo:
    """A game: its scenario, who plays, and how far it is."""
    live = await service.game(game_id, user)
    async with hold(service, live):
        return info(service, live, user)


@delete("/api/games/{game_id:str}", responses=errors(409), status_code=204)
async def delete_game(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str]
) -> None:
    """Throw a game away; only its owner can, and only if nobody else plays in it or it is over."""
    live = await service.game(game_id, user)
    async with hold(service, live):
        if user.id != live.owner:
            raise Problem(403, "owner", "only who started a game can throw it away")
        others = [seat for seat in live.seats.values() if seat.kind == "human" and seat.user != user.id]
        if others and not live.game.over:
            raise Problem(409, "seat", "others play in this game")
        await service.store.write(sql_delete(tables.game).where(tables.game.c.id == game_id))
        service.hall.forget(game_id)
        service.exchange.end(game_id)


# Copies


@post("/api/games/{game_id:str}/branch", responses=errors(422))
async def post_branch(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Branch],
) -> GameInfo:
    """Play on from a step in a game of one's own. Others' secrets do not go with it."""
    live = await service.game(game_id, user)
    service.limiter.count("game", user.id)
    async with hold(service, live):
        if data.step > live.game.step:
            raise Malformed(f"there is no step {data.step}; the game is at step {live.game.step}")
        may_take_whole(live, user)
        twin = await past_game(service, live, data.step)
        wanted = {side: _same_seat(seat) for side, seat in live.seats.items()} | data.seats
        entry = tables.entry
        rows = await service.store.all(
            select(entry.c.text, entry.c.turn, entry.c.reason)
            .where(entry.c.game == game_id, entry.c.seq <= data.step)
            .order_by(entry.c.seq)
        )
    seats = seats_for(twin, wanted, user)
    new_id = await journal.create(
        service.store,
        twin,
        user.id,
        seats,
        branch_of=live.id,
        branch_step=data.step,
        steps=[Step(**row) for row in rows],
    )
    branch = await service.hall.live(new_id)
    await changed(service, branch)
    return info(service, branch, user)


def _same_seat(seat: Seat) -> str:
    return seat.player if seat.kind == "computer" else ME


def may_take_whole(live: Live, user: User) -> None:
    """Problem 403 unless a user may have the whole game, the other side's secrets included."""
    if not live.game.over and not holds_all(user, live.seats):
        raise Problem(403, "secret", "the whole game holds the other side's secrets; wait until it is over")


async def past_game(service: Service, live: Live, step: int) -> Game:
    """The game as it was at a step, to look at; hold the lock."""
    await journal.station_before(service.store, live, step)
    return await asyncio.to_thread(live.game.branch, step)


# Files


@get("/api/games/{game_id:str}/export", media_type="application/octet-stream", responses=errors())
async def get_export(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Annotated[str, QueryParameter(name="as", max_length=64)] = OBSERVER,
) -> Response[bytes]:
    """The game as a file; where the other side has secrets, the file to play on from by mail."""
    live = await service.game(game_id, user)
    async with hold(service, live):
        game = live.game
        seat = live.seats.get(viewer)
        waits = seat is not None and seat.kind in ("open", "invited")  # for somebody who plays by mail
        if not (waits and user.id == live.owner and not service.settings.hosted):
            check_viewer(user, live.seats, viewer)
        if game.over or holds_all(user, live.seats):
            text, kind = await asyncio.to_thread(save.as_text, game), ""
        elif viewer in game.title.sides:
            text, kind = await asyncio.to_thread(save.mail_text, game, viewer), f"-{viewer}"
        else:
            raise Problem(403, "secret", "say for which of your sides the file shall be")
    name = f"{game.origin.scenario}-{game.step}{kind}{save.SUFFIX}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="application/octet-stream", headers=headers)


@post("/api/import", responses=errors(422), request_max_body_size=None)
async def post_import(
    service: NamedDependency[Service], user: NamedDependency[User], request: Request[Any, Any, Any]
) -> GameInfo:
    """Bring in a game from a file; whoever brings it plays all its sides until he gives them away."""
    service.limiter.count("import", user.id)
    text = await file_text(service, request)
    game = await asyncio.to_thread(save.from_text, text, find_title)
    if game.mail is not None:
        raise SaveError("this file was sent to be answered by mail: it is not a whole game")
    seats = seats_for(game, {}, user)
    steps = await asyncio.to_thread(_told_steps, game)
    game_id = await journal.create(service.store, game, user.id, seats, steps=steps)
    live = await service.hall.live(game_id)
    live.game.notices = list(game.notices)
    return info(service, live, user)


def _told_steps(game: Game) -> list[Step]:
    """What stands beside the steps of a game that was played elsewhere: what they told."""
    found = []
    for step, entry in enumerate(game.journal):
        told = game.events[game.told_before(step) : entry.told]
        found.append(Step(next((event.text for event in told if not event.to), "")))
    return found


async def file_text(service: Service, request: Request[Any, Any, Any]) -> str:
    """The text of a file that is the body of a request."""
    most = service.settings.limits.file
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Problem(413, "size", f"a file may have {most} bytes")
        parts.append(part)
    try:
        return b"".join(parts).decode()
    except UnicodeDecodeError:
        raise SaveError("the file is not a Hexfront game") from None


@post("/api/games/{game_id:str}/mail-in", responses=errors(409, 422), request_max_body_size=None)
async def post_mail(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    request: Request[Any, Any, Any],
    game_id: FromPath[str],
) -> GameInfo:
    """Play the steps of a reply that came by mail; the file says for which side."""
    live = await service.game(game_id, user)
    text = await file_text(service, request)
    side = save.mail_side(text)
    seat = live.seats.get(side)
    waits = seat is not None and seat.kind in ("open", "invited")  # for somebody who only plays by mail
    if not holds(user, live.seats, side) and not (waits and user.id == live.owner):
        raise Problem(403, "seat", f'you do not play "{side}" in this game')
    async with hold(service, live):
        await take_mail(service, live, text, user.id)
        shown = info(service, live, user)
    await changed(service, live)
    return shown


async def ensure_local_user(service: Service) -> None:
    """The one user of local mode, as the tables need him."""
    people = tables.user
    if await service.store.one(select(people.c.id).where(people.c.id == LOCAL.id)) is None:
        row = {"id": LOCAL.id, "name": LOCAL.name, "created": now()}
        await service.store.write(insert(people).values(**row))


handlers = [
    get_titles,
    get_scenario,
    get_rules,
    get_players,
    get_games,
    post_game,
    get_game,
    delete_game,
    post_branch,
    get_export,
    post_import,
    post_mail,
]
