"""Nobody decides by words that are made for people.

Every prompt, name, sentence and face is replaced by nonsense, and two staffs play the same game as before:
the position has the same digest after every order. ``HEXFRONT_WHOLE_GAMES=1`` plays the games to their ends.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from typing import Any

import msgspec
import pytest

import hexfront
from hexfront.ai import seated
from hexfront.ai.course import play_out, table_of
from hexfront.kernel.actions import Action
from hexfront.kernel.board import Board
from hexfront.kernel.decisions import Ask, Decision
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Order
from hexfront.kernel.showing import Face
from hexfront.kernel.table import Table
from hexfront.kernel.title import Title

WHOLE = bool(os.environ.get("HEXFRONT_WHOLE_GAMES"))


class Staged(msgspec.Struct, frozen=True):
    """A game of two staffs: so many turns of it, and where the title keeps what it calls its pieces."""

    scenario: str
    players: str
    turns: int
    names: tuple[str, ...]  # module, class and attribute


STAGED = [
    Staged(scenario, players, turns, (f"hexfront.games.{title}.printed.pieces Piece label",))
    for scenario, title, played in (
        ("western-front/schlieffen-plan", "western_front", {"general": 4, "officer": 6, "greedy": 3}),
        ("serbia-1914/battle-in-the-macva", "serbia_1914", {"general": 6, "officer": 6, "greedy": 4}),
    )
    for players, turns in played.items()
]


def nonsense(words: str) -> str:
    """Other words for words: always the same for the same, and different for different."""
    drawn = hashlib.sha256(words.encode()).hexdigest()
    return f"Into 7 {drawn[:5]}, {drawn[5:9]} of 12: {drawn[9:16]}?"


def reworded(made: Callable[..., str]) -> Callable[..., str]:
    return lambda *given, **more: nonsense(made(*given, **more))


def reword(patch: pytest.MonkeyPatch, title: Title, staged: Staged) -> None:
    """Replace everything that is said to people."""
    kind = type(title)
    tell, face, decided = Table.tell, kind.face, Decision.__init__

    def told(self: Table, text: str, *rules: str, **more: Any) -> None:
        tell(self, nonsense(text), *rules, **more)

    def shown(self: Title, position: Any, decision: Decision, action: Action) -> Face:
        made = face(self, position, decision, action)
        effects = tuple(map(nonsense, made.effects))
        return msgspec.structs.replace(
            made, text=nonsense(made.text), verb=nonsense(made.verb), effects=effects
        )

    def asked(self: Decision, ask: Ask) -> None:
        words = ask.prompt
        prompt = nonsense(words) if isinstance(words, str) else reworded(words)
        decided(self, msgspec.structs.replace(ask, prompt=prompt))

    patch.setattr(Table, "tell", told)
    patch.setattr(Decision, "__init__", asked)
    patch.setattr(kind, "face", shown)
    patch.setattr(kind, "describe", reworded(kind.describe))
    patch.setattr(Board, "name_of", reworded(Board.name_of))
    for where in staged.names:
        module, owner, name = where.split()
        _rename(patch, getattr(import_module(module), owner), name)


def _rename(patch: pytest.MonkeyPatch, owner: type, name: str) -> None:
    """Let pieces be called otherwise, however their names are kept."""
    kept = getattr(owner, name)
    if isinstance(kept, (property, cached_property)):
        read = kept.fget if isinstance(kept, property) else kept.func
        assert read is not None
    else:
        read = kept.__get__  # a field of a struct
    patch.setattr(owner, name, property(lambda piece: nonsense(read(piece))))


def orders_of(staged: Staged) -> Iterator[tuple[int, str, str]]:
    """Every order of a game with the step it is given at, and the digest of the position before it."""
    heard: list[tuple[int, str, str]] = []

    def hear(game: Game, side: str, order: Order) -> None:
        heard.append((game.step, str(order.action), game.position.digest()))

    game = hexfront.new(staged.scenario, seed=1914)
    turns = 0 if WHOLE else staged.turns
    course = play_out(game, table_of(game, seated(staged.players, game.title), 1), turns=turns, heard=hear)
    assert not course.broken, course.broken
    assert len(heard) > 20
    return iter([*heard, (game.step, course.outcome and "over", course.digest)])


@pytest.mark.parametrize("staged", STAGED, ids=lambda each: f"{each.scenario} {each.players}")
def test_no_staff_decides_by_words(staged: Staged) -> None:
    title = hexfront.new(staged.scenario).title
    as_usual = orders_of(staged)
    with pytest.MonkeyPatch.context() as patch:
        reword(patch, title, staged)
        otherwise = orders_of(staged)
        prompt = hexfront.new(staged.scenario).decision.prompt
    assert prompt.startswith("Into 7 ")  # it is not the same words that are read
    for usual, other in zip(as_usual, otherwise, strict=True):
        assert usual == other
