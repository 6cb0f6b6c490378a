"""A position: everything that changes during a game, cheap to copy.

A title's position is a struct deriving from `Position`. Its fields are numbers, strings, frozen structs,
and lists, dicts, sets or bytearrays of these. A copy shares everything but these containers, so nothing
inside a container may ever be changed in place: to change a unit, put another in its place.

What can be computed from the fields (who stands where, whose zone a hex is in) is kept beside them as
plain attributes. These are not saved; `derive` makes them anew after loading. They are copied with the
position if they have a ``copy`` method, and shared if not. Attributes that are only filled when somebody
asks are a `Memo` or begin with an underscore: they may make an answer quicker, and never another one. The
fuzzer plays loaded games on beside running ones to find out.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Self, get_origin

import msgspec

from hexfront.kernel.actions import Premise
from hexfront.kernel.dice import Dice
from hexfront.kernel.memo import Memo

_ENCODER = msgspec.msgpack.Encoder(order="deterministic")
_CONTAINERS = (list, dict, set, bytearray)
_SHARED = frozenset((int, str, bool, tuple, frozenset, type(None)))  # they never change


def _ordered(value: Any) -> Any:
    """A dict by number as pairs in order; the encoder puts only dicts by name in order."""
    if type(value) is dict and value and type(next(iter(value))) is int:
        keys = sorted(value)
        return [*zip(keys, map(value.__getitem__, keys), strict=True)]
    return value


class Finding(msgspec.Struct, frozen=True):
    """Something illegal about a position: which rules, what, and where."""

    rules: tuple[str, ...]
    what: str
    where: str = ""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what} [{', '.join(self.rules)}]"


class _Chance(msgspec.Struct, dict=True):
    """What stands first in every position. A field with a default, as `Position` has, comes last."""

    dice: Dice


class Position(_Chance, dict=True, kw_only=True):
    """The base of every title's position."""

    premises: tuple[Premise, ...] = ()  # what the next looks at tables give, told by a referee

    later: ClassVar[frozenset[str]] = frozenset()
    """Fields that older saves do not have: as long as they are empty the fingerprint leaves them out."""

    lent: ClassVar[frozenset[str]] = frozenset()
    """Large tables beside the fields that copies share until one of them writes to them; before it does, it
    says so (`own`). Nobody keeps hold of such a table while the position changes."""

    _copied: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def _fields_to_copy(cls) -> tuple[str, ...]:
        if "_copied" not in cls.__dict__:
            cls._copied = tuple(
                field.name
                for field in msgspec.structs.fields(cls)
                if (get_origin(field.type) or field.type) in _CONTAINERS or field.type is Dice
            )
        return cls._copied

    def copy(self) -> Self:
        """An independent copy; about two microseconds for four hundred units."""
        twin = copy.copy(self)
        for name in self._fields_to_copy():
            setattr(twin, name, getattr(self, name).copy())
        beside, lent = twin.__dict__, self.lent
        for name, value in self.__dict__.items():
            if type(value) in _SHARED or name in lent:
                beside[name] = value
            else:
                beside[name] = value.copy() if hasattr(value, "copy") else value
        if lent:
            self.__dict__["_owned"], beside["_owned"] = set(), set()
        return twin

    def own(self, name: str) -> None:
        """Have a table that is `lent` for itself, to write to it."""
        owned: set[str] | None = self.__dict__.get("_owned")
        if owned is not None and name not in owned:
            self.__dict__[name] = self.__dict__[name].copy()
            owned.add(name)

    def digest(self) -> str:
        """A fingerprint of all that is saved of a position, the same in every process."""
        later = {"premises", *self.later}
        parts = [
            _ordered(value)
            for name in self.__struct_fields__
            if (value := getattr(self, name)) or name not in later
        ]
        return hashlib.blake2b(_ENCODER.encode(parts), digest_size=8).hexdigest()

    def as_data(self) -> dict[str, Any]:
        """The position as plain data, ready for JSON.

        Sets are sorted: in which order they were filled is nobody's business.
        """
        data = msgspec.to_builtins(self, str_keys=True)
        assert isinstance(data, dict)
        for name in self.__struct_fields__:
            if isinstance(getattr(self, name), (set, frozenset)):
                data[name].sort()
        return data

    @classmethod
    def from_data(cls, data: object) -> Self:
        """A position from plain data; msgspec.ValidationError if it is not of this shape."""
        return msgspec.convert(data, cls, str_keys=True)

    def occasion(self) -> str:
        """What dice are thrown on: turn, phase and side, in words that never come back in a game.

        A die falls the same way whatever happened before it, but for other dice of the same occasion. A title
        without turns may leave it empty, and then remembers everything it ever threw for.
        """
        return ""

    def derive(self) -> None:
        """Compute anew what is kept beside the fields. Called after loading and by tests."""

    def unlearn(self) -> None:
        """Know nothing any more of what was worked out on demand and can be worked out again."""
        for name, value in self.__dict__.items():
            if isinstance(value, Memo):
                self.__dict__[name] = type(value)()

    def status(self) -> Iterable[Finding]:
        """What is illegal about this position, as its title judges; nothing if it is legal."""
        found: Iterable[Finding] = self.__dict__["setting"].title.status(self)
        return found


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P = TypeVar("P", bound=Position, default=Any)
else:  # typing_extensions is a name for the type checker alone
    from typing import TypeVar

    P = TypeVar("P")
