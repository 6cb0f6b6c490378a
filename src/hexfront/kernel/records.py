"""What is recorded of a game: where it comes from, its steps, what was told, and positions on the way."""

from __future__ import annotations

import copy
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Generic

import msgspec

from hexfront.kernel.actions import Action
from hexfront.kernel.datafiles import Overlay
from hexfront.kernel.dice import Roll
from hexfront.kernel.errors import SaveError
from hexfront.kernel.position import P
from hexfront.kernel.scroll import Packing
from hexfront.kernel.title import REFEREE

MOST_UNPACKED = 16 * 1024 * 1024  # bytes that anything in a file may grow to when it is unpacked


class Origin(msgspec.Struct, frozen=True):
    """Where a game comes from. With the journal, it is the game."""

    title: str
    scenario: str
    seed: int = 0
    options: dict[str, str] = {}
    overlays: tuple[Overlay, ...] = ()
    start: str = ""  # the position text it was set up from, if not from the scenario
    title_version: str = ""
    data: str = ""  # fingerprint of the title's data
    dice: str = ""  # what kind they are; games begun before dice had keys say nothing


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that happened, in words, with the rules behind it. Secret from all but `to`, if given."""

    text: str
    kind: str = ""
    rules: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    data: dict[str, Any] = {}
    rolls: tuple[Roll, ...] = ()  # the dice it tells of, without labels: these name pieces that may be hidden

    def seen_by(self, viewer: str) -> bool:
        return not self.to or viewer == REFEREE or viewer in self.to

    def as_data(self) -> dict[str, Any]:
        """The event as plain data, for clients."""
        rolls = [msgspec.to_builtins(roll) for roll in self.rolls]
        return {
            "text": self.text,
            "kind": self.kind,
            "rules": list(self.rules),
            "data": self.data,
            "rolls": rolls,
        }


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One step of the journal: who did what, which dice fell, and what the position then was.

    ``told`` counts all events up to and with this step. ``seen`` says why the step cannot be undone,
    ``order`` numbers the compound order it was part of. ``sealed`` names the envelope the step lies in, and
    ``opened`` those that were opened in it.
    """

    by: str
    action: Action
    told: int = 0
    rolls: tuple[Roll, ...] = ()
    digest: str = ""
    seen: str = ""
    order: int = 0
    sealed: str = ""
    opened: tuple[str, ...] = ()


