"""[11.2] Advance after combat: victorious attackers enter the hex that the defenders have left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.force import force_of, largest, may_be_one_force
from hexfront.games.serbia_1914.orders import Advance
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import instants, march_limits, retreat_hexes, stacking
from hexfront.games.serbia_1914.vocabulary import SIDE_NAMES
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()

FRESH_CROSSING = 2  # a river crossing marker on its front [7.1.4b]

advance_order = cache(Advance)


def advance(table: Table, position: SerbiaPosition, names: Iterable[str], node: int) -> Procedure:
    """[11.2] Those who attacked, ``names``, may enter a vacated hex, one unit after the other.

    Asset units may go without their Formation and it without them (decision SE-R308).
    """
    attackers = [name for name in names if name in position.units]
    if not attackers:
        return None
    side = position.side_of(position.units[attackers[0]])
    wet: list[str] = []
    while not position.has_enemy(node, side):
        able = candidates(position, attackers, node)
        if not able:
            break
        answer = yield _ask(position, side, able, attackers, node)
        if isinstance(answer, Pass):
            break
        came_from = _enter(table, position, answer, node)
        if retreat_hexes.is_hard_crossing(position, side, came_from, node):
            wet.append(answer.unit)
        attackers.remove(answer.unit)
        yield from instants.settle(table, position)
        attackers = [name for name in attackers if name in position.units]
    _mark_crossing(position, wet)
    return None


def candidates(position: SerbiaPosition, names: Sequence[str], node: int) -> list[Advance]:
    """Every unit that may advance, and how."""
    return [
        advance_order(name, spread)
        for name in names
        for spread in (False, True)
        if why_not_advance(position, position.units[name], node, spread=spread) is None
    ]


def why_not_advance(position: SerbiaPosition, unit: Unit, node: int, *, spread: bool) -> Refusal | None:
    """[11.2] [11.2.1] [11.2.2] Why a unit that attacked may not enter the vacated hex."""
    setting = position.setting
    piece = position.piece(unit)
    label = position.label(unit)
    if not (piece.combat or piece.gun):
        return Refusal("11.2", f"{label} is neither a Combat nor an artillery unit")
    if unit.retreated:
        return Refusal("11.2.2", f"{label} has retreated")
    here = next((each for each in position.hexes_of(unit) if node in setting.beside[each]), None)
    if here is None or node in position.hexes_of(unit):
        return Refusal("11.2.1", f"{label} is not next to {setting.board.label(node)}")
    if unit.also != OFF_MAP and not {unit.at, unit.also} <= set(setting.beside[node]):
        return Refusal("11.2.1", f"half of {label} would have to go farther than one hex")
    if spread and (refusal := _why_not_spread(position, unit, here, node)) is not None:
        return refusal
    if piece.wheels and not retreat_hexes.may_roll(position.setting, here, node):
        return Refusal("7.9", f"{label} crosses mountains only by a roadway")
    if piece.army in march_limits.REGIONS:
        region = march_limits.region(position, piece.army)
        if region is not None and node not in region:
            return Refusal("25.2", f"{label} must stay in its region")
    if piece.garrison and (refusal := march_limits.why_not_garrison(position, unit, node)) is not None:
        return refusal
    if piece.river and (refusal := march_limits.why_not_off_river(position, unit, node)) is not None:
        return refusal
    names = _fellows(position, unit) if spread else [unit.name]
    at, also = (here, node) if spread else (node, OFF_MAP)
    coming = [msgspec.structs.replace(position.units[name], at=at, also=also) for name in names]
    if not stacking.room(position, node, piece.side, coming):
        return Refusal("3.1.1", f"there is no room in {setting.board.label(node)}")
    return None


def _why_not_spread(position: SerbiaPosition, unit: Unit, here: int, node: int) -> Refusal | None:
    """[11.2.1] [19.1.1] [19.1.2] [8.8.1] Why a unit may not come to stand in both hexes."""
    label = position.label(unit)
    if position.piece(unit).gun:
        return Refusal(("8.8.1", "19.1.1"), f"{label} cannot stand in two hexes")
    pair = {here, node}
    fellows = set(_fellows(position, unit))
    for each in {*position.units_at(here), *position.units_at(node)}:
        if each.also == OFF_MAP or each.name in fellows:
            continue
        if {each.at, each.also} != pair:
            return Refusal("19.1.2", "another two-hex Force is there")
        fellows.add(each.name)
    if not may_be_one_force(position, fellows):
        return Refusal("19.1.2", "it would be a second two-hex Force")
    return None


def _fellows(position: SerbiaPosition, unit: Unit) -> list[str]:
    """[19.1.4] The units that wheel together: all of a two-hex Force, else one."""
    if unit.also == OFF_MAP:
        return [unit.name]
    pair = {unit.at, unit.also}
    return [each.name for each in position.units_at(unit.at) if {each.at, each.also} == pair]


def _enter(table: Table, position: SerbiaPosition, order: Advance, node: int) -> int:
    """[11.2.1] A unit advances; a two-hex unit draws together or wheels. Returns the hex it came from."""
    unit = position.units[order.unit]
    here = next(each for each in position.hexes_of(unit) if node in position.setting.beside[each])
    at, also = (here, node) if order.spread else (node, OFF_MAP)
    for name in _fellows(position, unit) if order.spread else (unit.name,):
        position.change(name, at=at, also=also, prepared=OFF_MAP, aim=OFF_MAP, task="", progress=0)
    where = position.setting.board.label(node)
    table.tell(
        f"{SIDE_NAMES[position.side_of(unit)]} advances into {where}",
        "11.2",
        kind="move",
        data={"to": where, "spread": order.spread},
    )
    return here


def _mark_crossing(position: SerbiaPosition, names: Sequence[str]) -> None:
    """[7.1.4b] A Force that has crossed the Sava without a bridge is weak for a time."""
    present = [name for name in names if name in position.units]
    groups: dict[str, list[str]] = {}
    for name in present:
        unit = position.units[name]
        if position.piece(unit).combat:
            groups.setdefault(force_of(position, unit).leader, []).append(name)
    for group in groups.values():
        position.change(largest(position, group), crossing=FRESH_CROSSING)


def _ask(
    position: SerbiaPosition, side: str, able: Sequence[Advance], attackers: Sequence[str], node: int
) -> Ask:
    choices: list[Action] = [*able, PASS]
    where = position.setting.board.label(node)
    return Ask(
        side,
        "advance",
        f"Who advances into {where}?",
        "11.2",
        options=lambda: choices,
        why_not=lambda action: _why_not(position, attackers, node, action),
        default=lambda: _advised(position, able, node),
        about=matters.Advance(where, tuple(attackers)),
    )


def _why_not(position: SerbiaPosition, attackers: Sequence[str], node: int, action: Action) -> Refusal | None:
    if not isinstance(action, Advance):
        return None
    if action.unit not in attackers:
        return Refusal("11.2.2", f'"{action.unit}" did not attack, or has advanced already')
    return why_not_advance(position, position.units[action.unit], node, spread=action.spread)


def _would_be_alone(position: SerbiaPosition, name: str) -> bool:
    """Whether an asset unit stays behind without a Formation."""
    unit = position.units[name]
    return not position.piece(unit).formation and not position.formations[unit.at]


def _advised(position: SerbiaPosition, able: Sequence[Advance], node: int) -> Action:
    """The strongest Formation and what goes with it, unless somebody is in the hex already."""
    whole = [order for order in able if not order.spread]
    leaders = [unit.name for unit in position.units_at(node) if position.piece(unit).formation]
    if not whole:
        return PASS
    if leaders:
        return next((order for order in whole if _would_be_alone(position, order.unit)), PASS)

    def strength(order: Advance) -> tuple[bool, int, str]:
        piece = position.piece(position.units[order.unit])
        return (piece.formation, piece.defense, order.unit)

    return max(whole, key=strength)
