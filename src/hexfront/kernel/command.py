"""Several people on one side: what each of them commands, and to whom an answer belongs.

A side has a chief, who may answer everything. A command is a part of the side that somebody else answers
for: a nation, an army, a corps. An answer belongs to the commands that hold all its pieces; an answer that is
about pieces of several commands, or about none, is the chief's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from hexfront.kernel.actions import Action, words_of
from hexfront.kernel.decisions import Decision
from hexfront.kernel.showing import Muster

if TYPE_CHECKING:
    from hexfront.kernel.game import Game


class Command(msgspec.Struct, frozen=True):
    """A part of a side, by the names of the branches that lead to it, with all pieces under it."""

    path: tuple[str, ...]
    pieces: tuple[str, ...]
    listed: bool = False  # whether it is only a list of pieces

    @property
    def name(self) -> str:
        """What it is called among its neighbours."""
        return self.path[-1]

    @property
    def key(self) -> str:
        """What it is called in the whole side: it stays the same while pieces come and go."""
        return "/".join(self.path)


def branches(musters: Iterable[Muster], side: str) -> list[Command]:
    """Every branch of a side's order of battle that holds pieces, the larger before its parts."""
    return [command for muster in musters if muster.side == side for command in _grown(muster, ())]


def _grown(muster: Muster, above: tuple[str, ...]) -> list[Command]:
    path = (*above, muster.name)
    under = [each for part in muster.under for each in _grown(part, path)]
    parts = [each.pieces for each in under if len(each.path) == len(path) + 1]
    pieces = tuple(chain(muster.units, *parts))
    return [Command(path, pieces, muster.listed), *under] if pieces else []


def bodies(musters: Iterable[Muster], side: str) -> list[Command]:
    """The branches that are bodies of troops: an army, but not a list of fortresses, nor each of them.

    Branches of the same name are one body.
    """
    found: dict[tuple[str, ...], Command] = {}
    lists: set[tuple[str, ...]] = set()
    for each in branches(musters, side):
        if each.listed or each.path[:-1] in lists:
            lists.add(each.path)
            continue
        same = found.get(each.path)
        found[each.path] = Command(each.path, (*same.pieces, *each.pieces)) if same else each
    return list(found.values())


def _size(command: Command) -> tuple[int, int]:
    return len(command.pieces), -len(command.path)


class Staffing:
    """The commands of a side as they stand at one moment of a game, to judge its answers by.

    ``given`` are the keys of those that somebody has. Who commands more than another may answer for him too.
    """

    def __init__(self, game: Game, side: str, given: Iterable[str]) -> None:
        self._game = game
        known = game.commands(side)
        wanted = set(given)
        self._own = {piece for each in known for piece in each.pieces}
        held = sorted((each for each in known if each.key in wanted), key=_size)
        self._held = [(each.key, frozenset(each.pieces)) for each in held]

    def whose(self, decision: Decision, action: Action) -> Sequence[str]:
        """The keys of the commands to which an answer belongs, smallest first; none if it is the chief's."""
        pieces = self._about(decision, action)
        if pieces:
            return [key for key, held in self._held if held >= pieces]
        title, position = self._game.title, self._game.position
        chosen_next = self._own.intersection(title.candidates(position, decision, action))
        return [key for key, held in self._held if held & chosen_next]

    def _about(self, decision: Decision, action: Action) -> set[str]:
        """The side's own pieces that a question is about, or that an answer names or lets act."""
        title, position = self._game.title, self._game.position
        pieces = self._own.intersection(self._game.topic(decision).pieces)
        pieces.update(self._own.intersection(words_of(action)))
        pieces.update(self._own.intersection(title.acting(position, decision, action)))
        return pieces
