"""Data files: CSV and TOML, read with file and line, all faults of a load reported at once.

A CSV file may begin with remarks (lines starting ``#``); remarks of the form ``#: key = value`` are
its metadata. Every table says where it comes from with ``#: provenance = WORD`` (`PROVENANCES`), and a
column ``source`` may say otherwise for single rows. Cells holding lists separate their items by ``|``.
A TOML file carries ``provenance`` and ``about`` as its first keys.

A `DataFolder` is a title's own folder with any number of overlays on top: a file that an overlay holds
replaces the title's file of the same name.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from hexfront.kernel.errors import DataError, Fault

PROVENANCES = {
    "printed": "stands in the rule text",
    "derived": "forced by worked examples or by comparing texts",
    "history": "taken from the historical record",
    "reconstructed": "rebuilt by us, because the printed original is not available",
}
LIST_SEPARATOR = "|"
DATA_SUFFIXES = (".csv", ".toml")

Row = TypeVar("Row", bound=msgspec.Struct)
Shape = TypeVar("Shape")


LONGEST_WORD = 80
"""Characters of a word for which another is looked for that was meant: the search takes long in long ones."""
MOST_FAULTS = 50
"""Faults after which a text that somebody has sent is read no farther: to find hints for each takes time."""


def suggest(word: str, known: Iterable[str]) -> str:
    """A hint at the word that was probably meant, or nothing."""
    word = str(word)  # whoever calls from Python may have given anything
    if len(word) > LONGEST_WORD:
        return ""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f'did you mean "{close[0]}"?' if close else ""


def meant(word: str, known: Iterable[str]) -> str:
    """The word of a vocabulary that is written like this but for capitals, hyphens and underscores; else the
    word as it is."""
    if len(word) > LONGEST_WORD:
        return word
    like = plain(word)
    return next((each for each in known if each == word or plain(each) == like), word)


def plain(word: str) -> str:
    """A word as it is compared: capitals, hyphens and underscores make no difference."""
    return word.lower().replace("-", " ").replace("_", " ")


LONGEST_SAID = 400  # letters of what is wrong


class Faults:
    """Collects faults while files are read, so that a reader hears of all of them."""

    def __init__(self, found: Iterable[Fault] = ()) -> None:
        self.found: list[Fault] = [*found]

    def add(self, file: str, line: int, what: str, hint: str = "") -> None:
        if len(what) > LONGEST_SAID:  # a word without an end is not written back whole
            what = f"{what[: LONGEST_SAID - 20]} ... {what[-10:]}"
        self.found.append(Fault(file, line, what, hint))

    def unknown(self, file: str, line: int, kind: str, word: str, known: Iterable[str]) -> None:
        """A word that is not in its vocabulary."""
        known = list(known)
        hint = suggest(word, known) or (f"known: {', '.join(known)}" if len(known) <= 12 else "")
        self.add(file, line, f'unknown {kind} "{word}"', hint)

    def raise_if_any(self) -> None:
        if self.found:
            raise DataError(self.found)


class Table(msgspec.Struct, frozen=True):
    """A CSV file before its cells are understood."""

    file: str
    metadata: dict[str, str]
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]  # line number, cells
    header_line: int = 1


class Overlay(msgspec.Struct, frozen=True):
    """Files that replace or add to a title's own, held in memory so that a save can carry them."""

    name: str
    files: dict[str, str]

    @classmethod
    def from_folder(cls, folder: Path) -> Overlay:
        """Every data file of a folder; DataError if it is no folder or holds none."""
        faults = Faults()
        files: dict[str, str] = {}
        called = folder.name or folder.resolve().name
        try:
            found = sorted(folder.rglob("*"))
        except (OSError, ValueError):  # a name that is too long, or that none could have
            found = []
        for path in found:
            if path.suffix in DATA_SUFFIXES:
                text = _text_of(path, path.relative_to(folder).as_posix(), faults)
                files[path.relative_to(folder).as_posix()] = text or ""
        if not files:
            what = "holds no data file (.csv or .toml)" if _is_folder(folder) else "no such folder"
            faults.add(called, 0, what)
        faults.raise_if_any()
        return cls(called, files)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


