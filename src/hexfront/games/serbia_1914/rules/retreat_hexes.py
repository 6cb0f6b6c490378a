"""[11.1.1] Where a stack may retreat to: the priorities as a search over all ways back.

A way back is judged in this order. It is as long as it must be; a garrison stays in its range; it ends as
far as possible from the hex of the combat. Of the ways that are equal so far, those that best keep to the
army's area and then lead towards a supply unit are open to the owner; besides, if they have fewer open enemy
zones, those with the fewest [11.1.1a].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.rules import areas, march_limits, montenegro, pontoons, supply
from hexfront.games.serbia_1914.setting import NO_WHEELS, SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    IMPASSABLE,
    MONTENEGRO,
    SERBIA,
    other_side,
)
from hexfront.kernel.board import Board

VOGOSCA = "06.20"  # beyond which no demoralized Austro-Hungarian need go [6.4]
NEARER, AS_FAR, FARTHER = range(3)


class Retreat(msgspec.Struct, frozen=True):
    """A stack on its way back.

    ``origin`` is the hex of the combat. ``own`` is the other hex of a two-hex Force, which it holds until it
    has left. ``calm`` retreats keep out of open enemy zones [6.4] [15.6.2a].
    """

    side: str
    names: tuple[str, ...]
    origin: int
    own: int = -1
    calm: bool = False
    train: bool = False
    wheels: bool = False
    montenegrin: bool = False
    region: frozenset[int] | None = None
    range: frozenset[int] | None = None


class Way(msgspec.Struct, frozen=True, gc=False):
    """One way back: its hexes, and how it is judged, the less the better."""

    hexes: tuple[int, ...]
    rank: tuple[int, int, int, int]  # unsafe end, hexes missing, hexes out of range, nearness to the origin
    open_zones: int


def retreat_of(
    position: SerbiaPosition, names: Sequence[str], origin: int, *, own: int = -1, calm: bool = False
) -> Retreat:
    """What binds a stack on its retreat."""
    pieces = [position.piece(position.units[name]) for name in names]
    units = [position.units[name] for name in names]
    bound = next((piece.army for piece in pieces if piece.army in march_limits.REGIONS), "")
    # Within a Formation's Force a garrison goes where the Formation goes [11.1.2].
    alone = not any(piece.formation for piece in pieces)
    garrison = next((unit for unit, piece in zip(units, pieces, strict=True) if piece.garrison), None)
    return Retreat(
        pieces[0].side,
        tuple(names),
        origin,
        own,
        calm,
        train=pieces[0].train,
        wheels=any(piece.wheels for piece in pieces),
        montenegrin=all(piece.nation == MONTENEGRO for piece in pieces),
        region=march_limits.region(position, bound) if bound else None,
        range=garrison_area(position, garrison) if garrison is not None and alone else None,
    )


def garrison_area(position: SerbiaPosition, unit: Unit) -> frozenset[int] | None:
    """[8.6.3] The hexes a garrison tries to stay in; None if it is bound to none."""
    if march_limits.is_free_garrison(position, unit):
        return None
    board = position.setting.board
    home = board[position.piece(unit).place]
    return _within(board, home, march_limits.garrison_range(position, unit))


@lru_cache(maxsize=256)
def _within(board: Board, node: int, radius: int) -> frozenset[int]:
    return frozenset(board.within(node, radius))


def may_roll(setting: SerbiaSetting, here: int, there: int) -> bool:
    """[7.9] Whether cavalry and trains may go from a hex to the next: in mountains only by roadway."""
    terrain = setting.board.terrain
    if terrain[here] in NO_WHEELS or terrain[there] in NO_WHEELS:
        return setting.has_roadway(here, there)
    return True


def is_open_zone(position: SerbiaPosition, retreat: Retreat, node: int) -> bool:
    """[11.1.3] Whether a hex is in an enemy zone that no friendly unit in it negates."""
    if not position.in_enemy_zone(node, retreat.side) or node == retreat.own:
        return False
    return position.occupier(node) != retreat.side


def is_vogosca(position: SerbiaPosition, node: int, side: str) -> bool:
    """[6.4] Whether a hex is Vogošća, which no demoralized Austro-Hungarian leaves (decision SE-R305)."""
    return side == AUSTRIA_HUNGARY and position.setting.board.label(node) == VOGOSCA


def is_refuge(position: SerbiaPosition, retreat: Retreat, node: int) -> bool:
    """[6.4] Whether a calm retreat may end in a hex before its time, and whatever enemies are near."""
    return not retreat.train and is_vogosca(position, node, retreat.side)


def is_threatened(position: SerbiaPosition, retreat: Retreat, node: int) -> bool:
    """[6.4] [15.6.2a] Whether a calm retreat that ended in a hex would have to begin again at once.

    Demoralized Formations stay in no enemy zone, unless in Vogošća; trains do beside a Combat unit.
    """
    if not position.in_enemy_zone(node, retreat.side) or is_refuge(position, retreat, node):
        return False
    return not (retreat.train and position.has_combat_unit(node, retreat.side))


def is_hard_crossing(position: SerbiaPosition, side: str, here: int, there: int) -> bool:
    """[11.1.4] Whether a retreat between two hexes costs: impassable mountains, or the Sava unbridged."""
    setting = position.setting
    between = setting.side(here, there)
    if IMPASSABLE in between.features:
        return True
    if not setting.is_sava(here, there) or setting.has_bridge(here, there):
        return False
    return not pontoons.stands(position, here, there, side)


def may_step(position: SerbiaPosition, retreat: Retreat, here: int, there: int) -> bool:
    """[11.1] [7.9] [25.2] Whether a stack may retreat from a hex into the next (decision SE-R311)."""
    if position.has_enemy(there, retreat.side):
        return False
    if retreat.region is not None and there not in retreat.region:
        return False
    return there in steps_back(position.setting, retreat.side, retreat.wheels, here)


@lru_cache(maxsize=8192)
def steps_back(setting: SerbiaSetting, side: str, wheels: bool, here: int) -> tuple[int, ...]:
    """[7.9] [11.1.4] The hexes beside a hex into which the map lets a stack retreat."""
    terrain = setting.board.terrain
    bridged = side == AUSTRIA_HUNGARY
    return tuple(
        there
        for there in setting.beside[here]
        if there in setting.in_play
        and terrain[there] in setting.tables.terrain
        and (not setting.is_donau(here, there) or (bridged and setting.has_bridge(here, there)))
        and (not wheels or may_roll(setting, here, there))
    )


class _Search:
    """All ways back of a stack, with what is known of each hex kept at hand."""

    def __init__(self, position: SerbiaPosition, retreat: Retreat, hexes: int) -> None:
        self.position = position
        self.retreat = retreat
        self.hexes = hexes
        self.found: list[Way] = []
        self.away = ground.distances(position.setting.board, retreat.origin)
        self._next: dict[int, list[tuple[int, int, bool]]] = {}

    def next_hexes(self, here: int) -> list[tuple[int, int, bool]]:
        """The hexes that may follow a hex, each with its distance from the origin and whether it is an
        open enemy zone."""
        known = self._next.get(here)
        if known is None:
            position, retreat = self.position, self.retreat
            side, region = retreat.side, retreat.region
            enemies, enemy_zone = position.enemies_of(side), position.zone_of(other_side(side))
            known = self._next[here] = []
            for there in steps_back(position.setting, side, retreat.wheels, here):
                if there == retreat.origin or enemies[there] or (region is not None and there not in region):
                    continue  # as in may_step
                zone = enemy_zone[there] > 0 and is_open_zone(position, retreat, there)
                if not (zone and retreat.calm):
                    known.append((there, self.away[there], zone))
        return known

    def straight(self, path: tuple[int, ...], away: int, zones: int) -> None:
        """Ways on which every hex is farther from the origin than the one before: the farthest there are.

        A way to a hex in which the retreat may end is as good as one that leads on as far as it can.
        """
        last = len(path) == self.hexes
        for there, farther, zone in self.next_hexes(path[-1]):
            if farther > away:
                way = (*path, there)
                if last or ends_there(self.position, self.retreat, there):
                    self.add(way, farther, zones + zone)
                if not last:
                    self.straight(way, farther, zones + zone)

    def crooked(self, path: tuple[int, ...], away: int, zones: int) -> None:
        """Ways of any shape, and those that end too soon because nothing leads on."""
        if len(path) > self.hexes:
            self.add(path, away, zones)
            return
        ended = True
        for there, farther, zone in self.next_hexes(path[-1]):
            if there not in path:
                ended = False
                self.crooked((*path, there), farther, zones + zone)
        # Where zones are closed a short way to a quiet hex is better than a long one to none.
        if len(path) > 1 and (ended or self.retreat.calm):
            self.add(path, away, zones)

    def add(self, path: tuple[int, ...], away: int, zones: int) -> None:
        position, retreat = self.position, self.retreat
        end = path[-1]
        missing = self.hexes + 1 - len(path)
        unsafe = 0
        if retreat.calm and is_threatened(position, retreat, end):
            unsafe = 1
        if missing and ends_there(position, retreat, end):
            away += missing
            missing = 0
        outside = 0
        if retreat.range is not None:
            outside = sum(node not in retreat.range for node in path[1:])
        self.found.append(Way(path[1:], (unsafe, missing, outside, -away), zones))


def ends_there(position: SerbiaPosition, retreat: Retreat, node: int) -> bool:
    """[6.4] [24.2] Whether a retreat may end in a hex before its time: Vogošća, or a way off the map."""
    if retreat.calm and is_refuge(position, retreat, node):
        return True
    return retreat.montenegrin and bool(montenegro.boxes_at(position.setting, node))


def all_ways(position: SerbiaPosition, retreat: Retreat, here: int, hexes: int) -> list[Way]:
    """The ways back of so many hexes, and those that end before because nothing leads on.

    Ways that lead straight away from the origin are the farthest: others only count where there are none.
    """
    search = _Search(position, retreat, hexes)
    away = position.setting.board.distance(retreat.origin, here) or 0
    if retreat.range is None:
        search.straight((here,), away, 0)
        if any(not way.rank[0] for way in search.found):
            return search.found
    search.found.clear()
    search.crooked((here,), away, 0)
    return search.found


def leads_to_safety(position: SerbiaPosition, retreat: Retreat, here: int, hexes: int) -> bool:
    """[6.4] Whether a calm retreat can come to a hex in which it may end."""
    search = _Search(position, retreat, hexes)
    heads, seen = [here], {here}
    for _ in range(hexes):
        further = []
        for head in heads:
            for there, _, _ in search.next_hexes(head):
                if there in seen:
                    continue
                if not is_threatened(position, retreat, there):
                    return True
                seen.add(there)
                further.append(there)
        heads = further
    return False


def open_ways(position: SerbiaPosition, retreat: Retreat, here: int, hexes: int) -> list[Way]:
    """[11.1.1] [11.1.1a] The ways back among which the owner chooses (decision SE-R301)."""
    found = all_ways(position, retreat, here, hexes)
    if not found:
        return []
    best = min(way.rank for way in found)
    equal = [way for way in found if way.rank == best]
    if len(equal) == 1:
        return equal
    guided = _guided(position, retreat, here, equal)
    fewest = min(way.open_zones for way in equal)
    if min(way.open_zones for way in guided) > fewest:
        quiet = [way for way in equal if way.open_zones == fewest]
        guided = guided + _guided(position, retreat, here, quiet)
    # That a retreat need go no further than to a refuge, or off the map, is its owner's right whatever
    # the guidelines prefer.
    ended = [way for way in equal if len(way.hexes) < hexes and ends_there(position, retreat, way.hexes[-1])]
    return guided + [way for way in ended if way not in guided]


def _guided(position: SerbiaPosition, retreat: Retreat, here: int, ways: Sequence[Way]) -> list[Way]:
    """[11.1.1] Of ways equally long those that keep to the army's area, then those toward supply."""
    area = _own_ground(position, retreat)
    strayed = [0 if area is None else _strays(area, way) for way in ways]
    least = min(strayed)
    kept = [way for way, hexes in zip(ways, strayed, strict=True) if hexes == least]
    if len(kept) == 1:
        return kept
    sources = supply_hexes(position, retreat)
    if not sources:
        return kept
    from_here = _nearest(position, sources, here)
    ends = {way.hexes[-1] for way in kept}
    directions = {end: _direction(_nearest(position, sources, end), from_here) for end in ends}
    best = min(directions.values())
    return [way for way in kept if directions[way.hexes[-1]] == best]


