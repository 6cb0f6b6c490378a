"""Chapters 6 and 10: which hexes a group may enter on the march, and what each step costs it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import danube, occupation, rail_lines
from hexfront.games.western_front.vocabulary import DEVASTATION, NEUTRALS, POINT
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger, Note, unexplained
from hexfront.kernel.paths import Step, Ways, ZonedWays

# What a group may not enter


class Barred(Collection[int]):
    """The hexes that a group may not enter, looked at one by one.

    ``at_work`` says that engineers of the group have repaired rail lines on this march [9-8].
    """

    def __init__(self, position: WesternFrontPosition, units: Sequence[Unit], at_work: bool) -> None:
        self.position = position
        self.units = units
        self.standing = position.standing
        self.all_units = position.units
        self.all_pieces = position.setting.pieces
        pieces = [self.all_pieces[unit.piece] for unit in units]
        self.side = pieces[0].side
        self.destroys = self.special = self.headquarters = self.trenches_open = self.zones_closed = False
        self.guns = False
        for unit, piece in zip(units, pieces, strict=True):
            self.guns |= piece.artillery
            if piece.ground_combat and unit.strength > 0:
                self.destroys = True
            if piece.headquarters and position.markers:
                self.headquarters = self.special = True
            if piece.engineer:
                self.trenches_open = True
            if self._avoids_zones(unit, piece, at_work):
                self.zones_closed = self.special = True

    def _avoids_zones(self, unit: Unit, piece: Piece, at_work: bool) -> bool:
        """[6-10] [7-8] [37-4] [38-1] [9-8] Whether a unit may enter no enemy controlled hex in this phase."""
        if unit.in_column:
            return True
        setting = self.position.setting
        if unit.rode:
            return not setting.tables.nations[piece.nation].zone_after_rail
        return piece.engineer and (at_work or setting.option("engineers-avoid-zones"))

    def __contains__(self, node: Any) -> bool:
        names = self.standing[node]
        if names and self.all_pieces[self.all_units[names[0]].piece].side != self.side:
            if not self._may_overrun(node):
                return True
        return self.special and self.why_not_special(node) is not None

    def is_open(self, nodes: Collection[int]) -> bool:
        """Whether none of some hexes is barred. Most are far from enemies and markers and need no look."""
        position = self.position
        doubtful = position.pressed[self.side].intersection(nodes)
        if self.headquarters:
            doubtful |= position.markers.keys() & set(nodes)
        return not any(node in self for node in doubtful)

    def free(self, costs: Mapping[int, int]) -> list[Step]:
        """Of reached hexes and their costs, those that the group may stand in."""
        if self.special:
            return [(node, cost) for node, cost in costs.items() if node not in self]
        standing = self.standing
        return [(node, cost) for node, cost in costs.items() if not standing[node] or node not in self]

    def _may_overrun(self, node: int) -> bool:
        return self.destroys and occupation.is_passable(self.position, node, self.side)

    def why_not_special(self, node: int) -> Refusal | None:
        """[7-8] [9-8] [18-3] What keeps this kind of group out of a hex."""
        position = self.position
        where = position.setting.board.label(node)
        if self.headquarters and not headquarters_may_enter(position, self.side, node):
            return Refusal(
                "18-3", f"a headquarters enters {where} only along an operative line or with an engineer"
            )
        if self.zones_closed and position.enemy_controlled(node, self.side):
            if self.trenches_open and rail_lines.may_work_in(position, node, self.side):
                return None
            return self._why_zone_closed(where)
        return None

    def _why_zone_closed(self, where: str) -> Refusal:
        if any(unit.in_column for unit in self.units):
            return Refusal("6-10", f"{where} is enemy controlled and closed to column movement")
        if any(unit.rode for unit in self.units):
            return Refusal("7-8", f"{where} is enemy controlled, and the units have ridden in this phase")
        return Refusal("9-8", f"{where} is enemy controlled and closed to engineers at work")

    def __iter__(self) -> Iterator[int]:
        return (node for node in range(len(self)) if node in self)

    def __len__(self) -> int:
        return len(self.position.standing)


def headquarters_may_enter(position: WesternFrontPosition, side: str, node: int) -> bool:
    """[18-3] Whether a headquarters may enter a hex, which may hold a trench or devastation (WF-R064)."""
    if not rail_lines.needs_time(position, node) or rail_lines.is_operative_for(position, node, side):
        return True
    if position.enemy_controlled(node, side):
        return False
    return any(position.piece(unit).engineer for unit in position.combat_units_at(node, side))


# Ways


class ArtilleryWays(Sequence[Sequence[Step]]):
    """[29-9] [29-16] The ways of a group with artillery, worked out only where it looks."""

    def __init__(self, position: WesternFrontPosition, ways: Ways, side: str, all_guns: bool) -> None:
        self.position = position
        self.ways = ways
        self.side = side
        self.all_guns = all_guns
        self._reliefs: dict[int, int] = {}  # those looked at so far

    def __len__(self) -> int:
        return len(self.ways)

    def __getitem__(self, node: Any) -> Any:
        position, side = self.position, self.side
        steps = self.ways[node]
        if position.markers:
            steps = [step for step in steps if not is_barred_to_guns(position, node, step[0], side)]
        if not self.all_guns:
            return steps
        pressed, reliefs = position.pressed[side], self._reliefs
        relieved = []
        for there, cost in steps:
            relief: int | None = 0
            if there in pressed:
                relief = reliefs.get(there)
                if relief is None:
                    relief = reliefs[there] = self.relief(there)
            relieved.append((there, cost - relief))
        return relieved

    def relief(self, node: int) -> int:
        """[29-9] Artillery pays nothing to enter a zone where friendly infantry stands."""
        position = self.position
        if not self.all_guns or not position.standing[node] or not position.enemy_controlled(node, self.side):
            return 0
        cost = position.setting.tables.whole("zone_entry_cost") * POINT
        if any(position.piece(unit).infantry for unit in position.combat_units_at(node, self.side)):
            return cost - position.setting.tables.whole("artillery_zone_entry_cost") * POINT
        return 0


def is_barred_to_guns(position: WesternFrontPosition, here: int, there: int, side: str) -> bool:
    """[29-16] Artillery does not go from trench to trench, or devastation, between enemy zones."""
    return (
        rail_lines.needs_time(position, here)
        and rail_lines.needs_time(position, there)
        and position.enemy_controlled(here, side)
        and position.enemy_controlled(there, side)
    )


def ways_for(
    position: WesternFrontPosition, units: Sequence[Unit], *, column: bool = False, bound: str = ""
) -> Ways:
    """[6-6] [10-7] [35-1] The ways of a group, which pays at a hexside what its dearest member would."""
    ways = _ways_by_land(position, units, column, bound)
    if not position.setting.danube:
        return ways
    return danube.DanubeWays(position, ways, position.side_of(units[0]))


def zoned_for(
    position: WesternFrontPosition,
    units: Sequence[Unit],
    *,
    column: bool = False,
    bound: str = "",
    guns: bool = False,
) -> ZonedWays | None:
    """The ways of a group whose members all pay the same, with the searches made on them; else None.

    With ``guns`` artillery counts as others do, as if no enemy were near.
    """
    if position.setting.danube:
        return None
    pieces = position.setting.pieces
    first = pieces[units[0].piece]
    climbs = first.mountain and position.climbs(first)
    assault = position.is_assault(units[0])
    if first.artillery and not guns:
        return None
    for unit in units[1:]:
        piece = pieces[unit.piece]
        if piece.artillery and not guns:
            return None
        if position.is_assault(unit) != assault or position.climbs(piece) != climbs:
            return None
    return position.ways(first.side, climbs, _ZONES[column, assault], bound)


def _ways_by_land(position: WesternFrontPosition, units: Sequence[Unit], column: bool, bound: str) -> Ways:
    """[WF-R008] The dearest member of a group sets the cost."""
    pieces = position.setting.pieces
    if len(units) == 1:
        piece = pieces[units[0].piece]
        zones = _ZONES[column, position.is_assault(units[0])]
        ways: Ways = position.ways(piece.side, position.climbs(piece), zones, bound)
        return ArtilleryWays(position, ways, piece.side, all_guns=True) if piece.artillery else ways
    group = [pieces[unit.piece] for unit in units]
    side = group[0].side
    styles = {(position.climbs(pieces[unit.piece]), position.is_assault(unit)) for unit in units}
    found = [position.ways(side, mountain, _ZONES[column, assault], bound) for mountain, assault in styles]
    ways = found[0] if len(found) == 1 else dearest(found)
    if any(piece.artillery for piece in group):
        return ArtilleryWays(position, ways, side, all_guns=all(piece.artillery for piece in group))
    return ways


_ZONES = {
    (False, False): "normal",
    (False, True): "assault",
    (True, False): "column",
    (True, True): "column assault",
}


def dearest(ways: Sequence[Ways]) -> Ways:
    """[WF-R008] Ways on which each step costs what the dearest of several ways asks."""
    merged = []
    for steps in zip(*ways, strict=True):
        prices: dict[int, int] = {}
        for each in steps:
            for there, cost in each:
                prices[there] = max(cost, prices.get(there, 0))
        merged.append(tuple(prices.items()))
    return merged


class TrackWays(Sequence[Sequence[Step]]):
    """[9-5] Of some ways, the steps that follow the track and enter no enemy zone but trenches."""

    def __init__(self, position: WesternFrontPosition, ways: Ways, side: str) -> None:
        self.position, self.ways, self.side = position, ways, side

    def __len__(self) -> int:
        return len(self.ways)

    def __getitem__(self, node: Any) -> Any:
        position = self.position
        return [
            step
            for step in self.ways[node]
            if rail_lines.follows_track(position, node, step[0])
            and rail_lines.may_work_in(position, step[0], self.side)
        ]


# What a step costs


def step_ledger(position: WesternFrontPosition, unit: Unit, here: int, there: int) -> Ledger:
    """[6-6] [6-7] [10-7] What one step costs a unit, term by term."""
    label = position.setting.board.label
    ledger = Ledger(f"{label(here)} to {label(there)} costs", POINT)
    cost = step_cost(position, unit, here, there, ledger.note)
    if cost is None:
        closed = position.setting.closed[there] and position.setting.board.country[there] in NEUTRALS
        rules = ("WF 3-1", "6-9") if closed else ("6-9", "TEC")
        why = "leads into a neutral country" if closed else "cannot be crossed"
        raise Refusal(rules, f"{label(here)} to {label(there)} {why}")
    return ledger.close(cost)


def step_cost(
    position: WesternFrontPosition, unit: Unit, here: int, there: int, note: Note = unexplained
) -> int | None:
    """[6-6] [10-5] [10-7] [29-9] [33-2] What a step costs, in thirtieths; None if it cannot be made."""
    piece, setting = position.piece(unit), position.setting
    if position.setting.board.side(here, there) is None:
        return None
    cost = setting.crossing(here, there, position.climbs(piece), note)
    if cost is None:
        return None
    if extra := position.marker_cost(here, there):
        kind = position.markers[there].kind
        cost += note("22-13" if kind == DEVASTATION else "22-6", kind, extra)
    leaves, enters = (position.enemy_controlled(node, piece.side) for node in (here, there))
    if leaves and enters and (here, there) in setting.major_rivers:
        return None
    if danube.why_not_cross(position, piece.side, here, there) is not None:
        return None
    tables = setting.tables
    if leaves and not position.is_assault(unit):
        cost += note("10-7", "leaving an enemy zone", tables.whole("zone_exit_cost") * POINT)
    if enters:
        cost += note("10-7", "entering an enemy zone", tables.whole("zone_entry_cost") * POINT)
        if piece.artillery:
            relief = ArtilleryWays(position, (), piece.side, all_guns=True).relief(there)
            cost += note("29-9", "artillery joins infantry", -relief)
    return cost