class Letter(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one side is asked, what it is about, and every answer, as plain data."""

    kind: str
    prompt: str
    rule: str
    about: dict[str, Any]
    choices: tuple[dict[str, Any], ...]
    default: dict[str, Any] | None = None


class Mail(msgspec.Struct, frozen=True, omit_defaults=True, rename={"side": "for"}):
    """What makes a copy of a game one that was sent to a player: to whom, and what it stands for.

    ``step`` and ``state`` say where the true game was as its reader counts and knows it, ``station`` is the
    redacted position from which the copy begins, and ``known`` how many of its steps came with it. ``game``
    is a name by which its sender tells his games apart, if he has given one. With a ``letter`` the copy
    stands in the middle of an order, and consists of that one question.
    """

    side: str
    step: int
    state: str
    station: dict[str, Any]
    known: int
    game: str = ""
    letter: Letter | None = None


class Station(Generic[P]):
    """A point from which the procedure can be started afresh.

    ``withheld`` are the steps before it (the first is 0) that lay under seal there.
    """

    __slots__ = ("_packed", "_position", "_read", "events", "step", "withheld")

    def __init__(self, step: int, position: P, events: int, withheld: Sequence[int]) -> None:
        self.step = step
        self.events = events
        self.withheld = tuple(withheld)
        self._position: P | None = position
        self._packed = b""
        self._read: Callable[[Station[P]], P | None] | None = None

    @classmethod
    def stored(
        cls,
        step: int,
        events: int,
        withheld: Sequence[int],
        packed: bytes,
        read: Callable[[Station[P]], P | None],
    ) -> Station[P]:
        """One of a long file, whose position is read when it is needed; None if it no longer fits."""
        station: Station[P] = cls.__new__(cls)
        station.step, station.events, station.withheld = step, events, tuple(withheld)
        station._position, station._packed, station._read = None, packed, read
        return station

    def told_later(self, more: int) -> Station[P]:
        """The same with so many events told before it."""
        station: Station[P] = copy.copy(self)
        station.events += more
        return station

    def rest(self, read: Callable[[Station[P]], P | None]) -> None:
        """Keep the position packed until somebody needs it: one of long ago takes much room, and is seldom
        gone back to."""
        if self._position is not None:
            self.packed()
            self._read, self._position = read, None

    def usable(self) -> bool:
        """Whether there is a position to start from."""
        return self._opened() is not None

    @property
    def position(self) -> P:
        opened = self._opened()
        assert opened is not None, f"the position of step {self.step} cannot be read"
        return opened

    def _opened(self) -> P | None:
        position = self._position  # looked at once, for another thread may let the station rest
        if position is None and self._read is not None:
            position = self._position = self._read(self)
            if position is None:
                self._read = None  # it no longer fits
        return position

    def packed(self) -> bytes:
        """The position as bytes, for a file."""
        if not self._packed:
            self._packed = pack(msgspec.json.encode(self.position.as_data()))
        return self._packed

    def as_json(self) -> msgspec.Raw:
        """The position as JSON. It is kept packed, since whoever writes a game writes it again."""
        return msgspec.Raw(unpack(self.packed()))

    def is_written(self) -> bool:
        """Whether the position can be written, read or not."""
        return bool(self._packed) or self.usable()

    def unpacked(self) -> object:
        """The position as plain data, of one that was stored."""
        return msgspec.json.decode(unpack(self._packed))


class Past(msgspec.Struct, frozen=True):
    """What is recorded of a game: its steps, what was told, and stations on the way after the first.

    ``opening`` counts the events told before the first step, and ``orders`` the compound orders.
    """

    journal: Sequence[Entry]
    events: Sequence[Event]
    opening: int
    orders: int
    stations: Sequence[Station]


def under_seal(withheld: tuple[int, ...], journal: Sequence[Entry], at: int) -> tuple[int, ...]:
    """Which entries lie under seal after one of the journal (the first is 0), if those did before it."""
    entry = journal[at]
    if entry.sealed:
        withheld = (*withheld, at)
    if entry.opened and withheld:
        return tuple([each for each in withheld if journal[each].sealed not in entry.opened])
    return withheld


# Packing


def pack(plain: bytes) -> bytes:
    """Bytes that take less room."""
    return zlib.compress(plain)


def unpack(packed: bytes) -> bytes:
    """The bytes that were packed; SaveError if they were not, or if they are more than anybody's."""
    reader = zlib.decompressobj()
    try:
        plain = reader.decompress(packed, MOST_UNPACKED)
    except zlib.error:
        raise SaveError("what is packed in the file is damaged") from None
    if not reader.eof or reader.unused_data:
        raise SaveError("what is packed in the file is cut off or too large")
    return plain


class _PackedEntry(msgspec.Struct):
    """An entry of which the action is not read yet: only its title can."""

    by: str
    action: msgspec.Raw
    told: int = 0
    rolls: tuple[Roll, ...] = ()
    digest: str = ""
    seen: str = ""
    order: int = 0
    sealed: str = ""
    opened: tuple[str, ...] = ()


_UNREADABLE = (msgspec.DecodeError, UnicodeError)
_EVENTS = msgspec.msgpack.Decoder(list[Event])
_ENTRIES = msgspec.msgpack.Decoder(list[_PackedEntry])


def _packed(items: Sequence[Event] | Sequence[Entry]) -> bytes:
    return pack(msgspec.msgpack.encode(items))


def _unpacked_events(packed: bytes) -> list[Event]:
    try:
        return _EVENTS.decode(unpack(packed))
    except _UNREADABLE:
        raise SaveError("what was told cannot be read from the file") from None


EVENTS = Packing(_packed, _unpacked_events)


@cache
def packing_of(known: Any) -> Packing[Entry]:
    """How entries with actions of a union are packed."""
    action: msgspec.msgpack.Decoder[Action] = msgspec.msgpack.Decoder(known)

    def unpacked(packed: bytes) -> list[Entry]:
        try:
            found = [
                Entry(
                    each.by,
                    action.decode(each.action),
                    each.told,
                    each.rolls,
                    each.digest,
                    each.seen,
                    each.order,
                    each.sealed,
                    each.opened,
                )
                for each in _ENTRIES.decode(unpack(packed))
            ]
        except _UNREADABLE:
            raise SaveError("steps cannot be read from the file") from None
        if any(after.told < before.told for before, after in pairwise(found)):
            raise SaveError("steps cannot be read from the file: one tells less than the one before it")
        return found

    return Packing(_packed, unpacked)
