"""Chapter 20: lines of communication, surrounded units, pockets, and surrender."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import combinations

import msgspec

from hexfront.games.western_front.matters import BreakingOut
from hexfront.games.western_front.orders import Lose
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import fortresses, morale
from hexfront.games.western_front.rules.lines import NOWHERE, bars_communication, ways_to
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import (
    CENTRAL_POWERS,
    COUNTRY_SIDE,
    ENTENTE,
    SIDES,
    other_side,
)
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = (
    Option(
        "edge-only-interior",
        ("off", "on"),
        "Only friendly map edges save units from being surrounded, not cities of their own country.",
        ("20-1",),
    ),
)

EDGE_COUNTRY = {CENTRAL_POWERS: "germany", ENTENTE: "france"}
"""[20-1] The country whose map edge is a side's friendly edge (decision WF-R074)."""

OWN_COUNTRY = {"ge": "germany", "fr": "france", "be": "belgium", "gb": "britain"}
DIVISION_SIZES = ("xx", "xxx")


@lru_cache(maxsize=32)
def friendly_edge(setting: WesternFrontSetting, side: str) -> frozenset[int]:
    """[20-1] The friendly map edge of a side; on a board without named edges, its country's edge hexes."""
    board = setting.board
    country = EDGE_COUNTRY[side]
    named = board.regions.get(f"friendly-edge {country}")
    if named is not None:
        return named
    return frozenset(
        node
        for node in range(len(board))
        if board.country[node] == country and not board.is_area(node) and len(board.adjacent[node]) < 6
    )


@lru_cache(maxsize=64)
def own_cities(setting: WesternFrontSetting, nation: str) -> frozenset[int]:
    """[20-1] The cities of a nation's own country (decision WF-R073)."""
    country = OWN_COUNTRY.get(nation)
    return frozenset(node for node in setting.cities if setting.board.country[node] == country)


@lru_cache(maxsize=4096)
def way_home(setting: WesternFrontSetting, side: str, node: int) -> tuple[int, ...]:
    """[20-1] The shortest way from a hex to the friendly map edge on the empty board; empty if there is
    none."""
    edge = friendly_edge(setting, side)
    onward = ways_to(setting, edge)
    way = [onward[node]]
    while way[-1] != NOWHERE and way[-1] not in edge:
        way.append(onward[way[-1]])
    return () if way[-1] == NOWHERE else tuple(way)


