"""[14.21] [9.2] Losses in combat: whole units of their owner's choice."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.orders import Lose
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import battles, losses
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def least_lost(
    position: SteelPosition, units: Sequence[Unit], owed: int, *, attacks: bool
) -> tuple[int, bool]:
    """[14.21] [37.2] (SS-D23, SS-D24) The least strength that whole units can lose who owe some, and whether
    none of them can be left."""
    worth = {unit.name: battles.strength(position, unit, attacks=attacks) for unit in units}
    left, lost = list(worth), 0
    while owed > 0 and left:
        group = first_to_go(position, left)
        left = [name for name in left if name not in group]
        total = sum(worth[name] for name in group)
        if total < owed:
            owed, lost = owed - total, lost + total
            continue
        sums = {0}
        for name in group:
            sums |= {each + worth[name] for each in sums}
        spared = min(worth[name] for name in group)
        nobody = not left and (total == owed or total - spared < owed)
        return lost + min(each for each in sums if each >= owed), nobody
    return lost, not left


def first_to_go(position: SteelPosition, names: Sequence[str]) -> list[str]:
    """[37.2] (SS-D24) Of some units those of which the first is lost: alpine units first, a fort last."""
    pieces = position.setting.pieces
    climbers = position.setting.option("alpine-units")
    group = [name for name in names if climbers and pieces[position.units[name].piece].alpine]
    return group or [name for name in names if not pieces[position.units[name].piece].fort] or [*names]


def take_losses(
    table: Table,
    position: SteelPosition,
    at: int,
    worth: dict[str, int],
    owed: int,
    *,
    rule: str = "14.21",
) -> Procedure:
    """[9.2] [37.2] (SS-D23, SS-D24) The owner gives up whole units of at least the strength owed: alpine
    units first, a fort last."""
    label = position.setting.board.label(at)
    left = [name for name in worth if name in position.units]
    while owed > 0 and left:
        if sum(worth[name] for name in left) <= owed:
            for name in left:
                losses.eliminate(table, position, position.units[name], rule)
            return None
        group = first_to_go(position, left)
        side = position.side_of(position.units[group[0]])
        order = yield Ask(
            side,
            "lose",
            f"Which unit is lost at {label}? {owed} more to lose",
            rule,
            [Lose(name) for name in group],
            matters.Owed(label, tuple(group), owed),
        )
        owed -= worth[order.unit]
        left.remove(order.unit)
        losses.eliminate(table, position, position.units[order.unit], rule)
    return None
