"""[11.7] Mobile assault: a stack with overwhelming strength overruns a weak enemy hex instead of moving."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import advance, battles, columns, losses
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def targets(position: SteelPosition, group: Sequence[Unit]) -> list[int]:
    """[11.7] The hexes next to a stack against which it has odds of eight to one or more after shifts."""
    side, start = position.side_of(group[0]), group[0].at
    least = position.setting.number("mobile assault")
    pieces = position.setting.pieces
    mine = sum(pieces[unit.piece].strength for unit in group)
    found = []
    for node in position.setting.ground.around[start]:
        if not battles.enemy_at(position, node, side) or not position.is_open(node, side):
            continue
        theirs = sum(battles.strength(position, unit, attacks=False) for unit in position.troops_at(node))
        if mine < (least - position.setting.number("shifts")) * max(theirs, 1):
            continue  # no shift makes up for it
        battle = battles.battle_of(position, node, group)
        attack = battles.attack_strength(position, battle)
        defence = battles.defence_strength(position, battle)
        if battles.ratio(attack, defence) + columns.shift(position, battle, battles.ASSAULT) >= least:
            found.append(node)
    return found


def carry_out(table: Table, position: SteelPosition, names: Sequence[str], at: int) -> Procedure:
    """[11.7] The defenders are eliminated, and the attackers may advance as after DE. Then they attack again
    only if they are in command."""
    label = position.setting.board.label(at)
    shown = ", ".join(position.piece(position.units[name]).name for name in names)
    table.tell(f"{shown} overrun {label}", "11.7", kind="battle", data={"at": label})
    for unit in position.troops_at(at):
        losses.eliminate(table, position, unit, "11.7")
    for name in names:
        position.change(name, overran=True)
    yield from advance.after(table, position, at, names, further=True)
    return None
