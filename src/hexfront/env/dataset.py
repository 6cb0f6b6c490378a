"""Games as arrays: positions, decisions and outcomes, in the encoding of the environments.

Each game is one compressed ``.npz`` file, for NumPy, and one ``.jsonl`` file with the decisions in words.
Planes are kept sparsely, once for each decision, as what has changed since the last one of the same side; the
words of an order refer to it.
`Episode` reads a file back, row by row. The format is told in ``docs/laboratory.md``.

Games can also be written as orders alone: which of its choices was taken at each decision. That is done while
they are played, and takes a hundredth of the room; `Replayed` makes positions anew when it reads them.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from hexfront.ai.course import play_out, table_of
from hexfront.env.observing import ASKED, SPELLED, Array, Observation, shown_words, slot_of
from hexfront.env.table import GameTable
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.errors import Malformed, SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Order
from hexfront.kernel.title import REFEREE

FORMAT = 2  # in the first one every decision had its whole position
WHOLE_EVERY = 64  # decisions of a side from one that is written with its whole position to the next


class Row(NamedTuple):
    """One word that was said: what its side saw, what it could have said, what it said, how it ended."""

    observation: Observation
    mask: Array
    action: int
    side: int
    result: int


class _Writer:
    """Collects the arrays of one game."""

    def __init__(self, table: GameTable, every: int, behind: Mapping[str, set[int]]) -> None:
        self.table = table
        self.every = every
        self._behind = behind  # what has changed on the planes of each side since they were written
        self.whole_frames: list[bool] = []
        self.cells: list[int] = []
        self.values: list[int] = []
        self.starts: list[int] = [0]
        self.figures: list[Array] = []
        self.asked: list[int] = []
        self.side: list[int] = []
        self.step: list[int] = []
        self.choices: list[int] = []
        self.decision: list[int] = []
        self.spelled: list[Array] = []
        self.legal: list[int] = []
        self.legal_starts: list[int] = [0]
        self.word: list[int] = []
        self.lines: list[dict[str, Any]] = []
        self.decided = 0
        self.has_all = True  # no order was one of several steps
        self._seen = 0
        self._sides = {side: at for at, side in enumerate(table.sides)}
        self._frames = dict.fromkeys(table.sides, 0)  # written of each side
        self._moving = len(table.observer.static) * table.observer.places.rows * table.observer.places.columns
        self._last: tuple[str, list[int], int] | None = None

    def hear(self, game: Game, side: str, order: Order) -> None:
        """Write down an order that is about to be played, if it is one of the choices."""
        if self.has_all:
            try:
                self.decide(side, order.action, order.reason)
            except ValueError:
                self.has_all = False

    def decide(self, side: str, action: Action, reason: str) -> None:
        """Write down what a side is about to answer; ValueError if that is not one of its choices."""
        table = self.table
        game = table.game
        if self._last is not None:
            table.note(*self._last)
        decision = game.decision_of(side)
        assert decision is not None
        spelling = table.speller(side).spelling(action)
        if spelling and self._seen % self.every == 0:
            self._position(side)
            said = table.words(side)
            for number, possible in spelling:
                self.decision.append(len(self.side) - 1)
                self.spelled.append(shown_words(said))
                self.legal += sorted(possible)
                self.legal_starts.append(len(self.legal))
                self.word.append(number)
                said.append(number)
            self.asked.append(slot_of(decision.kind))
            self.choices.append(len(decision.choices()))
            self.lines.append(
                {
                    "step": game.step,
                    "side": side,
                    "turn": game.title.moment(game.position).turn,
                    "kind": decision.kind,
                    "choices": self.choices[-1],
                    "action": as_words(action),
                    "reason": reason,
                }
            )
        self._seen += bool(spelling)
        self.decided += 1
        self._last = side, [number for number, _ in spelling], game.station_step

    def _position(self, side: str) -> None:
        """Write what a side sees: all of it now and then, else what has changed since it was written."""
        table = self.table
        seen = table.observer.seen(table.game, side)
        board, behind, moving = seen["board"].ravel(), self._behind[side], self._moving
        whole = self._frames[side] % WHOLE_EVERY == 0
        found = np.flatnonzero(board[moving:]) if whole else np.array(sorted(behind), np.int64) - moving
        self.cells += found.tolist()
        self.values += board[found + moving].tolist()
        self.starts.append(len(self.cells))
        behind.clear()
        self.whole_frames.append(whole)
        self._frames[side] += 1
        self.figures.append(seen["figures"])
        self.side.append(self._sides[side])
        self.step.append(table.game.step)

    def arrays(self, results: Sequence[int]) -> dict[str, Array]:
        """Everything, by the names of the format."""
        figures = np.stack(self.figures) if self.figures else np.zeros((0, len(self.table.observer.figures)))
        spelled = np.stack(self.spelled) if self.spelled else np.zeros((0, SPELLED))
        return {
            "whole": np.array(self.whole_frames, np.uint8),
            "cells": np.array(self.cells, np.uint32),
            "values": np.array(self.values, np.uint8),
            "starts": np.array(self.starts, np.int64),
            "figures": figures.astype(np.float32),
            "asked": np.array(self.asked, np.uint8),
            "side": np.array(self.side, np.uint8),
            "step": np.array(self.step, np.int32),
            "choices": np.array(self.choices, np.int32),
            "decision": np.array(self.decision, np.int32),
            "spelled": spelled.astype(np.int32),
            "legal": np.array(self.legal, np.uint16),
            "legal_starts": np.array(self.legal_starts, np.int64),
            "word": np.array(self.word, np.int32),
            "result": np.array(results, np.int8),
        }


@contextlib.contextmanager
def _following(table: GameTable) -> Iterator[dict[str, set[int]]]:
    """Into which cells of the planes of each side something else comes meanwhile."""
    maps = {side: table.observer.map_of(side) for side in table.sides}
    behind = {side: each.follow() for side, each in maps.items()}
    try:
        yield behind
    finally:
        for side, each in maps.items():
            each.leave(behind[side])


def record(
    table: GameTable, players: Mapping[str, str], seed: int, every: int = 1, turns: int = 0
) -> tuple[dict[str, Array], list[dict[str, Any]], Game]:
    """Let computer players play a game, and write every so-manieth of its decisions down."""
    with _following(table) as behind:
        table.start(seed, settle=False)
        played, writer = table.game, _Writer(table, every, behind)
        reasons: dict[int, str] = {}

        def heard(game: Game, side: str, order: Order) -> None:
            reasons[game.step] = order.reason
            writer.hear(game, side, order)

        course = play_out(played, table_of(played, players, seed), turns=turns, heard=heard)
        if course.broken:
            raise SaveError(f"game {seed} cannot be written down: {course.broken}")
        if not writer.has_all or writer.decided != played.step:  # a staff's orders have several steps
            table.start(seed, settle=False)
            writer = _Writer(table, every, behind)
            for step, entry in enumerate(played.journal):
                if entry.by != REFEREE:
                    writer.decide(entry.by, entry.action, reasons.get(step, ""))
                table.game.play(entry.action, entry.by)
    return writer.arrays(_results(played, table.sides)), writer.lines, played


class _Taken:
    """Which choices were taken in a game, in the order of its steps."""

    def __init__(self, sides: Sequence[str]) -> None:
        self.sides = {side: at for at, side in enumerate(sides)}
        self.side: list[int] = []
        self.choices: list[int] = []
        self.choice: list[int] = []
        self.whole = True  # no order was one of several steps

    def take(self, game: Game, side: str, action: Action) -> bool:
        """Note what is done now; False if it is not one of the choices, but an order of several steps."""
        decision = game.decision_of(side)
        assert decision is not None
        listed = list(decision.choices())
        if action not in listed:
            return False
        self.side.append(self.sides[side])
        self.choices.append(len(listed))
        self.choice.append(listed.index(action))
        return True

    def hear(self, game: Game, side: str, order: Order) -> None:
        self.whole = self.whole and self.take(game, side, order.action)


def record_orders(
    table: GameTable, players: Mapping[str, str], seed: int, turns: int = 0
) -> tuple[dict[str, Array], Game]:
    """Let computer players play a game, and write down which choice was taken at each of its steps."""
    game = table.fresh(seed)
    taken = _Taken(table.sides)
    course = play_out(game, table_of(game, players, seed), turns=turns, heard=taken.hear)
    if course.broken:
        raise SaveError(f"game {seed} cannot be written down: {course.broken}")
    if not taken.whole or len(taken.side) != game.step:  # a staff's orders have several steps
        taken, again = _Taken(table.sides), table.fresh(seed)
        for entry in game.journal:
            if not taken.take(again, entry.by, entry.action):
                raise SaveError(
                    f"game {seed} cannot be written down: step {again.step} is not one of the choices"
                )
            again.play(entry.action, entry.by)
    arrays: dict[str, Array] = {
        "side": np.array(taken.side, np.uint8),
        "choices": np.array(taken.choices, np.uint16),
        "choice": np.array(taken.choice, np.uint16),
        "result": np.array(_results(game, table.sides), np.int8),
    }
    return arrays, game


def _results(game: Game, sides: Sequence[str]) -> list[int]:
    verdict = game.title.verdict(game.position, game.outcome)
    return [0 if not verdict.winner else 1 if verdict.winner == side else -1 for side in sides]


def write_game(
    folder: Path,
    table: GameTable,
    players: Mapping[str, str],
    seed: int,
    *,
    every: int = 1,
    turns: int = 0,
    orders: bool = False,
) -> bool:
    """Write the files of one game; False if they are there already."""
    path = folder / f"game-{seed}.npz"
    if path.exists():
        return False
    lines: list[dict[str, Any]] = []
    if orders:
        arrays, game = record_orders(table, players, seed, turns)
    else:
        arrays, lines, game = record(table, players, seed, every, turns)
    head = {"seed": seed, "players": dict(players), "outcome": game.outcome, "steps": game.step}
    text = b"".join(msgspec.json.encode(each) + b"\n" for each in (head, *lines))
    _replace(folder / f"game-{seed}.jsonl", lambda beside: beside.write_bytes(text))
    # Last, as its presence says that the game is done.
    _replace(path, lambda beside: _save(beside, arrays))
    return True


def _save(path: Path, arrays: Mapping[str, Array]) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def _replace(path: Path, write: Any) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(beside)
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def write_encoding(
    folder: Path, table: GameTable, *, orders: bool = False, made: Mapping[str, object] | None = None
) -> None:
    """Write what the numbers mean, what is printed on the board, and how the games were ``made``.

    Malformed, with nothing written, if the folder holds games that mean or were made otherwise.
    """
    observer = table.observer
    shape = [len(observer.moving), observer.places.rows, observer.places.columns]
    meaning = {
        "format": FORMAT,
        "scenario": table.scenario,
        "sides": table.sides,
        "static planes": observer.static,
        "planes": observer.moving,
        "shape": shape,
        "figures": observer.figures,
        "words": table.codec.words,
        "vocabulary": table.codec.size,
        "asked": ASKED,
    }
    if orders:
        meaning["orders"] = {"version": table.game.title.version, "options": dict(table.game.origin.options)}
    if made is not None:
        meaning["made"] = dict(made)
    data = msgspec.json.format(msgspec.json.encode(meaning), indent=1)
    _check_folder(folder, msgspec.json.decode(data))
    folder.mkdir(parents=True, exist_ok=True)
    _replace(folder / "encoding.json", lambda beside: beside.write_bytes(data))
    static = observer.printed()
    _replace(folder / "map.npz", lambda beside: _save(beside, {"planes": static}))


def _check_folder(folder: Path, meaning: Mapping[str, Any]) -> None:
    """Malformed if a folder holds games of another kind than those that are to be added to it."""
    path = folder / "encoding.json"
    if not path.exists():
        return
    try:
        before = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except msgspec.DecodeError:
        raise SaveError(f"{path} is damaged") from None
    if ("orders" in before) != ("orders" in meaning):
        raise Malformed(f"{folder} holds games in another encoding: take another folder")
    for key, value in meaning.items():  # what an older file does not tell cannot be compared
        if key in before and before[key] != value:
            what = "made in another way (see encoding.json)" if key == "made" else "in another encoding"
            raise Malformed(f"{folder} holds games {what}: take another folder")


class Episode:
    """A game read back from its file, with the folder's encoding."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as found:
            self.arrays: dict[str, Array] = dict(found)
        self.meaning: dict[str, Any] = msgspec.json.decode((path.parent / "encoding.json").read_bytes())
        with np.load(path.parent / "map.npz") as found:
            self.static: Array = found["planes"]
        sides = self.arrays["side"]
        self._whole = self.arrays.get("whole", np.ones(len(sides), np.uint8))
        self._of_side = {int(side): np.flatnonzero(sides == side) for side in np.unique(sides)}
        self._followed: dict[int, tuple[int, Array]] = {}  # the last that was asked for, among its side's

    def __len__(self) -> int:
        return len(self.arrays["word"])

    def board(self, decision: int) -> Array:
        """All planes at a decision."""
        return np.concatenate([self.static, self._moving(decision).reshape(tuple(self.meaning["shape"]))])

    def _moving(self, decision: int) -> Array:
        """The planes of pieces: those of the decision of this side that was last asked for, followed on, or
        else from the last one that was written whole."""
        arrays, side = self.arrays, int(self.arrays["side"][decision])
        of_side = self._of_side[side]
        last = int(np.searchsorted(of_side, decision))
        first, moving = self._followed.get(side, (-1, None))
        if moving is None or not first <= last:
            first = last
            while not self._whole[of_side[first]]:
                first -= 1
            moving = np.zeros(int(np.prod(self.meaning["shape"])), np.uint8)
        else:
            first += 1
        for each in of_side[first : last + 1]:
            if self._whole[each]:
                moving[:] = 0
            part = slice(arrays["starts"][each], arrays["starts"][each + 1])
            moving[arrays["cells"][part]] = arrays["values"][part]
        self._followed[side] = last, moving
        return moving

    def __iter__(self) -> Iterator[Row]:
        arrays = self.arrays
        for at, word in enumerate(arrays["word"]):
            decision = int(arrays["decision"][at])
            asked = np.zeros(ASKED, np.int8)
            asked[arrays["asked"][decision]] = 1
            mask = np.zeros(self.meaning["vocabulary"], np.int8)
            mask[arrays["legal"][arrays["legal_starts"][at] : arrays["legal_starts"][at + 1]]] = 1
            side = int(arrays["side"][decision])
            seen = {
                "board": self.board(decision),
                "figures": arrays["figures"][decision],
                "asked": asked,
                "spelled": arrays["spelled"][at],
            }
            yield Row(seen, mask, int(word), side, int(arrays["result"][side]))