def guidance(position: SerbiaPosition, retreat: Retreat, here: int, way: Way) -> tuple[int, int]:
    """[11.1.1] How many hexes of a way are outside the army's area, and whether it ends nearer to supply,
    as far, or farther; as far if there is no supply unit to go for."""
    area = _own_ground(position, retreat)
    sources = supply_hexes(position, retreat)
    if not sources:
        direction = AS_FAR
    else:
        there, now = (_nearest(position, sources, node) for node in (way.hexes[-1], here))
        direction = _direction(there, now)
    return 0 if area is None else _strays(area, way), direction


def _own_ground(position: SerbiaPosition, retreat: Retreat) -> int | None:
    """[5.1] The area of the army of a stack, as bits; None for Serbs, who have but one army."""
    if retreat.side == SERBIA:
        return None
    army = next((unit.army for name in retreat.names if (unit := position.units[name]).army), "")
    return areas.grounds(position).get(army)


def _strays(area: int, way: Way) -> int:
    """Hexes of a way outside an army's area."""
    return sum([not area >> node & 1 for node in way.hexes])


def supply_hexes(position: SerbiaPosition, retreat: Retreat) -> list[int]:
    """[11.1.1] Where the supply units stand that may provision a stack; Montenegrins go for their borders."""
    if retreat.montenegrin:
        return sorted(position.setting.board.regions.get(supply.MONTENEGRIN_SOURCES, ()))
    board = position.setting.board
    found = supply.supply_units_for(position, retreat.names)
    hexes = {unit.at for unit in found if unit.name not in retreat.names}
    return sorted(node for node in hexes if node >= 0 and not board.is_area(node))


def _nearest(position: SerbiaPosition, sources: Iterable[int], node: int) -> int:
    board = position.setting.board
    return min(board.distance(node, source) or 0 for source in sources)


def _direction(then: int, now: int) -> int:
    return NEARER if then < now else AS_FAR if then == now else FARTHER


def advised(ways: Sequence[Way], position: SerbiaPosition, retreat: Retreat, here: int) -> Way:
    """A sensible way: few zones and crossings, then nearest to supply."""
    sources = supply_hexes(position, retreat)

    def worth(way: Way) -> tuple[int, int, tuple[int, ...]]:
        away = _nearest(position, sources, way.hexes[-1]) if sources else 0
        crossings = sum(
            is_hard_crossing(position, retreat.side, one, other)
            for one, other in pairwise((here, *way.hexes))
        )
        return (way.open_zones + 2 * crossings, away, way.hexes)

    return min(ways, key=worth)
