"""What a computer player may know, and what it answers.

A player is given a `Sight`: the question put to its side, with every legal answer, and the position as its
side may know it. It answers with an `Order`: an action and the reason for it, in a sentence. A title that
has players of its own offers them as `Planner` objects through `Title.planner`; what every title can have
is in `hexfront.ai`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Literal, Protocol

import msgspec

from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.dice import unknown_dice
from hexfront.kernel.odds import Distribution
from hexfront.kernel.position import P
from hexfront.kernel.showing import Forecast

if TYPE_CHECKING:
    from hexfront.kernel.game import Game
    from hexfront.kernel.records import Event
    from hexfront.kernel.title import Title


RUINOUS = 3.0  # what an attack may cost at most for each point that the enemy is expected to lose
SMALL = 3.0  # a cost that ruins nobody


def is_ruinous(own: float, theirs: float, small: float = SMALL) -> bool:
    """Whether expected losses, one's own and the enemy's, are out of all proportion."""
    return own >= small and own > RUINOUS * theirs


class Order(msgspec.Struct, frozen=True):
    """What a player does, and why, in one sentence that a human player understands.

    An attack that is ruin by its odds is given only with ``despite``: what it is worth that price.
    ``promise`` is how likely the planner takes it to be that the enemy gives way before an attack; None where
    nothing is promised. ``ground`` says that the hex itself is part of what is fought for.
    """

    action: Action
    reason: str = ""
    despite: str = ""
    promise: float | None = None
    ground: bool = False


class Role(msgspec.Struct, frozen=True):
    """What a piece is for, and what it is worth in points of strength."""

    kind: Literal["troops", "guns", "headquarters"]
    points: float


class Overlay(msgspec.Struct, frozen=True):
    """Something a planner thinks about hexes, to be laid over the map: figures, or a line of hexes."""

    name: str  # such as "value", "threat", "front"
    meaning: str
    figures: dict[str, float] = {}  # by the label of the hex
    line: tuple[str, ...] = ()


class Notes(msgspec.Struct, frozen=True):
    """What a planner has in mind for this turn."""

    sentences: tuple[str, ...] = ()
    overlays: tuple[Overlay, ...] = ()


class Sight(Generic[P]):
    """What one side may know at one moment of a game.

    ``position`` is a copy without the secrets of the others, made when somebody looks at it first. It may
    be changed freely, for trying things out; the game does not notice.
    """

    def __init__(self, game: Game[P], side: str, decision: Decision) -> None:
        self._game = game
        self.title: Title[P] = game.title
        self.side = side
        self.decision = decision
        self.step = game.steps_known(side)

    @cached_property
    def position(self) -> P:
        """The position as this side knows it."""
        known = self.title.redact(self._game.position, self.side)
        known.dice = unknown_dice(known.dice)
        return known

    def is_legal(self, action: Action) -> bool:
        """Whether an action, simple or compound, may be played now."""
        if action in self.decision.choices():
            return True
        return self._game.check(action, self.side) is None

    def odds(self, action: Action) -> Distribution[str]:
        """How likely each outcome of an action is, as far as this side can know."""
        return self.title.odds(self._game, action)

    def forecast(self, action: Action) -> Forecast:
        """The same, as figures."""
        return self.title.forecast(self._game, action)

    def given(self) -> Sequence[tuple[str, Action]]:
        """Who has answered what since the last station: the order that is being carried out."""
        game = self._game
        since = range(game.stations[-1].step, game.step)
        known = (game.journal[at] for at in since if game.is_known(at, self.side))
        return [(entry.by, entry.action) for entry in known]

    def heard(self, since: int = 0) -> Iterator[Event]:
        """What happened, as far as this side has seen it, from the so-manieth event on."""
        return (event for event in self._game.events[since:] if event.seen_by(self.side))

    def recently(self) -> Iterator[Event]:
        """What this side has seen happen since the last station: what the order being carried out did."""
        return self.heard(self._game.stations[-1].events)


class Planner(Protocol[P]):
    """A player for one side of one title."""

    def order(self, sight: Sight[P]) -> Order:
        """The answer to the question in sight: one of its choices, or a legal compound order."""
        ...

    def notes(self) -> Notes:
        """What it has in mind, for those who may see it."""
        ...
