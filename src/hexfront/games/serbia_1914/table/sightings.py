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
from hexfront.games.serbia_1914.table.portrait import markers
from hexfront.games.serbia_1914.vocabulary import SIDES
from hexfront.kernel.showing import Mark, Sighting, Sightings
from hexfront.shared.following import Gallery

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
            found += _stacks(position.setting, side).seen(position)
    marks = [
        Mark(each.node, each.kind, each.nation, int(each.text) if each.text.isdigit() else 1)
        for each in markers(position)
    ]
    return Sightings(found, marks)


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
    """[3.1.6] The stacks of a side as the enemy sees them; one that has not changed shows what it showed.

    They come in the order of their hexes: any other would tell who came where before whom.
    """

    def __init__(self, setting: SerbiaSetting, side: str) -> None:
        self._pieces = setting.pieces
        self._side = side
        self._known: dict[int, tuple[tuple[tuple[Unit, ...], bool], Shown]] = {}

    def seen(self, position: SerbiaPosition) -> Iterator[Sighting]:
        known: dict[int, tuple[tuple[tuple[Unit, ...], bool], Shown]] = {}
        for node in sorted(position.hexes_held(self._side) | self._waters(position)):
            stack = tuple(position.units_at(node)), position.enemy_beside(node, self._side)
            before = self._known.get(node)
            if before is None or before[0] != stack:
                before = stack, tuple(sorted(self._shown(position, node)))
            known[node] = before
            yield from before[1]
        self._known = known

    def _waters(self, position: SerbiaPosition) -> set[int]:
        """[25.1] The hexes with squadrons, which occupy nothing."""
        pieces = self._pieces
        return {unit.at for unit in position.of_side(self._side) if pieces[unit.piece].naval}

    def _shown(self, position: SerbiaPosition, node: int) -> Iterator[Sighting]:
        units = secrecy.shown_in(position, node, self._side)
        beside = [unit for unit in position.units_at(node) if self._pieces[unit.piece].naval]
        for unit in (*units, *beside):
            piece = self._pieces[unit.piece]
            if piece.side == self._side:
                yield Sighting(node, piece.side, piece.kind, 0, piece.proficiency)


@lru_cache(maxsize=64)
def _own(setting: SerbiaSetting, side: str) -> _Own:
    return _Own()


_stacks = lru_cache(maxsize=64)(_Stacks)
