"""[15.6.2b] [15.6.3] Depots: they move by rail only, off the map too, and fly from the enemy.

A depot on a railway outside the map is at one of its boxes: ``bound_for`` is the other end of the line it is
on, and ``travelled`` how many hexes it is away from the box [15.6.3a].
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import Displace
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.rules import railways
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

SAFE = 3  # hexes from the enemy that a depot looks for
FOR_A_LINE = "15.4"
NOT_BY_SCHEDULE = 999  # the turn in which a depot beside the map returns: only when a railway is open
OFF_MAP_TRACKS = ("single-track", "narrow-track")


class Ride(msgspec.Struct, frozen=True, gc=False):
    """What a ride costs a depot, and where it is then."""

    cost: int
    at: int
    bound_for: int = OFF_MAP
    travelled: int = 0


@lru_cache(maxsize=16)
def off_map_railways(setting: SerbiaSetting) -> dict[int, tuple[tuple[int, int], ...]]:
    """[15.6.3a] The railways outside the map by their ends: the far end of each, and its hexes."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for link in setting.links:
        if link.kind in OFF_MAP_TRACKS:
            a, b = setting.board[link.a], setting.board[link.b]
            found[a] = (*found.get(a, ()), (b, link.hexes))
            found[b] = (*found.get(b, ()), (a, link.hexes))
    return found


def may_stand(position: SerbiaPosition, node: int, side: str) -> bool:
    """[15.6.2] Whether a supply unit may be in a hex: no enemy zone, or a Combat unit of its side."""
    if node not in position.setting.in_play:
        return False
    return not position.in_enemy_zone(node, side) or position.has_combat_unit(node, side)


def _may_enter(position: SerbiaPosition, node: int, side: str) -> bool:
    """[15.6.3] Whether a depot may ride into a hex: its railway works, and it may be there."""
    return node in railways.operational(position, side) and may_stand(position, node, side)


def rides(position: SerbiaPosition, unit: Unit) -> dict[int, Ride]:
    """[15.6.3] [15.6.3a] Where a depot may ride, one movement point for each hex of railway.

    The far end of a railway outside the map may be chosen even if the points do not suffice: the depot then
    stops on the way and has none left.
    """
    left = position.allowance - unit.spent
    if left <= 0 or unit.moved or unit.inactive:
        return {}
    key = ("rides", unit.name, unit.at, unit.bound_for, unit.travelled, left)
    return position.memo.found(key, _rides, position, unit, left)


def _rides(position: SerbiaPosition, unit: Unit, left: int) -> dict[int, Ride]:
    setting, side = position.setting, position.side_of(unit)
    joined = ground.tracks(setting.board)
    links = off_map_railways(setting) if side == AUSTRIA_HUNGARY else {}
    found: dict[int, Ride] = {}
    short: dict[int, Ride] = {}
    layers: list[list[int]] = [[] for _ in range(left + 1)]

    def come(node: int, cost: int) -> None:
        if node not in found or cost < found[node].cost:
            found[node] = Ride(cost, node)
            layers[cost].append(node)

    def leave(start: int, end: int, before: int, hexes: int) -> None:
        """Take a railway outside the map from a place to its far end."""
        if end not in setting.in_play or not (setting.board.is_area(end) or _may_enter(position, end, side)):
            return
        if before + hexes <= left:
            come(end, before + hexes)
        elif before < left:
            gone = left - before
            if setting.board.is_area(start):
                short.setdefault(end, Ride(left, start, end, gone))
            else:
                short.setdefault(end, Ride(left, end, start, hexes - gone))

    if unit.bound_for == OFF_MAP:
        come(unit.at, 0)
    else:
        _ride_on(position, unit, left, come, short)
    works = railways.operational(position, side)
    for cost in range(left + 1):
        for node in layers[cost]:
            if found[node].cost != cost:
                continue
            for other in joined[node] if cost < left else ():
                known = found.get(other)
                if other in works and (known is None or known.cost > cost + 1):
                    if may_stand(position, other, side):
                        come(other, cost + 1)
            for end, hexes in links.get(node, ()):
                leave(node, end, cost, hexes)
    if unit.bound_for == OFF_MAP:
        del found[unit.at]
    return short | found


def _ride_on(
    position: SerbiaPosition,
    unit: Unit,
    left: int,
    come: Callable[[int, int], None],
    short: dict[int, Ride],
) -> None:
    """[15.6.3a] From a place on a railway outside the map a depot goes on, or turns back."""
    side = position.side_of(unit)
    hexes = next(hexes for end, hexes in off_map_railways(position.setting)[unit.at] if end == unit.bound_for)
    if unit.travelled <= left:
        come(unit.at, unit.travelled)
    else:
        short[unit.at] = Ride(left, unit.at, unit.bound_for, unit.travelled - left)
    end = unit.bound_for
    if not position.setting.board.is_area(end) and not _may_enter(position, end, side):
        return
    if hexes - unit.travelled <= left:
        come(end, hexes - unit.travelled)
    else:
        short[end] = Ride(left, unit.at, end, unit.travelled + left)


