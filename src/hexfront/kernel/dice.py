"""Dice whose state lives in the position.

A die is a function of the game's key and of what it is thrown for: the occasion (turn, phase, side), the
purpose, the place, and which of several it is. It is not the next number of a stream. Two games that part
therefore go on sharing every die that both of them throw: an order given elsewhere does not change how a
battle goes. A throw changes nothing but the count of what has been thrown on its occasion.

`Dice` is plain data: copy it and the copy throws the same. Who threw a die and why is recorded by the game
(`Roll`). Dice that were fixed beforehand - a test, a referee reading real dice off a table - come up first,
in their order.

Games saved before dice had keys go on with the stream they began with (`stream_from`): their ``key`` is a
number, the state of a SplitMix64 generator.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count

import msgspec
from msgspec import UNSET, UnsetType

from hexfront.kernel.errors import Malformed, Sealed

KEYED = "keyed"  # what an origin says of a game whose dice have a key
LONGEST_KEY = 64  # bytes; what BLAKE2b takes
_UNKNOWN = "not the key"  # no seed, and nothing that is made of one
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die that was thrown: how many faces, what came up, and what for in the words of people.

    ``label`` is what it was thrown for as the dice know it: no other throw of the game has the same, unless
    the dice were stirred in between. The old stream knows no labels.
    """

    faces: int
    value: int
    purpose: str
    rule: str = ""
    label: str = ""


class Dice(msgspec.Struct, rename={"key": "state"}):
    """A key, how often each thing was thrown for on the present occasion, and dice fixed in advance.

    ``tally`` is never changed in place, so that copies may share it. ``occasion`` and ``tally`` are unset in
    the dice of the old stream, which are saved and fingerprinted as they always were.
    """

    key: str | int
    thrown: int = 0
    fixed: tuple[int, ...] = ()
    sealed: bool = False
    occasion: str | UnsetType = UNSET
    tally: dict[str, int] | UnsetType = UNSET

    def copy(self) -> Dice:
        return Dice(self.key, self.thrown, self.fixed, self.sealed, self.occasion, self.tally)

    def label(self, what: str = "", occasion: str = "") -> str:
        """What the next die thrown for something is called; nothing in the old stream."""
        if isinstance(self.key, int):
            return ""
        before = 0 if occasion != self.occasion or not self.tally else self.tally.get(what, 0)
        return f"{occasion}: {what} {before + 1}"

    def throw(self, faces: int, what: str = "", occasion: str = "", label: str | None = None) -> int:
        """A number from 1 to `faces`, every one equally likely. Who knows the label already gives it."""
        if self.sealed and not self.fixed:
            raise Sealed("a die is needed, and the dice are with the other player: send the game back")
        if label is None:
            label = self.label(what, occasion)
        self._count(what, occasion)
        if self.fixed:
            value, self.fixed = self.fixed[0], self.fixed[1:]
            if not 1 <= value <= faces:
                raise Malformed(f"the die fixed in advance shows {value}; this one has {faces} faces")
            return value
        return fallen(self.key, label, faces) if isinstance(self.key, str) else self._next(faces)

    def _count(self, what: str, occasion: str) -> None:
        """Dice that are fixed count as well: those after them fall as they would have fallen."""
        self.thrown += 1
        if self.tally is UNSET:
            return
        if occasion != self.occasion:
            self.occasion, self.tally = occasion, {}
        self.tally = {**self.tally, what: self.tally.get(what, 0) + 1}

    def _next(self, faces: int) -> int:
        """The next die of the old stream."""
        assert isinstance(self.key, int)
        while True:
            self.key = (self.key + _STEP) & _MASK
            drawn = _mixed(self.key)
            if drawn < (1 << 64) // faces * faces:
                return drawn % faces + 1

    def mixed(self, things: Iterable[str]) -> list[str]:
        """Things in an order that only the key knows, for a die that says which of them it is.

        From an order that everybody knows, the die would tell something of those that are not drawn.
        """
        label = f"mixed after {self.thrown}"
        return sorted(things, key=lambda thing: fallen(str(self.key), f"{label}: {thing}", 1 << 32))

    def fix(self, values: Iterable[int]) -> None:
        """Let these come up next."""
        self.fixed = (*self.fixed, *values)

    def stir(self, salt: int) -> None:
        """Change what will come up, so that dice taken back are not thrown again."""
        if isinstance(self.key, str):
            self.key = derived(self.key, f"stirred with {salt}")
            return
        stirred = _mixed(self.key ^ _mixed(salt & _MASK))
        # Zero stirred with zero would stay zero.
        self.key = stirred if stirred != self.key else _mixed(~stirred & _MASK)

    def renew(self, key: str) -> None:
        """Take another key. Dice fixed in advance are put away, for somebody knew them."""
        check_key(key)
        self.key, self.fixed = key, ()
        if self.tally is UNSET:
            self.occasion, self.tally = "", {}


def fallen(key: str, label: str, faces: int) -> int:
    """How the die of a label falls under a key."""
    for tries in count():
        said = _keyed(key).copy()
        said.update(f"{label}, {faces} faces, {tries}".encode())
        drawn = int.from_bytes(said.digest(), "big")
        if drawn < (1 << 64) // faces * faces:  # else some faces would come up more often than others
            break
    return drawn % faces + 1


@lru_cache(maxsize=256)
def _keyed(key: str) -> hashlib.blake2b:
    """The beginning of every die under a key: to copy it takes half the time of making it."""
    return hashlib.blake2b(key=key.encode(), digest_size=8)


def dice_from(seed: int | str) -> Dice:
    """Fresh dice for a game's seed, or for a key in words."""
    return Dice(str(seed), occasion="", tally={})


def stream_from(seed: int) -> Dice:
    """The dice of a game that was begun before dice had keys."""
    return Dice(_mixed(seed & _MASK))


def unknown_dice(
    dice: Dice, fallen: tuple[int, ...] = (), guess: int | None = None, *, sealed: bool = False
) -> Dice:
    """What takes the place of dice whose key is not to be known: those that fell, then any others."""
    found = dice_from(_UNKNOWN if guess is None else f"{_UNKNOWN} {guess}")
    found.thrown, found.fixed, found.sealed = dice.thrown, fallen, sealed
    return found


def check_key(key: str) -> None:
    """Malformed if something cannot be the key of dice."""
    if not 0 < len(key.encode()) <= LONGEST_KEY:
        raise Malformed(f"a key has 1 to {LONGEST_KEY} bytes")


def derived(key: str, words: str) -> str:
    """A key that follows from another, and from which that other cannot be found."""
    return hashlib.blake2b(words.encode(), key=key.encode(), digest_size=16).hexdigest()


def seed_from(key: str) -> int:
    """A seed that follows from a key, and from which the key cannot be found."""
    return int(derived(key, "a seed")[:12], 16)


def fell_alike(rolls: Sequence[Roll], others: Sequence[Roll]) -> bool:
    """Whether the same dice fell the same way, whatever words were used for what they were thrown for."""
    return [_fell(roll) for roll in rolls] == [_fell(roll) for roll in others]


def _fell(roll: Roll) -> tuple[int, int, str]:
    return roll.faces, roll.value, roll.label


def _mixed(number: int) -> int:
    """SplitMix64's finaliser: spreads every bit of a number over all of them."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)
