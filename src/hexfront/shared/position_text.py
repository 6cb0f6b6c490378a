"""Positions as text: how each part of a position is written and read again.

A title lists the parts of its position, most of them in one line each, and says how its units are written.
What cannot be read is a fault with its line, in the same words everywhere.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple
from unicodedata import combining, normalize

import msgspec

from hexfront.kernel.datafiles import Faults, meant, suggest
from hexfront.kernel.forms import HEX, NAME, Form, Placeable, Slot, attribute, slots_of
from hexfront.kernel.position import P
from hexfront.kernel.postext import PositionText, Statement, read_statements
from hexfront.kernel.title import S, Title
from hexfront.shared.register import CounterOf, KeyedOf, Units

OFF_MAP = -1
MANY = "#"  # parts the piece from the number of a unit of which there may be several
Placed = Units[Any]


class Part(NamedTuple):
    """A keyword, the form of its line with the least number of words, and how it is read and written."""

    keyword: str
    form: str
    least: int
    read: Callable[[Any, Statement], None]
    write: Callable[[Any, PositionText], None]
    unit: UnitForm[Any, Any] | None = None  # how units are written, where it tells of units
    attributes: Sequence[Slot] = ()  # what may be written name=value, where it tells of none
    marks: Sequence[str] = ()  # and what as bare words
    exact: bool = False  # whether a word more than the least is one too many


Words = Callable[[Any], Collection[str]]
"""The words that are known in a position."""


class Written(Title[P, S]):
    """A title whose position texts are written in parts."""

    parts: ClassVar[Sequence[Part]]
    """The first tells the moment."""
    meanings: ClassVar[Mapping[str, str]] = {}
    """What each statement says, for those who write one, by its keyword."""
    known_words: ClassVar[Mapping[str, Words]] = {}
    """The words that can stand for a word in capitals of a form, or of one statement: ``marker KIND``."""

    @abstractmethod
    def empty_position(self, setting: S, seed: int) -> P:
        """A position without units, to be filled from a text."""

    def read_position(self, setting: S, text: PositionText) -> P:
        position = self.adopt(setting, self.empty_position(setting, text.seed))
        read_parts(position, text, self.parts)
        return position

    def write_position(self, position: P, text: PositionText) -> None:
        for part in self.parts:
            part.write(position, text)

    def forms(self, setting: S) -> Sequence[Form]:
        position = self.adopt(setting, self.empty_position(setting, 0))
        return [self._form(position, part) for part in self.parts]

    def _form(self, position: P, part: Part) -> Form:
        def known(word: str) -> Collection[str] | None:
            find = self.known_words.get(f"{part.keyword} {word}") or self.known_words.get(word)
            return find(position) if find else self.sides if word == "SIDE" else None

        slots, meaning = slots_of(part.form, known), self.meanings.get(part.keyword, "")
        form = Form(part.keyword, part.form, meaning, slots=slots, attributes=tuple(part.attributes))
        if part is self.parts[0]:
            return msgspec.structs.replace(form, role="when")
        if part.unit is None and not part.marks:
            return form
        # What may follow the hex of a unit are its marks.
        slots = tuple(msgspec.structs.replace(slot, many=False) for slot in slots)
        on_map = any(slot.kind == "hex" for slot in slots)
        form = msgspec.structs.replace(
            form, role="unit" if on_map else "away", slots=slots, marks=tuple(part.marks)
        )
        return part.unit.told_in(form, position) if part.unit else form

    def placeable(self, setting: S) -> Iterable[Placeable]:
        position = self.adopt(setting, self.empty_position(setting, 0))
        for part in self.parts:
            if part.unit is not None and "HEX" in part.form:
                yield from part.unit.placeable(part.keyword, position)


def read_parts(position: Any, text: PositionText, parts: Sequence[Part]) -> None:
    """Fill a position from its text, and derive what follows; DataError carries every fault with its line."""
    faults = Faults()
    read_statements(text, {part.keyword: _reader(position, part) for part in parts}, faults)
    faults.raise_if_any()
    position.derive()


def _reader(position: Placed, part: Part) -> Callable[[Statement], None]:
    def read(statement: Statement) -> None:
        many = len(statement.words)
        if many < part.least or (part.exact and many > part.least):
            raise ValueError(f"it is written: {part.form}")
        if part.unit is None:
            check_attributes(statement, [slot.name for slot in part.attributes])
        part.read(position, statement)

    return read


# What stands in a line


def check_attributes(statement: Statement, known: Collection[str]) -> None:
    """ValueError if a line says NAME=VALUE of a name that it does not have: it would mean nothing."""
    for name in statement.attributes:
        if name not in known:
            hint = suggest(name, known) or (f"known: {', '.join(known)}" if known else "none is known")
            raise ValueError(f'"{statement.keyword}" has no {name}= ({hint})')


def whole(text: str) -> int:
    if not re.fullmatch(r"-?\d+", text):
        raise ValueError(f'"{text}" is not a whole number')
    return int(text)


def amount(text: str, what: str = "") -> int:
    """A whole number of something there cannot be less than none of."""
    found = whole(text)
    if found < 0:
        raise ValueError(f"{what}={text} is less than nothing" if what else f"{text} is less than nothing")
    return found


SIZES = {
    "army": "xxxx",
    "corps": "xxx",
    "division": "xx",
    "brigade": "x",
    "regiment": "iii",
    "battalion": "ii",
    "company": "i",
    "battery": "i",
}
"""Sizes of units in words, and as counters show them."""
_FEW = 20  # words of a vocabulary that are all told to whoever names another


def one_of(word: str, known: Collection[str], kind: str, said: Mapping[str, str] | None = None) -> str:
    """A word of a vocabulary; ``said`` has further words in small letters that stand for some of it."""
    found = (said or {}).get(word.lower(), word)
    if found not in known:
        raise ValueError(f'there is no {kind} "{word}"{hint_at(word, known)}')
    return found


def word_of(word: str, known: Collection[str], kind: str, said: Mapping[str, str] | None = None) -> str:
    """The same, whatever its capitals and hyphens are."""
    other = said or {}
    found = other.get(word.lower()) or other.get(meant(word, other)) or meant(word, known)
    return one_of(found, known, kind)


def hint_at(word: str, known: Collection[str]) -> str:
    """What may have been meant, or all that is known where that is not much; for the end of a sentence."""
    hint = suggest(word, known) or (f"known: {', '.join(sorted(known))}" if len(known) <= _FEW else "")
    return f" ({hint})" if hint else ""


def spelled(name: str) -> str:
    """A name as it is compared: small letters without accents, and spaces for hyphens and other signs."""
    bare = "".join(each for each in normalize("NFKD", name.translate(_LETTERS)) if not combining(each))
    return " ".join(re.findall("[a-z0-9]+", bare.lower()))


_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ß": "ss"})


def node_of(position: Placed, label: str) -> int:
    """A hex by its number, or by the name of a place in it, or an area by its name, however it is spelled."""
    board = position.setting.board
    if label in board:
        found: int = board[label]
        return found
    name = spelled(label)
    found_there = {place.node for place in board.places if name == spelled(place.name)}
    areas = board.area_names.items()
    named: list[int] = sorted(
        found_there | {board[area] for area, caption in areas if name in (spelled(area), spelled(caption))}
    )
    if len(named) > 1:
        raise ValueError(f'"{label}" lies in {", ".join(map(board.label, named))}: name one of them')
    if not named:
        raise ValueError(f'"{label}" is not on the board')
    return named[0]


BEGUN = attribute("begun", choices=("yes", "no"))


def begun(statement: Statement) -> bool:
    """Whether the automatic beginning of a phase is done; it is unless told."""
    return statement.attributes.get("begun", "yes") == "yes"


# Parts of a position


def words(keyword: str, field: str) -> Part:
    """A set of words, all in one line."""

    def read(position: Placed, statement: Statement) -> None:
        getattr(position, field).update(statement.words)

    def write(position: Placed, text: PositionText) -> None:
        if found := getattr(position, field):
            text.add(keyword, *sorted(found))

    return Part(keyword, f"{keyword} NAME ...", 0, read, write)


def nodes(keyword: str, field: str) -> Part:
    """A set of hexes, all in one line."""

    def read(position: Placed, statement: Statement) -> None:
        getattr(position, field).update(node_of(position, label) for label in statement.words)

    def write(position: Placed, text: PositionText) -> None:
        if found := getattr(position, field):
            text.add(keyword, *map(position.setting.board.label, sorted(found)))

    return Part(keyword, f"{keyword} HEX ...", 0, read, write)


def number(keyword: str, field: str, *, unless: int | None = None, of: Callable[[str], int] = whole) -> Part:
    """A single number; where it is what goes without saying, it is not written."""

    def read(position: Placed, statement: Statement) -> None:
        setattr(position, field, of(statement.words[0]))

    def write(position: Placed, text: PositionText) -> None:
        if (found := getattr(position, field)) != unless:
            text.add(keyword, found)

    return Part(keyword, f"{keyword} NUMBER", 1, read, write, exact=True)


def numbers(
    keyword: str,
    field: str,
    kind: str = "name",
    known: Callable[[Any], Collection[str]] | None = None,
    *,
    of: Callable[[str], int] = whole,
    said: Callable[[Any], Mapping[str, str]] | None = None,
) -> Part:
    """Numbers by name, a line each; the names are of a kind, where those that are known are told, with words
    that are ``said`` for them, too. ``of`` reads a number: ``amount`` where it counts something."""
    form = f"{keyword} {kind.upper()} NUMBER"

    def read(position: Placed, statement: Statement) -> None:
        if len(statement.words) != 2:
            raise ValueError(f"it is written: {form}")
        name, found = statement.words
        if known is not None:
            name = word_of(name, known(position), kind, said(position) if said else None)
        getattr(position, field)[name] = of(found)

    def write(position: Placed, text: PositionText) -> None:
        for name, found in getattr(position, field).items():
            text.add(keyword, name, found)

    return Part(keyword, form, 0, read, write)


def sided(keyword: str, field: str, sides: Collection[str], said: Mapping[str, str] | None = None) -> Part:
    """Hexes with the side each belongs to; a line may name several. ``said`` has other words for sides."""

    def read(position: Placed, statement: Statement) -> None:
        *labels, side = statement.words
        for label in labels:
            getattr(position, field)[node_of(position, label)] = word_of(side, sides, "side", said)

    def write(position: Placed, text: PositionText) -> None:
        for node, side in sorted(getattr(position, field).items()):
            text.add(keyword, position.setting.board.label(node), side)

    return Part(keyword, f"{keyword} HEX ... SIDE", 2, read, write)


# Units


class Described(NamedTuple):
    """What tells of a piece that is not of the lists: attributes, and marks among those of its unit."""

    attributes: Mapping[str, object]
    marks: Sequence[str] = ()


class UnitForm(Generic[CounterOf, KeyedOf]):
    """How the units of a title are written, as its struct for them has it.

    Fields that are true or false are marks; one that is true unless told has a mark with "un" before its
    name. Numbers and words are attributes, and those in ``hexes`` are written as the hexes they stand for.
    ``second`` is the field with the second hex of a unit that stands in two, written 1608+1609. ``known``
    gives the words that a field may have, where rules look them up, and ``said`` further words for them.
    ``most`` are fields that cannot be more than the piece has printed on it.

    ``describe`` makes a piece that is told of in place, from the position, the name of its unit, the
    attributes, which it takes out as it uses them, and the marks; ``told`` is what tells of such a piece,
    None for one of the lists. ``usual`` are fields that follow from the piece where nothing else is said.

    ``describes`` are the attributes that tell of a piece in place, with the words that each may have where
    only some are understood; ``samples`` are such pieces for whoever looks for one to begin with. There may
    be ``several`` units of a counter, each with a number after its key. Counters that stand ``apart`` are no
    units of the lists: nobody places them. ``said_marks`` are other words for marks; one that stands for
    nothing says what goes without saying, and one for ``word=1`` tells an attribute.
    """

    def __init__(
        self,
        unit: type[CounterOf],
        *,
        describe: Callable[[Any, str, dict[str, str], Collection[str]], KeyedOf],
        told: Callable[[KeyedOf, CounterOf], Described | None],
        usual: Callable[[KeyedOf], Mapping[str, object]],
        hexes: Collection[str] = (),
        second: str = "",
        known: Mapping[str, Words] | None = None,
        said: Mapping[str, Mapping[str, str]] | None = None,
        most: Callable[[KeyedOf], Mapping[str, int]] | None = None,
        further_marks: Sequence[str] = (),
        describes: Mapping[str, Words | None] | None = None,
        samples: Callable[[Any], Iterable[str]] | None = None,
        several: Callable[[KeyedOf], bool] | None = None,
        apart: Callable[[KeyedOf], bool] | None = None,
        said_marks: Mapping[str, str] | None = None,
    ) -> None:
        self.unit = unit
        self.describe = describe
        self.told = told
        self.usual = usual
        self.second = second
        self.known = known or {}
        self.said = said or {}
        self.most = most
        self.marks: dict[str, tuple[str, bool]] = {}  # the field a mark sets, and to what
        self.further_marks = further_marks
        self.describes = describes or {}
        self.samples = samples
        self.several = several
        self.apart = apart
        self.said_marks = said_marks or {}
        self.numbers: dict[str, object] = {}  # with what goes without saying
        self.hexes = [*hexes]
        self.words: list[str] = []
        for field in msgspec.structs.fields(unit):
            if field.name in ("name", "piece", "at", second, *hexes):
                continue
            if field.type is bool:
                mark = f"un{field.name}" if field.default else field.name
                self.marks[mark] = field.name, not field.default
            elif field.type is int:
                self.numbers[field.name] = None if field.required else field.default
            else:
                self.words.append(field.name)

    def told_in(self, form: Form, position: Any) -> Form:
        """A form with all that may be written of a unit."""

        def worded(name: str, find: Words | None) -> Slot:
            return attribute(name, choices=tuple(find(position)) if find else ())

        return msgspec.structs.replace(
            form,
            attributes=(
                *(attribute(each, number=True) for each in self.numbers),
                *(worded(each, self.known.get(each)) for each in self.words),
                *(Slot(each, "hex", optional=True) for each in self.hexes),
            ),
            marks=(*self.marks, *self.further_marks),
            described=tuple(worded(each, find) for each, find in self.describes.items()),
        )

    def placeable(self, keyword: str, position: Any) -> Iterable[Placeable]:
        """The counters of the lists, and such pieces of one's own as there are samples of."""
        for key, piece in position.setting.pieces.items():
            if self.apart is not None and self.apart(piece):
                continue
            several = self.several is not None and self.several(piece)
            yield Placeable(f"{keyword} {key} {HEX}", key, several)
        for told in self.samples(position) if self.samples else ():
            yield Placeable(f"{keyword} {NAME} {HEX} {told}", repeated=True)

    def on_map(self, keyword: str, field: str) -> Part:
        """Units with the hexes they stand in."""

        def read(position: Placed, statement: Statement) -> None:
            name, place, *marks = statement.words
            position.put(self._made(position, statement, name, place, marks))

        return Part(keyword, f"{keyword} NAME HEX ...", 2, read, self._writer(keyword, field), self)

    def off_map(self, keyword: str, field: str) -> Part:
        """Units that are not on the map; a hex tells where one was last."""

        def read(position: Placed, statement: Statement) -> None:
            name, *marks = statement.words
            units = getattr(position, field)
            if name in units:
                raise ValueError(f'unit "{name}" stands twice')
            known = bool(marks) and marks[0].partition("+")[0] in position.setting.board
            place = marks.pop(0) if known else ""
            units[name] = self._made(position, statement, name, place, marks)

        return Part(keyword, f"{keyword} NAME ...", 1, read, self._writer(keyword, field), self)

    def _made(
        self, position: Placed, statement: Statement, name: str, place: str, marks: Sequence[str]
    ) -> CounterOf:
        if name in position.units:
            raise ValueError(f'unit "{name}" stands twice')
        given = {
            key: self.said.get(key, {}).get(value.lower(), value)
            for key, value in statement.attributes.items()
        }
        if "nation" in given:
            piece = self.describe(position, name, given, marks)
            key = piece.key
            position.setting.pieces[key] = piece
        else:
            key = given.pop("piece", name).split(MANY, maxsplit=1)[0]
            piece = self._printed(position, key)
        fields = {**self.usual(piece), **self._fields(position, given, marks)}
        for field, most in (self.most(piece) if self.most else {}).items():
            if field in given and whole(given[field]) > most:
                raise ValueError(f"{field}={given[field]} is more than the {most} of its counter")
        here, _, second = place.partition("+")
        if second and not self.second:
            raise ValueError(f'"{place}" is not on the board')
        if second:
            fields[self.second] = node_of(position, second)
        return self.unit(name, key, node_of(position, here) if here else OFF_MAP, **fields)

    def _printed(self, position: Placed, key: str) -> KeyedOf:
        """A counter of the lists."""
        pieces: Mapping[str, KeyedOf] = position.setting.pieces
        if key not in pieces and self.describes and not suggest(key, pieces):
            first = next(iter(self.describes))
            raise ValueError(
                f'there is no counter "{key}" (to describe a unit in place, begin with {first}=)'
            )
        return pieces[one_of(key, pieces, "counter")]

    def _fields(self, position: Placed, given: dict[str, str], marks: Sequence[str]) -> dict[str, object]:
        fields: dict[str, object] = {}
        for written in marks:
            spoken = self.said_marks.get(written.lower().replace("-", " "), written)
            key, is_attribute, value = spoken.partition("=")
            if is_attribute:
                given.setdefault(key, value)
                continue
            mark = meant(spoken, (*self.marks, *self.further_marks))
            if not mark:
                continue
            if mark in self.marks:
                field, is_so = self.marks[mark]
                fields[field] = is_so
            elif mark not in self.further_marks:
                raise ValueError(f'unknown mark "{mark}"{hint_at(mark, self.marks)}')
        for key, value in given.items():
            if key in self.numbers:
                fields[key] = amount(value, key)
            elif key in self.hexes:
                fields[key] = node_of(position, value)
            elif key in self.words:
                vocabulary = self.known.get(key)
                said = self.said.get(key)
                fields[key] = one_of(value, vocabulary(position), key, said) if vocabulary else value
            else:
                known = (*self.numbers, *self.hexes, *self.words)
                raise ValueError(f'unknown attribute "{key}"{hint_at(key, known)}')
        return fields

    def _writer(self, keyword: str, field: str) -> Callable[[Placed, PositionText], None]:
        def write(position: Placed, text: PositionText) -> None:
            for unit in getattr(position, field).values():
                self._write(position, text, unit, keyword)

        return write

    def _write(self, position: Placed, text: PositionText, unit: CounterOf, keyword: str) -> None:
        label = position.setting.board.label
        standing = [unit.at, getattr(unit, self.second)] if self.second else [unit.at]
        place = "+".join(label(node) for node in standing if node != OFF_MAP)
        marks = [mark for mark, (field, value) in self.marks.items() if getattr(unit, field) is value]
        attributes: dict[str, object] = {}
        told = self.told(position.setting.pieces[unit.piece], unit)
        if told is not None:
            attributes.update(told.attributes)
            marks += told.marks
        elif unit.piece != unit.name.split(MANY, maxsplit=1)[0]:
            attributes["piece"] = unit.piece
        for key, plain in self.numbers.items():
            value = getattr(unit, key)
            attributes[key] = None if value == plain else value
        for key in self.hexes:
            node = getattr(unit, key)
            attributes[key] = None if node == OFF_MAP else label(node)
        for key in self.words:
            attributes[key] = getattr(unit, key) or None
        text.add(keyword, unit.name, *([place] if place else []), *marks, **attributes)
