"""The position of a game of The Western Front: units, supply, markers, rails, morale, and who controls what.

Every unit keeps its strength as a whole number, whatever markers the table would need to show it
(decision WF-R043). Derived from the units, and kept up to date as they change, are who stands where and
which hexes each side controls (chapter 10).
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, ClassVar

import msgspec
from msgspec.structs import replace

from hexfront.games.western_front.orders import Pick
from hexfront.games.western_front.printed.pieces import Piece, halves_together, is_part
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import (
    CENTRAL_POWERS,
    ENEMY_OF,
    FIRST_YEAR,
    LAST_YEAR,
    POINT,
    REVERTS_TO,
    SIDES,
    other_side,
)
from hexfront.kernel.memo import Memo
from hexfront.kernel.paths import Bare, Step, Ways, ZoneCosts, ZonedWays, change_together
from hexfront.shared.register import Counter, Register, enlist

OFF_MAP = -1

SENT_TO_LIEGE = "sent to liege: "  # flags of units that must still get there [WF 3-2]
HELD_BACK = "held back: "  # flags of divisions that are placed when the enemy stands [WF 14 set-up]
ATTACKED_UNREADY = "attacked unready: "  # flags of Belgians attacked before they were mobilized [WF 3-10]

# How zones of control weigh on a movement [10-7]: as usual; for assault units, which leave a zone for
# nothing [33-2]; and in column movement, which enters no zone at all [6-10].
ZONE_COSTS = {
    "normal": ZoneCosts(enter=POINT, leave=POINT, between=2 * POINT),
    "assault": ZoneCosts(enter=POINT, leave=0, between=POINT),
    "column": ZoneCosts(enter=None, leave=POINT, between=None),
    "column assault": ZoneCosts(enter=None, leave=0, between=None),
}


# Orders are small and many, and the same ones are offered again and again; in a long war units get new names.
@lru_cache(maxsize=4096)
def _pick(name: str) -> Pick:
    return Pick(name)


class Unit(Counter, frozen=True, gc=False, omit_defaults=True):
    """A unit in play: its piece, where it is, what is left of it, and what it has done.

    ``supply`` is what a headquarters or a shipment holds. ``spent`` is movement spent in this phase, in
    thirtieths. ``fought`` and ``shifted`` speak of the game turn [23-2], the other marks of the phase.
    """

    strength: int
    supply: int = 0
    army: str = ""  # the headquarters it was set up under [WF 4]
    home: int = OFF_MAP  # the hex it was set up in
    mobilized: bool = True
    entrained: bool = False
    spent: int = 0
    moved: bool = False
    rode: bool = False
    in_column: bool = False
    column_attacked: bool = False
    attacked: bool = False
    retreated: bool = False
    fought: bool = False
    shifted: bool = False
    stationary: int = 0  # half turns an engineer has worked in a trench hex [9-7]
    transferred: int = 0  # supply points sent or received in this phase [18-6]
    besieged: int = 0  # turns a fortress has been surrounded [21-10]
    siege_strength: int = 0  # its strength when that began
    isolated: bool = False  # surrounded since its own arrival phase began [20-13]
    in_pocket: bool = False


class Marker(msgspec.Struct, frozen=True, gc=False):
    """A trench, construction, devastation or Hindenburg Line marker, and whose it is."""

    kind: str
    side: str
    begun: TurnDate | None = None


class WesternFrontPosition(Register[Unit, Piece]):
    """Everything that changes in a game of The Western Front."""

    nested: ClassVar[tuple[str, ...]] = (
        "_stirred",
        "fortresses",
        "headquarters",
        "members",
        "memo",
        "occupied",
        "picks",
        "pressed",
        "ready",
        "ready_of",
    )

    date: TurnDate  # turn 0 is the monthly special turn
    phase: str
    active: str
    begun: bool  # whether the automatic beginning of the phase is done
    units: dict[str, Unit]
    lost: dict[str, Unit]  # destroyed units, which may be rebuilt
    gone: set[str]  # surrendered and withdrawn units, which may not [20-6]
    markers: dict[int, Marker]
    rail: dict[int, str]  # hexes whose rail line changed hands: nation of its network, empty if inoperative
    rail_used: dict[str, int]  # divisions that have used each network in this turn [8-1]
    track_used: dict[str, int]  # units that have crossed each single track hexside in this phase [7-9]
    holders: dict[int, str]  # hexes that changed hands: the side whose combat units were there last
    demoralization: dict[str, int]
    taken: set[str]  # cities and urban hexsides that have been paid for [26-4]
    fought_over: set[int]  # hexes attacked in this combat phase [12-7]
    flags: dict[str, int]  # what a scenario's own rules need to remember
    waiting: dict[str, Unit]  # units that are to be placed on the map by their owner
    supply_due: dict[str, int]  # supply points that are to be delivered, by nation [25-7]
    named: int = 0  # how many units have been named so far

    if TYPE_CHECKING:

        @property
        def setting(self) -> WesternFrontSetting:
            """What is fixed in this game; a plain attribute, because it is asked for all the time."""
            ...

    def occasion(self) -> str:
        """[5] The phase of a player; the monthly turn is turn 0 of its month."""
        return f"{self.date} {self.phase} {self.active}"

    # Derived tables

    def _lay_out(self) -> None:
        """Who stands where, and how many units of each side control each hex."""
        size = len(self.setting.board)
        self.occupiers: list[str] = [""] * size  # the side that has any unit in each hex
        self.occupied: dict[str, set[int]] = {side: set() for side in SIDES}  # the same by side
        self.central_control: list[int] = [0] * size
        self.entente_control: list[int] = [0] * size
        self.halves: list[int] = [0] * size  # half divisions in each hex [11-6]
        self.guns: list[int] = [0] * size  # artillery units in each hex [11-4]
        self.tanks: dict[int, int] = {}  # tank battalions, in hexes that have any [WF 10-7]
        self.overfull: set[int] = set()  # hexes in which more stands than may, tanks apart [11-1]
        # Hexes in which the enemy of each side stands, or which he controls: no others can bar its lines.
        self.pressed: dict[str, set[int]] = {side: set() for side in SIDES}
        self.ready: dict[str, list[str]] = {side: [] for side in SIDES}  # units that may still move, by name
        self.ready_of: dict[str, list[str]] = {}  # the same by nation
        self.picks: dict[str, list[Pick]] = {side: [] for side in SIDES}  # the orders that take them in hand
        self.members: dict[str, dict[str, Unit]] = {side: {} for side in SIDES}  # the units of each side
        self.fortresses: dict[str, set[str]] = {side: set() for side in SIDES}
        self.headquarters: dict[str, list[str]] = {side: [] for side in SIDES}  # by name
        self._zoned: dict[str, dict[tuple[bool, str, str], ZonedWays]] = {side: {} for side in SIDES}
        self._shared: set[str] = set()  # sides whose ways belong to copies of this position, too
        self._stirred: dict[str, set[int]] = {side: set() for side in SIDES}  # hexes to renew in these ways
        self._base: dict[tuple[bool, str], Ways] = {}
        # What follows from where everybody of a side is and how strong.
        self.memo = {side: Memo() for side in SIDES}
        self._owing: dict[str, str] = {}  # the unit of each side that was last found to owe an errand
        self._line: list[int] = [0] * size  # German infantry that holds each hex or controls it [WF 3-3]
        self._line_changes: dict[int, int] = {}  # what has come to each hex and gone since that was counted
        self._guards: frozenset[str] = frozenset()  # who was last found to hold the line of Lorraine
        self.errands = self._flagged(SENT_TO_LIEGE)
        self.unready = self._flagged(ATTACKED_UNREADY)

    def _appear(self, unit: Unit) -> None:
        self.members[self.side_of(unit)][unit.name] = unit
        self._count(unit, +1)
        self._enlist(unit)

    def _flagged(self, flag: str) -> set[str]:
        """The units that have a flag of their own."""
        return {key.removeprefix(flag) for key in self.flags if key.startswith(flag)}

    def copy(self) -> WesternFrontPosition:
        twin = super().copy()
        self._shared.update(SIDES)
        twin._shared = {*SIDES}
        return twin

    def put(self, unit: Unit) -> None:
        """Let a unit be as given, wherever and whatever it was before."""
        name = unit.name
        before = self.units.get(name)
        self.units[name] = unit
        piece = self.setting.pieces[unit.piece]
        side = piece.side
        self.members[side][name] = unit
        if before is None or before.piece != unit.piece:
            if before is not None:
                self._make_ready(self.setting.pieces[before.piece], name, False)
                self._count(before, -1)
                self._guards = frozenset()
            self._enlist(unit)
            self.memo[side].clear()
            self._count(unit, +1)
            return
        if (
            before.moved is not unit.moved
            or before.mobilized is not unit.mobilized
            or before.column_attacked is not unit.column_attacked
            or before.transferred != unit.transferred
        ):
            self._enlist(unit)
        here, there = before.at, unit.at
        if here != there or before.strength != unit.strength:
            self.memo[side].clear()
            if name in self._guards and (here != there or not unit.strength):
                self._guards = frozenset()
        if (before.strength > 0) is not (unit.strength > 0) or before.entrained is not unit.entrained:
            self._count(before, -1)
            self._count(unit, +1)
        elif here != there:
            if OFF_MAP not in (here, there):
                self._shift(unit, piece, here)
            else:
                self._count(before, -1)
                self._count(unit, +1)

    def march(self, unit: Unit, at: int, *, spent: int, in_column: bool) -> None:
        """[6-6] A unit marches to a hex and has spent so much then: `put`, for what happens most often."""
        marched = replace(unit, at=at, spent=spent, moved=True, in_column=in_column)
        name, piece = unit.name, self.setting.pieces[unit.piece]
        side = piece.side
        self.units[name] = self.members[side][name] = marched
        if not unit.moved:
            self._make_ready(piece, name, False)
        if at != unit.at:
            self.memo[side].clear()
            if name in self._guards:
                self._guards = frozenset()
            self._shift(marched, piece, unit.at)

    def remove(self, name: str) -> Unit:
        """Take a unit off the map."""
        unit = self.units.pop(name)
        self._count(unit, -1)
        piece = self.setting.pieces[unit.piece]
        side = piece.side
        del self.members[side][name]
        self.memo[side].clear()
        if name in self._guards:
            self._guards = frozenset()
        self._make_ready(piece, name, False)
        self.fortresses[side].discard(name)
        if piece.headquarters:
            self.headquarters[side].remove(name)
        return unit

    def _enlist(self, unit: Unit) -> None:
        """[6-3] Keep the lists of fortresses, headquarters, and units that may still be moved."""
        piece = self.setting.pieces[unit.piece]
        if piece.fortress:
            self.fortresses[piece.side].add(unit.name)
            return
        if piece.headquarters and unit.name not in self.headquarters[piece.side]:
            insort(self.headquarters[piece.side], unit.name)
        is_ready = (
            unit.mobilized
            and not unit.moved
            and not unit.column_attacked
            and not unit.transferred
            and (piece.movement > 0 or piece.rail_bound)
        )
        self._make_ready(piece, unit.name, is_ready)

    def _make_ready(self, piece: Piece, name: str, is_ready: bool) -> None:
        at = enlist(self.ready[piece.side], name, is_ready)
        if at is None:
            return
        if is_ready:
            self.picks[piece.side].insert(at, _pick(name))
            insort(self.ready_of.setdefault(piece.nation, []), name)
        else:
            del self.picks[piece.side][at]
            compatriots = self.ready_of[piece.nation]
            del compatriots[bisect_left(compatriots, name)]
            if not compatriots:
                del self.ready_of[piece.nation]

    def _count(self, unit: Unit, change: int) -> None:
        """Keep all that follows from where a unit stands: it comes (+1), or it goes (-1)."""
        node = unit.at
        if node == OFF_MAP:
            return
        setting = self.setting
        piece = setting.pieces[unit.piece]
        side = piece.side
        enemy = other_side(side)
        if change < 0:
            self._let_go(node, unit.name)
        else:
            self._let_come(node, unit.name, side)
        if piece.halves or piece.artillery or piece.battalions:
            self._weigh(node, piece, change)
        stirred, pressed, control = self._stirred[enemy], self.pressed[enemy], self.control_of(side)
        stirred.add(node)
        if unit.strength > 0 and (piece.infantry or piece.cavalry):
            covered = setting.zone_reach[node]
            if not unit.entrained:
                stirred.update(covered)
                for beside in covered:
                    control[beside] += change
                if change > 0:
                    pressed.update(covered)
                else:
                    for beside in covered:
                        if not control[beside] and self.occupiers[beside] != side:
                            pressed.discard(beside)
            if piece.infantry and piece.nation == "ge" and setting.counts_line:
                self._line_changes[node] = self._line_changes.get(node, 0) + change
        if self.occupiers[node] == side:
            pressed.add(node)
        elif not control[node]:
            pressed.discard(node)

    def _shift(self, unit: Unit, piece: Piece, here: int) -> None:
        """Do what `_count` does for a unit that goes from one hex to another and is the same otherwise."""
        there, side, occupiers = unit.at, piece.side, self.occupiers
        enemy = ENEMY_OF[side]
        self._let_go(here, unit.name)
        self._let_come(there, unit.name, side)
        if piece.halves or piece.artillery or piece.battalions:
            self._weigh(here, piece, -1)
            self._weigh(there, piece, +1)
        stirred, pressed, control = self._stirred[enemy], self.pressed[enemy], self.control_of(side)
        if unit.strength > 0 and (piece.infantry or piece.cavalry):
            setting = self.setting
            if not unit.entrained:
                before, after = setting.zones[here], setting.zones[there]
                left, entered = before - after, after - before
                stirred.update(left, entered)
                pressed.update(entered)
                for beside in entered:
                    control[beside] += 1
                for beside in left:
                    control[beside] -= 1
                    if not control[beside] and occupiers[beside] != side:
                        pressed.discard(beside)
            if piece.infantry and piece.nation == "ge" and setting.counts_line:
                changes = self._line_changes
                changes[here] = changes.get(here, 0) - 1
                changes[there] = changes.get(there, 0) + 1
        for node in (here, there):
            stirred.add(node)
            if occupiers[node] == side:
                pressed.add(node)
            elif not control[node]:
                pressed.discard(node)

    def _weigh(self, node: int, piece: Piece, change: int) -> None:
        """[11-1] [11-4] Keep what stands in a hex, and whether that is more than may."""
        if piece.halves == 1 and is_part(piece):
            pieces, units = self.setting.pieces, self.units
            halves = halves_together(pieces[units[name].piece] for name in self.standing[node])
        else:
            halves = self.halves[node] + change * piece.halves
        self.halves[node] = halves
        if piece.artillery:
            self.guns[node] += change
        if piece.battalions:
            self.tanks[node] = self.tanks.get(node, 0) + change * piece.battalions
            if not self.tanks[node]:
                del self.tanks[node]
        most_halves, most_guns = self.setting.room[node]
        if halves > most_halves or self.guns[node] > most_guns:
            self.overfull.add(node)
        elif self.overfull:
            self.overfull.discard(node)

    def _let_come(self, node: int, name: str, side: str) -> None:
        """Keep who stands in a hex, and whose it is, as a unit comes to it."""
        names = self.standing[node]
        if names:
            self._let_stand(node, tuple(sorted((*names, name))))
        else:
            self.standing[node] = (name,)
            self.occupiers[node] = side
            self.occupied[side].add(node)

    def _let_go(self, node: int, name: str) -> None:
        """The same as a unit goes."""
        names = self.standing[node]
        if len(names) > 1:
            self._let_stand(node, tuple([each for each in names if each != name]))
        else:
            self.standing[node] = ()
            self.occupied[self.occupiers[node]].discard(node)
            self.occupiers[node] = ""

    def _let_stand(self, node: int, names: tuple[str, ...]) -> None:
        """The same where there are several: for a moment both sides may be in a hex [6-11]."""
        self.standing[node] = names
        side = self.setting.pieces[self.units[names[0]].piece].side
        if self.occupiers[node] != side:
            enemy = other_side(side)
            self.occupied[enemy].discard(node)
            self.occupied[side].add(node)
            self.occupiers[node] = side
            self._stirred[enemy].add(node)
            self.pressed[enemy].add(node)
            if not self.control_of(enemy)[node]:
                self.pressed[side].discard(node)

    def line(self) -> list[int]:
        """[WF 3-3] For each hex, how many German infantry units hold or control it; counted when asked."""
        line, reach = self._line, self.setting.zone_reach
        for node, change in self._line_changes.items():
            if change:
                line[node] += change
                for beside in reach[node]:
                    line[beside] += change
        self._line_changes.clear()
        return line

    def _blocks(self, node: int, side: str) -> bool:
        """[6-11] Whether units stand in a hex that no unit of the other side can walk over.

        Artillery, engineers, replacements and shipments without others bar the way only to some.
        """
        pieces, units = self.setting.pieces, self.units
        for name in self.standing[node]:
            unit = units.get(name)
            if unit is None:
                continue
            piece = pieces[unit.piece]
            if piece.side == side:
                continue
            if unit.strength > 0 and (piece.controls or piece.fortress or piece.tank):
                return True
            if piece.headquarters and not self.setting.option("overrun-headquarters"):
                return True
        return False

    def note_unready(self, name: str, unready: bool) -> None:
        """[WF 3-10] Remember in a combat that a unit was attacked before it was mobilized, or forget it."""
        if unready:
            self.flags[ATTACKED_UNREADY + name] = 1
            self.unready.add(name)
        else:
            del self.flags[ATTACKED_UNREADY + name]
            self.unready.remove(name)

    def send_to_liege(self, name: str, sent: bool) -> None:
        """[WF 3-2] Remember that a unit must still get to Liege, or need not any more."""
        if sent:
            self.flags[SENT_TO_LIEGE + name] = 1
            self.errands.add(name)
        elif name in self.errands:
            del self.flags[SENT_TO_LIEGE + name]
            self.errands.remove(name)

    # Questions about units

    def is_ready(self, unit: Unit) -> bool:
        """[6-3] Whether a unit may still be moved in this phase, as far as its own marks tell."""
        names = self.ready[self.setting.pieces[unit.piece].side]
        at = bisect_left(names, unit.name)
        return at < len(names) and names[at] == unit.name

    def exerts_control(self, unit: Unit) -> bool:
        """[10-2] [10-3] [7-11] Whether a unit has a zone of control now."""
        return unit.strength > 0 and not unit.entrained and self.setting.pieces[unit.piece].controls

    def of_side(self, side: str) -> list[Unit]:
        """The units of a side."""
        return [*self.members[side].values()]

    def fortresses_of(self, side: str) -> list[Unit]:
        """The fortresses of a side that still have strength, by name."""
        units = (self.units[name] for name in sorted(self.fortresses[side]))
        return [unit for unit in units if unit.strength > 0]

    def headquarters_of(self, side: str) -> list[Unit]:
        """The headquarters of a side, by name."""
        return [self.units[name] for name in self.headquarters[side]]

    def fortress_at(self, node: int) -> Unit | None:
        """The fortress in a hex, if it still has strength."""
        for name in self.standing[node]:
            unit = self.units[name]
            if self.setting.pieces[unit.piece].fortress and unit.strength > 0:
                return unit
        return None

    def occupier(self, node: int) -> str | None:
        """The side that has any unit in a hex."""
        return self.occupiers[node] or None

    def has_enemy(self, node: int, side: str) -> bool:
        """Whether any unit of the other side is in a hex."""
        occupier = self.occupiers[node]
        return bool(occupier) and occupier != side

    def combat_units_at(self, node: int, side: str) -> list[Unit]:
        """[6-3] The ground combat units of a side in a hex."""
        return [
            unit
            for unit in self.units_at(node)
            if (piece := self.piece(unit)).side == side and piece.ground_combat
        ]

    def has_combat_unit(self, node: int, side: str) -> bool:
        """Whether a ground combat unit of a side, with or without strength, is in a hex."""
        pieces, units = self.setting.pieces, self.units
        for name in self.standing[node]:
            piece = pieces[units[name].piece]
            if piece.side == side and piece.ground_combat:
                return True
        return False

    # Questions about hexes

    def control_of(self, side: str) -> list[int]:
        """[10-1] For each hex, how many units of a side control it."""
        return self.central_control if side == CENTRAL_POWERS else self.entente_control

    def controlled(self, node: int, by: str) -> bool:
        """[10-1] Whether a hex is in a side's zones of control. Other units in it do not matter [10-4]."""
        return self.control_of(by)[node] > 0

    def enemy_controlled(self, node: int, side: str) -> bool:
        """[10-7] Whether a hex is controlled by the enemy of a side."""
        control = self.entente_control if side == CENTRAL_POWERS else self.central_control
        return control[node] > 0

    def holder(self, node: int) -> str:
        """The side that holds a hex: whose combat units were there last, at first that of its country."""
        return self.holders.get(node) or self.setting.home_side[node]

    def rail_network(self, node: int) -> str:
        """[9-1] The nation whose network the rail line in a hex belongs to; empty if there is none or it
        is inoperative."""
        return self.rail.get(node, self.setting.home_network[node])

    def set_marker(self, node: int, marker: Marker | None) -> None:
        """Place a marker in a hex, or remove what is there. Costs of entry change with it [22-6]."""
        before = self.markers.pop(node, None)
        if marker is not None:
            self.markers[node] = marker
        if self._entry_cost(before) == self._entry_cost(marker):
            return
        beside = self.setting.crossable[node]
        for side in SIDES:
            self._own_ways(side)
        zoned = [item for found in self._zoned.values() for item in found.items()]
        for key in {(mountain, bound) for (mountain, _, bound), _ in zoned} | self._base.keys():
            plain = self.setting.base_ways(*key)
            renewed = list(self._base.get(key, plain))
            for here in beside:
                renewed[here] = self._with_markers(here, plain[here])
            self._base[key] = renewed
            for (mountain, _, bound), ways in zoned:
                if (mountain, bound) == key:
                    ways.rebase(renewed, beside)

    def _with_markers(self, here: int, steps: Sequence[Step]) -> tuple[Step, ...]:
        return tuple([(there, cost + self.marker_cost(here, there)) for there, cost in steps])

    def _entry_cost(self, marker: Marker | None) -> int:
        return self.setting.tables.markers[marker.kind].movement * POINT if marker else 0

    def marker_cost(self, here: int, there: int) -> int:
        """[22-2] [22-6] [22-13] What a marker adds to the cost of entering a hex, in thirtieths.

        It adds nothing across mountain or swamp, where neither trenches nor devastation can be.
        """
        marker = self.markers.get(there)
        if marker is None or not self.setting.tables.terrain[self.setting.side(here, there).terrain].trench:
            return 0
        return self._entry_cost(marker)

    def terrain_cost(self, here: int, there: int, mountain: bool = False) -> int | None:
        """[6-9] [22-15] What terrain and markers cost on a step, in thirtieths; None if prohibited."""
        cost = self.setting.crossing(here, there, mountain)
        return None if cost is None else cost + self.marker_cost(here, there)

    def base_ways(self, mountain: bool, bound: str = "") -> Ways:
        """Ways with terrain and markers but without zones. ``bound`` limits the directions ("N NE SE")."""
        key = (mountain, bound)
        if key not in self._base:
            plain = self.setting.base_ways(mountain, bound)
            if not self.markers:
                return plain
            renewed = list(plain)
            for here in {beside for node in self.markers for beside in self.setting.crossable[node]}:
                renewed[here] = self._with_markers(here, plain[here])
            self._base[key] = renewed
        return self._base[key]

    def ways(self, side: str, mountain: bool, zones: str, bound: str = "") -> ZonedWays:
        """[6-6] [10-7] The ways of a side with the enemy's zones worked in; `ZONE_COSTS` names `zones`."""
        key = (mountain, zones, bound)
        if self._stirred[side]:
            self._renew_ways(side)
        found = self._zoned[side].get(key)
        if found is None:
            enemy = other_side(side)
            nodes = range(len(self.standing))
            first = next(iter(self._zoned[side].values()), None)
            if first is not None:
                blocked: Iterable[int] = compress(nodes, first.blocked)
            else:
                blocked = [node for node in self.occupied[enemy] if self._blocks(node, side)]
            found = self._zoned[side][key] = ZonedWays(
                self.base_ways(mountain, bound),
                ZONE_COSTS[zones],
                compress(nodes, self.control_of(enemy)),
                self.setting.major_rivers,
                blocked=blocked,
                touched=self.setting.touched,
                grain=POINT,
                bare=self._bare(key),
            )
        return found

    def _own_ways(self, side: str) -> Iterable[ZonedWays]:
        """The ways of a side, to be changed: no longer those of copies of this position."""
        if side in self._shared:
            self._shared.remove(side)
            self._zoned[side] = {key: ways.copy() for key, ways in self._zoned[side].items()}
        return self._zoned[side].values()

    def _bare(self, key: tuple[bool, str, str]) -> Bare | None:
        """What all games of a setting share as long as no markers change the costs."""
        mountain, _, bound = key
        return self.setting.bare[key] if (mountain, bound) not in self._base else None

    def _renew_ways(self, side: str) -> None:
        """Let the ways of a side know of units that have come and gone since they were last asked for."""
        control = self.control_of(other_side(side))
        standing, occupiers, stirred = self.standing, self.occupiers, self._stirred[side]
        first = next(iter(self._zoned[side].values()), None)
        if first is not None:
            zone, blocked = first.zone, first.blocked  # the same for all ways of a side
            changes = []
            for node in stirred:
                in_zone, is_blocked = control[node] > 0, False
                if standing[node] and (occupiers[node] != side or len(standing[node]) > 1):
                    is_blocked = self._blocks(node, side)
                if in_zone != zone[node] or is_blocked != blocked[node]:
                    changes.append((node, in_zone, is_blocked))
            if changes:
                change_together([*self._own_ways(side)], changes)
        else:
            self._own_ways(side)  # there are none yet; those to come are of no use to older copies
        stirred.clear()

    # Time

    @property
    def year(self) -> int:
        """The year by which tables are read; before and after those of the war, its first and its last."""
        return min(max(self.date.year, FIRST_YEAR), LAST_YEAR)

    @property
    def winter(self) -> bool:
        """[34-1] [34-5] [34-6] Whether this is a winter turn on this map."""
        return self.date.month in self.setting.winter_months

    def is_assault(self, unit: Unit) -> bool:
        """[33-4] [33-5] Whether a unit is an assault unit still: worn down to the strength in its circle it
        is one of its ordinary kind. Those without a circle never revert."""
        piece = self.setting.pieces[unit.piece]
        return piece.assault and unit.strength > piece.full

    def kind_now(self, unit: Unit) -> str:
        """[33-4] The kind a unit is of: the ordinary one for an assault unit that has reverted."""
        kind = self.setting.pieces[unit.piece].kind
        return kind if self.is_assault(unit) else REVERTS_TO.get(kind, kind)

    def climbs(self, piece: Piece) -> bool:
        """[32-1] [46-3] Whether a piece moves as a mountain unit now; Ottoman infantry does not in winter."""
        return piece.mountain and not (piece.nation == "ot" and piece.infantry and self.winter)

    @property
    def date_text(self) -> str:
        return self.date.text

    def new_name(self, piece: str) -> str:
        """A name for a unit of which there may be several, such as replacements and shipments."""
        self.named += 1
        return f"{piece}#{self.named}"


def names_of(units: Iterable[Unit]) -> list[str]:
    return [unit.name for unit in units]
