"""Chapters 45 and 47: arms for allies, in exchange for replacements.

Most rules of the nations (chapters 37 to 49) are data in ``tables/nations.csv`` and applied by the chapters
they change. What has no other chapter is here. Bulgaria and Romania are not on the map of the Western Front.
"""

from __future__ import annotations

import msgspec

from hexfront.games.western_front.pieces import Piece, piece
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Table


class Exchange(msgspec.Struct, frozen=True):
    """Replacements of one nation that may be exchanged for those of another."""

    giver: str
    values: str  # what is printed on the replacements given
    receiver: str
    country: str
    number: str  # the name of the number of strength points received
    rule: str


EXCHANGES = (
    Exchange("ge", "5-4", "bu", "bulgaria", "replacement_exchange_bulgaria", "45-4"),
    Exchange("ru", "3-3", "ro", "romania", "replacement_exchange_romania", "47-3"),
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


def exchange(table: Table, position: WesternFrontPosition, name: str) -> Unit:
    """[45-4] [47-3] Exchange replacements for three strength points of the ally's, in the same hex."""
    unit = position.units[name]
    if (refusal := why_not_exchange(position, unit)) is not None:
        raise refusal
    found = _exchange_for(position.piece(unit))
    assert found is not None
    points = position.setting.tables.whole(found.number)
    key = _replacements_of(position, found.receiver)
    position.remove(name)
    received = Unit(position.new_name(key), key, unit.at, points)
    position.put(received)
    table.tell(
        f"{position.piece(unit).label} is exchanged for {points} points of {position.piece(received).label}",
        found.rule,
        kind="replacement",
    )
    return received


def _exchange_for(given: Piece) -> Exchange | None:
    values = f"{given.strength}-{given.movement}"
    return next(
        (
            each
            for each in EXCHANGES
            if given.replacement and (given.nation, values) == (each.giver, each.values)
        ),
        None,
    )


def _replacements_of(position: WesternFrontPosition, nation: str) -> str:
    """The piece of a nation's replacements, which the lists of this map do not hold."""
    key = f"{nation}-rpl"
    if key not in position.setting.pieces:
        points = position.setting.tables.whole(
            next(each.number for each in EXCHANGES if each.receiver == nation)
        )
        position.setting.pieces[key] = piece(
            position.setting.tables,
            key=key,
            nation=nation,
            kind="rpl",
            size="xx",
            designation="RPL",
            name="Replacements",
            strength=points,
            movement="4",
            full=points,
            colour=f"{nation}-infantry",
        )
    return key
