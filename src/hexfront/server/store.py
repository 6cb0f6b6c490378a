"""The database: its tables, its engine, and transactions on it.

The same tables stand in SQLite and in PostgreSQL. Their version is written in the database; an older
one is brought up to date when the server starts.

A transaction that was committed survives the end of the process and of the machine: SQLite writes with
``synchronous=FULL``, PostgreSQL does so by itself.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    insert,
    select,
    text,
)
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from hexfront.kernel.errors import SaveError
from hexfront.server.likeness import likeness

VERSION = 10
MOST_WRITERS = 16  # transactions at a time on PostgreSQL
CHANNEL = "hexfront"  # on which processes tell each other what they have written

tables = MetaData()


def _id() -> Column[Any]:
    return Column("id", String(64), primary_key=True)


def _game(primary_key: bool = False) -> Column[Any]:
    key = ForeignKey("game.id", ondelete="CASCADE")
    return Column("game", String(64), key, primary_key=primary_key, nullable=False)


def _user(primary_key: bool = False, nullable: bool = False) -> Column[Any]:
    key = ForeignKey("user.id", ondelete="CASCADE")
    return Column("user", String(64), key, primary_key=primary_key, nullable=nullable)


def _side(primary_key: bool = False) -> Column[Any]:
    return Column("side", String(64), primary_key=primary_key, nullable=False)


def _at(name: str = "at") -> Column[Any]:
    """Seconds since 1970."""
    return Column(name, Float, nullable=False)


schema = Table("schema", tables, Column("version", Integer, nullable=False))

user = Table(
    "user",
    tables,
    _id(),
    Column("name", String(80), nullable=False),
    Column("login", String(80), unique=True),  # the name in small letters; none for guests
    Column("likeness", String(80)),  # what it has in common with names that could be taken for it
    Column("password", Text),  # its argon2 hash
    Column("mail", String(320), nullable=False, default=""),
    Column("preferences", Text, nullable=False, default="{}"),
    _at("created"),
    Index("user_likeness", "likeness"),
)

session = Table(
    "session",
    tables,
    _id(),  # the hash of the token in the cookie
    _user(),
    _at("created"),
    _at("expires"),
    Index("session_user", "user"),
)

game = Table(
    "game",
    tables,
    _id(),
    Column("owner", String(64), ForeignKey("user.id"), nullable=False),
    Column("title", String(80), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("name", String(80), nullable=False, default=""),  # what its owner calls it
    Column("origin", Text, nullable=False),  # kernel Origin as JSON
    Column("opening", Text, nullable=False, default="[]"),  # events told before the first step
    Column("step", Integer, nullable=False, default=0),
    Column("revision", BigInteger, nullable=False, default=0),  # grows with every change, undoing included
    Column("undone", Integer, nullable=False, default=0),  # how often steps were taken back
    Column("turn", Text, nullable=False, default=""),
    Column("waiting", Text, nullable=False, default="[]"),
    Column("outcome", Text),
    Column("branch_of", String(64)),
    Column("branch_step", Integer),
    Column("notices", Text, nullable=False, default="[]"),
    Column("withheld", Text, nullable=False, default="{}"),  # JSON: what each viewer may not know of
    Column("clock", Text, nullable=False, default=""),  # its JSON, if the game is played with one
    # Whether anybody else than its owner has ever played a side of it; who sits there now does not matter.
    Column("shared", Boolean, nullable=False, default=False),
    _at("created"),
    _at("touched"),
    Index("game_owner", "owner"),
)

seat = Table(
    "seat",
    tables,
    _game(primary_key=True),
    _side(primary_key=True),
    Column("kind", String(16), nullable=False),  # human, computer, open, invited, mail
    _user(nullable=True),
    Column("player", String(80), nullable=False, default=""),  # the kind of computer player
    Column("public", Boolean, nullable=False, default=False),  # offered in the list of open games
    Index("seat_user", "user"),
)

command = Table(  # parts of sides that others than their chiefs answer for
    "command",
    tables,
    _game(primary_key=True),
    _side(primary_key=True),
    Column("name", String(300), primary_key=True),  # the key of a kernel Command
    _user(nullable=True),  # none while somebody is invited
    Column("link", String(64), unique=True),  # the hash of the token by which it is taken
    Column("expires", Float),  # when the link does
    Index("command_user", "user"),
)

observer = Table("observer", tables, _game(primary_key=True), _user(primary_key=True), _at())

entry = Table(
    "entry",
    tables,
    _game(primary_key=True),
    Column("seq", Integer, primary_key=True),  # 1 is the first step
    Column("revision", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # the line of a save file
    Column("text", Text, nullable=False, default=""),  # what was done, in the words of its side
    Column("turn", Text, nullable=False, default=""),
    Column("reason", Text, nullable=False, default=""),  # why a computer player did it
    Column("user", String(64)),
    _at(),
)

snapshot = Table(
    "snapshot",
    tables,
    _game(primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("events", Integer, nullable=False),
    Column("position", LargeBinary, nullable=False),
)

mail = Table(  # of a game that came by mail: what it begins with
    "mail",
    tables,
    _game(primary_key=True),
    _side(),  # to which it was sent
    Column("name", String(64), nullable=False, default=""),  # of the game it was sent from
    Column("step", Integer, nullable=False),  # of the game it was sent from
    Column("known", Integer, nullable=False),  # steps that came with it
    Column("body", LargeBinary, nullable=False),  # kernel Mail as JSON
    Column("outbox", Text, nullable=False, default="[]"),  # actions that wait for dice
    Index("mail_name", "name"),
)

chat = Table(
    "chat",
    tables,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _game(),
    _user(nullable=True),
    Column("name", String(80), nullable=False, default=""),
    Column("side", String(64), nullable=False, default=""),
    Column("text", Text, nullable=False),
    _at(),
    Index("chat_game", "game", "id"),
)

note = Table(
    "note",
    tables,
    _game(primary_key=True),
    _user(primary_key=True),
    Column("text", Text, nullable=False),
    _at(),
)

invitation = Table(
    "invitation",
    tables,
    _id(),  # the hash of the token in the link
    _game(),
    _side(),  # or "observer"
    Column("made_by", String(64), ForeignKey("user.id", ondelete="CASCADE"), nullable=False),
    Column("taken_by", String(64), ForeignKey("user.id", ondelete="SET NULL")),
    Column("revoked", Boolean, nullable=False, default=False),
    _at("created"),
    Column("expires", Float),
    Index("invitation_game", "game"),
)

preference = Table(
    "preference",
    tables,
    _game(primary_key=True),
    _user(primary_key=True),
    _side(primary_key=True),
    Column("body", Text, nullable=False),
)

charge = Table(
    "charge",
    tables,
    _id(),
    _game(),
    _side(),
    _user(),
    Column("body", Text, nullable=False),  # what a staff may do for the player, and where it has got to
    _at(),
    Index("charge_game", "game"),
)

pledge = Table(  # the open round in which people make dice together
    "pledge",
    tables,
    _game(primary_key=True),
    Column("party", String(64), primary_key=True),  # a side, or "host"
    Column("basis", String(64), nullable=False),  # for which dice and people it was opened
    Column("promise", String(64), nullable=False),
    Column("secret", String(64)),  # none until it is given
    _at(),
)

proposal = Table(
    "proposal",
    tables,
    _game(primary_key=True),
    Column("side", String(64), nullable=False),  # who asks
    Column("step", Integer, nullable=False),  # where to go back to
    Column("revision", BigInteger, nullable=False),  # of the game it was made in
    Column("agreed", Text, nullable=False, default="[]"),  # sides
    _at(),
    UniqueConstraint("game", name="proposal_game"),
)

notice_way = Table(  # where a player wants to be told of what happens in his games
    "notice_way",
    tables,
    _user(primary_key=True),
    Column("kind", String(16), primary_key=True),  # mail, webhook
    Column("address", Text, nullable=False),
    Column("confirmed", Boolean, nullable=False, default=False),
    Column("language", String(8), nullable=False, default="en"),
    Column("leave", String(64), nullable=False, unique=True),  # what takes the address away, without a login
    Column("code", String(64)),  # the hash of the code that was sent to it
    Column("code_until", Float),
    Column("code_tries", Integer, nullable=False, default=0),
    Column("failures", Integer, nullable=False, default=0),  # one after the other
    Column("trouble", Text, nullable=False, default=""),  # why the last try failed
    Column("off", Boolean, nullable=False, default=False),  # switched off, since all failed
)

notice_choice = Table(  # of what a player wants to be told: of one game, or of all others
    "notice_choice",
    tables,
    _user(primary_key=True),
    Column("game", String(64), primary_key=True),  # "" for all others
    Column("body", Text, nullable=False),
)

notice = Table(  # what is to be told, and what was
    "notice",
    tables,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _user(),
    Column("kind", String(16), nullable=False),
    _game(),
    Column("side", String(64), nullable=False, default=""),
    Column("what", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("turn", Text, nullable=False, default=""),
    _at(),
    _at("due"),
    Column("tries", Integer, nullable=False, default=0),
    Column("sent", Float),
    Index("notice_due", "sent", "due"),
    Index("notice_user", "user"),
)

absence = Table(  # what is agreed and known about players who stay away
    "absence",
    tables,
    _game(primary_key=True),
    Column("body", Text, nullable=False),
    _at("due"),  # when there is something to be done
    Index("absence_due", "due"),
)

Row = dict[str, Any]
Result = TypeVar("Result")


class Store:
    """A database and its transactions."""

    def __init__(self, url: str, patience: float = 5.0) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _engine(url, self.is_sqlite, patience)
        # What is asked for most goes to a file on one thread from beginning to end. On a busy machine, going
        # there and back for every statement takes longer than the statements themselves.
        self._plain = _plain_engine(self.url, patience) if self.is_sqlite else None
        # SQLite takes one writer at a time and lets the others look again after growing pauses; in a queue
        # of our own each is served as soon as the one before it is done.
        self._turn = asyncio.Semaphore(1 if self.is_sqlite else MOST_WRITERS)
        self._claim: sqlite3.Connection | None = None
        self.preferences_changed: Counter[str] = Counter()  # how often, by game, by this process

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to look something up, all of it at one moment."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction: committed when the block ends, gone when it raises."""
        async with self._turn, self.engine.connect() as plain:
            connection = await plain.execution_options(hexfront_writes=True)
            async with connection.begin():
                yield connection

    async def look_up(self, work: Callable[[Connection], Result]) -> Result:
        """What a function finds with a connection, all of it at one moment."""
        if self._plain is None:
            async with self.reading() as connection:
                return await connection.run_sync(work)
        return await asyncio.to_thread(_with_connection, self._plain, work)

    async def transact(self, work: Callable[[Connection], Result]) -> Result:
        """What a function does with a connection, as one transaction."""
        if self._plain is None:
            async with self.writing() as connection:
                return await connection.run_sync(work)
        async with self._turn:
            return await asyncio.to_thread(_in_transaction, self._plain, work)

    async def one(self, query: Any) -> Row | None:
        """The row a query finds, if any."""
        found = await self.look_up(lambda connection: connection.execute(query).mappings().first())
        return dict(found) if found is not None else None

    async def all(self, query: Any) -> list[Row]:
        """All rows a query finds."""
        return await self.look_up(
            lambda connection: [dict(row) for row in connection.execute(query).mappings()]
        )

    async def write(self, statement: Any) -> int:
        """One statement as a transaction; how many rows it changed."""
        return await self.transact(lambda connection: connection.execute(statement).rowcount)

    async def notify(self, connection: AsyncConnection, told: str) -> None:
        """Tell the other processes on the same database, when and if the transaction is committed."""
        await connection.run_sync(self.tell, told)

    def tell(self, connection: Connection, told: str) -> None:
        """The same where there is nothing to wait for."""
        if not self.is_sqlite:
            words = {"channel": CHANNEL, "told": told}
            connection.execute(text("SELECT pg_notify(:channel, :told)"), words)

    def claim(self) -> None:
        """Keep other servers from a database file; SaveError if one has it. Processes share PostgreSQL.

        What a server has in memory is the truth only if nobody else writes to its file. The claim is a lock
        on a file beside it, which the system takes away from a process that ends, however it ends.
        """
        file = self.url.database
        if not self.is_sqlite or not file or file == ":memory:":
            return
        try:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            claim = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None, check_same_thread=False)
        except (sqlite3.Error, OSError) as wrong:
            raise SaveError(f"the database cannot be used: {wrong}") from wrong
        try:
            claim.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as wrong:
            claim.close()
            if "locked" not in str(wrong):
                raise SaveError(f"the database cannot be used: {wrong}") from wrong
            other = f"another server uses {Path(file).name}"
            raise SaveError(f"{other}: end it, or keep games elsewhere with --database") from None
        self._claim = claim

    async def prepare(self) -> None:
        """Make the tables, or bring older ones up to date; SaveError if the database cannot be used."""
        try:
            if self.is_sqlite and self.url.database:
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            async with self.writing() as connection:
                await connection.run_sync(_prepare)
        except (DBAPIError, OSError) as wrong:
            reason = str(getattr(wrong, "orig", None) or wrong).strip()
            raise SaveError(f"the database cannot be used: {reason}") from wrong

    async def close(self) -> None:
        if self._claim is not None:
            self._claim.close()
            self._claim = None
        await self.engine.dispose()
        if self._plain is not None:
            self._plain.dispose()


