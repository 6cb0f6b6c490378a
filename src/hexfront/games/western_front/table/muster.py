"""The order of battle as a tree: side, nation, army, units; with those that wait, are lost or have left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from operator import attrgetter

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import organization
from hexfront.games.western_front.rules.withdrawals import SENT_AWAY
from hexfront.games.western_front.table.names import SIDE_NAMES, called
from hexfront.games.western_front.vocabulary import SIDES
from hexfront.kernel.showing import Muster
from hexfront.shared.following import Remembered, beside
from hexfront.shared.musters import leaves
from hexfront.shared.words import natural

_UNATTACHED = "Under no army"
_LEADING = ("hq", "inf", "mtn", "mar", "assault", "mtnassault", "cav", "bike", "art", "siege", "tank", "eng")
_RANK = {kind: rank for rank, kind in enumerate(_LEADING)}


def muster(position: WesternFrontPosition) -> tuple[Muster, ...]:
    """Who is where in the order of battle. All of this is in plain sight."""
    units, known = position.units, beside(position, "_muster", _Known)
    return known.told.of(
        lambda: _muster(position),
        known.belonging.of(lambda: tuple(map(_belonging, units.values())), [*units.values()]),
        [units[name] for names in position.fortresses.values() for name in names],
        [*position.waiting.values()],
        [*position.lost.values()],
        position.gone,
        position.flags,
    )


_belonging = attrgetter("name", "piece", "army")


class _Known:
    """The order of battle as it was told last, and what of the units it follows from."""

    def __init__(self) -> None:
        self.told: Remembered[tuple[Muster, ...]] = Remembered()
        self.belonging: Remembered[tuple[tuple[str, str, str], ...]] = Remembered()


def _muster(position: WesternFrontPosition) -> tuple[Muster, ...]:
    pieces = position.setting.pieces
    nations: defaultdict[str, _Nation] = defaultdict(_Nation)
    for unit in position.units.values():
        piece = pieces[unit.piece]
        nation = nations[piece.nation]
        if piece.fortress:
            nation.fortresses.append(unit)
        elif piece.headquarters:
            nation.armies[unit.name].append(unit)
        elif piece.supply or piece.replacement:
            nation.trains.append(unit)
        else:
            nation.armies[unit.army].append(unit)
    for unit in position.waiting.values():
        nations[pieces[unit.piece].nation].waiting.append(unit)
    for unit in position.lost.values():
        if not organization.is_dissolved(position, unit):
            nations[pieces[unit.piece].nation].lost.append(unit)
    for name in sorted(position.gone):
        gone = pieces.get(name)
        if gone is not None:
            nation = nations[gone.nation]
            (nation.left if SENT_AWAY + name in position.flags else nation.surrendered).append(gone)
    people = position.setting.tables.nations
    return tuple(
        Muster(
            SIDE_NAMES[side],
            side,
            under=tuple(
                nation.branch(position, people[key].name, side)
                for key, nation in nations.items()
                if people[key].side == side
            ),
        )
        for side in SIDES
    )


class _Nation:
    """The units of one nation, sorted by where they belong."""

    def __init__(self) -> None:
        self.armies: defaultdict[str, list[Unit]] = defaultdict(list)
        self.fortresses: list[Unit] = []
        self.trains: list[Unit] = []
        self.waiting: list[Unit] = []
        self.lost: list[Unit] = []
        self.surrendered: list[Piece] = []
        self.left: list[Piece] = []

    def branch(self, position: WesternFrontPosition, name: str, side: str) -> Muster:
        pieces = position.setting.pieces
        armies: list[tuple[tuple[bool, tuple[int, str]], Muster]] = []
        for army, units in self.armies.items():
            leader = pieces.get(army)
            title = called(leader) if leader is not None else _garrison(army)
            units.sort(key=lambda unit: _order(pieces[unit.piece]))
            order = not army, natural(title)
            armies.append((order, Muster(title, side, tuple([unit.name for unit in units]))))
        armies.sort(key=lambda each: each[0])
        branches = [branch for _, branch in armies]
        if self.trains:
            names = tuple(sorted(unit.name for unit in self.trains))
            branches.append(Muster("Replacements and shipments", side, names))
        branches += leaves("Fortresses", side, [_fortress(position, unit) for unit in self.fortresses])
        branches += leaves("Waiting to arrive", side, _absent(position, self.waiting))
        branches += leaves("Destroyed", side, _absent(position, self.lost))
        branches += leaves("Lost for good", side, [(each.key, called(each)) for each in self.surrendered])
        branches += leaves("Withdrawn", side, [(each.key, called(each)) for each in self.left])
        return Muster(name, side, under=tuple(branches))


def _garrison(army: str) -> str:
    """Units that were set up under no headquarters: ``ge-fortress-garrison`` is a fortress garrison."""
    return army.partition("-")[2].replace("-", " ").capitalize() or _UNATTACHED


def _fortress(position: WesternFrontPosition, unit: Unit) -> tuple[str, str]:
    name = called(position.piece(unit)).removeprefix("fortress ")
    return unit.name, f"{name} ({position.setting.board.label(unit.at)}), strength {unit.strength}"


def _absent(position: WesternFrontPosition, units: Iterable[Unit]) -> list[tuple[str, str]]:
    ordered = sorted(units, key=lambda unit: _order(position.piece(unit)))
    return [(unit.name, called(position.piece(unit))) for unit in ordered]


def _order(piece: Piece) -> tuple[int, int, tuple[int, str]]:
    """Headquarters first, then by arm, the larger units before the smaller."""
    return _RANK.get(piece.kind, len(_RANK)), -len(piece.size), natural(piece.designation)
