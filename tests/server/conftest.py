"""What tests of the server share: a SQLite file or a real PostgreSQL, and two people who play by mail."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.letters import Correspondents, apart, writing
from tests.server.postgres import Postgres
from tests.server.running import local


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    started = Postgres()
    yield started
    started.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    started: Postgres = request.getfixturevalue("postgres")
    return asyncio.run(started.new_database())


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Correspondents]:
    folder = tmp_path_factory.mktemp("mail")
    with writing(local(apart(folder, "here")), local(apart(folder, "there"))) as both:
        yield both
