"""The long list that games share: it behaves as a list does, and packs what is long past."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Sequence

from hexfront.kernel.scroll import SHEET, UNPACKED, Packing, Scroll

UNPACKINGS: list[int] = []


def pack(items: Sequence[int]) -> bytes:
    return zlib.compress(json.dumps(list(items)).encode())


def unpack(packed: bytes) -> list[int]:
    items: list[int] = json.loads(zlib.decompress(packed))
    UNPACKINGS.append(items[0])
    return items


NUMBERS = Packing(pack, unpack)


def test_it_is_the_list_it_was_made_of_whatever_is_done() -> None:
    draw = random.Random(1)
    scroll, plain = Scroll((), NUMBERS), list[int]()
    twins: list[tuple[Scroll[int], list[int]]] = []
    for turn in range(400):
        match draw.randrange(4):
            case 0 | 1:
                more = [turn * 1000 + each for each in range(draw.randrange(SHEET))]
                scroll.extend(more)
                plain += more
            case 2:
                length = draw.randrange(len(plain) + 1) if draw.random() < 0.2 else max(0, len(plain) - 40)
                scroll.cut(length)
                del plain[length:]
            case 3:
                twins.append((scroll.copy(), plain[:]))
                scroll, plain = draw.choice(twins)
                scroll, plain = scroll.copy(), plain[:]
        assert len(scroll) == len(plain)
        for _ in range(3):
            first, last = (draw.randrange(-len(plain) - 2, len(plain) + 3) for _ in range(2))
            assert scroll[first:last] == plain[first:last]
            step = draw.choice([2, -1])
            assert scroll[first:last:step] == plain[first:last:step]
        if plain:
            at = draw.randrange(-len(plain), len(plain))
            assert scroll[at] == plain[at]
    assert scroll == plain
    assert list(scroll) == plain
    for twin, was in twins:  # what others did with the same beginning changed nothing
        assert list(twin) == was


def test_what_is_long_past_is_packed_and_shared() -> None:
    scroll = Scroll(range(SHEET * (UNPACKED + 8) + 7), NUMBERS)
    packed = [sheet for sheet in scroll._sheets if sheet.items is None]
    assert len(packed) == 8
    twin = scroll.copy()
    assert twin._sheets[0] is scroll._sheets[0]
    UNPACKINGS.clear()
    assert [scroll[at] for at in range(SHEET)] == list(range(SHEET))  # one sheet is read once
    assert UNPACKINGS == [0]


def test_to_branch_costs_the_same_however_long_it_is() -> None:
    for sheets in (2, 600):
        scroll = Scroll(range(SHEET * sheets + SHEET - 1), NUMBERS)
        twin = scroll.copy()
        copied = len(twin._sheets) + len(twin._tail)
        assert copied <= sheets + SHEET, "only the tail is copied item by item"


def test_an_item_that_is_not_there_is_an_error() -> None:
    scroll = Scroll(range(SHEET + 3), NUMBERS)
    for wrong in (SHEET + 3, -SHEET - 4):
        try:
            scroll[wrong]
        except IndexError:
            continue
        raise AssertionError(f"there is no item {wrong}")


def test_packed_sheets_are_taken_over_as_they_are() -> None:
    scroll = Scroll(range(SHEET * 4 + 9), NUMBERS)
    sheets, tail = scroll.packed()
    assert len(sheets) == 4
    again = Scroll.of_sheets(sheets, tail, NUMBERS)
    assert again == scroll
    again.append(5)
    assert again[SHEET * 4 + 9] == 5
    assert again.packed()[0] == sheets
