"""Scenario book, chapter 3: what both sides are bound to in August 1914.

Where a rule says that units must go somewhere, or must make every effort, it is an errand: the unit may
stop only where it comes as near to its goal as it can, and its side cannot end the phase while it could
still come nearer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import combat, marching, movement
from hexfront.games.western_front.scenarios import lorraine
from hexfront.games.western_front.scenarios.directives import Directives, directives_of
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, MOVEMENT, other_side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table

if TYPE_CHECKING:
    from hexfront.games.western_front.matters import Battle

_BESIDE_THE_ENEMY = "beside the enemy"
_BESIDE_ANY_ENEMY = "beside any enemy"
BELGIANS_ATTACKED = "belgians attacked"
NAMUR_ATTACKED = "namur attacked"
_DRIVEN = "driven from liege: "
_ARRIVED = "in the redoubt: "
_RELEASED = "has attacked: "
_ATTACKING = "is attacking: "


def in_force(position: WesternFrontPosition) -> bool:
    """Whether this is the campaign of 1914, to which the chapter belongs."""
    return directives_of(position) is not None


def _campaign(position: WesternFrontPosition) -> Directives:
    campaign = directives_of(position)
    assert campaign is not None
    return campaign


# Moving


def may_move(position: WesternFrontPosition, unit: Unit) -> Refusal | None:
    """[WF 3-9] Why a mobilized unit may not be moved at all."""
    if in_force(position) and holds_namur(position, unit):
        return Refusal("WF 3-9", f"{position.piece(unit).label} stays in Namur until it is attacked")
    return None


def kept_units(position: WesternFrontPosition, side: str) -> set[str]:
    """[WF 3-9] The mobilized units of a side that may not be moved at all."""
    campaign = directives_of(position)
    if campaign is None or side != ENTENTE:
        return set()
    if position.flags.get(NAMUR_ATTACKED) or position.date >= campaign.release:
        return set()
    units, namur = position.units, campaign.namur
    return {name for name in position.ready_of.get("be", ()) if units[name].home in namur}


def bound(position: WesternFrontPosition, unit: Unit) -> str:
    """[WF 3-7] The directions a unit is limited to; empty if it is free."""
    campaign = directives_of(position)
    if campaign is None or unit.army not in campaign.offensive_armies:
        return ""
    if position.piece(unit).infantry and is_on_the_offensive(position, unit.army):
        return "N NE SE"
    return ""


def may_advance(position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
    """[WF 3-7] [WF 3-8] [WF 3-9] Why a unit may not advance into a hex after combat (decision WF-R139)."""
    if not in_force(position) or node not in position.setting.board.adjacent[unit.at]:
        return None
    label = position.piece(unit).label
    directions = bound(position, unit)
    if directions and position.setting.direction(unit.at, node) not in directions.split():
        return Refusal("WF 3-7", f"{label} may only go {directions} before its army has attacked")
    if holds_namur(position, unit):
        return Refusal("WF 3-9", f"{label} stays in Namur until it is attacked")
    refuge = confined(position, unit)
    if refuge is not None and node not in refuge:
        return Refusal("WF 3-8", f"{label} is kept in the national redoubt")
    return None


def stops(
    position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
) -> Collection[int]:
    """[WF 3-2] [WF 3-3] [WF 3-6] [WF 3-8] Of the hexes some units can reach, those they may stop in."""
    if not in_force(position):
        return reachable
    allowed = errand_stops(position, units, reachable)
    if position.setting.pieces[units[0].piece].side == CENTRAL_POWERS:
        return lorraine.stops(position, units, allowed)
    return allowed


def errand_stops(
    position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
) -> Collection[int]:
    """[WF 3-2] [WF 3-6] [WF 3-8] Of the hexes some units can reach, those that suit their errands."""
    allowed = reachable
    pieces = position.setting.pieces
    for unit in units:
        if (goals := errand(position, unit)) is not None:
            allowed = _nearest(position, unit, goals, allowed)
        if pieces[unit.piece].nation == "be" and (refuge := confined(position, unit)) is not None:
            allowed = [node for node in allowed if node in refuge]
    return allowed


def rides(
    position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
) -> Collection[int]:
    """[WF 3-8] Of the hexes some units can ride to, those that no duty closes to them."""
    if not in_force(position):
        return reachable
    for unit in units:
        if (refuge := confined(position, unit)) is not None:
            reachable = [node for node in reachable if node in refuge]
    return reachable


def why_not_stop(position: WesternFrontPosition, units: Sequence[Unit], node: int) -> Refusal | None:
    """Which duty keeps units from stopping in a hex they could reach."""
    where = position.setting.board.label(node)
    for unit in units:
        label = position.piece(unit).label
        if confined(position, unit) is not None:
            return Refusal("WF 3-8", f"{label} is kept in the national redoubt, and {where} is not in it")
        if errand(position, unit) is not None:
            return Refusal(errand_rule(position, unit), f"{label} must go as far as it can toward its goal")
    return Refusal("WF 3-3", f"the line from Metz to Strassburg would be broken by moving to {where}")


def may_end_movement(position: WesternFrontPosition, side: str) -> Refusal | None:
    """[WF 3-2] [WF 3-3] [WF 3-6] [WF 3-8] Whether every unit with an errand has done what it can, and
    nobody can help to mend a broken line."""
    unit = owed_errand(position, side)
    if unit is None:
        return lorraine.may_end_movement(position, side)
    rule = errand_rule(position, unit)
    return Refusal(rule, f"{position.piece(unit).label} has not yet gone where it must")


def owed_march(position: WesternFrontPosition, side: str) -> Unit | None:
    """[WF 3-2] [WF 3-3] [WF 3-6] [WF 3-8] A unit that keeps its side from ending the movement phase."""
    unit = owed_errand(position, side)
    if unit is None and side == CENTRAL_POWERS and (found := lorraine.repair(position)) is not None:
        return found[0]
    return unit


def is_bound_to_go_on(position: WesternFrontPosition, side: str) -> bool:
    """Whether `may_end_movement` refuses; who was found to owe an errand is asked first the next time."""
    owing = position.units.get(position._owing.get(side, ""))
    if owing is not None and is_in_time(position) and position.is_ready(owing):
        if _owes_errand(position, owing):
            return True
    return may_end_movement(position, side) is not None


def is_in_time(position: WesternFrontPosition) -> bool:
    """[WF 3-2] [WF 3-6] [WF 3-8] Whether anybody can still be bound to go somewhere."""
    campaign = directives_of(position)
    return campaign is not None and position.date < campaign.release


def owed_errand(position: WesternFrontPosition, side: str) -> Unit | None:
    """[WF 3-2] [WF 3-6] [WF 3-8] A unit that can still come nearer to where it must go."""
    if not is_in_time(position):
        return None
    for name in _errand_runners(position, side):
        if _owes_errand(position, position.units[name]):
            position._owing[side] = name
            return position.units[name]
    return None


def _owes_errand(position: WesternFrontPosition, unit: Unit) -> bool:
    goals = errand(position, unit)
    if goals is None or unit.at in goals or unit.at == OFF_MAP:
        return False
    return _can_come_nearer(position, unit, goals)


def _can_come_nearer(position: WesternFrontPosition, unit: Unit, goals: frozenset[int]) -> bool:
    """[WF 3-2] [WF 3-6] [WF 3-8] Whether a unit can march nearer to where it must go; the French count only
    if they can get there."""
    hexes = position.setting.hexes_from(goals)
    if lorraine.may_bind(position, unit):
        reachable: Collection[int] = movement.destinations(position, [unit.name])
    elif position.piece(unit).nation != "fr" and _has_nearer_hex_beside(position, unit, hexes):
        return True
    else:
        reachable = marching.reachable(position, [unit], bound=bound(position, unit))
    if not reachable or (position.piece(unit).nation == "fr" and goals.isdisjoint(reachable)):
        return False
    return min(map(hexes.__getitem__, reachable)) < hexes[unit.at]


def _has_nearer_hex_beside(position: WesternFrontPosition, unit: Unit, hexes: Sequence[int]) -> bool:
    """[6-9] Whether a unit that has not moved can surely step into a hex that is nearer to its goal: no enemy
    is in it, and not both hexes are in enemy zones. Its minimum move takes it there, whatever that costs.

    Guns have no such move across mountains [29-12], and where there are markers nothing is sure of guns and
    headquarters.
    """
    setting, here = position.setting, unit.at
    piece = setting.pieces[unit.piece]
    others = (piece.artillery or piece.headquarters) and not position.markers
    if not (piece.infantry or others) or not (piece.movement and piece.as_printed) or setting.danube:
        return False
    if unit.moved or unit.rode or unit.entrained or not unit.mobilized:
        return False
    enemy = other_side(piece.side)
    occupied, control = position.occupied[enemy], position.control_of(enemy)
    for beside in setting.crossable[here]:
        if hexes[beside] < hexes[here] and beside not in occupied and not (control[here] and control[beside]):
            if not piece.artillery or setting.side(here, beside).terrain != "mountain":
                return True
    return False


def _errand_runners(position: WesternFrontPosition, side: str) -> Sequence[str]:
    """The units of a side that may have an errand in this turn and have not moved yet."""
    campaign = _campaign(position)
    if side == CENTRAL_POWERS:
        if position.date == campaign.first_turn:
            return position.ready[side]
        units = position.units
        return [name for name in sorted(position.errands) if name in units and position.is_ready(units[name])]
    names: list[str] = []
    if not belgians_are_free(position):
        belgians = position.ready_of.get("be", [])
        sent = _is_refuge_due(position) or position.flags.get(NAMUR_ATTACKED)
        if sent or any(_DRIVEN + name in position.flags for name in belgians):
            names += belgians
    if _is_any_due(position):
        names = sorted([*names, *position.ready_of.get("fr", ())])
    return names


def errand(position: WesternFrontPosition, unit: Unit) -> frozenset[int] | None:
    """The hexes a unit must make for; None if it is free to go where it likes."""
    piece = position.setting.pieces[unit.piece]
    if piece.nation == "ge":
        return _toward_liege(position, unit) if piece.infantry else None
    if piece.fortress or piece.supply:
        return None
    if piece.nation == "be":
        return _toward_the_redoubt(position, unit)
    if piece.nation == "fr":
        return _toward_the_enemy(position, unit)
    return None


def has_errand(position: WesternFrontPosition, unit: Unit) -> bool:
    """Whether a unit must make for somewhere else than where it stands."""
    goals = errand(position, unit) if in_force(position) else None
    return goals is not None and unit.at not in goals


def errand_rule(position: WesternFrontPosition, unit: Unit) -> str:
    """The rule that sends a unit on its errand."""
    nation = position.piece(unit).nation
    if nation != "be":
        return "WF 3-2" if nation == "ge" else "WF 3-6"
    if position.flags.get(_DRIVEN + unit.name):
        return "WF 3-10"
    return "WF 3-9" if unit.home in _campaign(position).namur else "WF 3-8"


def _nearest(
    position: WesternFrontPosition, unit: Unit, goals: frozenset[int], reachable: Collection[int]
) -> Collection[int]:
    """Of the reachable hexes, the nearest to the goals; none if standing still is better.

    The French must attack only if they can get to the enemy at all (decision WF-R138).
    """
    if not reachable:
        return reachable
    if position.piece(unit).nation == "fr" and unit.at not in goals and goals.isdisjoint(reachable):
        return reachable
    hexes = position.setting.hexes_from(goals)
    best = min(map(hexes.__getitem__, reachable))
    if best > hexes[unit.at]:
        return []
    return [node for node in reachable if hexes[node] == best]


# Germany


def _toward_liege(position: WesternFrontPosition, unit: Unit) -> frozenset[int] | None:
    """[WF 3-2] Infantry that mobilizes in the first turn must move next to Liege (decision WF-R135).

    Once Liege is German nobody has to go there any more.
    """
    campaign = directives_of(position)
    assert campaign is not None
    if unit.name not in position.errands and position.date != campaign.first_turn:
        return None
    if not position.piece(unit).infantry:
        return None
    for node in campaign.liege:
        if position.holder(node) != CENTRAL_POWERS:
            return campaign.beside_liege
    return None


def able_to_march(position: WesternFrontPosition, units: Sequence[Unit]) -> Sequence[Unit]:
    """[WF 3-2] In the first turn, of German infantry those that can get next to Liege, if there are any."""
    campaign = _campaign(position)
    if position.active != CENTRAL_POWERS or position.date != campaign.first_turn:
        return units
    able = []
    trial = position.copy()
    for unit in units:
        movement.note_mobilization(trial, unit.name)
        legs = movement.destinations(trial, [unit.name])
        if unit.at in campaign.beside_liege or not campaign.beside_liege.isdisjoint(legs):
            able.append(unit)
    return able or units


def remember_errands(position: WesternFrontPosition) -> None:
    """[WF 3-2] [WF 3-8] After a movement phase: who has not reached Liege yet goes on next turn, and
    Belgians that have come to the redoubt need not return there once they may leave (WF-R140)."""
    if not in_force(position):
        return
    if position.active != CENTRAL_POWERS:
        for node in _campaign(position).refuge if _is_refuge_due(position) else ():
            position.flags.update((_ARRIVED + unit.name, 1) for unit in position.units_at(node))
        return
    for unit in position.of_side(CENTRAL_POWERS):
        goals = _toward_liege(position, unit) if unit.mobilized else None
        position.send_to_liege(unit.name, goals is not None and unit.at not in goals)


def siege_rail(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 3-4] Whether siege artillery rides free of the rail capacity in this turn."""
    if not in_force(position) or not position.piece(unit).siege:
        return False
    return position.date in _campaign(position).siege_rail_turns


