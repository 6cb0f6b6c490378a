"""The .hexfront file: a game as lines of JSON.

::

    {"hexfront": 1, "origin": {...}, "events": [...]}        what the game comes from
    {"by": "red", "action": {...}, "rolls": [...], ...}      one line a step, with what it told
    {"snapshot": 64, "position": {...}}                      now and then, the whole position
    {"end": 117, "check": "..."}                             the file is whole if this line agrees

Loading starts from the newest snapshot and plays the few steps after it, comparing fingerprints. If the
rules changed since the game was saved, the game stands at the last step that still agrees, and says so;
the file is not touched.

A file for play by mail holds, instead of the past, one redacted position with its dice sealed
(`mail_out`). Its reader plays until a die or the other player is needed, and sends his steps back
(`mail_in`).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hexfront.kernel import actions
from hexfront.kernel.actions import Action, RefereeAction
from hexfront.kernel.dice import Roll, dice_from, fell_alike, stream_from
from hexfront.kernel.errors import DataError, Drift, HexfrontError, Malformed, Refusal, SaveError, Stale
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import Known, known_order
from hexfront.kernel.position import P, Position
from hexfront.kernel.postext import parse
from hexfront.kernel.preferences import checked
from hexfront.kernel.records import Entry, Event, Mail, Origin, Past, Station, under_seal
from hexfront.kernel.start import check_options, position_from_text, setting_from_text, setting_of
from hexfront.kernel.title import Setting, Title

FORMAT = 1
PREFERENCES = 1
SNAPSHOT_EVERY = 200
SUFFIX = ".hexfront"

FindTitle = Callable[[str], Title]
Shape = TypeVar("Shape")


class _Preferences(msgspec.Struct):
    """Standing preferences by side; a version of their own, because nothing else depends on them."""

    version: int
    sides: dict[str, dict[str, str]]


class _Head(msgspec.Struct, omit_defaults=True):
    hexfront: int
    origin: Origin
    events: tuple[Event, ...] = ()
    mail: Mail | None = None
    preferences: _Preferences | None = None


class _Line(msgspec.Struct, omit_defaults=True):
    by: str
    action: dict[str, Any]
    rolls: tuple[Roll, ...] = ()
    digest: str = ""
    seen: str = ""
    order: int = 0
    sealed: str = ""
    opened: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    outbox: bool = False


class _Snapshot(msgspec.Struct):
    snapshot: int
    events: int
    position: dict[str, Any]


class _File(msgspec.Struct):
    """A save file, its lines understood but not yet played."""

    head: _Head
    lines: list[_Line]
    snapshots: list[_Snapshot]


_LINES = msgspec.json.Decoder(_Line)
_UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)  # the last if it is nested too deeply


# Writing


def save(game: Game, path: Path) -> None:
    """Write a game. The file appears whole or not at all."""
    _write(path, as_text(game))


def as_text(game: Game) -> str:
    """A game as the text of a save file."""
    told = tuple(game.events[: game.told_before(0)])
    head = _Head(FORMAT, game.origin, told, preferences=_kept(game.preferences))
    lines = [_encoded(head)]
    stations = {station.step: station for station in game.stations if station.step}
    last_snapshot = 0
    newest = max(stations, default=0)
    for step, entry in enumerate(game.journal):
        lines.append(_encoded(_line(game, step, entry)))
        station = stations.get(step + 1)
        if station and (step + 1 == newest or step + 1 - last_snapshot >= SNAPSHOT_EVERY):
            lines.append(_encoded(_Snapshot(step + 1, station.events, station.position.as_data())))
            last_snapshot = step + 1
    return _whole(lines, game.step)


def _kept(by_side: Mapping[str, Mapping[str, str]]) -> _Preferences | None:
    chosen = {side: dict(values) for side, values in by_side.items() if values}
    return _Preferences(PREFERENCES, chosen) if chosen else None


def _recall(game: Game, head: _Head, sides: Sequence[str]) -> None:
    """Take over some sides' preferences of a file; what is no longer offered is left out, and said."""
    found = head.preferences or _Preferences(PREFERENCES, {})
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


