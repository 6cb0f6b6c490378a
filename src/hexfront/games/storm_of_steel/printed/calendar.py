"""The turn record track and the weather chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, FRONTS, SEASONS
from hexfront.kernel.datafiles import DataFolder, Faults

TURNS = "calendar/turns.csv"
WEATHER = "calendar/weather.csv"


class Turn(msgspec.Struct, frozen=True):
    """[2.1] [7.11] A box of the turn record track: a quarter, and what a mobilization centre gives in it."""

    turn: int
    name: str
    season: str
    year: int
    central_powers: int
    entente: int
    inactive: tuple[str, ...] = ()
    source: str = ""
    line: int = 0

    def multiple(self, side: str) -> int:
        """[7.11] The production multiple of an alliance."""
        return self.central_powers if side == CENTRAL_POWERS else self.entente


class Weather(msgspec.Struct, frozen=True):
    """[18.0] A row of the weather chart."""

    season: str
    front: str
    impulses: int
    frozen: bool
    mountain: int
    wheels: int
    marsh: bool
    desert: int | None
    source: str = ""
    line: int = 0


class Calendar(msgspec.Struct, frozen=True):
    """All quarters in their order, and the weather of each season on each front."""

    turns: Mapping[str, Turn]
    weather: Mapping[tuple[str, str], Weather]

    def number(self, name: str) -> int:
        """Which turn a quarter is, counted from Summer 1914."""
        return self.turns[name].turn

    def most_impulses(self, name: str, front: str) -> int:
        """[8.2] The most impulses on a front in a quarter; none where it is not active yet [3.2-1]."""
        turn = self.turns[name]
        return 0 if front in turn.inactive else self.weather[turn.season, front].impulses

    def span(self, first: str, last: str) -> Sequence[str]:
        """The quarters from one to another, both of them included."""
        return [
            name for name, each in self.turns.items() if self.number(first) <= each.turn <= self.number(last)
        ]


def read(data: DataFolder, faults: Faults) -> Calendar:
    """Turns and weather; what is wrong goes to ``faults``."""
    turns = data.csv(TURNS, Turn, faults)
    weather = data.csv(WEATHER, Weather, faults)
    _check_turns(turns, data.shown(TURNS), faults)
    shown = data.shown(WEATHER)
    for row in weather:
        if row.season not in SEASONS:
            faults.unknown(shown, row.line, "season", row.season, SEASONS)
        if row.front not in FRONTS:
            faults.unknown(shown, row.line, "front", row.front, FRONTS)
        if not 0 <= row.impulses <= 4:
            faults.add(shown, row.line, "a front has no more than four impulses [8.2]")
    made = {(row.season, row.front): row for row in weather}
    for season in SEASONS:
        for front in FRONTS:
            if weather and (season, front) not in made:
                faults.add(shown, 0, f"no weather in {season} on the front {front}")
    return Calendar({row.name: row for row in turns}, made)


def _check_turns(turns: Sequence[Turn], shown: str, faults: Faults) -> None:
    """[2.1] Quarters follow each other, each by its name."""
    for at, row in enumerate(turns, 1):
        if row.turn != at:
            faults.add(shown, row.line, f"turn {row.turn} where turn {at} should stand")
        if row.season not in SEASONS:
            faults.unknown(shown, row.line, "season", row.season, SEASONS)
        if row.name != f"{row.season}-{row.year}":
            faults.add(shown, row.line, f'"{row.name}" is not the {row.season} of {row.year}')
        if min(row.central_powers, row.entente) < 0:
            faults.add(shown, row.line, "a production multiple below zero")
        for front in row.inactive:
            if front not in FRONTS:
                faults.unknown(shown, row.line, "front", front, FRONTS)
    for earlier, later in pairwise(turns):
        if {earlier.season, later.season} <= set(SEASONS) and _quarter(later) != _quarter(earlier) + 1:
            faults.add(shown, later.line, f"{later.name} does not follow {earlier.name}")


def _quarter(turn: Turn) -> int:
    return 4 * turn.year + SEASONS.index(turn.season)