class DataFolder:
    """A title's data files with overlays on top; the last overlay wins."""

    def __init__(self, root: Path, overlays: Sequence[Overlay] = (), under: str = "") -> None:
        self.root = root
        self.overlays = tuple(overlays)
        self.under = under

    def _overlay_of(self, name: str) -> Overlay | None:
        full = self.under + name
        return next((overlay for overlay in reversed(self.overlays) if full in overlay.files), None)

    def text(self, name: str, faults: Faults) -> str | None:
        """What a file says: the topmost overlay's word, else the title's own."""
        if overlay := self._overlay_of(name):
            return overlay.files[self.under + name]
        return _text_of(self.root / (self.under + name), self.under + name, faults)

    def shown(self, name: str) -> str:
        """The name of a file as a message shows it: with the overlay it comes from."""
        overlay = self._overlay_of(name)
        return f"{overlay.name}/{self.under}{name}" if overlay else self.under + name

    def exists(self, name: str) -> bool:
        return self._overlay_of(name) is not None or (self.root / (self.under + name)).is_file()

    def names(self) -> list[str]:
        """Every data file, sorted by name, also those that only an overlay has."""
        own = (self.root / self.under).rglob("*")
        found = {path.relative_to(self.root).as_posix() for path in own if path.suffix in DATA_SUFFIXES}
        found.update(
            name for overlay in self.overlays for name in overlay.files if name.startswith(self.under)
        )
        return sorted(name[len(self.under) :] for name in found)

    def subfolder(self, name: str) -> DataFolder:
        return DataFolder(self.root, self.overlays, f"{self.under}{name}/")

    def digest(self) -> str:
        """A short fingerprint of all data, so that a save knows whether tables changed under it."""
        hasher = hashlib.blake2b(digest_size=8)
        for name in self.names():
            text = (self.text(name, Faults()) or "").encode()
            hasher.update(f"{name}\n{len(text)}\n".encode())
            hasher.update(text)
        return hasher.hexdigest()

    def table(self, name: str, faults: Faults) -> Table:
        """A CSV file with its metadata, its cells still text."""
        return read_csv(self.text(name, faults), self.shown(name), faults)

    def csv(self, name: str, row: type[Row], faults: Faults) -> list[Row]:
        """The rows of a CSV file as structs. Faults go to `faults`; bad rows are left out."""
        return rows_of(self.table(name, faults), row, faults)

    def toml(self, name: str, shape: type[Shape], faults: Faults) -> Shape | None:
        """A TOML file as a struct, or None when it had faults."""
        return read_toml(self.text(name, faults), self.shown(name), shape, faults)


def read_csv(text: str | None, shown: str, faults: Faults) -> Table:
    """A CSV file with its remarks, header and the line number of each row."""
    nothing = Table(shown, {}, (), ())
    if text is None:
        return nothing
    lines = text.splitlines()
    metadata: dict[str, str] = {}
    first = 0
    while first < len(lines) and lines[first].startswith("#"):
        if remark := re.match(r"#:\s*([\w-]+)\s*=\s*(.*)", lines[first]):
            metadata[remark[1]] = remark[2].strip()
        first += 1
    check_provenance(metadata.get("provenance"), shown, 1, faults)
    reader = csv.reader(lines[first:], strict=True)
    header: tuple[str, ...] = ()
    header_line = line = first
    rows: list[tuple[int, tuple[str, ...]]] = []
    try:
        for cells in reader:
            line = first + reader.line_num
            if not header:
                header, header_line = tuple(cell.strip() for cell in cells), line
            elif not any(cells):
                continue
            elif len(cells) != len(header):
                faults.add(shown, line, f"{len(cells)} cells where the header has {len(header)}")
            else:
                rows.append((line, tuple(map(str.strip, cells))))
    except csv.Error as wrong:
        faults.add(shown, line + 1, f"not CSV: {wrong}")
    if not header:
        faults.add(shown, len(lines) or 1, "no header row")
        return nothing
    for column in header:
        if header.count(column) > 1:
            faults.add(shown, header_line, f'column "{column}" stands twice')
            return nothing
    return Table(shown, metadata, header, tuple(rows), header_line)


def rows_of(table: Table, row: type[Row], faults: Faults, also: Iterable[str] = ()) -> list[Row]:
    """The rows of a table as structs; a field ``line`` receives the line number.

    Fields that are dicts are no columns. ``also`` are columns that the caller has taken out beforehand.
    """
    fields = {
        field.name: field for field in msgspec.structs.fields(row) if get_origin(field.type) is not dict
    }
    wanted = [name for name in fields if name != "line"]
    if not table.columns:
        return []
    for column in table.columns:
        if column not in wanted:
            faults.unknown(table.file, table.header_line, "column", column, [*wanted, *also])
    for name in wanted:
        if name not in table.columns and fields[name].required:
            faults.add(table.file, table.header_line, f'column "{name}" is missing')
            return []
    present = [name for name in wanted if name in table.columns]
    readers = [(name, table.columns.index(name), _reader(fields[name].type)) for name in present]
    result: list[Row] = []
    for line, cells in table.rows:
        values: dict[str, Any] = {"line": line} if "line" in fields else {}
        sound = True
        for name, at, read in readers:
            try:
                values[name] = read(cells[at])
            except ValueError as wrong:
                faults.add(table.file, line, f'column "{name}": {wrong}')
                sound = False
        if "source" in values and values["source"] and values["source"] not in PROVENANCES:
            faults.unknown(table.file, line, "source", values["source"], PROVENANCES)
        if sound:
            result.append(row(**values))
    return result


