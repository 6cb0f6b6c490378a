"""A long list that grows at its end, and of which many games hold the same beginning.

A war of four years has some hundred thousand steps. Branches of a game share what they have in common, so
that to branch costs the same in the last year as in the first; and what is long past lies packed, since
hardly anybody reads in it. A save file holds the same packed sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")

SHEET = 512  # items on one sheet
UNPACKED = 32  # of the newest full sheets, these are not packed: packing takes as long as some decisions


class Packing(Generic[Item]):
    """How the items of a scroll are made into bytes, and bytes into items."""

    def __init__(
        self, pack: Callable[[Sequence[Item]], bytes], unpack: Callable[[bytes], Sequence[Item]]
    ) -> None:
        self.pack = pack
        self.unpack = unpack


class Sheet(Generic[Item]):
    """A full part of a scroll, which never changes: its items, or the bytes they are packed in."""

    __slots__ = ("items", "packed")

    def __init__(self, items: Sequence[Item] | None, packed: bytes = b"") -> None:
        self.items = items
        self.packed = packed

    def as_bytes(self, packing: Packing[Item]) -> bytes:
        items = self.items  # looked at first: whoever packs a sheet in another thread drops them last
        return self.packed or packing.pack(items or ())


class Scroll(Sequence[Item]):  # noqa: PLW1641 - it grows, so it has no hash
    """The list. All sheets are full; what comes after them is on the tail."""

    def __init__(self, items: Iterable[Item] = (), packing: Packing[Item] | None = None) -> None:
        self._packing = packing
        self._sheets: list[Sheet[Item]] = []
        self._before = 0  # how many items are on sheets
        self.length = 0  # the same as its len, which is asked for at every step
        self._tail: list[Item] = []
        self._open: tuple[Sheet[Item] | None, Sequence[Item]] = (None, ())  # the packed one last read in
        self.extend(items)

    @classmethod
    def of_sheets(cls, packed: Iterable[bytes], tail: Iterable[Item], packing: Packing[Item]) -> Scroll[Item]:
        """A scroll of sheets that were packed before, and of what comes after them."""
        scroll = cls((), packing)
        scroll._sheets = [Sheet(None, each) for each in packed]
        scroll._before = scroll.length = len(scroll._sheets) * SHEET
        scroll.extend(tail)
        return scroll

    def packed(self) -> tuple[list[bytes], list[Item]]:
        """All full sheets as bytes, and the items after them."""
        packing = self._packing
        assert packing is not None
        return [sheet.as_bytes(packing) for sheet in self._sheets], self._tail[:]

    def append(self, item: Item) -> None:
        tail = self._tail
        tail.append(item)
        self.length += 1
        if len(tail) == SHEET:
            self._fill()

    def extend(self, items: Iterable[Item]) -> None:
        for item in items:
            self.append(item)

    def _fill(self) -> None:
        """Make a sheet of the tail, and pack the one that has become old."""
        self._sheets.append(Sheet(tuple(self._tail)))
        self._tail = []
        self._before += SHEET
        if self._packing is not None and len(self._sheets) > UNPACKED:
            old = self._sheets[-UNPACKED - 1]
            if old.items is not None:
                old.packed = old.packed or self._packing.pack(old.items)
                old.items = None

    def copy(self) -> Scroll[Item]:
        """An independent scroll with the same items."""
        twin: Scroll[Item] = object.__new__(Scroll)
        twin.__dict__.update(self.__dict__)
        twin._sheets = self._sheets[:]
        twin._tail = self._tail[:]
        return twin

    def cut(self, length: int) -> None:
        """Forget all items but so many."""
        self.length = min(length, self.length)
        if length >= self._before:
            del self._tail[length - self._before :]
            return
        full, rest = divmod(length, SHEET)
        self._tail = list(self._on(self._sheets[full])[:rest])
        del self._sheets[full:]
        self._before = full * SHEET

    def _on(self, sheet: Sheet[Item]) -> Sequence[Item]:
        if (items := sheet.items) is not None:
            return items
        kept, read = self._open
        if kept is not sheet:
            assert self._packing is not None
            read = self._packing.unpack(sheet.packed)
            self._open = sheet, read
        return read

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> list[Item]: ...

    def __getitem__(self, at: int | slice) -> Item | list[Item]:
        before = self._before
        if isinstance(at, slice):
            first, last, step = at.indices(len(self))
            if first >= before and step == 1:
                return self._tail[first - before : max(last, first) - before]
            if step == 1:
                return list(self._between(first, last))
            return [self[each] for each in range(first, last, step)]
        if at >= before:
            return self._tail[at - before]
        if at < 0:
            at += len(self)
            if at < 0:
                raise IndexError("there is no such item")
            return self[at]
        return self._on(self._sheets[at // SHEET])[at % SHEET]

    def _between(self, first: int, last: int) -> Iterator[Item]:
        """The items from one number up to another, sheet by sheet."""
        for number in range(first // SHEET, min(len(self._sheets), -(-last // SHEET))):
            before = number * SHEET
            yield from self._on(self._sheets[number])[max(first - before, 0) : last - before]
        yield from self._tail[max(first - self._before, 0) : max(last - self._before, 0)]

    def __iter__(self) -> Iterator[Item]:
        return chain(chain.from_iterable(map(self._on, self._sheets)), self._tail)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        if not isinstance(other, Scroll):
            return list(self) == list(other)
        return self._tail == other._tail and all(
            mine is theirs or list(self._on(mine)) == list(other._on(theirs))
            for mine, theirs in zip(self._sheets, other._sheets, strict=True)
        )

    def shared_with(self, other: Scroll[Item]) -> int:
        """How many items at the beginning lie on the same sheets as another's, and so are the same.

        Branches of a game share all sheets that were full when they parted.
        """
        shared = 0
        for mine, theirs in zip(self._sheets, other._sheets, strict=False):
            if mine is not theirs:
                break
            shared += SHEET
        return shared

    def __repr__(self) -> str:
        return f"Scroll of {len(self)} items"