class Communication:
    """[20-1] Which hexes of a position are in communication with the rear of a side.

    Made for one check, of no use once the position has changed. What one search has found, the next one
    uses.
    """

    def __init__(self, position: WesternFrontPosition, side: str) -> None:
        self.position = position
        self.side = side
        self.edge = friendly_edge(position.setting, side)
        self._cities = not position.setting.option("edge-only-interior")
        self._open: dict[str, dict[int, int]] = {}  # nation -> hex -> the goal it is connected with
        self._closed: dict[str, set[int]] = {}

    @cached_property
    def sea_havens(self) -> Collection[int]:
        """[WF 3-11] Cities of this side that are joined with its rear by sea alone, such as Antwerp."""
        return self.position.setting.campaign.sea_havens(self.position, self.side)

    @cached_property
    def is_sea_open(self) -> bool:
        """[WF 3-11] Whether ships still reach them."""
        return bool(self.sea_havens) and self.position.setting.campaign.is_sea_open(self.position)

    def is_goal(self, node: int, nation: str) -> bool:
        """[20-1] Whether a line may end here: friendly map edge, or interior of the unit's own country.

        A city is interior unless the enemy holds or controls it (decision WF-R073).
        """
        if node in self.edge:
            return True
        if node not in self.position.setting.cities:
            return False
        if node in self.sea_havens:
            return self.is_sea_open
        position = self.position
        return (
            self._cities
            and node in own_cities(position.setting, nation)
            and position.holder(node) != other_side(self.side)
            and not position.enemy_controlled(node, self.side)
        )

    def is_haven(self, node: int) -> bool:
        """[20-1] [WF 3-11] A goal also for units that stand in it: a friendly edge, or open Antwerp."""
        return node in self.edge or (node in self.sea_havens and self.is_sea_open)

    def is_barred(self, node: int) -> bool:
        """[20-1] Whether a hex breaks lines of communication."""
        return bars_communication(self.position, node, self.side)

    def is_open(self, start: int, nation: str) -> bool:
        """[20-1] Whether units of a nation in a hex have a line of communication."""
        known = self._open.get(nation)
        if known is None:
            known = self._open[nation] = {}
            self._closed[nation] = set()
        if start in known:
            return True
        closed = self._closed[nation]
        if start in closed:
            return False
        if start in self.edge or self._walks_home(start, known) or self.is_haven(start):
            known.setdefault(start, start)
            return True
        seen, goal = self._search(start, nation, known)
        # Hexes beyond a barred start are connected with it, but not with one another.
        together = [start] if self.is_barred(start) else seen
        if goal is None:
            closed.update([start] if self.is_goal(start, nation) else together)
            return False
        known.update(dict.fromkeys((node for node in together if node != goal), goal))
        return True

    def _walks_home(self, start: int, known: dict[int, int]) -> bool:
        """Try the shortest way to the map edge, which is open more often than not."""
        position, edge = self.position, self.edge
        way = way_home(position.setting, self.side, start)
        if way and position.pressed[self.side].isdisjoint(way):
            known[start] = way[-1]
            return True
        standing, control = position.standing, position.control_of(other_side(self.side))
        onward = ways_to(position.setting, edge)
        walked = [start]
        node = onward[start]
        while node != NOWHERE and not ((standing[node] or control[node]) and self.is_barred(node)):
            goal = node if node in edge else known.get(node)
            if goal is not None and goal != start:
                if control[start] and self.is_barred(start):
                    walked = [start]
                known.update(dict.fromkeys(walked, goal))
                return True
            walked.append(node)
            node = onward[node]
        return False

    def _search(self, start: int, nation: str, known: dict[int, int]) -> tuple[list[int], int | None]:
        """Hexes connected with a start, searched toward home first until one leads to a goal."""
        position = self.position
        setting, standing = position.setting, position.standing
        control = position.control_of(other_side(self.side))
        cells, crossable = setting.board.cells, setting.crossable
        homeward = -1 if self.side == CENTRAL_POWERS else 1
        seen = {start}
        through = [start]
        queue = [(0, start)]
        while queue:
            _, node = heappop(queue)
            for beside in crossable[node]:
                if beside in seen:
                    continue
                seen.add(beside)
                if (standing[beside] or control[beside]) and self.is_barred(beside):
                    continue
                goal = known.get(beside)
                if goal is not None and goal != start:
                    return through, goal
                if self.is_goal(beside, nation):
                    return through, beside
                through.append(beside)
                cell = cells[beside]
                heappush(queue, (homeward * cell[1].column if cell else 0, beside))
        return through, None

    def line(self, start: int, nation: str) -> list[int]:
        """[20-1] A shortest line of communication of a hex, itself first; empty if it has none."""
        if self.is_haven(start):
            return [start]
        before = self._around(start)
        for node in before:
            if node != start and not self.is_barred(node) and self.is_goal(node, nation):
                line = [node]
                while line[-1] != start:
                    line.append(before[line[-1]])
                return line[::-1]
        return []

    def barriers(self, start: int) -> list[int]:
        """[20-1] The hexes that break the lines of communication of a hex."""
        return sorted(node for node in self._around(start) if node != start and self.is_barred(node))

    def _around(self, start: int) -> dict[int, int]:
        """Every hex that a line from a start comes to, the nearest first, with the hex it comes from; barred
        ones included, where it ends."""
        known = {start: start}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for beside in self.position.setting.crossable[node]:
                if beside not in known:
                    known[beside] = node
                    if not self.is_barred(beside):
                        queue.append(beside)
        return known


