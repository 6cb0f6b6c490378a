"""Set-ups: Summer 1914 unit by unit, later winters by lines and numbers, and what comes in afterwards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from hexfront.games.storm_of_steel.vocabulary import SIDES
from hexfront.kernel.datafiles import DataFolder, Faults

SUMMER_1914 = "set_ups/summer_1914.csv"
NEUTRALS = "set_ups/neutrals.csv"
EXPEDITIONARY = "set_ups/expeditionary.csv"
REINFORCEMENTS = "set_ups/reinforcements.csv"
LINES = "set_ups/front_lines.csv"
FORCES = "set_ups/forces.csv"
HEADQUARTERS_LIST = "set_ups/headquarters.csv"
FLEETS = "set_ups/fleets.csv"
AIR_FORCES = "set_ups/air_forces.csv"
OCCUPIED = "set_ups/occupied.csv"
STARTS = "set_ups/starts.csv"
DEVELOPED = "set_ups/developed.csv"
BELLIGERENTS = "set_ups/belligerents.csv"
HOME = "home"
SECOND_IMPULSE = "impulse 2"
SURRENDERED = "surrendered"


class Placement(msgspec.Struct, frozen=True):
    """[45.1] A unit and where it begins; ``waits`` is the impulse or turn before which it may not move."""

    unit: str
    at: str
    waits: str = ""
    line: int = 0


class Reinforcement(msgspec.Struct, frozen=True):
    """[45.2] A unit that comes without mobilization."""

    unit: str
    turn: str
    at: str
    line: int = 0


class FrontLine(msgspec.Struct, frozen=True):
    """[45.1] The hexes of a side next to the enemy, in scenarios that begin in some winters.

    ``touching``: whether every hex touches one of the enemy's; in the desert they may lie apart.
    """

    front: str
    side: str
    starts: tuple[str, ...]
    touching: bool
    hexes: tuple[str, ...]
    line: int = 0


class Force(msgspec.Struct, frozen=True):
    """[45.1] Counters of a kind that a country has behind a line."""

    start: str
    country: str
    kind: str
    divisions: int | None
    number: int
    front: str
    line: int = 0


class HeadquartersAt(msgspec.Struct, frozen=True):
    """[45.1] A headquarters and the line behind which it stands."""

    start: str
    unit: str
    front: str
    line: int = 0


class Fleet(msgspec.Struct, frozen=True):
    """[25.1] Ships of a kind in a base."""

    start: str
    country: str
    kind: str
    number: int
    base: str
    line: int = 0


class AirForce(msgspec.Struct, frozen=True):
    """[30.1] Air units of a country."""

    start: str
    country: str
    tactical: int
    strategic: int
    line: int = 0


class Occupied(msgspec.Struct, frozen=True):
    """[16.2] Cities in other hands than in Summer 1914."""

    start: str
    side: str
    cities: tuple[str, ...]
    line: int = 0


class Start(msgspec.Struct, frozen=True):
    """[2.4] What the tracks show when a scenario begins."""

    start: str
    central_powers: int
    entente: int
    air_central_powers: int
    air_entente: int
    shipping: int
    stored: int
    line: int = 0


class Developed(msgspec.Struct, frozen=True):
    """[45.42] A weapon or tactic that is in effect from a turn on."""

    card: int
    turn: str
    level: int | None
    line: int = 0


class Belligerent(msgspec.Struct, frozen=True):
    """[19.1] On which side a country is, or that it has surrendered."""

    start: str
    country: str
    state: str
    line: int = 0


class SetUps(msgspec.Struct, frozen=True):
    """All of them."""

    summer_1914: tuple[Placement, ...]
    neutrals: tuple[Placement, ...]
    expeditionary: tuple[Placement, ...]
    reinforcements: tuple[Reinforcement, ...]
    lines: tuple[FrontLine, ...]
    forces: tuple[Force, ...]
    headquarters: tuple[HeadquartersAt, ...]
    fleets: tuple[Fleet, ...]
    air_forces: tuple[AirForce, ...]
    occupied: tuple[Occupied, ...]
    starts: Mapping[str, Start]
    developed: tuple[Developed, ...]
    belligerents: tuple[Belligerent, ...]

    def line_of(self, start: str, front: str, side: str) -> Sequence[str]:
        """The hexes of a side on a line when a scenario begins; none where it faces nobody."""
        return next(
            (
                each.hexes
                for each in self.lines
                if start in each.starts and (each.front, each.side) == (front, side)
            ),
            (),
        )

    def state(self, start: str, country: str) -> str:
        """[19.1] The side of a country when a scenario begins, ``surrendered``, or nothing if neutral."""
        return next(
            (each.state for each in self.belligerents if (each.start, each.country) == (start, country)), ""
        )

    def developed_at(self, number: int, turns: Mapping[str, int]) -> Sequence[Developed]:
        """[45.42] What is in effect in a scenario that begins with a turn: everything of it or earlier."""
        return [each for each in self.developed if turns[each.turn] <= number]


def read(data: DataFolder, turns: Collection[str], faults: Faults) -> SetUps:
    """All set-ups, their words checked; what they place is looked at by `set_up_checks`."""
    starts = data.csv(STARTS, Start, faults)
    made = SetUps(
        summer_1914=tuple(data.csv(SUMMER_1914, Placement, faults)),
        neutrals=tuple(data.csv(NEUTRALS, Placement, faults)),
        expeditionary=tuple(data.csv(EXPEDITIONARY, Placement, faults)),
        reinforcements=tuple(data.csv(REINFORCEMENTS, Reinforcement, faults)),
        lines=tuple(data.csv(LINES, FrontLine, faults)),
        forces=tuple(data.csv(FORCES, Force, faults)),
        headquarters=tuple(data.csv(HEADQUARTERS_LIST, HeadquartersAt, faults)),
        fleets=tuple(data.csv(FLEETS, Fleet, faults)),
        air_forces=tuple(data.csv(AIR_FORCES, AirForce, faults)),
        occupied=tuple(data.csv(OCCUPIED, Occupied, faults)),
        starts={row.start: row for row in starts},
        developed=tuple(data.csv(DEVELOPED, Developed, faults)),
        belligerents=tuple(data.csv(BELLIGERENTS, Belligerent, faults)),
    )
    for row in starts:
        if row.start not in turns:
            faults.unknown(data.shown(STARTS), row.line, "turn", row.start, turns)
        if not all(1 <= morale <= 100 for morale in (row.central_powers, row.entente)):
            faults.add(data.shown(STARTS), row.line, "morale is from 1 to 100 [5.0]")
    begun = [
        *((LINES, front.line, start) for front in made.lines for start in front.starts),
        *((FORCES, force.line, force.start) for force in made.forces),
        *((HEADQUARTERS_LIST, at.line, at.start) for at in made.headquarters),
        *((FLEETS, fleet.line, fleet.start) for fleet in made.fleets),
        *((AIR_FORCES, air.line, air.start) for air in made.air_forces),
        *((OCCUPIED, held.line, held.start) for held in made.occupied),
        *((BELLIGERENTS, each.line, each.start) for each in made.belligerents),
    ]
    for file, line, start in begun:
        if start not in made.starts:
            faults.unknown(data.shown(file), line, "start", start, made.starts)
    dated = [
        *((REINFORCEMENTS, late.line, late.turn) for late in made.reinforcements),
        *((DEVELOPED, weapon.line, weapon.turn) for weapon in made.developed),
    ]
    for file, line, turn in dated:
        if turn not in turns:
            faults.unknown(data.shown(file), line, "turn", turn, turns)
    for placement in made.summer_1914:
        if placement.waits and placement.waits != SECOND_IMPULSE and placement.waits not in turns:
            faults.unknown(data.shown(SUMMER_1914), placement.line, "turn", placement.waits, turns)
    for each in made.belligerents:
        if each.state not in (*SIDES, SURRENDERED):
            faults.unknown(data.shown(BELLIGERENTS), each.line, "state", each.state, (*SIDES, SURRENDERED))
    return made
