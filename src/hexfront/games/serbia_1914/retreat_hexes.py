"""[11.1.1] Where a stack may retreat to: the priorities as a search over all ways back.

A way back is judged in this order. It is as long as it must be; a garrison stays in its range; it ends as
far as possible from the hex of the combat. Of the ways that are equal so far, those that best keep to the
army's area and then lead towards a supply unit are open to the owner; besides, if they have fewer open enemy
zones, those with the fewest [11.1.1a].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from hexfront.games.serbia_1914 import attachment, montenegro, pontoons, supply
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.setting import NO_WHEELS
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, IMPASSABLE, MONTENEGRO, SERBIA

BEOGRAD = "30.09"
VOGOSCA = "06.20"  # beyond which no demoralized Austro-Hungarian need go [6.4]
REGIONS = {"SYRMIEN": "Syrmien", "BANAT": "Banat"}  # [25.2]
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
    crossings: int


def retreat_of(
    position: SerbiaPosition, names: Sequence[str], origin: int, *, own: int = -1, calm: bool = False
) -> Retreat:
    """What binds a stack on its retreat."""
    pieces = [position.piece(position.units[name]) for name in names]
    units = [position.units[name] for name in names]
    regions = position.setting.board.regions
    region = next((regions.get(REGIONS[piece.army]) for piece in pieces if piece.army in REGIONS), None)
    garrison = next((unit for unit, piece in zip(units, pieces, strict=True) if piece.garrison), None)
    formation = any(piece.formation for piece in pieces)
    return Retreat(
        pieces[0].side,
        tuple(names),
        origin,
        own,
        calm,
        train=pieces[0].train,
        wheels=any(piece.wheels for piece in pieces),
        montenegrin=all(piece.nation == MONTENEGRO for piece in pieces),
        region=region,
        range=garrison_range(position, garrison.name) if garrison is not None and not formation else None,
    )


def garrison_range(position: SerbiaPosition, name: str) -> frozenset[int] | None:
    """[8.6.2] [8.6.4] [8.6.5] The hexes a garrison is bound to; None if it is free."""
    piece = position.piece(position.units[name])
    board = position.setting.board
    if not piece.place or piece.place not in board:
        return None
    home = board[piece.place]
    if position.controller(home) not in ("", piece.side):
        return None
    if piece.side == SERBIA and BEOGRAD in board and position.controller(board[BEOGRAD]) == AUSTRIA_HUNGARY:
        return None
    return frozenset(board.within(home, piece.range))


def may_roll(position: SerbiaPosition, here: int, there: int) -> bool:
    """[7.9] Whether cavalry and trains may go from a hex to the next: in mountains only by roadway."""
    setting = position.setting
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
    """[6.4] Whether a hex is Vogošća, beyond which no demoralized Austro-Hungarian Formation need retreat."""
    return side == AUSTRIA_HUNGARY and position.setting.board.label(node) == VOGOSCA


def is_refuge(position: SerbiaPosition, retreat: Retreat, node: int) -> bool:
    """[6.4] Whether a calm retreat may end in a hex before its time, and whatever enemies are near."""
    return not retreat.train and is_vogosca(position, node, retreat.side)


def is_threatened(position: SerbiaPosition, retreat: Retreat, node: int) -> bool:
    """[6.4] [15.6.2a] Whether a calm retreat that ended in a hex would have to begin again at once.

    Demoralized Formations stay in no enemy zone; trains do beside a Combat unit.
    """
    if not position.in_enemy_zone(node, retreat.side):
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
    """[11.1] [7.9] [25.2] Whether a stack may retreat from a hex into the next."""
    setting = position.setting
    if position.has_enemy(there, retreat.side) or there not in setting.in_play:
        return False
    if retreat.region is not None and there not in retreat.region:
        return False
    if setting.is_donau(here, there) and (
        retreat.side != AUSTRIA_HUNGARY or not setting.has_bridge(here, there)
    ):
        return False
    if setting.board.terrain[there] not in setting.tables.terrain:
        return False
    return not retreat.wheels or may_roll(position, here, there)


def steps(position: SerbiaPosition, retreat: Retreat, here: int) -> list[int]:
    """The hexes a stack may retreat to next, priorities aside."""
    return [
        there
        for there in position.setting.beside[here]
        if may_step(position, retreat, here, there)
        and not (retreat.calm and is_open_zone(position, retreat, there))
    ]


def all_ways(position: SerbiaPosition, retreat: Retreat, here: int, hexes: int) -> list[Way]:
    """Every way back of so many hexes, and those that end before because nothing leads on."""
    board = position.setting.board
    known: dict[int, list[int]] = {}

    def further(node: int) -> list[int]:
        if node not in known:
            known[node] = steps(position, retreat, node)
        return known[node]

    def outward(path: tuple[int, ...], straight: bool) -> Iterator[tuple[int, ...]]:
        if len(path) > hexes:
            yield path
            return
        ended = True
        if retreat.calm and not straight and len(path) > 1:
            yield path  # better a short way to a quiet hex than a long one to none
        away = board.distance(retreat.origin, path[-1]) or 0
        for there in further(path[-1]):
            if there in path or there == retreat.origin:
                continue
            if straight and (board.distance(retreat.origin, there) or 0) <= away:
                continue
            ended = False
            yield from outward((*path, there), straight)
        if ended and not straight and not retreat.calm:
            yield path

    # Ways that lead straight away are the farthest; only where none is long enough the others matter.
    found = [_judged(position, retreat, path, hexes) for path in outward((here,), True)]
    if not found or (retreat.calm and min(way.rank[0] for way in found)) or retreat.range is not None:
        found = [_judged(position, retreat, path, hexes) for path in outward((here,), False)]
    return [way for way in found if way.hexes]


def _judged(position: SerbiaPosition, retreat: Retreat, path: tuple[int, ...], hexes: int) -> Way:
    setting = position.setting
    end = path[-1]
    gone = path[1:]
    missing = hexes - len(gone)
    away = setting.board.distance(retreat.origin, end) or 0
    refuge = retreat.calm and is_refuge(position, retreat, end)
    if missing and (refuge or (retreat.montenegrin and montenegro.boxes_at(setting, end))):
        away += missing
        missing = 0
    unsafe = int(retreat.calm and not refuge and is_threatened(position, retreat, end))
    outside = sum(node not in retreat.range for node in gone) if retreat.range is not None else 0
    return Way(
        gone,
        (unsafe, missing, outside, -away),
        sum(is_open_zone(position, retreat, node) for node in gone),
        sum(
            is_hard_crossing(position, retreat.side, one, other)
            for one, other in zip(path, gone, strict=False)
        ),
    )


def open_ways(position: SerbiaPosition, retreat: Retreat, here: int, hexes: int) -> list[Way]:
    """[11.1.1] [11.1.1a] The ways back among which the owner chooses."""
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
    return guided


def _guided(position: SerbiaPosition, retreat: Retreat, here: int, ways: Sequence[Way]) -> list[Way]:
    """[11.1.1] Of ways equally long those that keep to the army's area, then those toward supply."""
    strayed = [_strays(position, retreat, way) for way in ways]
    least = min(strayed)
    kept = [way for way, hexes in zip(ways, strayed, strict=True) if hexes == least]
    if len(kept) == 1:
        return kept
    sources = supply_hexes(position, retreat)
    if not sources:
        return kept
    from_here = _nearest(position, sources, here)
    directions = [_direction(_nearest(position, sources, way.hexes[-1]), from_here) for way in kept]
    best = min(directions)
    return [way for way, direction in zip(kept, directions, strict=True) if direction == best]


def _strays(position: SerbiaPosition, retreat: Retreat, way: Way) -> int:
    """Hexes of a way outside the area of attachment of the army of the stack."""
    army = next((unit.army for name in retreat.names if (unit := position.units[name]).army), "")
    if retreat.side == SERBIA or not army:
        return 0
    return sum(attachment.army_of(position, node) != army for node in way.hexes)


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


def advised(ways: Sequence[Way], position: SerbiaPosition, retreat: Retreat) -> Way:
    """A sensible way: few zones and crossings, then nearest to supply."""
    sources = supply_hexes(position, retreat)

    def worth(way: Way) -> tuple[int, int, tuple[int, ...]]:
        away = _nearest(position, sources, way.hexes[-1]) if sources else 0
        return (way.open_zones + 2 * way.crossings, away, way.hexes)

    return min(ways, key=worth)
