"""The position of Outpost: its units, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

import msgspec

from hexfront.kernel.paths import ZoneCosts, ZonedWays
from hexfront.kernel.position import Finding, Position

if TYPE_CHECKING:
    from outpost.setting import OutpostSetting

RED, BLUE = "red", "blue"
SIDES = (RED, BLUE)
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

    @property
    def hexes(self) -> tuple[int, ...]:
        return (self.at,) if self.tail is None else (self.at, self.tail)


class OutpostPosition(Position):
    """Everything that changes in a game of Outpost."""

    turn: int
    phase: str  # cards, plan, move, attack
    active: str
    first: str
    units: dict[str, Unit]
    points: dict[str, int]
    plans: dict[str, str]
    fought_over: set[int]
    hands: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    ready: set[str] = msgspec.field(default_factory=set)  # who has chosen his hand
    played: dict[str, str] = msgspec.field(default_factory=dict)  # the card that lies open

    later: ClassVar = frozenset(("hands", "ready", "played"))

    def occasion(self) -> str:
        """[1.4] What dice are thrown on: the phase of a side."""
        return f"{self.turn} {self.phase} {self.active}"

    @property
    def setting(self) -> OutpostSetting:
        setting: OutpostSetting = self.__dict__["setting"]
        return setting

    def derive(self) -> None:
        """Who stands where, and the ways of each side with the other's zones worked in."""
        size = len(self.setting.board)
        self.standing: list[tuple[str, ...]] = [()] * size
        self.controls: dict[str, list[int]] = {side: [0] * size for side in SIDES}
        self.ways = {
            side: ZonedWays(self.setting.ways, ZoneCosts(enter=HALF, leave=0, between=None)) for side in SIDES
        }
        for unit in self.units.values():
            self._count(unit, +1)

    def copy(self) -> OutpostPosition:
        twin = super().copy()
        twin.controls = {side: counts[:] for side, counts in self.controls.items()}
        twin.ways = {side: ways.copy() for side, ways in self.ways.items()}
        return twin

    def put(self, unit: Unit) -> None:
        """Let a unit be as given, wherever and whatever it was before."""
        before = self.units.get(unit.name)
        if before is not None and (before.hexes, before.hidden) == (unit.hexes, unit.hidden):
            self.units[unit.name] = unit
            return
        if before is not None:
            self._count(before, -1)
        self.units[unit.name] = unit
        self._count(unit, +1)

    def remove(self, unit: Unit) -> None:
        self._count(self.units.pop(unit.name), -1)

    def _count(self, unit: Unit, change: int) -> None:
        """Enter a unit into the derived tables, or take it out."""
        controls = self.controls[unit.side]
        ways = self.ways[enemy_of(unit.side)]
        for node in unit.hexes:
            names = self.standing[node]
            if change > 0:
                # In order of names, whoever came first: a loaded game must take losses in the same order.
                self.standing[node] = tuple(sorted((*names, unit.name)))
            else:
                self.standing[node] = tuple(name for name in names if name != unit.name)
            if self.exerts_control(unit):
                for beside in self.setting.board.adjacent[node]:
                    controls[beside] += change
                    ways.set(beside, controls[beside] > 0)

    def exerts_control(self, unit: Unit) -> bool:
        """[3.4] [5.1] Whether a unit has a zone of control."""
        return not unit.hidden and self.strength(unit) > 0 and not self.setting.board.is_area(unit.at)

    def strength(self, unit: Unit) -> int:
        return self.setting.kinds[unit.kind].strength * unit.steps

    def units_at(self, node: int) -> list[Unit]:
        return [self.units[name] for name in self.standing[node]]

    def of_side(self, side: str) -> Iterator[Unit]:
        return (unit for unit in self.units.values() if unit.side == side)

    def held_by(self, node: int) -> str | None:
        """The side whose units stand in a hex."""
        names = self.standing[node]
        return self.units[names[0]].side if names else None

    def room(self, node: int, unit: Unit | None = None, more: int = 1) -> bool:
        """[2.1] Whether so many more units may stand in a hex, a unit that is leaving not counted."""
        names = self.standing[node]
        staying = len(names) - (unit is not None and unit.name in names)
        return staying + more <= STACKING_LIMIT or self.setting.board.is_area(node)

    def may_share(self, node: int, unit: Unit) -> bool:
        """[2.1] [2.2] Whether a unit may stop where others stand."""
        return self.held_by(node) == unit.side and self.room(node, unit)

    def status(self) -> Iterable[Finding]:
        board = self.setting.board
        for node, names in enumerate(self.standing):
            where = board.label(node)
            if len(names) > STACKING_LIMIT and not board.is_area(node):
                yield Finding(("2.1",), f"{len(names)} units in one hex", where)
            if len({self.units[name].side for name in names}) > 1:
                yield Finding(("2.2",), "units of both sides in one hex", where)
        for unit in self.units.values():
            if unit.tail is not None:
                side = board.side(unit.at, unit.tail)
                if side is None or "road" not in side.networks:
                    yield Finding(("3.5",), f"{unit.name} does not stand on a road", board.label(unit.at))
