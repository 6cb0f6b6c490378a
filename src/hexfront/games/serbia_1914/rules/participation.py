"""[3.1.2] [9.2] [9.2.5] Who may attack what, and who takes part in a combat or is withheld from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from hexfront.games.serbia_1914.force import MOST_ASSETS, Force, forces_in, leader_of
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.forces import DIVISION
from hexfront.games.serbia_1914.rules import attachment, strengths
from hexfront.games.serbia_1914.rules.battle import Assault
from hexfront.games.serbia_1914.rules.stacking import COMBAT_LIMIT, MOUNTAIN_COMBAT_LIMIT
from hexfront.games.serbia_1914.vocabulary import DEMORALIZED, INDEPENDENT, SIDES
from hexfront.kernel.errors import Refusal

ONE_GUN = 1  # artillery units in a combat, from one hex [3.1.2]


class Front(msgspec.Struct, frozen=True):
    """A Force next to enemies: where it stands, and the hexes it could attack as the ground allows."""

    force: Force
    targets: tuple[int, ...]


def fronts(position: SerbiaPosition, side: str) -> list[Front]:
    """Every Force of a side with an enemy to attack next to it; remembered until somebody moves."""
    return position.memo.found(("fronts", side), _fronts, position, side)


def _fronts(position: SerbiaPosition, side: str) -> list[Front]:
    found: list[Front] = []
    done: set[str] = set()
    for node in _beside_enemies(position, side):
        for force in forces_in(position, node, side):
            if force.leader not in done:
                done.add(force.leader)
                targets = _targets(position, position.units[force.leader], side)
                if targets:
                    found.append(Front(force, targets))
    return found


def forget_fronts(position: SerbiaPosition) -> None:
    """After an asset unit has been assigned anew."""
    for side in SIDES:
        position.memo.pop(("fronts", side), None)


def _beside_enemies(position: SerbiaPosition, side: str) -> list[int]:
    """The hexes with Combat units and forts of a side next to some of the enemy's."""
    setting, units, enemies = position.setting, position.units, position.enemy_bits(side)
    mine: set[int] = set()
    for node in position.hexes_held(side):
        if setting.around[node] & enemies:  # mostly nobody is near
            for name in position.standing[node]:
                piece = setting.pieces[units[name].piece]
                if piece.side == side and (piece.combat or piece.fort):
                    mine.add(node)
    return sorted(
        node for node in mine if any(is_defended(position, there, side) for there in setting.beside[node])
    )


def _targets(position: SerbiaPosition, unit: Unit, side: str) -> tuple[int, ...]:
    setting = position.setting
    found = {
        there
        for here in position.hexes_of(unit)
        for there in setting.beside[here]
        if is_defended(position, there, side) and strengths.can_attack_across(setting, here, there)
    }
    return tuple(sorted(found))


def is_defended(position: SerbiaPosition, node: int, attacker: str) -> bool:
    """[9.0] [8.8.1] Whether an enemy Combat unit or fort is in a hex.

    Guns and supply units do not fight alone (decision SE-R207).
    """
    pieces, units = position.setting.pieces, position.units
    for name in position.standing[node]:
        piece = pieces[units[name].piece]
        if piece.side != attacker and (piece.combat or piece.fort):
            return True
    return False


# Attackers


def why_not_attack(position: SerbiaPosition, force: Force) -> Refusal | None:
    """[9.2] [9.2.3] [7.8] Why a Force cannot attack at all in this phase."""
    leader = position.units[force.leader]
    name = position.label(leader)
    if leader.fought:
        return Refusal("9.2", f"{name} has already fought in this phase")
    if leader.retreated:
        return Refusal("9.2.5", f"{name} has retreated in this phase")
    if position.is_ineffective(leader):
        weak = "6.4" if leader.status >= DEMORALIZED else "6.3"
        return Refusal(("9.2.3", weak), f"{name} is combat ineffective or demoralized")
    if leader.task:
        return Refusal("7.8", f"{name} is at a task")
    if not able_units(position, force):
        piece = position.piece(leader)
        more = ("8.5.1",) if piece.fort else ("8.8.1",) if piece.gun else ()
        return Refusal(("9.2.3", *more), f"{name} has no attack strength")
    return None


