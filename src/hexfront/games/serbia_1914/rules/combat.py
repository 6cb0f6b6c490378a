"""[9.1] The attack phase: attacks are indicated, then resolved one by one."""

from __future__ import annotations

from functools import cache

from hexfront.games.serbia_1914 import matters, secrecy
from hexfront.games.serbia_1914.force import Force, force_of
from hexfront.games.serbia_1914.orders import Aim, Assign, Fight
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import gathering, participation, resolution
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()
INDICATED = "attacks indicated"  # the flag of the second half of the phase

aim_order = cache(Aim)
fight_order = cache(Fight)


def begin(table: Table, position: SerbiaPosition) -> None:
    """[9.1] [7.3.1] Idle prepared attacks are taken off; the others are indicated of themselves."""
    position.flags.pop(INDICATED, None)
    side = position.mover
    for name in position.names_of(side):
        unit = position.units[name]
        if unit.attached and not position.piece(unit).formation:
            unit = position.change(name, attached=False)
        if unit.prepared == OFF_MAP:
            continue
        if participation.is_defended(position, unit.prepared, side):
            _aim_prepared(position, unit)
        else:
            position.change(name, prepared=OFF_MAP)


def _aim_prepared(position: SerbiaPosition, unit: Unit) -> None:
    """[7.3.1] A unit makes the attack it has prepared, with the guns of its Force, which cannot prepare."""
    force = force_of(position, unit)
    if participation.why_not_attack(position, force) is not None:
        return
    for name in participation.able_units(position, force):
        if name == unit.name or (position.piece(position.units[name]).gun and force.leader == unit.name):
            position.change(name, aim=unit.prepared)


def phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[9.1] Indicate all attacks, then conduct them in the attacker's order."""
    side = position.mover
    while INDICATED not in position.flags:
        chosen = yield _ask_aim(position, side)
        if isinstance(chosen, Aim):
            aim(position, chosen.unit, position.setting.board[chosen.at])
        elif isinstance(chosen, Assign):
            position.change(chosen.unit, assigned=chosen.formation, attached=True)
            participation.forget_fronts(position)
        else:
            position.flags[INDICATED] = 1
    while indicated_hexes(position, side):
        secrecy.cover(position)
        chosen = yield _ask_fight(position, side)
        node = position.setting.board[chosen.at]
        yield from resolution.fight(table, position, fought_together(position, side, node))
    _end(position, side)
    return None


def _end(position: SerbiaPosition, side: str) -> None:
    """[7.3.1] No marker that points at a hex outlives the phase (decision SE-R212)."""
    position.flags.pop(INDICATED, None)
    secrecy.cover(position)
    for name in position.names_of(side):
        unit = position.units[name]
        if unit.aim != OFF_MAP or unit.prepared != OFF_MAP:
            position.change(name, aim=OFF_MAP, prepared=OFF_MAP)


# Indicating


def aim(position: SerbiaPosition, leader: str, node: int) -> None:
    """[9.1] The able units of a Force will attack a hex, or one of them if the others already do."""
    force = force_of(position, position.units[leader])
    if force.leader != leader:
        position.change(leader, aim=node)
        return
    for name in participation.able_units(position, force):
        position.change(name, aim=node)


def _ask_aim(position: SerbiaPosition, side: str) -> Ask:
    """[9.1] Asked wherever enemies touch, for else silence would tell that nobody can attack [3.1.6]."""
    return Ask(
        side,
        "aim",
        "Indicate an attack, or pass when all are indicated",
        "9.1",
        options=lambda: aims(position, side),
        why_not=lambda action: why_not(position, side, action),
        default=lambda: PASS,
        station=True,
        always=bool(participation.fronts(position, side)),
        about=matters.Indication(),
    )


def aims(position: SerbiaPosition, side: str) -> list[Action]:
    """[9.1] Every attack that can be indicated, every asset unit that can go with another, and the end."""
    found: list[Action] = []
    label = position.setting.board.label
    for front in participation.fronts(position, side):
        leader = position.units[front.force.leader]
        if leader.aim != OFF_MAP or leader.fought:
            found += [
                aim_order(name, label(leader.aim)) for name in participation.latecomers(position, front.force)
            ]
            continue
        found += [
            aim_order(leader.name, label(node))
            for node in front.targets
            if participation.why_not_aim(position, front.force, node) is None
        ]
        for name in front.force.units:
            found += _assignments(position, position.units[name])
    found.append(PASS)
    return found


def _assignments(position: SerbiaPosition, unit: Unit) -> list[Action]:
    """[5.5.1] The other Formations that an asset unit may go with; it is told once a phase."""
    if unit.attached or unit.aim != OFF_MAP:
        return []
    return [
        order
        for order in gathering.assignments(position, unit)
        if position.units[order.formation].aim == OFF_MAP
    ]


def why_not(position: SerbiaPosition, side: str, action: Action) -> Refusal | None:
    """[9.1] [9.2] Why an attack cannot be indicated."""
    if isinstance(action, Assign):
        return Refusal(
            "5.5.1", "an asset unit goes with a Formation of its hex that has room, told once a phase"
        )
    if not isinstance(action, Aim):
        return None
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != side:
        return Refusal("9.2", f'you have no unit "{action.unit}"')
    if action.at not in position.setting.board:
        return Refusal("9.2", f'"{action.at}" is not on the board')
    force: Force = force_of(position, unit)
    if force.leader != unit.name and unit.name not in participation.latecomers(position, force):
        return Refusal("3.2", f"{position.label(unit)} attacks with {position.label(force.leader)}")
    return participation.why_not_aim(position, force, position.setting.board[action.at])


# Resolving


def indicated_hexes(position: SerbiaPosition, side: str) -> list[int]:
    """[9.1] The hexes that are still to be attacked, as far as there is an attack to make."""
    units = position.units
    nodes = {units[name].aim for name in position.by_side[side] if units[name].aim != OFF_MAP}
    return sorted(
        node
        for node in nodes
        if node not in position.attacked and participation.is_defended(position, node, side)
    )


def fought_together(position: SerbiaPosition, side: str, node: int) -> list[int]:
    """[19.1.6] A hex, and the other hex of a two-hex defender if that is to be attacked too."""
    both = {
        other
        for unit in position.units_at(node)
        if position.side_of(unit) != side
        for other in position.hexes_of(unit)
    }
    return [node, *(other for other in indicated_hexes(position, side) if other in both and other != node)]


def _ask_fight(position: SerbiaPosition, side: str) -> Ask:
    nodes = indicated_hexes(position, side)
    label = position.setting.board.label
    return Ask(
        side,
        "fight",
        "Which attack is resolved next?",
        "9.1",
        options=lambda: [fight_order(label(node)) for node in nodes],
        why_not=lambda action: _why_not_fight(position, action),
        default=lambda: fight_order(label(nodes[0])),
        station=True,
        about=matters.Resolution(),
    )


def _why_not_fight(position: SerbiaPosition, action: Action) -> Refusal | None:
    if not isinstance(action, Fight):
        return None
    if action.at in position.setting.board and position.setting.board[action.at] in position.attacked:
        return Refusal("9.2", f"{action.at} has already been attacked in this phase")
    return Refusal("9.1", f"no attack on {action.at} is indicated")
