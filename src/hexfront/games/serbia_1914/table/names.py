"""What units, hexes and figures are called where people read them."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.pieces import Piece
from hexfront.games.serbia_1914.vocabulary import INDEPENDENT, SERBIAN_ARMY
from hexfront.kernel.ledger import shown_number
from hexfront.shared.words import Places, ordinal

QUARTERS = 4  # of a division-equivalent [1.1]
SIZES = {"xx": "division", "x": "brigade", "iii": "regiment"}
_SERBIAN = {"first": "First Army", "second": "Second Army", "third": "Third Army", "uzice": "Užice Army"}


_PLACES = Places({"zavidovic": "Zavidović", "doboj": "Doboj", "brod": "Brod"}, off_map="off the map")


def place(position: SerbiaPosition, node: int) -> str:
    """A hex as people read it; nowhere is the map's edge."""
    return _PLACES.place(position.setting.board, node)


def place_labelled(position: SerbiaPosition, label: str) -> str:
    """The same for a hex given by its number; a number that is not on the board stays as it is."""
    return _PLACES.labelled(position.setting.board, label)


def divisions(quarters: int) -> str:
    """Quarters as people count them: ``1 division``, ``2 1/4 divisions``."""
    return f"{shown_number(quarters, QUARTERS)} division{'' if 0 < quarters <= QUARTERS else 's'}"


def find(position: SerbiaPosition, name: str) -> Unit | None:
    """A unit wherever it is: on the map, waiting beside it, or lost."""
    return position.units.get(name) or position.waiting.get(name) or position.lost.get(name)


def name_of(position: SerbiaPosition, name: str) -> str:
    """A unit by its key, wherever it is; a counter that is not in play by what is printed on it."""
    unit = find(position, name)
    piece = position.setting.pieces.get(unit.piece if unit is not None else name)
    return piece.label if piece is not None else name


def listed(position: SerbiaPosition, names: Iterable[str]) -> str:
    """Several units by name."""
    return ", ".join(name_of(position, name) for name in names)


def kind_of(piece: Piece) -> str:
    """What sort of unit it is: ``infantry division``, ``army depot``."""
    return f"{piece.kind} {SIZES.get(piece.size, '')}".strip()


def army_name(army: str) -> str:
    """An army as people call it: ``Second Army``."""
    if army in ("", SERBIAN_ARMY):
        return "Serbian Army" if army else "No army"
    if army in ("SYRMIEN", "BANAT"):
        return f"Troops of {army.title()}"
    return f"{army.title()} Army"


def corps_name(corps: str) -> str:
    """A corps as people call it: ``8th Corps``, ``First Army`` of the Serbians."""
    if corps in ("", INDEPENDENT):
        return "Independent" if corps else "Asset units"
    if corps.isdigit():
        return f"{ordinal(int(corps))} Corps"
    if corps in _SERBIAN:
        return _SERBIAN[corps]
    return f"{corps} Corps"
