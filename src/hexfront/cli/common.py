"""What all commands share: errors as lines and exit codes, JSON, reading and writing games."""

from __future__ import annotations

import contextlib
import errno
import json
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import click
import msgspec

import hexfront
from hexfront.kernel import save as saves
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import DataError, HexfrontError, Malformed, Refusal, SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event
from hexfront.kernel.savefile import lock
from hexfront.kernel.title import OBSERVER, Title

FORBIDDEN = 1  # the rules forbid it, or a proof failed
UNUSABLE = 2  # a file or a command that cannot be understood

seed_type = click.IntRange(0, 2**63 - 1)
file_argument = click.argument("file", type=click.Path(path_type=Path))
folder_type = click.Path(path_type=Path, file_okay=False)
file_type = click.Path(path_type=Path, dir_okay=False, exists=True)
OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)


class Command(click.Command):
    """A command whose errors are lines on stderr and an exit code, never a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except HexfrontError as wrong:
            complain(wrong, bool(ctx.params.get("as_json")))
            ctx.exit(exit_code(wrong))
        except OSError as wrong:  # a name too long, a folder that is closed to us: wherever it was asked for
            if wrong.errno in (None, errno.EPIPE):
                raise  # nobody reads what is written any more: click ends quietly then
            complain(SaveError(_of_system(wrong)), bool(ctx.params.get("as_json")))
            ctx.exit(UNUSABLE)


def _of_system(wrong: OSError) -> str:
    """What the system says, with the last part of the name it means."""
    name = wrong.filename2 or wrong.filename
    text = Path(os.fsdecode(name)).name if isinstance(name, (str, bytes)) else ""
    return f"{text or 'a file'} cannot be used: {wrong.strerror}"


def command(name: str) -> Callable[[Callable[..., None]], Command]:
    """Declare a command that takes ``--json`` and reports errors as all others do."""

    def declare(function: Callable[..., None]) -> Command:
        made = click.command(name, cls=Command)(function)
        made.params.append(click.Option(["--json", "as_json"], is_flag=True, help="Print JSON."))
        return made

    return declare


class Span(click.FloatRange):
    """Numbers between two bounds; what is no number at all is not between them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value} is no number that can be used.", param, ctx)
        return found


SCALE = Span(8, 400)  # pixels per hex


def exit_code(wrong: HexfrontError) -> int:
    return FORBIDDEN if isinstance(wrong, Refusal) and not isinstance(wrong, Malformed) else UNUSABLE


def complain(wrong: HexfrontError, as_json: bool = False) -> None:
    """Say on stderr what is wrong: a line, or for data files a line for every fault."""
    if as_json:
        click.echo(encoded(error_data(wrong)), err=True)
    elif isinstance(wrong, DataError):
        for fault in wrong.faults:
            click.echo(str(fault), err=True)
    else:
        click.echo(one_line(str(wrong)), err=True)


def error_data(wrong: HexfrontError) -> dict[str, Any]:
    """An error as plain data."""
    if isinstance(wrong, Refusal):
        return wrong.as_data()
    if isinstance(wrong, DataError):
        return {"faults": [msgspec.to_builtins(fault) for fault in wrong.faults]}
    return {"error": one_line(str(wrong))}


def one_line(text: str) -> str:
    return "; ".join(filter(None, (line.strip() for line in text.splitlines())))


def encoded(data: object) -> str:
    """Plain data as one line of JSON."""
    try:
        return msgspec.json.encode(data, enc_hook=str).decode()
    except UnicodeEncodeError:  # an argument that was not UTF-8 is quoted in an answer
        return json.dumps(data, default=str)


def print_json(data: object) -> None:
    click.echo(msgspec.json.format(encoded(data), indent=2))


def notify(lines: Iterable[object]) -> None:
    """Say something beside the output proper."""
    for line in lines:
        click.echo(one_line(str(line)), err=True)


# Games and their files


