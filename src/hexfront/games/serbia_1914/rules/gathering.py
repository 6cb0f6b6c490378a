"""[9.1.1] [9.2.5] Steps a and b of an attack: who takes part on both sides, and who is withheld.

The attacker says first whom he withholds, then the defender (decision SE-R211).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import cache
from typing import Any

from hexfront.games.serbia_1914.force import MOST_ASSETS, Force, forces_in, leader_of
from hexfront.games.serbia_1914.matters import Assignment, Corps, Withholding
from hexfront.games.serbia_1914.orders import Assign, ChooseCorps, Withhold
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import participation, strengths
from hexfront.games.serbia_1914.rules.battle import Assault, Battle
from hexfront.games.serbia_1914.vocabulary import MARSCH, POSITION_TASK, RECOVERY_AND_MARSCH, other_side
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

Gathering = Generator[Ask | Together, Any, Battle | None]
Placed = list[tuple[int, Force]]  # Forces with the hexes they fight in or out of
Choosing = Generator[Ask | Together, Any, Placed]

# What part a unit has in a combat, as the events that tell of it say.
ATTACKS, DEFENDS, WITHHELD = "attacks", "defends", "withheld"
_PARTS = {ATTACKS: "attacks", DEFENDS: "defends", WITHHELD: "is withheld from"}

withhold_order = cache(Withhold)
corps_order = cache(ChooseCorps)
assign_order = cache(Assign)
_LOST_UNDER_ATTACK = frozenset({MARSCH, POSITION_TASK, RECOVERY_AND_MARSCH})


def gather(table: Table, position: SerbiaPosition, side: str, node: int) -> Gathering:
    """[9.1.1] Who fights for a hex; None if nobody attacks or nobody can defend, and the attack lapses."""
    enemy = other_side(side)
    where = position.setting.board.label(node)
    fix_assignments(position, node, side)
    attackers: Placed = [
        (assault.here, assault.force) for assault in participation.assaults_on(position, node, side)
    ]
    if not attackers or not participation.defenders_in(position, node, enemy):
        table.tell(f"The attack on {where} does not take place", "9.2.5", kind="combat")
        return None
    interrupt_tasks(position, node, enemy)
    table.reveal(f"which units are in {where}")
    chosen = yield from choose_attackers(position, side, node, attackers)
    _tell(table, position, ATTACKS, where, [name for _, force in chosen for name in force.units])
    defenders, withheld = yield from choose_defenders(position, side, node)
    assaults = tuple(Assault(here, force) for here, force in chosen)
    battle = Battle(side, node, assaults, defenders, withheld)
    for name in (*battle.attacking_names, *battle.defending_names):
        position.change(name, fought=True)
    _tell(table, position, DEFENDS, where, battle.defending_names)
    if withheld:
        _tell(table, position, WITHHELD, where, withheld)
    return battle


def _tell(table: Table, position: SerbiaPosition, does: str, where: str, names: Sequence[str]) -> None:
    """[9.1.1] Names, kinds and sizes of the units in a combat are shown to both sides."""
    for name in dict.fromkeys(names):
        table.tell(
            f"{position.label(name)} {_PARTS[does]} {where}",
            "9.1.1",
            kind="combat",
            data={"hex": where, "unit": name, "part": does},
        )


def fix_assignments(position: SerbiaPosition, node: int, side: str) -> None:
    """[5.5.1] [11.1.2] In a combat asset units stay with the Formation they go with as it begins."""
    pieces = position.setting.pieces
    for here in (node, *position.setting.beside[node]):
        owner = other_side(side) if here == node else side
        if len(position.standing[here]) < 2:
            continue
        for force in forces_in(position, here, owner):
            if not pieces[position.units[force.leader].piece].formation:
                continue
            for name in force.units:
                if name != force.leader and position.units[name].assigned != force.leader:
                    position.change(name, assigned=force.leader)


def interrupt_tasks(position: SerbiaPosition, node: int, side: str) -> None:
    """[7.8.3] An attack on a hex ends the building of a position and the taking in of Marsch troops there."""
    for unit in position.units_at(node):
        if unit.task in _LOST_UNDER_ATTACK and position.side_of(unit) == side:
            position.change(unit.name, task="", progress=0)


def lower_aims(position: SerbiaPosition, side: str, node: int) -> None:
    """[9.1] [7.3.1] The attack on a hex is over: markers pointing at it are taken off."""
    for name in position.names_of(side):
        unit = position.units[name]
        if unit.aim == node:
            prepared = OFF_MAP if unit.prepared == node else unit.prepared
            position.change(name, aim=OFF_MAP, prepared=prepared)


# The attacker


def choose_attackers(position: SerbiaPosition, side: str, node: int, attackers: Placed) -> Choosing:
    """[9.2.2] [9.2.5] One corps attacks; what is too many is withheld, and whom the attacker likes."""
    where = position.setting.board.label(node)
    chosen = yield from _choose_corps(position, side, where, attackers, attacking=True)
    for here in dict.fromkeys(here for here, _ in chosen):
        while must := _surplus_of(position, chosen, here, node):
            about = Withholding(where, attacking=True, units=taking_part(chosen), must=True)
            answer = yield ask_surplus(position, side, must, about)
            chosen = _drop(position, chosen, answer.unit)
    while may := _may_stay_out(position, node, chosen):
        about = Withholding(where, attacking=True, units=taking_part(chosen))
        answer = yield _ask_withhold(position, side, may, about)
        if isinstance(answer, Pass):
            break
        chosen = _drop(position, chosen, answer.unit)
    return chosen


def _may_stay_out(position: SerbiaPosition, node: int, chosen: Placed) -> list[str]:
    """[9.2.5B] [9.2.5C] The attackers that may be withheld: not those who prepared, never all."""
    found = []
    for name in dict.fromkeys(name for _, force in chosen for name in force.units):
        if position.units[name].prepared != node:
            rest = _drop(position, chosen, name)
            if any(strengths.attack_of_force(position, force.units, here, node) > 0 for here, force in rest):
                found.append(name)
    return found


# The defender


def choose_defenders(
    position: SerbiaPosition, side: str, node: int, *, repulse: bool = False
) -> Generator[Ask | Together, Any, tuple[tuple[Force, ...], tuple[str, ...]]]:
    """[9.2.4] [9.2.5] The defending Forces, and all others of the hex, which are withheld."""
    enemy = other_side(side)
    yield from _reassign(position, enemy, node)
    able = participation.defenders_in(position, node, enemy, repulse=repulse)
    pieces = position.setting.pieces
    forts = [name for force in able for name in force.units if pieces[position.units[name].piece].fort]
    placed: Placed = []
    for force in able:
        names = tuple(name for name in force.units if name not in forts)
        if any(pieces[position.units[name].piece].combat for name in names):
            placed.append((node, Force(leader_of(position, names), names)))
    where = position.setting.board.label(node)
    chosen = yield from _choose_corps(position, enemy, where, placed, attacking=False)
    while must := _surplus_of(position, chosen, node, node):
        about = Withholding(where, attacking=False, units=taking_part(chosen), must=True)
        answer = yield ask_surplus(position, enemy, must, about)
        chosen = _drop(position, chosen, answer.unit)
    while may := _weak_forces(position, chosen):
        about = Withholding(where, attacking=False, units=taking_part(chosen))
        answer = yield _ask_withhold(position, enemy, may, about)
        if isinstance(answer, Pass):
            break
        chosen = _drop(position, chosen, answer.unit)
    defending = [force for _, force in chosen]
    if forts:
        defending = with_forts(position, defending, forts)
    fighting = {name for force in defending for name in force.units}
    withheld = tuple(
        unit.name
        for unit in position.units_at(node)
        if (piece := pieces[unit.piece]).side == enemy
        and (piece.combat or piece.asset)
        and unit.name not in fighting
    )
    return tuple(defending), withheld


def _reassign(position: SerbiaPosition, side: str, node: int) -> Procedure:
    """[5.5.1] Before the combat the defender may assign each asset unit anew, once."""
    told: set[str] = set()
    while position.formations[node] > 1:
        choices = [
            order
            for unit in position.units_at(node)
            if unit.name not in told and position.side_of(unit) == side
            for order in assignments(position, unit)
        ]
        if not choices:
            break
        answer = yield _ask_assign(side, choices, position.setting.board.label(node))
        if isinstance(answer, Pass):
            break
        told.add(answer.unit)
        position.change(answer.unit, assigned=answer.formation)
    return None


def _ask_assign(side: str, choices: Sequence[Action], where: str) -> Ask:
    return Ask(
        side,
        "assign",
        "Let asset units go with another Formation of their hex, or pass",
        "5.5.1",
        options=lambda: [*choices, PASS],
        default=lambda: PASS,
        about=Assignment(where),
    )


def assignments(position: SerbiaPosition, unit: Unit) -> list[Assign]:
    """[5.5.1] [3.2] The other Formations of its hex that an asset unit may go with."""
    piece = position.piece(unit)
    if not piece.asset or piece.fort or position.formations[unit.at] < 2:
        return []
    forces = forces_in(position, unit.at, piece.side)
    found = []
    for force in forces:
        leader = position.units[force.leader]
        if unit.name in force.units or leader.also != unit.also or not position.piece(leader).formation:
            continue
        told = sum(position.units[name].assigned == leader.name for name in force.units)
        if told < MOST_ASSETS:
            found.append(assign_order(unit.name, leader.name))
    return found


def with_forts(position: SerbiaPosition, forces: Sequence[Force], forts: Sequence[str]) -> list[Force]:
    """[9.2.5C] [8.5.1] Forts always defend, as part of the first Force or for themselves."""
    if not forces:
        return [Force(leader_of(position, forts), tuple(forts))]
    first = forces[0]
    return [Force(first.leader, (*first.units, *forts)), *forces[1:]]


def _weak_forces(position: SerbiaPosition, chosen: Placed) -> list[str]:
    """[9.2.5B] Combat ineffective or demoralized Forces, as long as one of the others defends."""
    weak = [force.leader for _, force in chosen if position.is_ineffective(position.units[force.leader])]
    return weak if len(weak) < len(chosen) else []


# Both


def _choose_corps(
    position: SerbiaPosition, side: str, where: str, placed: Placed, *, attacking: bool
) -> Choosing:
    """[9.2.2] [9.2.5A] Only one corps fights; asset units alone go with any."""
    corps = participation.corps_in(position, placed)
    if len(corps) < 2:
        return placed
    about = Corps(where, attacking, taking_part(placed))
    answer = yield _ask_corps(position, side, corps, placed, about)
    return [
        (here, force)
        for here, force in placed
        if participation.corps_name(position, here, force) in ("", answer.corps)
    ]


def _ask_corps(
    position: SerbiaPosition, side: str, corps: Sequence[str], placed: Placed, about: Corps
) -> Ask:

    def strength(name: str) -> int:
        return sum(
            strengths.defense_of_force(position, force.units)
            for here, force in placed
            if participation.corps_name(position, here, force) == name
        )

    return Ask(
        side,
        "corps",
        f"Which corps fights at {about.at}?",
        "9.2.5",
        options=lambda: [corps_order(name) for name in corps],
        default=lambda: corps_order(max(corps, key=strength)),
        about=about,
    )


def _surplus_of(position: SerbiaPosition, chosen: Placed, here: int, node: int) -> list[str]:
    """[3.1.2] [9.2.5A] [9.2.5C] The units of a hex of which one must be withheld.

    Only what is in excess, so that somebody is left to fight (decision SE-R217). Those who did not prepare
    the attack come before those who did, and if one alone is enough, such a one.
    """

    def too_many(placed: Placed) -> list[str]:
        names = [name for at, force in placed if at == here for name in force.units]
        return participation.surplus(position, names, here, node)

    must = [name for name in too_many(chosen) if _is_excess(position, chosen, name, here, node)]
    must = [name for name in must if position.units[name].prepared != node] or must
    enough = [name for name in must if not too_many(_drop(position, chosen, name))]
    return enough or must


def taking_part(placed: Placed) -> tuple[str, ...]:
    """Every unit of some Forces once, also one that fights out of two hexes."""
    return tuple(dict.fromkeys(name for _, force in placed for name in force.units))


def _is_excess(position: SerbiaPosition, chosen: Placed, name: str, here: int, node: int) -> bool:
    """[3.1.2] [9.2.5C] Whether a unit may be the one too many, and others fight without it.

    A Formation that would take its asset units along is not, if it could fight when they are withheld.
    """
    rest = _drop(position, chosen, name)
    if here != node:
        fights = any(strengths.attack_of_force(position, force.units, at, node) > 0 for at, force in rest)
    else:
        fights = bool(rest)
    if not fights or not position.piece(position.units[name]).formation:
        return fights
    others = [each for at, force in rest if at == here for each in force.units]
    return bool(participation.surplus(position, [*others, name], here, node))


def _drop(position: SerbiaPosition, chosen: Placed, name: str) -> Placed:
    """Those who still take part when a unit is withheld; a Formation takes its asset units along."""
    found: Placed = []
    for here, force in chosen:
        rest = participation.without(position, force, name)
        if rest is not None:
            found.append((here, rest))
    return found


def ask_surplus(position: SerbiaPosition, side: str, names: Sequence[str], about: Withholding) -> Ask:
    """[3.1.2] Somebody must be withheld: the weakest is advised."""
    weakest = min(names, key=lambda name: _worth(position, name))
    return Ask(
        side,
        "withhold",
        f"Too many units for the combat at {about.at}: which one is withheld?",
        "3.1.2",
        options=lambda: [withhold_order(name) for name in names],
        why_not=lambda action: _why_not_withhold(position, action, "3.1.2"),
        default=lambda: withhold_order(weakest),
        about=about,
    )


def _ask_withhold(position: SerbiaPosition, side: str, names: Sequence[str], about: Withholding) -> Ask:
    return Ask(
        side,
        "withhold",
        f"Withhold units from the combat at {about.at}, or pass",
        "9.2.5",
        options=lambda: [*(withhold_order(name) for name in names), PASS],
        why_not=lambda action: _why_not_withhold(position, action, "9.2.5"),
        default=lambda: PASS,
        about=about,
    )


def _worth(position: SerbiaPosition, name: str) -> tuple[int, str]:
    unit = position.units[name]
    return strengths.attack_strength(position, unit) + strengths.defense_strength(position, unit), name


def _why_not_withhold(position: SerbiaPosition, action: Action, rule: str) -> Refusal | None:
    """[9.2.5C] Why a unit cannot be withheld."""
    if not isinstance(action, Withhold):
        return None
    unit = position.units.get(action.unit)
    if unit is None:
        return Refusal(rule, f'"{action.unit}" is not in play')
    name = position.label(unit)
    if unit.prepared != OFF_MAP:
        return Refusal("9.2.5", f"{name} has prepared this attack and must make it")
    if position.piece(unit).fort:
        return Refusal("9.2.5", f"{name} is a fort and always defends")
    return Refusal(rule, f"{name} cannot be withheld from this combat")


# Forces as they suffer results


def whole_force(position: SerbiaPosition, force: Force) -> tuple[str, ...]:
    """[11.1.2] [5.5.1] What is left of a Force, with withheld asset units that go with its Formation."""
    left = [name for name in force.units if name in position.units]
    leader = position.units.get(force.leader)
    if leader is not None and position.piece(leader).formation:
        left += [
            unit.name
            for unit in position.units_at(leader.at)
            if unit.assigned == leader.name and unit.name not in left
        ]
    return tuple(left)


def attacking_forces(position: SerbiaPosition, battle: Battle) -> list[tuple[str, ...]]:
    forces = {assault.force.leader: assault.force for assault in battle.attackers}
    return _present(whole_force(position, force) for force in forces.values())


def defending_forces(position: SerbiaPosition, battle: Battle) -> list[tuple[str, ...]]:
    return _present(whole_force(position, force) for force in battle.defenders)


def withheld_forces(position: SerbiaPosition, battle: Battle) -> list[tuple[str, ...]]:
    """[9.2.5] The defender's Forces that took no part, as far as they are left."""
    fighting = {force.leader for force in battle.defenders}
    groups: dict[str, list[str]] = {}
    for name in battle.withheld:
        unit = position.units.get(name)
        if unit is None or unit.assigned in fighting:
            continue
        groups.setdefault(unit.assigned or name, []).append(name)
    for leader in [name for name in battle.withheld if name in groups and groups[name] == [name]]:
        unit = position.units[leader]
        if unit.assigned in groups and unit.assigned != leader:
            groups[unit.assigned].append(leader)
            del groups[leader]
    return _present(tuple(names) for names in groups.values())


def _present(forces: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [names for names in forces if names]
