"""[19.1] Forces that stand in two hexes: extending, consolidating, wheeling, moving sideways.

Each half of the Force steps into a hex beside it or stays where it is, and the dearer of the steps is paid.
So one rule covers all the manners of moving that the book names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from hexfront.games.serbia_1914.force import MOST_ASSETS
from hexfront.games.serbia_1914.orders import Close, Spread
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.rules import march_limits, marches
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal

Steps = Callable[[int], dict[int, int]]  # the hexes one may step to from a hex, with what each step costs

FAR = 99  # more points than anybody has
MOST_STEPS = 7  # a half steps into six hexes, or stays
# By the steps both halves have from one hex: every pair of them.
PAIRS = tuple(
    sum(1 << MOST_STEPS * at for at in range(MOST_STEPS) if steps >> at & 1) * steps
    for steps in range(1 << MOST_STEPS)
)


class Shift(msgspec.Struct, frozen=True, gc=False):
    """A change of the hexes of a Force: those it then has, its cost, and the steps of its halves."""

    hexes: tuple[int, ...]
    cost: int
    steps: tuple[tuple[int, int], ...]


def may_spread(position: SerbiaPosition, names: Sequence[str]) -> bool:
    """[19.0] [8.8.1] Whether all units of a Force are Combat units; artillery cannot stand in two hexes."""
    pieces, units = position.setting.pieces, position.units
    if len(names) == 1:
        return pieces[units[names[0]].piece].combat
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
        node
        for node in position.hexes_of(first)
        if march_limits.why_not_quit(position, names, node) is not None
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
            stays = [node for node in hexes if node in key]
            pair = (stays[0], *(key - {stays[0]})) if stays else tuple(sorted(key))
            found[key] = Shift(pair, price, moves)
    return found


def is_shared(position: SerbiaPosition, names: Sequence[str], node: int) -> bool:
    """[19.1.2] Whether another friendly Force that stands in two hexes is in a hex."""
    first = position.units[names[0]]
    halves = position.halves_of(position.side_of(first))[node]
    if halves and first.also != OFF_MAP and node in (first.at, first.also):
        return halves > len(names)
    return halves > 0


def halves(
    position: SerbiaPosition, names: Sequence[str], points: int
) -> tuple[dict[int, int], dict[int, int]]:
    """The single steps of each half of a Force; both the same if it stands in one hex."""
    first = position.units[names[0]]
    if first.also == OFF_MAP:
        steps = marches.search(position, names, points).first
        return steps, steps
    key = ("halves", *names, len(position.pontoons), len(position.crossed))
    units = [position.units[name] for name in names]
    here, there = position.memo.found(key, marches.steps_from, position, units, first.at, first.also)
    return here, there


def in_movement(position: SerbiaPosition, names: Sequence[str], points: int) -> dict[frozenset[int], Shift]:
    """[19.1] What a Force in hand may do with its halves; asset units may join a two-hex Formation."""
    first = position.units[names[0]]
    left, right = halves(position, names, points)
    known = {first.also: right, first.at: left}
    found = shifts(position, names, known.__getitem__, points) if points > 0 else {}
    for host in hosts(position, names):
        found[frozenset((host.at, host.also))] = Shift((host.at, host.also), 0, ())
    return found


def shift_to(position: SerbiaPosition, names: Sequence[str], hexes: Iterable[int], points: int) -> Shift:
    """The cheapest way for a Force in hand to come to stand in some hexes that it was offered."""
    nodes = sorted(hexes)
    for host in hosts(position, names):
        if nodes == sorted((host.at, host.also)):
            return Shift((host.at, host.also), 0, ())
    first = position.units[names[0]]
    a, b = first.at, first.also if first.also != OFF_MAP else first.at
    left, right = halves(position, names, points)
    low, high = nodes[0], nodes[-1]
    row = table_of(position.setting, a, b).rows[low, high]
    least, goes = FAR, (a, b)
    for goal, other in ((low, high), (high, low)):
        price = max(0 if goal == a else left.get(goal, FAR), 0 if other == b else right.get(other, FAR))
        if price < least:
            least, goes = price, (goal, other)
    steps = {(a, goes[0]), (b, goes[1])} - {(a, a), (b, b)}
    return Shift(row.hexes, least, tuple(sorted(steps)))


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
        Close(labels[shift.hexes[0]])
        if len(shift.hexes) == 1
        else Spread((labels[shift.hexes[0]], labels[shift.hexes[1]]))
        for shift in found
    ]


def listed(
    position: SerbiaPosition,
    names: Sequence[str],
    steps: tuple[dict[int, int], dict[int, int]],
    points: int,
    may: Callable[[Sequence[int]], bool] | None,
) -> list[Action]:
    """The orders of `in_movement`, without working out what each of them does.

    ``steps`` are the `halves`; ``may`` tells where the Force may end, if not everywhere.
    """
    first = position.units[names[0]]
    piece = position.setting.pieces[first.piece]
    if not piece.combat or (len(names) > 1 and not may_spread(position, names)):
        return []
    a, b = first.at, first.also if first.also != OFF_MAP else first.at
    table = table_of(position.setting, a, b)
    lefts, rights = table.lefts[a], table.rights[b]
    pinned = bool(position.pointing)
    for there, price in steps[1].items():
        if price <= points:
            rights |= table.rights[there]
    if a == b and not pinned:
        ways = PAIRS[rights]
    else:
        if a != b and pinned and march_limits.why_not_quit(position, names, b) is not None:
            rights = table.rights[b]
        if not pinned or march_limits.why_not_quit(position, names, a) is None:
            for there, price in steps[0].items():
                if price <= points:
                    lefts |= table.lefts[there]
        ways = lefts * rights  # a bit for each pair of steps
    others = position.halves_of(piece.side)
    if position.half_bits[piece.side] & table.around or others[a] > len(names):
        own = len(names) if a != b else 0
        for node in table.hexes:
            if others[node] > own or (others[node] and node not in (a, b)):  # as in is_shared
                ways &= ~table.crowded(node)
    if may is not None:
        return [row.order for row in table.open_to(ways) if may(row.hexes)]
    return table.orders(ways)


class Row(msgspec.Struct, frozen=True, gc=False):
    """A change of hexes: those of the Force then, the order for it, and the steps of its halves to them."""

    hexes: tuple[int, ...]
    order: Spread | Close
    bits: int  # a bit for each pair of steps


class Table(msgspec.Struct, frozen=True, gc=False):
    """Every change of hexes of a Force, and the bits of the steps of its halves."""

    rows: dict[tuple[int, int], Row]  # by the hexes then, the lower first
    lefts: dict[int, int]
    rights: dict[int, int]
    hexes: tuple[int, ...]  # those of the Force, and those beside them
    around: int  # those beside them alone, as bits
    known: dict[int, list[Action]]  # what `orders` has found
    crowds: dict[int, int]  # and `crowded`

    def open_to(self, bits: int) -> list[Row]:
        """The changes that some pairs of steps make possible."""
        return [row for row in self.rows.values() if row.bits & bits]

    def orders(self, bits: int) -> list[Action]:
        """The orders for them; mostly all pairs of steps are possible, or the same few."""
        found = self.known.get(bits)
        if found is None:
            found = self.known[bits] = [row.order for row in self.open_to(bits)]
        return found

    def crowded(self, node: int) -> int:
        """The pairs of steps that bring one half of two into a hex."""
        found = self.crowds.get(node)
        if found is None:
            found = 0
            for (low, high), row in self.rows.items():
                if low != high and node in (low, high):
                    found |= row.bits
            self.crowds[node] = found
        return found


def table_of(setting: SerbiaSetting, a: int, b: int) -> Table:
    """What `_table` finds, made once."""
    found: Table | None = setting.spreads.get((a, b))
    if found is None:
        found = setting.spreads[a, b] = _table(setting, a, b)
    return found


def _table(setting: SerbiaSetting, a: int, b: int) -> Table:
    """[19.1.1] [19.1.4] Every change of hexes of a Force in one hex or two, and where its halves go."""
    labels, beside = setting.board.labels, setting.beside
    alone = a == b
    lefts = {node: 1 << MOST_STEPS * at for at, node in enumerate((a, *beside[a]))}
    rights = {node: 1 << at for at, node in enumerate((b, *beside[b]))}
    found: dict[tuple[int, int], int] = {}
    for left, left_bit in lefts.items():
        near = beside[left]
        for right, right_bit in rights.items():
            if left == right:
                if alone:
                    continue  # a march, not a change of state
            elif right not in near:
                continue
            pair = (left, right) if left < right else (right, left)
            found[pair] = found.get(pair, 0) | left_bit * right_bit
    found.pop((a, b) if a < b else (b, a), None)
    rows: dict[tuple[int, int], Row] = {}
    for pair, bits in found.items():
        low, high = pair
        if low == high:
            rows[pair] = Row((low,), Close(labels[low]), bits)
            continue
        first = a if a in pair else b if b in pair else low
        second = high if first == low else low
        rows[pair] = Row((first, second), Spread((labels[first], labels[second])), bits)
    around = {*beside[a], *beside[b]} - {a, b}
    return Table(rows, lefts, rights, (*{a, b}, *around), ground.bits_of(around), {}, {})


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
            refusal = march_limits.why_not_quit(position, names, node)
            if refusal is not None:
                return refusal
    return None
