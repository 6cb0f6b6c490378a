"""Chapter 15: advance after combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from hexfront.games.western_front.matters import Advancing
from hexfront.games.western_front.orders import Advance
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import danube, occupation, stacking, tanks, trenches
from hexfront.games.western_front.vocabulary import COMBAT
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def advance(
    table: Table,
    position: WesternFrontPosition,
    *,
    names: Sequence[str],
    before: Mapping[str, int],
    node: int,
    retreated: bool = True,
) -> Procedure:
    """[15-1] [16-9] [30-3] [36-7] Attackers may move into the hex that was won, one after the other.

    ``before`` are their strengths before the combat. ``retreated`` says that some defender left the hex
    alive; otherwise an option forbids the advance (decision WF-R056). It costs no movement points, and
    whoever advances has been in combat.
    """
    if not retreated and position.setting.option("no-advance-after-elimination"):
        return None
    waiting = [name for name in names if can_advance(position, name, node)]
    moved: list[str] = []
    side = position.side_of(position.units[waiting[0]]) if waiting else ""
    while waiting:
        answer = yield _ask(position, side, node, waiting, before)
        if isinstance(answer, Pass):
            break
        waiting.remove(answer.unit)
        if position.setting.danube:
            danube.interdict(table, position, [answer.unit], position.units[answer.unit].at, node)
            if answer.unit not in position.units:
                continue
        moved.append(answer.unit)
        _move(table, position, answer.unit, node)
        occupation.overrun(table, position, side, node)
        if node in position.markers:
            trenches.entered(table, position, side, node)
    if moved:
        tanks.break_down(table, position, moved)
        yield from occupation.entered(table, position, moved, node)
    return None


def can_advance(position: WesternFrontPosition, name: str, node: int) -> bool:
    """[15-3] [WF 3-7] [WF 3-8] [WF 10-10] Whether a unit could advance into a hex: it lives, is no artillery,
    still stands beside, and no duty keeps it."""
    unit = position.units.get(name)
    if unit is None:
        return False
    piece = position.piece(unit)
    if not piece.ground_combat or piece.artillery or node not in position.setting.crossable[unit.at]:
        return False
    return position.setting.campaign.may_advance(position, unit, node) is None


def lost_share(unit: Unit, before: Mapping[str, int]) -> Fraction:
    """[15-4] The part of its strength before the combat that a unit has lost."""
    strength = before.get(unit.name, unit.strength)
    return Fraction(strength - unit.strength, strength) if strength > 0 else Fraction(0)


def next_to_advance(
    position: WesternFrontPosition, waiting: Sequence[str], before: Mapping[str, int]
) -> list[Unit]:
    """[15-4] Of the units that have not advanced yet, those that lost the greatest share (WF-R057)."""
    units = [position.units[name] for name in waiting]
    most = max(lost_share(unit, before) for unit in units)
    return [unit for unit in units if lost_share(unit, before) == most]


def choices(
    position: WesternFrontPosition, node: int, waiting: Sequence[str], before: Mapping[str, int]
) -> list[Action]:
    """[15-1] [15-2] [15-4] Who may advance next; nobody has to. Enemies left there will be overrun."""
    units = next_to_advance(position, waiting, before)
    side = position.side_of(units[0])
    doomed = [name for name in position.standing[node] if position.side_of(position.units[name]) != side]
    able = [unit for unit in units if stacking.room(position, node, (position.piece(unit),), doomed)]
    return [*(Advance(unit.name) for unit in able), PASS]


def _ask(
    position: WesternFrontPosition, side: str, node: int, waiting: Sequence[str], before: Mapping[str, int]
) -> Ask:
    where = position.setting.board.label(node)
    offered = choices(position, node, waiting, before)
    return Ask(
        side,
        "advance",
        f"Advance a unit into {where}, or pass",
        "15-1",
        options=lambda: offered,
        why_not=lambda action: why_not(position, node, waiting, before, action),
        default=lambda: _advised(position, offered),
        about=Advancing(node, tuple(waiting)),
    )


def _advised(position: WesternFrontPosition, offered: Sequence[Action]) -> Action:
    """The strongest that may go; ground is what attacks are made for."""
    able = [position.units[order.unit] for order in offered if isinstance(order, Advance)]
    return Advance(max(able, key=lambda unit: unit.strength).name) if able else PASS


def why_not(
    position: WesternFrontPosition,
    node: int,
    waiting: Sequence[str],
    before: Mapping[str, int],
    action: Action,
) -> Refusal | None:
    """[15-2] [15-3] [15-4] Why a unit cannot advance next."""
    if not isinstance(action, Advance):
        return None
    unit = position.units.get(action.unit)
    if unit is None:
        return Refusal("15-1", f'there is no unit "{action.unit}"')
    piece = position.piece(unit)
    if piece.artillery:
        return Refusal("15-3", f"{piece.label} is artillery and does not advance")
    refusal = position.setting.campaign.may_advance(position, unit, node)
    if refusal is not None:
        return refusal
    if action.unit not in waiting:
        return Refusal("15-1", f"{piece.label} has not attacked this hex, or stands in it already")
    if unit not in next_to_advance(position, waiting, before):
        return Refusal("15-4", f"units that lost a greater share than {piece.label} must advance before it")
    return Refusal("15-2", f"there is no room for {piece.label} in {position.setting.board.label(node)}")


def _move(table: Table, position: WesternFrontPosition, name: str, node: int) -> None:
    """[15-1] [30-3] Put a unit into the hex. Who advances without a fight has still fought."""
    unit = position.change(name, at=node, shifted=True, fought=True)
    if position.phase == COMBAT and position.side_of(unit) == position.active:
        position.change(name, attacked=True)
    where = position.setting.board.label(node)
    table.tell(
        f"{position.piece(unit).label} advances into {where}",
        "15-1",
        kind="advance",
        data={"unit": name, "to": where},
    )
