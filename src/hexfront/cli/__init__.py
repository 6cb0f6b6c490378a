"""The ``hexfront`` command.

A command's module is imported when the command is run, not before, so that ``hexfront --help`` answers
at once. What goes wrong ends in one of two ways: exit code 1 where the rules forbid something or a proof
fails, exit code 2 where a file or the command itself cannot be understood.
"""

from __future__ import annotations

import importlib
import io
import sys
from typing import NamedTuple

import click

import hexfront


class Place(NamedTuple):
    """Where a command is found, and what help says of it."""

    module: str
    name: str
    summary: str


COMMANDS = {
    "play": Place("loop", "play", "Play in the terminal."),
    "serve": Place("serving", "serve", "Play in a browser: run the server."),
    "list": Place("titles", "list_titles", "List titles, scenarios and options."),
    "new": Place("games", "new", "Start a game and write it to a file."),
    "show": Place("games", "show", "Show a game or the start of a scenario, in words or as a picture."),
    "choices": Place("games", "choices", "List the legal actions, numbered."),
    "do": Place("moves", "do", "Play actions in a saved game."),
    "staff": Place("staff", "staff", "Ask the staff what to do, or let it give orders for an army."),
    "prefer": Place("prefer", "prefer", "Say what a side need not be asked every time."),
    "set-up": Place("setups", "set_up", "Write down what a side has laid out, as orders to give again."),
    "undo": Place("moves", "undo", "Take back the last order."),
    "explain": Place("moves", "explain", "Say why a number is what it is."),
    "odds": Place("moves", "odds", "Give the exact chances of an action."),
    "luck": Place("luck", "luck", "Say what the dice brought, beside what was to be expected."),
    "review": Place("review", "review", "Say what each turn of a game was worth, and which cost most."),
    "mail": Place("mail", "mail", "Send a game to a player and take in the reply."),
    "pack": Place("packing", "pack", "Write a saved game packed, or as text that can be read."),
    "replay": Place("checks", "replay", "Play a saved game again from its start."),
    "verify": Place("checks", "verify", "Check that nobody chose the dice of a game between people."),
    "check": Place("checks", "check", "Check a title's data, a saved game, or a folder of own data."),
    "rules": Place("titles", "rules", "List the rules: status, where enforced, what shows them."),
    "data": Place("titles", "data", "List the data files with their provenance, or export them."),
    "map": Place("maps", "maps", "Make boards from geography."),
    "simulate": Place("laboratory", "simulate", "Let computer players play many games, and report."),
    "report": Place("laboratory", "report", "Make the report of a simulation anew, or of joined shards."),
    "compare": Place("laboratory", "compare", "Say which of two players, option sets or tables is better."),
    "vary": Place("laboratory", "vary", "Vary several options or tables at once, and say what each brings."),
    "whatif": Place("laboratory", "whatif", "Play a saved game on many times, with and without an order."),
    "smoke": Place("laboratory", "smoke", "Play every scenario once by staff against staff."),
    "dataset": Place("datasets", "dataset", "Write positions, decisions and outcomes for learning."),
    "sheet": Place("datasets", "sheet", "Say how a scenario is to learn: choices, length, secrets, speed."),
    "fuzz": Place("proving", "fuzz", "Play random legal games and check what must always hold."),
    "luck-proof": Place("luck", "luck_proof", "Play random games and check that luck is reckoned truly."),
    "golden": Place("proving", "golden", "Compare recorded playthroughs, or write them anew."),
    "load": Place(
        "loading",
        "load",
        "Measure a server under load, kill it at random moments, soak it, or send it nonsense.",
    ),
    "bench": Place(
        "proving",
        "bench",
        "Measure speed: searches and copies against the plain way, and whole games by lot.",
    ),
}


class LazyGroup(click.Group):
    """Commands known by name and summary; the rest is imported when one is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        found = getattr(importlib.import_module(f"hexfront.cli.{place.module}"), place.name)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.summary) for name, place in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(hexfront.__version__, prog_name="hexfront")
def main() -> None:
    """Board wargames of the First World War, played with every rule enforced.

    Every command takes --json for output that programs can read.
    """
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        # A name that is no text, or a sign that this terminal has not: it is written as a number.
        sys.stdout.reconfigure(errors="backslashreplace")
