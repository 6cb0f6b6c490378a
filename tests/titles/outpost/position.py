"""The position of Outpost: its units, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

import msgspec

from hexfront.kernel.paths import ZoneCosts, ZonedWays
from hexfront.kernel.position import Finding
from hexfront.kernel.title import NO_END, REFEREE
from hexfront.shared.register import Units

if TYPE_CHECKING:
    from outpost.setting import OutpostSetting

RED, BLUE = SIDES = ("red", "blue")
PLANS = ("raid", "press", "hold")
LAST_TURN = 6
STACKING_LIMIT = 2
UNKNOWN = "unknown"  # the kind of a unit in a copy whose reader may not know it
HALF = 2  # movement is counted in halves of a point [3.3]


def enemy_of(side: str) -> str:
    return BLUE if side == RED else RED


class Unit(msgspec.Struct, frozen=True):
    """A unit on the board. A train has a tail in a second hex."""

    name: str
    side: str
    kind: str
    steps: int
    at: int
    tail: int | None = None
    hidden: bool = False
    moved: bool = False
    attacked: bool = False
    reacted: bool = False

    def is_known_to(self, viewer: str) -> bool:
        """[5.1] Whether somebody may know what it is."""
        return not self.hidden or viewer in (self.side, REFEREE)

    def shown(self) -> str:
        """How everybody may call it."""
        return f"{self.name} ({'hidden' if self.hidden else self.kind})"


class OutpostPosition(Units[Unit]):
    """Everything that changes in a game of Outpost."""

    turn: int
    phase: str  # cards, plan, move, attack
    active: str
    first: str
    units: dict[str, Unit]
    points: dict[str, int]
    plans: dict[str, str] = msgspec.field(default_factory=dict)
    fought_over: set[int] = msgspec.field(default_factory=set)
    hands: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    ready: set[str] = msgspec.field(default_factory=set)  # who has chosen his hand
    played: dict[str, str] = msgspec.field(default_factory=dict)  # the card that lies open

    later: ClassVar = frozenset(("hands", "ready", "played"))
    nested: ClassVar = ("controls", "ways")

    if TYPE_CHECKING:

        @property
        def setting(self) -> OutpostSetting: ...

    def occasion(self) -> str:
        """[1.4] What dice are thrown on: the phase of a side."""
        return f"{self.turn} {self.phase} {self.active}"

    @property
    def choosing(self) -> bool:
        """[8.1] Whether hands of cards are being chosen."""
        return self.phase == "cards"

    def _lay_out(self) -> None:
        """[3.4] How many units control each hex, and the ways of each side past the other's zones."""
        zones = ZoneCosts(enter=HALF, leave=0, between=None)
        self.controls = {side: [0] * len(self.setting.board) for side in SIDES}
        self.ways = {side: ZonedWays(self.setting.ways, zones) for side in SIDES}

    def _tally(self, unit: Unit, change: int) -> None:
        """[3.4] Enter the zone of a unit, or take it out."""
        controls, ways = self.controls[unit.side], self.ways[enemy_of(unit.side)]
        for node in self.hexes_of(unit) if self.exerts_control(unit) else ():
            for beside in self.setting.board.adjacent[node]:
                controls[beside] += change
                ways.set(beside, controls[beside] > 0)

    def _count_alike(self, before: Unit, unit: Unit) -> bool:
        return (before.at, before.tail, before.hidden) == (unit.at, unit.tail, unit.hidden)

    def hexes_of(self, unit: Unit) -> tuple[int, ...]:
        return (unit.at,) if unit.tail is None else (unit.at, unit.tail)

    def exerts_control(self, unit: Unit) -> bool:
        """[3.4] [5.1] Whether a unit has a zone of control."""
        return not unit.hidden and self.strength(unit) > 0 and not self.setting.board.is_area(unit.at)

    def strength(self, unit: Unit) -> int:
        return self.setting.kinds[unit.kind].strength * unit.steps

    def room(self, node: int, unit: Unit | None = None, more: int = 1) -> bool:
        """[2.1] Whether so many more units may stand in a hex, a unit that is leaving not counted."""
        names = self.standing[node]
        staying = len(names) - (unit is not None and unit.name in names)
        return staying + more <= STACKING_LIMIT or self.setting.board.is_area(node)

    def may_stop(self, node: int, unit: Unit) -> bool:
        """[2.1] [2.2] Whether a unit may stop in a hex: nobody is there, or there is room beside friends."""
        return not self.standing[node] or (self.occupier(node) == unit.side and self.room(node, unit))

    def status(self) -> Iterable[Finding]:
        board = self.setting.board
        yield from self.mingled("2.2")
        for node, names in enumerate(self.standing):
            if len(names) > STACKING_LIMIT and not board.is_area(node):
                yield Finding(("2.1",), f"{len(names)} units in one hex", board.label(node))
        for unit in self.units.values():
            if unit.tail is not None:
                side = board.side(unit.at, unit.tail)
                if side is None or "road" not in side.networks:
                    yield Finding(("3.5",), f"{unit.name} does not stand on a road", board.label(unit.at))


def victory(position: OutpostPosition) -> str | None:
    """[1.5] The outcome, once there is one."""
    for side in SIDES:
        if not any(position.strength(unit) for unit in position.of_side(side)):
            return f"{enemy_of(side)} wins: {side} has no fighting units left"
    if position.turn <= LAST_TURN or NO_END in position.setting.sandbox:
        return None
    outpost = position.setting.objective
    if holder := position.occupier(outpost):
        return f"{holder} wins: it holds the outpost"
    near = dict.fromkeys(SIDES, 0)
    for node in position.setting.board.adjacent[outpost]:
        for unit in position.units_at(node):
            near[unit.side] += position.strength(unit)
    if near[RED] == near[BLUE]:
        return "drawn: nobody holds the outpost"
    return f"{max(SIDES, key=near.__getitem__)} wins: it is stronger beside the outpost"
