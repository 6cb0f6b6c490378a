"""Set-ups to be used again: ``set-up``."""

from __future__ import annotations

from pathlib import Path

import click

from hexfront.cli.common import (
    acting_side,
    check_reader,
    command,
    file_argument,
    load_game,
    print_json,
    write_text,
)
from hexfront.kernel.actions import as_data, as_words
from hexfront.kernel.errors import Malformed


@command("set-up")
@file_argument
@click.option("--for", "side", help="The side that lays out.  [default: the one that is asked]")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where it is written.  [default: shown]")
def set_up(*, file: Path, side: str | None, out: Path | None, as_json: bool) -> None:
    """Write down what a side has laid out, as orders to give again.

    Given in another game of the scenario, with ``hexfront do GAME --file OUT``, they lay out the same.
    """
    game = load_game(file)
    whose = side or (game.mail.side if game.mail else acting_side(game)) or ""
    if whose not in game.title.sides:
        raise Malformed(f'there is no side "{whose}"' if side else "say whose set-up is meant: --for SIDE")
    check_reader(game, whose)
    found = game.laid_out(whose)
    if not found:
        raise Malformed(f"{whose} has laid nothing out here")
    if as_json:
        print_json([as_data(order) for order in found])
        return
    text = f"# {game.origin.title}/{game.origin.scenario}, {whose}\n"
    text += "".join(f"{as_words(order)}\n" for order in found)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_text(out, text)
        click.echo(f"{len(found)} orders written to {out}")
