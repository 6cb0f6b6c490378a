"""What a title says to those who study many of its games."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.kernel.chronicle import Annals, Chronicle, Moment, Verdict, figures_of, verdict_of
from hexfront.kernel.position import P
from hexfront.kernel.showing import Sightings, Track
from hexfront.kernel.title.playing import REFEREE, S
from hexfront.kernel.title.table import AtTable


class Studied(AtTable[P, S]):
    """What simulations and research environments ask for; drawn from reports unless a title knows better."""

    def moment(self, position: P) -> Moment:
        """When it is. Asked after every step of a simulation, so it should take no time."""
        return Moment(self.report(position, REFEREE).turn)

    def chronicle(self, position: P) -> Chronicle:
        """How the war stands, for those who study many games."""
        return Chronicle(figures_of(self.report(position, REFEREE).tracks))

    def verdict(self, position: P, outcome: str | None) -> Verdict:
        """Who has won and by how much; if there is no outcome yet, who would have if the game ended now."""
        return verdict_of(outcome or "", self.sides, self.side_names)

    def annals(self, setting: S) -> Annals:
        """What is the same for every game of a setting: landmarks, levels of victory, history."""
        return Annals()

    def tracks(self, position: P, viewer: str) -> Sequence[Track]:
        """The figures of the report by themselves, for those who ask for them at every step."""
        return self.report(position, viewer).tracks

    def sightings(self, position: P, viewer: str) -> Sightings | None:
        """What a viewer sees on the map as bare numbers, asked for at every step of an environment.

        None if it shall be read off the picture, which takes longer. What has not changed since the last time
        is best given as the same object.
        """
        return None

    def vocabulary(self, setting: S) -> Sequence[str]:
        """The words of actions that are neither a tag nor a hex, such as the keys of pieces.

        Research environments number them. Words that are missing here are numbered by a hash.
        """
        return ()