def may_supply(position: WesternFrontPosition, headquarters: Piece, unit: Piece) -> bool:
    """[WF 3-12] With the option, the siege headquarters alone supplies siege artillery in 1914."""
    if headquarters.designation == "Siege":
        return unit.siege
    if not unit.siege or not position.setting.option("siege-headquarters"):
        return True
    in_time = position.year == position.setting.parameters.first_turn.year
    return not (in_time and unit.side == CENTRAL_POWERS)


# France


def is_on_the_offensive(position: WesternFrontPosition, army: str) -> bool:
    """[WF 3-6] Whether an army still owes its attack."""
    return army in _campaign(position).offensive_armies and not position.flags.get(_RELEASED + army)


def owes_attack(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 3-6] Whether a unit must attack with its army."""
    piece = position.piece(unit)
    if not piece.infantry or not is_on_the_offensive(position, unit.army):
        return False
    return f"{piece.strength}-{piece.movement}" in _campaign(position).offensive_values


def _is_last_turn_of_offensive(position: WesternFrontPosition) -> bool:
    return position.date == _campaign(position).offensive_by


def _has_begun(position: WesternFrontPosition, army: str) -> bool:
    """[WF 3-6] Whether an army has begun its attack in this turn."""
    return _ATTACKING + army in position.flags


def _is_due(position: WesternFrontPosition, army: str) -> bool:
    """[WF 3-6] Whether all that must attack with an army must do so in this turn."""
    return _is_last_turn_of_offensive(position) or _has_begun(position, army)


def _is_any_due(position: WesternFrontPosition) -> bool:
    return any(_is_due(position, army) for army in _campaign(position).offensive_armies)


def _listed(position: WesternFrontPosition, army: str) -> list[Unit]:
    """[WF 3-6] The units of an army that must attack with it."""
    return [unit for unit in position.of_side(ENTENTE) if unit.army == army and owes_attack(position, unit)]


def holds_back(position: WesternFrontPosition, unit: Unit) -> Refusal | None:
    """[WF 3-6] Before its last turn an army attacks only if all that must attack with it can
    (decision WF-R213)."""
    campaign = directives_of(position)
    if campaign is None or not unit.army or position.date >= campaign.offensive_by:
        return None
    if not owes_attack(position, unit) or _has_begun(position, unit.army):
        return None
    for other in _listed(position, unit.army):
        if not _is_in_position(position, other):
            label = position.piece(other).label
            return Refusal("WF 3-6", f"the army attacks together, and {label} is not in a position to attack")
    return None


def _is_in_position(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 3-6] Whether a unit has a hex to attack. Which hexes were attacked before says nothing in a
    movement phase: that was in the enemy's combat phase."""
    if not combat.is_able(position, unit):
        return False
    spent: Collection[int] = () if position.phase == MOVEMENT else position.fought_over
    occupied = position.occupied[CENTRAL_POWERS]
    return any(node in occupied and node not in spent for node in position.setting.crossable[unit.at])


