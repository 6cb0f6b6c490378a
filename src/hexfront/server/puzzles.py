"""Games that are puzzles: after every order it is looked whether the goals are reached.

What is judged once is written beside the game and stays, whatever happens afterwards.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Litestar, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from sqlalchemy import select, update

from hexfront.kernel.game import Game
from hexfront.kernel.postext import parse
from hexfront.kernel.puzzles import Puzzle, Seen, is_reached
from hexfront.kernel.title import OBSERVER, REFEREE
from hexfront.server import store as tables
from hexfront.server.live import Live
from hexfront.server.people import User, check_viewer
from hexfront.server.playing import hold
from hexfront.server.positions import figure_name
from hexfront.server.problems import errors
from hexfront.server.service import Service
from hexfront.server.views import laid_out, picture_of

SOLVED, FAILED = "The puzzle is solved", "The puzzle is not solved"


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle, which of its goals are reached as far as the viewer can see, and the turns it has taken."""

    puzzle: Puzzle | None = None
    reached: tuple[bool, ...] = ()
    turns: int = 0
    state: Literal["open", "solved", "failed"] = "open"


@get("/api/games/{game_id:str}/puzzle", responses=errors())
async def get_puzzle(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Annotated[str, QueryParameter(name="as", max_length=64)] = OBSERVER,
) -> PuzzleShown:
    """The puzzle of a game, and how far it is solved; none if the game is none."""
    live = await service.game(game_id, user)
    async with hold(service, live):
        check_viewer(user, live.seats, viewer)
        puzzle = puzzle_of(live)
        if puzzle is None:
            return PuzzleShown()
        turns = await _judge(service, live, puzzle)
        seen = seen_by(live.game, viewer)
        reached = tuple(is_reached(goal, puzzle.side, seen) for goal in puzzle.goals)
    said = _said(live.game)
    return PuzzleShown(puzzle, reached, turns, _STATES.get(said.partition(":")[0], "open"))


_STATES: dict[str, Literal["solved", "failed"]] = {SOLVED: "solved", FAILED: "failed"}


def puzzle_of(live: Live) -> Puzzle | None:
    """The puzzle a game is, if it is one."""
    start = live.game.origin.start
    if "\nsolve " not in start:
        return None
    found = parse(start).puzzle
    return found if found.side else None


def _said(game: Game) -> str:
    """What was judged, if anything was."""
    return next((each for each in game.notices if each.startswith((SOLVED, FAILED))), "")


def _judging(live: Live, puzzle: Puzzle) -> str:
    """With whose eyes a puzzle is judged, as what is judged is told to all who may look at the game.

    The referee's would tell what is hidden: what everybody sees counts where others play, may come or look
    on, else what the side sees that is to solve it.
    """
    if live.outcome is not None:
        return REFEREE
    people = {seat.user for seat in live.seats.values() if seat.kind != "computer"}
    alone = len(people) == 1 and "" not in people and not live.shared and not live.observers
    return puzzle.side if alone else OBSERVER


async def _judge(service: Service, live: Live, puzzle: Puzzle) -> int:
    """Look whether a puzzle is solved or can no longer be, and write it down; the turns so far."""
    entry, game = tables.entry, live.game
    rows = await service.store.all(select(entry.c.turn).where(entry.c.game == live.id).distinct())
    turns = len({live.turn, *(row["turn"] for row in rows)} - {""})
    if _said(game) or not puzzle.goals:
        return turns
    seen = seen_by(game, _judging(live, puzzle))
    late = bool(puzzle.turns) and turns > puzzle.turns
    if not late and all(is_reached(goal, puzzle.side, seen) for goal in puzzle.goals):
        said = f"{SOLVED}: {live.turn}."
    elif late or game.over:
        said = f"{FAILED}: {'its turns are over' if late else 'the game is over'}."
    else:
        return turns
    game.notices.append(said)
    notices = msgspec.json.encode(game.notices).decode()
    await service.store.write(update(tables.game).where(tables.game.c.id == live.id).values(notices=notices))
    return turns


def seen_by(game: Game, viewer: str) -> Seen:
    """What a viewer sees of that by which goals are judged."""
    picture = picture_of(game, viewer)
    pieces, _ = laid_out(picture) if picture is not None else ({}, ())
    figures = {figure_name(each): each.value for each in game.report(viewer).tracks}
    return Seen(
        {key: (piece.side, piece.at) for key, piece in pieces.items()},
        {name: value for name, value in figures.items() if value is not None},
    )


def set_up(app: Litestar, service: Service) -> None:
    """Judge every puzzle after each change, also when nobody looks."""

    async def look(live: Live) -> None:
        if (puzzle := puzzle_of(live)) is not None:
            async with hold(service, live):
                await _judge(service, live, puzzle)

    service.after_change.append(look)


handlers = [get_puzzle]
