"""Scenario book, chapters 12-13 and 24: counters that take the place of others of the same men.

The schedules withdraw the old counter and bring the new one in the same turn. The new one stands where the
old one stood, at the strength the schedule gives it: what the old one lacked is owed by 25-8 (WF-R159). A few
exchanges stand in no schedule (decision WF-L35); there the new counter keeps what is left of the old one.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.forces import turn_of
from hexfront.games.western_front.printed.list_rows import Conversion
from hexfront.games.western_front.rules import stacking, withdrawals
from hexfront.games.western_front.vocabulary import other_side
from hexfront.kernel.table import Table

IN_PLACE = "in-place"
SPLIT = "WF 24-4"
_STOOD = "stood: "  # flag of a counter that arrives in this turn: the hex of the one it replaces


def due(position: WesternFrontPosition) -> Iterable[Conversion]:
    """The exchanges of the active side in this turn."""
    now = withdrawals.turn_of(position)
    for row in position.setting.orders.conversions:
        if (
            row.kind == "exchange"
            and turn_of(row) == now
            and withdrawals.is_of_active_side(position, row.nation)
        ):
            yield row


def begin(table: Table, position: WesternFrontPosition) -> None:
    """[WF 12-13] [WF 24-4] Before anybody is withdrawn: remember where those stand that are exchanged."""
    for row in due(position):
        if not row.listed:
            _exchange(table, position, row)
        elif is_split(position, row):
            _split(table, position, row)
        else:
            standing = [position.units[name] for name in row.old if name in position.units]
            if standing:
                strongest = max(standing, key=lambda unit: (unit.strength, unit.name))
                for name in row.new:
                    position.flags[_STOOD + name] = strongest.at


def is_split(position: WesternFrontPosition, row: Conversion) -> bool:
    """[WF 24-4] Whether one division becomes two where it stands."""
    return any(
        each.unit in row.new and IN_PLACE in each.notes for each in position.setting.arriving(position.date)
    )


def _exchange(table: Table, position: WesternFrontPosition, row: Conversion) -> None:
    """[WF 24-1] An exchange that no schedule makes (decision WF-L35)."""
    (old,), (new,) = row.old, row.new
    piece = position.setting.pieces[new]
    if old in position.units:
        unit = position.remove(old)
        position.put(
            msgspec.structs.replace(unit, name=new, piece=new, strength=min(unit.strength, piece.strength))
        )
        table.tell(f"{position.setting.pieces[old].label} becomes {piece.label}", "WF 24-1", kind="exchange")
    elif old in position.lost:
        lost = position.lost.pop(old)
        position.lost[new] = msgspec.structs.replace(lost, name=new, piece=new)


def _split(table: Table, position: WesternFrontPosition, row: Conversion) -> None:
    """[WF 24-4] A division becomes two in place; what the old one lacked, the pair lacks (WF-R188)."""
    (old,) = row.old
    pieces = position.setting.pieces
    if old in position.units:
        unit = position.remove(old)
        missing = max(0, pieces[old].strength - unit.strength)
        left = max(0, sum(pieces[name].strength for name in row.new) - missing)
        shares = [left - left // 2, left // 2]
        for name, share in zip(row.new, shares, strict=True):
            node = unit.at if name == row.new[0] else room_near(position, unit.at, name)
            position.put(msgspec.structs.replace(unit, name=name, piece=name, strength=share, at=node))
        words = " and ".join(pieces[name].label for name in row.new)
        table.tell(f"{pieces[old].label} becomes {words}", SPLIT, kind="exchange")
    elif old in position.lost:
        lost = position.lost.pop(old)
        for name in row.new:
            position.lost[name] = msgspec.structs.replace(lost, name=name, piece=name, strength=0)


def room_near(position: WesternFrontPosition, node: int, name: str) -> int:
    """[WF 24-4] [11-1] Where the second of two divisions stands: with the first, else in the nearest hex with
    room that its side holds and the enemy does not control (decision WF-R220)."""
    piece = position.setting.pieces[name]
    hexes = position.setting.hexes_from(frozenset([node]))
    free = [
        each
        for each in range(len(hexes))
        if not position.setting.closed[each]
        and position.holder(each) == piece.side
        and position.occupier(each) != other_side(piece.side)
        and (each == node or not position.enemy_controlled(each, piece.side))
        and stacking.room(position, each, [piece])
    ]
    return min(free, key=lambda each: (hexes[each], each), default=node)


def takes_over(table: Table, position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 12-13] Put an arriving counter where the one stood that it replaces; False if it replaces none."""
    node = position.flags.pop(_STOOD + unit.name, OFF_MAP)
    if node == OFF_MAP:
        return False
    position.put(msgspec.structs.replace(unit, at=node))
    label = position.piece(unit).label
    where = position.setting.board.label(node)
    table.tell(f"{label} takes over in {where}", "WF 12-13", kind="exchange", data={"unit": unit.name})
    return True


def passed_over(position: WesternFrontPosition) -> set[str]:
    """[WF 24-4] Counters of the schedules that divisions have become already."""
    return {
        name
        for row in due(position)
        if row.listed and is_split(position, row)
        for name in (*row.old, *row.new)
    }