class Replayed:
    """A game that was written as orders alone, played again as it is read, with the rows of `Episode`."""

    def __init__(self, path: Path, overlays: Sequence[Path | str] = ()) -> None:
        with np.load(path) as found:
            self.arrays: dict[str, Array] = dict(found)
        meaning = msgspec.json.decode((path.parent / "encoding.json").read_bytes())
        with path.with_suffix(".jsonl").open("rb") as file:
            self.seed = int(msgspec.json.decode(file.readline())["seed"])
        self.table = GameTable(meaning["scenario"], meaning["orders"]["options"], overlays)

    def __iter__(self) -> Iterator[Row]:
        """The rows; SaveError where the rules no longer offer what they offered."""
        table, arrays = self.table, self.arrays
        table.start(self.seed, settle=False)
        columns = (arrays[name].tolist() for name in ("side", "choices", "choice"))
        for number, choices, choice in zip(*columns, strict=True):
            side = table.sides[number]
            decision = table.game.decision_of(side)
            listed = list(decision.choices()) if decision is not None else []
            if len(listed) != choices:
                raise SaveError(f"step {table.game.step} had {choices} choices and now has {len(listed)}")
            speller = table.speller(side)
            words = speller.numbers_of(listed[choice])
            for word in words:
                result = int(arrays["result"][number])
                yield Row(table.observe(side), table.mask(side), word, number, result)
                speller.say(word)
            table.follow(side, listed[choice], words)
