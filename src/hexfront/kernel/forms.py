"""What a position text may say, described so that it can be written by clicking.

A title tells the forms of its statements and what can be placed; an editor shows them as trays and fields and
writes the text. What is right is decided by reading the text, here as everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Literal

import msgspec

SlotKind = Literal["hex", "hexes", "number", "name", "word"]
HEX, NAME = "{hex}", "{name}"  # what stands for a hex, and for a name of its own, in a pattern


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word of a statement that is to be filled in; ``hexes`` are two neighbours in one word.

    ``joint`` stands between them. Where there are ``choices``, no others are understood; ``many`` means one
    word or more.
    """

    name: str
    kind: SlotKind = "word"
    choices: tuple[str, ...] = ()
    many: bool = False
    optional: bool = False
    joint: str = ""


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """A statement: how it is written, what it means, and what is filled in.

    ``role`` is ``when`` for the statement that tells the moment, ``unit`` for units on the map, ``away`` for
    units that are not, else empty. ``attributes`` are written ``name=value``, ``marks`` as bare words.
    """

    keyword: str
    form: str
    meaning: str = ""
    role: Literal["", "when", "unit", "away"] = ""
    slots: tuple[Slot, ...] = ()
    attributes: tuple[Slot, ...] = ()
    marks: tuple[str, ...] = ()
    described: tuple[Slot, ...] = ()  # attributes of a unit that is no counter of the lists


class Placeable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that can be put on the map by writing a statement.

    ``pattern`` is the statement with `HEX` where its hex goes, and `NAME` where a name of its own goes.
    """

    pattern: str
    name: str = ""  # of the unit, where it has only one
    repeated: bool = False  # there may be several of it


Vocabulary = Callable[[str], Collection[str] | None]
_WORD = re.compile(r"(\[)?([A-Z]+)(?:([/-])([A-Z]+))?\]?")


def slots_of(form: str, vocabulary: Vocabulary) -> tuple[Slot, ...]:
    """The slots of a form such as ``marker KIND HEX SIDE``: its words in capitals, ``...`` after one that may
    be repeated, brackets around one that may be left out."""
    found: list[Slot] = []
    for word in form.split()[1:]:
        if word == "...":
            if found:
                found[-1] = msgspec.structs.replace(found[-1], many=True)
        elif "|" in word:
            found.append(Slot("", "word", tuple(word.split("|"))))
        elif match := _WORD.fullmatch(word):
            optional, name, joint, _ = match.groups()
            found.append(_slot(name, joint or "", optional is not None, vocabulary(name)))
    return tuple(found)


def _slot(name: str, joint: str, optional: bool, known: Collection[str] | None) -> Slot:
    kind: SlotKind = "word"
    if name == "HEX":
        kind = "hexes" if joint else "hex"
    elif name in ("NAME", "UNIT"):
        kind = "name"
    elif name == "NUMBER":
        kind = "number"
    return Slot(name.lower(), kind, tuple(known or ()), optional=optional, joint=joint)


def attribute(name: str, number: bool = False, choices: Sequence[str] = ()) -> Slot:
    """What may be written ``name=value``."""
    return Slot(name, "number" if number else "word", tuple(choices), optional=True)
