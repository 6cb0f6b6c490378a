"""[WF 24-5] New German divisions made of regiments of existing ones.

For every two full strength points of a starred division one point is taken from existing units, from those
with the greatest strength. Assault, mountain and Guard units are spared, and nobody is dissolved.
"""

from __future__ import annotations

from hexfront.games.western_front.matters import Leaving
from hexfront.games.western_front.orders import SendAway
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.list_rows import Arrival
from hexfront.games.western_front.rules import surrender
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

NOTE = "fourth-regiment"
GUARD = "Guard"
_OWED = "fourth regiments owed"


def arrived(position: WesternFrontPosition, row: Arrival) -> None:
    """[WF 24-5] Remember what a starred division costs."""
    if NOTE in row.notes:
        divisor = position.setting.tables.whole("fourth_regiment_divisor")
        owed = position.flags.get(_OWED, 0) + (row.strength or 0) // divisor
        if owed:
            position.flags[_OWED] = owed


def give_up(table: Table, position: WesternFrontPosition) -> Procedure:
    """[WF 24-5] Points come off units of the greatest strength, as many as the owner likes off the one he
    chooses (decision WF-R189): the example takes two from one division while others are as strong."""
    while position.active == CENTRAL_POWERS and position.flags.get(_OWED, 0) > 0:
        strongest = donors(position)
        if not strongest:
            break
        owed = position.flags[_OWED]
        chosen = yield _ask(position, strongest, owed)
        unit = position.units[chosen.unit]
        position.change(unit.name, strength=unit.strength - chosen.points)
        position.flags[_OWED] -= chosen.points
        told = f"{position.piece(unit).label} gives {chosen.points} strength to new divisions"
        table.tell(told, "WF 24-5", kind="withdrawal")
    if position.active == CENTRAL_POWERS:
        position.flags.pop(_OWED, None)
    return None


def donors(position: WesternFrontPosition) -> list[Unit]:
    """[WF 24-5] The ordinary German units of the greatest strength on the map, none of them surrounded."""
    counters = position.setting.orders.counters
    able = [
        unit
        for unit in position.of_side(CENTRAL_POWERS)
        if position.piece(unit).nation == "ge"
        and position.kind_now(unit) in ("inf", "mar")
        and unit.strength > 1
        and GUARD not in (counters[unit.piece].contingent if unit.piece in counters else ())
    ]
    for strength in sorted({unit.strength for unit in able}, reverse=True):
        found = [
            unit
            for unit in able
            if unit.strength == strength and not surrender.is_unit_surrounded(position, unit)
        ]
        if found:
            return found
    return []


def _ask(position: WesternFrontPosition, units: list[Unit], owed: int) -> Ask:
    def options() -> list[Action]:
        return [
            SendAway(unit.name, points) for unit in units for points in range(1, min(owed + 1, unit.strength))
        ]

    return Ask(
        position.active,
        "fourth regiments",
        f"Which of the strongest units gives up regiments? {owed} strength points are still owed",
        "WF 24-5",
        options=options,
        default=lambda: SendAway(units[0].name, min(owed, 2, units[0].strength - 1)),
        about=Leaving(owed),
        station=True,
    )
