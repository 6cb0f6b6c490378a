"""[19.1] Forces that stand in two hexes: extending, consolidating, wheeling, moving sideways.

Each half of the Force steps into a hex beside it or stays where it is, and the dearer of the steps is paid.
So one rule covers all the manners of moving that the book names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import msgspec

from hexfront.games.serbia_1914 import limits, marches
from hexfront.games.serbia_1914.force import MOST_ASSETS
from hexfront.games.serbia_1914.orders import Close, Spread
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal

Steps = Callable[[int], dict[int, int]]  # the hexes one may step to from a hex, with what each step costs

spread_order = cache(Spread)
close_order = cache(Close)


class Shift(msgspec.Struct, frozen=True, gc=False):
    """A change of the hexes of a Force: those it then has, its cost, and the steps of its halves."""

    hexes: tuple[int, ...]
    cost: int
    steps: tuple[tuple[int, int], ...]


def may_spread(position: SerbiaPosition, names: Iterable[str]) -> bool:
    """[19.0] [8.8.1] Whether all units of a Force are Combat units; artillery cannot stand in two hexes."""
    pieces, units = position.setting.pieces, position.units
    return all(pieces[units[name].piece].combat for name in names)


def shifts(
    position: SerbiaPosition, names: Sequence[str], steps: Steps, points: int
) -> dict[frozenset[int], Shift]:
    """[19.1.1] [19.1.4] Every way a Force may come to stand in two hexes, or leave them, for some points.

    Single steps from one hex to another are not among them. Hexes held by prepared attacks are kept [19.1.4].
    """
    first = position.units[names[0]]
    if first.at == OFF_MAP or not may_spread(position, names):
        return {}
    held = {
        node for node in position.hexes_of(first) if limits.why_not_quit(position, names, node) is not None
    }
    if first.also == OFF_MAP:
        found = _from_one(position, names, first.at, steps=steps, held=bool(held))
    else:
        found = _from_two(position, names, (first.at, first.also), steps=steps, held=held)
    return {pair: shift for pair, shift in found.items() if shift.cost <= points}


def _from_one(
    position: SerbiaPosition, names: Sequence[str], here: int, *, steps: Steps, held: bool
) -> dict[frozenset[int], Shift]:
    """[19.1.1] From one hex into two: one of them may be the old one."""
    beside = position.setting.beside
    prices = {there: price for there, price in steps(here).items() if not is_shared(position, names, there)}
    found: dict[frozenset[int], Shift] = {}
    if not is_shared(position, names, here):
        for there, price in prices.items():
            found[frozenset((here, there))] = Shift((here, there), price, ((here, there),))
    if held:
        return found
    for there, price in prices.items():
        for other in beside[there]:
            if there < other and other in prices:
                found[frozenset((there, other))] = Shift(
                    (there, other), max(price, prices[other]), ((here, there), (here, other))
                )
    return found


def _from_two(
    position: SerbiaPosition,
    names: Sequence[str],
    hexes: tuple[int, int],
    *,
    steps: Steps,
    held: set[int],
) -> dict[frozenset[int], Shift]:
    """[19.1.1] [19.1.4] From two hexes into one or two; a half that is held stays."""
    beside = position.setting.beside
    a, b = hexes
    lefts, rights = ({here: 0} if here in held else {here: 0, **steps(here)} for here in hexes)
    shared = {node for node in {*lefts, *rights} if is_shared(position, names, node)}
    found: dict[frozenset[int], Shift] = {}
    for left, left_price in lefts.items():
        for right in (left, *beside[left]):
            right_price = rights.get(right)
            if right_price is None or (left in hexes and right in hexes and left != right):
                continue
            if left != right and (left in shared or right in shared):
                continue
            price = max(right_price, left_price)
            key = frozenset((left, right))
            if key in found and found[key].cost <= price:
                continue
            if left == a:
                moves: tuple[tuple[int, int], ...] = ((b, right),)
            elif right == b:
                moves = ((a, left),)
            else:
                moves = ((a, left), (b, right))
            if left == right:
                pair: tuple[int, ...] = (left,)
            else:
                pair = (right, left) if right in hexes and left not in hexes else (left, right)
            found[key] = Shift(pair, price, moves)
    return found


def is_shared(position: SerbiaPosition, names: Sequence[str], node: int) -> bool:
    """[19.1.2] Whether another friendly Force that stands in two hexes is in a hex."""
    standing = position.standing[node]
    if not standing or (len(standing) == 1 and standing[0] in names):
        return False
    side = position.side_of(position.units[names[0]])
    return any(
        name not in names
        and (unit := position.units[name]).also != OFF_MAP
        and position.side_of(unit) == side
        for name in standing
    )


def in_movement(position: SerbiaPosition, names: Sequence[str], points: int) -> dict[frozenset[int], Shift]:
    """[19.1] What a Force in hand may do with its halves; asset units may join a two-hex Formation."""
    units = [position.units[name] for name in names]

    def steps(here: int) -> dict[int, int]:
        if units[0].also == OFF_MAP:
            return marches.search(position, names, points).first
        return marches.steps_from(position, units, here)

    found = shifts(position, names, steps, points) if points > 0 else {}
    for host in hosts(position, names):
        found[frozenset((host.at, host.also))] = Shift((host.at, host.also), 0, ())
    return found


def hosts(position: SerbiaPosition, names: Sequence[str]) -> list[Unit]:
    """[19.1.1] Two-hex Formations of the hex that asset units join by being in one of its hexes.

    Joining takes no points: the way into the hex was paid for (decision SE-R106).
    """
    first = position.units[names[0]]
    if first.at == OFF_MAP or first.also != OFF_MAP or len(position.standing[first.at]) == len(names):
        return []
    pieces = position.setting.pieces
    side = pieces[first.piece].side
    if any(pieces[position.units[name].piece].formation for name in names) or not may_spread(position, names):
        return []
    found = []
    for unit in position.units_at(first.at):
        piece = pieces[unit.piece]
        if unit.also == OFF_MAP or not piece.formation or piece.side != side:
            continue
        joined = [
            other
            for other in position.units_at(unit.at)
            if not pieces[other.piece].formation and other.also == unit.also and other.at == unit.at
        ]
        if len(joined) + len(names) <= MOST_ASSETS:
            found.append(unit)
    return found


def orders(position: SerbiaPosition, found: Iterable[Shift]) -> list[Action]:
    """The orders of some shifts."""
    labels = position.setting.board.labels
    return [
        close_order(labels[shift.hexes[0]])
        if len(shift.hexes) == 1
        else spread_order((labels[shift.hexes[0]], labels[shift.hexes[1]]))
        for shift in found
    ]


def listed(
    position: SerbiaPosition,
    names: Sequence[str],
    first: dict[int, int],
    points: int,
    may: Callable[[Sequence[int]], bool] | None,
) -> list[Action]:
    """The orders of `in_movement` for a Force in one hex, without working out what each of them does.

    ``first`` are the single steps it can take, and ``may`` tells where it may end, if not everywhere.
    """
    here = position.units[names[0]].at
    if not first or not may_spread(position, names):
        return []
    setting, standing = position.setting, position.standing
    table = setting.spreads.get(here)
    if table is None:
        table = setting.spreads[here] = _spreads_from(setting, here)
    shared = {node for node in (here, *first) if standing[node] and is_shared(position, names, node)}
    held = limits.why_not_quit(position, names, here) is not None
    found: list[Action] = []
    for there, other, order in table:
        price = first.get(there)
        if price is None or there in shared or other in shared:
            continue
        if other != here:
            second = first.get(other)
            if second is None or held:
                continue
            price = max(price, second)
        if price <= points and (may is None or may((there, other))):
            found.append(order)
    return found


def _spreads_from(setting: SerbiaSetting, here: int) -> tuple[tuple[int, int, Spread], ...]:
    """[19.1.1] Every pair of hexes a Force in a hex can come to stand in, with the order."""
    labels, beside = setting.board.labels, setting.beside
    extend = [(there, here, Spread((labels[here], labels[there]))) for there in beside[here]]
    direct = [
        (there, other, Spread((labels[there], labels[other])))
        for there in beside[here]
        for other in beside[there]
        if there < other and other in beside[here]
    ]
    return (*extend, *direct)


def why_not_spread(position: SerbiaPosition, names: Sequence[str], hexes: Sequence[int]) -> Refusal | None:
    """Why a Force cannot come to stand in some hexes, apart from the points it has."""
    label = position.setting.board.label
    if not may_spread(position, names):
        return Refusal(("19.0", "8.8.1"), "only Combat units stand in two hexes")
    if len(hexes) > 1 and hexes[1] not in position.setting.beside[hexes[0]]:
        return Refusal("19.0", f"{label(hexes[0])} and {label(hexes[1])} are not neighbours")
    for node in hexes if len(hexes) > 1 else ():
        if is_shared(position, names, node):
            return Refusal("19.1.2", f"another two-hex Force is in {label(node)}")
    for node in position.hexes_of(position.units[names[0]]):
        if node not in hexes:
            refusal = limits.why_not_quit(position, names, node)
            if refusal is not None:
                return refusal
    return None
