"""[4.3] The Inter-Phase: replacements, rights to build positions, shells, points for the advance.

Serbia incorporates its replacements first, then Austria-Hungary (decision SE-R501). What can be incorporated
must be; the owner chooses where.
"""

from __future__ import annotations

import msgspec

from hexfront.games.serbia_1914 import matters, premises
from hexfront.games.serbia_1914.orders import Raise, Replace
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.tables import InterPhaseRow
from hexfront.games.serbia_1914.rules import victory_points
from hexfront.games.serbia_1914.rules.schedule import ASSISTANCE, depot_hexes
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    INDEPENDENT,
    MONTENEGRO,
    SERBIA,
    SERBIAN_ARMY,
    SIDE_NAMES,
    SIDES,
)
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from hexfront.shared.words import counted

BY_DIE = "die"
LATE = 8  # after this Inter-Phase one is added to the Montenegrin die [24.1]
FAILED = "assistance refused"  # a flag: how often the Allies have failed [23.2.2]
REPLACED = "replaced "  # flags of units that have had their replacement in this Inter-Phase
NEW_UNITS = "Montenegrin new units"
PLJEVLJA = "mn-inf-xx-pljevlja"
MOST_FOR_MARSCH = 2


def phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.3.1] [4.3.2] Replacement segment, then administrative segment."""
    if not position.begun:
        position.begun = True
        begin(table, position)
    while True:
        yield from incorporate(table, position, position.active)
        if position.active == SIDES[1]:
            break
        position.active = SIDES[1]
    for flag in [each for each in position.flags if each.startswith(REPLACED)]:
        del position.flags[flag]
    victory_points.furthest_advance(table, position)
    return None


def row_of(position: SerbiaPosition) -> InterPhaseRow:
    """The row of the Inter-Phase chart for this Inter-Phase; the last one serves for all that follow."""
    rows = position.setting.tables.inter_phases
    number = position.setting.lists.inter_phase_after(position.turn) or min(rows)
    return rows[min(number, max(rows))]


def begin(table: Table, position: SerbiaPosition) -> None:
    """[16.6] [14.3.4] [23.2.2] [24.1] What the chart gives to both sides, and two dice of Serbia's."""
    row = row_of(position)
    position.replacements[AUSTRIA_HUNGARY] += row.austria_hungary
    position.replacements[SERBIA] += row.serbia
    for side in SIDES:
        position.rights[side] = row.improved_positions
    if row.montenegro == BY_DIE:
        told = table.premise(premises.MONTENEGRO)
        if told is None:
            words = "Montenegrin replacements"
            die = table.roll("montenegrin replacements", "24.1", words=words) + (row.inter_phase > LATE)
            found = position.setting.tables.montenegrin
            position.replacements[MONTENEGRO] += found[min(die, max(found))]
        else:
            position.replacements[MONTENEGRO] += int(told)
    head = position.setting.parameters.head
    if position.shells == 0 and head.shells.allied_assistance and not position.flags.get(ASSISTANCE):
        failed = position.flags.get(FAILED, 0)
        told = table.premise(premises.ASSISTANCE)
        if told is None:
            die = table.roll("allied assistance", "23.2.2", words="assistance of the Allies")
            granted = die + failed >= 6
        else:
            granted = told == premises.GRANTED
        if granted:
            position.flags[ASSISTANCE] = 1
            table.tell("The Allies will send shells", "23.2.2", kind="supply", to=(SERBIA,))
        else:
            position.flags[FAILED] = failed + 1
    for nation, number in (
        (AUSTRIA_HUNGARY, row.austria_hungary),
        (SERBIA, row.serbia),
    ):
        table.tell(f"{counted(number, 'replacement')} for {SIDE_NAMES[nation]}", "16.6", kind="replacement")


def incorporate(table: Table, position: SerbiaPosition, side: str) -> Procedure:
    """[16.6] [16.6.2] As long as there are replacements and units that can take them, they are used."""
    while choices := replacement_choices(position, side):
        chosen = yield _ask(position, side, choices)
        if isinstance(chosen, Replace):
            replace(table, position, chosen.unit)
        elif isinstance(chosen, Raise):
            raise_unit(table, position, chosen)
        else:
            break
    if side == SERBIA:
        position.replacements[MONTENEGRO] = 0  # they are not stored (decision SE-R081)
    return None


def can_take(position: SerbiaPosition, unit: Unit) -> bool:
    """[16.6.2] [8.1] Reduced infantry that has had no replacement in this Inter-Phase."""
    if not unit.reductions or REPLACED + unit.name in position.flags:
        return False
    piece = position.piece(unit)
    return piece.infantry and position.replacements.get(piece.nation, 0) > 0