def _with_connection(engine: Engine, work: Callable[[Connection], Result]) -> Result:
    with engine.connect() as connection:
        return work(connection)


def _in_transaction(engine: Engine, work: Callable[[Connection], Result]) -> Result:
    with engine.connect() as plain:
        connection = plain.execution_options(hexfront_writes=True)
        with connection.begin():
            return work(connection)


def said_by(wrong: SQLAlchemyError) -> str:
    """What the database says is wrong with it, for a log: nothing of what was to be written."""
    cause = getattr(wrong, "orig", None) or wrong
    # Other faults than those of operation name the values that do not fit.
    return f"{type(cause).__name__}: {cause}" if isinstance(wrong, OperationalError) else type(cause).__name__


def _engine(url: str, is_sqlite: bool, patience: float) -> AsyncEngine:
    if not is_sqlite:
        return create_async_engine(
            url, pool_size=8, max_overflow=16, pool_pre_ping=True, hide_parameters=True
        )
    engine = create_async_engine(url, pool_size=4, max_overflow=12, hide_parameters=True)
    _set_up_sqlite(engine.sync_engine, patience)
    return engine


def _plain_engine(url: URL, patience: float) -> Engine:
    engine = create_engine(url.set(drivername="sqlite"), pool_size=4, max_overflow=28, hide_parameters=True)
    _set_up_sqlite(engine, patience)
    return engine