def able_units(position: SerbiaPosition, force: Force) -> tuple[str, ...]:
    """[9.2] [9.2.5A] [7.8] The units of a Force that may attack in this phase; guns only with others."""
    units = position.units
    fresh = [
        name
        for name in force.units
        if not (unit := units[name]).fought and not unit.retreated and not unit.task
    ]
    return strong_units(position, fresh)


def strong_units(position: SerbiaPosition, names: Iterable[str]) -> tuple[str, ...]:
    """[9.2.3] [8.5.1] [8.8.1] The units that have strength to attack; guns only with a Combat unit."""
    pieces, units = position.setting.pieces, position.units
    able = [
        name
        for name in names
        if not pieces[(unit := units[name]).piece].fort and strengths.attack_strength(position, unit) > 0
    ]
    if not any(pieces[units[name].piece].combat for name in able):
        return ()
    return tuple(able)


def why_not_aim(position: SerbiaPosition, force: Force, node: int) -> Refusal | None:
    """[9.2] [9.2.1] [9.2.2] [3.1.2] Why a Force cannot be told to attack a hex."""
    label = position.setting.board.label
    leader = position.units[force.leader]
    name = position.label(leader)
    side = position.side_of(leader)
    aims = {position.units[each].aim for each in force.units} - {OFF_MAP}
    if leader.aim != OFF_MAP or (aims and node not in aims):
        return Refusal("9.2.1", f"{name} already attacks {label(aims.pop())}")
    refusal = why_not_attack(position, force)
    if refusal is not None:
        return refusal
    if leader.prepared not in (OFF_MAP, node):
        return Refusal("9.2.5", f"{name} has prepared an attack on {label(leader.prepared)}")
    heres = attacking_hexes(position, leader, node)
    if not heres:
        if (closed := why_closed(position, leader, node)) is not None:
            return closed
        return Refusal("9.2", f"{name} is not next to {label(node)}")
    if not is_defended(position, node, side):
        return Refusal("9.0", f"no enemy Force is in {label(node)}")
    if node in position.attacked:
        return Refusal("9.2", f"{label(node)} has already been attacked in this phase")
    able = able_units(position, force)
    if not any(strengths.attack_of_force(position, able, here, node) > 0 for here in heres):
        return Refusal("9.2.3", f"terrain leaves {name} no attack strength against {label(node)}")
    return _why_not_join(position, leader, heres, node)


def why_closed(position: SerbiaPosition, unit: Unit, node: int) -> Refusal | None:
    """[9.2.3] Why the ground lets no attack go from where a unit stands to a hex beside it."""
    across = [here for here in position.hexes_of(unit) if node in position.setting.beside[here]]
    if not across or attacking_hexes(position, unit, node):
        return None
    label = position.setting.board.label
    return Refusal("9.2.3", f"no attack goes from {label(across[0])} to {label(node)}")


def latecomers(position: SerbiaPosition, force: Force) -> list[str]:
    """[9.1] [7.3.1] Units that can join the attack of their Force because they did not prepare it."""
    at = position.units[force.leader].aim
    if at == OFF_MAP:
        return []
    return [
        name
        for name in able_units(position, force)
        if position.units[name].aim == OFF_MAP and position.units[name].prepared in (OFF_MAP, at)
    ]


def _why_not_join(position: SerbiaPosition, leader: Unit, heres: Sequence[int], node: int) -> Refusal | None:
    """[9.2.2] [3.1.2] [3.1.2a] Why a Force cannot join those who already attack a hex."""
    label = position.setting.board.label
    joined = aimed_at(position, node)
    formations = [unit for unit in joined if unit.corps]
    if formations and not any(attachment.same_corps(position, unit, leader) for unit in formations):
        return Refusal("9.2.2", f"units of another corps or army attack {label(node)}")
    for here in heres:
        most = combat_limit(position, here, node)
        size = position.quarters_in(leader) + sum(
            position.quarters_in(unit) for unit in joined if here in position.hexes_of(unit)
        )
        if size > most:
            rule = "3.1.2" if most == COMBAT_LIMIT else "3.1.2a"
            reason = f"too many division-equivalents would attack out of {label(here)}"
            return Refusal(rule, reason, needed=most / DIVISION, had=size / DIVISION)
    return None


