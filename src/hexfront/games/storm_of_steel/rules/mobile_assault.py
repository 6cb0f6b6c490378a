"""[11.7] Mobile assault: a stack with overwhelming strength overruns a weak enemy hex instead of moving."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel import stacks
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import advance, battles, columns, fog, free_corps, losses
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def targets(position: SteelPosition, group: Sequence[Unit]) -> list[int]:
    """[11.7] [23.0] The hexes next to a stack against which it has odds of eight to one or more after shifts,
    as far as it sees who is there (SS-D99), and which its Free Corps may attack [35.32]."""
    side, start = position.side_of(group[0]), group[0].at
    if position.piece(group[0]).train or _mutinous(position, group):
        return []  # [38.1] [6.22]
    return [
        node
        for node in position.setting.ground.around[start]
        if battles.enemy_at(position, node, side)
        and position.is_open(node, side)
        and all(free_corps.may_attack(position, unit, node) for unit in group)
        and _is_overwhelming(position, group, node, seen_by=side)
    ]


def why_not(position: SteelPosition, group: Sequence[Unit], node: int) -> Refusal:
    """[11.7] Words for a hex that a stack cannot overrun."""
    label, side = position.setting.board.label(node), position.side_of(group[0])
    if not battles.enemy_at(position, node, side):
        return Refusal("11.7", f"there is no enemy in {label}")
    if node not in position.setting.ground.around[group[0].at]:
        return Refusal("11.7", f"{label} is not next to the stack")
    if position.piece(group[0]).train:
        return Refusal("38.1", "armoured trains overrun nobody")
    if (unit := _mutinous(position, group)) is not None:
        return Refusal("6.22", f"{position.piece(unit).name} mutinies")
    if not all(free_corps.may_attack(position, unit, node) for unit in group):
        return Refusal("35.32", f"Free Corps attack their former enemies in {label} only if attacked")
    least = position.setting.number("mobile assault")
    return Refusal("11.7", f"the stack has no odds of {least}:1 against {label} after shifts")


def _mutinous(position: SteelPosition, group: Sequence[Unit]) -> Unit | None:
    """[6.22] A unit of a group whose country's army attacks nobody this turn."""
    return next((unit for unit in group if position.piece(unit).country in position.mutinies), None)


def _is_overwhelming(position: SteelPosition, group: Sequence[Unit], node: int, *, seen_by: str = "") -> bool:
    """[11.7] Whether a stack has the odds; of those whom a side does not see nothing is reckoned."""
    least = position.setting.number("mobile assault")
    pieces = position.setting.pieces
    hidden = stacks.hidden_at(position, node, seen_by) if seen_by else ()
    there = [unit for unit in position.troops_at(node) if unit not in hidden]
    mine = sum(pieces[unit.piece].strength for unit in group)
    theirs = sum(battles.strength(position, unit, attacks=False) for unit in there)
    if mine < (least - position.setting.number("shifts")) * max(theirs, 1):
        return False  # no shift makes up for it
    battle = battles.battle_of(position, node, group, there=there)
    attack = battles.attack_strength(position, battle)
    defence = battles.defence_strength(position, battle)
    return battles.ratio(attack, defence) + columns.shift(position, battle, battles.ASSAULT) >= least


def carry_out(table: Table, position: SteelPosition, names: Sequence[str], at: int) -> Procedure:
    """[11.7] [23.2] The defenders are eliminated, and the attackers may advance as after DE. Then they attack
    again only if they are in command. If more is there than was seen, the attackers go no further."""
    label = position.setting.board.label(at)
    shown = ", ".join(position.piece(position.units[name]).name for name in names)
    fog.expose(table, position, at)
    if not _is_overwhelming(position, [position.units[name] for name in names], at):
        table.tell(f"{shown} find {label} too strong to be overrun", "11.7", kind="fog", data={"at": label})
        position.exposed.clear()
        return None
    table.tell(f"{shown} overrun {label}", "11.7", kind="battle", data={"at": label})
    free_corps.note_attack(position, position.troops_at(at))
    for unit in position.troops_at(at):
        losses.eliminate(table, position, unit, "11.7")
    for name in names:
        position.change(name, overran=True)
    yield from advance.after(table, position, at, names, further=True)
    position.exposed.clear()
    return None