def _set_up_sqlite(engine: Engine, patience: float) -> None:
    @event.listens_for(engine, "connect")
    def opened(connection: Any, record: object) -> None:
        connection.isolation_level = None  # we say ourselves when a transaction begins
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={patience * 1000:.0f}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # A transaction that first reads and then writes would fail, not wait, if another has written.
        writes = connection.get_execution_options().get("hexfront_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # Two workers that start together must not make the tables twice.
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(1914)")
    schema.create(connection, checkfirst=True)
    found = connection.execute(select(schema.c.version)).scalar()
    if found is None:
        tables.create_all(connection)
        connection.execute(insert(schema).values(version=VERSION))
        return
    if found > VERSION:
        raise SaveError(f"the database has version {found}, this Hexfront knows {VERSION}: use a newer one")
    if found < VERSION:
        tables.create_all(connection)  # those that are new
    for version in range(found + 1, VERSION + 1):
        for statement in UPGRADES[version]:
            connection.exec_driver_sql(statement)
    if found < 4:
        _note_likeness(connection)
    if found < VERSION:
        connection.execute(schema.update().values(version=VERSION))


def _note_likeness(connection: Connection) -> None:
    """Write down what the names of accounts look like, which older versions did not."""
    for row in connection.execute(select(user.c.id, user.c.name).where(user.c.login.is_not(None))).all():
        connection.execute(user.update().where(user.c.id == row.id).values(likeness=likeness(row.name)))


UPGRADES: dict[int, tuple[str, ...]] = {
    2: ('ALTER TABLE "user" DROP COLUMN hook', "ALTER TABLE session DROP COLUMN csrf"),
    3: (),
    4: (
        'ALTER TABLE "user" ADD COLUMN likeness VARCHAR(80)',
        'CREATE INDEX user_likeness ON "user" (likeness)',
    ),
    5: (),
    6: (
        "ALTER TABLE game ADD COLUMN shared BOOLEAN NOT NULL DEFAULT FALSE",
        """UPDATE game SET shared = TRUE WHERE id NOT IN (SELECT game FROM mail) AND
           id IN (SELECT game FROM seat WHERE "user" <> game.owner OR kind = 'mail')""",
    ),
    7: ("ALTER TABLE game ADD COLUMN withheld TEXT NOT NULL DEFAULT '{}'",),
    8: ("ALTER TABLE game ADD COLUMN name VARCHAR(80) NOT NULL DEFAULT ''",),
    9: (),
    10: (),
}
"""What leads to a version of the tables from the one before it, besides tables that are new."""


def now() -> float:
    """Seconds since 1970."""
    return time.time()
