"""Packed save files: the same game, a tenth as large, read only where somebody looks."""

from __future__ import annotations

import random
import zlib
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import hexfront
from hexfront.kernel import packed, records, save
from hexfront.kernel.errors import SaveError
from hexfront.kernel.game import Game, thin
from hexfront.kernel.records import Station
from hexfront.kernel.scroll import SHEET
from hexfront.seam import find_title
from tests.outpost.skirmish import wander


def long_game(steps: int = 3 * SHEET + 40) -> Game:
    """A game that never ends, so that it can be as long as one likes."""
    start = hexfront.new("outpost/skirmish", seed=3).position_text()
    start.sandbox = ("no-end",)
    game = hexfront.position(start.text())
    game.digest_every = 1
    return wander(game, random.Random(5), steps)


@pytest.fixture(scope="module")
def game() -> Game:
    return long_game()


def test_a_packed_game_is_the_same_game(game: Game) -> None:
    again = save.from_bytes(save.as_bytes(game), find_title)
    assert again.step == game.step
    assert again.position.digest() == game.position.digest()
    assert again.journal == game.journal
    assert again.events == game.events
    assert again.orders == game.orders
    assert save.as_bytes(again) == save.as_bytes(game), "and is written as it was read"


def test_it_goes_on_as_the_game_that_was_not_saved(game: Game) -> None:
    true, again = game.branch(), save.from_bytes(save.as_bytes(game), find_title)
    for each in (true, again):
        each.digest_every = 64
        wander(each, random.Random(8), 200)
    assert again.position.digest() == true.position.digest()
    assert again.journal == true.journal


def test_it_becomes_text_and_packed_again(game: Game) -> None:
    data = save.as_bytes(game)
    text = save.readable(data).decode()
    assert save.from_text(text, find_title).journal == game.journal
    plain = [line for line in save.as_text(game).splitlines() if line.startswith('{"by"')]
    assert [line for line in text.splitlines() if line.startswith('{"by"')] == plain
    assert len(data) < len(text) / 5


def test_every_step_can_be_gone_to(game: Game) -> None:
    again = save.from_bytes(save.as_bytes(game), find_title)
    for step in (0, 1, SHEET - 1, SHEET, 2 * SHEET + 3, game.step):
        twin = again.branch(step)
        assert twin.step == step
        if step:
            assert twin.position.digest() == game.journal[step - 1].digest


