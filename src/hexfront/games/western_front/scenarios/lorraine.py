"""[WF 3-3] The line from Metz to Strassburg that German infantry holds until the sixth turn of August.

No German move breaks the line. If combat has broken it, no move makes the gap wider, and the movement phase
does not end while a march can make it narrower (decision WF-R136). The gap is the number of hexes that are
missing on the best way from one city to the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from functools import cached_property
from heapq import heappop, heappush

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import marching, movement
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.scenarios.directives import directives_of
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.errors import Refusal

BROKEN = "lorraine line broken"
_FAR = 9999


def in_force(position: WesternFrontPosition) -> bool:
    """[WF 3-3] Whether the line must be held now; not on a board that lacks its ends."""
    campaign = directives_of(position)
    if campaign is None or position.date >= campaign.lorraine_line_until:
        return False
    return len(campaign.lorraine_line) > 1


def is_link(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 3-3] Whether a unit holds the line where it stands: German infantry with strength."""
    piece = position.setting.pieces[unit.piece]
    return piece.infantry and piece.nation == "ge" and unit.strength > 0


class Line:
    """[WF 3-3] The line as it is, with some units left out as if they had gone."""

    def __init__(self, position: WesternFrontPosition, without: Collection[str] = ()) -> None:
        campaign = directives_of(position)
        assert campaign is not None
        self.position = position
        self.line = position.line()
        self.ends = campaign.lorraine_line
        self.without = without
        self._gone: dict[int, int] = {}  # how many of those left out held each hex
        for name in without:
            unit = position.units[name]
            if is_link(position, unit):
                for node in self.covered(unit.at):
                    self._gone[node] = self._gone.get(node, 0) + 1

    def holds(self, node: int) -> bool:
        """[WF 3-3] Whether German infantry holds or controls a hex."""
        return self.line[node] > self._gone.get(node, 0)

    @cached_property
    def is_whole(self) -> bool:
        """[WF 3-3] Whether held hexes lead from one city to the other; who holds them is remembered."""
        first, last = self.ends[0], self.ends[1]
        if not self.holds(first) or not self.holds(last):
            return False
        setting, line, gone = self.position.setting, self.line, self._gone
        to_go = setting.hexes_from(frozenset({last}))
        before = {first: first}
        edge = [(to_go[first], first)]
        while edge and last not in before:
            _, node = heappop(edge)  # the nearest to the other city first
            for beside in setting.board.adjacent[node]:
                if line[beside] and beside not in before and line[beside] > gone.get(beside, 0):
                    before[beside] = node
                    heappush(edge, (to_go[beside], beside))
        if last not in before:
            return False
        guards = {self._guard(first)}
        while last != first:
            guards.add(self._guard(last))
            last = before[last]
        self.position._guards = frozenset(unit.name for unit in guards)
        return True

    def _guard(self, node: int) -> Unit:
        """A unit that holds a hex."""
        position = self.position
        return next(
            unit
            for near in (node, *position.setting.board.adjacent[node])
            for unit in position.units_at(near)
            if is_link(position, unit) and unit.name not in self.without and node in self.covered(near)
        )

    @cached_property
    def gap(self) -> int:
        """How many hexes are missing on the best way from one city to the other."""
        return 0 if self.is_whole else self._from_metz.get(self.ends[1], _FAR)

    @cached_property
    def _from_metz(self) -> dict[int, int]:
        return self._missing_from(self.ends[0])

    @cached_property
    def _from_strassburg(self) -> dict[int, int]:
        return self._missing_from(self.ends[1])

    def covered(self, node: int) -> tuple[int, ...]:
        """[WF 3-3] The hexes that infantry in a hex holds: its own, and its zone of control."""
        return (node, *self.position.setting.zone_reach[node])

    def _missing_from(self, start: int) -> dict[int, int]:
        """For each hex, how many hexes are missing on the best way there, both ends counted.

        Hexes that are farther away so than the other city are of no interest.
        """
        setting, holds = self.position.setting, self.holds
        goal = self.ends[0] if start == self.ends[1] else self.ends[1]
        missing = {start: int(not holds(start))}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            so_far = missing[node]
            if so_far > missing.get(goal, _FAR):
                break
            for beside in setting.board.adjacent[node]:
                price = so_far + (not holds(beside))
                if price < missing.get(beside, _FAR) and not setting.closed[beside]:
                    missing[beside] = price
                    if price == so_far:
                        queue.appendleft(beside)
                    else:
                        queue.append(beside)
        return missing

    def missing(self) -> list[int]:
        """The hexes that are missing on the best ways."""
        there, back = self._from_metz, self._from_strassburg
        return [
            node
            for node, price in there.items()
            if not self.holds(node) and price + back.get(node, _FAR) - 1 == self.gap
        ]

    def gap_with(self, node: int) -> int:
        """[WF 3-3] The gap if infantry stood in a hex as well: the ways to and from what it covers."""
        there, back = self._priced_from_metz, self._priced_from_strassburg
        far = 2 * _FAR
        covered = self.covered(node)
        ways = [min([missing.get(each, far) for each in covered]) for missing in (there, back)]
        return min(self.gap, sum(ways))

    @cached_property
    def _priced_from_metz(self) -> dict[int, int]:
        """For each hex, how many hexes are missing on the best way there if it is held itself."""
        return {node: price - (not self.holds(node)) for node, price in self._from_metz.items()}

    @cached_property
    def _priced_from_strassburg(self) -> dict[int, int]:
        return {node: price - (not self.holds(node)) for node, price in self._from_strassburg.items()}


