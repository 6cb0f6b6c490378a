"""[10.1] [25.1] The artillery of both sides in a combat, and who lends his guns to it.

Values are in quarters of a point until the total is rounded up [10.1.1a]. They are those with which the
combat began: reductions it brings do not silence guns that have fired in it (decision SE-R208).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.force import Force, forces_in
from hexfront.games.serbia_1914.orders import Support
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import ammunition, attachment, naval, participation, strengths
from hexfront.games.serbia_1914.rules.battle import Battle, Provision
from hexfront.games.serbia_1914.rules.strengths import MOST_IN_MOUNTAINS, QUARTERS_OF_A_POINT
from hexfront.games.serbia_1914.vocabulary import SERBIA
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger, Note, unexplained
from hexfront.kernel.table import Table

FORT_SIZE = 2  # quarters of a division-equivalent a fort counts under fire [10.1.2]
FROM_A_HEIGHT = 2  # Forces of a hex above the attackers that may support [10.1.1]
Lending = Generator[Ask | Together, Any, int]

support_order = cache(Support)


def force_value(
    position: SerbiaPosition,
    names: Iterable[str],
    provision: Provision,
    note: Note = unexplained,
    *,
    mountainous: bool,
) -> int:
    """[10.1.1a] [9.4] [23.2.1] The artillery of a Force, in quarters: none without shells."""
    provided, shells = provision
    if not shells:
        return 0
    pieces, units = position.setting.pieces, position.units
    total = 0
    for name in names:
        unit = units[name]
        supplied = provided or pieces[unit.piece].fort
        total += strengths.artillery_value(position, unit, note, ammunition=supplied)
    most = MOST_IN_MOUNTAINS * QUARTERS_OF_A_POINT
    if mountainous and total > most:
        note("10.1.1a", "in mountains at most 2 a Force", most - total)
        return most
    return total


def attack_value(position: SerbiaPosition, battle: Battle, note: Note = unexplained) -> int:
    """[10.1.1] The artillery of all attackers, in quarters."""
    mountainous = position.setting.mountainous[battle.node]
    return sum(
        force_value(
            position,
            assault.force.units,
            battle.provision(assault.force.leader),
            note,
            mountainous=mountainous,
        )
        for assault in battle.attackers
    )


def defense_value(position: SerbiaPosition, battle: Battle, note: Note = unexplained) -> int:
    """[10.1.1] The artillery of all defenders, in quarters, without that of their neighbours."""
    mountainous = position.setting.mountainous[battle.node]
    return sum(
        force_value(position, force.units, battle.provision(force.leader), note, mountainous=mountainous)
        for force in battle.defenders
    )


def rounded_up(quarters: int) -> int:
    """[10.1.1a] A side's total in points."""
    return -(-quarters // QUARTERS_OF_A_POINT)


def size_under_fire(position: SerbiaPosition, battle: Battle, *, attacker: bool, size: int) -> int:
    """[10.1.2] The size that the enemy's guns fire at; a defending fort counts half a division."""
    if attacker:
        return size
    pieces, units = position.setting.pieces, position.units
    forts = sum(pieces[units[name].piece].fort for name in battle.defending_names)
    return size + FORT_SIZE * forts


# Who may support


class Neighbour(msgspec.Struct, frozen=True):
    """A Force or squadron that may add its artillery; ``most`` of its hex may."""

    force: Force
    here: int
    value: int
    most: int
    squadron: bool = False


def squadrons(position: SerbiaPosition, battle: Battle, side: str) -> list[Neighbour]:
    """[25.1] The squadrons of a side that can reach the combat and have not fired in this phase."""
    found = []
    for node in (battle.node, *position.setting.beside[battle.node]):
        for name in position.standing[node]:
            unit = position.units[name]
            piece = position.piece(unit)
            if piece.naval and piece.side == side and naval.may_support(position, unit, battle.node):
                value = strengths.artillery_value(position, unit)
                found.append(Neighbour(Force(name, (name,)), node, value, 1, squadron=True))
    return found


def neighbours(position: SerbiaPosition, battle: Battle) -> list[Neighbour]:
    """[10.1.1] The Forces next to the defender and to an attacker that may support the defender.

    Each hex lends one Force, and two if it is higher than all attackers next to it (decision SE-R210). Guns
    without ammunition at hand count half (decision SE-R051).
    """
    setting = position.setting
    mountainous = setting.mountainous[battle.node]
    corps = [position.units[force.leader] for force in battle.defenders if force.leader in position.units]
    corps = [unit for unit in corps if unit.corps] or corps
    found = []
    for here, most in neighbouring_hexes(position, battle).items():
        for force in forces_in(position, here, battle.enemy):
            leader = position.units[force.leader]
            names = tuple(name for name in force.units if not has_fired(position.units[name]))
            if not names or any(force.leader == other.leader for other in battle.defenders):
                continue
            if not all(attachment.same_corps(position, unit, leader) for unit in corps):
                continue
            supplied = ammunition.at_hand(position, names) is not None
            value = force_value(position, names, (supplied, True), mountainous=mountainous)
            if value:
                found.append(Neighbour(Force(force.leader, names), here, value, most))
    return found


def neighbouring_hexes(position: SerbiaPosition, battle: Battle) -> dict[int, int]:
    """[10.1.1] The hexes next to defender and attacker that may lend guns, with how many Forces each may.

    All know them: who lies there, and with what guns, only the defender.
    """
    setting = position.setting
    fighting = {assault.here for assault in battle.attackers}
    found: dict[int, int] = {}
    for here in setting.beside[battle.node]:
        near = fighting.intersection(setting.beside[here])
        if near and position.occupier(here) == battle.enemy and not is_attacked(position, here):
            high = all(setting.elevation[here] > setting.elevation[other] for other in near)
            found[here] = FROM_A_HEIGHT if high else 1
    return found


def has_fired(unit: Unit) -> bool:
    """[10.1.1] Whether a unit has added its artillery to a combat of this phase, its own or another's."""
    return unit.supported or unit.fought


def is_attacked(position: SerbiaPosition, node: int) -> bool:
    """[10.1.1] Whether a hex is being attacked in this phase, before or after now."""
    return node in position.attacked or bool(participation.aimed_at(position, node))


# Asking for support


def lend(
    table: Table, position: SerbiaPosition, battle: Battle, side: str, *, own: int, target: int
) -> Lending:
    """[10.1.1] [25.1] A side adds squadrons and, defending, neighbours; returns its artillery in points.

    ``own`` is what its fighting units have, in quarters; ``target`` the size its guns fire at.
    """
    able = squadrons(position, battle, side)
    if side == battle.enemy:
        able += neighbours(position, battle)
    shells = shells_for_neighbours(battle) if side == SERBIA else len(able)
    chosen: list[Neighbour] = []
    room = neighbouring_hexes(position, battle) if side == battle.enemy else {}
    while True:
        open_to = still_open(able, chosen, shells)
        if not open_to and not _might_add(room, chosen, shells if side == SERBIA else sum(room.values())):
            break
        answer = yield _ask(position, battle, side, open_to, chosen=chosen, own=own, target=target)
        if isinstance(answer, Pass):
            break
        taken = next(each for each in open_to if each.force.leader == answer.unit)
        chosen.append(taken)
        if not taken.squadron:
            ammunition.serve(position, taken.force.units)
        for name in taken.force.units:
            position.change(name, supported=True)
        where = position.setting.board.label(taken.here)
        table.tell(
            f"{position.label(answer.unit)} supports from {where}",
            "25.1" if taken.squadron else "10.1.1",
            kind="combat",
            data={"unit": answer.unit},
        )
    return rounded_up(own + sum(each.value for each in chosen))


def _might_add(room: Mapping[int, int], chosen: Sequence[Neighbour], most: int) -> bool:
    """[10.1.1] Whether guns of neighbours might yet be added, for all that the enemy knows.

    The defender is asked then although he has none, since silence would tell that (decision SE-R603).
    """
    lent = [each.here for each in chosen if not each.squadron]
    return len(lent) < most and any(lent.count(here) < forces for here, forces in room.items())


def shells_for_neighbours(battle: Battle) -> int:
    """[23.2.1] The neighbours that shells given to defending Forces also serve: one for each."""
    return sum(battle.provision(force.leader)[1] for force in battle.defenders)


def still_open(able: Sequence[Neighbour], chosen: Sequence[Neighbour], shells: int) -> list[Neighbour]:
    """Those who may yet be added to those already chosen."""
    if sum(not each.squadron for each in chosen) >= shells:
        able = [each for each in able if each.squadron]
    return [
        each
        for each in able
        if each not in chosen
        and (
            each.squadron
            or sum(other.here == each.here and not other.squadron for other in chosen) < each.most
        )
    ]


def _ask(
    position: SerbiaPosition,
    battle: Battle,
    side: str,
    open_to: Sequence[Neighbour],
    *,
    chosen: Sequence[Neighbour],
    own: int,
    target: int,
) -> Ask:
    where = position.setting.board.label(battle.node)
    own += sum(each.value for each in chosen)
    helping = tuple(each.force.leader for each in chosen)
    return Ask(
        side,
        "support",
        f"Whose artillery supports the combat at {where}? {rounded_up(own)} so far",
        "10.1.1",
        options=lambda: [*(support_order(each.force.leader) for each in open_to), PASS],
        why_not=lambda action: why_not(position, battle, side, action),
        default=lambda: advised(position, open_to, own, target),
        always=True,
        about=matters.Support(where, side == battle.side, rounded_up(own), target, helping),
    )


def advised(position: SerbiaPosition, open_to: Sequence[Neighbour], own: int, target: int) -> Action:
    """The strongest supporter, if with all of them the enemy would be worse off; else none."""
    modifier = position.setting.tables.artillery_modifier
    most = own + sum(each.value for each in open_to)
    if modifier(rounded_up(most), target) <= modifier(rounded_up(own), target):
        return PASS
    best = max(open_to, key=lambda each: (each.value, each.force.leader))
    return support_order(best.force.leader)


def why_not(position: SerbiaPosition, battle: Battle, side: str, action: Action) -> Refusal | None:
    """[10.1.1] [25.1] [23.2.1] Why a unit cannot lend its artillery."""
    if not isinstance(action, Support):
        return None
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != side:
        return Refusal("10.1.1", f'you have no unit "{action.unit}"')
    name = position.label(unit)
    if has_fired(unit):
        return Refusal("10.1.1", f"{name} has already used its artillery in this phase")
    if position.piece(unit).naval:
        return Refusal("25.1", f"{name} is not on a river next to the combat")
    if side != battle.enemy:
        return Refusal("10.1.1", "only the defender is supported by neighbours")
    for here in position.hexes_of(unit):
        if is_attacked(position, here):
            return Refusal("10.1.1", f"the hex of {name} is attacked in this phase")
    if not any(here in position.setting.beside[battle.node] for here in position.hexes_of(unit)):
        return Refusal("10.1.1", f"{name} is not next to the defender")
    if side == SERBIA and not shells_for_neighbours(battle):
        return Refusal("23.2.1", "no defending Force has been given shells")
    return Refusal("10.1.1", f"{name} cannot support this combat")


def ledger(position: SerbiaPosition, battle: Battle, *, attacker: bool) -> Ledger:
    """The artillery of a side's fighting units, explained."""
    found = Ledger(
        "Artillery of the attacker" if attacker else "Artillery of the defender", QUARTERS_OF_A_POINT
    )
    value = attack_value if attacker else defense_value
    return found.close(value(position, battle, found.note))