def begin_attack(position: WesternFrontPosition, names: Sequence[str]) -> None:
    """[WF 3-6] Units attack of their own will: the whole attack of their armies has begun."""
    if in_force(position):
        for unit in (position.units[name] for name in names):
            if unit.army and owes_attack(position, unit):
                position.flags[_ATTACKING + unit.army] = 1


def _is_excused(position: WesternFrontPosition, node: int) -> bool:
    """[WF 3-6] Whether a hex is too strongly fortified to be attacked as a duty: in the last turn only."""
    if not _is_last_turn_of_offensive(position):
        return False
    fortress = position.fortress_at(node)
    return fortress is not None and fortress.strength >= _campaign(position).offensive_fortress


def _toward_the_enemy(position: WesternFrontPosition, unit: Unit) -> frozenset[int] | None:
    """[WF 3-6] When its army attacks, or must at last, hexes next to an enemy that must be attacked."""
    campaign = directives_of(position)
    assert campaign is not None
    if not _is_due(position, unit.army) or not owes_attack(position, unit):
        return None
    key = _BESIDE_THE_ENEMY if position.date == campaign.offensive_by else _BESIDE_ANY_ENEMY
    return position.memo[CENTRAL_POWERS].found(key, _beside_the_enemy, position) or None


def _beside_the_enemy(position: WesternFrontPosition) -> frozenset[int]:
    crossable = position.setting.crossable
    found: set[int] = set()
    for node in {other.at for other in position.of_side(CENTRAL_POWERS)}:
        if not _is_excused(position, node):
            found.update(crossable[node])
    return frozenset(found)


