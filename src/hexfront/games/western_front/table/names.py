"""What counters, hexes and figures are called where people read them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, POINT
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.ledger import shown_number
from hexfront.shared.words import Places

SIDE_NAMES = {CENTRAL_POWERS: "Central Powers", ENTENTE: "Entente"}


def called(piece: Piece) -> str:
    """A piece without the figures on its counter: ``German 26th Reserve Division``."""
    if piece.headquarters or piece.fortress or piece.supply:
        return piece.label
    return piece.label.rpartition(" ")[0]


def listed(position: WesternFrontPosition, units: Iterable[Unit]) -> str:
    """Several units by name."""
    return ", ".join(called(position.piece(unit)) for unit in units)


_PLACES = Places()


def place(position: WesternFrontPosition, node: int) -> str:
    """A hex as people read it."""
    return _PLACES.place(position.setting.board, node)


def place_labelled(position: WesternFrontPosition, label: str) -> str:
    """The same for a hex given by its number; a number that is not on the board stays as it is."""
    return _PLACES.labelled(position.setting.board, label)


@cache
def points(cost: int) -> str:
    """Movement as it is written into a hex: ``2``, ``2 1/2``."""
    return shown_number(cost, POINT)


@cache
def divisions(halves: int) -> str:
    """Half divisions as people count them: ``1 division``, ``2 1/2 divisions``."""
    return f"{shown_number(halves, 2)} division{'' if halves in (1, 2) else 's'}"


def find(position: WesternFrontPosition, name: str) -> Unit | None:
    """A unit wherever it is: on the map, waiting beside it, or lost."""
    return position.units.get(name) or position.waiting.get(name) or position.lost.get(name)


def name_of(position: WesternFrontPosition, name: str) -> str:
    """A unit by its key, wherever it is; a counter that is not in play by what is printed on it."""
    unit = find(position, name)
    if unit is not None:
        return called(position.piece(unit))
    piece = position.setting.pieces.get(name)
    return called(piece) if piece else name


def described(position: WesternFrontPosition, action: Action) -> str:
    """Whom or what an action is about, as the counters and the map call it."""
    board = position.setting.board
    for key in ("unit", "headquarters", "fortress", "shipment", "engineer"):
        name = getattr(action, key, "")
        unit = position.units.get(name) or position.waiting.get(name) or position.lost.get(name)
        if unit is not None:
            place = f" in {board.name_of(unit.at)}" if name in position.units else ""
            return f"{position.piece(unit).label}{place}"
    for key in ("to", "at"):
        label = getattr(action, key, "")
        if label in board and (name := board.name_of(board[label])) != label:
            return name
    return as_words(action)
