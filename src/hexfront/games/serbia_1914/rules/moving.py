"""[7.1.2] Moving a Force: the march hex by hex, shifts of its halves, and the test at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.force import leader_of
from hexfront.games.serbia_1914.orders import (
    Absorb,
    Add,
    Close,
    Dig,
    Drop,
    Go,
    Prepare,
    Recover,
    Repulse,
    Spread,
)
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import (
    cavalry,
    crossings,
    depots,
    effectiveness,
    force_in_hand,
    instants,
    marches,
    montenegro,
    naval,
    pontoons,
    prepared_attacks,
    reductions,
    repulse,
    tasks,
    two_hex,
)
from hexfront.games.serbia_1914.rules.force_in_hand import Hand
from hexfront.games.serbia_1914.rules.two_hex import Shift
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from hexfront.shared.words import counted


def move(table: Table, position: SerbiaPosition, name: str) -> Procedure:
    """[7.1.2] Take a unit in hand and move it, alone or with others of its hex as one Force."""
    held = Hand([name])
    secrecy.expose(position, (name,))
    while not held.done and not force_in_hand.is_spent(position, held):
        chosen = yield force_in_hand.ask(position, held)
        if isinstance(chosen, Pass):
            break
        following = _PERFORM[type(chosen)](table, position, held, chosen)
        if following is not None:
            yield from following
            if len(held.names) != 1 or held.names[0] not in position.units:
                held.names = [each for each in held.names if each in position.units]
                if not held.names:
                    return None
    marched = stop(position, held.names)
    if marched:
        yield from _test(table, position, held.names, marched)
    return None


def stop(position: SerbiaPosition, names: Sequence[str]) -> int:
    """[7.1.2] The movement of a Force is over; the points of its forced march, if it was one."""
    marched = 0
    for name in names:
        if name in position.units:
            marched = max(position.change(name, moved=True).marched, marched)
    return marched


def conclude(table: Table, position: SerbiaPosition, names: Sequence[str]) -> Procedure:
    """[7.2.3] The movement of a Force is over; if it was a forced march, the Force is tested."""
    marched = stop(position, names)
    if marched:
        yield from _test(table, position, names, marched)
    return None


def _test(table: Table, position: SerbiaPosition, names: Sequence[str], marched: int) -> Procedure:
    """[7.2.3] [7.2.3a] The check of a Force after a forced march, and what it suffers.

    Its Formation, or leading asset unit, says which column is read (decision SE-R111).
    """
    present = [name for name in names if name in position.units]
    leader = leader_of(position, present)
    words = f"forced march of {position.label(leader)}"
    failed = effectiveness.check(
        table, position, present, modifier=marched, purpose="forced march", rule="7.2.3", words=words
    )
    outcome = "passes" if failed <= 0 else f"fails by {failed}"
    table.tell(
        f"{position.label(leader)} {outcome} the check of its forced march by {counted(marched, 'point')}",
        "7.2.3",
        kind="move",
        to=(position.side_of(position.units[leader]),),
    )
    if failed <= 0:
        return None
    row = position.setting.tables.march_failure(failed)
    if position.piece(position.units[leader]).cavalry:
        levels, losses, attack = row.cavalry_levels, row.cavalry_reductions, False
    else:
        levels, losses, attack = row.infantry_levels, row.infantry_reductions, row.infantry_attack
    if attack:
        for name in present:
            if position.units[name].prepared != OFF_MAP:
                position.change(name, prepared=OFF_MAP)
                table.tell(f"{position.label(name)} loses its prepared attack", "7.2.3a", kind="prepare")
    yield from effectiveness.lose_levels(table, position, present, levels, "7.2.3a")
    if losses:
        present = [name for name in present if name in position.units]
        yield from reductions.reduce(table, position, present, losses, "7.2.3a")
    yield from instants.settle(table, position)
    return None


# Carrying orders out


def _add(table: Table, position: SerbiaPosition, held: Hand, order: Add) -> None:
    """[7.1.2] A unit is picked up; it counts as having spent what the Force has spent."""
    spent = max(position.units[name].spent for name in held.names)
    unit = position.units[order.unit]
    if unit.spent < spent:
        marches.pay(position, unit, spent - unit.spent)
    held.names.append(order.unit)
    secrecy.expose(position, (order.unit,))
    held.names.sort(key=lambda name: (not position.piece(position.units[name]).formation, name))


def _drop(table: Table, position: SerbiaPosition, held: Hand, order: Drop) -> Procedure:
    """[7.1.2] A unit is left behind and moves no further; it is tested for itself (decision SE-R109)."""
    held.names.remove(order.unit)
    yield from conclude(table, position, (order.unit,))
    return None


def _go(table: Table, position: SerbiaPosition, held: Hand, order: Go) -> Procedure:
    """[7.1.2] March to a hex, hex by hex; what happens on the way stops the march there."""
    held.started = True
    node = position.setting.board.index[order.to]
    unit = position.units[held.names[0]]
    piece = position.setting.pieces[unit.piece]
    if piece.naval:
        held.done = True
        return naval.sail(table, position, unit, node)
    if piece.depot:
        return depots.ride(table, position, unit, node)
    if node in held.found.cost:
        return _march(table, position, held, held.found.path(node), held.found.spent_at(node))
    held.done = position.setting.board.is_area(node)
    return _march_off_map(table, position, held, node)


def _march_off_map(table: Table, position: SerbiaPosition, held: Hand, node: int) -> Procedure:
    """[24.2] Montenegrins march into a box, or out of one."""
    yield from montenegro.march(table, position, held.names, node)
    yield from instants.settle(table, position)
    return None


def _march(
    table: Table, position: SerbiaPosition, held: Hand, path: Sequence[int], cost: dict[int, int]
) -> Procedure:
    _note_company(position, held)
    names, units = held.names, position.units
    side = position.side_of(units[names[0]])
    rivers = position.setting.great_rivers
    goal = path[-1]
    paid = told = 0
    for at, (here, there) in enumerate(pairwise(path), 1):
        if here in rivers and there in rivers[here]:
            crossings.note_crossing(position, names, ((here, there),))
        if there != goal and is_quiet(position, there, side):
            continue
        price = cost[there] - paid
        paid = cost[there]
        for name in names:
            marches.pay(position, units[name], price, at=there)
        before = len(table.told)
        if cavalry.triggered(position, names, here, there):
            _tell_march(table, position, names, path[told : at + 1])
            told = at
            before = len(table.told)
            yield from cavalry.react(table, position, names, here, there)
        yield from instants.settle(table, position)
        if len(table.told) > before or not _all_in(position, names, there):
            if told < at:
                _tell_march(table, position, names, path[told : at + 1])
            return None
    if told < len(path) - 1:
        _tell_march(table, position, names, path[told:])
    return None


def _all_in(position: SerbiaPosition, names: Sequence[str], node: int) -> bool:
    """Whether a Force has come to a hex, and is still there."""
    for name in names:
        unit = position.units.get(name)
        if unit is None or unit.at != node:
            return False
    return True


def is_quiet(position: SerbiaPosition, node: int, side: str) -> bool:
    """Whether nothing can happen to a Force that only passes through a hex."""
    setting = position.setting
    if node in setting.watched:
        return False
    if position.enemy_beside(node, side):
        return False
    return not position.pontoons or node not in pontoons.banks(setting, tuple(position.pontoons))


def _note_company(position: SerbiaPosition, held: Hand) -> None:
    """[7.2.2a] Remember that infantry asset units have marched along with cavalry."""
    if len(held.names) > 1 and not held.with_infantry:
        held.with_infantry = any(position.piece(position.units[name]).infantry for name in held.names)


def _tell_march(table: Table, position: SerbiaPosition, names: Sequence[str], path: Sequence[int]) -> None:
    """Both sides see the unit on top of the Force move, and no other [3.1.6]."""
    present = [name for name in names if name in position.units]
    if not present:
        return
    leader = leader_of(position, present)
    labels = position.setting.board.labels
    table.tell(
        f"{position.label(leader)} marches from {labels[path[0]]} to {labels[path[-1]]}",
        "7.1.2",
        kind="move",
        data={"path": [labels[node] for node in path], "units": [leader]},
    )


def _spread(table: Table, position: SerbiaPosition, held: Hand, order: Spread) -> Procedure:
    """[19.1] Come to stand in two hexes, or in two others."""
    board = position.setting.board
    nodes = [board.index[label] for label in order.hexes]
    shift = two_hex.shift_to(position, held.names, nodes, force_in_hand.points(position, held))
    return _shift(table, position, held, shift)


def _close(table: Table, position: SerbiaPosition, held: Hand, order: Close) -> Procedure:
    """[19.1.1] Come to stand in one hex."""
    nodes = [position.setting.board[order.to]]
    shift = two_hex.shift_to(position, held.names, nodes, force_in_hand.points(position, held))
    return _shift(table, position, held, shift)


def _shift(table: Table, position: SerbiaPosition, held: Hand, shift: Shift) -> Procedure:
    held.started = True
    _note_company(position, held)
    names = held.names
    crossings.note_crossing(position, names, shift.steps)
    also = shift.hexes[1] if len(shift.hexes) > 1 else OFF_MAP
    labels = position.setting.board.labels
    before = [labels[node] for node in position.hexes_of(position.units[names[0]])]
    after = [labels[node] for node in shift.hexes]
    for name in names:
        marches.pay(position, position.units[name], shift.cost, at=shift.hexes[0], also=also)
    leader = leader_of(position, names)
    table.tell(
        f"{position.label(leader)} moves from {' and '.join(before)} to {' and '.join(after)}",
        "19.1",
        kind="move",
        data={"units": [leader], "path": [before[0], after[0]]},
    )
    for here, there in shift.steps:
        if there in shift.hexes and position.units.keys() >= {*names}:
            if cavalry.triggered(position, names, here, there):
                yield from cavalry.react(table, position, names, here, there)
    yield from instants.settle(table, position)
    if not shift.steps:
        held.done = True  # it has joined a Force that stands in two hexes, and goes on with it if picked up
    return None


def _prepare(table: Table, position: SerbiaPosition, held: Hand, order: Prepare) -> None:
    """[7.3] Prepare an attack; nothing more is spent in this phase."""
    prepared_attacks.prepare(table, position, held.names, position.setting.board[order.at])
    held.done = True


def _repulse(table: Table, position: SerbiaPosition, held: Hand, order: Repulse) -> Procedure:
    """[7.4] Try to repulse the enemy; across the Sava the Force must follow [7.4.7]."""
    held.started = True
    _note_company(position, held)
    target = position.setting.board[order.at]
    for name in held.names:
        marches.pay(position, position.units[name], force_in_hand.REPULSE_COST)
    driven = yield from repulse.repulse(table, position, held.names, target)
    held.names = [name for name in held.names if name in position.units]
    if not held.names:
        return None
    first = position.units[held.names[0]]
    if not driven:
        held.stuck = True
    elif force_in_hand.only_across_the_sava(position, first, target):
        yield from _follow(table, position, held, target)
    yield from instants.settle(table, position)
    return None


def _follow(table: Table, position: SerbiaPosition, held: Hand, target: int) -> Procedure:
    """[7.4.7] The Force moves into the hex it has repulsed the enemy from across the Sava."""
    units = [position.units[name] for name in held.names]
    here = units[0].at
    cost = force_in_hand.price_of_following(position, units, here, target)
    if cost is None or position.has_enemy(target, position.side_of(units[0])):
        return None
    cost = min(cost, force_in_hand.points(position, held))
    yield from _march(table, position, held, (here, target), {target: cost})
    return None


def _work(table: Table, position: SerbiaPosition, held: Hand, order: Action) -> Procedure:
    """[7.8] A unit of the Force begins a task; the others are let go of."""
    name = tasks.worker(position, held.names, order).name
    for other in held.names:
        if other != name and held.started:
            yield from conclude(table, position, (other,))
    held.names = [name]
    yield from tasks.begin(table, position, name, order)
    held.started = True
    unit = position.units.get(name)
    held.done = unit is None or bool(unit.task) or unit.moved
    return None


_PERFORM: dict[type[Action], Callable[[Table, SerbiaPosition, Hand, Any], Procedure | None]] = {
    Add: _add,
    Drop: _drop,
    Go: _go,
    Spread: _spread,
    Close: _close,
    Prepare: _prepare,
    Repulse: _repulse,
    Recover: _work,
    Absorb: _work,
    Dig: _work,
}
