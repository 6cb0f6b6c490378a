"""``luck``: was it luck? And ``luck-proof``: is that reckoned truly?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hexfront.cli.common import (
    FORBIDDEN,
    check_reader,
    command,
    file_argument,
    load_game,
    print_json,
    seed_type,
)
from hexfront.cli.proving import scenarios_named
from hexfront.kernel import luck as lucks
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.luck import Throw
from hexfront.kernel.title import OBSERVER, REFEREE
from hexfront.proof import luck as proofs
from hexfront.seam import find_title


@command("luck")
@file_argument
@click.option("--for", "viewer", help="Through whose eyes: a side, or observer.  [default: whoever reads]")
@click.option(
    "--most", type=click.IntRange(0, 1000), default=3, show_default=True, help="Throws told of each sort."
)
def luck(*, file: Path, viewer: str | None, most: int, as_json: bool) -> None:
    """Say what the dice brought, beside what was to be expected.

    Of each throw the expectation is exact, as it was when every answer had been given. Losses are those that
    the tables ask for. Decisions are not judged.
    """
    game = load_game(file)
    eyes = viewer or _reader(game)
    known = (*game.title.sides, OBSERVER, REFEREE)
    if eyes not in known:
        raise Malformed(f'there is no side "{eyes}" ({suggest(eyes, known) or ", ".join(known)})')
    check_reader(game, eyes)
    found = lucks.luck_of(game, eyes)
    names = game.title.side_names
    if as_json:
        print_json(lucks.as_data(found, names))
        return
    if not found.throws:
        click.echo("No dice have fallen of which an exact expectation is known.")
    for line in found.words(names):
        click.echo(line)
    for side in game.title.sides:
        best, worst = found.extremes(side, most)
        for word, throws in (("Luckiest", best), ("Unluckiest", worst)):
            if throws:
                click.echo(f"{word} for {names.get(side, side)}:")
            for each in throws:
                click.echo(f"  {_line(each, found.unit)}")
    if found.untold:
        click.echo(f"Other dice, of which no exact expectation is known: {found.untold}")


def _reader(game: Game) -> str:
    """Who reads a file: of one that came by mail its reader, else somebody who knows everything."""
    return game.mail.side if game.mail else REFEREE


def _line(throw: Throw, unit: str) -> str:
    came, mean = throw.came.balance, throw.expected.balance
    return f"step {throw.step}: {throw.text} ({came:g} {unit}, {mean:.2f} expected)"


@command("luck-proof")
@click.argument("name", metavar="[TITLE[/SCENARIO]]", required=False)
@click.option("--games", type=click.IntRange(min=1), default=6, show_default=True, help="Of each title.")
@click.option("--seed", type=seed_type, default=1, show_default=True, help="Of the first game.")
@click.option(
    "--longest", type=click.IntRange(min=1), default=1500, show_default=True, help="Steps of a game."
)
@click.option(
    "--checked",
    type=click.IntRange(min=0),
    default=40,
    show_default=True,
    help="Throws of each game that are played again in every way their dice can fall.",
)
def luck_proof(*, name: str | None, games: int, seed: int, longest: int, checked: int, as_json: bool) -> None:
    """Play random games and check that luck is reckoned truly.

    Every expectation is compared with what comes of playing the step in every way its dice can fall. Over
    all games the mean luck of each kind of throw is told in standard errors, and how well what was foretold
    with a chance came to pass, by tenths of the chance.
    """
    told = []
    names = scenarios_named(name)
    for title in dict.fromkeys(each.partition("/")[0] for each in names):
        scenarios = [each.partition("/")[2] for each in names if each.startswith(f"{title}/")]
        found = proofs.prove(find_title(title), scenarios, range(seed, seed + games), longest, checked)
        told.append(found)
        if not as_json:
            for line in found.lines():
                click.echo(line)
    if as_json:
        print_json([each.as_data() for each in told])
    if any(each.wrong for each in told):
        sys.exit(FORBIDDEN)