def is_held(position: WesternFrontPosition) -> bool:
    """[WF 3-3] Whether German infantry holds or controls a line of hexes from Metz to Strassburg."""
    return _guards_stand(position, ()) or Line(position).is_whole


def _guards_stand(position: WesternFrontPosition, without: Collection[str]) -> bool:
    """Whether all that were last found to hold the line still do, and none of them is to go."""
    return bool(position._guards) and position._guards.isdisjoint(without)


def may_bind(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 3-3] Whether the line could keep a unit from stopping somewhere."""
    return in_force(position) and is_link(position, unit) and not _guards_stand(position, (unit.name,))


def stops(
    position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
) -> Collection[int]:
    """[WF 3-3] Of the hexes some units can reach, those that leave the line no worse than it is."""
    links = [unit.name for unit in units if is_link(position, unit)]
    if not links or not reachable or not in_force(position) or _guards_stand(position, links):
        return reachable
    rest = Line(position, links)
    if rest.is_whole:
        return reachable
    now = Line(position).gap
    return reachable if rest.gap <= now else [node for node in reachable if rest.gap_with(node) <= now]


# A broken line


def look_at_line(position: WesternFrontPosition) -> None:
    """[WF 3-3] As a German movement phase begins, and after a column attack in it: is the line broken?"""
    if position.active == CENTRAL_POWERS and in_force(position):
        position.flags.pop(BROKEN, None)
        if not is_held(position):
            position.flags[BROKEN] = 1


def repair(position: WesternFrontPosition, names: Collection[str] | None = None) -> tuple[Unit, int] | None:
    """[WF 3-3] A unit that can make the gap narrower, and where it must go; None if the line is whole or
    nobody can. ``names`` asks for certain units only."""
    if BROKEN not in position.flags or not in_force(position):
        return None
    line = Line(position)
    if line.is_whole:
        return None
    near = position.setting.hexes_from(frozenset(line.missing()))
    links = [
        unit
        for name in position.ready[CENTRAL_POWERS]
        if (names is None or name in names) and is_link(position, unit := position.units[name])
    ]
    best: tuple[int, str, int] | None = None
    for unit in sorted(links, key=lambda each: (near[each.at], each.name)):
        useful = [node for node in _marches(position, unit) if line.gap_with(node) < line.gap]
        rest = Line(position, [unit.name]) if useful else line
        for node in useful:
            found = rest.gap_with(node), unit.name, node
            if found[0] < line.gap and (best is None or found < best):
                best = found
        if best is not None and not best[0]:
            break
    return (position.units[best[1]], best[2]) if best is not None else None


def _marches(position: WesternFrontPosition, unit: Unit) -> Collection[int]:
    """Where a unit may march and stop as far as its other duties are concerned."""
    if movement.why_not_move(position, CENTRAL_POWERS, unit.name) is not None:
        return ()
    return duties.errand_stops(position, [unit], marching.reachable(position, [unit]))


def may_end_movement(position: WesternFrontPosition, side: str) -> Refusal | None:
    """[WF 3-3] The Germans do not end their movement while they can narrow the gap in a broken line."""
    found = repair(position) if side == CENTRAL_POWERS else None
    if found is None:
        return None
    unit, node = found
    where = position.setting.board.label(node)
    label = position.piece(unit).label
    return Refusal("WF 3-3", f"the line from Metz to Strassburg is broken: {label} can go to {where}")