def may_end_combat(position: WesternFrontPosition, side: str) -> Refusal | None:
    """[WF 3-6] An army that has begun its attack, or must do so now, attacks with all that can."""
    owed = owed_attack(position, side)
    if owed is None:
        return None
    unit, node = owed
    where = position.setting.board.label(node)
    return Refusal("WF 3-6", f"{position.piece(unit).label} must attack, for example {where}")


def owed_attack(position: WesternFrontPosition, side: str) -> tuple[Unit, int] | None:
    """[WF 3-6] A unit that must still attack, and a hex it can attack."""
    if side != ENTENTE or not in_force(position) or not _is_any_due(position):
        return None
    for unit in position.of_side(ENTENTE):
        if unit.army and (nodes := _owed_targets(position, unit)):
            return unit, nodes[0]
    return None


def _owed_targets(position: WesternFrontPosition, unit: Unit) -> list[int]:
    """[WF 3-6] The hexes of which a unit must attack one now; none if it need not."""
    if unit.attacked or unit.column_attacked or not owes_attack(position, unit):
        return []
    if not _is_due(position, unit.army):
        return []
    return [node for node in combat.targets_of(position, unit) if not _is_excused(position, node)]


def why_not_leave_out(
    position: WesternFrontPosition, node: int, able: Sequence[Unit], joined: Sequence[str]
) -> Refusal | None:
    """[WF 3-6] Why an attack on a hex cannot be left to those who have joined it: another one must attack
    with his army and has no other hex to attack, while this one is attacked only once [12-7]."""
    if not in_force(position) or position.date > _campaign(position).offensive_by:
        return None
    armies = {unit.army for unit in map(position.units.__getitem__, joined) if owes_attack(position, unit)}
    for unit in able:
        if unit.name in joined or unit.column_attacked or not owes_attack(position, unit):
            continue
        if unit.army not in armies and not _is_due(position, unit.army):
            continue
        others = [other for other in combat.targets_of(position, unit) if other != node]
        if all(_is_excused(position, other) for other in others) and not _is_excused(position, node):
            label = position.piece(unit).label
            return Refusal("WF 3-6", f"{label} must attack with its army and can attack nothing else")
    return None


