"""The rows of the list files: counters, set-ups, orders of battle, schedules, decisions.

Every list of the scenario book is a CSV file with one row per unit. The rows of one printed line share a
``group`` number and repeat its head (``46 x 6-4 Inf XX``), so that the count can be compared with the names.
A row that is ``struck`` is printed but not in play; a row without a group is added. Both name a decision.

A unit that changes its value has several counters of one ``formation``; at most one of them is in play.
"""

from __future__ import annotations

import msgspec

Turn = tuple[int, int, int]  # year, month, turn of the month


class Counter(msgspec.Struct, frozen=True):
    """A counter of a ground combat unit or of replacements."""

    unit: str
    nation: str
    contingent: tuple[str, ...]
    kind: str
    size: str
    strength: int
    reduced: int | None  # None: the counter has no weaker side
    movement: str  # a number, or RR for a rail based unit (WF 12-11)
    full: int
    colour: str
    designation: str
    name: str
    formation: str
    source: str
    line: int = 0

    def state_at(self, strength: int) -> str:
        """The word the lists use for a unit of this counter with so many strength points."""
        if strength == self.strength:
            return "full"
        return "reduced" if strength == self.reduced else "weakened"


class Headquarters(msgspec.Struct, frozen=True):
    unit: str
    nation: str
    size: str
    designation: str
    name: str
    source: str
    line: int = 0


class Fortress(msgspec.Struct, frozen=True):
    unit: str
    nation: str
    map: str
    hex: str
    strength: int
    port: bool
    name: str
    source: str
    line: int = 0


class FortressStrength(msgspec.Struct, frozen=True):
    """A fortress that stands at the start of a scenario."""

    unit: str
    hex: str
    strength: int
    decision: str
    source: str
    line: int = 0


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One unit of a printed line. Rows of supply points have no unit."""

    unit: str
    strength: int | None
    group: int | None
    printed: str
    decision: str
    struck: bool
    source: str
    line: int = 0


class Placement(Entry, frozen=True, kw_only=True):
    """A unit with its set-up hex."""

    nation: str
    hex: str
    state: str
    supply: int | None
    option: str
    army: str = ""
    mobilizes: int | None = None
    count: int | None = 1


class Listed(Entry, frozen=True, kw_only=True):
    """A unit of an order of battle that the player places himself."""

    nation: str
    count: int | None
    state: str
    place: str
    supply: int | None


class Arrival(Entry, frozen=True, kw_only=True):
    year: int
    month: int
    turn: int
    nation: str
    count: int | None
    state: str
    place: str
    supply: int | None
    notes: tuple[str, ...]


class Withdrawal(Entry, frozen=True, kw_only=True):
    year: int
    month: int
    turn: int
    nation: str
    option: str
    notes: tuple[str, ...]
    count: int | None = 1
    state: str = ""


class Combined(Entry, frozen=True, kw_only=True):
    """An arrival or withdrawal of the game linked with the eastern fronts."""

    year: int
    month: int
    turn: int
    action: str
    front: str
    count: int | None
    state: str
    place: str
    supply: int | None
    notes: tuple[str, ...]


class Romanian(Entry, frozen=True, kw_only=True):
    """A unit that arrives so many turns after Romania joins the Entente."""

    after: int
    count: int | None
    state: str


class Conversion(msgspec.Struct, frozen=True):
    """Counters that take the place of others of the same men."""

    year: int
    month: int
    turn: int
    nation: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    kind: str  # exchange: in the same turn and place; return: old has left earlier
    listed: bool  # the schedules hold these lines; else this file alone makes the exchange
    decision: str
    source: str
    line: int = 0


class Candidate(msgspec.Struct, frozen=True):
    """[WF 12-17] A division that may be drawn for conversion, with its two assault counters."""

    old: str
    strong: str
    weak: str
    scratch: bool
    decision: str
    line: int = 0


class EasternFortress(msgspec.Struct, frozen=True):
    name: str
    map: str
    hex: str
    unit: str
    strength: int
    replacements: int
    line: int = 0


class Mobilization(msgspec.Struct, frozen=True):
    """[WF 6] Units that complete mobilization in a turn; empty cells fit everything."""

    turn: int
    nation: str
    choose: str
    kind: str
    values: tuple[str, ...]
    size: str
    army: str
    hex: str
    adjacent: bool
    rule: str
    line: int = 0


class Zone(msgspec.Struct, frozen=True):
    nation: str
    army: str
    hexes: tuple[str, ...]
    divisions: int | None
    rule: str
    line: int = 0


class ZoneForce(msgspec.Struct, frozen=True):
    army: str
    count: int
    kind: str
    size: str
    strength: int
    movement: str
    printed: str
    decision: str
    line: int = 0


class Decided(msgspec.Struct, frozen=True):
    """What we do about a damaged or contradictory line."""

    id: str
    subject: str
    text: str
    decision: str
    reason: str
    line: int = 0


class Exemption(msgspec.Struct, frozen=True):
    """A difference between a printed list and the replayed schedules that a decision explains."""

    scenario: str
    unit: str
    difference: str  # listed: printed there, but not in play by the schedules; unlisted: the reverse
    decision: str
    line: int = 0


class StartOfScenario(msgspec.Struct, frozen=True):
    year: int
    month: int
    turn: int


class NationalForces(msgspec.Struct, frozen=True):
    nation: str
    supply: int
    supply_split: str


class FrontLines(msgspec.Struct, frozen=True):
    german: tuple[str, ...]
    entente: tuple[str, ...]


class ScenarioHead(msgspec.Struct, frozen=True):
    """The part of scenario.toml that the lists have to agree with."""

    first_turn: StartOfScenario
    forces: tuple[NationalForces, ...]
    front: FrontLines | None = None
