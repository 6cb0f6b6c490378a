"""What if, from the terminal: branches of a saved game, and what came of them with and without an order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from typing import NamedTuple

import msgspec

from hexfront.ai.branching import Arm, Branch, arms, branch, trunk
from hexfront.kernel import save
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.game import Game
from hexfront.kernel.title import REFEREE
from hexfront.seam import find_title
from hexfront.sim.running import spread


class Wish(msgspec.Struct, frozen=True):
    """What is to be branched: a game as the text of its save, from where, and how."""

    text: str
    step: int
    viewer: str
    players: dict[str, str]
    order: str = ""  # in words
    turns: int = 0


class Question(msgspec.Struct, frozen=True):
    """One branch."""

    number: int
    arm: Arm


def wish_of(
    game: Game,
    step: int,
    players: Mapping[str, str],
    *,
    viewer: str = REFEREE,
    order: Action | None = None,
    turns: int = 0,
) -> Wish:
    """A wish about a game in memory."""
    words = "" if order is None else as_words(order)
    return Wish(save.as_text(game), step, viewer, dict(players), words, turns)


class _Trunk(NamedTuple):
    """What a process has loaded to branch from."""

    game: Game
    order: Action | None
    wish: Wish


_trunks: list[_Trunk] = []


def _begin(encoded: bytes) -> None:
    """Load the game once for all branches of a process."""
    wish = msgspec.json.decode(encoded, type=Wish)
    game = trunk(save.from_text(wish.text, find_title), wish.step)
    _trunks[:] = [_Trunk(game, game.read_action(wish.order) if wish.order else None, wish)]


def _answer(question: Question) -> Branch:
    game, order, wish = _trunks[0]
    return branch(
        game,
        question.number,
        wish.players,
        order=order,
        arm=question.arm,
        turns=wish.turns,
        viewer=wish.viewer,
    )


def branches(
    wish: Wish, games: int, workers: int = 1, watch: Callable[[int, int], None] | None = None
) -> list[Branch]:
    """Play all branches, here or in processes of this machine, and give them in order."""
    questions = [Question(number, arm) for number in range(1, games + 1) for arm in arms(bool(wish.order))]
    encoded = msgspec.json.encode(wish)
    found: list[Branch] = []

    def count() -> None:
        if watch:
            watch(len(found), len(questions))

    if workers <= 1:
        _begin(encoded)
        for question in questions:
            found.append(_answer(question))
            count()
    else:
        with closing(spread(_answer, questions, workers, partial(_begin, encoded))) as coming:
            for answer in coming:
                found.append(answer)
                count()
    return sorted(found, key=lambda each: (each.number, each.arm))
