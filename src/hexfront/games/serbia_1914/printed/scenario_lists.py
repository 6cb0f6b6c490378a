"""Scenarios and schedules of Serbia 1914: set-ups, reinforcements, withdrawals, calendar, plans, points.

`load` reads everything that differs between scenarios and everything that is dated. `replay` follows a
schedule from a set-up on, so that a later scenario can be held against an earlier one. The proof of the
lists is in `list_checks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from hexfront.games.serbia_1914.printed.forces import DATA, Forces
from hexfront.kernel.datafiles import DataFolder, Faults

SCENARIOS = ("battle-in-the-macva", "grand-campaign", "crossing-of-the-drina", "conrads-case-b")
CALENDAR = "schedules/calendar.csv"
EVENTS = "schedules/events.csv"
STRATEGIC_PLANS = "schedules/strategic_plans.csv"
PLAN_ABANDONMENT = "schedules/plan_abandonment.csv"
VICTORY_POINTS = "schedules/victory_points.csv"
TOTALS = "schedules/totals.csv"
INDEPENDENT = "independent"
AT_DEPOT = "depot"
UNLESS_IN_PLAY = "unless in play"
TURNS_TO_INTER_PHASE = 3  # [4.3]


class GameTurn(msgspec.Struct, frozen=True):
    """[4.3] A game turn with its days, and the number of the Inter-Phase that follows it."""

    turn: int
    first_day: str
    last_day: str
    inter_phase: int | None
    source: str
    line: int = 0


class Event(msgspec.Struct, frozen=True):
    """Something that holds from a game turn on, to another or to the end."""

    event: str
    first: int
    last: int | None
    meaning: str
    rule: str
    source: str
    line: int = 0

    def holds(self, turn: int) -> bool:
        return self.first <= turn and (self.last is None or turn <= self.last)


class StrategicPlan(msgspec.Struct, frozen=True):
    """[26.1.2, 26.3.1] Objectives of an army, and the attacks it owes before it may give them up."""

    army: str
    primary: str
    objectives: tuple[str, ...]
    mandated_attacks: int
    rule: str
    source: str
    line: int = 0


class Abandonment(msgspec.Struct, frozen=True):
    """[27.1] Points lost with a plan, by distance to the primary objective."""

    least: int
    most: int | None
    points: int
    source: str
    line: int = 0


class Award(msgspec.Struct, frozen=True):
    """[27.2-27.7] Victory points."""

    award: str
    side: str
    when: str
    hexes: tuple[str, ...]
    points: int | None
    meaning: str
    rule: str
    source: str
    line: int = 0


class Total(msgspec.Struct, frozen=True):
    """How many units of a sort history puts into a set-up; empty cells fit everything."""

    scenario: str
    nation: str
    army: str
    kind: str
    troops: str
    size: str
    parts: bool
    measure: str
    least: int
    most: int
    source: str
    where: str
    line: int = 0


class Placement(msgspec.Struct, frozen=True):
    """A unit with its set-up hex, or with two (19.0)."""

    unit: str
    army: str
    corps: str
    hexes: tuple[str, ...]
    inactive: bool
    activates: int | None
    reductions: int
    effectiveness: int
    source: str
    line: int = 0


class Reinforcement(msgspec.Struct, frozen=True):
    """[16.1] A unit that enters in a game turn, or when an event happens."""

    turn: int | None
    event: str
    unit: str
    army: str
    corps: str
    place: str
    condition: str
    source: str
    why: str
    line: int = 0


class Withdrawal(msgspec.Struct, frozen=True):
    """[16.5] A unit that leaves the game."""

    turn: int
    unit: str
    source: str
    why: str
    line: int = 0


class Substitution(msgspec.Struct, frozen=True):
    """[16.2] A unit that takes the place of another."""

    turn: int
    old: str
    new: str
    rule: str
    source: str
    why: str
    line: int = 0


class Schedule(msgspec.Struct, frozen=True):
    """What enters, leaves and changes, turn by turn."""

    name: str
    reinforcements: tuple[Reinforcement, ...]
    withdrawals: tuple[Withdrawal, ...]
    substitutions: tuple[Substitution, ...]

    def file(self, table: str) -> str:
        return f"schedules/{self.name}/{table}.csv"


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str
    nations: tuple[str, ...]


class ArmyInPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army of the scenario; after `last_turn` its display is gone and its units join other armies."""

    army: str
    last_turn: int | None = None


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the map on which units may stand."""

    columns: tuple[int, int]
    rows: tuple[int, int]

    def holds(self, hexagon: str) -> bool:
        """Whether a hex such as 23.16 lies in it."""
        column, _, row = hexagon.partition(".")
        inside = self.columns[0] <= int(column) <= self.columns[1]
        return inside and self.rows[0] <= int(row) <= self.rows[1]


class Shells(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[23.2] Serbian artillery shells."""

    stock: int
    allied_assistance: bool


