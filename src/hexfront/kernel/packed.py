"""A save file of a long game: the same as the text, packed, and read only where somebody looks.

It begins with a line that says what it is and a fingerprint of the rest, which is one message of msgpack:
where the game comes from, its steps and what was told in sheets of `SHEET` items, and positions on the way,
the older the fewer. To load it, only the newest sheets and one position are read; to save it again, sheets
that were packed before are written as they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hexfront.kernel.dice import Roll
from hexfront.kernel.errors import SaveError
from hexfront.kernel.records import EVENTS, Event, unpack
from hexfront.kernel.savefile import PACKED, Head, Line, Snapshot, encoded, whole
from hexfront.kernel.scroll import SHEET

MAGIC = PACKED + b"1\n"
MOST_TEXT = 512 * 1024 * 1024  # characters that a file may grow to when it becomes text
_CHECK = 16  # bytes of the fingerprint
Item = TypeVar("Item")


class PackedStation(msgspec.Struct, array_like=True):
    """A position on the way, as JSON that is packed."""

    step: int
    events: int
    withheld: tuple[int, ...]
    position: bytes


class PackedFile(msgspec.Struct):
    """What is in the file. Of ``steps`` and ``events`` the last sheet is not full, and may be empty.

    ``opening`` counts the events that were told before the first step, ``orders`` the compound orders.
    """

    head: Head
    step: int
    opening: int
    orders: int
    steps: list[bytes]
    events: list[bytes]
    stations: list[PackedStation]


class _Step(msgspec.Struct):
    """A step as it lies on a sheet, its action as plain data."""

    by: str
    action: dict[str, Any]
    told: int = 0
    rolls: tuple[Roll, ...] = ()
    digest: str = ""
    seen: str = ""
    order: int = 0
    sealed: str = ""
    opened: tuple[str, ...] = ()


_STEPS = msgspec.msgpack.Decoder(list[_Step])


def is_packed(data: bytes) -> bool:
    return data.startswith(MAGIC)


def is_packed_file(path: Path) -> bool:
    """Whether there is such a file already."""
    try:
        if not path.is_file():  # a pipe would wait for somebody to write into it
            return False
        with path.open("rb") as file:
            return is_packed(file.read(len(MAGIC)))
    except OSError:
        return False


def as_bytes(file: PackedFile) -> bytes:
    """The contents of a file."""
    body = msgspec.msgpack.encode(file)
    return MAGIC + _check(body) + body


def from_bytes(data: bytes) -> PackedFile:
    """What is in a file; SaveError says why it cannot be used."""
    begins = len(MAGIC) + _CHECK
    check, body = data[len(MAGIC) : begins], data[begins:]
    if check != _check(body):
        raise SaveError("it is damaged or cut off: its contents do not match its check")
    try:
        file = msgspec.msgpack.decode(body, type=PackedFile)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise SaveError("it is not as Hexfront packs games") from None
    if not file.steps or not file.events or not 0 <= file.step - SHEET * (len(file.steps) - 1) < SHEET:
        raise SaveError("it does not have the steps it says")
    return file


def _check(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_CHECK).digest()


def as_text(file: PackedFile) -> str:
    """The same game as the text of a save file, none of it played."""
    told = [event for sheet in file.events for event in _sheet(EVENTS.unpack(sheet))]
    stations = {each.step: each for each in file.stations}
    head = msgspec.structs.replace(file.head, events=tuple(told[: file.opening]))
    lines = [encoded(head)]
    before, size = file.opening, 0
    for number, step in enumerate(_steps(file), 1):
        if not 0 <= before <= step.told <= len(told):
            raise SaveError("it does not have the events it says")
        lines.append(encoded(_line(step, told, before)))
        size += len(lines[-1])
        before = step.told
        if station := stations.get(number):
            try:
                position = msgspec.json.decode(unpack(station.position), type=dict[str, Any])
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                raise SaveError("a position cannot be read from the file") from None
            lines.append(
                encoded(Snapshot(number, station.events, msgspec.Raw(msgspec.json.encode(position))))
            )
            size += len(lines[-1])
        if size > MOST_TEXT:
            raise SaveError("it is too large when it is unpacked")
    return whole(lines, file.step)


def _sheet(items: Sequence[Item]) -> Sequence[Item]:
    """What lies on a sheet; SaveError if it is more: a small file may hold very much if nobody counts."""
    if len(items) > SHEET:
        raise SaveError("it is too large when it is unpacked")
    return items


def _steps(file: PackedFile) -> Iterator[_Step]:
    for sheet in file.steps:
        try:
            yield from _sheet(_STEPS.decode(unpack(sheet)))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise SaveError("steps cannot be read from the file") from None


def _line(step: _Step, told: list[Event], before: int) -> Line:
    return Line(
        step.by,
        msgspec.Raw(msgspec.json.encode(step.action)),
        step.rolls,
        step.digest,
        step.seen,
        step.order,
        step.sealed,
        step.opened,
        tuple(told[before : step.told]),
    )
