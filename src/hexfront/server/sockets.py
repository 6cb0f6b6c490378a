"""The live connection of a table: the view at first, then what changes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, QueryParameter

from hexfront.kernel.errors import HexfrontError
from hexfront.kernel.title import OBSERVER
from hexfront.server import changes
from hexfront.server.exchange import Connection
from hexfront.server.live import Live
from hexfront.server.people import User, check_viewer, who
from hexfront.server.playing import hold
from hexfront.server.problems import Problem, trouble_of
from hexfront.server.service import Service, service_of

LONGEST = 4096  # bytes a client has any reason to send


@websocket("/api/games/{game_id:str}/live")
async def live_table(
    socket: WebSocket[Any, Any, Any],
    game_id: FromPath[str],
    viewer: Annotated[str, QueryParameter(name="as")] = OBSERVER,
) -> None:
    """Follow a game: ``view`` at first, then ``change`` after each step."""
    service = service_of(socket)
    await socket.accept()
    try:
        user = who(socket)
        live = await service.game(game_id, user)
        check_viewer(user, live.seats, viewer)
        _check_room(service, game_id, user, viewer)
    except HexfrontError as wrong:
        status, trouble = trouble_of(wrong)
        await socket.send_data(changes.plain("error", status=status, error=trouble), mode="text")
        await socket.close(code=4000 + status)
        return
    connection = Connection(user.id, viewer)
    try:
        async with hold(service, live):
            connection.send(changes.whole(live, viewer))
            service.exchange.join(game_id, connection)
        tell_presence(service, live)
        service.opponents.nudge(live)  # in case its computer player had given up
        await _converse(service, live, socket, connection)
    finally:
        service.exchange.leave(game_id, connection)
        tell_presence(service, live)


def _check_room(service: Service, game_id: str, user: User, viewer: str) -> None:
    """Problem if a game has no room for another socket; those who look on never take that of who plays."""
    limits = service.settings.limits
    if service.exchange.count(game_id, user.id) >= limits.sockets_of_user:
        raise Problem(429, "limit", "too many windows of yours follow this game")
    if viewer == OBSERVER and service.exchange.count(game_id) >= limits.sockets_of_game:
        raise Problem(429, "limit", "too many people follow this game")


async def _converse(
    service: Service, live: Live, socket: WebSocket[Any, Any, Any], connection: Connection
) -> None:
    """Send and listen at the same time, until either ends."""
    talking = asyncio.create_task(_talk(socket, connection))
    listening = asyncio.create_task(_listen(service, live, socket, connection))
    try:
        await asyncio.wait((talking, listening), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (talking, listening):
            task.cancel()
        await asyncio.gather(talking, listening, return_exceptions=True)
    with contextlib.suppress(Exception):
        await socket.close()


async def _talk(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    while (message := await connection.waiting.get()) is not None:
        await socket.send_data(message, mode="text")


async def _listen(
    service: Service, live: Live, socket: WebSocket[Any, Any, Any], connection: Connection
) -> None:
    while True:
        try:
            text = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        kind = _kind_of(text)
        if kind == "ping":
            connection.send(changes.plain("pong"))
        elif kind == "resync":
            async with hold(service, live):
                connection.send(changes.whole(live, connection.viewer))
        else:
            trouble = trouble_of(Problem(400, "request", "say resync or ping"))[1]
            connection.send(changes.plain("error", status=400, error=trouble))


def _kind_of(text: str | bytes) -> str:
    if len(text) > LONGEST:
        return ""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
    return str(found.get("type")) if isinstance(found, dict) else ""


def tell_presence(service: Service, live: Live) -> None:
    """Say which sides are connected."""
    online = service.exchange.online(live.id)
    sides = {
        side: seat.kind == "computer" or (bool(seat.user) and seat.user in online)
        for side, seat in live.seats.items()
    }
    watching = sum(1 for each in service.exchange.at(live.id) if each.viewer == OBSERVER)
    service.exchange.tell(live.id, {"type": "presence", "sides": sides, "observers": watching})


handlers = [live_table]