def attacking_hexes(position: SerbiaPosition, unit: Unit, node: int) -> list[int]:
    """[9.2] [9.2.3] [19.1.6] The hexes of a unit out of which it can attack another."""
    setting = position.setting
    return [
        here
        for here in position.hexes_of(unit)
        if node in setting.beside[here] and strengths.can_attack_across(setting, here, node)
    ]


def aimed_at(position: SerbiaPosition, node: int) -> list[Unit]:
    """The units that have been told to attack a hex."""
    units = position.units
    found: dict[str, Unit] = {}
    for here in position.setting.beside[node]:
        for name in position.standing[here]:
            unit = units[name]
            if unit.aim == node:
                found[name] = unit
    return list(found.values())


def assaults_on(position: SerbiaPosition, node: int, side: str) -> list[Assault]:
    """[9.1] The Forces that attack a hex as indicated, each out of its hex, as far as they still can."""
    found = []
    units = position.units
    for here in position.setting.beside[node]:
        if not any(units[name].aim == node for name in position.standing[here]):
            continue
        if not strengths.can_attack_across(position.setting, here, node):
            continue
        for force in forces_in(position, here, side):
            if why_not_attack(position, force) is not None:
                continue
            names = tuple(name for name in able_units(position, force) if units[name].aim == node)
            if any(position.piece(units[name]).combat for name in names):
                found.append(Assault(here, Force(leader_of(position, names), names)))
    return found


# Defenders


def defenders_in(position: SerbiaPosition, node: int, side: str, *, repulse: bool = False) -> list[Force]:
    """[9.2.5A] [8.8.1] The Forces in a hex that can defend it: those that have not retreated in this phase.

    Against a Repulse also those who have (decision SE-R216).
    """
    found = []
    units, pieces = position.units, position.setting.pieces
    for force in forces_in(position, node, side):
        names = tuple(name for name in force.units if repulse or not units[name].retreated)
        if any(pieces[units[name].piece].combat or pieces[units[name].piece].fort for name in names):
            found.append(Force(leader_of(position, names), names))
    return found


# Corps


def corps_in(position: SerbiaPosition, forces: Iterable[tuple[int, Force]]) -> list[str]:
    """[9.2.2] The corps of some Forces with their hexes; independent ones of a hex are one corps together."""
    found = {corps_name(position, here, force) for here, force in forces}
    return sorted(found - {""})


def corps_name(position: SerbiaPosition, here: int, force: Force) -> str:
    """[5.3.3] The corps of a Force; asset units alone belong to none and fight beside any of their army."""
    leader = position.units[force.leader]
    if leader.corps != INDEPENDENT:
        return leader.corps
    return f"{INDEPENDENT} {position.setting.board.label(here)}"


# Limits


def combat_limit(position: SerbiaPosition, here: int, there: int) -> int:
    """[3.1.2] [3.1.2a] How much can attack out of a hex into another, or defend if both are the same."""
    mountainous = position.setting.mountainous
    return MOUNTAIN_COMBAT_LIMIT if mountainous[here] or mountainous[there] else COMBAT_LIMIT


def surplus(position: SerbiaPosition, names: Iterable[str], here: int, there: int) -> list[str]:
    """[3.1.2] [3.1.2a] The units among which one must be withheld; nobody if all may take part."""
    pieces, units = position.setting.pieces, position.units
    limit = combat_limit(position, here, there)
    fighting = [name for name in names if not pieces[units[name].piece].fort]
    guns = [name for name in fighting if pieces[units[name].piece].gun]
    if len(guns) > (ONE_GUN if limit == COMBAT_LIMIT else 0):
        return guns
    assets = [name for name in fighting if pieces[units[name].piece].asset]
    if len(assets) > MOST_ASSETS:
        return assets
    sized = [name for name in fighting if position.quarters_in(units[name])]
    if sum(position.quarters_in(units[name]) for name in sized) > limit:
        return sized
    return []


def without(position: SerbiaPosition, force: Force, name: str) -> Force | None:
    """[9.2.5] A Force without a withheld unit; without its Formation nothing of it is left."""
    if name not in force.units:
        return force
    if name == force.leader and position.piece(position.units[name]).formation:
        return None
    rest = tuple(each for each in force.units if each != name)
    pieces = [position.piece(position.units[each]) for each in rest]
    if not any(piece.combat or piece.fort for piece in pieces):
        return None
    return Force(leader_of(position, rest), rest)
