"""Save files, packed or readable: ``pack``."""

from __future__ import annotations

from pathlib import Path

import click

from hexfront.cli.common import command, file_argument, keep_old, left_behind, load_game, print_json
from hexfront.kernel import save as saves
from hexfront.kernel.errors import SaveError


@command("pack")
@file_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write.")
@click.option("--text", is_flag=True, help="Write lines of JSON that people can read.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
def pack(file: Path, output: Path, text: bool, force: bool, as_json: bool) -> None:
    """Write a saved game packed, or as text that can be read.

    Both hold the same game. A packed file is a tenth as large, and a long game is loaded from it at once.
    """
    if output.exists() and not force:
        raise SaveError(f"{output.name} exists already: choose another name, or say --force")
    game = load_game(file)
    if game.mail:
        raise SaveError(f"{file.name} is a game sent by mail: send it as it is")
    if output.exists() and output.samefile(file) and left_behind(game, file):
        keep_old(output)
    saves.save(game, output, text=text)
    size = output.stat().st_size
    if as_json:
        print_json({"file": str(output), "step": game.step, "bytes": size})
    else:
        click.echo(f"{output}: {game.step:,} steps, {size / 1e6:.1f} MB")
