"""Actions: what a player may do, as plain data.

A title declares each of its actions as a frozen struct::

    class Move(Action, frozen=True, tag="move"):
        unit: str
        to: str

An action is written as JSON, ``{"do": "move", "unit": "a", "to": "0304"}``, or as a line of words,
``move a 0304``: the tag and then the fields in their order, lists joined by commas, ``-`` for an empty
one. Questions to a title ("why?") are written the same way.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_origin

import msgspec

from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed

_EMPTY = "-"
_NOT_PLAIN = re.compile(r"""["'\\]|[^\S \t\r\n]""")  # what makes a line more than words with blanks between


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """The base of every action and question."""


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing more here: end the phase, decline, accept."""


class FixDice(Action, frozen=True, tag="fix-dice"):
    """The referee says what the next dice will show, as when real dice are thrown at a table."""

    values: tuple[int, ...]


class StirDice(Action, frozen=True, tag="stir-dice"):
    """The referee shakes the dice anew, so that dice taken back do not come up again."""

    salt: int


class FreshDice(Action, frozen=True, tag="fresh-dice"):
    """The referee gives a running game dice that nobody could know so far.

    Dice that were fixed and premises that were told, and have not come up yet, are put away.
    ``source`` says who made the key, and ``pledges`` who had promised his secret by which commitment
    (`hexfront.kernel.fairness`); ``secrets`` are what they then gave, and ``absent`` those who were asked and
    promised none. Whoever knows the key or all secrets knows every die to come: the entry is shown without
    them until the game is over (`hexfront.kernel.fairness.withheld`).
    """

    key: str
    source: str = ""
    pledges: tuple[str, ...] = ()  # party=commitment
    secrets: tuple[str, ...] = ()  # party=secret
    absent: tuple[str, ...] = ()


class Premise(Action, frozen=True, tag="premise"):
    """The referee says what the next look at a table gives, instead of the dice: ``premise attack 4``."""

    table: str
    result: str


RefereeAction = FixDice | StirDice | FreshDice | Premise
"""What only the referee does, in every title."""

PASS = Pass()


@cache
def _fields(kind: type[Action]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def tag_of(action: msgspec.Struct | type[msgspec.Struct]) -> str:
    """The word an action begins with, or by which another struct of its union is known."""
    tag = action.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


@cache
def kinds_of(union: Any) -> Mapping[str, type[Action]]:
    """The action types of a union, by their tags."""
    members = get_args(union) or (union,)
    return {tag_of(member): member for member in members}


def as_data(action: Action) -> dict[str, Any]:
    """An action as plain data, ready for JSON."""
    data = msgspec.to_builtins(action)
    assert isinstance(data, dict)
    return data


def words_of(action: Action) -> Iterator[str]:
    """Every word an action holds besides its own: keys of pieces, labels of hexes, names."""
    for name, value in as_data(action).items():
        if name != "do":
            yield from _words_in(value)


def _words_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _words_in(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _words_in(each)


def from_data(data: object, union: Any) -> Action:
    """An action from plain data; Malformed says what is wrong with it."""
    known = kinds_of(union)
    if isinstance(data, dict):
        word = data.get("do")
        if not isinstance(word, str) or word not in known:
            raise Malformed(_no_such_word(word, known))
    kind = known[data["do"]] if isinstance(data, dict) else union
    try:
        action = msgspec.convert(data, kind)
    except msgspec.ValidationError as wrong:
        raise Malformed(f"not an action: {wrong}") from None
    except RecursionError:
        raise Malformed("not an action: it is nested too deeply") from None
    assert isinstance(action, Action)
    return action


@cache
def json_reader(union: Any) -> Callable[[bytes | msgspec.Raw], Action]:
    """What reads actions from JSON; Malformed says what is wrong with one."""
    decoder: msgspec.json.Decoder[Action] = msgspec.json.Decoder(union)

    def read(data: bytes | msgspec.Raw) -> Action:
        try:
            return decoder.decode(data)
        except (msgspec.DecodeError, RecursionError):
            return from_data(_plain(data), union)  # which tells what is wrong with it

    return read


def _plain(data: bytes | msgspec.Raw) -> object:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        raise Malformed("not an action: it cannot be read") from None


def as_words(action: Action) -> str:
    """An action as a line of words."""
    words = [tag_of(action)]
    needed = 1
    for field in _fields(type(action)):
        value = getattr(action, field.name)
        words.append(_word(value))
        # Nothing at the end may be left unsaid, if saying nothing means the same.
        unsaid = value == field.default or (_is_list(field.type) and (field.required or not field.default))
        if words[-1] != _EMPTY or not unsaid:
            needed = len(words)
    return " ".join(words[:needed])


def check_line(line: object) -> None:
    """Malformed unless an order is written as text."""
    if not isinstance(line, str):
        raise Malformed(f"an action is read from words or JSON, not from {line!r}")


def from_words(line: str, union: Any) -> Action:
    """An action from a line of words (or from JSON); Malformed says what is wrong with it."""
    if line.lstrip().startswith("{"):
        try:
            return from_data(msgspec.json.decode(line), union)
        except (msgspec.DecodeError, UnicodeError) as wrong:
            raise Malformed(f"not JSON: {wrong}") from None
        except RecursionError:
            raise Malformed("not JSON: it is nested too deeply") from None
    try:
        words = shlex.split(line) if _NOT_PLAIN.search(line) else line.split()
    except ValueError as wrong:
        raise Malformed(f"cannot be read: {wrong}") from None
    known = kinds_of(union)
    if not words or words[0] not in known:
        raise Malformed(_no_such_word(words[0] if words else "", known))
    kind = known[words[0]]
    fields = _fields(kind)
    if len(words) - 1 > len(fields):
        takes = ", ".join(field.name for field in fields) or "nothing"
        raise Malformed(f'"{words[0]}" takes {takes}; {len(words) - 1} words are too many')
    data: dict[str, Any] = {"do": words[0]}
    for field, word in zip(fields, words[1:], strict=False):
        if word != _EMPTY:
            data[field.encode_name] = word.split(",") if _is_list(field.type) else word
        elif _is_list(field.type):
            data[field.encode_name] = []
        elif type(None) in get_args(field.type):
            data[field.encode_name] = None
        elif field.type is str and not field.required:
            data[field.encode_name] = ""
    for field in fields:
        if field.required and field.encode_name not in data:
            if not _is_list(field.type):
                raise Malformed(f'"{words[0]}" needs {field.name}')
            data[field.encode_name] = []
    try:
        action = msgspec.convert(data, union, strict=False)
    except msgspec.ValidationError as wrong:
        raise Malformed(f"not an action: {wrong}") from None
    assert isinstance(action, Action)
    return action


def _no_such_word(word: object, known: Mapping[str, type[Action]]) -> str:
    hint = suggest(str(word), known) or f"known: {', '.join(sorted(known))}"
    return f'no action is called "{word}" ({hint})'


def _is_list(kind: Any) -> bool:
    return get_origin(kind) in (tuple, list, frozenset) or any(_is_list(each) for each in get_args(kind))


def _word(value: object) -> str:
    if value in ((), [], frozenset(), "", None):
        return _EMPTY
    if isinstance(value, (tuple, list, frozenset)):
        items = sorted(value) if isinstance(value, frozenset) else value
        return shlex.quote(",".join(str(item) for item in items))
    return shlex.quote(str(value))