def end_combat(position: WesternFrontPosition) -> None:
    """[WF 3-6] [WF 3-7] After an Entente combat phase: armies that have made their attack are free."""
    if not in_force(position) or position.active != ENTENTE:
        return
    for army in _campaign(position).offensive_armies:
        begun = position.flags.pop(_ATTACKING + army, 0)
        all_attacked = all(unit.attacked or unit.column_attacked for unit in _listed(position, army))
        if begun or all_attacked or position.date >= _campaign(position).offensive_by:
            position.flags[_RELEASED + army] = 1


# Belgium


def belgians_are_free(position: WesternFrontPosition) -> bool:
    """[WF 3-8] Whether the Belgian player has regained full control."""
    attacked_there = bool(position.flags.get(BELGIANS_ATTACKED))
    return attacked_there or position.date >= _campaign(position).release


def holds_namur(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 3-9] Whether a Belgian unit must stay in Namur."""
    if position.setting.pieces[unit.piece].nation != "be" or unit.home not in _campaign(position).namur:
        return False
    attacked = position.flags.get(NAMUR_ATTACKED)
    return not attacked and position.date < _campaign(position).release


def is_watched(position: WesternFrontPosition) -> bool:
    """[WF 3-8] Whether enough German strength is near Brussels to keep the Belgians in their redoubt."""
    campaign = _campaign(position)
    strength = sum(
        unit.strength
        for node in campaign.around_brussels
        for unit in position.combat_units_at(node, CENTRAL_POWERS)
    )
    return strength >= campaign.watch_strength


def _toward_the_redoubt(position: WesternFrontPosition, unit: Unit) -> frozenset[int] | None:
    """[WF 3-8] [WF 3-9] [WF 3-10] Where a Belgian unit must go: to the redoubt, or to its compatriots."""
    if belgians_are_free(position) or holds_namur(position, unit):
        return None
    refuge = _campaign(position).refuge
    if not refuge or unit.at in refuge:
        return None
    if _is_refuge_due(position) or unit.home in _campaign(position).namur:
        return None if _ARRIVED + unit.name in position.flags else refuge
    if position.flags.get(_DRIVEN + unit.name):
        return _compatriots(position, unit)
    return None


def _is_refuge_due(position: WesternFrontPosition) -> bool:
    """[WF 3-8] Whether the Belgian army withdraws to its redoubt by now."""
    return position.date >= _campaign(position).refuge_turn


def _compatriots(position: WesternFrontPosition, unit: Unit) -> frozenset[int] | None:
    """[WF 3-10] Hexes with Belgian units that were not driven from Liege themselves."""
    hexes = frozenset(
        other.at
        for other in position.of_side(ENTENTE)
        if position.piece(other).nation == "be"
        and position.piece(other).ground_combat
        and not position.flags.get(_DRIVEN + other.name)
    )
    return hexes - {unit.at} if hexes and unit.at not in hexes else None


def confined(position: WesternFrontPosition, unit: Unit) -> frozenset[int] | None:
    """[WF 3-8] The hexes a Belgian unit in the redoubt is kept in; None if it may leave."""
    if position.setting.pieces[unit.piece].nation != "be":
        return None
    refuge = _campaign(position).refuge
    if unit.at not in refuge or belgians_are_free(position):
        return None
    return refuge if _is_refuge_due(position) and is_watched(position) else None


def antwerp_open(position: WesternFrontPosition) -> bool:
    """[WF 3-11] Whether the Scheldt connects Antwerp with the sea: no German holds its hexes."""
    return in_force(position) and all(
        position.occupier(node) != CENTRAL_POWERS for node in _campaign(position).scheldt
    )


def sea_havens(position: WesternFrontPosition, side: str) -> Collection[int]:
    """[WF 3-11] Antwerp, for the Entente; nothing where it is not on the board."""
    return _campaign(position).antwerp if side == ENTENTE else ()


# Being attacked


def attacked(table: Table, position: WesternFrontPosition, node: int) -> None:
    """[WF 6] [WF 3-8] [WF 3-9] [WF 3-10] A hex is attacked: its units are mobilized, Belgians released."""
    if not in_force(position):
        return
    campaign = _campaign(position)
    for unit in position.units_at(node):
        belgian = position.piece(unit).nation == "be"
        if belgian and node in campaign.near_liege and not unit.mobilized:
            position.note_unready(unit.name, True)
        if belgian and node in campaign.namur:
            position.flags[NAMUR_ATTACKED] = 1
        if not unit.mobilized:
            movement.note_mobilization(position, unit.name)
            table.tell(
                f"{position.piece(unit).label} is mobilized by the attack", "WF 6", kind="mobilization"
            )
    belgians = any(position.piece(unit).nation == "be" for unit in position.units_at(node))
    if belgians and node in campaign.refuge and _is_refuge_due(position):
        position.flags[BELGIANS_ATTACKED] = 1


def must_retreat(position: WesternFrontPosition, battle: Battle, loss: int) -> bool:
    """[WF 3-10] Belgians attacked at Liege before they were mobilized retreat after any loss."""
    if loss < 1 or not in_force(position):
        return False
    if battle.node not in _campaign(position).near_liege:
        return False
    return any(
        unit.name in position.unready or (unit.name in battle.unready and position.piece(unit).nation == "be")
        for unit in position.units_at(battle.node)
    )


def after_combat(position: WesternFrontPosition) -> None:
    """[WF 3-3] [WF 3-10] Belgians that were driven from Liege must rejoin their compatriots; a column attack
    may have broken the line in Lorraine."""
    if position.phase == MOVEMENT:
        lorraine.look_at_line(position)
    for name in sorted(position.unready):
        position.note_unready(name, False)
        unit = position.units.get(name)
        if unit is not None and unit.retreated:
            position.flags[_DRIVEN + name] = 1
