"""Chapter 6: ground movement, as orders of a player.

A player takes a unit in hand, adds others of its hex, and lets the group march, ride and march again until
he passes or attacks out of the column. How far a group gets is in `marching`, by rail in `rail`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from hexfront.games.western_front.orders import (
    Add,
    Attack,
    ColumnAttack,
    Detrain,
    Entrain,
    Go,
    Pick,
    Ride,
    Wreck,
)
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import (
    allowances,
    cavalry_supply,
    column_attack,
    combat,
    danube,
    fodder,
    hindenburg_line,
    marching,
    occupation,
    rail,
    rail_lines,
    stacking,
    steps,
    wording,
)
from hexfront.games.western_front.vocabulary import ENEMY_OF, POINT
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger, Note, shown_number, unexplained
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = (
    Option(
        "declared-column-movement",
        ("off", "on"),
        "Column movement is declared before a unit moves: only its first march may go beyond the allowance.",
        ("6-10",),
    ),
)


# Taking a unit in hand


def movement_choices(position: WesternFrontPosition, side: str) -> list[Action]:
    """[6-3] [6-4] Every unit that may still be moved in this phase."""
    choices: list[Action] = [*position.picks[side]]
    for name in sorted(position.setting.campaign.kept_units(position, side), reverse=True):
        del choices[bisect_left(position.ready[side], name)]  # both lists are in the order of the names
    return choices


def why_not_move(position: WesternFrontPosition, side: str, name: str) -> Refusal | None:
    """[6-3] Why a side cannot take a unit in hand."""
    unit = position.units.get(name)
    if unit is None or position.side_of(unit) != side:
        return Refusal("6-3", f'"{name}" is no unit of this side on the map')
    piece = position.piece(unit)
    if unit.at == OFF_MAP:
        return Refusal("6-3", f"{piece.label} is not on the map")
    if not piece.movement and not piece.rail_bound:
        return Refusal("6-1", f"{piece.label} has no movement allowance")
    if unit.moved:
        return Refusal(("6-4", "6-8"), f"{piece.label} has moved in this phase")
    if unit.column_attacked:
        return Refusal("16-4", f"{piece.label} has made a column attack and moves no more")
    if unit.transferred:
        return Refusal("18-6", f"{piece.label} has sent or received supply points and stays")
    if not unit.mobilized:
        return Refusal("WF 6", f"{piece.label} has not completed its mobilization")
    return position.setting.campaign.may_move(position, unit)


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """[12-1] Why a unit cannot be taken in hand, or a hex not be attacked yet."""
    if isinstance(action, Attack):
        words = "only column attacks of moving stacks are made in a movement phase"
        barred = combat.why_not_in_its_phase(position, action.at)
        if barred is None:
            return Refusal(("12-1", "16-1"), words)
        return Refusal(
            (*barred.rules, "12-1", "16-1"), f"{barred.reason}; and {words}", barred.needed, barred.had
        )
    return why_not_move(position, side, action.unit) if isinstance(action, Pick) else None


# How far


def allowance(position: WesternFrontPosition, unit: Unit, note: Note = unexplained) -> int:
    """[6-1] What a unit may spend in a phase, in thirtieths of a point."""
    return allowances.allowance(position, unit, note)


def mobilized_now(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 6] Whether a unit has completed its mobilization in this turn."""
    return allowances.mobilized_now(position, unit)


def note_mobilization(position: WesternFrontPosition, name: str) -> None:
    """[WF 6] A unit completes its mobilization now; on the march, that turn is not like others."""
    allowances.note_mobilization(position, name)


def step_ledger(position: WesternFrontPosition, unit: Unit, here: int, there: int) -> Ledger:
    """[6-6] [6-7] [10-7] What one step costs a unit, term by term."""
    return steps.step_ledger(position, unit, here, there)


def destinations(
    position: WesternFrontPosition, names: Sequence[str], march: marching.March | None = None
) -> dict[int, marching.Leg]:
    """[6-6] [6-9] [6-10] The hexes a group may march to and stop in, and what that costs.

    ``march`` tells what the group has done in this phase; without it, the group has just been picked.
    """
    return _destinations(position, [position.units[name] for name in names], march)


def _destinations(
    position: WesternFrontPosition, units: Sequence[Unit], march: marching.March | None
) -> dict[int, marching.Leg]:
    for unit in units:
        if unit.transferred or unit.column_attacked:
            return {}
    legs = marching.reachable(position, units, march, bound(position, units))
    if not legs:
        return legs
    allowed = position.setting.campaign.stops(position, units, legs)
    return legs if len(allowed) == len(legs) else {node: legs[node] for node in allowed}


