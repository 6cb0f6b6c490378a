"""A real server inside the test's own process, and people who use it over HTTP and WebSocket."""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from hexfront.server.app import create_app
from hexfront.server.service import Service
from hexfront.server.settings import Settings

SCENARIO = {"title": "outpost", "scenario": "skirmish"}
SIDES = ("red", "blue")
SECRET = "a long enough secret"


class Person(httpx.Client):
    """Somebody with a browser: cookies, and the header our own pages send."""

    def __init__(self, address: str) -> None:
        super().__init__(base_url=address, headers={"X-Hexfront": "1"}, timeout=20)

    def sign_up(self, name: str, password: str = SECRET) -> None:
        answer = self.post("/api/accounts", json={"name": name, "password": password})
        assert answer.status_code == 201, answer.text

    def start(self, **more: Any) -> dict[str, Any]:
        """Start a game; what the server tells of it."""
        answer = self.post("/api/games", json={**SCENARIO, "seed": 7, **more})
        assert answer.status_code == 201, answer.text
        info: dict[str, Any] = answer.json()
        return info

    def view(self, game: str, side: str) -> dict[str, Any]:
        answer = self.get(f"/api/games/{game}/view", params={"as": side})
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def play(self, game: str, side: str, number: int = 0) -> httpx.Response:
        """Play one of the choices a side has now."""
        view = self.view(game, side)
        action = view["decision"]["choices"][number]["action"]
        order = {"as": side, "expect": view["step"], "actions": [action]}
        return self.post(f"/api/games/{game}/actions", json=order)

    @contextmanager
    def watch(self, game: str, side: str = "observer", **options: Any) -> Iterator[Screen]:
        """A live connection to a game."""
        address = str(self.base_url).rstrip("/").replace("http", "ws", 1)
        cookies = "; ".join(f"{each.name}={each.value}" for each in self.cookies.jar)
        headers = {"Cookie": cookies} if cookies else {}
        with connect(
            f"{address}/api/games/{game}/live?as={side}", additional_headers=headers, **options
        ) as line:
            yield Screen(line)


class Screen:
    """What arrives over a live connection."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.seen: list[dict[str, Any]] = []

    def wait(self, kind: str, seconds: float = 10) -> dict[str, Any]:
        """The next message of a kind; TimeoutError if none comes."""
        until = time.monotonic() + seconds
        while True:
            message: dict[str, Any] = msgspec.json.decode(self.line.recv(until - time.monotonic()))
            self.seen.append(message)
            if message["type"] == kind:
                return message

    def nothing(self, kind: str, seconds: float = 0.3) -> None:
        """AssertionError if a message of a kind comes within a time."""
        try:
            found = self.wait(kind, seconds)
        except TimeoutError:
            return
        raise AssertionError(f"there came {found}")


class RunningServer:
    """A server on a port of this machine."""

    def __init__(self, settings: Settings) -> None:
        # A socket that says TCP: only of these does asyncio send small answers at once.
        self.listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.listening.bind(("127.0.0.1", 0))
        port = self.listening.getsockname()[1]
        settings = msgspec.structs.replace(settings, port=port)
        app = create_app(settings)
        self.service: Service = app.state.service
        self._people: list[Person] = []
        self.address = f"http://127.0.0.1:{port}"
        config = uvicorn.Config(app, log_level="warning", ws="websockets-sansio", lifespan="on")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self.listening]})

    def person(self, name: str = "") -> Person:
        """Somebody new; with a name, somebody with an account."""
        person = Person(self.address)
        self._people.append(person)
        if name:
            person.sign_up(name)
        return person

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        """What somebody finds, or does, who has the database file itself."""
        with closing(sqlite3.connect(str(self.service.store.url.database))) as connection, connection:
            return list(connection.execute(statement))

    def __enter__(self) -> RunningServer:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        for person in self._people:
            person.close()
        self._server.should_exit = True
        self._thread.join(15)
        self.listening.close()


def hosted(folder: Path, **more: Any) -> Settings:
    """Settings of a hosted server on a fresh file."""
    return Settings(hosted=True, database=str(folder / "games.sqlite"), **more)


def local(folder: Path, **more: Any) -> Settings:
    """Settings of a server for one person, on a file that may be there already."""
    return Settings(database=str(folder / "games.sqlite"), **more)
