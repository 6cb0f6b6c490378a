"""The charts of a game, every table its rules look things up in, and the legend of its map and counters."""

from __future__ import annotations

import asyncio
from typing import cast

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from hexfront.drawing.legend import Sign, signs
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.game import Game
from hexfront.server.maps import printed
from hexfront.server.people import User
from hexfront.server.problems import errors
from hexfront.server.questions import json_of
from hexfront.server.service import Service

FOLDER = "tables"
REPORTED = ("source", "provenance")  # columns that say where a row comes from, not what it means


class Chart(msgspec.Struct, frozen=True):
    """A table: what it is about, where it comes from, and its cells as they are written."""

    key: str  # its file, as a `Lookup` calls it
    name: str
    about: str
    provenance: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@get("/api/games/{game_id:str}/charts", responses=errors())
async def get_charts(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str]
) -> Response[list[Chart]]:
    """All charts of a game, with what an overlay says in place of the title's own."""
    live = await service.game(game_id, user)
    game = live.game
    found = await asyncio.to_thread(lambda: json_of(charts_of(game)))
    return cast("Response[list[Chart]]", found)


def charts_of(game: Game) -> list[Chart]:
    """The charts in force in a game."""
    folder = DataFolder(game.title.data.root, game.origin.overlays).subfolder(FOLDER)
    faults = Faults()
    found = []
    for name in folder.names():
        if not name.endswith(".csv"):
            continue
        table = folder.table(name, faults)
        kept = [at for at, column in enumerate(table.columns) if column not in REPORTED]
        found.append(
            Chart(
                name.removesuffix(".csv"),
                name.removesuffix(".csv").replace("_", " ").capitalize(),
                table.metadata.get("about", ""),
                table.metadata.get("provenance", ""),
                tuple(table.columns[at] for at in kept),
                tuple(tuple(cells[at] for at in kept) for _, cells in table.rows),
            )
        )
    faults.raise_if_any()
    return found


@get("/api/games/{game_id:str}/legend", responses=errors())
async def get_legend(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str]
) -> Response[list[Sign]]:
    """Every mark on the map and on counters, drawn, with what it means."""
    live = await service.game(game_id, user)
    found = await printed(live.game)
    return cast("Response[list[Sign]]", json_of(signs(found.board, found.style)))


handlers = [get_charts, get_legend]
