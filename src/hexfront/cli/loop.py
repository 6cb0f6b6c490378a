"""Playing in the terminal: ``play``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from hexfront.cli import moves
from hexfront.cli.common import (
    Overtaken,
    acting_side,
    check_reader,
    command,
    complain,
    decision_lines,
    described,
    encoded,
    error_data,
    event_lines,
    fresh_game,
    left_behind,
    load_game,
    names_file,
    one_line,
    put_back,
    seed_type,
    split_line,
    state_data,
    store_game,
    viewer_of,
)
from hexfront.cli.games import choice_lines, decision_for, read_options
from hexfront.cli.prefer import settled
from hexfront.cli.showing import game_lines
from hexfront.kernel.actions import as_words
from hexfront.kernel.errors import HexfrontError, Malformed, Sealed
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event
from hexfront.kernel.save import SUFFIX
from hexfront.seam import find_title, title_names

FEW = 9

HELP = """\
a number      play that choice           an action     play it, as in: pass
?             list all choices           why QUESTION  why a number is what it is
odds ACTION   exact chances              undo          take the last order back
show          the game as you see it     save          write the game to its file
default       play the default choice    quit          stop; the game is saved"""


@command("play")
@click.argument("what", required=False, metavar="[TITLE/SCENARIO|FILE]")
@click.option("--seed", type=seed_type, default=0, show_default=True, help="What the dice begin from.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Choose an option.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file a new game is kept in.")
def play(what: str | None, seed: int, options: tuple[str, ...], output: Path | None, as_json: bool) -> None:
    """Play in the terminal.

    The game is saved after every action. Without an argument you choose from the scenarios there are.
    With --json each answer is one line of JSON.
    """
    chosen = what or choose_scenario()
    if chosen is None:
        return
    if names_file(chosen):
        path = Path(chosen)
        game = load_game(path)
    else:
        game = fresh_game(chosen, seed, read_options(options))
        path = output or free_name(game)
        if path.exists():
            raise Malformed(f"{path.name} exists already: to play on in it, name it instead of the title")
        store_game(game, path)
    Loop(game, path, as_json).run()


def choose_scenario() -> str | None:
    """Let the player pick from all scenarios of all titles; None if he picks nothing."""
    found: list[str] = []
    for name in title_names():
        title = find_title(name)
        for scenario in title.scenarios():
            found.append(f"{name}/{scenario.name}")
            click.echo(f"{len(found):>2}  {found[-1]}  {title.caption}: {scenario.caption}")
    if not found:
        raise Malformed("there are no titles to play")
    while (line := ask("which? ")) is not None:
        if line.isdecimal() and 1 <= int(line) <= len(found):
            return found[int(line) - 1]
        if line in ("quit", "exit"):
            return None
        if line in found:
            return line
        click.echo(f"a number from 1 to {len(found)}, or quit", err=True)
    return None


def free_name(game: Game) -> Path:
    """A file name for a new game that is not taken."""
    name = f"{game.origin.title}-{game.origin.scenario}"
    path, number = Path(f"{name}{SUFFIX}"), 2
    while path.exists():
        path, number = Path(f"{name}-{number}{SUFFIX}"), number + 1
    return path


def ask(prompt: str) -> str | None:
    """A line from the player; None at the end of the input."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        click.echo()
        return None


