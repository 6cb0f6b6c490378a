"""Playing and asking: ``do``, ``undo``, ``explain``, ``odds``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from hexfront.cli.common import (
    acting_side,
    command,
    decision_lines,
    event_lines,
    file_argument,
    left_behind,
    load_game,
    percent,
    print_json,
    read_text,
    split_actions,
    split_line,
    state_data,
    store_game,
    viewer_of,
)
from hexfront.cli.games import decision_for
from hexfront.cli.prefer import settled
from hexfront.kernel.actions import Action, RefereeAction
from hexfront.kernel.dice import Roll
from hexfront.kernel.errors import Malformed, Refusal, Sealed
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event
from hexfront.kernel.title import REFEREE


@command("do")
@file_argument
@click.argument("words", nargs=-1, metavar="[ACTION]...")
@click.option(
    "--file", "orders", type=click.Path(path_type=Path), help="Actions from a text file, - for stdin."
)
@click.option("--number", type=int, help="The choice with this number.")
@click.option("--default", is_flag=True, help="The default choice.")
@click.option("--by", help="Who acts, where several sides decide at once; referee for dice.")
@click.option("--expect", type=int, help="Refuse if the game is not at this step (as --by counts).")
def do(
    *,
    file: Path,
    words: tuple[str, ...],
    orders: Path | None,
    number: int | None,
    default: bool,
    by: str | None,
    expect: int | None,
    as_json: bool,
) -> None:
    """Play actions in a saved game.

    An action is written as words or JSON; several are separated by a slash standing alone. If one is
    refused, none is played and the file stays as it was.
    """
    if sum((bool(words), orders is not None, number is not None, default)) != 1:
        raise Malformed("say what to do: an action, --file, --number or --default")
    lines = split_actions(words) if words else order_lines(read_text(orders)) if orders else []
    if words and not lines:
        raise Malformed("there is no action in these words")
    game = load_game(file)
    keep = left_behind(game, file)
    if expect is not None:
        game.check_step(expect, by or REFEREE)
    told: list[Event] = []
    actor = by or acting_side(game) or ""
    try:
        if not lines:
            told.extend(play(game, numbered(game, number, by), by))
        for line in lines:
            actor = by or acting_side(game) or actor
            told.extend(play(game, game.read_action(line), by))
        told.extend(settled(game))
    except Sealed:
        # What needed no dice stands, and the rest waits in the file for whoever has the dice.
        pass
    store_game(game, file, keep)
    if as_json:
        seen = [msgspec.to_builtins(event) for event in told if event.seen_by(actor)]
        print_json({**state_data(game), "events": seen, "sealed": bool(game.outbox)})
        return
    for line in (*event_lines(told, actor), *decision_lines(game)):
        click.echo(line)


def order_lines(text: str) -> list[str]:
    """The actions of a text: one or several a line, remarks and empty lines left out."""
    lines = (line.strip() for line in text.splitlines())
    parts = (part.strip() for line in lines if not line.startswith("#") for part in split_line(line))
    found = [part for part in parts if part]
    if not found:
        raise Malformed("there is no action in the file")
    return found


def numbered(game: Game, number: int | None, by: str | None) -> Action:
    """The choice with a number, or the default one."""
    decision = decision_for(game, by)
    if number is None:
        chosen = decision.default()
        if chosen is None:
            raise Refusal(decision.rule, "there is no default here")
        return chosen
    if not 1 <= number <= len(decision.choices()):
        raise Malformed(f"there is no choice {number}; there are {len(decision.choices())}")
    return decision.choices()[number - 1]


def play(game: Game, action: Action, by: str | None = None) -> Sequence[Event]:
    """Play an action; in a game sent by mail only for its side, and only until dice are needed."""
    side = by or acting_side(game)
    if game.mail and not game.over:
        if game.outbox:
            raise Refusal((), "an order waits for dice: send the game back, or undo it")
        if side != game.mail.side or isinstance(action, RefereeAction):
            raise Refusal((), f"this copy of the game is for {game.mail.side} to play: send it back")
    return game.play(action, side)


@command("undo")
@file_argument
@click.option("--to", "step", type=int, help="Go back to a step, whatever was seen since.")
@click.option("--consent", is_flag=True, help="All players agree to go back.")
def undo(file: Path, step: int | None, consent: bool, as_json: bool) -> None:
    """Take back the last order."""
    game = load_game(file)
    keep = left_behind(game, file)
    cancelled = take_back(game, step, consent)
    store_game(game, file, keep)
    if as_json:
        print_json({**state_data(game), "cancelled": [msgspec.to_builtins(roll) for roll in cancelled]})
        return
    for roll in cancelled:
        click.echo(f"cancelled: {shown_roll(roll)}")
    click.echo(
        f"The game is at step {game.step} again." if not cancelled else f"The game is at step {game.step}."
    )
    for line in decision_lines(game):
        click.echo(line)


def take_back(game: Game, step: int | None = None, consent: bool = False) -> list[Roll]:
    """Go back, and say which dice that cancels."""
    if game.outbox:
        game.outbox = ()  # it was not played yet; nothing else is taken back
        return []
    oldest = game.mail.known if game.mail else 0
    if game.step <= oldest or (step is not None and step < oldest):
        raise Refusal((), "there is nothing to take back")
    if step is None:
        game.undo()
        return []
    if not 0 <= step < game.step:
        raise Malformed(f"there is no earlier step {step}; the game is at step {game.step}")
    seen = [entry.seen for entry in game.journal[step:] if entry.seen]
    if seen and not consent:
        rolls = game.rolls_since(step)
        dice = f"; dice that would be cancelled: {', '.join(map(shown_roll, rolls))}" if rolls else ""
        raise Refusal((), f"going back needs --consent, for {seen[0]}{dice}")
    return game.rollback(step)


def shown_roll(roll: Roll) -> str:
    rule = f" [{roll.rule}]" if roll.rule else ""
    return f"{roll.value} for {roll.purpose}{rule}"


@command("explain")
@file_argument
@click.argument("words", nargs=-1, required=True, metavar="QUESTION")
def explain(file: Path, words: tuple[str, ...], as_json: bool) -> None:
    """Say why a number is what it is.

    Without knowing the questions of a title, ask anything: the answer names them.
    """
    game = load_game(file)
    ledger = game.explain(read_question(game, split_actions(words)), viewer_of(game))
    if as_json:
        print_json(ledger.as_data())
    else:
        click.echo(ledger.text)


def read_question(game: Game, lines: Sequence[str]) -> Action:
    """A question in words or JSON."""
    if len(lines) != 1:
        raise Malformed("ask one question at a time")
    return game.read_question(lines[0])


@command("odds")
@file_argument
@click.argument("words", nargs=-1, required=True, metavar="ACTION")
def odds(file: Path, words: tuple[str, ...], as_json: bool) -> None:
    """Give the exact chances of an action.

    Nothing is played and no die is thrown.
    """
    game = load_game(file)
    lines = split_actions(words)
    if len(lines) != 1:
        raise Malformed("ask for the odds of one action at a time")
    if as_json:
        chances = game.odds(game.read_action(lines[0]))
        print_json(
            {
                outcome: {"chance": str(chance), "percent": percent(chance)}
                for outcome, chance in chances.items()
            }
        )
        return
    for line in odds_lines(game, lines[0]):
        click.echo(line)


def odds_lines(game: Game, line: str) -> list[str]:
    """How likely each outcome is, the likeliest first."""
    chances = sorted(game.odds(game.read_action(line)).items(), key=lambda each: (-each[1], each[0]))
    width = max(len(str(chance)) for _, chance in chances)
    return [f"{chance!s:>{width}}  {percent(chance):>6}  {outcome}" for outcome, chance in chances]