def names_file(text: str) -> bool:
    """Whether an argument means a saved game and not a title."""
    return text.endswith(saves.SUFFIX) or Path(text).is_file()


_Written = tuple[int, int, int]  # by which a file is known to be the one that was read

_read: WeakKeyDictionary[Game, _Written] = WeakKeyDictionary()


class Overtaken(SaveError):
    """Another program has written a game since it was read here."""


def load_game(path: Path) -> Game:
    """A saved game; what had to be left behind is said on stderr."""
    written = _written(path)
    game = hexfront.load(path)
    if written is not None:
        _read[game] = written
    notify(game.notices)
    return game


def _written(path: Path) -> _Written | None:
    """Which file stands under a name: every game that is written is a new one. None if there is none."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_ino, about.st_mtime_ns, about.st_size


def open_game(text: str) -> Game:
    """A saved game, or a fresh one of a scenario."""
    return load_game(Path(text)) if names_file(text) else fresh_game(text)


def fresh_game(
    name: str, seed: int = 0, options: Mapping[str, str] | None = None, overlays: Sequence[Path] = ()
) -> Game:
    """A fresh game of TITLE or TITLE/SCENARIO."""
    title = hexfront.find_title(name.partition("/")[0])
    if not title.scenarios():
        raise Malformed(f"{title.name} has no scenario that can be started")
    game = hexfront.new(name, seed, options, overlays)
    notify(game.notices)
    return game


def left_behind(game: Game, path: Path) -> bool:
    """Whether a game just loaded lacks steps that its file holds."""
    return not game.mail and recorded_steps(path) > game.step


def store_game(game: Game, path: Path, keep: bool = False) -> None:
    """Write a game back; with ``keep``, the file as it was is kept beside it.

    If another program has written it since it was read, nothing is written: its steps would be lost.
    """
    with _alone(game, path):
        if keep:
            keep_old(path)
        hexfront.save(game, path)
        if (written := _written(path)) is not None:
            _read[game] = written


def put_back(game: Game, twin: Game) -> Game:
    """A branch in the place of the game it is of, read from the same file."""
    if game in _read:
        _read[twin] = _read[game]
    return twin


@contextlib.contextmanager
def _alone(game: Game, path: Path) -> Iterator[None]:
    """Keep others from writing a game meanwhile, and see that it is still the one that was read."""
    before = _read.get(game)
    with contextlib.ExitStack() as opened:
        if before is not None:
            with contextlib.suppress(OSError):  # it is gone, or cannot be locked
                lock(opened.enter_context(path.open("rb")), wait=True)
            if _written(path) not in (None, before):
                raise Overtaken(
                    f"{path.name} has changed since it was read, for another program plays in it: "
                    "nothing was written, so look at it again"
                )
        yield


def spare_games(path: Path) -> None:
    """SaveError if something that is no game would take the place of a saved game."""
    try:
        with path.open("rb") as file:
            is_game = saves.is_game(file.read(64))
    except OSError:
        return  # there is none, or whoever writes it will say what is wrong
    if is_game:
        raise SaveError(f"{path.name} is a saved game, which would be lost: choose another name")


def keep_old(path: Path) -> Path:
    """Copy a file beside itself under a name that is still free."""
    number = 1
    while (beside := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    try:
        shutil.copy2(path, beside)
    except OSError as wrong:
        raise SaveError(f"{beside.name} cannot be written: {wrong.strerror}") from wrong
    notify([f"the file as it was is kept as {beside.name}"])
    return beside


def recorded_steps(path: Path) -> int:
    """How many steps a file holds, by its last line."""
    try:
        last = path.read_bytes().splitlines()[-1]
        return int(msgspec.json.decode(last, type=dict[str, Any])["end"])
    except (OSError, LookupError, msgspec.DecodeError, TypeError, ValueError, RecursionError):
        return 0


def write_text(path: Path, text: str) -> None:
    """Write a text file; SaveError in one sentence if that fails, or if a saved game has that name."""
    spare_games(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise SaveError(f"{path.name} cannot be written: {wrong.strerror}") from wrong


def read_text(path: Path) -> str:
    """A text file, or standard input for ``-``; SaveError in one sentence if that fails."""
    if str(path) == "-":
        return sys.stdin.read()
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SaveError(f"there is no file {path.name}") from None
    except UnicodeDecodeError:
        raise SaveError(f"{path.name} is not UTF-8 text") from None
    except OSError as wrong:
        raise SaveError(f"{path.name} cannot be read: {wrong.strerror}") from None


def scenario_of(title: Title, scenario: str) -> list[str]:
    """The scenario named, or all of a title's; Malformed if there is no such one."""
    names = [each.name for each in title.scenarios()]
    if scenario and scenario not in names:
        raise Malformed(f'{title.name} has no scenario "{scenario}" (it has {", ".join(names)})')
    return [scenario] if scenario else names


