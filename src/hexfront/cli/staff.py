"""A staff for a saved game: ``staff``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click
import msgspec

from hexfront.ai import Army, Charge, army, foreseen, run
from hexfront.ai.charge import Attacks, Ran, Until, adviser
from hexfront.ai.foresight import Intent
from hexfront.ai.yardstick import Mark, marks, number_of
from hexfront.cli.common import (
    acting_side,
    command,
    decision_lines,
    file_argument,
    left_behind,
    load_game,
    print_json,
    scenario_of,
    state_data,
    store_game,
)
from hexfront.cli.prefer import settled
from hexfront.kernel.actions import as_words
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.game import Game
from hexfront.seam import find_title

SEED = 1914
BENCH = (
    "serbia-1914/battle-in-the-macva@0,2,4",
    "serbia-1914/grand-campaign@12",
    "western-front/schlieffen-plan@0,4,10",
)


class _Staff(click.Group):
    """Whoever names no other command asks about a game."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["ask", *args]
        return super().resolve_command(ctx, args)


@click.group("staff", cls=_Staff, context_settings={"ignore_unknown_options": True})
def staff() -> None:
    """Ask the staff what to do, or let it give orders for an army.

    hexfront staff FILE asks about a game, with the options of hexfront staff ask.
    """


@command("ask")
@file_argument
@click.option("--army", "name", default="", help="A branch of the order of battle, a hex, or keys of pieces.")
@click.option("--until", type=click.Choice(get_args(Until)), help="Let it give orders, so long.")
@click.option("--attacks", type=click.Choice(get_args(Attacks)), default="any", help="Which it may make.")
@click.option("--within", type=click.IntRange(0), default=0, help="Send nobody farther than so many hexes.")
@click.option("--along", is_flag=True, help="It may take along others who stand in the same hex.")
@click.option("--player", default="", help="Who advises; the officer unless told.")
@click.option("--as", "side", help="For which side, where several decide at once.")
def ask(
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


@command("bench")
@click.argument("names", metavar="[TITLE/SCENARIO[@TURN,TURN]]...", nargs=-1)
@click.option("--level", "levels", multiple=True, help="Whose orders; the general's unless told.")
def bench(names: tuple[str, ...], levels: tuple[str, ...], as_json: bool) -> None:
    """Give one number for what the staff orders in fixed positions.

    It changes exactly when an order does. Commits that change a staff name it; those that only tidy must not
    change it.
    """
    found: list[Mark] = []
    for name in names or BENCH:
        slug, _, turns = name.partition("@")
        title = find_title(slug.partition("/")[0])
        scenarios = scenario_of(title, slug.partition("/")[2])
        if turns and not all(part.isdecimal() for part in turns.split(",")):
            raise Malformed(f'turns are written after @, such as {slug}@0,3; not "{turns}"')
        after = [int(part) for part in turns.split(",")] if turns else [0]
        for scenario in scenarios:
            for mark in marks(title, scenario, after, levels or ("general",)):
                found.append(mark)
                if not as_json:
                    where = f"{mark.scenario} after {mark.turns} turns, {mark.level}"
                    click.echo(f"{mark.number}  {where}: {mark.orders} orders")
    if as_json:
        print_json({"number": number_of(found), "marks": [msgspec.to_builtins(each) for each in found]})
        return
    click.echo(f"{number_of(found)}  in all")


staff.add_command(ask)
staff.add_command(bench)
