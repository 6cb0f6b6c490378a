"""What is written down of a game for those who study many of them.

At the end of every turn a title tells how the war stands: figures, who holds which hex, and who holds the
places that matter (`Chronicle`). It is told to nobody who plays, and so holds back nothing. What is the same
for all games of a setting (which places to follow, which results there are, what really happened) is told
once (`Annals`). `Title.moment`, `Title.chronicle`, `Title.verdict` and `Title.annals` give them; each has a
default that is enough for a first look.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from hexfront.kernel.showing import Track


class Moment(msgspec.Struct, frozen=True):
    """When it is: the turn, and what turns are summed up by, such as the month."""

    turn: str
    period: str = ""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number to follow through a game."""

    name: str
    value: float
    group: str = ""
    side: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells figures apart."""
        return self.group, self.side, self.name


class Chronicle(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the war stands at one moment, with everything known."""

    figures: tuple[Figure, ...] = ()
    ground: dict[str, str] = {}  # by the label of each hex that a side holds, the side
    places: dict[str, str] = {}  # by the name of a landmark, the side that holds it


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has won, or would have if the game ended now; without a winner it is drawn.

    ``score`` says by how much, more being better for the first side of the title. None if nothing is counted.
    """

    winner: str = ""
    level: str = ""
    score: float | None = None


class Landmark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place whose fate is followed, and whose it is at first."""

    name: str
    hex: str
    side: str
    kind: str = ""


class Record(msgspec.Struct, frozen=True):
    """What a figure was in history, at the beginning of a period."""

    group: str
    name: str
    period: str
    value: float
    source: str


class Annals(msgspec.Struct, frozen=True):
    """What is the same for every game of a setting."""

    landmarks: tuple[Landmark, ...] = ()
    levels: tuple[Verdict, ...] = ()  # from the best of the first side to the best of the last
    score: str = ""  # what the score counts, in words
    history: tuple[Record, ...] = ()  # in order of time, none of it before the game begins
    groups: tuple[str, ...] = ()  # the groups of figures worth a chart, the most telling first; empty for all


def figures_of(tracks: Iterable[Track]) -> tuple[Figure, ...]:
    """The tracks of a report that are numbers."""
    return tuple(
        Figure(track.name, track.value, track.group, track.side)
        for track in tracks
        if track.value is not None
    )


def verdict_of(outcome: str, sides: Iterable[str], names: Mapping[str, str]) -> Verdict:
    """The winner that an outcome in words begins with; its level is what stands before a colon or bracket."""
    level = outcome.partition("(")[0].partition(":")[0].strip()
    for side in sides:
        for name in (names.get(side, side), side):
            if level.lower().startswith(name.lower()):
                return Verdict(side, level[len(name) :].strip())
    return Verdict("", level)
