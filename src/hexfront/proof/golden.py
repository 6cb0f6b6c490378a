"""Recorded playthroughs: one game of every scenario, written down so that any change shows.

A playthrough is played by a seeded player who takes the default where there is one half of the time, and
any legal action otherwise. The first decisions are written in full, later ones as a line now and then.
"""

from __future__ import annotations

import difflib
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.decisions import Decision
from hexfront.kernel.game import Game
from hexfront.kernel.records import Entry
from hexfront.kernel.start import new_game
from hexfront.kernel.title import REFEREE
from hexfront.seam import find_title

SEED = 1914
IN_FULL = 150  # decisions written in full
THEN_EVERY = 50
MOST_DECISIONS = 3000
FIRST_CHOICES = 6
MOST_DIFFERENCE = 80  # lines of a difference that are shown


def file_name(name: str) -> str:
    """The file of a scenario's playthrough: ``outpost-skirmish.txt``."""
    return f"{name.replace('/', '-')}.txt"


def decisions_recorded(path: Path) -> int:
    """How many decisions a recorded playthrough has at most: long scenarios say so in their first line."""
    head = path.read_text(encoding="utf-8").partition("\n")[0] if path.is_file() else ""
    said = re.search(r", at most (\d+) decisions\.", head)
    return int(said[1]) if said else MOST_DECISIONS


def playthrough(name: str, seed: int = SEED, most: int = MOST_DECISIONS) -> str:
    """The playthrough of a scenario (``TITLE/SCENARIO``) as text."""
    return "".join(f"{line}\n" for line in _lines(name, seed, most))


def _lines(name: str, seed: int, most: int) -> Iterator[str]:
    title_name, _, scenario = name.partition("/")
    title = find_title(title_name)
    game = new_game(title, scenario, seed)
    game.digest_every = 1
    draw = random.Random(seed)
    fewer = f", at most {most} decisions" if most != MOST_DECISIONS else ""
    yield f"# {name}, seed {seed}{fewer}. To write it anew: hexfront golden {name} --write"
    for option, value in game.origin.options.items():
        yield f"# option {option}={value}"
    yield f"start {game.position.digest()}"
    view = View()
    yield from view.changes(game)
    while not game.over and game.step < most:
        decision = game.decisions[draw.randrange(len(game.decisions))]
        action, why = _chosen(decision, draw)
        told = len(game.events)
        question = list(_question(decision, game.step + 1)) if game.step < IN_FULL else []
        game.play(action, decision.side)
        entry = game.journal[-1]
        if game.step <= IN_FULL:
            yield from question
            yield from _in_full(game, entry, why, told)
        elif game.step % THEN_EVERY == 0:
            yield f"step {game.step}: {entry.by} {as_words(action)}, digest {entry.digest}"
        if view.is_new_turn(game):
            yield from view.changes(game)
    outcome = game.outcome or f"stopped after {most} decisions"
    yield f"end: {outcome}, step {game.step}, digest {game.position.digest()}"


def _chosen(decision: Decision, draw: random.Random) -> tuple[Action, str]:
    if draw.random() < 0.5 and (default := decision.default()) is not None:
        return default, " (default)"
    choices = decision.choices()
    return choices[draw.randrange(len(choices))], ""


def _question(decision: Decision, step: int) -> Iterator[str]:
    """What is asked; its words may depend on the position, so they are taken before anything is played."""
    listed = decision.choices()
    more = " ..." if len(listed) > FIRST_CHOICES else ""
    yield f"step {step}: {decision.side} {decision.kind} [{decision.rule}] {decision.prompt}"
    yield f"  {len(listed)} choices: {' | '.join(map(as_words, [*listed][:FIRST_CHOICES]))}{more}"


def _in_full(game: Game, entry: Entry, why: str, told: int) -> Iterator[str]:
    yield f"  does {as_words(entry.action)}{why}"
    for roll in entry.rolls:
        yield f"  die {roll.value} of {roll.faces} for {roll.purpose} [{roll.rule}]"
    for event in game.events[told:]:
        secret = f" (to {', '.join(event.to)})" if event.to else ""
        yield f"  {event.kind or 'event'}: {event.text} [{', '.join(event.rules)}]{secret}"
    yield f"  digest {entry.digest}" + (f", {entry.seen}" if entry.seen else "")


class View:
    """The referee's view, written whole the first time and then only where it has changed."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.turn: Any = None

    def is_new_turn(self, game: Game) -> bool:
        return game.over or game.title.view(game.position, REFEREE).get("turn") != self.turn

    def changes(self, game: Game) -> Iterator[str]:
        view = game.title.view(game.position, REFEREE)
        lines = [*_view_lines(view)]
        self.turn = view.get("turn")
        yield f"view at step {game.step}, turn {self.turn}"
        gone = set(self.lines) - set(lines)
        fresh = set(lines) - set(self.lines)
        yield from (f"  - {line}" for line in self.lines if line in gone)
        yield from (f"  + {line}" for line in lines if line in fresh)
        self.lines = lines


def _view_lines(view: dict[str, Any]) -> Iterator[str]:
    for key, value in view.items():
        if isinstance(value, (list, tuple)):
            for item in value:
                yield f"{key} {_json(item)}"
        else:
            yield f"{key} {_json(value)}"


def _json(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=str, order="deterministic").decode()


def difference(path: Path, text: str) -> list[str]:
    """How a recorded playthrough differs from a fresh one; nothing if it does not."""
    recorded = path.read_text(encoding="utf-8") if path.is_file() else ""
    if recorded == text:
        return []
    lines = [*difflib.unified_diff(recorded.splitlines(), text.splitlines(), str(path), "now", lineterm="")]
    if len(lines) > MOST_DIFFERENCE:
        lines = [*lines[:MOST_DIFFERENCE], f"... and {len(lines) - MOST_DIFFERENCE} lines more"]
    return lines