# Actions as players write them


def split_actions(words: Sequence[str]) -> list[str]:
    """The actions written in arguments or in one line, separated by ``/`` standing alone."""
    if len(words) == 1:
        return [each for each in (part.strip() for part in split_line(words[0])) if each]
    groups: list[list[str]] = [[]]
    for word in words:
        if word == "/":
            groups.append([])
        else:
            groups[-1].append(word)
    return [_line_of(group) for group in groups if group]


def _line_of(words: Sequence[str]) -> str:
    """Words the shell has taken apart, as one line again."""
    if len(words) == 1 or words[0].startswith("{"):
        return " ".join(words)
    return " ".join(f'"{word}"' if re.search(r"\s", word) else word for word in words)


def split_line(line: str) -> list[str]:
    """A line split at `` / `` outside of quotation marks."""
    parts = [""]
    quote = ""
    for at, sign in enumerate(line):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign == "/" and line[at - 1 : at].isspace() and line[at + 1 : at + 2].isspace():
            parts.append("")
            continue
        parts[-1] += sign
    return parts


# What is said of a game


def viewer_of(game: Game) -> str:
    """Whose eyes a game is shown through if nobody says: whoever alone has to decide."""
    if game.mail:
        return game.mail.side
    return game.decision.side if len(game.decisions) == 1 else OBSERVER


def check_reader(game: Game, viewer: str) -> None:
    """Malformed if a game that was sent by mail is to be seen by others than its reader.

    What it holds of the others is what he knows of them: it would be shown as what they know.
    """
    if game.mail and not game.over and viewer not in (game.mail.side, OBSERVER):
        raise Malformed(f"this copy of the game is for {game.mail.side}")


def acting_side(game: Game) -> str | None:
    """Who acts if nobody says: in a game sent by mail its reader, if he is asked."""
    if game.mail and game.decision_of(game.mail.side):
        return game.mail.side
    return game.decision.side if game.decisions else None


def counted(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def decision_lines(game: Game) -> list[str]:
    """What is to be decided, a line for each side that is asked; or how the game ended."""
    if game.outbox:
        return [f"{game.outbox[0].by} waits for dice: send the game back"]
    if game.over:
        return [f"The game is over: {game.outcome}"]
    return [f"{each.side}: {each.prompt} [{each.rule}]" for each in game.decisions]


def event_lines(events: Iterable[Event], viewer: str) -> list[str]:
    """What happened, as far as somebody may know."""
    return [event_line(event) for event in events if event.seen_by(viewer)]


def event_line(event: Event) -> str:
    return f"{event.text} [{', '.join(event.rules)}]" if event.rules else event.text


def described(game: Game, action: Action) -> str:
    return game.title.describe(game.position, action)


def decisions_data(game: Game, choices: bool = False) -> list[dict[str, Any]]:
    return [decision.as_data(choices) for decision in game.decisions]


def state_data(game: Game) -> dict[str, Any]:
    """Where a game stands, as plain data."""
    return {"step": game.step, "outcome": game.outcome, "decisions": decisions_data(game)}


def percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f}%"