class StoredReplacements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    austria_hungary: int
    serbia: int


class MarkersInPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    marker: str
    nation: str
    count: int


class Plans(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[26.0] The armies that begin bound by a strategic plan."""

    armies: tuple[str, ...]


class Control(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[3.4] Hexes beyond its border that a side controls at the start."""

    nation: str
    hexes: tuple[str, ...]


class Pontoon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[21.2] A pontoon bridge that stands at the start, over the hexside between two hexes."""

    nation: str
    hexes: tuple[str, str]


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A victory level: the lead of Austria-Hungary lies between `least` and `most`."""

    winner: str
    level: str
    least: int | None = None
    most: int | None = None

    def holds(self, lead: int) -> bool:
        return (self.least is None or lead >= self.least) and (self.most is None or lead <= self.most)


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which points of rule 27 count, the lead at the start, and the levels from best to worst."""

    awards: tuple[str, ...]
    lead: int
    levels: tuple[Level, ...]


class ScenarioHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What scenario.toml says."""

    provenance: str
    about: str
    title: str
    slug: str
    rule: str
    schedule: str
    first_turn: int
    last_turn: int
    notes: str
    sides: tuple[Side, ...]
    armies: tuple[ArmyInPlay, ...]
    shells: Shells
    replacements: StoredReplacements
    markers: tuple[MarkersInPlay, ...]
    plans: Plans
    victory: Victory
    area: Area | None = None
    control: tuple[Control, ...] = ()
    pontoons: tuple[Pontoon, ...] = ()


class Scenario(msgspec.Struct, frozen=True):
    """A scenario with its set-up and its schedule."""

    head: ScenarioHead
    placements: tuple[Placement, ...]
    schedule: Schedule

    @property
    def name(self) -> str:
        return self.head.slug

    @property
    def set_up_file(self) -> str:
        return f"scenarios/{self.name}/setup.csv"

    @property
    def head_file(self) -> str:
        return f"scenarios/{self.name}/scenario.toml"

    def units(self) -> frozenset[str]:
        return frozenset(row.unit for row in self.placements)

    def level(self, lead: int) -> Level | None:
        """The victory level of a lead of Austria-Hungary."""
        return next((each for each in self.head.victory.levels if each.holds(lead)), None)

    def activated(self, turn: int) -> list[str]:
        """[4.2.1a] The units that become active in a game turn."""
        return [row.unit for row in self.placements if row.inactive and row.activates == turn]

    def entering(self, turn: int) -> list[Reinforcement]:
        """What enters in a game turn, events aside."""
        return [row for row in self.schedule.reinforcements if row.turn == turn]

    def leaving(self, turn: int) -> list[Withdrawal]:
        return [row for row in self.schedule.withdrawals if row.turn == turn]

    def exchanged(self, turn: int) -> list[Substitution]:
        return [row for row in self.schedule.substitutions if row.turn == turn]


class ScenarioLists(msgspec.Struct, frozen=True):
    """All scenarios, and what is the same in all of them."""

    calendar: tuple[GameTurn, ...]
    events: tuple[Event, ...]
    plans: dict[str, StrategicPlan]
    abandonment: tuple[Abandonment, ...]
    awards: dict[str, Award]
    totals: tuple[Total, ...]
    scenarios: dict[str, Scenario]

    def events_of(self, turn: int) -> frozenset[str]:
        """What holds in a game turn, for instance low water."""
        return frozenset(event.event for event in self.events if event.holds(turn))

    def inter_phase_after(self, turn: int) -> int | None:
        """[4.3] The number of the Inter-Phase that follows a game turn, if one does.

        After the last printed turn, in games without end, there goes on being one after every third.
        """
        if turn > self.calendar[-1].turn:
            return None if turn % TURNS_TO_INTER_PHASE else turn // TURNS_TO_INTER_PHASE
        return next((each.inter_phase for each in self.calendar if each.turn == turn), None)


def load(folder: DataFolder | None = None) -> ScenarioLists:
    """All scenarios and schedules. Raises DataError with every cell that cannot be read."""
    faults = Faults()
    lists = read(folder or DataFolder(DATA), faults)
    faults.raise_if_any()
    return lists


def read(folder: DataFolder, faults: Faults) -> ScenarioLists:
    """All scenarios and schedules, with what cannot be read left out and noted in `faults`."""
    found = ((name, _scenario(folder, name, faults)) for name in SCENARIOS)
    return ScenarioLists(
        calendar=tuple(folder.csv(CALENDAR, GameTurn, faults)),
        events=tuple(folder.csv(EVENTS, Event, faults)),
        plans={row.army: row for row in folder.csv(STRATEGIC_PLANS, StrategicPlan, faults)},
        abandonment=tuple(folder.csv(PLAN_ABANDONMENT, Abandonment, faults)),
        awards={row.award: row for row in folder.csv(VICTORY_POINTS, Award, faults)},
        totals=tuple(folder.csv(TOTALS, Total, faults)),
        scenarios={name: scenario for name, scenario in found if scenario is not None},
    )


def _scenario(folder: DataFolder, name: str, faults: Faults) -> Scenario | None:
    head = folder.toml(f"scenarios/{name}/scenario.toml", ScenarioHead, faults)
    placements = tuple(folder.csv(f"scenarios/{name}/setup.csv", Placement, faults))
    if head is None:
        return None
    if head.slug != name:
        faults.add(f"scenarios/{name}/scenario.toml", 0, f'slug "{head.slug}" is not the name of the folder')
    inside = f"schedules/{head.schedule}"
    schedule = Schedule(
        name=head.schedule,
        reinforcements=tuple(folder.csv(f"{inside}/reinforcements.csv", Reinforcement, faults)),
        withdrawals=tuple(folder.csv(f"{inside}/withdrawals.csv", Withdrawal, faults)),
        substitutions=tuple(folder.csv(f"{inside}/substitutions.csv", Substitution, faults)),
    )
    return Scenario(head, placements, schedule)


def replay(
    scenario: Scenario, forces: Forces, faults: Faults, turns: Iterable[int] | None = None
) -> Iterator[tuple[int, frozenset[str]]]:
    """The bodies of troops in play before the events of each turn, losses and events with no date left out.

    In every turn withdrawals come first, then substitutions, then reinforcements. What does not fit is
    noted in `faults`.
    """
    head, schedule = scenario.head, scenario.schedule
    present = set(forces.bodies(scenario.units()))
    for turn in turns if turns is not None else range(head.first_turn, head.last_turn + 1):
        yield turn, frozenset(present)
        for leaving in scenario.leaving(turn):
            bodies = forces.bodies([leaving.unit])
            if not bodies <= present:
                faults.add(
                    schedule.file("withdrawals"), leaving.line, f'"{leaving.unit}" leaves but is not in play'
                )
            present -= bodies
        for change in scenario.exchanged(turn):
            if change.old not in present:
                faults.add(
                    schedule.file("substitutions"), change.line, f'"{change.old}" changes but is not in play'
                )
            present.discard(change.old)
            present.add(change.new)
        for entering in scenario.entering(turn):
            bodies = forces.bodies([entering.unit])
            if bodies & present and entering.condition != UNLESS_IN_PLAY:
                faults.add(
                    schedule.file("reinforcements"), entering.line, f'"{entering.unit}" enters but is in play'
                )
            present |= bodies
