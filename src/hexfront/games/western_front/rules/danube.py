"""Chapters 35 and 36: the Danube, and the flotillas that watch it.

The Danube is not on the map of the Western Front. Boards drawn in place have it where a hexside says
``danube``, and flotillas are pieces of kind ``flotilla``. Movement and combat ask `why_not_cross` and
`why_not_attack`, retreat and supply `may_retreat` and `may_supply`. What flotillas are ordered to do is in
`flotillas`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hexfront.games.western_front import premises
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import morale
from hexfront.games.western_front.vocabulary import other_side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.paths import Step, Ways
from hexfront.kernel.table import Table

if TYPE_CHECKING:
    from hexfront.games.western_front.matters import Battle

FLOTILLA = "flotilla"
_ATTACKED = "across the danube: "


def is_crossing(position: WesternFrontPosition, here: int, there: int) -> bool:
    """Whether a step from one hex to another crosses the Danube."""
    return (here, there) in position.setting.danube


def is_beside(position: WesternFrontPosition, node: int) -> bool:
    """[36-1] Whether a hex borders the Danube."""
    return node in position.setting.beside_danube


# Chapter 35: crossing


def why_not_cross(position: WesternFrontPosition, side: str, here: int, there: int) -> Refusal | None:
    """[35-1] [35-2] Why units of a side cannot cross the Danube into a hex.

    The enemy controls it with a unit on the river, and no friendly ground combat unit is there. An advance
    after combat does not ask.
    """
    if not is_crossing(position, here, there) or not is_watched(position, there, side):
        return None
    if position.has_combat_unit(there, side):
        return None
    where = position.setting.board.label(there)
    return Refusal(("35-1", "35-2"), f"the Danube cannot be crossed into {where}: the enemy controls it")


def is_watched(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[35-1] Whether an enemy of a side that stands on the Danube controls a hex."""
    if not position.enemy_controlled(node, side):
        return False
    reach = position.setting.zone_reach
    return any(
        position.exerts_control(unit) and position.side_of(unit) != side
        for beside in position.setting.board.adjacent[node]
        if is_beside(position, beside) and node in reach[beside]
        for unit in position.units_at(beside)
    )


class SupplyWays(Sequence[Sequence[Step]]):
    """[36-7] The ways of supply lines without the steps that flotillas forbid."""

    def __init__(self, position: WesternFrontPosition, ways: Ways, side: str) -> None:
        self.position, self.ways, self.side = position, ways, side

    def __len__(self) -> int:
        return len(self.ways)

    def __getitem__(self, node: Any) -> Any:
        steps = self.ways[node]
        if not is_beside(self.position, node):
            return steps
        return [step for step in steps if may_supply(self.position, self.side, node, step[0])]


class DanubeWays(Sequence[Sequence[Step]]):
    """[35-1] The ways of a side without the steps that the Danube forbids, looked at one by one."""

    def __init__(self, position: WesternFrontPosition, ways: Ways, side: str) -> None:
        self.position, self.ways, self.side = position, ways, side

    def __len__(self) -> int:
        return len(self.ways)

    def __getitem__(self, node: Any) -> Any:
        steps = self.ways[node]
        if not is_beside(self.position, node):
            return steps
        return [step for step in steps if why_not_cross(self.position, self.side, node, step[0]) is None]