def is_surrounded(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[20-1] [20-9] Whether the units of a side in a hex are surrounded. With a fortress they are not.

    Where several nations stand together, one that has a line of communication keeps it open for all.
    """
    if _has_fortress(position, node, side):
        return False
    nations = {position.piece(unit).nation for unit in position.units_at(node)} or {""}
    search = Communication(position, side)
    return not any(search.is_open(node, nation) for nation in sorted(nations))


def is_unit_surrounded(
    position: WesternFrontPosition, unit: Unit, search: Communication | None = None
) -> bool:
    """[20-1] [20-9] Whether a unit is surrounded."""
    piece = position.piece(unit)
    if unit.at == OFF_MAP or piece.fortress or _has_fortress(position, unit.at, piece.side):
        return False
    search = search or Communication(position, piece.side)
    return not search.is_open(unit.at, piece.nation)


def _has_fortress(position: WesternFrontPosition, node: int, side: str) -> bool:
    fortress = position.fortress_at(node)
    return fortress is not None and position.side_of(fortress) == side


# Pockets


class Pocket(msgspec.Struct, frozen=True):
    """[20-14] Connected hexes with surrounded units of a side, and the units in them (decision WF-R080)."""

    side: str
    hexes: tuple[int, ...]
    units: tuple[str, ...]


def pockets(position: WesternFrontPosition, side: str) -> list[Pocket]:
    """[20-14] The groups of connected hexes in which units of a side are without communication."""
    search = Communication(position, side)
    pieces = position.setting.pieces
    cut: dict[int, list[str]] = {}
    connected: set[tuple[int, str]] = set()  # hexes and nations that are known to be
    for unit in position.of_side(side):
        place = unit.at, pieces[unit.piece].nation
        if place in connected or unit.at == OFF_MAP:
            continue
        if search.is_open(*place):
            connected.add(place)
        else:
            cut.setdefault(unit.at, []).append(unit.name)
    found: list[Pocket] = []
    left = set(cut)
    for first in sorted(cut):
        if first in left:
            group = _joined(position, first, left)
            names = tuple(name for node in group for name in cut[node])
            found.append(Pocket(side, tuple(group), names))
    return found


def _joined(position: WesternFrontPosition, first: int, among: set[int]) -> list[int]:
    """Take out of a set all hexes that are joined with the first over passable hexsides."""
    among.discard(first)
    group = [first]
    for node in group:
        for beside in position.setting.crossable[node]:
            if beside in among:
                among.discard(beside)
                group.append(beside)
    return sorted(group)


def is_doomed(position: WesternFrontPosition, pocket: Pocket) -> bool:
    """[20-13] [20-14] [37-7] [38-2] Whether the units of a pocket will be removed if they stay cut off.

    A pocket has no hex free of enemy zones and no friendly port; a fortress in it saves it, and so do
    three hexes that border each other, for Germans and British.
    """
    side = pocket.side
    setting = position.setting
    for node in pocket.hexes:
        friendly = COUNTRY_SIDE.get(setting.board.country[node]) == side
        if not position.enemy_controlled(node, side) or (node in setting.ports and friendly):
            return False
        if _has_fortress(position, node, side):
            return False
    return not (_is_exempt_nation(position, pocket) and _has_triangle(position, pocket.hexes))


def _is_exempt_nation(position: WesternFrontPosition, pocket: Pocket) -> bool:
    """[37-7] [38-2] Whether at least half the strength of a pocket is of a nation with the exemption."""
    strengths: dict[str, int] = {}
    for name in pocket.units:
        unit = position.units[name]
        nation = position.piece(unit).nation
        strengths[nation] = strengths.get(nation, 0) + unit.strength
    total = sum(strengths.values())
    nations = position.setting.tables.nations
    return any(nations[nation].pocket_exempt and 2 * own >= total for nation, own in strengths.items())


def _has_triangle(position: WesternFrontPosition, hexes: Collection[int]) -> bool:
    """[37-7] [38-2] Whether three of the hexes border each other."""
    adjacent = position.setting.board.adjacent
    inside = set(hexes)
    return any(
        second in adjacent[first]
        for node in hexes
        for first, second in combinations([beside for beside in adjacent[node] if beside in inside], 2)
    )


# Removal of pockets


def begin_half_turn(table: Table, position: WesternFrontPosition) -> None:
    """[20-13] As a side's arrival phase begins: which of its units are cut off in a pocket."""
    side = position.active
    doomed = [pocket for pocket in pockets(position, side) if is_doomed(position, pocket)]
    caught = {name for pocket in doomed for name in pocket.units}
    for unit in list(position.of_side(side)):
        if (unit.isolated or unit.in_pocket) and unit.name not in caught:
            position.change(unit.name, isolated=False, in_pocket=False)
    for name in sorted(caught):
        position.change(name, isolated=True, in_pocket=True)
    for pocket in doomed:
        hexes = ", ".join(position.setting.board.label(node) for node in pocket.hexes)
        table.tell(f"Units in {hexes} are cut off; they surrender unless they are freed", "20-13")


def check_half_turn(position: WesternFrontPosition) -> None:
    """[20-13] Units that were freed, if only for a while, are not cut off for the whole half turn."""
    waiting = [unit for unit in position.of_side(position.active) if unit.isolated]
    if waiting:
        doomed = _doomed_units(position, position.active)
        for unit in waiting:
            if unit.name not in doomed:
                position.change(unit.name, isolated=False, in_pocket=False)


def end_half_turn(table: Table, position: WesternFrontPosition) -> None:
    """[20-13] Units that were cut off in a pocket through the whole half turn of their side surrender.

    With the half turn, sieges begin and Russian fortresses wear down.
    """
    check_half_turn(position)
    caught = [unit for unit in position.of_side(position.active) if unit.isolated]
    surrender(table, position, caught, "20-13")
    fortresses.note_sieges(position, other_side(position.active))
    if position.active == SIDES[1]:
        fortresses.neglect(table, position)


def _doomed_units(position: WesternFrontPosition, side: str) -> set[str]:
    return {
        name for pocket in pockets(position, side) if is_doomed(position, pocket) for name in pocket.units
    }


def surrender(table: Table, position: WesternFrontPosition, units: Iterable[Unit], rule: str) -> None:
    """[20-6] Units surrender: they leave the map for good, and their loss counts as surrendered."""
    for unit in units:
        position.remove(unit.name)
        piece = position.piece(unit)
        where = position.setting.board.label(unit.at)
        table.tell(f"{piece.label} surrenders in {where}", rule, kind="surrender", data={"unit": unit.name})
        morale.unit_lost(table, position, unit, unit.strength, surrendered=True)
        if not piece.supply:
            position.gone.add(unit.name)


# Breaking out


def break_out(table: Table, position: WesternFrontPosition, names: Iterable[str]) -> Procedure:
    """[20-3] [20-4] What surrounded units pay for attacking without supply, before strengths are counted.

    Each division loses a point, and of every two smaller units one does, as the owner says (decision
    WF-R076). Call it with the surrounded, unsupplied attackers only.
    """
    for first, second in payers_to_break_out(position, [position.units[name] for name in names]):
        chosen = first if second is None else position.units[(yield _ask_payer(position, first, second)).unit]
        _pay_with_strength(table, position, chosen.name)
    return None


def payers_to_break_out(
    position: WesternFrontPosition, units: Iterable[Unit]
) -> list[tuple[Unit, Unit | None]]:
    """[20-3] Who pays a strength point for breaking out: each division, and one of every two smaller units,
    the stronger of which stands first."""
    small: list[Unit] = []
    paying: list[tuple[Unit, Unit | None]] = []
    for unit in units:
        if position.piece(unit).size in DIVISION_SIZES:
            paying.append((unit, None))
        else:
            small.append(unit)
    small.sort(key=lambda unit: (-unit.strength, unit.name))
    return [*paying, *zip(small[::2], small[1::2], strict=False)]


def break_out_points(position: WesternFrontPosition, unit: Unit) -> int:
    """[20-3] The strength points that one who pays for breaking out loses."""
    return min(unit.strength, position.setting.tables.whole("breakout_loss_division"))


def _ask_payer(position: WesternFrontPosition, first: Unit, second: Unit) -> Ask:
    return Ask(
        position.side_of(first),
        "break-out",
        "Which of the two loses a strength point for breaking out without supply?",
        "20-3",
        options=lambda: [Lose(first.name), Lose(second.name)],
        default=lambda: Lose(first.name),
        about=BreakingOut((first.name, second.name)),
    )


def _pay_with_strength(table: Table, position: WesternFrontPosition, name: str) -> None:
    unit = position.units[name]
    points = break_out_points(position, unit)
    if points == unit.strength:
        surrender(table, position, [unit], "20-3")
        return
    position.change(name, strength=unit.strength - points)
    label = position.piece(unit).label
    table.tell(f"{label} loses {points} point for breaking out without supply", "20-3", kind="loss")
    morale.unit_lost(table, position, unit, points, surrendered=True)
