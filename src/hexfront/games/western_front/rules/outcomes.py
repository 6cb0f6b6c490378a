"""Chapters 13 and 14: what the result of an attack means for those who suffer it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import (
    cavalry_supply,
    forced_retreat,
    gas,
    morale,
    retreat,
    supplied_strength,
    surrender,
)
from hexfront.games.western_front.rules.battle import answering_units, attacking_units, defending_units
from hexfront.games.western_front.rules.lines import Lines


def stays_out(
    position: WesternFrontPosition, battle: Battle, plan: Mapping[str, str], unit: Unit
) -> tuple[str, str] | None:
    """[26-6] [29-4] [30-1] [WF 10-15] Why a unit stays out of an attack for want of supply, and the rule.

    Contingents are bound by the morale of the nation as which they are supplied [WF 23-2] [WF 23-3].
    """
    piece = position.piece(unit)
    nation = position.setting.tables.nations[piece.nation].counted_as or piece.nation
    if plan.get(unit.name) or (piece.always_supplied and not cavalry_supply.is_out_of_supply(position, unit)):
        return None
    if piece.artillery:
        return f"{piece.label} has no supply and does not fire", "29-4"
    if piece.tank and are_tanks_too_far(position, unit):
        return f"{piece.label} is too far from supply to attack", "WF 10-15"
    if not battle.forced and morale.is_shaken(position, nation):
        return f"{piece.label} may not attack without supply", "26-6"
    return None


def surrounded_of(position: WesternFrontPosition, units: Sequence[Unit], lines: Lines) -> list[Unit]:
    """[20-1] Of some units, those that are surrounded; ``lines`` remembers what is known of them."""
    unknown = [unit for unit in units if unit.name not in lines.surrounded]
    if unknown:
        search = surrender.Communication(position, lines.side)
        for unit in unknown:
            lines.surrounded[unit.name] = surrender.is_unit_surrounded(position, unit, search)
    return [unit for unit in units if lines.surrounded[unit.name]]


def breaking_out(position: WesternFrontPosition, battle: Battle, lines: Lines) -> list[Unit]:
    """[20-3] The attackers that break out without supply, once it is settled who is supplied."""
    unpaid = [
        unit
        for unit in attacking_units(position, battle)
        if not battle.attack_plan.get(unit.name) and not position.piece(unit).always_supplied
    ]
    return surrounded_of(position, unpaid, lines)


def are_tanks_too_far(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 10-15] Whether the distance to supply would weaken a tank unit, so that it may not attack
    (decision WF-R171)."""
    lines = Lines(position, position.side_of(unit))
    return not supplied_strength.is_near_enough_for_tanks(position, unit, lines, attack=True)


def can_retreat(position: WesternFrontPosition, battle: Battle, node: int) -> bool:
    """[14-1] [29-13] Whether there is anybody in a hex who could leave it."""
    for unit in position.units_at(node):
        piece = position.piece(unit)
        if piece.side == battle.enemy and not (piece.fortress or piece.supply or piece.artillery):
            return True
    return False


def must_retreat(position: WesternFrontPosition, battle: Battle, loss: int) -> bool:
    """[14-4] [WF 3-10] Whether the result of an attack forces the defenders back.

    Belgians at Liege go only if there is a way out for them; otherwise they fight like anybody.
    """
    if retreat.is_forced(position, battle, loss):
        return True
    return position.setting.campaign.must_retreat(position, battle, loss) and has_way_out(position, battle)


def retreat_rules(position: WesternFrontPosition, battle: Battle, loss: int, forced: bool) -> tuple[str, ...]:
    """The rules by which the defenders retreat: 14-4, and the one that says which part of the strength is
    enough where it is another."""
    if not forced:
        return ("14-2",)
    if not retreat.is_forced(position, battle, loss):
        return ("WF 3-10",)
    if gas.forces_retreat(position, battle, loss):
        return ("WF 9-4",)
    if forced_retreat.tanks_force(position, battle, loss):
        return ("WF 10-9",)
    limit = forced_retreat.limit_of(position, battle)
    return ("14-4",) if limit is None or limit[1] == "14-4" else ("14-4", limit[1])


def has_way_out(position: WesternFrontPosition, battle: Battle) -> bool:
    """[WF 3-10] Whether every ground combat unit in the attacked hex has a hex to retreat to."""
    leaving = [
        unit
        for unit in position.combat_units_at(battle.node, battle.enemy)
        if not position.piece(unit).artillery
    ]
    return all(retreat.priorities(position, unit, battle.node, None) for unit in leaving)


def reduced_loss(
    position: WesternFrontPosition, battle: Battle, points: int, withdrawing: Collection[int]
) -> int:
    """[14-3] [21-5] [40-6] [42-3] The loss of units that retreat: a third less, to the nearest whole.

    A fortress is lost first and in full, and only the rest is reduced. Where several hexes are attacked,
    all must be left. Nations that save nothing decide where they have the majority (decision WF-R046).
    """
    tables = position.setting.tables
    if set(battle.hexes) - set(withdrawing):
        return points
    strength: dict[bool, int] = {True: 0, False: 0}
    fortress = 0
    for unit in defending_units(position, battle):
        piece = position.piece(unit)
        if piece.fortress:
            fortress += unit.strength
        else:
            strength[tables.nations[piece.nation].retreat_saves] += unit.strength
    first = min(points, fortress)
    if strength[False] > strength[True]:
        return points
    kept = (points - first) * (1 - tables.number("retreat_loss_reduction"))
    return first + math.floor(kept + Fraction(1, 2))


def answers(position: WesternFrontPosition, battle: Battle) -> list[list[Unit]]:
    """[13-14] [WF 10-14] Who counterattacks: all together, or where tanks meet tanks first the others."""
    units = answering_units(position, battle)
    tanks = [unit for unit in units if position.piece(unit).tank]
    if not tanks or not any(position.piece(unit).tank for unit in attacking_units(position, battle)):
        return [units]
    return [[unit for unit in units if unit not in tanks], tanks]


def tank_losses(position: WesternFrontPosition, units: Sequence[Unit], points: int) -> int:
    """[WF 10-11] What attacking tanks lose beyond the normal losses (decision WF-R169)."""
    pieces = [position.piece(unit) for unit in units]
    battalions = sum(piece.battalions for piece in pieces)
    halves = sum(piece.halves for piece in pieces if not piece.tank and not piece.artillery)
    return 2 * battalions * points // halves if halves else 0