def read_toml(text: str | None, shown: str, shape: type[Shape], faults: Faults) -> Shape | None:
    """A TOML file as a struct."""
    if text is None:
        return None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        place = re.search(r"line (\d+)", str(wrong))
        faults.add(shown, int(place[1]) if place else len(text.splitlines()), f"not TOML: {wrong}")
        return None
    except RecursionError:
        faults.add(shown, 1, "not TOML: it is nested too deeply")
        return None
    check_provenance(data.get("provenance"), shown, 1, faults)
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as wrong:
        faults.add(shown, _line_of(str(wrong), text), *_explained(str(wrong), shape))
        return None


def check_provenance(word: object, file: str, line: int, faults: Faults) -> None:
    """Every table must say where it comes from."""
    if word is None:
        faults.add(file, line, "no provenance", f"one of {', '.join(PROVENANCES)}")
    elif not isinstance(word, str) or word not in PROVENANCES:
        faults.unknown(file, line, "provenance", str(word), PROVENANCES)


def _text_of(path: Path, shown: str, faults: Faults) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        nearby = [each.name for each in path.parent.glob("*")] if path.parent.is_dir() else []
        faults.add(shown, 0, "no such file", suggest(path.name, nearby))
    except UnicodeDecodeError as wrong:
        faults.add(shown, path.read_bytes()[: wrong.start].count(b"\n") + 1, "not UTF-8 text")
    except OSError as wrong:
        faults.add(shown, 0, f"cannot be read: {wrong.strerror}")
    return None


def _reader(kind: Any) -> Callable[[str], Any]:
    """What reads a cell as the type its column wants; its ValueError says what is wrong."""
    options = get_args(kind) if get_origin(kind) is not tuple and get_args(kind) else (kind,)
    option = next(each for each in options if each is not type(None))
    if get_origin(option) is tuple:
        read = _list_reader(_reader(get_args(option)[0]))
    elif option in _READERS:
        read = _READERS[option]
    else:
        raise TypeError(f"a column of type {kind} cannot be read from CSV")
    if type(None) in options:
        return lambda text: read(text) if text else None
    return read


def _list_reader(inner: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: tuple(inner(item.strip()) for item in text.split(LIST_SEPARATOR)) if text else ()


def _whole_number(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d+", text):
        raise ValueError(f'"{text}" is not a whole number')
    return int(text)


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no", ""):
        raise ValueError(f'"{text}" is neither yes nor no')
    return text == "yes"


_READERS: dict[Any, Callable[[str], Any]] = {str: str, int: _whole_number, bool: _yes_or_no}


def _line_of(message: str, text: str) -> int:
    """The line a validation message speaks of, found by following the keys it names."""
    lines = text.splitlines()

    def find(key: str, start: int, opening: str) -> int | None:
        written = re.compile(rf"\s*{opening}(?:[\w-]+\.)*\"?{re.escape(key)}(?![\w-])")
        return next((at for at in range(start, len(lines)) if written.match(lines[at])), None)

    at, last = 0, ""
    _, _, path = message.partition("`$")
    for key, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", path):
        # An index counts the tables of a list: the key stood at the first of them.
        for _ in range(int(index or 1)):
            found = find(key or last, at + 1 if index else at, r"\[\[" if index else r"\[*")
            at = at if found is None else found
        last = key or last
    if unknown := re.search(r"unknown field `([^`]+)`", message):
        found = find(unknown[1], at, r"\[*")
        at = at if found is None else found
    return at + 1


def _explained(message: str, shape: Any) -> tuple[str, str]:
    unknown = re.search(r"unknown field `([^`]+)`", message)
    hint = suggest(unknown[1], _keys_of(shape)) if unknown else ""
    return message.replace("Object ", "the table ").replace("`$.", "`"), hint


def _keys_of(shape: Any, seen: frozenset[Any] = frozenset()) -> Iterator[str]:
    """Every key a TOML file of this shape may contain, at any depth."""
    for argument in get_args(shape):
        yield from _keys_of(argument, seen)
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct) and shape not in seen:
        for field in msgspec.structs.fields(shape):
            yield field.encode_name
            yield from _keys_of(field.type, seen | {shape})
