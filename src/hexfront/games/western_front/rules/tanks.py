"""Scenario book, chapter 10: what only tanks do - break down.

What else tanks do is in the chapters it changes: rail, stacking, supply, losses and retreats.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.formations import limit
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import losses, morale
from hexfront.kernel.table import Table


def break_down(table: Table, position: WesternFrontPosition, names: Iterable[str]) -> None:
    """[WF 10-3] A die for every strength point of tanks that have moved by themselves (decision WF-R165)."""
    worst = worst_die(position)
    for name in names:
        unit = position.units.get(name)
        if unit is None or not position.piece(unit).tank or not unit.strength:
            continue
        label = position.piece(unit).label
        dice = [
            table.roll("breakdown", "WF 10-3", at=name, words=f"{label} on the march")
            for _ in range(unit.strength)
        ]
        lost = sum(die <= worst for die in dice)
        table.tell(
            f"{lost} of {unit.strength} points of {label} break down",
            "WF 10-3",
            kind="loss",
            data={"unit": name, "dice": dice, "loss": lost},
        )
        if lost < unit.strength:
            position.change(name, strength=unit.strength - lost)
        else:
            losses.discard(position, position.remove(name), rebuildable=True)
        morale.unit_lost(table, position, unit, lost, surrendered=False)


def worst_die(position: WesternFrontPosition) -> int:
    """[WF 10-3] The highest die on which a point breaks down in this year."""
    return position.setting.tables.tank_breakdown.get(position.year, 0)


def end_of_movement(table: Table, position: WesternFrontPosition) -> None:
    """[WF 10-3] The tanks of the active side that have marched in this phase."""
    if not position.tanks:
        return
    marched = [
        unit.name
        for unit in position.of_side(position.active)
        if position.piece(unit).tank and unit.moved and not unit.rode
    ]
    break_down(table, position, sorted(marched))


def most_strength(position: WesternFrontPosition, piece: Piece) -> int:
    """[WF 10-16] [23-4] What a unit can be brought up to; British tanks only to 8 before October 1917."""
    tables = position.setting.tables
    if not piece.tank or piece.nation != "gb":
        return limit(piece)
    change = TurnDate(tables.whole("british_tank_change_year"), tables.whole("british_tank_change_month"), 1)
    late = position.date >= change
    return min(limit(piece), tables.whole(f"british_tank_strength{'_late' if late else ''}"))
