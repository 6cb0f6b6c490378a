"""Rule 17-5: what a side may not know of the other."""

from __future__ import annotations

import msgspec

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.vocabulary import other_side


def redacted(position: WesternFrontPosition, side: str) -> WesternFrontPosition:
    """[17-5] The enemy's supply points become unknown: his stocks are taken to be as large as can be."""
    twin = position.copy()
    numbers = position.setting.tables
    most = numbers.whole("headquarters_supply_limit")
    shipment = numbers.whole("headquarters_transfer_limit")
    for unit in position.of_side(other_side(side)):
        piece = position.piece(unit)
        if piece.headquarters or piece.supply:
            supply = most if piece.headquarters else shipment
            twin.put(msgspec.structs.replace(unit, supply=supply, transferred=0))
    return twin
