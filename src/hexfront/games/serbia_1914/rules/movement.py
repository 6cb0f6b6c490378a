"""[7.0] The movement phases: which units may be taken in hand, and the end of the phase.

What the Force in hand may do is in `force_in_hand`, doing it in `moving`, how far it gets in `marches`.
"""

from __future__ import annotations

from hexfront.games.serbia_1914 import matters, secrecy
from hexfront.games.serbia_1914.orders import Pick
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.printed.pieces import CAVALRY_FORCED
from hexfront.games.serbia_1914.rules import march_limits, marches, moving, tasks
from hexfront.games.serbia_1914.vocabulary import other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()


class _Picks(dict[str, Pick]):
    """One order for each name, made when it is first asked for."""

    def __missing__(self, name: str) -> Pick:
        made = self[name] = Pick(name)
        return made


_PICKS = _Picks()


def begin(table: Table, position: SerbiaPosition) -> None:
    """[8.2.4a] The points that cavalry has spent evading come off the first of this phase."""
    side = position.mover
    tasks.forget_built(position)
    for name in position.cavalry_of(other_side(side)):
        unit = position.units[name]
        if unit.at != OFF_MAP:
            # It may evade over the Sava from where it is now [7.1.4b] (decision SE-R114).
            position.change(name, began=unit.at, began_also=unit.also)
    for name in position.cavalry_of(side):
        unit = position.units[name]
        if unit.at != OFF_MAP and unit.reaction:
            spent = min(unit.reaction, position.allowance + CAVALRY_FORCED)
            marches.pay(position, unit, spent, reaction=unit.reaction - spent)


def phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[7.1.2] The side whose phase it is moves its Forces, one after the other."""
    yield from tasks.carry_on(table, position)
    while True:
        secrecy.cover(position)
        chosen = yield _ask(position)
        if not isinstance(chosen, Pick):
            break
        yield from moving.move(table, position, chosen.unit)
    yield from _rest(table, position)
    return None


def _rest(table: Table, position: SerbiaPosition) -> Procedure:
    """[8.2.4a] Cavalry that stays has marched too, if its evasions took more than its allowance."""
    side = position.mover
    for name in position.names_of(side):
        unit = position.units.get(name)
        if unit is not None and unit.marched and not unit.moved:
            yield from moving.conclude(table, position, (name,))
    return None


def _ask(position: SerbiaPosition) -> Ask:
    return Ask(
        position.mover,
        "move",
        "Which unit moves, or is the phase over?",
        "7.1.2",
        options=lambda: picks(position),
        why_not=lambda action: why_not(position, action),
        default=lambda: advised(position),
        station=True,
        about=matters.Movement(),
    )


def picks(position: SerbiaPosition) -> list[Action]:
    """[7.1.2] Every unit that may still be taken in hand; the phase ends when no garrison must return."""
    names = position.movable[position.mover]
    found: list[Action] = [*map(_PICKS.__getitem__, names)]
    for name in position.strayed:
        if name in names and march_limits.must_return(position, position.units[name]):
            return found
    found.append(PASS)
    return found


def advised(position: SerbiaPosition) -> Action:
    """End the phase, unless a garrison must return to its place [8.6.2]."""
    for action in picks(position):
        if isinstance(action, Pick) and march_limits.must_return(position, position.units[action.unit]):
            return action
    return PASS


def why_not(position: SerbiaPosition, action: Action) -> Refusal | None:
    """Why a unit cannot be taken in hand, or the phase not be ended."""
    if not isinstance(action, Pick):
        return Refusal("8.6.2", "a garrison must return to its place first") if action == PASS else None
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != position.mover:
        return Refusal("7.1.2", f'"{action.unit}" is no unit of the side that moves')
    piece = position.piece(unit)
    if piece.fort:
        return Refusal("8.5.1", f"{piece.label} is a fort and cannot move")
    if unit.inactive:
        return Refusal("1.1", f"{piece.label} is inactive")
    if unit.task:
        return Refusal("7.8.2", f"{piece.label} must finish its task first")
    if unit.moved:
        return Refusal("7.1.2", f"{piece.label} has moved in this phase")
    return Refusal("7.1.2", f"{piece.label} is not on the map")
