"""Looking back: the steps of a game in words, and figures over its course."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Annotated, cast

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from sqlalchemy import select

from hexfront.kernel import actions, save
from hexfront.kernel.game import Game
from hexfront.kernel.position import Position
from hexfront.kernel.title import OBSERVER
from hexfront.server import store as tables
from hexfront.server.people import User
from hexfront.server.playing import hold
from hexfront.server.problems import errors
from hexfront.server.questions import Viewer, json_of, viewed
from hexfront.server.service import Service
from hexfront.server.shapes import CurveName, CurvePoint, Curves, HistoryEntry, RollShown
from hexfront.server.store import Row


@get("/api/games/{game_id:str}/history", responses=errors())
async def get_history(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Viewer = OBSERVER,
    since: Annotated[int, QueryParameter(ge=0, le=10_000_000)] = 0,
) -> Response[list[HistoryEntry]]:
    """The steps so far: one's own in words, the others' by what they told."""
    live = await viewed(service, user, game_id, viewer)
    entry = tables.entry
    async with hold(service, live):
        after = live.game.true_step(min(since, live.game.steps_known(viewer)), viewer)
        rows = await service.store.all(
            select(entry.c.seq, entry.c.text, entry.c.turn, entry.c.reason)
            .where(entry.c.game == game_id, entry.c.seq > after, entry.c.seq <= live.game.step)
            .order_by(entry.c.seq)
        )
        twin = live.game.branch()
    found = await asyncio.to_thread(_history, twin, viewer, rows)
    return cast("Response[list[HistoryEntry]]", found)


def _history(game: Game, viewer: str, rows: Sequence[Row]) -> Response[bytes]:
    withheld = () if game.over else game.steps_withheld(viewer)
    return json_of([_history_entry(game, viewer, row) for row in rows if row["seq"] - 1 not in withheld])


def _history_entry(game: Game, viewer: str, row: Row) -> HistoryEntry:
    step = row["seq"]
    entry = game.journal[step - 1]
    told = game.events[game.told_before(step - 1) : entry.told]
    seen = tuple(event.text for event in told if event.seen_by(viewer))
    # What another side did may betray what it knows; what came of it was told. When the game is over
    # there is nothing left to hide, the reasons of a computer player included; and what has lain in an
    # envelope was meant to be read when it is opened.
    open_to_all = viewer == entry.by or game.over or entry.sealed != ""
    return HistoryEntry(
        step if game.over else game.known_step(step, viewer),
        entry.by,
        row["text"] if open_to_all else (seen[0] if seen else ""),
        actions.tag_of(entry.action) if open_to_all else "",
        row["turn"],
        tuple(RollShown(roll.value, roll.faces, roll.purpose, roll.rule) for roll in entry.rolls),
        seen,
        row["reason"] if open_to_all else "",
    )


@get("/api/games/{game_id:str}/curves", responses=errors())
async def get_curves(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Viewer = OBSERVER,
) -> Response[Curves]:
    """The figures people follow, over the game, as far as the viewer may know them."""
    live = await viewed(service, user, game_id, viewer)
    snapshot = tables.snapshot
    async with hold(service, live):
        twin = live.game.branch()
        # What stands after a step that the viewer may not know of would tell how many of these there are.
        withheld = twin.steps_withheld(viewer)
        upto = min(withheld[0], twin.steps_known(viewer) - 1) if withheld else twin.step - 1
        rows = await service.store.all(
            select(snapshot.c.step, snapshot.c.events, snapshot.c.position)
            .where(snapshot.c.game == game_id, snapshot.c.step <= upto)
            .order_by(snapshot.c.step)
        )
    return cast("Response[Curves]", await asyncio.to_thread(lambda: json_of(_curves(twin, viewer, rows))))


def _curves(game: Game, viewer: str, kept: Sequence[Row]) -> Curves:
    names: dict[tuple[str, str, str], None] = {}
    points: list[tuple[int, str, dict[tuple[str, str, str], float]]] = []
    for step, position in _moments(game, viewer, kept):
        report = game.title.report(position, viewer)
        values = {
            (track.name, track.group, track.side): track.value
            for track in report.tracks
            if track.value is not None
        }
        names.update(dict.fromkeys(values))
        points.append((step, report.turn, values))
    return Curves(
        tuple(CurveName(*name) for name in names),
        tuple(
            CurvePoint(step, turn, tuple(values.get(name) for name in names)) for step, turn, values in points
        ),
    )


def _moments(game: Game, viewer: str, kept: Sequence[Row]) -> Iterator[tuple[int, Position]]:
    """The positions of a game that are at hand, each with its step as a viewer counts."""
    if game.step:
        yield 0, game.stations[0].position
    for row in kept:
        station = save.station_from(game, row["step"], row["events"], row["position"])
        if station is not None:
            yield station.step, station.position
    yield game.steps_known(viewer), game.position


handlers = [get_history, get_curves]
