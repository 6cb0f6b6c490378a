"""The lobby: what can be played, one's own games; starting, copying and deleting them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import delete as sql_delete
from sqlalchemy import insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from hexfront.kernel.errors import HexfrontError, Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.postext import GREATEST_SEED
from hexfront.kernel.preferences import Preference
from hexfront.kernel.records import Origin
from hexfront.kernel.start import new_game
from hexfront.kernel.title import OBSERVER, REFEREE, Option, Scenario, Title, TourStep
from hexfront.seam import find_title, title_names
from hexfront.server import absence, commands, fresh, journal, opponents
from hexfront.server import clock as clocks
from hexfront.server import store as tables
from hexfront.server.absence import Terms as AbsenceTerms
from hexfront.server.journal import Step
from hexfront.server.live import Live
from hexfront.server.mail import check_reach, check_seats, mail_listed, mail_shown
from hexfront.server.names import game_name
from hexfront.server.people import LOCAL, Seat, User, holds, sits
from hexfront.server.playing import changed, hold
from hexfront.server.problems import Problem, errors
from hexfront.server.service import Service
from hexfront.server.shapes import CommanderShown, GameInfo, SeatShown
from hexfront.server.store import Row, now

ME, INVITE, OPEN, MAIL = "me", "invite", "open", "mail"


class PlanKind(msgspec.Struct, frozen=True):
    """A fixed plan, whose it is, and in which scenarios it makes sense."""

    name: str
    caption: str
    meaning: str
    side: str
    scenarios: tuple[str, ...]


class TitleShown(msgspec.Struct, frozen=True):
    """A title and what can be played of it."""

    name: str
    caption: str
    sides: dict[str, str]
    layers: dict[str, str]
    scenarios: tuple[Scenario, ...]
    preferences: tuple[Preference, ...] = ()
    deployment: tuple[str, ...] = ()  # the kinds of questions by which troops are set up and brought in
    displays: dict[str, str] = {}  # what lies beside the map
    colours: dict[str, str] = {}  # of sides, where their title has colours of its own
    plans: tuple[PlanKind, ...] = ()  # fixed plans that can be played against


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
    guided_options: Mapping[str, str] = {}


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
    """What a new game shall be. A seat is "me", "invite", "open", "mail", a kind of computer player,
    or a fixed plan of the side."""

    title: Word
    scenario: Word
    options: dict[Word, Word] = {}
    seed: SeedNumber | None = None
    seats: dict[Word, Word] = {}
    clock: clocks.Terms | None = None
    absence: AbsenceTerms | None = None


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which step a game is copied, and who shall play the copy."""

    step: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
    seats: dict[Word, Word] = {}


class Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game shall be called."""

    name: Annotated[str, msgspec.Meta(max_length=300)]


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
                tuple(title.deployment),
                dict(title.displays),
                dict(title.side_colours),
                tuple(
                    PlanKind(each.name, each.caption, each.meaning, each.side, each.scenarios)
                    for each in title.scripts()
                ),
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
            return ScenarioShown(*words, options, each.tour, each.guided, each.guided_options)
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
    own = eyes_of(live.seats.values(), user)
    told = (live.outcome is not None or not service.settings.hosted) and game.mail is None
    return GameInfo(
        live.id,
        live.name,
        game.origin.title,
        game.origin.scenario,
        live.caption,
        game.origin.seed if told else None,
        game.origin.options,
        live.owner_name,
        {side: seat_shown(seat, user, online) for side, seat in live.seats.items()},
        game.steps_known(own),
        live.revision_for(own),
        live.outcome,
        live.turn,
        tuple(decision.side for decision in game.decisions),
        clock_shown(live.clock),
        live.branch_of or None,
        live.branch_step,
        live.created,
        live.touched_for(own),
        tuple(game.notices),
        mail_shown(game),
    )


def eyes_of(seats: Iterable[Seat], user: User) -> str:
    """With whose eyes a user looks at a game in the lobby: those of his side, of all if he has several."""
    held = [seat.side for seat in seats if seat.user == user.id]
    return held[0] if len(held) == 1 else REFEREE if held else OBSERVER


def seat_shown(seat: Seat, user: User, online: set[str]) -> SeatShown:
    """A seat as a user may know it. Who commands what is known to those of the side alone."""
    seats = {seat.side: seat}
    you, chief = sits(user.id, seats, seat.side), holds(user, seats, seat.side)
    commanders = tuple(
        CommanderShown(each.command, each.name, each.user == user.id, bool(each.user) and each.user in online)
        for each in seat.commanders
        if you
    )
    name = opponents.caption(seat.player) if seat.kind == "computer" else seat.name
    here = seat.kind == "computer" or (bool(seat.user) and seat.user in online)
    return SeatShown(name, seat.kind, seat.player, you, here, commanders, you and not chief)


def _listed(row: Row, seats: list[Seat], user: User, online: set[str], hosted: bool) -> GameInfo:
    """A game from its row, without loading it."""
    origin = msgspec.json.decode(row["origin"], type=Origin)
    told = (row["outcome"] is not None or not hosted) and row["mail_side"] is None
    withheld = journal.read_withheld(row["withheld"]).get(eyes_of(seats, user))
    steps, touched = (withheld.steps, withheld.touched) if withheld else (0, row["touched"])
    return GameInfo(
        row["id"],
        row["name"],
        row["title"],
        row["scenario"],
        _caption(row["title"], row["scenario"]),
        origin.seed if told else None,
        origin.options,
        row["owner_name"],
        {seat.side: seat_shown(seat, user, online) for seat in seats},
        row["step"] - steps,
        row["revision"] - steps,
        row["outcome"],
        row["turn"],
        msgspec.json.decode(row["waiting"], type=tuple[str, ...]),
        clock_shown(row["clock"]),
        row["branch_of"],
        row["branch_step"],
        row["created"],
        touched,
        msgspec.json.decode(row["notices"], type=tuple[str, ...]),
        mail_listed(row),
    )


def _caption(title: str, scenario: str) -> str:
    try:
        return next(each.caption for each in find_title(title).scenarios() if each.name == scenario)
    except (HexfrontError, StopIteration):
        return scenario  # a title that is no longer installed


async def listed_games(service: Service, user: User, wanted: Any) -> list[GameInfo]:
    """The games a condition finds, the newest first."""
    game, seat, people, mail = tables.game, tables.seat, tables.user, tables.mail
    mailed = [mail.c[name].label(f"mail_{name}") for name in ("side", "step", "known", "outbox")]
    rows = await service.store.all(
        select(game, people.c.name.label("owner_name"), *mailed)
        .join(people, people.c.id == game.c.owner)
        .join(mail, mail.c.game == game.c.id, isouter=True)
        .where(wanted)
        .order_by(game.c.touched.desc())
        .limit(500)
    )
    ids = [row["id"] for row in rows]
    sitting: dict[str, list[Seat]] = {each: [] for each in ids}
    async with service.store.reading() as connection:
        given = await commands.given(connection, ids)
    for row in await service.store.all(
        select(seat, people.c.name.label("name"))
        .join(people, people.c.id == seat.c.user, isouter=True)
        .where(seat.c.game.in_(ids))
        .order_by(seat.c.side)
    ):
        sitting[row["game"]].append(journal.seat_from(row, given))
    hosted = service.settings.hosted
    found = [
        _listed(row, sitting[row["id"]], user, service.exchange.online(row["id"]), hosted) for row in rows
    ]
    return sorted(found, key=lambda each: -each.touched)  # as far as the user may know


@get("/api/games", responses=errors())
async def get_games(service: NamedDependency[Service], user: NamedDependency[User]) -> list[GameInfo]:
    """One's own games: those one plays in, owns or watches."""
    game = tables.game
    here = (
        game.c.id.in_(select(table.c.game).where(table.c.user == user.id))
        for table in (tables.seat, tables.command, tables.observer)
    )
    mine = or_(game.c.owner == user.id, *here)
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
    shared = fresh.is_mailed(game, seats)
    steps = [fresh.renew(game)] if shared else []
    game_id = await journal.create(
        service.store, game, user.id, seats, clock=clock, shared=shared, steps=steps
    )
    live = await service.hall.live(game_id)
    if data.absence is not None and service.settings.hosted:
        kept = {"body": absence.write(absence.Absence(data.absence)), "due": absence.NEVER}
        await service.store.write(insert(tables.absence).values(game=game_id, **kept))
    await changed(service, live)
    return info(service, live, user)