def bound(position: WesternFrontPosition, units: Sequence[Unit]) -> str:
    """[WF 3-7] The directions a group is limited to by the duty of any of its members."""
    campaign = position.setting.campaign
    for unit in units:
        if unit.army and (directions := campaign.bound(position, unit)):
            return directions
    return ""


# The group in hand


def move(table: Table, position: WesternFrontPosition, picked: Pick) -> Procedure:
    """[6-4] [6-5] Move a unit, or a stack that begins and ends together."""
    march = marching.fresh_march(position, [picked.unit])
    while not march.done and not (march.legs and is_spent(position, march)):
        chosen = yield _ask(position, march)
        if isinstance(chosen, Pass):
            break
        following = _PERFORM[type(chosen)](table, position, march, chosen)
        if following is not None:
            yield from following
        march.forget()
        march.names = [name for name in march.names if name in position.units]
        if not march.names:
            break
    return None


MOVEMENT_ORDERS: dict[type[Action], Callable[[Table, WesternFrontPosition, Any], Procedure]] = {Pick: move}


def is_spent(position: WesternFrontPosition, march: marching.March) -> bool:
    """Whether a group can surely do nothing more: nobody need be asked. Every step and boarding a train cost
    a point or more, but not for tanks; who is on a train may ride or leave it."""
    setting = position.setting
    units = [position.units[name] for name in march.names]
    for unit in units:
        piece = setting.pieces[unit.piece]
        if unit.entrained or piece.rail_bound or piece.tank:
            return False
    if setting.cavalry_supply:
        return False
    purse = march.purse = marching.purse_of(position, units, march)
    if purse.left >= POINT or purse.longest >= POINT or purse.whole:
        return False
    return not column_attack.targets(position, march.names)


def _ask(position: WesternFrontPosition, march: marching.March) -> Ask:
    side = position.side_of(position.units[march.names[0]])
    return Ask(
        side,
        "go",
        lambda: prompt_for(position, march),
        "6-6",
        options=lambda: group_choices(position, march),
        why_not=lambda action: why_not_for_group(position, march, action),
        default=lambda: advised(position, march),
        about=march.matter(),
        always=not march.legs,  # who has nowhere to go can still be asked why
    )


def advised(position: WesternFrontPosition, march: marching.March) -> Action:
    """Stay, unless a duty sends the group somewhere [WF 3-2] [WF 3-3], or its hex is too crowded [11-1]."""
    units = [position.units[name] for name in march.names]
    if march.legs:
        return PASS
    campaign = position.setting.campaign
    if (called_to := campaign.advised_march(position, march.names)) is not None:
        return position.setting.marches[called_to]
    crowded = any(stacking.helps(position, unit.at, unit) for unit in units)
    if not crowded and not any(campaign.has_errand(position, unit) for unit in units):
        return PASS
    legs = destinations(position, march.names, march)
    pieces = [position.piece(unit) for unit in units]
    nodes = sorted(legs, key=lambda node: (not stacking.room(position, node, pieces), legs[node].cost, node))
    return position.setting.marches[nodes[0]] if nodes else PASS


def prompt_for(position: WesternFrontPosition, march: marching.March) -> str:
    """Who is in hand, where, and what is left to spend."""
    units = [position.units[name] for name in march.names]
    called = ", ".join(position.piece(unit).label for unit in units)
    where = position.setting.board.label(units[0].at)
    left = min(allowance(position, unit) - unit.spent for unit in units)
    return f"{called} in {where}, {shown_number(max(left, 0), POINT)} points left: where to?"


def group_choices(position: WesternFrontPosition, march: marching.March) -> list[Action]:
    """Everything the group in hand may do now."""
    names, setting = march.names, position.setting
    units = [position.units[name] for name in names]
    here = units[0].at
    offered = march.offered = _destinations(position, units, march)
    found = march.found
    choices: list[Action]
    if found is not None and offered is found.to:
        choices = [*found.orders]
    else:
        choices = [*marching.orders_to(position, offered)]
    if not march.legs and len(position.standing[here]) > len(names):
        choices += [Add(name) for name in companions(position, march)]
    march.rails = None
    if setting.rail_adjacent[here]:
        if rail.is_on_rails(position, names):
            march.rails = rail.ways_by_rail(position, names, march.charged)
            if march.rails is not None:
                far = position.setting.campaign.rides(position, units, march.rails.cost)
                choices += [setting.rides[node] for node in far if node != here]
            if rail.why_not_detrain(position, names) is None:
                choices.append(Detrain())
        elif rail.may_entrain(position, names):
            choices.append(Entrain())
    for node in column_attack.targets(position, names):
        choices.append(ColumnAttack(setting.board.labels[node]))
    if setting.cavalry_supply and why_not_wreck(position, march) is None:
        choices.append(Wreck())
    choices.append(PASS)
    return choices


