"""The units of a position: who stands where, kept up to date as they come, go and change."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from hexfront.kernel.position import Finding, Position


class Keyed(Protocol):
    """A counter, as far as it has a name of its own."""

    @property
    def key(self) -> str: ...


class Printed(Keyed, Protocol):
    """A counter on which its side is printed. Where countries change sides in play, it is not."""

    @property
    def side(self) -> str: ...


class Placed(Protocol):
    """A unit, as far as it is known where it stands."""

    @property
    def name(self) -> str: ...
    @property
    def at(self) -> int: ...


class Counter(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A unit in play: its own name, the piece that stands for it, and the hex it is in."""

    name: str
    piece: str
    at: int


UnitOf = TypeVar("UnitOf", bound=Placed)
CounterOf = TypeVar("CounterOf", bound=Counter)
KeyedOf = TypeVar("KeyedOf", bound=Keyed)
PieceOf = TypeVar("PieceOf", bound=Printed)


class Units(Position, Generic[UnitOf]):
    """A position of units. Titles add their fields, among them ``units``.

    ``standing`` names the units in each hex, in order of their names, whoever came first: what is kept step
    by step must be what `derive` would find. A title with tables of its own lays them out empty in
    `_lay_out`, and keeps them in `_tally`, or in `_appear` and `_disappear`. ``nested`` names the tables
    whose values are containers, so that a copy has its own of these, too.
    """

    nested: ClassVar[tuple[str, ...]] = ()

    if TYPE_CHECKING:
        units: dict[str, UnitOf]

        @property
        def setting(self) -> Any:
            """What is fixed in this game; a plain attribute, because it is asked for all the time."""
            ...

    # Keeping the tables

    def derive(self) -> None:
        self.standing: list[tuple[str, ...]] = [()] * len(self.setting.board)
        self._lay_out()
        for unit in self.units.values():
            self._appear(unit)

    def copy(self) -> Self:
        twin = super().copy()
        beside = twin.__dict__
        for name in self.nested:
            beside[name] = {key: table.copy() for key, table in beside[name].items()}
        return twin

    def put(self, unit: UnitOf) -> None:
        """Let a unit be as given, wherever and whatever it was before."""
        before = self.units.get(unit.name)
        self.units[unit.name] = unit
        if before is not None:
            if self._count_alike(before, unit):
                return
            self._disappear(before)
        self._appear(unit)

    def remove(self, name: str) -> UnitOf:
        """Take a unit off the map."""
        unit = self.units.pop(name)
        self._disappear(unit)
        return unit

    def change(self, name: str, **changes: object) -> UnitOf:
        """Change some of a unit's marks and give it back."""
        before: Any = self.units[name]
        unit: UnitOf = replace(before, **changes)
        self.put(unit)
        return unit

    def _lay_out(self) -> None:
        """Begin the tables of a title's own, without any units."""

    def _appear(self, unit: UnitOf) -> None:
        """A unit comes into the tables."""
        for node in self.hexes_of(unit):
            self._stand(node, unit.name)
        self._tally(unit, +1)

    def _disappear(self, unit: UnitOf) -> None:
        """A unit goes out of the tables."""
        for node in self.hexes_of(unit):
            self._leave(node, unit.name)
        self._tally(unit, -1)

    def _tally(self, unit: UnitOf, change: int) -> None:
        """Count a unit that has come (+1) or gone (-1) in the tables of a title's own."""

    def _count_alike(self, before: UnitOf, unit: UnitOf) -> bool:
        """Whether the tables are the same for a unit as it was and as it is."""
        return self.hexes_of(before) == self.hexes_of(unit)

    def _stand(self, node: int, name: str) -> None:
        """A unit comes to a hex."""
        self.own("standing")
        names = self.standing[node]
        self.standing[node] = tuple(sorted((*names, name))) if names else (name,)

    def _leave(self, node: int, name: str) -> None:
        """A unit goes from a hex."""
        self.own("standing")
        names = self.standing[node]
        self.standing[node] = tuple([each for each in names if each != name]) if len(names) > 1 else ()

    # Questions; a title that asks one of them all the time has a quicker answer

    def units_at(self, node: int) -> list[UnitOf]:
        """The units in a hex, by name."""
        units = self.units
        return [units[name] for name in self.standing[node]]

    def hexes_of(self, unit: UnitOf) -> tuple[int, ...]:
        """The hex a unit stands in, or all of them; none if it is not on the map."""
        return (unit.at,) if unit.at >= 0 else ()

    def side_of(self, unit: UnitOf) -> str:
        marked: Any = unit
        side: str = marked.side
        return side

    def of_side(self, side: str) -> Iterable[UnitOf]:
        """The units of a side."""
        return [unit for unit in self.units.values() if self.side_of(unit) == side]

    def hexes_held(self, side: str) -> set[int]:
        """The hexes with units of a side."""
        return {node for unit in self.of_side(side) for node in self.hexes_of(unit)}

    def whereabouts(self, side: str) -> dict[str, str]:
        """The hexes in which the units of a side stand, by their names."""
        label = self.setting.board.label
        return {unit.name: label(nodes[0]) for unit in self.of_side(side) if (nodes := self.hexes_of(unit))}

    def occupier(self, node: int) -> str | None:
        """The side that has units in a hex."""
        names = self.standing[node]
        return self.side_of(self.units[names[0]]) if names else None

    def ground(self, nodes: Iterable[int], holder: Callable[[int], str | None]) -> dict[str, str]:
        """Who holds which of some hexes, by their numbers."""
        label = self.setting.board.label
        return {label(node): side for node in nodes if (side := holder(node))}

    def mingled(self, rule: str, *, apart: Callable[[UnitOf], bool] | None = None) -> Iterator[Finding]:
        """What is illegal by a rule: units of several sides in one hex, those ``apart`` not counted."""
        crowded = [(node, names) for node, names in enumerate(self.standing) if len(names) > 1]
        for node, names in crowded:
            if len({self.side_of(self.units[name]) for name in names}) > 1:
                units = [unit for unit in self.units_at(node) if apart is None or not apart(unit)]
                if len({self.side_of(unit) for unit in units}) > 1:
                    yield Finding((rule,), "units of both sides in one hex", self.setting.board.label(node))


class Register(Units[CounterOf], Generic[CounterOf, PieceOf]):
    """A position of units for which printed pieces stand, with those that wait beside the map or are lost."""

    if TYPE_CHECKING:
        waiting: dict[str, CounterOf]
        lost: dict[str, CounterOf]

    def piece(self, unit: CounterOf) -> PieceOf:
        """What is printed on a unit's counter."""
        found: PieceOf = self.setting.pieces[unit.piece]
        return found

    def side_of(self, unit: CounterOf) -> str:
        side: str = self.setting.pieces[unit.piece].side
        return side

    def find(self, name: str) -> CounterOf | None:
        """A unit wherever it is: on the map, waiting beside it, or lost."""
        return self.units.get(name) or self.waiting.get(name) or self.lost.get(name)


Key = TypeVar("Key", str, int)


def enlist(names: list[Key], name: Key, listed: bool) -> int | None:
    """Have a name, or a hex, in an ordered list or not: where that changed something, else None."""
    at = bisect_left(names, name)
    if (at < len(names) and names[at] == name) is listed:
        return None
    if listed:
        names.insert(at, name)
    else:
        del names[at]
    return at
