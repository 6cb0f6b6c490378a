"""Actions as numbers: an order is spelled word by word, each word one of a fixed vocabulary.

Listing every order that could ever be given would need millions of numbers. Spelling needs as many as
there are words: the tags of actions, hexes, pieces, small numbers. Where only one word can follow it is
taken without asking, and an order is complete as soon as no other begins alike, so that every step is a real
choice.
"""

from __future__ import annotations

import copy
import zlib
from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from operator import itemgetter

import msgspec

from hexfront.kernel.actions import Action, kinds_of, tag_of
from hexfront.kernel.decisions import Decision
from hexfront.kernel.title import Setting, Title

DONE, END, NOTHING, YES, NO = "(done)", "(end of list)", "(nothing)", "(yes)", "(no)"
NUMBERS = 64  # whole numbers from 0 that have a word of their own
SLOTS = 256  # for words that no list has, such as pieces named during the game


class Codec:
    """The vocabulary of a scenario: `words` in the order of their numbers, and `SLOTS` numbers after them."""

    def __init__(self, title: Title, setting: Setting) -> None:
        listed = [DONE, END, NOTHING, YES, NO]
        listed += [_number(each) for each in range(NUMBERS)]
        listed += sorted(kinds_of(title.actions))
        listed += setting.board.labels
        listed += title.vocabulary(setting)
        self.words = tuple(dict.fromkeys(listed))
        self.number = {word: at for at, word in enumerate(self.words)}
        self.size = len(self.words) + SLOTS

    def numbers(self, words: Iterable[str]) -> dict[int, str]:
        """The words that may come next, by their numbers. Words of no list take the next free slot."""
        found: dict[int, str] = {}
        strange = []
        for word in words:
            at = self.number.get(word)
            if at is None:
                strange.append(word)
            else:
                found[at] = word
        for word in sorted(strange):
            slot = zlib.crc32(word.encode()) % SLOTS
            while len(self.words) + slot in found:
                slot = (slot + 1) % SLOTS
            found[len(self.words) + slot] = word
        return found


def _number(value: int) -> str:
    return f"({value})"


@lru_cache(maxsize=1 << 16)
def spelled(action: Action) -> tuple[str, ...]:
    """The words of an action: its tag, its fields in their order, and that there are no more."""
    words = [tag_of(action)]
    for name in action.__struct_fields__:
        words += _words(getattr(action, name))
    return (*words, DONE)


def _words(value: object) -> list[str]:
    if value is None or value == "":
        return [NOTHING]
    if isinstance(value, bool):
        return [YES if value else NO]
    if isinstance(value, int):
        return [_number(value)]
    if isinstance(value, (tuple, list)):
        return [*(word for each in value for word in _words(each)), END]
    if isinstance(value, (set, frozenset)):
        return _words(sorted(value))
    if isinstance(value, msgspec.Struct):
        return [word for name in value.__struct_fields__ for word in _words(getattr(value, name))]
    return [str(value)]


class Speller:
    """An order being spelled: what may come next, and what it has come to."""

    def __init__(self, codec: Codec, decision: Decision) -> None:
        self.codec = codec
        self.said: list[str] = []
        choices = decision.choices()
        len(choices)  # has all of them listed at one go
        self._left: list[Action] = [*choices]
        self._words = [*map(spelled, self._left)]  # of each
        self.next: dict[int, str] = {}
        self.numbers: list[int] = []  # of the words that were chosen
        self._go_on()

    @property
    def action(self) -> Action | None:
        """The order, once it is complete."""
        return self._left[0] if len(self._left) == 1 else None

    def say(self, number: int) -> None:
        """Choose the next word by its number; KeyError if it may not come next."""
        word = self.next[number]
        self.numbers.append(number)
        here = [each == word for each in self._here()]
        self._left = [*compress(self._left, here)]
        self._words = [*compress(self._words, here)]
        self.said.append(word)
        self._go_on()

    def _here(self) -> Iterable[str]:
        """The next word of each order that is left."""
        return map(itemgetter(len(self.said)), self._words)

    def _go_on(self) -> None:
        """Take every word that has no alternative."""
        while len(self._left) > 1:
            words = dict.fromkeys(self._here())
            if len(words) > 1:
                self.next = self.codec.numbers(words)
                return
            only = next(iter(words))
            if only == DONE:  # two choices that read alike are the same to any player
                del self._left[1:]
                break
            self.said.append(only)
        self.next = {}

    def spelling(self, action: Action) -> list[tuple[int, dict[int, str]]]:
        """The numbers that spell an action from here, each with the words that could have come in its place;
        ValueError if it is not one of the choices."""
        words = self._words[self._left.index(action)]
        twin = copy.copy(self)
        twin.said, twin._left, twin.numbers = self.said[:], self._left[:], []
        found = []
        while twin.next:
            word, possible = words[len(twin.said)], twin.next
            number = self.codec.number.get(word)
            if number is None:
                number = next(number for number, each in possible.items() if each == word)
            twin.say(number)
            found.append((number, possible))
        return found

    def numbers_of(self, action: Action) -> list[int]:
        """The numbers that spell an action from here; ValueError if it is not one of the choices."""
        return [number for number, _ in self.spelling(action)]
