"""``review``: which turn cost a game, and which won it?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hexfront.cli.common import FORBIDDEN, command, file_argument, load_game
from hexfront.cli.laboratory import players_option, progress, say, workers_option
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed, SaveError


@command("review")
@file_argument
@click.option("--for", "side", help="Whose turns.  [default: the first side of the title]")
@click.option(
    "--games",
    type=click.IntRange(2, 100_000),
    default=12,
    show_default=True,
    help="How often the game is played on from each turn.",
)
@click.option("--last", type=click.IntRange(min=1), help="Only so many turns, the last.  [default: all]")
@players_option
@workers_option
def review(
    *, file: Path, side: str | None, games: int, last: int | None, players: str, workers: int, as_json: bool
) -> None:
    """Say what each turn of a game was worth, and which cost most.

    From the beginning of every turn the game is played on to its end by computer players, many times. What
    changes from one turn to the next is what was done in it, beside what they would have done, and its dice;
    what the dice of fights had of it is told. Dice are the same before and after a turn wherever the same is
    fought, so that games can be compared in pairs.
    """
    from hexfront.ai import seated
    from hexfront.ai.review import finished, lines, reviewed, starts
    from hexfront.sim.whatif import branches, wish_of

    game = load_game(file)
    if game.mail:
        raise SaveError(f"{file.name} is a game sent by mail; its past is not in it")
    sides = game.title.sides
    whose = side or sides[0]
    if whose not in sides:
        raise Malformed(f'there is no side "{whose}" ({suggest(whose, sides) or ", ".join(sides)})')
    names = seated(players, game.title)
    at = starts(game)
    if last is not None:
        at = at[-last - 1 :]
    found = []
    with progress("games") as watch:
        for number, each in enumerate(at):
            if game.over and each.step == game.step:
                found.append(finished(game, games))
                continue

            def count(done: int, of: int, before: int = number) -> None:
                watch(before * of + done, len(at) * of)

            found.append(branches(wish_of(game, each.step, names), games, workers, count))
    answer = reviewed(game, whose, names, at, found)
    say(as_json, answer, lines(game.title, answer))
    if answer.broken:
        sys.exit(FORBIDDEN)
