"""[25.1] The squadrons of the Donau flotilla: sailing, dangers, refit, and support of combat."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

import msgspec

from hexfront.games.serbia_1914 import premises
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, DONAU, SAVA, SERBIA
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

REFIT_TURNS = 3
HIT = 6
LOW_WATER = "low water"
MINES = "russian naval mission"
BATTERIES = "Beograd batteries"
FRENCH = "French naval guns"
FRENCH_GUNS = "french naval artillery"
REPLACEMENT = "naval squadron replacement"
SEMLIN = "29.09"
BEOGRAD = "30.09"
SAFE_FOR_SEMLIN = frozenset({"28.08", "29.08"})
LOW_WATER_COLUMNS = range(18, 29)  # the Sava below 17.08/17.09 and above 29.09/30.09 [25.1.3]
LOW_WATER_ALSO = "29.10"
RETREATS = {"ah-naval-sava": "17.08"}  # where low water leaves a squadron; a Donau squadron at Semlin
BROD = "brod"


class Reached(NamedTuple):
    """A hex that can be sailed to: what it costs, and by which way."""

    cost: int
    route: tuple[int, ...]


@lru_cache(maxsize=16)
def _waters(setting: SerbiaSetting) -> dict[int, tuple[tuple[int, int], ...]]:
    """[25.1.1] For each hex on the Sava or Donau, the hexes a squadron can sail to, with their cost.

    It crosses a river hexside, or goes along a bank from one hex to the next if both have a hexside on the
    same far hex. Off the map the Sava goes on to Brod.
    """
    rivers = frozenset({SAVA, DONAU})
    banks: dict[int, set[int]] = {}
    for side in setting.board.sides:
        if side.features & rivers:
            banks.setdefault(side.a, set()).add(side.b)
            banks.setdefault(side.b, set()).add(side.a)
    found: dict[int, list[tuple[int, int]]] = {}
    for here, opposite in banks.items():
        for there in setting.beside[here]:
            if there in opposite or (there in banks and opposite & banks[there]):
                found.setdefault(here, []).append((there, 1))
    for link in setting.links:
        if BROD in (link.a, link.b):
            a, b = setting.board[link.a], setting.board[link.b]
            far, edge = (a, b) if setting.board.is_area(a) else (b, a)
            if edge in found:
                found[edge].append((far, link.hexes))
                found.setdefault(far, []).append((edge, link.hexes))
    return {node: tuple(sorted(steps)) for node, steps in found.items()}


def is_on_river(setting: SerbiaSetting, node: int) -> bool:
    """Whether a hex lies on the Sava or the Donau."""
    return node in _waters(setting)


@lru_cache(maxsize=16)
def _low_water(setting: SerbiaSetting) -> frozenset[int]:
    """[25.1.3] Hexes of the Sava in which no squadron can be when the water is low."""
    board = setting.board
    sava = {node for side in board.sides if SAVA in side.features for node in (side.a, side.b)}
    donau = {node for side in board.sides if DONAU in side.features for node in (side.a, side.b)}
    return frozenset(
        node
        for node in sava - donau
        if int(board.label(node)[:2]) in LOW_WATER_COLUMNS or board.label(node) == LOW_WATER_ALSO
    )


def under_french_guns(position: SerbiaPosition) -> frozenset[int]:
    """[25.1.4] The hexes the French naval guns close."""
    return position.setting.board.regions.get(FRENCH, frozenset())


def closed(position: SerbiaPosition) -> frozenset[int]:
    """Hexes no squadron may enter now."""
    found: frozenset[int] = frozenset()
    if LOW_WATER in position.events:
        found |= _low_water(position.setting)
    if position.flags.get(FRENCH_GUNS):
        found |= under_french_guns(position)
    return found


def passes_batteries(position: SerbiaPosition, here: int, there: int) -> bool:
    """[25.1.2] Whether a step enters or leaves the waters before Beograd, Semlin from upstream excepted.

    The batteries are silent while Austria-Hungary controls Beograd (decision SE-R087).
    """
    setting = position.setting
    if BEOGRAD in setting.board and position.controller(setting.board[BEOGRAD]) == AUSTRIA_HUNGARY:
        return False
    batteries = setting.board.regions.get(BATTERIES, frozenset())
    if here not in batteries and there not in batteries:
        return False
    labels = {setting.board.label(here), setting.board.label(there)}
    return not (SEMLIN in labels and labels & SAFE_FOR_SEMLIN)


def passes_mines(position: SerbiaPosition, there: int) -> bool:
    """[25.1.2] Whether a hex or the bank opposite is controlled by Serbia, once the Russians have come."""
    if MINES not in position.events or position.setting.board.is_area(there):
        return False
    return any(position.controller(node) == SERBIA for node in _both_banks(position.setting, there))


@lru_cache(maxsize=2048)
def _both_banks(setting: SerbiaSetting, there: int) -> tuple[int, ...]:
    """A hex and those across a great river from it."""
    rivers = frozenset({SAVA, DONAU})
    across = [other for other in setting.beside[there] if setting.side(there, other).features & rivers]
    return there, *across


def routes(position: SerbiaPosition, unit: Unit) -> dict[int, Reached]:
    """[25.1.1] Every hex a squadron can sail to with its points, by a safe way if there is one."""
    budget, barred = position.allowance - unit.spent, closed(position)
    return position.memo.found(("routes", unit.at, budget, barred), _routes, position, unit, budget, barred)


def _routes(position: SerbiaPosition, unit: Unit, budget: int, barred: frozenset[int]) -> dict[int, Reached]:
    found = _sailed(position, unit.at, budget, barred, safe=False)
    batteries = position.setting.board.regions.get(BATTERIES, frozenset())
    if MINES in position.events or not batteries.isdisjoint(found):
        by_any_way, found = found, _sailed(position, unit.at, budget, barred, safe=True)
        for node, reached in by_any_way.items():
            found.setdefault(node, reached)
    del found[unit.at]
    return found


def _sailed(
    position: SerbiaPosition, start: int, budget: int, barred: frozenset[int], *, safe: bool
) -> dict[int, Reached]:
    """The shortest ways from a hex, all of them or only those without danger."""
    waters = _waters(position.setting)
    found = {start: Reached(0, (start,))}
    queue = [(0, start)]
    while queue:
        cost, node = heappop(queue)
        if cost > found[node].cost:
            continue
        for there, price in waters.get(node, ()):
            total = cost + price
            if total > budget or there in barred or (there in found and found[there].cost <= total):
                continue
            if safe and (passes_batteries(position, node, there) or passes_mines(position, there)):
                continue
            found[there] = Reached(total, (*found[node].route, there))
            heappush(queue, (total, there))
    return found


def destinations(position: SerbiaPosition, unit: Unit) -> dict[int, int]:
    """[25.1.1] Where a squadron may sail and stop, with the cost; it may pass enemy units, not stop there."""
    return {
        node: reached.cost
        for node, reached in routes(position, unit).items()
        if not position.has_enemy(node, AUSTRIA_HUNGARY)
    }


def why_not_sail(position: SerbiaPosition, unit: Unit, node: int) -> Refusal | None:
    """Why a squadron cannot sail to a hex."""
    label = position.setting.board.label(node)
    if not is_on_river(position.setting, node):
        return Refusal("25.1.1", f"{label} is not on the Sava or the Donau")
    if position.has_enemy(node, AUSTRIA_HUNGARY):
        return Refusal("25.1.1", f"enemy units are in {label}")
    if node in closed(position):
        rule = "25.1.3" if LOW_WATER in position.events else "25.1.4"
        return Refusal(rule, f"{label} is closed to squadrons")
    return Refusal("25.1.1", f"{label} is too far", None, position.allowance - unit.spent)


def sail(table: Table, position: SerbiaPosition, unit: Unit, to: int) -> Procedure:
    """[25.1.1] [25.1.2] Sail to a hex; the dangers of the way are rolled for when it ends."""
    yield from ()
    cost, route = routes(position, unit)[to]
    steps = list(pairwise(route))
    batteries = any(passes_batteries(position, here, there) for here, there in steps)
    mines = any(passes_mines(position, there) for _, there in steps)
    sweep(table, position, route)
    position.change(unit.name, at=to, spent=unit.spent + cost, moved=True)
    where = position.setting.board.name_of(to)
    table.tell(f"{position.label(unit)} sails to {where}", "25.1.1", kind="move")
    if batteries:
        danger(table, position, unit.name, "batteries", "batteries of Beograd")
    if mines and unit.name in position.units:
        danger(table, position, unit.name, "mines", "mines of the Russian mission")
    return None


def sweep(table: Table, position: SerbiaPosition, route: Iterable[int]) -> None:
    """[21.2.4] A squadron that comes beside the hexside of a Serbian pontoon bridge destroys it."""
    passed = set(route)
    for between, pontoon in list(position.pontoons.items()):
        if pontoon.side == SERBIA and passed & {position.setting.board[each] for each in between.split("/")}:
            del position.pontoons[between]
            table.tell(f"The pontoon bridge {between} is destroyed by ships", "21.2.4", kind="bridge")


def danger(table: Table, position: SerbiaPosition, name: str, purpose: str, what: str) -> None:
    """[25.1.2] On a six the squadron is hit: it refits for three game turns, or is lost if hit before."""
    told = table.premise(premises.NAVAL)
    if told is None:
        words = f"{what}: {position.label(name)}"
        hit = table.roll(purpose, "25.1.2", at=name, words=words) >= HIT
    else:
        hit = told == premises.HIT
    if not hit:
        return
    unit = position.remove(name)
    if unit.reductions:
        position.gone.add(name)
        table.tell(f"{position.setting.pieces[unit.piece].label} is sunk", "25.1.2", kind="loss")
        return
    back = position.turn + REFIT_TURNS
    position.waiting[name] = msgspec.structs.replace(
        unit, at=OFF_MAP, reductions=1, returns=back, spent=0, moved=False, began=OFF_MAP
    )
    table.tell(f"{position.label(name)} is hit and refits until turn {back}", "25.1.2", kind="loss")


def is_refitting(position: SerbiaPosition, unit: Unit) -> bool:
    return position.piece(unit).naval and unit.reductions > 0 and unit.returns > OFF_MAP


def replacements_left(position: SerbiaPosition) -> int:
    """[25.1.2] Naval replacements not yet used."""
    stock = sum(each.count for each in position.setting.parameters.head.markers if each.marker == REPLACEMENT)
    return stock - position.flags.get(REPLACEMENT, 0)


def make_good(table: Table, position: SerbiaPosition, name: str) -> None:
    """[25.1.2] Use the naval replacement for a squadron in refit."""
    position.flags[REPLACEMENT] = position.flags.get(REPLACEMENT, 0) + 1
    position.waiting[name] = msgspec.structs.replace(position.waiting[name], reductions=0)
    table.tell(f"{position.label(name)} is made good", "25.1.2", kind="replacement")


def bases(position: SerbiaPosition, unit: Unit) -> list[int]:
    """[25.1.2] [25.1.4] The bases to which a squadron can return."""
    board = position.setting.board
    barred = closed(position)
    nodes = (board[label] for label in position.piece(unit).bases if label in board)
    return [node for node in nodes if node not in barred and not position.has_enemy(node, AUSTRIA_HUNGARY)]


def begin_turn(table: Table, position: SerbiaPosition) -> None:
    """[25.1.3] When the water falls, squadrons on the Sava between the two hexsides are displaced."""
    if LOW_WATER in position.events:
        clear_waters(table, position, _low_water(position.setting), "25.1.3")


def clear_waters(table: Table, position: SerbiaPosition, nodes: frozenset[int], rule: str) -> None:
    """[25.1.3] [25.1.4] Squadrons in waters that are closed go toward their base, to the first free hex."""
    for unit in position.of_side(AUSTRIA_HUNGARY):
        if position.piece(unit).naval and unit.at in nodes:
            to = refuge(position, unit)
            if to is None:
                position.remove(unit.name)
                position.waiting[unit.name] = msgspec.structs.replace(unit, at=OFF_MAP, returns=position.turn)
                table.tell(f"{position.label(unit.name)} waits for a free base", rule, kind="move")
            else:
                position.change(unit.name, at=to)
                where = position.setting.board.name_of(to)
                table.tell(f"{position.label(unit)} withdraws to {where}", rule, kind="move")


def refuge(position: SerbiaPosition, unit: Unit) -> int | None:
    """[25.1.3] (decision SE-R088) 17.08 for the Sava squadron, Semlin for others, or nearer to base."""
    board = position.setting.board
    barred = closed(position)
    first = RETREATS.get(unit.name, SEMLIN)
    if first not in board:
        return None
    start = board[first]
    for label in position.piece(unit).bases:
        if label in board:
            for node in _way(position.setting, start, board[label]):
                if node not in barred and not position.has_enemy(node, AUSTRIA_HUNGARY):
                    return node
    return None


def _way(setting: SerbiaSetting, start: int, goal: int) -> list[int]:
    """The shortest way by river from one hex to another, both ends included."""
    waters = _waters(setting)
    before = {start: start}
    queue = [start]
    while queue and goal not in before:
        node = queue.pop(0)
        for there, _ in waters.get(node, ()):
            if there not in before:
                before[there] = node
                queue.append(there)
    if goal not in before:
        return [start]
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


def may_support(position: SerbiaPosition, unit: Unit, node: int) -> bool:
    """[25.1] Whether a squadron can add its artillery to a combat in its hex or one beside it.

    That hex must be on a river too. Once in a phase; a squadron never fights alone.
    """
    if unit.supported or unit.at == OFF_MAP or not is_on_river(position.setting, node):
        return False
    return node == unit.at or node in position.setting.beside[unit.at]
