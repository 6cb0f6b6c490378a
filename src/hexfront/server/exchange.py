"""Who is connected, and telling them what has changed."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from hexfront.server import changes
from hexfront.server import clock as clocks
from hexfront.server.people import may_watch
from hexfront.server.store import now

if TYPE_CHECKING:
    from hexfront.server.live import Hall, Live

log = logging.getLogger("hexfront.server")

MOST_WAITING = 100  # messages a slow client may be behind before it is cut off


class Connection:
    """One open socket: whose eyes it has, and the messages that wait to be sent."""

    def __init__(self, user: str, viewer: str) -> None:
        self.user = user
        self.viewer = viewer
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    def send(self, message: bytes) -> None:
        """Queue a message; a client that does not keep up is cut off and will come back."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """Let the socket close after what it is sending now."""
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


class Exchange:
    """The open sockets of every game."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._connections: dict[str, set[Connection]] = {}
        self.number = secrets.randbelow(2**31)  # by which this process knows its own word again
        self.said: set[int] = set()  # lines of chat this process has told its own sockets already

    def join(self, game_id: str, connection: Connection) -> None:
        self._connections.setdefault(game_id, set()).add(connection)
        self._hall.in_use.add(game_id)

    def leave(self, game_id: str, connection: Connection) -> None:
        here = self._connections.get(game_id, set())
        here.discard(connection)
        if not here:
            self._connections.pop(game_id, None)
            self._hall.in_use.discard(game_id)

    def at(self, game_id: str) -> Iterable[Connection]:
        """The sockets of a game."""
        return tuple(self._connections.get(game_id, ()))

    def count(self, game_id: str, user: str | None = None) -> int:
        """How many sockets a game has, or somebody has at it."""
        here = self._connections.get(game_id, ())
        return len(here) if user is None else sum(each.user == user for each in here)

    def online(self, game_id: str) -> set[str]:
        """The users who are connected to a game."""
        return {connection.user for connection in self.at(game_id)}

    def tell(self, game_id: str, message: Any, users: Iterable[str] | None = None) -> None:
        """Send the same message to all sockets of a game, or to those of some users."""
        written = message if isinstance(message, bytes) else msgspec.json.encode(message)
        only = None if users is None else set(users)
        for connection in self.at(game_id):
            if only is None or connection.user in only:
                connection.send(written)

    def show_change(self, live: Live) -> dict[str, bytes]:
        """Send every socket of a game what has changed for its viewer, and return that by viewers.

        The game's lock is held.
        """
        sent: dict[str, bytes] = {}
        by_viewer: dict[str, list[Connection]] = {}
        for connection in self.at(live.id):
            if may_watch(connection.user, connection.viewer, live.owner, live.seats, live.observers):
                by_viewer.setdefault(connection.viewer, []).append(connection)
            else:
                connection.end()  # the seat was given away, or the link of observers called back
        for viewer in [each for each in live.shown if each not in by_viewer]:
            del live.shown[viewer]
        told: list[Connection] = []
        for viewer, connections in by_viewer.items():
            try:
                message = changes.message(live, viewer)
            except Exception:  # what was played is written and stands; who cannot be shown it comes back
                log.exception("game %s cannot be shown to %s", live.id, viewer)
                live.shown.pop(viewer, None)
                for connection in connections:
                    connection.end()
                continue
            if message is None:
                continue
            sent[viewer] = message
            for connection in connections:
                connection.send(message)
            told += connections
        running = clocks.read(live.clock)
        if running is not None:
            clock = msgspec.json.encode({"type": "clock", **clocks.shown(running, now())})
            for connection in told:
                connection.send(clock)
        return sent

    def part(self, user: str) -> None:
        """Close the sockets of a user; those of his that may look come back by themselves."""
        for connections in self._connections.values():
            for connection in connections:
                if connection.user == user:
                    connection.end()

    def end(self, game_id: str) -> None:
        """Close all sockets of a game."""
        for connection in self.at(game_id):
            connection.end()

    def close(self) -> None:
        """Close all sockets."""
        for connections in self._connections.values():
            for connection in tuple(connections):
                connection.end()
