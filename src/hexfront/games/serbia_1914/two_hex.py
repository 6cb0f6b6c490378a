"""[19.1] Forces that stand in two hexes: extending, consolidating, wheeling, moving sideways.

Each half of the Force steps into a hex beside it or stays where it is, and the dearer of the two steps is paid. So
one rule covers all the manners of moving that the book names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import msgspec

from hexfront.games.serbia_1914 import limits, marches
from hexfront.games.serbia_1914.force import MOST_ASSETS
from hexfront.games.serbia_1914.orders import Close, Spread
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.kernel.errors import Refusal

Cost = Callable[[int, int], int | None]  # of one step; None if it is forbidden

spread_order = cache(Spread)
close_order = cache(Close)


class Shift(msgspec.Struct, frozen=True, gc=False):
    """A change of the hexes of a Force: those it then has, the points it takes, and the steps of its halves."""

    hexes: tuple[int, ...]
    cost: int
    steps: tuple[tuple[int, int], ...]


def may_spread(position: SerbiaPosition, names: Iterable[str]) -> bool:
    """[19.0] [8.8.1] Whether all units of a Force are Combat units; artillery cannot stand in two hexes."""
    pieces, units = position.setting.pieces, position.units
    return all(pieces[units[name].piece].combat for name in names)


def shifts(position: SerbiaPosition, names: Sequence[str], cost: Cost, points: int) -> dict[frozenset[int], Shift]:
    """[19.1.1] [19.1.4] Every way a Force may come to stand in two hexes, or leave them, for some points.

    Single steps from one hex to another are not among them. Hexes that prepared attacks hold are kept [19.1.4].
    """
    first = position.units[names[0]]
    if first.at == OFF_MAP or not may_spread(position, names):
        return {}
    held = {
        node
        for node in position.hexes_of(first)
        if limits.why_not_quit(position, names, node) is not None
    }
    if first.also == OFF_MAP:
        found = _from_one(position, names, first.at, cost=cost, held=bool(held))
    else:
        found = _from_two(position, names, (first.at, first.also), cost=cost, held=held)
    return {pair: shift for pair, shift in found.items() if shift.cost <= points}


def _from_one(
    position: SerbiaPosition, names: Sequence[str], here: int, *, cost: Cost, held: bool
) -> dict[frozenset[int], Shift]:
    """[19.1.1] From one hex into two: one of them may be the old one."""
    beside = position.setting.beside
    prices = {there: price for there in beside[here] if (price := cost(here, there)) is not None}
    open_to = {there for there in prices if not is_shared(position, names, there)}
    found: dict[frozenset[int], Shift] = {}
    if not is_shared(position, names, here):
        for there in prices:
            if there in open_to:
                found[frozenset((here, there))] = Shift((here, there), prices[there], ((here, there),))
    if held:
        return found
    for there in prices:
        for other in beside[there]:
            if there < other and there in open_to and other in open_to:
                dearer = max(prices[there], prices[other])
                found[frozenset((there, other))] = Shift(
                    (there, other), dearer, ((here, there), (here, other))
                )
    return found


def _from_two(
    position: SerbiaPosition,
    names: Sequence[str],
    hexes: tuple[int, int],
    *,
    cost: Cost,
    held: set[int],
) -> dict[frozenset[int], Shift]:
    """[19.1.1] [19.1.4] From two hexes into one or two; a half that is held stays."""
    beside = position.setting.beside
    halves: list[dict[int, int]] = []
    for here in hexes:
        steps = {here: 0}
        if here not in held:
            for there in beside[here]:
                price = cost(here, there)
                if price is not None:
                    steps[there] = price
        halves.append(steps)
    a, b = hexes
    found: dict[frozenset[int], Shift] = {}
    for left, left_price in halves[0].items():
        for right, right_price in halves[1].items():
            if (left, right) == (a, b) or (left, right) == (b, a):
                continue
            if left != right and right not in beside[left]:
                continue
            if left != right and (is_shared(position, names, left) or is_shared(position, names, right)):
                continue
            price = max(left_price, right_price)
            key = frozenset((left, right))
            if key in found and found[key].cost <= price:
                continue
            steps_of = tuple(
                (here, there) for here, there in ((a, left), (b, right)) if here != there
            )
            pair = (right, left) if left not in hexes and right in hexes else (left, right)
            found[key] = Shift(pair if left != right else (left,), price, steps_of)
    return found


def is_shared(position: SerbiaPosition, names: Sequence[str], node: int) -> bool:
    """[19.1.2] Whether another friendly Force that stands in two hexes is in a hex."""
    standing = position.standing[node]
    if not standing:
        return False
    side = position.side_of(position.units[names[0]])
    return any(
        name not in names and (unit := position.units[name]).also != OFF_MAP and position.side_of(unit) == side
        for name in standing
    )


def in_movement(position: SerbiaPosition, names: Sequence[str], points: int) -> dict[frozenset[int], Shift]:
    """[19.1] What a Force in hand may do with its halves, and which two-hex Formation an asset unit may join."""
    units = [position.units[name] for name in names]

    def cost(here: int, there: int) -> int | None:
        return marches.step_cost(position, units, here, there)

    found = shifts(position, names, cost, points) if points > 0 else {}
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


def orders(position: SerbiaPosition, found: Iterable[Shift]) -> list[Spread | Close]:
    """The orders of some shifts."""
    labels = position.setting.board.labels
    return [
        close_order(labels[shift.hexes[0]])
        if len(shift.hexes) == 1
        else spread_order((labels[shift.hexes[0]], labels[shift.hexes[1]]))
        for shift in found
    ]


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
