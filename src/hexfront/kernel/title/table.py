"""What a title says to those who sit at its table: how choices look, how the war stands, why, how likely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from hexfront.kernel.actions import Action, as_data, as_words, tag_of
from hexfront.kernel.command import Command, bodies
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.position import P
from hexfront.kernel.preferences import Preference
from hexfront.kernel.showing import (
    Display,
    Ending,
    Face,
    Forecast,
    Prospect,
    Question,
    Report,
    Stage,
    Supposition,
    Target,
    Topic,
)
from hexfront.kernel.title.playing import Playing, S

if TYPE_CHECKING:
    from hexfront.kernel.game import Game
    from hexfront.kernel.odds import Distribution


class AtTable(Playing[P, S]):
    """What is shown. Every part has a default, so that a new title can be played at once."""

    preferences: ClassVar[Sequence[Preference]] = ()
    """What a player may have answered for him; `preferred` does."""
    passing: ClassVar[Mapping[str, str]] = {}
    """What it means to pass, by the kind of question: "End the movement phase" instead of a bare "Pass"."""
    stages: ClassVar[Mapping[str, Stage]] = {}
    """At which point of the play a question of each kind comes."""
    layers: ClassVar[Mapping[str, str]] = {}
    """What `picture` can lay over a map: the name of each overlay, and what it shows."""
    losses_in: ClassVar[str] = "losses"
    """In what `kernel.luck` counts losses."""
    displays: ClassVar[Mapping[str, str]] = {}
    """What lies beside the map (`display`): the name of each, and what it is called."""

    side_colours: ClassVar[Mapping[str, str]] = {}
    """The colours of sides in panels and curves, unless the first is grey and the second blue."""

    def describe(self, position: P, action: Action) -> str:
        """An action in a few words for a player."""
        return as_words(action)

    def topic(self, position: P, decision: Decision) -> Topic:
        """What a question is about, as any client can show it.

        Unless told otherwise, ``unit`` or ``units`` of its matter are the pieces, and ``at`` the hex.
        """
        about = decision.about
        pieces = getattr(about, "units", ()) or (getattr(about, "unit", ""),)
        at = getattr(about, "at", "")
        stage = self.stages.get(decision.kind, "choose")
        return Topic(tag_of(about), stage, tuple(filter(None, pieces)), (at,) if at else ())

    def face(self, position: P, decision: Decision, action: Action) -> Face:
        """How an answer to a question is shown and clicked: by its ``unit``, and by the last hex it names."""
        board = position.__dict__["setting"].board
        hexes = [value for value in _values(action) if value in board]
        return Face(
            self.describe(position, action),
            verb=tag_of(action),
            unit=getattr(action, "unit", ""),
            hex=hexes[-1] if hexes else "",
        )

    def report(self, position: P, viewer: str) -> Report:
        """How the war stands: tracks, order of battle, arrivals, and who is winning."""
        return Report()

    def laid_out(self, position: P, side: str) -> Sequence[Action]:
        """The orders by which all that a side has laid out so far (`Report.laying`) can be laid out again.

        Given in a fresh game of the same scenario they lead to the same; where nothing is laid out, none.
        """
        return ()

    def display(self, position: P, viewer: str, name: str) -> Display:
        """What lies beside the map, as far as a viewer may know it; one of `displays`."""
        raise Malformed(f'{self.caption} has no display "{name}"')

    def commands(self, position: P, side: str) -> Sequence[Command]:
        """What parts of a side others than its chief can answer for, the larger before their parts.

        Together they hold every piece of the side; a piece may be in several. Their paths must not depend on
        what changes in the course of the game, or their commanders lose them.
        """
        return bodies(self.report(position, side).muster, side)

    def questions_about(self, position: P, viewer: str, subject: str) -> Sequence[Question]:
        """What can be asked about a piece (by its key) or a hex (by its label)."""
        return ()

    def explain(self, position: P, question: Action) -> Ledger:
        """Why a number is what it is."""
        raise Malformed(f"{self.caption} has no questions to explain")

    def odds(self, game: Game[P], action: Action) -> Distribution[str]:
        """How likely each outcome of an action is. Refusal if the action throws no dice."""
        raise Refusal((), "nothing here depends on dice")

    def forecast(self, game: Game[P], action: Action) -> Forecast:
        """How an action may end, for the eyes of the player; `odds` as figures one can plot."""
        found = self.odds(game, action)
        endings = tuple(Ending(text, float(probability)) for text, probability in found.items())
        return Forecast(self.describe(game.position, action), (Prospect("", endings),))

    def targets(self, position: P, decision: Decision) -> Iterable[Target]:
        """What could be attacked by an answer: unless told otherwise, hexes for which dice are thrown."""
        for action in decision.choices():
            face = self.face(position, decision, action)
            if face.chance and face.hex:
                yield Target(face.hex, action)

    def attack(self, at: str, pieces: Sequence[str]) -> Action | None:
        """The order by which pieces attack a hex together; None if attackers are not chosen by one order."""
        return None

    def journeys(self, pieces: Sequence[str], to: str) -> Sequence[Action]:
        """The orders by which pieces of one hex might go to another: on foot first, then by train or ship."""
        return ()

    def passable(self, setting: S, node: int) -> Sequence[int]:
        """The hexes next to one into which somebody on the march may come at all."""
        return setting.board.adjacent[node]

    def whereabouts(self, position: P, side: str) -> Mapping[str, str]:
        """The hexes in which pieces of a side stand, by their keys; those beside the map are left out."""
        return {}

    def held(self, position: P, side: str) -> Iterable[str]:
        """The hexes in which pieces of a side stand, every one of those that stand in two."""
        return self.whereabouts(position, side).values()

    def suppositions(
        self, position: P, side: str, pieces: Sequence[str], to: str
    ) -> Iterable[Supposition[P]]:
        """What might open a closed way to some pieces: a position changed in one respect each, and in which.

        Whoever asks tries whether it does. The position is one that the side may know, and stays as it is.
        """
        return ()

    def picture(self, position: P, viewer: str, overlays: Sequence[str] = ()) -> object:
        """A position as `hexfront.drawing` draws it, with named overlays; Refusal if there is no picture."""
        raise Refusal((), f"{self.caption} has no pictures")

    def preferred(self, position: P, decision: Decision, chosen: Mapping[str, str]) -> Action | None:
        """The listed choice that a side's standing preferences give for its decision; None to ask it.

        ``chosen`` are values by the names of `preferences`. What the side may not know must not matter.
        """
        return None


def _values(action: Action) -> list[str]:
    """The single words an action holds."""
    return [value for value in as_data(action).values() if isinstance(value, str)]
