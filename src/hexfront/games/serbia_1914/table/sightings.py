"""What a side sees on the map as bare numbers, for environments that ask at every step.

The same as the picture tells (`portrait`), without its words; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import strengths
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.table.portrait import FRENCH_GUNS, markers
from hexfront.games.serbia_1914.vocabulary import POSITION_TASK, SIDES
from hexfront.kernel.showing import Mark, Sighting, Sightings
from hexfront.shared.following import Gallery, Remembered, Tally, beside, changes
from hexfront.shared.register import enlist

Shown = tuple[Sighting, ...]


def sightings(position: SerbiaPosition, viewer: str) -> Sightings:
    """Counters and markers as a viewer sees them."""
    found: list[Sighting] = []
    for side in SIDES:
        if secrecy.knows(viewer, side):
            own = _own(position.setting, side)
            own.position = position
            found += chain.from_iterable(own.gallery.of(position.of_side(side)))
        else:
            found += chain.from_iterable(_stacks(position.setting, side).seen(position))
    return Sightings(found, beside(position, "_marks_seen", _Marks).seen(position))


class _Own:
    """The units of a side as their owner sees them, in each of their hexes."""

    position: SerbiaPosition

    def __init__(self) -> None:
        self.gallery: Gallery[Unit, Shown] = Gallery(self._make)

    def _make(self, unit: Unit) -> Shown:
        position = self.position
        piece = position.piece(unit)
        attack = defense = 0
        if piece.naval or piece.gun:
            attack = strengths.artillery_value(position, unit, whole=True)
        elif not piece.supply:
            attack = strengths.attack_strength(position, unit, whole=True)
            defense = strengths.defense_strength(position, unit, whole=True)
        points = attack // strengths.QUARTERS_OF_A_POINT, defense // strengths.QUARTERS_OF_A_POINT
        return tuple(Sighting(node, piece.side, piece.kind, *points) for node in position.hexes_of(unit))


class _Stacks:
    """[3.1.6] The stacks of a side as the enemy sees them. Those are looked at anew in which a unit has
    changed, or to which an enemy has come near or from which one has gone: near him stacks lie otherwise.

    They come in the order of their hexes: any other would tell who came where before whom.
    """

    def __init__(self, setting: SerbiaSetting, side: str) -> None:
        self._setting = setting
        self._side = side
        self._units: list[Unit] = []
        self._enemies = 0  # a bit for each hex
        self._shown: dict[int, Shown] = {}
        self._hexes: list[int] = []  # those of them, in order

    def seen(self, position: SerbiaPosition) -> Iterator[Shown]:
        for node in self._changed(position):
            shown = tuple(sorted(self._seen_in(position, node)))
            if shown:
                self._shown[node] = shown
            else:
                self._shown.pop(node, None)
            enlist(self._hexes, node, node in self._shown)
        return map(self._shown.__getitem__, self._hexes)

    def _changed(self, position: SerbiaPosition) -> set[int]:
        now = position.of_side(self._side)
        gone, come = changes(self._units, now)
        self._units = now
        nodes = {node for unit in chain(gone, come) for node in position.hexes_of(unit)}
        enemies = position.enemy_bits(self._side)
        for other in _nodes(enemies ^ self._enemies):
            nodes.update(self._shown.keys() & self._setting.beside[other])
        self._enemies = enemies
        return nodes

    def _seen_in(self, position: SerbiaPosition, node: int) -> Iterator[Sighting]:
        pieces = self._setting.pieces
        units = secrecy.shown_in(position, node, self._side)
        squadrons = [unit for unit in position.units_at(node) if pieces[unit.piece].naval]
        for unit in (*units, *squadrons):
            piece = pieces[unit.piece]
            if piece.side == self._side:
                yield Sighting(node, piece.side, piece.kind, 0, piece.proficiency)


def _nodes(bits: int) -> Iterator[int]:
    """The hexes that have their bits set."""
    while bits:
        last = bits & -bits
        yield last.bit_length() - 1
        bits ^= last


@lru_cache(maxsize=64)
def _own(setting: SerbiaSetting, side: str) -> _Own:
    return _Own()


_stacks = lru_cache(maxsize=64)(_Stacks)


class _Marks:
    """What lies open beside the counters; units matter to it only while they build a position."""

    def __init__(self) -> None:
        self._builders: dict[str, Unit] = {}
        self._units: Tally[Unit] = Tally(self._count)
        self._last: Remembered[list[Mark]] = Remembered()

    def _count(self, unit: Unit, change: int) -> None:
        if unit.task != POSITION_TASK:
            return
        if change > 0:
            self._builders[unit.name] = unit
        else:
            del self._builders[unit.name]

    def seen(self, position: SerbiaPosition) -> list[Mark]:
        self._units.follow(position.units.values())
        return self._last.of(
            lambda: [
                Mark(each.node, each.kind, each.nation, int(each.text) if each.text.isdigit() else 1)
                for each in markers(position)
            ],
            self._builders,
            position.improved,
            position.komitadji,
            position.pontoons,
            position.flags.get(FRENCH_GUNS),
        )

    def copy(self) -> _Marks:
        """Those of a copy, which another thread may look at, begin anew."""
        return _Marks()
