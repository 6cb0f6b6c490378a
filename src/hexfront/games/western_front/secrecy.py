"""Rule 17-5 and the reserve at set-up: what a side may not know of the other."""

from __future__ import annotations

import msgspec

from hexfront.games.western_front.position import HELD_BACK, WesternFrontPosition
from hexfront.games.western_front.vocabulary import DEPLOYMENT, ENTENTE, LAID_UP, SUPPLY_ELSEWHERE, other_side


def redacted(position: WesternFrontPosition, side: str) -> WesternFrontPosition:
    """[17-5] The enemy's supply points become unknown: his stocks are taken to be as large as can be.

    [WF 14 set-up] While armies are deployed, so does the strength of those whom he has not placed yet, and
    whom of them he means to hold back.
    """
    twin = position.copy()
    numbers = position.setting.tables
    most = numbers.whole("headquarters_supply_limit")
    shipment = numbers.whole("headquarters_transfer_limit")
    for unit in position.of_side(other_side(side)):
        piece = position.piece(unit)
        if piece.headquarters or piece.supply:
            supply = most if piece.headquarters else shipment
            twin.put(msgspec.structs.replace(unit, supply=supply, transferred=0))
    for key in position.flags:
        if _is_secret_stock(position, key, other_side(side)):
            del twin.flags[key]
    if position.phase == DEPLOYMENT:
        _hide_unplaced(twin, other_side(side))
    return twin


def _is_secret_stock(position: WesternFrontPosition, flag: str, enemy: str) -> bool:
    """[17-5] Whether a flag counts supply points of the enemy that lie on no map."""
    if flag == LAID_UP:
        return enemy == ENTENTE
    if not flag.startswith(SUPPLY_ELSEWHERE):
        return False
    return position.setting.tables.nations[flag.rpartition(": ")[2]].side == enemy


def _hide_unplaced(twin: WesternFrontPosition, enemy: str) -> None:
    for name, unit in list(twin.waiting.items()):
        piece = twin.piece(unit)
        if piece.side == enemy:
            twin.waiting[name] = msgspec.structs.replace(unit, strength=piece.strength)
            if twin.active == enemy:
                twin.flags.pop(HELD_BACK + name, None)
