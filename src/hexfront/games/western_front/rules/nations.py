"""Chapters 45 and 47: arms for allies, in exchange for replacements.

Most rules of the nations (chapters 37 to 49) are data in ``tables/nations.csv`` and applied by the chapters
they change. What has no other chapter is here. Bulgaria and Romania are not on the map of the Western Front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from hexfront.games.western_front.orders import Exchange
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece, ally_replacements
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


class Offer(msgspec.Struct, frozen=True):
    """Replacements of one nation that may be exchanged for those of another."""

    giver: str
    values: str  # what is printed on the replacements given
    receiver: str
    country: str
    number: str  # the name of the number of strength points received
    rule: str


OFFERS = (
    Offer("ge", "5-4", "bu", "bulgaria", "replacement_exchange_bulgaria", "45-4"),
    Offer("ru", "3-3", "ro", "romania", "replacement_exchange_romania", "47-3"),
)


def why_not_exchange(position: WesternFrontPosition, unit: Unit) -> Refusal | None:
    """[45-4] [47-3] Why replacements cannot be exchanged for those of an ally."""
    found = _exchange_for(position.piece(unit))
    if found is None:
        return Refusal(("45-4", "47-3"), f"{position.piece(unit).label} is exchanged for nothing")
    if position.setting.board.country[unit.at] != found.country:
        return Refusal(found.rule, f"{position.piece(unit).label} is not in {found.country.capitalize()}")
    if unit.strength < position.piece(unit).strength:
        printed = position.piece(unit).strength
        return Refusal(found.rule, "only whole divisions of replacements count", printed, unit.strength)
    return None


@lru_cache(maxsize=16)
def are_possible(setting: WesternFrontSetting) -> bool:
    """[45-4] [47-3] Whether a country where replacements are exchanged is on the board."""
    return any(each.country in setting.board.country for each in OFFERS)


def movement_choices(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    """[45-4] [47-3] Replacements that may be exchanged."""
    if are_possible(position.setting):
        for unit in position.of_side(side):
            if position.piece(unit).replacement and why_not_exchange(position, unit) is None:
                yield Exchange(unit.name)


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """[45-4] [47-3] Why an exchange cannot be ordered."""
    if not isinstance(action, Exchange):
        return None
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != side:
        return Refusal(("45-4", "47-3"), f'"{action.unit}" is no unit of yours')
    return why_not_exchange(position, unit)


def order_exchange(table: Table, position: WesternFrontPosition, order: Exchange) -> Procedure:
    """[45-4] [47-3] Carry out the order to exchange replacements."""
    exchange(table, position, order.unit)
    yield from ()
    return None


MOVEMENT_ORDERS: Mapping[type[Action], Callable[[Table, WesternFrontPosition, Any], Procedure]] = {
    Exchange: order_exchange
}


def exchange(table: Table, position: WesternFrontPosition, name: str) -> Unit:
    """[45-4] [47-3] Exchange replacements for three strength points of the ally's, in the same hex."""
    unit = position.units[name]
    if (refusal := why_not_exchange(position, unit)) is not None:
        raise refusal
    found = _exchange_for(position.piece(unit))
    assert found is not None
    points = position.setting.tables.whole(found.number)
    key = ally_replacements(found.receiver)
    position.remove(name)
    received = Unit(position.new_name(key), key, unit.at, points)
    position.put(received)
    table.tell(
        f"{position.piece(unit).label} is exchanged for {points} points of {position.piece(received).label}",
        found.rule,
        kind="replacement",
    )
    return received


def _exchange_for(given: Piece) -> Offer | None:
    values = f"{given.strength}-{given.movement}"
    return next(
        (
            each
            for each in OFFERS
            if given.replacement and (given.nation, values) == (each.giver, each.values)
        ),
        None,
    )
