"""The film of what happened: each step since some moment, as far as a viewer may know it.

A film begins with the view of its first moment. Each shot says what changed with a step of the game, so that
a client shows marches and combats one after the other instead of their outcome alone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated, cast

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from hexfront.kernel.game import Game
from hexfront.kernel.records import Entry
from hexfront.kernel.showing import Stage
from hexfront.kernel.title import OBSERVER
from hexfront.server.changes import pieces_changed
from hexfront.server.lobby import past_game
from hexfront.server.people import User
from hexfront.server.playing import hold
from hexfront.server.problems import Problem, errors
from hexfront.server.questions import Viewer, json_of, viewed
from hexfront.server.service import Service
from hexfront.server.shapes import EventShown, MarkerShown, Piece, View
from hexfront.server.views import Shown, events_since, past_view

MOST_STEPS = 2000  # of one film; a longer past is shown from later on
MOST_SECONDS = 4.0  # of work for one film; what is left then is one last shot


class Shot(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a viewer may know of a step, and what changed with it.

    ``stage`` is the point of the play at which it was decided. Pieces that are gone are null; markers are
    left out if they are the same.
    """

    step: int
    by: str
    stage: Stage
    turn: str
    events: tuple[EventShown, ...]
    pieces: dict[str, Piece | None]
    markers: tuple[MarkerShown, ...] | msgspec.UnsetType = msgspec.UNSET


class Film(msgspec.Struct, frozen=True):
    """The view at the beginning, and what happened since."""

    begins: View
    shots: tuple[Shot, ...]


@get("/api/games/{game_id:str}/film", responses=errors())
async def get_film(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    since: Annotated[int, QueryParameter(ge=0, le=10_000_000)],
    viewer: Viewer = OBSERVER,
) -> Response[Film]:
    """What happened since a step, step by step."""
    live = await viewed(service, user, game_id, viewer)
    service.limiter.count("film", user.id)
    async with hold(service, live):
        game = live.game
        known = game.steps_known(viewer)
        if since > known:
            raise Problem(404, "unknown", f"there is no step {since}; the game is at step {known}")
        # Counted as the viewer counts, so that nothing here hangs on what others do under seal.
        first = game.true_step(max(since, known - MOST_STEPS), viewer)
        entries = game.journal[first : game.step]
        # The numbers by which the viewer calls the steps now; none if he may not know of one.
        numbers = [
            game.known_step(at + 1, viewer) if game.is_known(at, viewer) else None
            for at in range(first, game.step)
        ]
        begins = game.known_step(first, viewer)
        revision = live.revision_for(viewer)
        twin = await past_game(service, live, first)

    def shown() -> Response[bytes]:
        view = past_view(twin, viewer, revision, begins)
        return json_of(Film(view, _shots(twin, viewer, entries, numbers)))

    async with service.projectors:
        return cast("Response[Film]", await asyncio.to_thread(shown))


def _shots(
    game: Game, viewer: str, entries: Sequence[Entry], numbers: Sequence[int | None]
) -> tuple[Shot, ...]:
    """Play the steps again, and look after each that told the viewer something, while there is time."""
    until = time.monotonic() + MOST_SECONDS
    before = Shown(game, viewer)
    told = len(game.events)
    shots = []
    newest = max((number for number in numbers if number is not None), default=None)
    for entry, number in zip(entries, numbers, strict=True):
        asked = next((each for each in game.decisions if each.side == entry.by), None)
        stage: Stage = game.topic(asked).stage if asked else "choose"
        game.play_recorded(entry.action, entry.by, entry.order)
        if number is None:
            continue
        last = number == newest
        if not last and time.monotonic() > until:
            continue
        events = events_since(game, viewer, told)
        if not events and not last:
            continue
        told = len(game.events)
        after = Shown(game, viewer, before)
        pieces = pieces_changed(before, after)
        markers = msgspec.UNSET if before.markers == after.markers else after.markers
        renumbered = tuple(msgspec.structs.replace(event, step=number) for event in events)
        shots.append(Shot(number, entry.by, stage, after.report.turn, renumbered, pieces, markers))
        before = after
    return tuple(shots)


handlers = [get_film]
