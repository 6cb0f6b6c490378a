"""Chapter 12: the combat phase - who attacks which hex. `fight` carries a combat out, from chapter 13 on.

The choices of a combat come in the order of decision WF-R032.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from hexfront.games.western_front.matters import Aiming, Attacking, Battle, Joining
from hexfront.games.western_front.orders import Aim, Attack, Duel, Join
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece, halves_together
from hexfront.games.western_front.rules import (
    advance,
    artillery,
    assault,
    danube,
    flotillas,
    outcomes,
    resolution,
)
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.vocabulary import ALL_UNITS, ENEMY_OF, FORTRESS_AND_GUNS
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure
from hexfront.shared import hands

_SWITCH = ("off", "on")
OPTIONS: tuple[Option, ...] = (
    Option(
        "counterattack-supply-after-attack",
        _SWITCH,
        "The defender expends supply for his counterattack when he knows the result of the attack",
        ("13-7", "19-3"),
    ),
    Option("round-each-step", _SWITCH, "Fractions are dropped after each halving", ("12-13", "13-15")),
    Option(
        "mixed-rivers-no-effect",
        _SWITCH,
        "An attack partly across rivers and partly across major rivers suffers from neither",
        ("13-5",),
    ),
    Option(
        "figure-9-rough", _SWITCH, "Rough terrain adds 3 to the counterattack, as in figure 9", ("13-15",)
    ),
    Option(
        "siege-guns-counterattack",
        _SWITCH,
        "From 1915 siege artillery counterattacks at half strength when attacked out of trenches",
        ("29-2", "29-15"),
    ),
)


def combat_phase(table: Table, position: WesternFrontPosition) -> Procedure:
    """[12-1] [12-2] [12-3] The attacks of a phase, one after the other."""
    side = position.active
    while not position.setting.campaign.breaks_off(position):
        chosen = yield _ask_attack(position, side)
        if isinstance(chosen, Pass):
            break
        if isinstance(chosen, Duel):
            yield from flotillas.declare_duel(table, position, side, chosen)
            continue
        yield from declare(table, position, side, position.setting.board[chosen.at])
    return None


def _ask_attack(position: WesternFrontPosition, side: str) -> Ask:
    return Ask(
        side,
        "attack",
        "Attack a hex, or pass to end the combat phase",
        "12-2",
        options=lambda: _attack_choices(position, side),
        why_not=lambda action: why_not_attack(position, side, action),
        default=lambda: _advised_attack(position, side),
        station=True,
        about=Attacking(),
    )


def _advised_attack(position: WesternFrontPosition, side: str) -> Action:
    """The end of the phase, unless a duty is left."""
    owed = position.setting.campaign.owed_attack(position, side)
    return PASS if owed is None else Attack(position.setting.board.label(owed[1]))


def _attack_choices(position: WesternFrontPosition, side: str) -> list[Action]:
    """[12-2] [12-8] Every attack, and the end of the phase unless a duty is left."""
    label = position.setting.board.label
    attacks: list[Action] = [Attack(label(node)) for node in attackable(position, side)]
    if position.setting.danube:
        attacks += [Duel(label(node)) for node in flotillas.duels(position, side)]
    if not attacks or position.setting.campaign.may_end_combat(position, side) is None:
        attacks.append(PASS)
    return attacks


def why_not_attack(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """[12-4] [12-5] [12-7] Why a hex cannot be attacked, or the phase not ended."""
    if isinstance(action, Pass):
        return position.setting.campaign.may_end_combat(position, side)
    if not isinstance(action, Attack | Duel):
        return None
    board = position.setting.board
    if action.at not in board:
        return Refusal("12-4", f'"{action.at}" is not on the board')
    node = board[action.at]
    if isinstance(action, Duel):
        return flotillas.why_not_duel(position, side, node)
    if node in position.fought_over:
        return Refusal("12-7", f"{action.at} has already been attacked in this phase")
    if position.occupier(node) == side:
        return Refusal("12-1", f"your own units are in {action.at}")
    refusal: Refusal | None = None
    for beside in board.adjacent[node]:
        for unit in position.combat_units_at(beside, side):
            refusal = refusal or why_not_join(position, unit, node)
    return refusal or Refusal("12-4", f"no unit that could attack is next to {action.at}")


def why_not_in_its_phase(position: WesternFrontPosition, at: str) -> Refusal | None:
    """[12-4] [12-5] Why nobody can attack a hex, whatever phase it is; None if somebody could, or if supply
    points decide it, which the enemy must not learn [17-5].

    A combat phase in which nobody can attack passes by itself, and may be over when somebody asks.
    """
    board = position.setting.board
    holder = position.occupier(board[at]) if at in board else ""
    if not holder:
        return None
    side = ENEMY_OF[holder]
    found: Refusal | None = None
    for beside in board.adjacent[board[at]]:
        for unit in position.combat_units_at(beside, side):
            refusal = why_not_join(position, msgspec.structs.replace(unit, attacked=False), board[at])
            if refusal is None or ("29-4" in refusal.rules and not artillery.is_too_far(position, unit)):
                return None
            found = found or refusal
    return found


def fight(table: Table, position: WesternFrontPosition, battle: Battle) -> Procedure:
    """[12-1] [16-8] Fight one combat, in the combat phase or as a column attack."""
    origins = {position.units[name].at for name in battle.attackers if name in position.units}
    if not battle.forced:
        position.setting.campaign.begin_attack(position, battle.attackers)
    danube.declare(position, battle.attackers, battle.node)
    if position.setting.danube:
        battle = yield from flotillas.name_supporters(table, position, battle)
    yield from resolution.fight(table, position, battle)
    danube.lose_engineers(table, position, battle, origins)
    position.setting.campaign.after_combat(position)
    return None


# Who may attack what


def can_attack(position: WesternFrontPosition, unit: Unit) -> bool:
    """[12-9] [WF 3-6] [WF 10-15] Whether a unit may attack at all in this phase."""
    return is_able(position, unit) and _why_held(position, unit) is None


def _why_held(position: WesternFrontPosition, unit: Unit) -> Refusal | None:
    """[WF 3-6] [WF 10-15] Why a unit that is able to attack may not: its army waits, or it is a tank unit too
    far from supply."""
    if position.setting.pieces[unit.piece].tank and outcomes.are_tanks_too_far(position, unit):
        label = position.piece(unit).label
        return Refusal("WF 10-15", f"no headquarters is near enough for {label} to attack")
    return position.setting.campaign.holds_back(position, unit)


def is_able(position: WesternFrontPosition, unit: Unit) -> bool:
    """[12-9] [12-14] [7-11] [WF 6] Whether a unit could attack in this phase if nobody held it back."""
    return (
        unit.strength > 0
        and unit.mobilized
        and not unit.attacked
        and not unit.entrained
        and position.setting.pieces[unit.piece].ground_combat
    )


def attackable(position: WesternFrontPosition, side: str) -> list[int]:
    """[12-2] [12-4] [12-7] The hexes a side may attack now."""
    setting, pieces = position.setting, position.setting.pieces
    found: set[int] = set()
    guns: list[Unit] = []
    enemies = position.occupied[ENEMY_OF[side]]
    for here in [node for node in position.occupied[side] if not enemies.isdisjoint(setting.crossable[node])]:
        able = [unit for unit in position.combat_units_at(here, side) if can_attack(position, unit)]
        guns += [unit for unit in able if pieces[unit.piece].artillery]
        if any(not pieces[unit.piece].artillery for unit in able):
            nodes = _occupied_targets(position, side, here)
            if here in setting.beside_danube:
                nodes = [node for node in nodes if not danube.why_not_attack_from(position, side, here, node)]
            found.update(nodes)
    for unit in [unit for unit in position.members[side].values() if pieces[unit.piece].assault]:
        if position.is_assault(unit) and can_attack(position, unit):
            found.update(_vacant_targets(position, unit.at))
    lines = Lines(position, side) if guns else None
    for unit in guns:
        for node in _occupied_targets(position, side, unit.at):
            if node not in found and artillery.why_not_fire(position, unit, node, lines) is None:
                found.add(node)
    return sorted(found)


def _occupied_targets(position: WesternFrontPosition, side: str, here: int) -> list[int]:
    """[12-5] [36-9] Hexes with enemies across hexsides that can be crossed; not with flotillas alone."""
    occupiers = position.occupiers
    found = [
        node
        for node in position.setting.crossable[here]
        if occupiers[node] and occupiers[node] != side and node not in position.fought_over
    ]
    if barred := position.setting.campaign.barred_hexes(position, side):
        found = [node for node in found if node not in barred]
    if here in position.setting.beside_danube:
        return [node for node in found if danube.has_land_forces(position, node)]
    return found


def _vacant_targets(position: WesternFrontPosition, here: int) -> list[int]:
    """[33-7] Empty hexes that assault units may take (decision WF-R130)."""
    barred = position.setting.campaign.barred_hexes(position, position.active)
    return [
        node
        for node in position.setting.crossable[here]
        if not position.standing[node] and node not in position.fought_over and node not in barred
    ]


def targets_of(position: WesternFrontPosition, unit: Unit) -> list[int]:
    """[12-4] [12-5] [12-9] The hexes one unit may attack now."""
    if not can_attack(position, unit):
        return []
    side, piece = position.side_of(unit), position.piece(unit)
    nodes = _occupied_targets(position, side, unit.at)
    if piece.artillery:
        return [node for node in nodes if artillery.why_not_fire(position, unit, node) is None]
    nodes = [node for node in nodes if danube.why_not_attack(position, unit, node) is None]
    return nodes + _vacant_targets(position, unit.at) if position.is_assault(unit) else nodes


def why_not_join(position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
    """[12-5] [12-9] [12-14] [29-2] [WF 3-6] [WF 10-15] Why a unit cannot take part in an attack on a hex."""
    label, where = position.piece(unit).label, position.setting.board.label(node)
    piece = position.piece(unit)
    if not piece.ground_combat:
        return Refusal(("12-14", "21-3"), f"{label} never attacks")
    if unit.strength == 0:
        return Refusal("12-14", f"{label} has no strength to attack with")
    if unit.attacked:
        return Refusal("12-9", f"{label} has already attacked in this phase")
    if not unit.mobilized:
        return Refusal("WF 6", f"{label} has not completed mobilization")
    if unit.entrained:
        return Refusal("7-11", f"{label} is on its trains")
    if node not in position.setting.board.adjacent[unit.at]:
        return Refusal("12-4", f"{label} is not next to {where}")
    if node not in position.setting.crossable[unit.at]:
        terrain = position.setting.side(unit.at, node).terrain
        return Refusal("12-5", f"{label} cannot attack into {where} across {terrain}")
    if position.standing[node] and not danube.has_land_forces(position, node):
        return Refusal("36-9", f"only flotillas are in {where}, which ground units cannot attack")
    if not position.standing[node] and not position.is_assault(unit):
        return Refusal("33-7", f"{where} is empty, and only assault units attack empty hexes")
    if barred := position.setting.campaign.barred_hexes(position, piece.side).get(node):
        return barred
    if piece.artillery:
        return artillery.why_not_fire(position, unit, node) or _why_held(position, unit)
    return danube.why_not_attack(position, unit, node) or _why_held(position, unit)


def able_to_attack(position: WesternFrontPosition, side: str, node: int) -> list[Unit]:
    """[12-6] Every unit that could take part in an attack on a hex."""
    return [
        unit
        for beside in position.setting.board.adjacent[node]
        for unit in position.combat_units_at(beside, side)
        if why_not_join(position, unit, node) is None
    ]


# Declaring an attack


def declare(table: Table, position: WesternFrontPosition, side: str, node: int) -> Procedure:
    """[12-6] [12-10] [29-7] Name the attackers and what artillery aims at; then fight."""
    able = able_to_attack(position, side, node)
    joined = yield from hands.joined(partial(_ask_join, position, side, node, able))
    battle = Battle(side, node, tuple(joined))
    if not position.standing[node]:
        yield from take_empty_hex(table, position, battle)
        return None
    if _can_aim(position, battle):
        answer = yield _ask_aim(position, battle)
        battle = Battle(side, node, tuple(joined), aim=answer.at)
    yield from fight(table, position, battle)
    return None


def _ask_join(
    position: WesternFrontPosition, side: str, node: int, able: Sequence[Unit], joined: Sequence[str]
) -> Ask:
    where = position.setting.board.label(node)
    said = f"; {len(joined)} so far" if joined else ""
    return Ask(
        side,
        "join",
        f"Who attacks {where}{said}?",
        "12-6",
        options=lambda: list(_join_choices(position, node, able, joined)),
        why_not=lambda action: _why_not_joining(position, node, able, joined, action),
        always=True,  # an order for a whole attack says every step
        about=Joining(Battle(side, node, tuple(joined))),
    )


def _join_choices(
    position: WesternFrontPosition, node: int, able: Sequence[Unit], joined: Sequence[str]
) -> Iterable[Action]:
    limited = _attack_limit(position, node) is not None
    for unit in able:
        if unit.name not in joined and not (limited and _too_many(position, node, (*joined, unit.name))):
            yield Join(unit.name)
    if joined and _why_not_enough(position, node, able, joined) is None:
        yield PASS


def _why_not_enough(
    position: WesternFrontPosition, node: int, able: Sequence[Unit], joined: Sequence[str]
) -> Refusal | None:
    """[12-6] [WF 3-6] Why an attack cannot be made by those who have joined it alone."""
    if not joined:
        return Refusal("12-6", "no unit takes part in the attack yet")
    room = [unit for unit in able if not _too_many(position, node, (*joined, unit.name))]
    return position.setting.campaign.why_not_leave_out(position, node, room, joined)


def _why_not_joining(
    position: WesternFrontPosition, node: int, able: Sequence[Unit], joined: Sequence[str], action: Action
) -> Refusal | None:
    if isinstance(action, Pass):
        return _why_not_enough(position, node, able, joined)
    if not isinstance(action, Join):
        return None
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != position.active:
        return Refusal("12-6", f'you have no unit "{action.unit}"')
    if action.unit in joined:
        return Refusal("12-9", f"{position.piece(unit).label} takes part already")
    return why_not_join(position, unit, node) or _too_many(position, node, (*joined, action.unit))


def _attack_limit(position: WesternFrontPosition, node: int) -> tuple[int, int] | None:
    """[11-10] Half divisions and artillery units that may attack a hex with little land; None if any."""
    row = position.setting.tables.stacking.get(position.setting.land_sides[node])
    if row is None or row.attacking_divisions is None or row.attacking_artillery is None:
        return None
    return 2 * row.attacking_divisions, row.attacking_artillery


def _too_many(position: WesternFrontPosition, node: int, names: Sequence[str]) -> Refusal | None:
    """[11-10] Whether more units attack a hex than twice what may stand in it."""
    limit = _attack_limit(position, node)
    if limit is None:
        return None
    stacks: dict[int, list[Piece]] = {}
    for unit in (position.units[name] for name in names):
        stacks.setdefault(unit.at, []).append(position.piece(unit))
    halves = sum(halves_together(stack) for stack in stacks.values())
    guns = sum(piece.artillery for stack in stacks.values() for piece in stack)
    if halves > limit[0]:
        most, there = Fraction(limit[0], 2), Fraction(halves, 2)
        return Refusal("11-10", "too many divisions for so narrow a hex", most, there)
    if guns > limit[1]:
        return Refusal("11-10", "too many artillery units for so narrow a hex", limit[1], guns)
    return None


def _can_aim(position: WesternFrontPosition, battle: Battle) -> bool:
    """[29-7] Whether artillery alone attacks a hex with others beside its fortress and artillery."""
    if not all(position.piece(position.units[name]).artillery for name in battle.attackers):
        return False
    kinds = {
        piece.fortress or piece.artillery
        for unit in position.units_at(battle.node)
        if (piece := position.piece(unit)).side == battle.enemy and unit.strength > 0
    }
    return kinds == {True, False}


def _ask_aim(position: WesternFrontPosition, battle: Battle) -> Ask:
    where = position.setting.board.label(battle.node)
    return Ask(
        battle.side,
        "aim",
        f"Fire at all units in {where}, or at fortress and artillery only?",
        "29-7",
        options=lambda: [Aim(ALL_UNITS), Aim(FORTRESS_AND_GUNS)],
        default=lambda: Aim(FORTRESS_AND_GUNS if position.fortress_at(battle.node) else ALL_UNITS),
        about=Aiming(battle),
    )


def take_empty_hex(table: Table, position: WesternFrontPosition, battle: Battle) -> Procedure:
    """[33-7] Assault units advance into an empty hex; it is their attack, and the hex's (WF-R130)."""
    where = position.setting.board.label(battle.node)
    table.tell(f"Assault units move into {where}", "33-7", kind="combat")
    position.fought_over.add(battle.node)
    before = {name: position.units[name].strength for name in battle.attackers}
    for name in battle.attackers:
        position.change(name, attacked=True, fought=True)
    assault.declared(table, position, battle)
    yield from advance.advance(table, position, names=battle.attackers, before=before, node=battle.node)
    return None
