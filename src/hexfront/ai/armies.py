"""Pieces of a side, for every title: who belongs to an army, who stands where, whom an action names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from hexfront.drawing.picture import Counter, Picture
from hexfront.kernel import command
from hexfront.kernel.actions import Action, words_of
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.game import Game


class Army(msgspec.Struct, frozen=True):
    """Pieces that act together: a branch of the order of battle, a stack, or any others by their keys."""

    name: str
    pieces: tuple[str, ...]


class Field:
    """The pieces of a side as they stand at one moment: keys, places and names.

    Whoever looks again and again hands over the one before: the order of battle is not asked for twice.
    """

    def __init__(self, game: Game, side: str, before: Field | None = None) -> None:
        self.board = game.setting.board
        self.at: dict[str, str] = {}
        self.names: dict[str, str] = {}
        for counter in _counters(game, side):
            if counter.side == side and counter.key and counter.key not in self.at:
                self.at[counter.key] = self.board.label(counter.node)
                self.names[counter.key] = counter.name or counter.key
        listed = before.own if before else {key for each in branches(game, side) for key in each.pieces}
        self.own: set[str] = {*self.at, *listed}

    def named(self, action: Action) -> list[str]:
        """The side's own pieces that an action names."""
        return [word for word in words_of(action) if word in self.own]

    def hexes(self, action: Action) -> list[str]:
        """The hexes that an action names."""
        return [word for word in words_of(action) if word in self.board and word not in self.own]

    def standing(self, hexes: Iterable[str]) -> list[str]:
        """The side's own pieces in some hexes."""
        wanted = set(hexes)
        return [key for key, label in self.at.items() if label in wanted]

    def called(self, pieces: Sequence[str], most: int = 3) -> str:
        """Pieces by their names; of many only the first few."""
        names = [self.names.get(key, key) for key in pieces]
        if len(names) > most:
            return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def place(self, label: str) -> str:
        """A hex with its name, if it has one."""
        name = self.board.name_of(self.board[label])
        return name if name == label or label in name else f"{name} ({label})"


def _counters(game: Game, side: str) -> Sequence[Counter]:
    try:
        picture = game.picture(side)
    except Refusal:  # a title that draws nothing
        return ()
    assert isinstance(picture, Picture)
    return picture.counters


def branches(game: Game, side: str) -> list[Army]:
    """Every branch of a side's order of battle with all pieces under it, the larger before its parts."""
    return [Army(each.name, each.pieces) for each in command.branches(game.report(side).muster, side)]


def army(game: Game, side: str, name: str) -> Army:
    """The pieces that a name stands for; Malformed if it stands for none.

    A branch of the order of battle, a hex (all that stands there), or keys of pieces joined by commas.
    """
    wanted = name.strip().casefold()
    known = branches(game, side)
    for branch in known:
        if branch.name.casefold() == wanted:
            return branch
    field = Field(game, side)
    if name in field.board:
        here = field.standing([name])
        if not here:
            raise Malformed(f"nothing of yours stands in {name}")
        return Army(field.place(name), tuple(here))
    keys = tuple(key.strip() for key in name.split(","))
    strange = [key for key in keys if key not in field.own]
    if strange:
        hint = suggest(strange[0], [branch.name for branch in known]) or "see the order of battle"
        raise Malformed(f'no army, hex or piece of {side} is called "{strange[0]}" ({hint})')
    return Army(field.called(keys), keys)
