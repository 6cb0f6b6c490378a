"""Scenario book, WF 23-15: guns do not fight a war alone.

For each supply point that a nation expends on attacking artillery it owes one for infantry, within two turns.
While a debt is older than that, its artillery does not attack (decisions WF-R178, WF-R229). Supply for
infantry in attack or counterattack pays, the oldest debt first.
"""

from __future__ import annotations

import msgspec

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules.arrivals import TURNS_IN_MONTH, turn_count
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table

RULE = "WF 23-15"
_OWED = "artillery owes: "  # flag of a nation: all that it owes
_DEBT = "artillery debt: "  # flag of a nation and a turn: points for its guns that are not matched yet


class Debt(msgspec.Struct, frozen=True):
    """Supply points that a nation owes its infantry, and the last turn in which they can be paid in time."""

    nation: str
    points: int
    due: TurnDate
    overdue: bool


def in_force(position: WesternFrontPosition) -> bool:
    return position.setting.parameters.duration_rules.artillery_balance


def debts(position: WesternFrontPosition, nation: str = "") -> list[Debt]:
    """[WF 23-15] What nations owe, or one of them, the oldest first."""
    found = []
    for key, points in position.flags.items():
        if key.startswith(_DEBT):
            whose, turn = key.removeprefix(_DEBT).split()
            if nation in ("", whose):
                last = int(turn) + position.setting.tables.whole("artillery_supply_balance_turns")
                debt = Debt(whose, points, _date(last), last < turn_count(position.date))
                found.append((int(turn), debt))
    return [debt for _, debt in sorted(found, key=lambda each: (each[0], each[1].nation))]


def _date(count: int) -> TurnDate:
    """The turn of a number of `turn_count`, whose turns run from 1 to 7."""
    months, turn = divmod(count - 1, TURNS_IN_MONTH)
    return TurnDate((months - 1) // 12, (months - 1) % 12 + 1, turn + 1)


def expended(table: Table, position: WesternFrontPosition, nation: str, guns: int, infantry: int) -> None:
    """[WF 23-15] Supply points were expended: those for attacking guns are owed, those for infantry pay."""
    if not in_force(position):
        return
    flags = position.flags
    if guns:
        key = f"{_DEBT}{nation} {turn_count(position.date)}"
        flags[key] = flags.get(key, 0) + guns
    paid = 0
    for key in sorted((key for key in flags if key.startswith(f"{_DEBT}{nation} ")), key=_turn):
        points = min(infantry - paid, flags[key])
        paid += points
        flags[key] -= points
        if not flags[key]:
            del flags[key]
    owed = flags.get(_OWED + nation, 0) + guns - paid
    if owed:
        flags[_OWED + nation] = owed
    else:
        flags.pop(_OWED + nation, None)
    if (guns or paid) and owed:
        name = position.setting.tables.nations[nation].name
        table.tell(f"{name} owes its infantry {owed} supply points", RULE, kind="supply")


def _turn(key: str) -> int:
    return int(key.rsplit(" ", 1)[1])


def holds_back(position: WesternFrontPosition, unit: Unit) -> Refusal | None:
    """[WF 23-15] Artillery of a nation that owes its infantry for too long does not attack."""
    piece = position.piece(unit)
    if not piece.artillery or not in_force(position):
        return None
    nation = position.setting.parameters.demoralization.counts_as.get(piece.nation, piece.nation)
    if _OWED + nation not in position.flags:
        return None
    late = sum(debt.points for debt in debts(position, nation) if debt.overdue)
    if not late:
        return None
    return Refusal(RULE, f"{piece.label} waits until the infantry has had its supply points", late, 0)
