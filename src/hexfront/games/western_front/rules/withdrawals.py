"""[25-8] Units that the schedules take away, and what makes up for the strength they lack."""

from __future__ import annotations

from collections.abc import Collection

from hexfront.games.western_front.matters import Leaving
from hexfront.games.western_front.orders import SendAway
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import surrender, wording
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

SENT_AWAY = "sent away: "
_OWED = "withdrawal owed: "


def turn_of(position: WesternFrontPosition) -> tuple[int, int, int]:
    """The turn as the schedules write it."""
    return position.date.year, position.date.month, position.date.turn


def is_of_active_side(position: WesternFrontPosition, nation: str) -> bool:
    return position.setting.tables.nations[nation].side == position.active


def withdraw(table: Table, position: WesternFrontPosition, passed_over: Collection[str] = ()) -> None:
    """[25-8] Units of the withdrawal schedule leave; what they lack in strength is owed.

    The supply points of a headquarters that leaves are delivered anew in the same phase (WF-R218).
    """
    for row in position.setting.leaving(position.date):
        if not is_of_active_side(position, row.nation) or not _was_in_play(position, row.unit):
            continue
        if row.unit in passed_over:
            continue
        leaving = position.remove(row.unit) if row.unit in position.units else None
        left = leaving.strength if leaving else 0
        if leaving and leaving.supply:
            nation = position.piece(leaving).nation
            position.supply_due[nation] = position.supply_due.get(nation, 0) + leaving.supply
        position.lost.pop(row.unit, None)
        position.gone.add(row.unit)
        position.flags[SENT_AWAY + row.unit] = 1
        table.tell(f"{position.setting.pieces[row.unit].label} is withdrawn", "25-8", kind="withdrawal")
        missing = min(row.strength or 0, position.setting.pieces[row.unit].strength) - left  # WF-L45
        if missing > 0:
            position.flags[_OWED + row.unit] = missing


def _was_in_play(position: WesternFrontPosition, name: str) -> bool:
    """[25-8] Whether a unit is or was on the map; one that was sent away before owes nothing again."""
    if name in position.gone:
        return SENT_AWAY + name not in position.flags
    return name in position.units or name in position.lost


def make_up(table: Table, position: WesternFrontPosition) -> Procedure:
    """[25-8] Strength missing from withdrawn units is made up by replacements or by units of the kind."""
    for key in [key for key in position.flags if key.startswith(_OWED)]:
        piece = position.setting.pieces[key.removeprefix(_OWED)]
        if piece.side != position.active:
            continue
        while position.flags.get(key, 0) > 0 and (units := payers(position, piece)):
            chosen = yield _ask_payer(position, units, position.flags[key])
            unit = position.units[chosen.unit]
            paid = min(chosen.points, unit.strength)
            position.flags[key] -= paid
            table.tell(
                f"{wording.does(position.piece(unit), 'gives up')} {paid} strength", "25-8", kind="withdrawal"
            )
            if unit.strength > paid:
                position.change(unit.name, strength=unit.strength - paid)
            else:
                position.remove(unit.name)
                if not position.piece(unit).replacement:
                    position.lost[unit.name] = unit
        del position.flags[key]
    return None


def payers(position: WesternFrontPosition, piece: Piece) -> list[Unit]:
    """[25-8] Who may make up for a withdrawn unit: replacements and units of its kind, nobody surrounded
    (decision WF-R112). Replacements are named first."""
    own = [
        unit
        for unit in position.of_side(piece.side)
        if unit.strength
        and (other := position.piece(unit)).nation == piece.nation
        and (other.replacement or position.kind_now(unit) == piece.kind)
        and not surrender.is_unit_surrounded(position, unit)
    ]
    return sorted(own, key=lambda unit: not position.piece(unit).replacement)


def _ask_payer(position: WesternFrontPosition, units: list[Unit], owed: int) -> Ask:
    def options() -> list[Action]:
        return [
            SendAway(unit.name, points) for unit in units for points in range(1, min(owed, unit.strength) + 1)
        ]

    return Ask(
        position.active,
        "make up withdrawal",
        f"Who makes up the {owed} strength points that withdrawn units lack?",
        "25-8",
        options=options,
        default=lambda: SendAway(units[0].name, min(owed, units[0].strength)),
        about=Leaving(owed),
        station=True,
    )