def destinations(position: SerbiaPosition, unit: Unit) -> dict[int, int]:
    """[15.6.3] Where a depot may ride, with the movement points each place takes."""
    return {node: ride.cost for node, ride in rides(position, unit).items()}


def ride(table: Table, position: SerbiaPosition, unit: Unit, to: int) -> Procedure:
    """[15.6.3] Move a depot along the railway."""
    chosen = rides(position, unit)[to]
    position.change(
        unit.name,
        at=chosen.at,
        bound_for=chosen.bound_for,
        travelled=chosen.travelled,
        spent=unit.spent + chosen.cost,
    )
    label = position.setting.board.label(to)
    where = label if chosen.bound_for == OFF_MAP else f"the railway to {label}"
    owner = (position.side_of(unit),)
    table.tell(f"{position.label(unit)} moves to {where}", "15.6.3", kind="move", to=owner)
    yield from ()
    return None


def refuges(position: SerbiaPosition, unit: Unit, rule: str) -> list[int]:
    """[15.6.2b] [15.4] The railway hexes a depot may fly to, nearest first, and boxes off the map last.

    It may not come to stand in an enemy zone alone, and in the supply phase it must find a line of
    communications (decision SE-R025).
    """
    side = position.side_of(unit)
    board = position.setting.board
    if rule == FOR_A_LINE:
        hexes = railways.served(position, side, unit.army)
    else:
        hexes = sorted(railways.operational(position, side))
    found = [node for node in hexes if node != unit.at and may_stand(position, node, side)]
    found.sort(key=lambda node: ((board.distance(unit.at, node) or 0) if unit.at != OFF_MAP else 0, node))
    if side == AUSTRIA_HUNGARY:
        boxes = off_map_railways(position.setting).keys() & position.setting.in_play
        found += [node for node in sorted(boxes) if board.is_area(node)]
    return found


def displace(table: Table, position: SerbiaPosition, name: str, rule: str = "15.6.2b") -> Procedure:
    """[15.6.2b] [15.4] A depot flies to a railway hex of its owner's choice and shows its back.

    If there is none it waits beside the map for a supply phase in which there is one.
    """
    unit = position.units.get(name) or position.waiting[name]
    open_to = refuges(position, unit, rule)
    if not open_to:
        if name in position.units:
            position.waiting[name] = msgspec.structs.replace(
                position.remove(name), at=OFF_MAP, bound_for=OFF_MAP, travelled=0, returns=NOT_BY_SCHEDULE
            )
            table.tell(
                f"{position.label(name)} leaves the map: no railway is left to it", rule, kind="supply"
            )
        return None
    answer = yield _ask_displace(position, unit, open_to, rule)
    position.waiting.pop(name, None)
    to = position.setting.board[answer.to]
    position.put(
        msgspec.structs.replace(unit, at=to, bound_for=OFF_MAP, travelled=0, extended=True, returns=OFF_MAP)
    )
    position.memo.clear()
    table.tell(f"{position.label(name)} is displaced to {answer.to}", rule, kind="supply")
    return None


def bring_back(table: Table, position: SerbiaPosition, side: str) -> Procedure:
    """[15.4] Depots that wait beside the map come back as soon as a railway hex is open to them."""
    for name, unit in sorted(position.waiting.items()):
        if position.piece(unit).depot and unit.returns == NOT_BY_SCHEDULE and position.side_of(unit) == side:
            yield from displace(table, position, name, FOR_A_LINE)
    return None


def _ask_displace(position: SerbiaPosition, unit: Unit, open_to: list[int], rule: str) -> Ask:
    label = position.setting.board.label
    return Ask(
        position.side_of(unit),
        "displace",
        f"Where does {position.label(unit)} go?",
        rule,
        options=lambda: [Displace(unit.name, label(node)) for node in open_to],
        default=lambda: Displace(unit.name, label(_safest(position, unit, open_to))),
        about=matters.Displacement(unit.name),
    )


def _safest(position: SerbiaPosition, unit: Unit, open_to: list[int]) -> int:
    """The nearest hex with no enemy within three hexes, else the nearest of all."""
    side = position.side_of(unit)
    for node in open_to:
        if position.enemy_distance(node, side, SAFE) is None:
            return node
    return open_to[0]
