"""Games as files: sending them out, bringing them in, and playing by mail.

By mail, whoever has the true game sends a side a file with what it may know. The other brings it in on a
server of his own, plays, and sends a file with his orders back. Each file names the game it belongs to, so
that whoever brings one in need not say what it is.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from sqlalchemy import select

from hexfront.kernel import actions, save
from hexfront.kernel.errors import SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.mail import mail_of, mail_text, reply_text
from hexfront.kernel.title import OBSERVER
from hexfront.server import journal, playing, standing
from hexfront.server import store as tables
from hexfront.server.fresh import may_have_whole
from hexfront.server.journal import Conflict, Step
from hexfront.server.live import Live
from hexfront.server.lobby import info, seats_for
from hexfront.server.mail import check_follows
from hexfront.server.people import Seat, User, check_viewer, holds
from hexfront.server.playing import hold, take_mail
from hexfront.server.problems import Problem, errors
from hexfront.server.service import Service
from hexfront.server.shapes import GameInfo
from hexfront.server.trying import is_position

ELSEWHERE = ("mail", "open", "invited")  # seats of people who may play by mail
log = logging.getLogger("hexfront.server")


# Sending out


@get("/api/games/{game_id:str}/export", media_type="application/octet-stream", responses=errors())
async def get_export(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Annotated[str, QueryParameter(name="as", max_length=64)] = OBSERVER,
) -> Response[bytes]:
    """The game as a file; where the other side has secrets, the file to play on from by mail.

    Of a game that came by mail it is the reply.
    """
    live = await service.game(game_id, user)
    async with hold(service, live):
        game = live.game
        by_mail = _sends_to(service, live, user, viewer)
        if not by_mail:
            check_viewer(user, live.seats, viewer)
        if game.mail is not None:
            if viewer != game.mail.side:
                raise Problem(403, "seat", f"say that the reply of {game.mail.side} is wanted")
            game.preferences = await _preferences(service, live, user.id, viewer)
            text = await asyncio.to_thread(reply_text, game)
            name = f"{game.origin.scenario}-{game.mail.step}-{viewer}-reply"
        elif not by_mail and may_have_whole(live, user):
            text = await asyncio.to_thread(save.as_text, game)
            name = f"{game.origin.scenario}-{game.step}"
        elif viewer in game.title.sides:
            chooser = live.owner if by_mail else user.id
            game.preferences = await _preferences(service, live, chooser, viewer)
            text = await asyncio.to_thread(mail_text, game, viewer, live.id)
            name = f"{game.origin.scenario}-{game.steps_known(viewer)}-{viewer}"
        else:
            raise Problem(403, "secret", "say for which of your sides the file shall be")
        game.preferences = {}
    headers = {"content-disposition": f'attachment; filename="{name}{save.SUFFIX}"'}
    return Response(text.encode(), media_type="application/octet-stream", headers=headers)


def _sends_to(service: Service, live: Live, user: User, side: str) -> bool:
    """Whether a user sends a side of his game files by mail, since nobody plays it here."""
    seat = live.seats.get(side)
    if seat is None or live.game.mail is not None or user.id != live.owner:
        return False
    # On a server with many people a seat that waits for one of them has secrets from the owner, too.
    return seat.kind == "mail" or (seat.kind in ELSEWHERE and not service.settings.hosted)


async def _preferences(service: Service, live: Live, user: str, side: str) -> dict[str, dict[str, str]]:
    """The standing preferences of a side, which go with the file."""
    return {side: await standing.chosen_by(service.store, live.id, user, side)}


# Bringing in


@post("/api/import", responses=errors(409, 422), request_max_body_size=None)
async def post_import(
    service: NamedDependency[Service], user: NamedDependency[User], request: Request[Any, Any, Any]
) -> GameInfo:
    """Bring in a file, whatever it is.

    A whole game becomes a game of which one plays all sides until one gives them away. A file that was sent
    by mail becomes a game of which one plays one side, or goes on with the one that came before it. A reply
    is played in the game that it answers.
    """
    service.limiter.count("import", user.id)
    async with service.reader.turn:
        data = await file_bytes(service, request)
        game = await service.reader.read(data)
        return await _take_in(service, user, data, game)


async def _take_in(service: Service, user: User, data: bytes, game: Game) -> GameInfo:
    if is_position(data):
        game.notices.clear()  # what a text takes for granted names hidden units: all would read it
    if game.mail is None:
        game.notices.append(_provenance(user, game))
        live = await _begin(service, user, game, seats_for(game, {}, user))
    elif (true := await _answered(service, user, game)) is not None:
        await take_reply(service, true, user, data)
        live = true
    elif (before := await _received(service, user, game)) is not None:
        await _go_on(service, before, game)
        live = before
    else:
        side = game.mail.side
        seats = {each: Seat(each, "mail") for each in game.title.sides}
        seats[side] = Seat(side, "human", user.id, name=user.name)
        live = await _begin(service, user, game, seats)
        await standing.choose_for(service.store, live.id, user.id, side, game.preferences.get(side, {}))
    return info(service, live, user)


@post("/api/games/{game_id:str}/mail-in", responses=errors(409, 422), request_max_body_size=None)
async def post_mail(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    request: Request[Any, Any, Any],
    game_id: FromPath[str],
) -> GameInfo:
    """Take in what came by mail: in the true game a reply, in a game that came by mail the next file."""
    live = await service.game(game_id, user)
    service.limiter.count("import", user.id)
    mail = live.game.mail
    if mail is not None and not holds(user, live.seats, mail.side):
        raise Problem(403, "seat", f'you do not play "{mail.side}" in this game')
    async with service.reader.turn:
        data = await file_bytes(service, request)
        if mail is None:
            service.reader.check_steps(data)
            await take_reply(service, live, user, data)
        else:
            await _go_on(service, live, await service.reader.read(data))
    return info(service, live, user)


async def take_reply(service: Service, live: Live, user: User, data: bytes) -> None:
    """Play the steps of a reply in the true game, and whatever follows from them."""
    mail = await asyncio.to_thread(mail_of, data)
    if not _takes_from(live, user, mail.side):
        raise Problem(403, "seat", f'you do not play "{mail.side}" in this game')
    if mail.game not in ("", live.id):
        raise SaveError("the file is a reply to another game")
    async with hold(service, live):
        await take_mail(service, live, data, user.id)
        chosen, live.game.preferences = live.game.preferences.get(mail.side, {}), {}
    if live.seats[mail.side].kind == "mail":
        await standing.choose_for(service.store, live.id, live.owner, mail.side, chosen)
    await playing.changed(service, live)
    await playing.follow_preferences(service, live)


def _takes_from(live: Live, user: User, side: str) -> bool:
    """Whether a user may take in the reply of a side: his own, or one that nobody plays here."""
    seat = live.seats.get(side)
    waits = seat is not None and seat.kind in ELSEWHERE and user.id == live.owner
    return holds(user, live.seats, side) or waits


async def _answered(service: Service, user: User, copy: Game) -> Live | None:
    """The game here to which a file is a reply; None if it is none, or not for this user to take in."""
    mail = copy.mail
    assert mail is not None
    played = copy.step > mail.known or copy.outbox
    game = tables.game
    if not played or await service.store.one(select(game.c.id).where(game.c.id == mail.game)) is None:
        return None
    live = await service.hall.live(mail.game)
    return live if live.game.mail is None and _takes_from(live, user, mail.side) else None


async def _received(service: Service, user: User, copy: Game) -> Live | None:
    """The game of a user that an earlier file of the same game began; None if there is none."""
    mail = copy.mail
    assert mail is not None
    if not mail.game:
        return None
    game, kept = tables.game, tables.mail
    row = await service.store.one(
        select(game.c.id)
        .join(kept, kept.c.game == game.c.id)
        .where(game.c.owner == user.id, kept.c.name == mail.game, kept.c.side == mail.side)
        .order_by(game.c.touched.desc())
    )
    return await service.hall.live(row["id"]) if row else None


def _provenance(user: User, game: Game) -> str:
    """Where a game comes from, for those who sit down at it later: not all of it was played before them."""
    at = f"at step {game.steps_known(OBSERVER)}; till then it was played elsewhere"
    said = f"{user.name} brought this game in from a file {at}."
    if game.origin.start:
        said += " It began from a position of its own."
    if game.origin.overlays:
        names = ", ".join(each.name for each in game.origin.overlays)
        said += f" It is played with data of its own: {names}."
    return said


async def _begin(service: Service, user: User, game: Game, seats: dict[str, Seat]) -> Live:
    """Keep a game from a file."""
    steps = await asyncio.to_thread(told_steps, game)
    name = game.mail.game if game.mail else ""
    game_id = await journal.create(service.store, game, user.id, seats, steps=steps, name=name)
    return await service.hall.live(game_id)


async def _go_on(service: Service, live: Live, sent: Game) -> None:
    """Put the next file in the place of the one a game came by."""
    if sent.mail is None:
        raise SaveError("the file was not sent by mail: bring it in from the lobby")
    async with hold(service, live):
        check_follows(live.game, sent)
        steps = await asyncio.to_thread(told_steps, sent)
        try:
            await journal.begin_anew(service.store, live, sent, steps)
        except Conflict:
            live.doubtful = True
            raise Problem(409, "stale", "the game has changed since you looked") from None
        await service.hall.refresh(live)
        service.exchange.show_change(live)
    await playing.follow_preferences(service, live)


def told_steps(game: Game) -> list[Step]:
    """What stands beside the steps of a game that was played elsewhere: what they told."""
    turn = game.report(OBSERVER).turn if game.mail else ""  # by mail come only steps of one turn
    found = []
    for step, entry in enumerate(game.journal):
        told = game.events[game.told_before(step) : entry.told]
        text = next((event.text for event in told if not event.to), "")
        found.append(Step(text or (actions.as_words(entry.action) if game.mail else ""), turn))
    return found


async def file_bytes(service: Service, request: Request[Any, Any, Any]) -> bytes:
    """The file that is the body of a request."""
    most = service.settings.limits.file
    parts: list[bytes] = []
    size = 0
    seconds = service.settings.limits.file_arrival
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise Problem(413, "size", f"a file may have {most} bytes")
                parts.append(part)
    except TimeoutError:
        raise Problem(400, "request", f"the file did not arrive within {seconds:g} seconds") from None
    return b"".join(parts)


handlers = [get_export, post_import, post_mail]
