"""[8.2] [8.3] Cavalry that evades while the enemy moves, or retires when the fighting is over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from hexfront.games.serbia_1914 import matters, secrecy
from hexfront.games.serbia_1914.orders import Flee, React, Retire
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import crossings, instants, marches, segments, two_hex
from hexfront.games.serbia_1914.rules.two_hex import Shift
from hexfront.games.serbia_1914.vocabulary import (
    MARSCH,
    RECOVERY,
    RECOVERY_AND_MARSCH,
    other_side,
)
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

RETIREMENT = "retirement"
MOST_STEP = 99  # no evasion is too dear: it is paid for in the next movement phase [8.2.4]

react_order = cache(React)
retire_order = cache(Retire)


# Reaction


def react(
    table: Table, position: SerbiaPosition, mover_names: Sequence[str], came_from: int, to: int
) -> Procedure:
    """[8.2] Ask the cavalry that a step of the enemy triggers, one unit after the other."""
    riders = triggered(position, mover_names, came_from, to)
    if riders:
        yield from _trains_first(table, position, position.side_of(position.units[riders[0]]), to)
    for name in riders:
        if name in position.units:
            yield from _react(table, position, name, mover_names, came_from=came_from, to=to)
    return None


def _trains_first(table: Table, position: SerbiaPosition, side: str, to: int) -> Procedure:
    """[15.6.2a] Trains that must leave go before the cavalry reacts if their owner likes, else after."""
    while due := [
        unit
        for node in position.setting.beside[to]
        for unit in position.units_at(node)
        if position.piece(unit).train
        and position.side_of(unit) == side
        and instants.is_due(position, unit, node, resolving=False)
    ]:
        chosen = yield _ask_flee(position, side, [unit.name for unit in due], to)
        if not isinstance(chosen, Flee):
            break
        yield from instants.train_retreat(table, position, position.units[chosen.unit])
    return None


def _ask_flee(position: SerbiaPosition, side: str, names: Sequence[str], to: int) -> Ask:
    who = ", ".join(position.label(name) for name in names)
    return Ask(
        side,
        "flee",
        f"{who} must leave: before the cavalry reacts, or after?",
        "15.6.2a",
        options=lambda: [*(Flee(name) for name in names), PASS],
        default=lambda: PASS,
        about=matters.Flight(tuple(names), position.setting.board.labels[to]),
    )


def triggered(position: SerbiaPosition, mover_names: Sequence[str], came_from: int, to: int) -> list[str]:
    """[8.2.1] The cavalry units for which a step of the enemy is a trigger, by name."""
    units, pieces = position.units, position.setting.pieces
    standing = position.standing
    if not position.enemy_beside(to, pieces[units[mover_names[0]].piece].side):
        return []
    found: list[str] = []
    for node in position.setting.beside[to]:
        for name in standing[node]:
            unit = units[name]
            piece = pieces[unit.piece]
            if piece.cavalry and name not in found and piece.side != pieces[units[mover_names[0]].piece].side:
                if trigger(position, unit, mover_names, came_from, to):
                    found.append(name)
    found.sort()
    return found


def _react(
    table: Table,
    position: SerbiaPosition,
    name: str,
    movers: Sequence[str],
    *,
    came_from: int,
    to: int,
) -> Procedure:
    unit = position.units[name]
    which = trigger(position, unit, movers, came_from, to)
    if not which:
        return None
    _lose_record(position, unit)
    barred = came_from if which == 2 else OFF_MAP
    options = reactions(position, name, movers, barred=barred)
    if not options:
        return None
    secrecy.expose(position, (name,))
    chosen = yield _ask_react(position, name, options, to)
    if isinstance(chosen, React):
        _evade(table, position, name, _chosen(position, options, chosen.hexes), rule="8.2", verb="evades")
        yield from instants.settle(table, position)
    return None


def trigger(position: SerbiaPosition, unit: Unit, movers: Collection[str], came_from: int, to: int) -> int:
    """[8.2.1] Which trigger a step of the enemy is for a cavalry unit; nothing if none.

    The second is a step from one hex beside the cavalry into another one beside it. Inactive cavalry does not
    react (decision SE-R108).
    """
    if unit.inactive:
        return 0
    hexes = position.hexes_of(unit)
    beside = position.setting.beside
    if not any(to in beside[node] for node in hexes):
        return 0
    if any(came_from in beside[node] for node in hexes):
        return 2
    side = position.side_of(unit)
    for node in hexes:
        for other in beside[node]:
            if any(
                each.name not in movers and position.side_of(each) != side and not position.piece(each).naval
                for each in position.units_at(other)
            ):
                return 0
    return 1


def _lose_record(position: SerbiaPosition, unit: Unit) -> None:
    """[7.8.3] An enemy has come adjacent: points spent on recovery are lost before the cavalry is away."""
    if unit.task == RECOVERY:
        position.change(unit.name, task="", progress=0)
    elif unit.task == RECOVERY_AND_MARSCH:
        position.change(unit.name, task=MARSCH)


def reactions(
    position: SerbiaPosition, name: str, movers: Sequence[str], *, barred: int = OFF_MAP
) -> list[Shift]:
    """[8.2.2] [8.2.3] Where a cavalry unit may evade to: one hex, or into and out of two hexes.

    Not into the hex just left by the enemy after the second trigger, nor into an empty hex in an enemy zone,
    unless that is only the zone of the unit that triggered it.
    """
    unit = position.units[name]
    own = zone_of_units(position, movers)
    return [
        shift
        for shift in evasions(position, unit)
        if all(
            node != barred and not is_closed(position, unit, node, own)
            for node in shift.hexes
            if node not in (unit.at, unit.also)
        )
    ]


def zone_of_units(position: SerbiaPosition, names: Sequence[str]) -> dict[int, int]:
    """How often some units have each hex in their zone of control."""
    found: dict[int, int] = {}
    for name in names:
        unit = position.units.get(name)
        if unit is not None and position.piece(unit).combat:
            for node in position.hexes_of(unit):
                for beside in position.setting.zone_reach[node]:
                    found[beside] = found.get(beside, 0) + 1
    return found


def is_closed(position: SerbiaPosition, unit: Unit, node: int, own: dict[int, int]) -> bool:
    """[8.2.3] [8.3.1] Whether an empty hex is in an enemy zone that does not count as excused."""
    side = position.side_of(unit)
    if position.zone_of(other_side(side))[node] <= own.get(node, 0):
        return False
    return not any(
        name != unit.name and position.side_of(position.units[name]) == side
        for name in position.standing[node]
    )


def evasions(position: SerbiaPosition, unit: Unit) -> list[Shift]:
    """[8.2.4] Every step a cavalry unit can take, zones not counted, with its cost."""

    def steps(here: int) -> dict[int, int]:
        return {
            there: price
            for there in position.setting.beside[here]
            if marches.why_not_step(position, unit, here, there) is None
            and (price := marches.enter_cost(position, unit, here, there, zones=False)) is not None
        }

    found = list(two_hex.shifts(position, (unit.name,), steps, MOST_STEP).values())
    if unit.also == OFF_MAP:
        found += [Shift((there,), price, ((unit.at, there),)) for there, price in steps(unit.at).items()]
    return sorted(found, key=lambda shift: (len(shift.hexes), shift.hexes))


def _ask_react(position: SerbiaPosition, name: str, found: Sequence[Shift], to: int) -> Ask:
    labels = position.setting.board.labels
    unit = position.units[name]

    def options() -> list[Action]:
        return [*(react_order(name, tuple(labels[node] for node in each.hexes)) for each in found), PASS]

    def why_not(action: Action) -> Refusal | None:
        if not isinstance(action, React):
            return None
        if action.unit != name:
            return Refusal("8.2.2", f"{position.label(name)} is asked now")
        return Refusal(
            ("8.2.2", "8.2.3"), f"{position.label(name)} cannot evade to {', '.join(action.hexes)}"
        )

    return Ask(
        position.side_of(unit),
        "react",
        f"The enemy moves to {labels[to]}: does {position.label(name)} evade?",
        "8.2",
        options=options,
        why_not=why_not,
        default=lambda: PASS,
        about=matters.Reaction(name, labels[to]),
    )


def _chosen(position: SerbiaPosition, found: Sequence[Shift], hexes: Sequence[str]) -> Shift:
    nodes = tuple(position.setting.board[label] for label in hexes)
    return next(shift for shift in found if shift.hexes == nodes)


def _evade(table: Table, position: SerbiaPosition, name: str, shift: Shift, *, rule: str, verb: str) -> None:
    """[8.2.4] [8.3.2] Go, and record the points."""
    unit = position.units[name]
    labels = position.setting.board.labels
    here = labels[unit.at]
    also = shift.hexes[1] if len(shift.hexes) > 1 else OFF_MAP
    crossings.note_crossing(position, (name,), shift.steps)
    position.change(
        name, at=shift.hexes[0], also=also, reaction=unit.reaction + shift.cost, task="", progress=0
    )
    table.tell(
        f"{position.label(name)} {verb} from {here} to {', '.join(labels[node] for node in shift.hexes)}",
        rule,
        kind="move",
        data={"units": [name], "path": [here, labels[shift.hexes[0]]]},
    )


# Retirement


def retire(table: Table, position: SerbiaPosition, side: str) -> Procedure:
    """[8.3] Cavalry of a side next to the enemy may retire one hex, each unit once."""
    if segments.begins(position, RETIREMENT):
        for unit in _riders(position, side):
            position.change(unit.name, began=unit.at, began_also=unit.also)
    while True:
        waiting = [
            unit.name for unit in _riders(position, side) if not segments.is_noted(position, unit.name)
        ]
        found = {name: options for name in waiting if (options := retirements(position, name))}
        if not found and not _might_retire(position, side):
            break
        chosen = yield _ask_retire(position, side, found)
        if not isinstance(chosen, Retire):
            break
        segments.note(position, chosen.unit)
        shift = _chosen(position, found[chosen.unit], chosen.hexes)
        _evade(table, position, chosen.unit, shift, rule="8.3", verb="retires")
        yield from instants.settle(table, position)
    segments.end(position, RETIREMENT)
    return None


def _might_retire(position: SerbiaPosition, side: str) -> bool:
    """[8.3] Whether cavalry of a side might lie in a stack next to the enemy, for all that he knows.

    It is asked then although none does, since silence would tell him that (decision SE-R603).
    """
    if not position.cavalry_of(side):
        return False
    pieces = position.setting.pieces
    return any(
        position.enemy_beside(node, side)
        for unit in position.of_side(side)
        if not pieces[unit.piece].naval
        for node in position.hexes_of(unit)
    )


def _riders(position: SerbiaPosition, side: str) -> list[Unit]:
    """The cavalry of a side on the map that may act."""
    units = [position.units[name] for name in position.cavalry_of(side)]
    return [unit for unit in units if unit.at != OFF_MAP and not unit.inactive]


def retirements(position: SerbiaPosition, name: str) -> list[Shift]:
    """[8.3] [8.3.1] Where cavalry next to the enemy may retire to: no empty hex in an enemy zone."""
    unit = position.units[name]
    side = position.side_of(unit)
    if not any(position.enemy_beside(node, side) for node in position.hexes_of(unit)):
        return []
    return [
        shift
        for shift in evasions(position, unit)
        if not any(
            is_closed(position, unit, node, {}) for node in shift.hexes if node not in (unit.at, unit.also)
        )
    ]


def _ask_retire(position: SerbiaPosition, side: str, found: dict[str, list[Shift]]) -> Ask:
    labels = position.setting.board.labels

    def options() -> list[Action]:
        listed: list[Action] = [
            retire_order(name, tuple(labels[node] for node in shift.hexes))
            for name, shifts in found.items()
            for shift in shifts
        ]
        listed.append(PASS)
        return listed

    def why_not(action: Action) -> Refusal | None:
        if not isinstance(action, Retire):
            return None
        if action.unit not in found:
            return Refusal("8.3", f"{action.unit} is no cavalry next to the enemy that has yet to retire")
        return Refusal("8.3.1", f"{position.label(action.unit)} cannot retire to {', '.join(action.hexes)}")

    return Ask(
        side,
        "retire",
        "Cavalry next to the enemy may retire" if found else "No cavalry next to the enemy can retire",
        "8.3",
        options=options,
        why_not=why_not,
        default=lambda: PASS,
        always=True,
        station=True,
        about=matters.Retirement(),
    )