def step_line(game: Game, step: int) -> bytes:
    """The line of one step (the first is 0), for those who keep a journal line by line."""
    return msgspec.json.encode(_line(game, step, game.journal[step]))


def _line(game: Game, step: int, entry: Entry) -> _Line:
    told = tuple(game.events[game.told_before(step) : entry.told])
    return _Line(
        entry.by,
        actions.as_data(entry.action),
        entry.rolls,
        entry.digest,
        entry.seen,
        entry.order,
        entry.sealed,
        entry.opened,
        told,
    )


def _encoded(line: msgspec.Struct) -> str:
    return msgspec.json.encode(line).decode()


def _whole(lines: Sequence[str], steps: int) -> str:
    """Lines and the one that says that they are all."""
    body = "".join(f"{line}\n" for line in lines)
    end = msgspec.json.encode({"end": steps, "check": _check(body)}).decode()
    return f"{body}{end}\n"


def _write(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as wrong:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise SaveError(f"{path.name} cannot be written: {wrong.strerror}") from wrong


def _check(body: str) -> str:
    return hashlib.blake2b(body.encode(), digest_size=8).hexdigest()


# Reading


def load(path: Path, find_title: FindTitle) -> Game:
    """Read a game; SaveError says in one sentence why it cannot be used.

    `Game.notices` tells whether anything had to be left behind.
    """
    return from_text(_text_of(path), find_title, path)


def from_text(text: str, find_title: FindTitle, path: Path = Path("the file")) -> Game:
    """The same from the text of a save file; ``path`` only names it in what is said of it."""
    file = _parsed(path, text)
    game = _mailed(path, file, find_title) if file.head.mail else _resume(path, file, find_title)
    _recall(game, file.head, game.title.sides)
    return game


def from_lines(
    origin: Origin,
    opening: Sequence[Event],
    lines: Iterable[bytes],
    stations: Sequence[tuple[int, int, bytes]],
    find_title: FindTitle,
    *,
    mail: Mail | None = None,
) -> Game:
    """A game from the lines of its steps and from positions on the way: step, events told, JSON.

    It stands at the newest step that still agrees, as a loaded one does, whatever is wrong with later ones.
    With ``mail`` it is one that was sent by mail, which begins with the position in it.
    """
    file = _File(
        _Head(FORMAT, origin, tuple(opening), mail),
        [_LINES.decode(line) for line in lines],
        [_Snapshot(step, told, msgspec.json.decode(position)) for step, told, position in stations],
    )
    return _resume(Path("the game"), file, find_title, lenient=True)


def play_line(game: Game, line: bytes) -> bool:
    """Play the line of a step that was recorded elsewhere; False if it does not agree."""
    read = _LINES.decode(line)
    try:
        game.play_recorded(_action(read, game.title), read.by, read.order)
    except Refusal:
        return False
    entry = game.journal[-1]
    return fell_alike(entry.rolls, read.rolls) and (not read.digest or entry.digest == read.digest)


def station_from(game: Game, step: int, told: int, position: bytes) -> Station | None:
    """A station of a game from its JSON; None if it does not agree with the journal."""
    found = _position(game.title, game.setting, _Snapshot(step, told, msgspec.json.decode(position)))
    if not found or not _agrees(found, game.journal, step):
        return None
    return Station(step, found, told, game.withheld_at(step))


def replay(path: Path, find_title: FindTitle, watch: Callable[[Game], None] | None = None) -> Game:
    """Play a saved game again from its first step; `Drift` names the first step that differs."""
    file = _parsed(path, _text_of(path))
    if file.head.mail:
        raise SaveError(f"{path.name} is a game sent by mail; its past is not in it")
    title, setting = _setting(path, file.head.origin, find_title)
    game = Game(title, setting, _first_position(path, title, setting, file.head.origin), file.head.origin)
    if watch:
        watch(game)
    for step, line in enumerate(file.lines, 1):
        try:
            game.play_recorded(_action(line, title), line.by, line.order)
        except (Refusal, Malformed) as refused:
            raise Drift(step, f"{line.by} may no longer do this: {refused}") from refused
        entry = game.journal[-1]
        if not fell_alike(entry.rolls, line.rolls):
            raise Drift(step, f"the dice fell {_shown(entry.rolls)}, recorded are {_shown(line.rolls)}")
        if line.digest and entry.digest != line.digest:
            raise Drift(step, f"the position differs after {line.by} played {actions.as_words(entry.action)}")
        if watch:
            watch(game)
    return game


def _resume(path: Path, file: _File, find_title: FindTitle, lenient: bool = False) -> Game:
    """The game that a file holds, taken up at its newest snapshot that can be used.

    If lenient, a step that cannot even be read is one more that does not agree.
    """
    origin = file.head.origin
    title, setting = _setting(path, origin, find_title)
    journal, events = _past(path, file, title, lenient)
    stations = []
    withheld: tuple[int, ...] = ()
    read = 0
    for snapshot in file.snapshots:
        if snapshot.snapshot > len(journal):
            break
        for at in range(read, snapshot.snapshot):
            withheld = under_seal(withheld, journal, at)
        read = max(read, snapshot.snapshot)
        position = _position(title, setting, snapshot)
        if position is not None and _agrees(position, journal, snapshot.snapshot):
            stations.append(Station(snapshot.snapshot, position, snapshot.events, withheld))
    if file.head.mail:
        game = _opened(path, file.head, title, setting)
        # The head has all that was told before the first step; the last of it the copy has told anew.
        game.hear(file.head.events[: max(0, len(file.head.events) - len(game.events))])
        game.resume(journal, events, [game.stations[0], *stations])
    else:
        first = _first_position(path, title, setting, origin)
        orders = max((entry.order for entry in journal), default=0)
        past = Past(journal, events, len(file.head.events), orders, stations)
        game = Game(title, setting, first, origin, past)
    if game.step < len(file.lines):
        left = len(file.lines) - game.step
        game.notices.append(
            f"the rules or data have changed since {path.name} was saved: the game stands at step "
            f"{game.step}, the newest that still agrees; {left} later steps are left out"
        )
    if origin.title_version != title.version:
        game.notices.append(f"saved with {title.name} {origin.title_version}, played with {title.version}")
    if origin.data != setting.data_digest:
        game.notices.append(f"the data of {title.name} has changed since {path.name} was saved")
    return game


def _past(path: Path, file: _File, title: Title, lenient: bool) -> tuple[list[Entry], list[Event]]:
    events = list(file.head.events)
    journal: list[Entry] = []
    known = title.actions | RefereeAction
    for step, line in enumerate(file.lines, 1):
        try:
            action = actions.from_data(line.action, known)
        except Malformed as wrong:
            if lenient:
                break
            raise SaveError(f"{path.name} cannot be read at step {step}: {wrong}") from wrong
        events.extend(line.events)
        journal.append(
            Entry(
                line.by,
                action,
                len(events),
                line.rolls,
                line.digest,
                line.seen,
                line.order,
                line.sealed,
                line.opened,
            )
        )
    return journal, events


def _agrees(position: Position, journal: Sequence[Entry], step: int) -> bool:
    digest = journal[step - 1].digest if 0 < step <= len(journal) else ""
    return not digest or position.digest() == digest


def _position(title: Title[P], setting: Setting, snapshot: _Snapshot) -> P | None:
    """The position of a snapshot; None if its shape is no longer the title's."""
    try:
        return title.adopt(setting, msgspec.convert(snapshot.position, title.position_type, str_keys=True))
    except (msgspec.ValidationError, LookupError):
        return None


def _first_position(path: Path, title: Title[P], setting: Setting, origin: Origin) -> P:
    try:
        text = parse(origin.start) if origin.start else None
        position = position_from_text(title, setting, text) if text else title.set_up(setting, origin.seed)
    except (Malformed, DataError) as wrong:
        raise SaveError(f"{path.name} cannot be played: {wrong}") from wrong
    position.dice = dice_from(origin.seed) if origin.dice else stream_from(origin.seed)
    position.dice.fix(text.dice if text else ())
    return position


def _setting(path: Path, origin: Origin, find_title: FindTitle) -> tuple[Title, Setting]:
    try:
        title = find_title(origin.title)
        options = check_options(title, origin.scenario, origin.options)
        if not origin.start:
            setting = setting_of(title, origin.scenario, options, origin.overlays)
        else:
            text = parse(origin.start)
            setting = setting_from_text(title, text, origin.scenario, options, origin.overlays)
    except (Malformed, DataError) as wrong:
        raise SaveError(f"{path.name} cannot be played: {wrong}") from wrong
    return title, setting


def _action(line: _Line, title: Title) -> Action:
    return actions.from_data(line.action, title.actions | RefereeAction)


def _shown(rolls: Sequence[Roll]) -> str:
    return ", ".join(f"{roll.value} ({roll.purpose})" for roll in rolls) or "not at all"


def _text_of(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        raise SaveError(f"there is no file {path.name}") from None
    except UnicodeDecodeError:
        raise SaveError(f"{path.name} is not a Hexfront game") from None
    except OSError as wrong:
        raise SaveError(f"{path.name} cannot be read: {wrong.strerror}") from None


def _parsed(path: Path, text: str) -> _File:
    """The lines of a save file; SaveError says what is wrong with it."""
    lines = text.removesuffix("\n").split("\n")  # splitlines() would also split at U+2028 and the like
    head = _head(path, lines[0] if lines else "")
    result = _File(head, [], [])
    for number, line in enumerate(lines[1:-1], 2):
        kind: type[_Snapshot | _Line] = _Snapshot if line.startswith('{"snapshot"') else _Line
        try:
            read = msgspec.json.decode(line, type=kind)
        except _UNREADABLE:
            raise SaveError(f"{path.name} is damaged in line {number}") from None
        if isinstance(read, _Snapshot):
            result.snapshots.append(read)
        else:
            result.lines.append(read)
    _check_end(path, text, lines, sum(not line.outbox for line in result.lines))
    return result


def _head(path: Path, line: str) -> _Head:
    try:
        first = msgspec.json.decode(line)
    except _UNREADABLE:
        first = None
    if not isinstance(first, dict) or "hexfront" not in first:
        raise SaveError(f"{path.name} is not a Hexfront game")
    if first["hexfront"] != FORMAT:
        raise SaveError(
            f"{path.name} has format {first['hexfront']}, this Hexfront reads {FORMAT}: use a newer Hexfront"
        )
    try:
        return msgspec.convert(first, _Head)
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
    if end.get("check") != _check(text[: text.rindex(lines[-1])]) or end["end"] != steps:
        raise SaveError(f"{path.name} is damaged: its contents do not match its check line")


# Play by mail


def mail_out(game: Game, side: str, path: Path) -> None:
    """Write a file from which a side can play on, and from which it can learn nothing it may not know."""
    _write(path, mail_text(game, side))


def mail_text(game: Game, side: str, name: str = "") -> str:
    """The text of such a file. With a name for the game, the reply can be told from those of other games."""
    if side not in game.title.sides:
        raise Malformed(f'there is no side "{side}"')
    known = known_order(game, side)
    known.position.dice.sealed = True
    origin = msgspec.structs.replace(game.origin, seed=0, start=_board_only(game.origin.start))
    events = tuple(event for event in game.events[: known.events] if event.seen_by(side))
    state = _state(known)
    mail = Mail(side, game.steps_known(side), state, known.position.as_data(), len(known.steps), name)
    own = _kept({side: game.preferences.get(side, {})})
    lines = [_encoded(_Head(FORMAT, origin, events, mail, own)), *_step_lines(known)]
    return _whole(lines, len(known.steps))


def _step_lines(known: Known) -> list[str]:
    return [_encoded(_Line(entry.by, actions.as_data(entry.action))) for entry in known.steps]


def _state(known: Known) -> str:
    """A fingerprint of where a game stands for a side: nothing that it may not know has a part in it."""
    return _check("\n".join((known.position.digest(), *_step_lines(known))))


def _board_only(start: str) -> str:
    """Of a position text, what is printed on the board and in the head; the rest may be secret."""
    if not start:
        return ""
    text = parse(start)
    text.statements, text.then, text.seed, text.dice, text.premises = [], [], 0, (), ()
    return text.text()


def _mailed(path: Path, file: _File, find_title: FindTitle) -> Game:
    """A game from a mailed file, with the steps of the reply already played in it."""
    game = _opened(path, file.head, *_setting(path, file.head.origin, find_title))
    game.hear(file.head.events)
    mail = game.mail
    assert mail is not None
    if not 0 <= mail.known <= len(file.lines):
        raise SaveError(f"{path.name} is damaged: steps that came with it are missing")
    for number, line in enumerate(file.lines, 1):
        if number > mail.known and line.by != mail.side:
            raise SaveError(f"{path.name} was sent to {mail.side}, but holds a step of {line.by}")
        try:
            if line.outbox:
                game.outbox = (*game.outbox, Entry(line.by, _action(line, game.title)))
            else:
                game.play(_action(line, game.title), line.by)
        except HexfrontError as wrong:
            raise SaveError(f"{path.name} cannot be played at step {number}: {wrong}") from wrong
    return game


def _opened(path: Path, head: _Head, title: Title, setting: Setting) -> Game:
    """A mailed game as it was sent, before the first of its steps."""
    mail = head.mail
    assert mail is not None
    try:
        position = title.adopt(setting, title.position_type.from_data(mail.station))
    except (msgspec.ValidationError, LookupError):
        raise SaveError(f"{path.name} is damaged in line 1: its position cannot be read") from None
    game = Game(title, setting, position, head.origin)
    game.mail = mail
    return game


def save_reply(game: Game, path: Path) -> None:
    """Write a mailed game with the steps its reader has added."""
    _write(path, reply_text(game))


def reply_text(game: Game) -> str:
    """The text of such a file."""
    assert game.mail is not None
    heard = tuple(game.events[: game.stations[0].events])
    own = _kept({game.mail.side: game.preferences.get(game.mail.side, {})})
    lines = [_encoded(_Head(FORMAT, game.origin, heard, game.mail, own))]
    lines += [_encoded(_Line(entry.by, actions.as_data(entry.action))) for entry in game.journal]
    for waiting in game.outbox:
        lines.append(_encoded(_Line(waiting.by, actions.as_data(waiting.action), outbox=True)))
    return _whole(lines, game.step)


def mail_in(game: Game, reply: Path) -> list[Event]:
    """Play the steps of a reply in the true game, and return what happened.

    The reply must answer the file last sent, and hold only steps of the side it was sent to. If the true
    game refuses a step (something hidden stood in the way), the steps before it stand and `Refusal` tells.
    """
    return mail_in_text(game, _text_of(reply), reply)


def mail_of(text: str, reply: Path = Path("the file")) -> Mail:
    """What a file says of its sending; SaveError if it was not sent by mail."""
    mail = _parsed(reply, text).head.mail
    if mail is None:
        raise SaveError(f"{reply.name} was not sent by mail")
    return mail


def mail_in_text(game: Game, text: str, reply: Path = Path("the file")) -> list[Event]:
    """The same from the text of a reply; ``reply`` only names it in what is said of it."""
    file = _parsed(reply, text)
    mail = file.head.mail
    if mail is None or file.head.origin.title != game.origin.title:
        raise SaveError(f"{reply.name} is not a reply to this game")
    if mail.step != (step := game.steps_known(mail.side)):
        raise Stale(mail.step, step)
    known = known_order(game, mail.side)
    known.position.dice.sealed = True
    if mail.state != _state(known):
        raise SaveError(f"{reply.name} is a reply to another course of this game")
    steps = file.lines[mail.known :]
    for line in steps:
        if line.by != mail.side:
            raise SaveError(f"{reply.name} was sent to {mail.side}, but holds a step of {line.by}")
    read = [_action(line, game.title) for line in steps]  # all of them, before any is played
    happened: list[Event] = []
    for action in read:
        happened.extend(game.play(action, mail.side))
    _recall(game, file.head, (mail.side,))
    return happened
