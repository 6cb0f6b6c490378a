"""The units of a position: who stands where, kept up to date as they come, go and change."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from hexfront.kernel.position import Position


class Printed(Protocol):
    """What is printed on a counter, as far as every title asks for it."""

    @property
    def key(self) -> str: ...
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
PieceOf = TypeVar("PieceOf", bound=Printed)


class Units(Position, Generic[UnitOf]):
    """A position of units. Titles add their fields, among them ``units``.

    ``standing`` names the units in each hex, in order of their names, whoever came first: what is kept step
    by step must be what `derive` would find. ``nested`` names the tables whose values are containers, so that
    a copy has its own of these, too.
    """

    nested: ClassVar[tuple[str, ...]] = ()

    if TYPE_CHECKING:
        units: dict[str, UnitOf]

        @property
        def setting(self) -> Any:
            """What is fixed in this game; a plain attribute, because it is asked for all the time."""
            ...

        def put(self, unit: UnitOf) -> None:
            """Let a unit be as given, wherever and whatever it was before."""

    def derive(self) -> None:
        """Who stands where; titles go on from nobody anywhere."""
        self.standing: list[tuple[str, ...]] = [()] * len(self.setting.board)

    def copy(self) -> Self:
        twin = super().copy()
        beside = twin.__dict__
        for name in self.nested:
            beside[name] = {key: table.copy() for key, table in beside[name].items()}
        return twin

    def change(self, name: str, **changes: object) -> UnitOf:
        """Change some of a unit's marks and give it back."""
        before: Any = self.units[name]
        unit: UnitOf = replace(before, **changes)
        self.put(unit)
        return unit

    def units_at(self, node: int) -> list[UnitOf]:
        """The units in a hex, by name."""
        units = self.units
        return [units[name] for name in self.standing[node]]

    def _stand(self, node: int, name: str) -> None:
        """A unit comes to a hex."""
        names = self.standing[node]
        self.standing[node] = tuple(sorted((*names, name))) if names else (name,)

    def _leave(self, node: int, name: str) -> None:
        """A unit goes from a hex."""
        names = self.standing[node]
        self.standing[node] = tuple([each for each in names if each != name]) if len(names) > 1 else ()


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


def enlist(names: list[str], name: str, listed: bool) -> int | None:
    """Have a name in an ordered list, or not: where that changed something, else None."""
    at = bisect_left(names, name)
    if (at < len(names) and names[at] == name) is listed:
        return None
    if listed:
        names.insert(at, name)
    else:
        del names[at]
    return at
