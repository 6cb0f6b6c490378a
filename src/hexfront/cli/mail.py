"""Play by mail: ``mail out`` and ``mail in``."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from hexfront.cli.common import (
    command,
    counted,
    decision_lines,
    event_lines,
    file_argument,
    left_behind,
    load_game,
    print_json,
    state_data,
    store_game,
)
from hexfront.kernel.errors import Malformed, Refusal, SaveError
from hexfront.kernel.fairness import hide_dice
from hexfront.kernel.mail import mail_in, mail_out


@click.group("mail")
def mail() -> None:
    """Send a game to a player and take in the reply.

    The file sent holds what its side may know and no dice. The player plays in it with the same commands
    as in any game, and sends it back. With the first file the game gets dice that nobody can guess from its
    seed.
    """


@command("out")
@file_argument
@click.option("--for", "side", required=True, help="The side the file is for.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
def out(file: Path, side: str, output: Path, force: bool, as_json: bool) -> None:
    """Write a file from which a side can play on."""
    if output.exists() and not force:
        raise SaveError(f"{output.name} exists already: choose another name, or say --force")
    if output.exists() and file.exists() and output.samefile(file):
        raise SaveError(f"{output.name} is the game itself, which would be lost: choose another name")
    game = load_game(file)
    if game.mail:
        raise SaveError(f"{file.name} is a game sent by mail: send it on as it is")
    if side not in game.title.sides:
        raise Malformed(f'there is no side "{side}" (it has {", ".join(game.title.sides)})')
    keep = left_behind(game, file)
    renewed = hide_dice(game)
    if renewed:
        store_game(game, file, keep)
    mail_out(game, side, output)
    if as_json:
        print_json({"file": str(output), "for": side, "step": game.step, "renewed": renewed})
    else:
        if renewed:
            click.echo(f"{file.name} has new dice, which nobody can guess from its seed")
        click.echo(f"{output} is for {side}, at step {game.step}")


@command("in")
@file_argument
@click.argument("reply", type=click.Path(path_type=Path))
def take_in(file: Path, reply: Path, as_json: bool) -> None:
    """Play the steps of a reply in the true game."""
    game = load_game(file)
    if game.mail:
        raise SaveError(f"{file.name} is itself a game sent by mail")
    keep = left_behind(game, file)
    before, told = game.step, len(game.events)
    refused: Refusal | None = None
    try:
        mail_in(game, reply)
    except Refusal as refusal:
        refused = refusal
    if game.step > before:
        # Something hidden may have stood in the way of a step; those before it stand.
        store_game(game, file, keep)
    happened = game.events[told:]
    if as_json:
        seen = [msgspec.to_builtins(event) for event in happened if not event.to]
        print_json({**state_data(game), "played": game.step - before, "events": seen})
    else:
        for line in event_lines(happened, ""):
            click.echo(line)
        click.echo(f"played {counted(game.step - before, 'step')}; the game is at step {game.step}")
        for line in decision_lines(game):
            click.echo(line)
    if refused is not None:
        raise refused


mail.add_command(out)
mail.add_command(take_in)