def companions(position: WesternFrontPosition, march: marching.March) -> list[str]:
    """[6-5] Units of the hex that may still join the group; `why_not_add` says why others may not."""
    units, pieces = position.units, position.setting.pieces
    first = units[march.names[0]]
    rail_bound = pieces[first.piece].rail_bound
    joining = []
    for name in position.standing[first.at]:
        unit = units[name]
        if unit.moved or not unit.mobilized or unit.column_attacked or unit.transferred:
            continue
        piece = pieces[unit.piece]
        if unit.entrained is not first.entrained or piece.rail_bound is not rail_bound:
            continue
        if (piece.movement or rail_bound) and name not in march.names:
            if position.setting.campaign.may_move(position, unit) is None:
                joining.append(name)
    return joining


def why_not_add(
    position: WesternFrontPosition, march: marching.March, name: str, side: str
) -> Refusal | None:
    """[6-5] Why a unit cannot join the group in hand."""
    first = position.units[march.names[0]]
    if march.legs:
        return Refusal("6-5", "the stack has begun to move; nobody joins on the way")
    if name in march.names:
        return Refusal("6-5", f"{name} is in the stack already")
    refusal = why_not_move(position, side, name)
    if refusal is not None:
        return refusal
    unit = position.units[name]
    where = position.setting.board.label(first.at)
    if unit.at != first.at:
        return Refusal("6-5", f"{position.piece(unit).label} is not in {where}, where the stack begins")
    if unit.entrained != first.entrained:
        return Refusal("6-5", f"only one of the two is entrained, so they cannot move together from {where}")
    if position.piece(unit).rail_bound != position.piece(first).rail_bound:
        return Refusal("6-12", "rail-bound units do not march with others")
    return None


# Carrying orders out


def _add(table: Table, position: WesternFrontPosition, march: marching.March, order: Add) -> None:
    """[6-5] Another unit of the hex moves along."""
    march.names.append(order.unit)
    if march.on_track:
        march.on_track = marching.fresh_march(position, march.names).on_track


def _go_to(table: Table, position: WesternFrontPosition, march: marching.March, order: Go) -> Procedure:
    """[6-6] March to a hex."""
    node = position.setting.board[order.to]
    offered = march.offered if march.offered is not None else destinations(position, march.names, march)
    return march_to(table, position, march, node=node, leg=offered[node])


def march_to(
    table: Table, position: WesternFrontPosition, march: marching.March, *, node: int, leg: marching.Leg
) -> Procedure:
    """[6-6] March along the cheapest way, hex by hex, and pay for it."""
    names = march.names
    units = [position.units[name] for name in names]
    side = position.setting.pieces[units[0].piece].side
    path = marching.path_to(position, march, node, leg, march.bound)
    march.legs += 1
    if not march.entered_zone:
        march.entered_zone = marching.enters_zone(position, units[0], path)
    if march.on_track:
        march.on_track = leg.kind == marching.REPAIR  # off the track, no more repair [9-5]
    if not position.setting.danube and are_quiet(position, path[1:-1], side):
        _pay(position, units, leg, node)
        yield from occupation.entered(table, position, names, node)
        names = march.names = [name for name in names if name in position.units]
    else:
        _pay(position, units, leg, path[0])
        yield from _hex_by_hex(table, position, march, path)
        names = march.names
    if not names:
        return None
    labels = position.setting.board.labels
    table.tell(
        f"{wording.do(position, names, 'marches')} from {labels[path[0]]} to {labels[node]}",
        "6-6",
        kind="move",
        data={"path": list(map(labels.__getitem__, path)), "units": list(names), "kind": leg.kind},
    )
    if any(position.setting.pieces[unit.piece].engineer for unit in units):
        hindenburg_line.check(table, position)
    if leg.kind == marching.REPAIR and rail_lines.repair(table, position, names[0], path):
        march.repaired = True
    if leg.kind == marching.MINIMUM:
        march.done = True
    return None


def _hex_by_hex(
    table: Table, position: WesternFrontPosition, march: marching.March, path: Sequence[int]
) -> Procedure:
    """[6-6] A group goes through hexes in some of which something may happen to it."""
    names = march.names
    side = position.side_of(position.units[names[0]])
    for start, here in pairwise(path):
        if position.setting.danube:
            danube.interdict(table, position, names, start, here)
            names = march.names = [name for name in names if name in position.units]
        elif here != path[-1] and is_quiet(position, here, side):
            continue
        for name in names:
            position.change(name, at=here)
        yield from occupation.entered(table, position, names, here)
        names = march.names = [name for name in names if name in position.units]
        if not names:
            break
    return None


