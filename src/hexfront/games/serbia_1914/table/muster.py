"""The order of battle as a tree: side, army, corps, units; with those that wait, are lost or have left.

The owner sees all of it. Of the enemy it lists only the units that are seen, without attachment [3.1.6].
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.pieces import SIZE_ORDER, Piece
from hexfront.games.serbia_1914.table.names import army_name, corps_name
from hexfront.games.serbia_1914.vocabulary import INDEPENDENT, SIDE_NAMES, SIDES
from hexfront.kernel.showing import Muster
from hexfront.shared.musters import leaves

_ARMIES = ("SECOND", "FIFTH", "SIXTH", "SERBIA", "SYRMIEN", "BANAT", "")
_CORPS = ("first", "second", "third", "uzice")


def muster(position: SerbiaPosition, viewer: str) -> tuple[Muster, ...]:
    """Who is where in the order of battle, as far as a viewer may know."""
    found = []
    for side in SIDES:
        if secrecy.knows(viewer, side):
            branches = _armies(position, position.of_side(side), side)
        else:
            seen = [position.units[name] for name in secrecy.shown(position, side)]
            branches = _seen(position, seen, side)
        branches += _absent(position, "Waiting to enter", side, position.waiting)
        branches += _absent(position, "Eliminated", side, position.lost)
        found.append(Muster(SIDE_NAMES[side], side, under=tuple(branches)))
    return tuple(found)


def _armies(position: SerbiaPosition, units: Iterable[Unit], side: str) -> list[Muster]:
    """Armies with their corps, and what serves the whole army."""
    armies: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        armies[unit.army].append(unit)
    return [
        Muster(army_name(army), side, under=tuple(_corps(position, armies[army], side)))
        for army in sorted(armies, key=_army_order)
    ]


def _army_order(army: str) -> int:
    return _ARMIES.index(army) if army in _ARMIES else len(_ARMIES)


def _corps(position: SerbiaPosition, units: list[Unit], side: str) -> list[Muster]:
    groups: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        piece = position.piece(unit)
        if piece.formation:
            groups[unit.corps or INDEPENDENT].append(unit)
        elif piece.train:
            groups[piece.corps].append(unit)
        else:
            groups[_arm(piece)].append(unit)
    return [
        Muster(_ARMS.get(key) or corps_name(key), side, _keys(position, groups[key]))
        for key in sorted(groups, key=_corps_order)
    ]


_ARMS = {
    "assets": "Asset units",
    "guns": "Artillery",
    "forts": "Forts",
    "depots": "Depots",
    "ships": "Squadrons",
}


def _arm(piece: Piece) -> str:
    if piece.fort:
        return "forts"
    if piece.gun:
        return "guns"
    if piece.depot:
        return "depots"
    return "ships" if piece.naval else "assets"


def _corps_order(key: str) -> tuple[int, int, str]:
    if key in _ARMS:
        return 3, list(_ARMS).index(key), key
    if key == INDEPENDENT:
        return 2, 0, key
    if key in _CORPS:
        return 0, _CORPS.index(key), key
    return 1, int(key) if key.isdigit() else 99, key


def _keys(position: SerbiaPosition, units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple([unit.name for unit in sorted(units, key=lambda unit: _order(position.piece(unit)))])


def _order(piece: Piece) -> tuple[bool, int, int, str]:
    """The larger before the smaller, numbers by their size."""
    digits = "".join(sign for sign in piece.identifier if sign.isdigit())
    return piece.supply, SIZE_ORDER.index(piece.size), int(digits) if digits else 999, piece.identifier


def _seen(position: SerbiaPosition, units: list[Unit], side: str) -> list[Muster]:
    """What is seen of an enemy, by kinds."""
    kinds: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        piece = position.piece(unit)
        kinds[
            "Formations" if piece.formation else _ARMS.get(_arm(piece), "") if not piece.train else "Trains"
        ].append(unit)
    order = ("Formations", "Asset units", "Artillery", "Forts", "Trains", "Depots", "Squadrons")
    return [Muster(f"{kind} in sight", side, _keys(position, kinds[kind])) for kind in order if kinds[kind]]


def _absent(position: SerbiaPosition, title: str, side: str, units: dict[str, Unit]) -> list[Muster]:
    """Units that have no counter on the map: each is a leaf with its name."""
    pieces = [(name, position.piece(unit)) for name, unit in units.items() if position.side_of(unit) == side]
    pieces.sort(key=lambda each: _order(each[1]))
    return leaves(title, side, [(name, piece.label) for name, piece in pieces])