def replacement_choices(position: SerbiaPosition, side: str) -> list[Action]:
    """[16.6.2] [16.6.3] [24.1] What a side can do with its replacements; Montenegrins need not be raised."""
    takers = [unit for unit in position.of_side(side) if can_take(position, unit)]
    if side == SERBIA:
        own: list[Action] = [Replace(unit.name) for unit in takers if position.piece(unit).nation == SERBIA]
        if own:
            return own
        montenegrin = [unit.name for unit in takers if position.piece(unit).nation == MONTENEGRO]
        if PLJEVLJA in montenegrin:
            return [Replace(PLJEVLJA)]
        new = _new_montenegrins(position)
        return [*(Replace(name) for name in montenegrin), *new, PASS] if montenegrin or new else []
    found: list[Action] = [Replace(unit.name) for unit in takers]
    return found or _returning_marsch(position)


def _new_montenegrins(position: SerbiaPosition) -> list[Action]:
    """[24.1] Montenegrin asset units that can be created, and where."""
    if position.replacements.get(MONTENEGRO, 0) <= 0:
        return []
    free = [
        each.unit
        for each in position.setting.forces.combat_units.values()
        if each.nation == MONTENEGRO and not each.formation and each.unit not in position.units
    ]
    nodes = sorted(position.setting.board.regions.get(NEW_UNITS, frozenset()) & position.setting.in_play)
    label = position.setting.board.label
    return [Raise(free[0], label(node)) for node in nodes if free and not position.has_enemy(node, SERBIA)]


def _returning_marsch(position: SerbiaPosition) -> list[Action]:
    """[16.6] [16.6.3] Eliminated Marsch units that can be brought back to a depot, reduced or whole.

    One comes back reduced only if all that is left can be used for others.
    """
    stored = position.replacements.get(AUSTRIA_HUNGARY, 0)
    nodes = depot_hexes(position, "")
    if stored <= 0 or not nodes:
        return []
    most: dict[str, int] = {}  # replacements that each can take
    for name, unit in sorted(position.lost.items()):
        piece = position.setting.pieces[unit.piece]
        if piece.marsch and piece.side == AUSTRIA_HUNGARY:
            most[name] = min(MOST_FOR_MARSCH, piece.most_reductions + 1)
    used = min(stored, sum(most.values()))
    label = position.setting.board.label
    return [
        Raise(name, label(node), number)
        for name, room in most.items()
        for node in nodes
        for number in range(1, min(stored, room) + 1)
        if number + min(stored - number, sum(most.values()) - room) == used
    ]


def _ask(position: SerbiaPosition, side: str, choices: list[Action]) -> Ask:
    def why_not(action: Action) -> Refusal | None:
        if isinstance(action, Replace) and REPLACED + action.unit in position.flags:
            return Refusal("16.6.2", "it has had its replacement in this Inter-Phase")
        if isinstance(action, type(PASS)):
            return Refusal("16.6", "replacements must be incorporated if they can be")
        return None

    return Ask(
        side,
        "replacement",
        "Which unit is given a replacement?",
        "16.6",
        options=lambda: choices,
        why_not=why_not,
        default=lambda: _advised(position, choices),
        station=True,
        always=True,  # stocks are open: one that shrinks in silence would tell of losses that are not
        about=matters.Replacements(),
    )


def _advised(position: SerbiaPosition, choices: list[Action]) -> Action:
    """The unit that has lost most; a Marsch unit as whole as can be."""

    def worth(action: Action) -> tuple[int, int]:
        if isinstance(action, Replace):
            unit = position.units[action.unit]
            return position.piece(unit).quarters, unit.reductions
        return (0, action.replacements) if isinstance(action, Raise) else (-1, 0)

    return max(choices, key=worth)


def replace(table: Table, position: SerbiaPosition, name: str) -> None:
    """[16.6.2] One replacement takes one strength reduction away."""
    unit = position.units[name]
    piece = position.piece(unit)
    position.replacements[piece.nation] -= 1
    position.flags[REPLACED + name] = 1
    position.change(name, reductions=unit.reductions - 1)
    table.tell(
        f"{position.label(unit)} is given a replacement", "16.6.2", kind="replacement", to=(piece.side,)
    )


def raise_unit(table: Table, position: SerbiaPosition, order: Raise) -> None:
    """[16.6.3] [24.1] A Marsch unit returns, or a Montenegrin unit is created."""
    before = position.lost.pop(order.unit, None)
    piece = position.setting.pieces[before.piece if before else order.unit]
    position.replacements[piece.nation] -= order.replacements
    node = position.setting.board[order.at]
    army = before.army if before else SERBIAN_ARMY if piece.side == SERBIA else ""
    corps = INDEPENDENT if piece.formation else ""
    reductions = piece.most_reductions + 1 - order.replacements if piece.marsch else 0
    position.put(
        msgspec.structs.replace(
            Unit(order.unit, piece.key, node, army=army, corps=corps), reductions=max(reductions, 0)
        )
    )
    position.flags[REPLACED + order.unit] = 1
    rule = "24.1" if piece.nation == MONTENEGRO else "16.6.3"
    table.tell(f"{piece.label} appears in {order.at}", rule, kind="reinforcement")
