"""The text of a .hexfront file: lines of JSON, and a last one by which it is known to be whole.

See `hexfront.kernel.save` for what stands in them.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from hexfront.kernel import actions
from hexfront.kernel.actions import Action, RefereeAction
from hexfront.kernel.dice import Roll
from hexfront.kernel.errors import Malformed, SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.preferences import checked
from hexfront.kernel.records import Entry, Event, Mail, Origin
from hexfront.kernel.title import Title

FORMAT = 1
PACKED = b"hexfront packed "  # with which packed games begin, and then the number of their format
LARGEST = 1 << 30  # bytes of a file; a device may go on for ever
PREFERENCES = 1


class Preferences(msgspec.Struct):
    """Standing preferences by side; a version of their own, because nothing else depends on them."""

    version: int
    sides: dict[str, dict[str, str]]


class Head(msgspec.Struct, omit_defaults=True):
    hexfront: int
    origin: Origin
    events: tuple[Event, ...] = ()
    mail: Mail | None = None
    preferences: Preferences | None = None


class Line(msgspec.Struct, omit_defaults=True):
    by: str
    action: msgspec.Raw  # only its title can read it
    rolls: tuple[Roll, ...] = ()
    digest: str = ""
    seen: str = ""
    order: int = 0
    sealed: str = ""
    opened: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    outbox: bool = False


class Snapshot(msgspec.Struct):
    snapshot: int
    events: int
    position: msgspec.Raw


class File(msgspec.Struct):
    """A save file, its lines understood but not yet played."""

    head: Head
    lines: list[Line]
    snapshots: list[Snapshot]


LINES = msgspec.json.Decoder(Line)
_SNAPSHOTS = msgspec.json.Decoder(Snapshot)
_UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)  # the last if it is nested too deeply


# Writing


def line_of(entry: Entry, told: Sequence[Event]) -> Line:
    """The line of a step, with what it told."""
    return Line(
        entry.by,
        action_as_line(entry.action),
        entry.rolls,
        entry.digest,
        entry.seen,
        entry.order,
        entry.sealed,
        entry.opened,
        tuple(told),
    )


def action_as_line(action: Action) -> msgspec.Raw:
    """An action as it stands in a line."""
    return msgspec.Raw(msgspec.json.encode(action))


def kept(by_side: Mapping[str, Mapping[str, str]]) -> Preferences | None:
    chosen = {side: dict(values) for side, values in by_side.items() if values}
    return Preferences(PREFERENCES, chosen) if chosen else None


def encoded(line: msgspec.Struct) -> str:
    return msgspec.json.encode(line).decode()


def whole(lines: Sequence[str], steps: int) -> str:
    """Lines and the one that says that they are all."""
    body = "".join(f"{line}\n" for line in lines)
    end = msgspec.json.encode({"end": steps, "check": check(body)}).decode()
    return f"{body}{end}\n"


def write(path: Path, data: bytes) -> None:
    """Put a file in its place, whole or not at all.

    A link stays a link and leads to what is new; whoever could not read the old file cannot read the new one.
    """
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        old = _status_of(place, path.name)
        with open(beside, "wb", opener=_private if old else None) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if old:
                beside.chmod(stat.S_IMODE(old.st_mode))
        beside.replace(place)
    except BaseException as wrong:  # also when somebody has lost patience
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(wrong, OSError):
            raise SaveError(f"{path.name} cannot be written: {wrong.strerror}") from wrong
        raise


def lock(file: IO[bytes] | IO[str], *, wait: bool) -> bool:
    """Keep other programs out of a file until it is closed, where the system can; False if one is in it."""
    try:
        fcntl = importlib.import_module("fcntl")
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _status_of(place: Path, name: str) -> os.stat_result | None:
    """What is known of an old file; None if there is none, and SaveError if it is something else."""
    old = place.stat() if place.exists() else None
    if old and not (stat.S_ISREG(old.st_mode) or stat.S_ISDIR(old.st_mode)):
        raise SaveError(f"{name} cannot be written: it is no file, but a device or a pipe")
    return old


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def check(body: str) -> str:
    return hashlib.blake2b(body.encode(), digest_size=8).hexdigest()


# Reading


def bytes_of(path: Path) -> bytes:
    """What is in a file."""
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise SaveError(f"there is no file {path.name}") from None
    except OSError as wrong:
        raise SaveError(f"{path.name} cannot be read: {wrong.strerror}") from None
    if len(found) > LARGEST:
        raise SaveError(f"{path.name} is larger than any game")
    return found


def parsed(path: Path, data: bytes) -> File:
    """The lines of a save file; SaveError says what is wrong with it."""
    if data.startswith(PACKED):  # but not as this Hexfront packs
        raise SaveError(f"{path.name} is packed as this Hexfront cannot read it: use a newer Hexfront")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise SaveError(f"{path.name} is not a Hexfront game") from None
    lines = text.removesuffix("\n").split("\n")  # splitlines() would also split at U+2028 and the like
    head = _head(path, lines[0] if lines else "")
    result = File(head, [], [])
    for number, line in enumerate(lines[1:-1], 2):
        kind = _SNAPSHOTS if line.startswith('{"snapshot"') else LINES
        try:
            read: Snapshot | Line = kind.decode(line)
        except _UNREADABLE:
            raise SaveError(f"{path.name} is damaged in line {number}") from None
        if isinstance(read, Snapshot):
            result.snapshots.append(read)
        else:
            result.lines.append(read)
    _check_end(path, text, lines, sum(not line.outbox for line in result.lines))
    return result


def _other_format(found: object) -> str:
    """Why a game in another format is not read, and what helps."""
    if not isinstance(found, int) or isinstance(found, bool):
        return "is damaged in line 1: its format is no number"
    helps = "use a newer Hexfront" if found > FORMAT else "no Hexfront has written such games"
    return f"has format {found}, this Hexfront reads {FORMAT}: {helps}"


def _head(path: Path, line: str) -> Head:
    try:
        first = msgspec.json.decode(line)
    except _UNREADABLE:
        first = None
    if not isinstance(first, dict) or "hexfront" not in first:
        raise SaveError(f"{path.name} is not a Hexfront game")
    if first["hexfront"] != FORMAT:
        raise SaveError(f"{path.name} {_other_format(first['hexfront'])}")
    try:
        return msgspec.convert(first, Head)
    except msgspec.ValidationError as wrong:
        raise SaveError(f"{path.name} is damaged in line 1: {wrong}") from None
    except RecursionError:
        raise SaveError(f"{path.name} is damaged in line 1: it is nested too deeply") from None


def _check_end(path: Path, text: str, lines: Sequence[str], steps: int) -> None:
    try:
        end = msgspec.json.decode(lines[-1], type=dict[str, Any])
    except _UNREADABLE:
        end = {}
    if "end" not in end or not text.endswith("\n"):
        raise SaveError(f"{path.name} is cut off: its last line is missing")
    if end.get("check") != check(text[: text.rindex(lines[-1])]) or end["end"] != steps:
        raise SaveError(f"{path.name} is damaged: its contents do not match its check line")


def recall(game: Game, head: Head, sides: Sequence[str]) -> None:
    """Take over some sides' preferences of a file; what is no longer offered is left out, and said."""
    found = head.preferences or Preferences(PREFERENCES, {})
    if found.version != PREFERENCES:
        game.notices.append("the standing preferences were written by a newer Hexfront and are left out")
        return
    for side in sides:
        try:
            kept = checked(game.title, found.sides.get(side, {}))
        except Malformed as wrong:
            game.notices.append(f"the standing preferences of {side} are left out: {wrong}")
        else:
            game.preferences = {**game.preferences, side: kept}


def action_of(line: Line, title: Title) -> Action:
    """The action of a line; Malformed if its title does not know it."""
    return actions.json_reader(title.actions | RefereeAction)(line.action)
