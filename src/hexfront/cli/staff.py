"""A staff for a saved game: ``staff``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click

from hexfront.ai import Army, Charge, army, foreseen, run
from hexfront.ai.charge import Attacks, Ran, Until, adviser
from hexfront.ai.foresight import Intent
from hexfront.cli.common import (
    acting_side,
    command,
    decision_lines,
    file_argument,
    left_behind,
    load_game,
    print_json,
    state_data,
    store_game,
)
from hexfront.cli.prefer import settled
from hexfront.kernel.actions import as_words
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.game import Game

SEED = 1914


@command("staff")
@file_argument
@click.option("--army", "name", default="", help="A branch of the order of battle, a hex, or keys of pieces.")
@click.option("--until", type=click.Choice(get_args(Until)), help="Let it give orders, so long.")
@click.option("--attacks", type=click.Choice(get_args(Attacks)), default="any", help="Which it may make.")
@click.option("--within", type=click.IntRange(0), default=0, help="Send nobody farther than so many hexes.")
@click.option("--along", is_flag=True, help="It may take along others who stand in the same hex.")
@click.option("--player", default="", help="Who advises; the officer unless told.")
@click.option("--as", "side", help="For which side, where several decide at once.")
def staff(
    *,
    file: Path,
    name: str,
    until: Until | None,
    attacks: Attacks,
    within: int,
    along: bool,
    player: str,
    side: str | None,
    as_json: bool,
) -> None:
    """Ask the staff what to do, or let it give orders for an army.

    Without --until it only says what it would do in this phase, and why. With it, it plays the orders that
    concern the army, and says why it stops. Attacks may be none, cheap (the enemy is expected to lose at
    least twice as much), even (at least as much) or any that the staff finds worth making.
    """
    game = load_game(file)
    asked = side or acting_side(game)
    if asked is None or game.over:
        raise Refusal((), f"the game is over: {game.outcome}")
    if asked not in game.title.sides or (game.mail and asked != game.mail.side):
        raise Malformed(f'you cannot ask for "{asked}" here')
    pieces = army(game, asked, name) if name else Army("", ())
    who = adviser(player, game.title)
    if until is None:
        chosen = game.preferences.get(asked)
        plan = foreseen(game, asked, who, SEED, chosen=chosen)
        _tell_plan([each for each in plan if not name or set(each.pieces) & set(pieces.pieces)], as_json)
        return
    keep = left_behind(game, file)
    charge = Charge(asked, pieces.name, pieces.pieces, until, attacks, within, along, who, SEED)
    ran = run(game, charge)
    settled(game)
    store_game(game, file, keep)
    _tell_ran(game, ran, as_json)


def _tell_plan(plan: Sequence[Intent], as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "text": each.text,
                    "reason": each.reason,
                    "actions": [as_words(action) for action in each.actions],
                    "pieces": list(each.pieces),
                    "attack": each.attack,
                    "supposed": each.supposed,
                }
                for each in plan
            ]
        )
        return
    if not plan:
        click.echo("Nothing.")
    for each in plan:
        click.echo(f"{each.text}{'  (if all before it goes well)' if each.supposed else ''}")
        click.echo(f"    {each.reason}")
        click.echo(f"    do: {' / '.join(as_words(action) for action in each.actions)}")


def _tell_ran(game: Game, ran: Ran, as_json: bool) -> None:
    left = [(each.text, each.why) for each in ran.charge.left]
    if as_json:
        orders = [{"text": each.text, "reason": each.reasons[0]} for each in ran.orders]
        told = [{"text": text, "why": why} for text, why in left]
        print_json(
            {
                **state_data(game),
                "orders": orders,
                "left": told,
                "stopped": ran.halt.why,
                "ended": ran.halt.ended,
            }
        )
        return
    for each in ran.orders:
        click.echo(each.text)
        click.echo(f"    {each.reasons[0]}")
    for text, why in left:
        click.echo(f"left to you: {text}")
        click.echo(f"    {why}")
    click.echo(ran.halt.why)
    for line in decision_lines(game):
        click.echo(line)