def why_not_attack(position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
    """[35-3] [35-4] Why a unit cannot attack a hex across the Danube; artillery always can."""
    if position.piece(unit).artillery:
        return None
    return why_not_attack_from(position, position.side_of(unit), unit.at, node)


def why_not_attack_from(position: WesternFrontPosition, side: str, here: int, node: int) -> Refusal | None:
    """[35-3] Why no unit but artillery can attack a hex from another."""
    if not is_crossing(position, here, node):
        return None
    where = position.setting.board.label(here)
    if not engineers_at(position, here, side):
        return Refusal("35-3", f"an attack across the Danube needs an engineer in {where}")
    if position.flags.get(_ATTACKED + where, node) != node:
        return Refusal("35-3", f"{where} has already made an attack across the Danube")
    return None


def engineers_at(position: WesternFrontPosition, node: int, side: str) -> list[Unit]:
    return [unit for unit in position.combat_units_at(node, side) if position.piece(unit).engineer]


def declare(position: WesternFrontPosition, names: Iterable[str], node: int) -> None:
    """[35-3] Remember the hexes from which the Danube is attacked across in this phase."""
    for unit in [position.units[name] for name in names if name in position.units]:
        if is_crossing(position, unit.at, node) and not position.piece(unit).artillery:
            position.flags[_ATTACKED + position.setting.board.label(unit.at)] = node


def begin_combat(position: WesternFrontPosition) -> None:
    """[35-3] A new combat phase begins: every hex may attack across the Danube once more."""
    for key in [key for key in position.flags if key.startswith(_ATTACKED)]:
        del position.flags[key]


def lose_engineers(
    table: Table, position: WesternFrontPosition, battle: Battle, origins: Iterable[int]
) -> None:
    """[35-3] Engineers of an attack across the Danube die if the counterattack leaves nobody else alive.

    ``origins`` are the hexes the attackers came from.
    """
    if any(name in position.units for name in battle.attackers):
        return
    for origin in sorted(set(origins)):
        if is_crossing(position, origin, battle.node):
            for unit in engineers_at(position, origin, battle.side):
                _destroy(table, position, unit, "35-3")


# Chapter 36: what flotillas keep others from


def flotillas_at(position: WesternFrontPosition, node: int, side: str) -> list[Unit]:
    """Flotillas of a side in a hex that have strength."""
    return [
        unit
        for unit in position.units_at(node)
        if (piece := position.piece(unit)).kind == FLOTILLA and piece.side == side and unit.strength > 0
    ]


def has_land_forces(position: WesternFrontPosition, node: int) -> bool:
    """[36-9] Whether anybody but flotillas stands in a hex; ground units cannot attack those."""
    return any(position.piece(unit).kind != FLOTILLA for unit in position.units_at(node))


def interdictors(position: WesternFrontPosition, side: str, here: int, there: int) -> list[Unit]:
    """[36-7] The enemy flotillas that can interdict a crossing: within two hexes of either end of it."""
    if not is_crossing(position, here, there):
        return []
    reach = position.setting.tables.whole("flotilla_interdiction_range")
    board = position.setting.board
    near = {*board.within(here, reach), *board.within(there, reach)}
    return [unit for node in sorted(near) for unit in flotillas_at(position, node, other_side(side))]


def interdict(
    table: Table, position: WesternFrontPosition, names: Sequence[str], here: int, there: int
) -> None:
    """[36-7] [36-8] Enemy flotillas attack each unit that crosses the Danube, and it cannot answer.

    They lose nothing by it and always do. Engineers are destroyed; a headquarters that would lose a
    strength point loses all its supply points instead.
    """
    units = [position.units[name] for name in names]
    attackers = interdictors(position, position.side_of(units[0]), here, there) if units else []
    if not attackers:
        return
    factor = position.setting.tables.whole("flotilla_interdiction_factor")
    strength = factor * sum(unit.strength for unit in attackers)
    for unit in units:
        if position.piece(unit).engineer:
            _destroy(table, position, unit, "36-8")
            continue
        told = table.premise(premises.INTERDICTION)
        if told is None:
            words = f"interdiction of {position.piece(unit).label}"
            die = table.roll("interdiction", "36-7", at=unit.name, words=words)
            loss = position.setting.tables.combat_result(position.year, strength, die)
        else:
            loss = int(told)
        if position.piece(unit).headquarters:
            _spoil(table, position, unit, loss)
        else:
            _reduce(table, position, unit, loss, "36-7")


def _spoil(table: Table, position: WesternFrontPosition, unit: Unit, loss: int) -> None:
    """[36-8] A headquarters under fire loses all its supply points."""
    if loss and unit.supply:
        position.change(unit.name, supply=0)
        table.tell(f"{position.piece(unit).label} loses all its supply points", "36-8", kind="supply")


def may_retreat(position: WesternFrontPosition, side: str, here: int, there: int) -> bool:
    """[36-7] No retreat leads over a hexside where flotillas would interdict."""
    return not interdictors(position, side, here, there)


def may_supply(position: WesternFrontPosition, side: str, here: int, there: int) -> bool:
    """[36-7] A supply line crosses such a hexside only between friendly ground combat units."""
    return not interdictors(position, side, here, there) or all(
        position.has_combat_unit(node, side) for node in (here, there)
    )


def _reduce(table: Table, position: WesternFrontPosition, unit: Unit, points: int, rule: str) -> None:
    """Take strength points off a unit, which is destroyed when none are left."""
    lost = min(points, unit.strength)
    if lost <= 0:
        return
    morale.unit_lost(table, position, unit, lost, surrendered=False)
    table.tell(f"{position.piece(unit).label} loses {lost} strength points", rule, kind="loss")
    if lost == unit.strength:
        position.lost[unit.name] = position.remove(unit.name)
    else:
        position.change(unit.name, strength=unit.strength - lost)


def _destroy(table: Table, position: WesternFrontPosition, unit: Unit, rule: str) -> None:
    morale.unit_lost(table, position, unit, unit.strength, surrendered=False)
    table.tell(f"{position.piece(unit).label} is destroyed", rule, kind="loss")
    position.lost[unit.name] = position.remove(unit.name)
