"""Results in a folder: what was played, and one line of JSON for each game.

============================  =======================================================================
series.json                   scenario, players, options, own data: what makes a run this run
games.jsonl                   one game a line; a shard writes ``games-2-of-4.jsonl`` instead
orders/SEED.txt               every order with its reason, if asked for
saves/SEED.hexfront           the games themselves, if asked for
report.html, .pdf, .json      what came out, made from all of these
============================  =======================================================================

To join the shards of several machines, copy their ``games-*`` files into one folder and give the command
again without a shard: nothing is left to play, and the report is of all games.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from hexfront.ai.course import Course
from hexfront.kernel.errors import SaveError
from hexfront.kernel.savefile import lock
from hexfront.sim.series import Series, Shard, Task
from hexfront.sim.working import Played


class GameRecord(Course, frozen=True, kw_only=True, omit_defaults=True):
    """A line of games.jsonl: the course of a game, its seed, and who played."""

    seed: int
    arm: str = ""
    players: dict[str, str] = msgspec.field(default_factory=dict)


_RECORDS = msgspec.json.Decoder(GameRecord)


class _Key(msgspec.Struct):
    seed: int
    arm: str = ""


_KEYS = msgspec.json.Decoder(_Key)


_TELLS_APART = {
    "scenario": "scenario",
    "arms": "players, options or data",
    "first_seed": "--seed",
    "turns": "--turns",
    "title_version": "rules",
    "keep_games": "--keep",
    "keep_orders": "--orders",
    "watch": "--calibration",
}


def _unlike(one: Series, other: Series) -> list[str]:
    """In what two runs differ, as their user calls it."""
    changed = [name for name in Series.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return [_TELLS_APART.get(name, name.replace("_", " ")) for name in changed]


class Folder:
    """The folder of a run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def _plan(self) -> Path:
        return self.path / "series.json"

    def series(self) -> Series:
        """What was played; SaveError if the folder holds no run."""
        try:
            return msgspec.json.decode(self._plan.read_bytes(), type=Series)
        except FileNotFoundError:
            raise SaveError(f"{self.path} holds no simulation") from None
        except (msgspec.DecodeError, OSError) as wrong:
            raise SaveError(f"{self._plan} cannot be read: {wrong}") from wrong

    def records(self) -> list[GameRecord]:
        """All results, those of every shard, in order of arms and seeds; each game once."""
        series = self.series()
        number = {arm.name: at for at, arm in enumerate(series.arms)}
        found: dict[tuple[int, int], GameRecord] = {}
        for path in sorted(self.path.glob("games*.jsonl")):
            for at, line in enumerate(_whole_lines(path), 1):
                try:
                    record = _RECORDS.decode(line)
                except msgspec.DecodeError as wrong:
                    raise SaveError(f"{path}:{at}: this is no result ({wrong})") from None
                found[number.get(record.arm, 0), record.seed] = record
        return [found[key] for key in sorted(found)]

    @contextlib.contextmanager
    def keeping(self, series: Series, shard: Shard) -> Iterator[Keeper]:
        """Open the file of a shard for more results; SaveError if the folder is another run's, or in use."""
        self._claim(series)
        name = "games.jsonl" if shard.of == 1 else f"games-{shard.number}-of-{shard.of}.jsonl"
        path = self.path / name
        try:
            file = path.open("ab")
        except OSError as wrong:
            raise SaveError(f"{path} cannot be written: {wrong.strerror}") from wrong
        with file:
            _lock(file, path)
            yield Keeper(self, series, path, file)

    def _claim(self, series: Series) -> None:
        encoded = msgspec.json.format(msgspec.json.encode(series), indent=2)
        if self._plan.exists():
            if unlike := _unlike(self.series(), series):
                raise SaveError(
                    f"{self.path} holds the games of another run (see series.json), with other "
                    f"{' and '.join(unlike)}: take another folder, or the same"
                )
            return
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write_whole(self._plan, encoded)
        except OSError as wrong:
            raise SaveError(f"{self._plan} cannot be written: {wrong.strerror}") from wrong


class Keeper:
    """Writes results one by one, each safe on disk before the next."""

    def __init__(self, folder: Folder, series: Series, path: Path, file: IO[bytes]) -> None:
        self.folder = folder
        self.series = series
        self.path = path
        self._file = file
        self._number = {arm.name: at for at, arm in enumerate(series.arms)}
        whole = sum(len(line) + 1 for line in _whole_lines(path))
        if whole < path.stat().st_size:  # the last line was cut off when the run was killed
            file.truncate(whole)
        every = sorted(folder.path.glob("games*.jsonl"))  # what other shards have played need not be again
        self.done = {self._task(line) for each in every for line in _whole_lines(each)}

    def _task(self, line: bytes) -> Task:
        key = _KEYS.decode(line)
        return Task(self._number.get(key.arm, 0), key.seed)

    def keep(self, played: Played) -> None:
        """Write down a game. What goes beside it is written first, so that a line means that all is there."""
        arm = self.series.arms[played.task.arm].name
        name = f"{arm}-{played.task.seed}" if arm else str(played.task.seed)
        for kind, text in (("orders", f"{name}.txt"), ("saves", f"{name}.hexfront")):
            content = played.orders if kind == "orders" else played.game
            if content:
                (self.folder.path / kind).mkdir(exist_ok=True)
                write_whole(self.folder.path / kind / text, content.encode())
        try:
            self._file.write(played.line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as wrong:
            raise SaveError(f"{self.path} cannot be written: {wrong.strerror}") from wrong
        self.done.add(played.task)

    def sort(self) -> None:
        """Put the lines in order, so that the same run gives the same file however it was interrupted."""
        lines = list(_whole_lines(self.path))
        ordered = sorted(lines, key=self._task)
        if ordered != lines:
            write_whole(self.path, b"".join(line + b"\n" for line in ordered))


def _whole_lines(path: Path) -> Iterable[bytes]:
    """The lines of a file that are complete and can be read."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return
    except OSError as wrong:
        raise SaveError(f"{path} cannot be read: {wrong.strerror}") from wrong
    for at, line in enumerate(content.split(b"\n")[:-1], 1):
        try:
            _KEYS.decode(line)
        except msgspec.DecodeError as wrong:
            raise SaveError(
                f"{path}:{at}: this is no result ({wrong}); take the line out, and its game is played anew"
            ) from None
        yield line


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it appears whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as wrong:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise SaveError(f"{path} cannot be written: {wrong.strerror}") from wrong


def _lock(file: IO[Any], path: Path) -> None:
    """Keep a second run out, where the system can."""
    if not lock(file, wait=False):
        raise SaveError(f"{path} is being written by another run")
