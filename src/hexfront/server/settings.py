"""How a server is set up: where it listens, where games are kept, and how much it lets through."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from hexfront.kernel.errors import Malformed

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one client may ask for; beyond it the server refuses instead of suffering."""

    body: int = 256 * 1024  # bytes of an ordinary request
    file: int = 20 * 1024 * 1024  # bytes of a game that is brought in
    file_steps: int = 50_000
    file_arrival: float = 30.0  # seconds in which it must have come
    file_seconds: float = 30.0  # in which it must have been read and played
    files_at_once: int = 4
    films_at_once: int = 2
    live_games: int = 200  # games kept in memory
    sockets_of_game: int = 200  # beyond it nobody else can look on; who plays always can
    sockets_of_user: int = 40  # at one game
    chat: int = 2000  # characters of one message
    note: int = 20_000
    orders: int = 500  # actions in one request


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a server is told at its start."""

    host: str = "127.0.0.1"
    port: int = 8014
    database: str = ""  # a file or a URL; the user's data folder unless told
    hosted: bool = False  # with accounts, for other people
    origin: str = ""  # hosted: the address people use, for links and for checking where requests come from
    hosts: tuple[str, ...] = ()  # further names under which the server may be asked for
    rate: float = 1.0  # hosted: by how much the limits of `limits.LIMITS` are multiplied; 0 for none
    webhook: str = ""  # where to say that a decision is somebody's
    mail_command: str = ""  # a command that sends the letter on its input
    smtp: str = ""  # the server that takes letters: smtp://user:password@host:587
    mail_from: str = ""  # as whom they are sent
    webhook_nets: tuple[str, ...] = ()  # nets that are not open, to which players' webhooks may lead even so
    patience: float = 5.0  # seconds to wait for another process that writes to a database file
    players: int = 1  # processes in which computer players think
    think_seconds: float = 300.0  # a computer player that says nothing for so long is started again
    limits: Limits = Limits()

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy names it, with the drivers we use."""
        return database_url(self.database or str(data_folder() / "games.sqlite"))

    @property
    def pictures(self) -> Path:
        """Where pictures of scenarios are kept: beside a database file, else with the user's games."""
        _, _, file = self.database_url.partition(":///")
        return (Path(file).parent if file and not self.on_postgres else data_folder()) / "pictures"

    @property
    def address(self) -> str:
        """Where people find the server, for links."""
        return self.origin.rstrip("/") or f"http://{self.host}:{self.port}"

    @property
    def https(self) -> bool:
        """Whether people reach the server over https."""
        return self.origin.startswith("https://")

    @property
    def on_postgres(self) -> bool:
        return self.database_url.startswith("postgresql")


def data_folder() -> Path:
    """Where the games of this user are kept."""
    told = os.environ.get("XDG_DATA_HOME", "")
    base = Path(told) if told and Path(told).is_absolute() else Path.home() / ".local" / "share"
    return base / "hexfront"


def database_url(text: str) -> str:
    """A URL from a URL or the name of a file; Malformed if it is neither."""
    scheme, separator, rest = text.partition("://")
    if not separator:
        return f"{_DRIVERS['sqlite']}:///{Path(text).expanduser().absolute()}"
    plain = scheme.partition("+")[0]
    if plain not in _DRIVERS:
        raise Malformed(f'games cannot be kept in "{scheme}": give a file, sqlite:// or postgresql://')
    return f"{_DRIVERS[plain]}://{rest}"
