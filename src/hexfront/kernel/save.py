"""The .hexfront file: a game as lines of JSON.

::

    {"hexfront": 1, "origin": {...}, "events": [...]}        what the game comes from
    {"by": "red", "action": {...}, "rolls": [...], ...}      one line a step, with what it told
    {"snapshot": 64, "position": {...}}                      now and then, the whole position
    {"end": 117, "check": "..."}                             the file is whole if this line agrees

Loading starts from the newest snapshot and plays the few steps after it, comparing fingerprints. If the
rules changed since the game was saved, the game stands at the last step that still agrees, and says so;
the file is not touched.

A long game is written packed (`hexfront.kernel.packed`), which holds the same. A file for play by mail is
another thing (`hexfront.kernel.mail`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from hexfront.kernel import actions, packed
from hexfront.kernel.actions import RefereeAction
from hexfront.kernel.dice import Roll, dice_from, fell_alike, stream_from
from hexfront.kernel.errors import DataError, Drift, Malformed, Refusal, SaveError
from hexfront.kernel.game import Game, thin
from hexfront.kernel.mail import mailed, opened
from hexfront.kernel.packed import PackedFile, PackedStation
from hexfront.kernel.position import P, Position
from hexfront.kernel.postext import parse
from hexfront.kernel.records import EVENTS, Entry, Event, Mail, Origin, Past, Station, packing_of, under_seal
from hexfront.kernel.savefile import (
    FORMAT,
    LINES,
    File,
    Head,
    Snapshot,
    action_of,
    bytes_of,
    encoded,
    kept,
    line_of,
    parsed,
    recall,
    whole,
    write,
)
from hexfront.kernel.scroll import Scroll
from hexfront.kernel.start import check_options, fitting, position_from_text, setting_from_text, setting_of
from hexfront.kernel.title import Setting, Title

SNAPSHOT_EVERY = 200
LONG = 20_000  # steps from which on a game is written packed, unless somebody wants text
SUFFIX = ".hexfront"

FindTitle = Callable[[str], Title]


# Writing


def save(game: Game, path: Path, *, text: bool | None = None) -> None:
    """Write a game. The file appears whole or not at all.

    It is text, which people can read, or packed if the game is a long one or the file was packed before;
    ``text`` says it otherwise.
    """
    if text is None:
        text = game.step < LONG and not packed.is_packed_file(path)
    write(path, as_text(game).encode() if text else as_bytes(game))


def as_text(game: Game) -> str:
    """A game as the text of a save file."""
    game.fingerprint()
    told = tuple(game.events[: game.told_before(0)])
    head = Head(FORMAT, game.origin, told, preferences=kept(game.preferences))
    lines = [encoded(head)]
    stations = {station.step: station for station in _told_apart(game) if station.usable()}
    last_snapshot = 0
    newest = max(stations, default=0)
    events = iter(game.events)
    before = len([*islice(events, len(told))])
    for step, entry in enumerate(game.journal):
        lines.append(encoded(line_of(entry, [*islice(events, entry.told - before)])))
        before = entry.told
        station = stations.get(step + 1)
        if station and (step + 1 == newest or step + 1 - last_snapshot >= SNAPSHOT_EVERY):
            lines.append(encoded(Snapshot(step + 1, station.events, station.as_json())))
            last_snapshot = step + 1
    return whole(lines, game.step)


def as_bytes(game: Game) -> bytes:
    """A game as a packed save file. What has been packed before is taken as it is."""
    game.fingerprint()
    steps, last_steps = game.journal.packed()
    events, last_events = game.events.packed()
    known = _told_apart(game)
    stations = thin(known, game.step, SNAPSHOT_EVERY) if known else []
    if known and known[-1] not in stations:
        stations.append(known[-1])
    return packed.as_bytes(
        PackedFile(
            Head(FORMAT, game.origin, preferences=kept(game.preferences)),
            game.step,
            game.told_before(0),
            game.orders,
            [*steps, packing_of(game.title.actions | RefereeAction).pack(last_steps)],
            [*events, EVENTS.pack(last_events)],
            [PackedStation(each.step, each.events, each.withheld, each.packed()) for each in stations],
        )
    )


def _told_apart(game: Game) -> list[Station]:
    """The stations whose steps have a fingerprint: whoever loads them can see whether they still agree."""
    return [
        each
        for each in game.stations
        if each.step and game.journal[each.step - 1].digest and each.is_written()
    ]


def step_line(game: Game, step: int) -> bytes:
    """The line of one step (the first is 0), for those who keep a journal line by line."""
    entry = game.journal[step]
    return msgspec.json.encode(line_of(entry, game.events[game.told_before(step) : entry.told]))


# Reading


def load(path: Path, find_title: FindTitle) -> Game:
    """Read a game; SaveError says in one sentence why it cannot be used.

    `Game.notices` tells whether anything had to be left behind.
    """
    return from_bytes(bytes_of(path), find_title, path)


def from_bytes(data: bytes, find_title: FindTitle, path: Path = Path("the file")) -> Game:
    """The same from the contents of a file, packed or not; ``path`` only names it in what is said of it."""
    if data.startswith(packed.MAGIC):
        return _unpacked(path, data, find_title)
    file = parsed(path, data)
    if file.head.mail:
        game = mailed(path, file, *_setting(path, file.head.origin, find_title))
    else:
        game = _resume(path, file, find_title)
    recall(game, file.head, game.title.sides)
    return game


def from_text(text: str, find_title: FindTitle) -> Game:
    """The same from the text of a save file."""
    return from_bytes(text.encode(), find_title)


def readable(data: bytes) -> bytes:
    """A save file as text, whether it is packed or not."""
    return packed.as_text(packed.from_bytes(data)).encode() if data.startswith(packed.MAGIC) else data


def is_game(data: bytes) -> bool:
    """Whether what a file begins with is the beginning of a saved game."""
    return data.startswith((packed.MAGIC, b'{"hexfront":'))


def steps_in(data: bytes) -> int:
    """How many steps a file holds, or a few more: it is only looked at, not read."""
    return packed.from_bytes(data).step if data.startswith(packed.MAGIC) else data.count(b"\n")


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
    file = File(
        Head(FORMAT, origin, tuple(opening), mail),
        [LINES.decode(line) for line in lines],
        [Snapshot(step, told, msgspec.Raw(position)) for step, told, position in stations],
    )
    return _resume(Path("the game"), file, find_title, lenient=True)


def play_line(game: Game, line: bytes) -> bool:
    """Play the line of a step that was recorded elsewhere; False if it does not agree."""
    read = LINES.decode(line)
    try:
        game.play_recorded(action_of(read, game.title), read.by, read.order, read.digest)
    except Refusal:
        return False
    entry = game.journal[-1]
    return fell_alike(entry.rolls, read.rolls) and (not read.digest or entry.digest == read.digest)


def station_from(game: Game, step: int, told: int, position: bytes) -> Station | None:
    """A station of a game from its JSON; None if it does not agree with the journal."""
    found = position_from(game.title, game.setting, msgspec.json.decode(position))
    if not found or not _agrees(found, game.journal, step):
        return None
    return Station(step, found, told, game.withheld_at(step))


def replay(path: Path, find_title: FindTitle, watch: Callable[[Game], None] | None = None) -> Game:
    """Play a saved game again from its first step; `Drift` names the first step that differs."""
    file = parsed(path, readable(bytes_of(path)))
    if file.head.mail:
        raise SaveError(f"{path.name} is a game sent by mail; its past is not in it")
    title, setting = _setting(path, file.head.origin, find_title)
    game = Game(title, setting, _first_position(path, title, setting, file.head.origin), file.head.origin)
    if watch:
        watch(game)
    for step, line in enumerate(file.lines, 1):
        try:
            game.play_recorded(action_of(line, title), line.by, line.order, line.digest)
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


def _resume(path: Path, file: File, find_title: FindTitle, lenient: bool = False) -> Game:
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
        stations.append(
            Station.stored(
                snapshot.snapshot, snapshot.events, withheld, b"", _reader(title, setting, journal, snapshot)
            )
        )
    if file.head.mail:
        game = opened(path, file.head, title, setting)
        # The head has all that was told before the first step; the last of it the copy has told anew.
        game.hear(file.head.events[: max(0, len(file.head.events) - len(game.events))])
        game.resume(journal, events, [game.stations[0], *stations])
    else:
        first = _first_position(path, title, setting, origin)
        orders = max((entry.order for entry in journal), default=0)
        past = Past(journal, events, len(file.head.events), orders, stations)
        game = Game(title, setting, first, origin, past)
    _notice(path, game, len(file.lines))
    return game


def _reader(
    title: Title[P], setting: Setting, journal: Sequence[Entry], snapshot: Snapshot
) -> Callable[[Station[P]], P | None]:
    """How the position of a snapshot is read when somebody needs it; None if it does not fit or agree."""

    def read(station: Station[P]) -> P | None:
        try:
            data = msgspec.json.decode(snapshot.position)
        except msgspec.DecodeError:
            return None
        position = position_from(title, setting, data)
        return position if position is not None and _agrees(position, journal, station.step) else None

    return read


def _unpacked(path: Path, data: bytes, find_title: FindTitle) -> Game:
    """The game that a packed file holds."""
    try:
        return _taken_up(path, packed.from_bytes(data), find_title)
    except SaveError as wrong:
        raise SaveError(f"{path.name} cannot be read: {wrong}") from None


def _taken_up(path: Path, file: PackedFile, find_title: FindTitle) -> Game:
    origin = file.head.origin
    title, setting = _setting(path, origin, find_title)
    packing = packing_of(title.actions | RefereeAction)
    journal = Scroll.of_sheets(file.steps[:-1], packing.unpack(file.steps[-1]), packing)
    events = Scroll.of_sheets(file.events[:-1], EVENTS.unpack(file.events[-1]), EVENTS)
    if len(journal) != file.step:
        raise SaveError("it does not have the steps it says")
    newest = [0, file.opening, *(entry.told for entry in journal[-1:]), len(events)]
    if newest != sorted(newest):
        raise SaveError("it does not have the events it says")

    def read(station: Station) -> Position | None:
        try:
            data = station.unpacked()
        except (SaveError, msgspec.DecodeError, UnicodeError, RecursionError):
            return None
        position = position_from(title, setting, data) if isinstance(data, dict) else None
        return position if position is not None and _agrees(position, journal, station.step) else None

    stations = [
        Station.stored(each.step, each.events, each.withheld, each.position, read)
        for each in file.stations
        if each.step <= len(journal) and all(0 <= at < each.step for at in each.withheld)
    ]
    first = _first_position(path, title, setting, origin)
    game = Game(title, setting, first, origin, Past(journal, events, file.opening, file.orders, stations))
    _notice(path, game, file.step)
    recall(game, file.head, title.sides)
    return game


def _notice(path: Path, game: Game, steps: int) -> None:
    """Say what has changed since a file with so many steps was written."""
    origin, title = game.origin, game.title
    if game.step < steps:
        left = steps - game.step
        game.notices.append(
            f"the rules or data have changed since {path.name} was saved: the game stands at step "
            f"{game.step}, the newest that still agrees; {left} later steps are left out"
        )
    if origin.title_version != title.version:
        game.notices.append(f"saved with {title.name} {origin.title_version}, played with {title.version}")
    if origin.data != game.setting.data_digest:
        game.notices.append(f"the data of {title.name} has changed since {path.name} was saved")


def _past(path: Path, file: File, title: Title, lenient: bool) -> tuple[list[Entry], list[Event]]:
    events = list(file.head.events)
    journal: list[Entry] = []
    read = actions.json_reader(title.actions | RefereeAction)
    for step, line in enumerate(file.lines, 1):
        try:
            action = read(line.action)
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
    try:
        return not digest or position.digest() == digest
    except OverflowError:  # somebody has written a number into it that no position holds
        return False


def position_from(title: Title[P], setting: Setting, data: object) -> P | None:
    """The position of a snapshot; None if its shape is no longer the title's."""
    try:
        return title.adopt(setting, title.position_type.from_data(data))
    except (msgspec.ValidationError, LookupError):
        return None


def _first_position(path: Path, title: Title[P], setting: Setting, origin: Origin) -> P:
    try:
        text = parse(origin.start) if origin.start else None
        with fitting(title, origin.overlays):
            position = (
                position_from_text(title, setting, text) if text else title.set_up(setting, origin.seed)
            )
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


def _shown(rolls: Sequence[Roll]) -> str:
    return ", ".join(f"{roll.value} ({roll.purpose})" for roll in rolls) or "not at all"