def _new_game(data: NewGame, seed: int) -> Game:
    title = find_title(data.title)
    if data.scenario in {each.name for each in title.unreleased()}:
        raise Malformed(f'{title.name} has no scenario "{data.scenario}"')
    return new_game(title, data.scenario, seed, data.options)


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
    return {side: seat_for(game.title, side, wanted.get(side, ME), user) for side in game.title.sides}


def seat_for(title: Title, side: str, wanted: str, user: User) -> Seat:
    """A seat from the word for it."""
    if wanted == ME:
        return Seat(side, "human", user.id, name=user.name)
    if wanted == INVITE:
        return Seat(side, "invited")
    if wanted == OPEN:
        return Seat(side, "open", public=True)
    if wanted == MAIL:
        return Seat(side, "mail")
    return Seat(side, "computer", player=opponents.known(wanted, title, side))


@get("/api/games/{game_id:str}", responses=errors())
async def get_game(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str]
) -> GameInfo:
    """A game: its scenario, who plays, and how far it is."""
    live = await service.game(game_id, user)
    async with hold(service, live):
        return info(service, live, user)


@put("/api/games/{game_id:str}/name", responses=errors(422))
async def put_name(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Naming],
) -> GameInfo:
    """Give a game a name, or take it away; its owner can."""
    live = await service.game(game_id, user)
    name = game_name(data.name)
    async with hold(service, live):
        if user.id != live.owner:
            raise Problem(403, "owner", "only who started a game can give it a name")
        await service.store.write(update(tables.game).where(tables.game.c.id == game_id).values(name=name))
        live.name = name
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
        if others and live.outcome is None:
            raise Problem(409, "seat", "others play in this game")
        chosen = tables.notice_choice
        await service.store.write(sql_delete(chosen).where(chosen.c.game == game_id))
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
        if live.game.mail is None:
            fresh.check_whole(live, user)
        elif not holds(user, live.seats, live.game.mail.side):
            raise Problem(403, "seat", f'you do not play "{live.game.mail.side}" in this game')
        else:
            check_reach(live.game, data.step)
        if data.step > live.game.step:
            raise Malformed(f"there is no step {data.step}; the game is at step {live.game.step}")
        if data.seats:
            check_seats(live.game)
        twin = await past_game(service, live, data.step)
        wanted = {side: _same_seat(live.game, seat) for side, seat in live.seats.items()} | data.seats
        entry = tables.entry
        rows = await service.store.all(
            select(entry.c.text, entry.c.turn, entry.c.reason)
            .where(entry.c.game == game_id, entry.c.seq <= data.step)
            .order_by(entry.c.seq)
        )
    seats = seats_for(twin, wanted, user)
    steps, shared = [Step(**row) for row in rows], fresh.is_mailed(twin, seats)
    if shared:
        steps.append(fresh.renew(twin))
    new_id = await journal.create(
        service.store,
        twin,
        user.id,
        seats,
        branch_of=live.id,
        branch_step=data.step,
        shared=shared,
        steps=steps,
    )
    branch = await service.hall.live(new_id)
    await changed(service, branch)
    return info(service, branch, user)


def _same_seat(game: Game, seat: Seat) -> str:
    if game.mail is not None and seat.kind == "mail":
        return MAIL  # its secrets are not here
    return seat.player if seat.kind == "computer" else ME


async def past_game(service: Service, live: Live, step: int) -> Game:
    """The game as it was at a step, to look at; hold the lock."""
    return await journal.branch(service.store, live, step)


async def ensure_local_user(service: Service) -> None:
    """The one user of local mode, as the tables need him."""
    people = tables.user
    if await service.store.one(select(people.c.id).where(people.c.id == LOCAL.id)) is None:
        row = {"id": LOCAL.id, "name": LOCAL.name, "created": now()}
        with contextlib.suppress(IntegrityError):  # another process of this server began at the same moment
            await service.store.write(insert(people).values(**row))


handlers = [
    get_titles,
    get_scenario,
    get_rules,
    get_players,
    get_games,
    post_game,
    get_game,
    put_name,
    delete_game,
    post_branch,
]