def _pay(position: WesternFrontPosition, units: Sequence[Unit], leg: marching.Leg, at: int) -> None:
    """[6-6] What a march costs a group that is in some hex then."""
    if fodder.is_season(position):
        for unit in units:
            allowances.remember_hunger(position, unit)
    for unit in units:
        in_column = unit.in_column or leg.kind == marching.COLUMN
        position.march(unit, at, spent=unit.spent + leg.cost, in_column=in_column)


def is_quiet(position: WesternFrontPosition, node: int, side: str) -> bool:
    """Whether nothing can happen to a group that only passes through a hex."""
    return are_quiet(position, (node,), side)


def are_quiet(position: WesternFrontPosition, nodes: Iterable[int], side: str) -> bool:
    """Whether nothing can happen to a group in any of some hexes: they are its side's own, no line in them
    is to be cut, and no enemy is in them or beside them."""
    setting, holders, rail = position.setting, position.holders, position.rail
    enemies, adjacent = position.occupied[ENEMY_OF[side]], setting.board.adjacent
    for node in nodes:
        if (holders.get(node) or setting.home_side[node]) != side or node in enemies:
            return False
        network = rail.get(node, setting.home_network[node])
        if network and setting.tables.nations[network].side != side:
            return False
        if not enemies.isdisjoint(adjacent[node]):
            return False
    return True


def _entrain(table: Table, position: WesternFrontPosition, march: marching.March, order: Entrain) -> None:
    """[7-3] Board the trains."""
    rail.entrain(table, position, march.names)
    march.legs += 1
    march.on_track = False


def _ride_to(table: Table, position: WesternFrontPosition, march: marching.March, order: Ride) -> Procedure:
    """[7-5] Ride to a hex."""
    node = position.setting.board[order.to]
    march.charged = rail.ride(table, position, march.names, node, march.charged, found=march.rails)
    march.legs += 1
    march.on_track = False
    yield from occupation.entered(table, position, march.names, node)
    return None


def _detrain(table: Table, position: WesternFrontPosition, march: marching.March, order: Detrain) -> None:
    """[7-7] Leave the trains."""
    rail.detrain(table, position, march.names)
    march.legs += 1
    march.on_track = False


def _column_attack(
    table: Table, position: WesternFrontPosition, march: marching.March, order: ColumnAttack
) -> Procedure:
    """[16-4] Attack out of the march; the group moves no more after it."""
    node = position.setting.board[order.at]
    march.done = True
    yield from column_attack.column_attack(table, position, march.names, node)
    return None


def why_not_wreck(position: WesternFrontPosition, march: marching.March) -> Refusal | None:
    """[summary 16-d] Why the group in hand cannot cut the rail line in its hex."""
    units = [position.units[name] for name in march.names]
    left = min(allowance(position, unit) - unit.spent for unit in units)
    return cavalry_supply.why_not_wreck(position, march.names, left)


def _wreck(table: Table, position: WesternFrontPosition, march: marching.March, order: Wreck) -> None:
    """[summary 16-d] Cut the rail line; the group may go on."""
    cavalry_supply.wreck(table, position, march.names)
    march.legs += 1


_PERFORM: dict[
    type[Action], Callable[[Table, WesternFrontPosition, marching.March, Any], Procedure | None]
] = {
    Add: _add,
    Go: _go_to,
    Entrain: _entrain,
    Ride: _ride_to,
    Detrain: _detrain,
    ColumnAttack: _column_attack,
    Wreck: _wreck,
}


# Refusals


def why_not_for_group(
    position: WesternFrontPosition, march: marching.March, action: Action
) -> Refusal | None:
    """Why the group in hand cannot do something."""
    names, board = march.names, position.setting.board
    label = getattr(action, "to", getattr(action, "at", None))
    if label is not None and label not in board:
        return Refusal("6-6", f'there is no hex "{label}"')
    match action:
        case Add(unit):
            side = position.side_of(position.units[names[0]])
            return why_not_add(position, march, unit, side)
        case Go(to):
            return why_not_go(position, march, board[to])
        case Ride(to):
            units = [position.units[name] for name in names]
            refusal = rail.why_not_ride(position, names, board[to], march.charged)
            return refusal or position.setting.campaign.why_not_stop(position, units, board[to])
        case Entrain():
            return rail.why_not_entrain(position, names)
        case Detrain():
            return rail.why_not_detrain(position, names)
        case ColumnAttack(at):
            return column_attack.why_not(position, names, board[at])
        case Wreck():
            return why_not_wreck(position, march)
    return None


def why_not_go(position: WesternFrontPosition, march: marching.March, node: int) -> Refusal | None:
    """[6-9] [6-11] Why the group in hand cannot march to a hex."""
    units = [position.units[name] for name in march.names]
    refusal = marching.why_not_reach(position, march, node, bound(position, units))
    return refusal or position.setting.campaign.why_not_stop(position, units, node)
