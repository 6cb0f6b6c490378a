"""Looking back: the steps of a game in words, and figures over its course."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, cast

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from sqlalchemy import select

from hexfront.kernel import actions
from hexfront.kernel.game import Game
from hexfront.kernel.title import OBSERVER
from hexfront.server import journal
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
    async with hold(service, live):
        twin = live.game.branch()
        for step in range(0, live.game.step, journal.SNAPSHOT_EVERY):
            await journal.take_station(service.store, live, twin, step)
    return cast("Response[Curves]", await asyncio.to_thread(lambda: json_of(_curves(twin, viewer))))


def _curves(game: Game, viewer: str) -> Curves:
    positions = [(station.step, station.position) for station in game.stations]
    if not positions or positions[-1][0] != game.step:
        positions.append((game.step, game.position))
    names: dict[tuple[str, str, str], None] = {}
    points: list[tuple[int, str, dict[tuple[str, str, str], float]]] = []
    for true_step, position in positions:
        step = game.known_step(true_step, viewer)
        report = game.title.report(position, viewer)
        values = {
            (track.name, track.group, track.side): track.value
            for track in report.tracks
            if track.value is not None
        }
        names.update(dict.fromkeys(values))
        if points and points[-1][0] == step:
            points.pop()
        point = (step, report.turn, values)
        # Which positions are at hand depends on steps that the viewer may not know of: within a stretch where
        # nothing changes, that a point is there would tell of them.
        if len(points) > 1 and points[-2][1:] == points[-1][1:] == point[1:]:
            points.pop()
        points.append(point)
    return Curves(
        tuple(CurveName(*name) for name in names),
        tuple(
            CurvePoint(step, turn, tuple(values.get(name) for name in names)) for step, turn, values in points
        ),
    )


handlers = [get_history, get_curves]
