"""What a title's procedure has in its hands while a game is played: the position, the dice, and a voice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

import msgspec

from hexfront.kernel.dice import Roll
from hexfront.kernel.position import P
from hexfront.kernel.records import EVENTS, Event
from hexfront.kernel.scroll import Scroll
from hexfront.kernel.title import EVERYBODY


class Table(Generic[P]):
    """What a procedure has in its hands: the position, the dice, and a voice."""

    def __init__(self, position: P) -> None:
        self.position = position
        self.events: Scroll[Event] = Scroll((), EVENTS)
        self.rolls: list[Roll] = []  # of this step
        self.told: list[Event] = []  # in this step
        self.revealed = ""
        self._untold = 0  # which of them no event has told of yet, from this one on
        self.opened: list[str] = []
        self.seal = ""  # the envelope of the answer that is being carried out, and who gave it
        self.answered = ""

    def roll(
        self, purpose: str, rule: str = "", faces: int = 6, *, at: str = "", of: str = "", words: str = ""
    ) -> int:
        """Throw a die, saying what for.

        What comes up depends on the occasion (`Position.occasion`), on ``purpose``, a short word that never
        changes, on ``at``, the label of a hex or the name of a piece, on ``of``, whose it is of several, and
        on how many dice have been thrown for the same before. ``words`` say the same to people, and change
        nothing.
        """
        dice, occasion = self.position.dice, self.position.occasion()
        what = " ".join([part for part in (purpose, at, of) if part]) if at or of else purpose
        label = dice.label(what, occasion)
        value = dice.throw(faces, what, occasion, label)
        self.rolls.append(Roll(faces, value, words or purpose, rule, label))
        return value

    def premise(self, table: str) -> str | None:
        """What this look at a table gives, if a referee has said so; then no dice are thrown for it."""
        premises = self.position.premises
        for at, each in enumerate(premises):
            if each.table == table:
                self.position.premises = premises[:at] + premises[at + 1 :]
                self.reveal("a premise was used")
                return each.result
        return None

    def tell(
        self,
        text: str,
        *rules: str,
        kind: str = "",
        to: Sequence[str] = (),
        data: Mapping[str, Any] | None = None,
    ) -> None:
        """Say what happened, to everybody or only to some sides.

        While an answer under seal is carried out, only the side that gave it hears what is told to nobody in
        particular; what all shall hear even so is told to `EVERYBODY`. The dice under seal are not told then.
        """
        fallen: tuple[Roll, ...] = ()
        heard: tuple[str, ...] = ()
        if not to or EVERYBODY not in to:
            if self._untold < len(self.rolls):  # most of what is told threw no dice
                fallen = tuple(msgspec.structs.replace(roll, label="") for roll in self.rolls[self._untold :])
                self._untold = len(self.rolls)
            if to:
                heard = tuple(to)
            elif self.seal and self.seal not in self.opened:
                heard = (self.answered,)
        event = Event(text, kind, rules, heard, dict(data) if data else {}, fallen)
        self.events.append(event)
        self.told.append(event)

    def begin_step(self, answered: str, seal: str) -> None:
        """Forget what belonged to the step before, and make ready for an answer of a side."""
        if self.rolls:
            self.rolls.clear()
            self._untold = 0
        if self.told:
            self.told.clear()
        if self.opened:
            self.opened.clear()
        self.revealed = ""
        self.answered, self.seal = answered, seal

    def reveal(self, what: str) -> None:
        """Announce that a side learns something it did not know: from here there is no undoing."""
        self.revealed = what

    def open_seal(self, name: str) -> None:
        """Open an envelope: the answers in it are known to all from here on. Its name can be used again."""
        self.opened.append(name)
        self.revealed = self.revealed or "an envelope was opened"
