"""Standing preferences of a saved game: ``prefer``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from hexfront.cli.common import (
    acting_side,
    command,
    file_argument,
    left_behind,
    load_game,
    print_json,
    store_game,
)
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.preferences import checked, listed, settle
from hexfront.kernel.records import Event
from hexfront.kernel.title import REFEREE


@command("prefer")
@file_argument
@click.argument("side")
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...")
def prefer(file: Path, side: str, words: tuple[str, ...], as_json: bool) -> None:
    """Say what a side need not be asked every time.

    Without values, list what can be said. Preferences are kept in the file, and answer for the side
    whenever somebody plays in it.
    """
    game = load_game(file)
    if side not in game.title.sides:
        known = game.title.sides
        raise Malformed(f'there is no side "{side}" ({suggest(side, known) or ", ".join(known)})')
    if game.mail and side != game.mail.side:
        raise Malformed(f"this copy of the game is for {game.mail.side}")
    if words:
        keep = left_behind(game, file)
        wanted = {**game.preferences.get(side, {}), **read_preferences(words)}
        game.preferences = {**game.preferences, side: checked(game.title, wanted)}
        store_game(game, file, keep)
    found = listed(game.title, game.preferences.get(side, {}))
    if as_json:
        print_json(
            {
                each.name: {
                    "value": value,
                    "values": list(each.values),
                    "meaning": each.meaning,
                    "rules": list(each.rules),
                }
                for each, value in found
            }
        )
        return
    if not found:
        click.echo(f"{game.title.caption} has no preferences")
    for each, value in found:
        rules = f" [{', '.join(each.rules)}]" if each.rules else ""
        click.echo(f"{each.name}={value}  ({', '.join(each.values)})")
        click.echo(f"    {each.meaning}{rules}")


def read_preferences(words: Sequence[str]) -> dict[str, str]:
    """Preferences written ``name=value``."""
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Malformed(f'a preference is written name=value, not "{word}"')
        found[name] = value
    return found


def preference_lines(game: Game, viewer: str) -> Iterable[str]:
    """What a viewer's side has said once and for all; the referee sees what both have."""
    for side, chosen in game.preferences.items():
        if chosen and viewer in (side, REFEREE):
            said = ", ".join(f"{name}={value}" for name, value in chosen.items())
            yield f"standing preferences of {side}: {said}"


def settled(game: Game) -> tuple[Event, ...]:
    """Play what standing preferences answer; in a game sent by mail only for its side."""
    if game.mail and (game.over or acting_side(game) != game.mail.side):
        return ()
    return settle(game, game.preferences)