class Loop:
    """One game being played line by line."""

    def __init__(self, game: Game, path: Path, as_json: bool) -> None:
        self.game = game
        self.path = path
        self.as_json = as_json
        self.keep = left_behind(game, path)
        self.unsaved = False

    def run(self) -> None:
        self.say([f"{self.game.origin.title}/{self.game.origin.scenario} in {self.path}; ? for help"])
        before = self.game.step
        told = settled(self.game)
        if self.game.step > before:
            self.save()
            self.say(event_lines(told, viewer_of(self.game)))
        fresh = True
        while True:
            if fresh:
                self.show_decision()
            if self.game.over or self.game.outbox:
                break
            if self.elsewhere:
                self.say(["the other side decides now: send the game back"])
                break
            line = ask("" if self.as_json else f"{acting_side(self.game)}> ")
            if line is None or line in ("quit", "exit"):
                break
            try:
                fresh = self.answer(line)
            except Overtaken:
                raise  # whatever is played on here could not be kept
            except HexfrontError as wrong:
                fresh = False
                if self.as_json:
                    self.tell(error_data(wrong))
                else:
                    complain(wrong)
            except UnicodeError as wrong:
                fresh = False
                click.echo(one_line(f"cannot be read: {wrong}"), err=True)
        if self.unsaved:  # it could not be written when it was played
            self.save()

    @property
    def elsewhere(self) -> bool:
        """Whether it is for another than the reader of a copy by mail to decide."""
        return self.game.mail is not None and acting_side(self.game) != self.game.mail.side

    def answer(self, line: str) -> bool:
        """Do what a line says; True if the game has moved."""
        word, _, rest = line.partition(" ")
        match word:
            case "":
                return False
            case "?" | "help":
                self.show_choices()
            case "why":
                question = moves.read_question(self.game, [rest])
                ledger = self.game.explain(question, viewer_of(self.game))
                self.say([ledger.text], ledger.as_data())
            case "odds":
                self.say(moves.odds_lines(self.game, rest))
            case "show":
                viewer = rest or viewer_of(self.game)
                check_reader(self.game, viewer)
                self.say([*game_lines(self.game, viewer)], self.game.view(viewer) if self.as_json else None)
            case "save":
                self.save()
                self.say([f"saved in {self.path}"])
            case "undo":
                moves.take_back(self.game)
                self.save()
                return True
            case _:
                self.play(line)
                return True
        return False

    def play(self, line: str) -> None:
        """Play a choice by its number, the default, or actions in words; all of them or none."""
        told: list[Event] = []
        actor = acting_side(self.game) or ""
        before = self.game.branch()
        try:
            if line == "default" or line.isdecimal():
                number = int(line) if line.isdecimal() else None
                told.extend(moves.play(self.game, moves.numbered(self.game, number, None)))
            else:
                for part in filter(None, (each.strip() for each in split_line(line))):
                    told.extend(moves.play(self.game, self.game.read_action(part)))
            told.extend(settled(self.game))
        except Sealed as sealed:
            self.say([sealed.text])
        except HexfrontError:
            self.game = put_back(self.game, before)
            raise
        self.save()
        events = [msgspec.to_builtins(event) for event in told if event.seen_by(actor)]
        self.say(event_lines(told, actor), {"events": events} if self.as_json else None)

    def show_decision(self) -> None:
        game = self.game
        if self.as_json or game.over or game.outbox or self.elsewhere:
            self.say(decision_lines(game), state_data(game) if self.as_json else None)
            return
        decision = decision_for(game, None)
        click.echo(f"{decision.side} decides: {decision.prompt} [{decision.rule}]")
        for line in choice_lines(game, decision, FEW):
            click.echo(f"  {line}")
        if (more := len(decision.choices()) - FEW) > 0:
            click.echo(f"  {more} more: ? lists them all")

    def show_choices(self) -> None:
        decision = decision_for(self.game, None)
        if self.as_json:
            data = decision.as_data(choices=True)
            data["words"] = [as_words(action) for action in decision.choices()]
            data["described"] = [described(self.game, action) for action in decision.choices()]
            self.tell(data)
            return
        for line in choice_lines(self.game, decision):
            click.echo(f"  {line}")
        click.echo(HELP)

    def say(self, lines: list[str], data: dict[str, Any] | None = None) -> None:
        """Print lines, or the same as data."""
        if self.as_json:
            self.tell(data if data is not None else {"text": lines})
            return
        for line in lines:
            click.echo(line)

    def tell(self, data: dict[str, Any]) -> None:
        click.echo(encoded(data))

    def save(self) -> None:
        self.unsaved = True
        store_game(self.game, self.path, self.keep)
        self.keep = self.unsaved = False