def test_loading_reads_only_the_newest_sheets(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    data = save.as_bytes(game)
    read: list[int] = []
    unpack = records.unpack

    def counted(each: bytes) -> bytes:
        read.append(len(each))
        return unpack(each)

    monkeypatch.setattr(records, "unpack", counted)
    again = save.from_bytes(data, find_title)
    assert again.step == game.step
    assert len(read) <= 4  # the last sheets of steps and events, the one before if it is needed, a position


def test_a_long_game_is_written_packed_and_a_short_one_as_text(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.hexfront"
    hexfront.save(game, path)
    assert path.read_bytes().startswith(b"{")
    monkeypatch.setattr(save, "LONG", 100)
    hexfront.save(game, path)
    assert packed.is_packed(path.read_bytes())
    monkeypatch.setattr(save, "LONG", 100_000)
    hexfront.save(hexfront.load(path), path)
    assert packed.is_packed(path.read_bytes()), "a file that was packed stays so"
    save.save(game, path, text=True)
    assert path.read_bytes().startswith(b"{")
    assert hexfront.replay(path).position.digest() == game.position.digest()


def test_a_packed_file_is_replayed(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.hexfront"
    save.save(game, path, text=False)
    assert hexfront.replay(path).position.digest() == game.position.digest()


def test_a_damaged_file_is_refused(game: Game, tmp_path: Path) -> None:
    data = save.as_bytes(game)
    path = tmp_path / "game.hexfront"
    rest = len(packed.MAGIC) + 16
    for wrong in (data[:-1], data[: len(data) // 2], data[:rest], data + b"x", data[:-9] + b"123456789"):
        path.write_bytes(wrong)
        with pytest.raises(SaveError, match=r"game.hexfront cannot be read: it is damaged"):
            hexfront.load(path)


@pytest.mark.parametrize("part", ["steps", "events"])
def test_what_is_packed_wrongly_is_refused(game: Game, part: str) -> None:
    for wrong in (b"", b"nothing", packed.from_bytes(save.as_bytes(game)).stations[0].position):
        file = packed.from_bytes(save.as_bytes(game))
        getattr(file, part)[-1] = wrong
        with pytest.raises(SaveError):
            save.from_bytes(packed.as_bytes(file), find_title)


@pytest.mark.parametrize("part", ["steps", "events"])
def test_a_sheet_with_more_than_a_sheet_holds_is_refused(game: Game, part: str) -> None:
    """A file of 210 kB held 18 million events, and 2 GB of memory when it was read."""
    file = packed.from_bytes(save.as_bytes(game))
    sheets = getattr(file, part)
    lying = msgspec.msgpack.decode(records.unpack(sheets[-1])) or [{"text": "a"}]
    crammed = zlib.compress(msgspec.msgpack.encode((lying * SHEET)[: SHEET + 1]))
    setattr(file, part, [*sheets[:-1], crammed])
    with pytest.raises(SaveError, match="too large when it is unpacked"):
        packed.as_text(file)


def test_positions_count_when_a_file_becomes_text(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    file = packed.from_bytes(save.as_bytes(game))
    steps = len(packed.as_text(msgspec.structs.replace(file, stations=[])))
    monkeypatch.setattr(packed, "MOST_TEXT", steps)
    packed.as_text(msgspec.structs.replace(file, stations=[]))
    with pytest.raises(SaveError, match="too large when it is unpacked"):
        packed.as_text(file)


def test_a_position_that_no_longer_fits_is_passed_over(game: Game) -> None:
    file = packed.from_bytes(save.as_bytes(game))
    assert len(file.stations) > 2
    file.stations[-1].position, file.stations[-2].position = (
        file.stations[-3].position,
        file.stations[-3].position,
    )
    again = save.from_bytes(packed.as_bytes(file), find_title)
    assert again.position.digest() == game.position.digest()


def test_old_stations_are_the_fewer_the_older_they_are(game: Game) -> None:
    for length in (10_000, 300_000):
        stations = [Station(step, game.position, 0, ()) for step in range(0, length, 10)]
        kept = [station.step for station in thin(stations, length, 64)]
        assert kept[0] == 0
        assert len(kept) < 300
        for before, after in pairwise(kept):
            assert after - before <= max(64, (length - before) / 24) + 10


def altered(game: Game, **changes: object) -> bytes:
    """A file in which somebody has changed something, and the check that agrees with it."""
    file = packed.from_bytes(save.as_bytes(game))
    for name, value in changes.items():
        for each in [file] if hasattr(file, name) else file.stations:
            setattr(each, name, value)
    return packed.as_bytes(file)


@pytest.mark.parametrize(
    "changes",
    [
        {"position": records.pack(b"not a position")},
        {"position": records.pack(b"5")},
        {"position": records.pack(b"[" * 100_000)},
        {"withheld": (5, 10**9)},
    ],
)
def test_a_position_that_cannot_be_used_is_passed_over(changes: dict[str, object]) -> None:
    game = wander(hexfront.new("outpost/skirmish", seed=5), random.Random(3))
    data = altered(game, **changes)
    again = save.from_bytes(data, find_title)
    assert again.journal == game.journal
    assert again.position.digest() == game.position.digest()
    if "position" in changes:
        with pytest.raises(SaveError, match="a position cannot be read"):
            save.readable(data)


@pytest.mark.parametrize("opening", [-1, 10**9, 2**62])
def test_a_file_that_does_not_have_the_events_it_says_is_refused(opening: int) -> None:
    game = wander(hexfront.new("outpost/skirmish", seed=5), random.Random(3))
    with pytest.raises(SaveError, match="it does not have the events it says"):
        save.from_bytes(altered(game, opening=opening), find_title)
    for told in (-1, 10**9):
        sheet = [msgspec.structs.replace(entry, told=told) for entry in game.journal]
        with pytest.raises(SaveError, match="it does not have the events it says"):
            save.from_bytes(altered(game, steps=[records.pack(msgspec.msgpack.encode(sheet))]), find_title)
    sheet = [*game.journal[1:], game.journal[0]]
    with pytest.raises(SaveError, match="one tells less than the one before it"):
        save.from_bytes(altered(game, steps=[records.pack(msgspec.msgpack.encode(sheet))]), find_title)
