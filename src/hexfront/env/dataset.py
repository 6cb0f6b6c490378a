"""Games as arrays: positions, decisions and outcomes, in the encoding of the environments.

Each game is one compressed ``.npz`` file, for NumPy, and one ``.jsonl`` file with the decisions in words.
Planes are kept sparsely (most hexes are empty), once for each decision; the words of an order refer to it.
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
from hexfront.env.observing import ASKED, SPELLED, Array, Observation
from hexfront.env.table import GameTable
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.errors import Malformed, SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Order
from hexfront.kernel.records import Entry
from hexfront.kernel.title import REFEREE

FORMAT = 1


class Row(NamedTuple):
    """One word that was said: what its side saw, what it could have said, what it said, how it ended."""

    observation: Observation
    mask: Array
    action: int
    side: int
    result: int


class _Writer:
    """Collects the arrays of one game."""

    def __init__(self, table: GameTable, every: int) -> None:
        self.table = table
        self.every = every
        self.cells: list[Array] = []
        self.values: list[Array] = []
        self.figures: list[Array] = []
        self.asked: list[int] = []
        self.side: list[int] = []
        self.step: list[int] = []
        self.choices: list[int] = []
        self.decision: list[int] = []
        self.spelled: list[Array] = []
        self.legal: list[list[int]] = []
        self.word: list[int] = []
        self.lines: list[dict[str, Any]] = []
        self._seen = 0

    def decide(self, entry: Entry, reason: str) -> None:
        """Write down a decision and what was answered, and play it."""
        table = self.table
        game, side = table.game, entry.by
        speller = table.speller(side)
        numbers = speller.numbers_of(entry.action)
        if numbers and self._seen % self.every == 0:
            self._position(side)
            for number in numbers:
                self.decision.append(len(self.side) - 1)
                self.spelled.append(table.spelled(side))
                self.legal.append(sorted(speller.next))
                self.word.append(number)
                speller.say(number)
            self.lines.append(
                {
                    "step": game.step,
                    "side": side,
                    "turn": game.title.moment(game.position).turn,
                    "kind": self._kind(side),
                    "choices": self.choices[-1],
                    "action": as_words(entry.action),
                    "reason": reason,
                }
            )
        self._seen += bool(numbers)
        table.follow(side, entry.action, numbers)

    def _kind(self, side: str) -> str:
        decision = self.table.game.decision_of(side)
        assert decision is not None
        return decision.kind

    def _position(self, side: str) -> None:
        table = self.table
        seen = table.observer.seen(table.game, side)
        moving = seen["board"][len(table.observer.static) :].ravel()
        cells = np.flatnonzero(moving)
        self.cells.append(cells.astype(np.uint32))
        self.values.append(moving[cells])
        self.figures.append(seen["figures"])
        self.asked.append(int(table.observer.asked(table.game, side).argmax()))
        self.side.append(table.sides.index(side))
        self.step.append(table.game.step)
        decision = table.game.decision_of(side)
        assert decision is not None
        self.choices.append(len(decision.choices()))

    def arrays(self, results: Sequence[int]) -> dict[str, Array]:
        """Everything, by the names of the format."""
        figures = np.stack(self.figures) if self.figures else np.zeros((0, len(self.table.observer.figures)))
        spelled = np.stack(self.spelled) if self.spelled else np.zeros((0, SPELLED))
        return {
            "cells": _joined(self.cells, np.uint32),
            "values": _joined(self.values, np.uint8),
            "starts": _starts([len(each) for each in self.cells]),
            "figures": figures.astype(np.float32),
            "asked": np.array(self.asked, np.uint8),
            "side": np.array(self.side, np.uint8),
            "step": np.array(self.step, np.int32),
            "choices": np.array(self.choices, np.int32),
            "decision": np.array(self.decision, np.int32),
            "spelled": spelled.astype(np.int32),
            "legal": _joined([np.array(each) for each in self.legal], np.uint16),
            "legal_starts": _starts([len(each) for each in self.legal]),
            "word": np.array(self.word, np.int32),
            "result": np.array(results, np.int8),
        }


def _joined(parts: Sequence[Array], kind: Any) -> Array:
    return np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)


def _starts(lengths: Sequence[int]) -> Array:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def record(
    table: GameTable, players: Mapping[str, str], seed: int, every: int = 1, turns: int = 0
) -> tuple[dict[str, Array], list[dict[str, Any]], Game]:
    """Let computer players play a game, and write every so-manieth of its decisions down."""
    table.start(seed, settle=False)
    played = table.game
    reasons: dict[int, str] = {}

    def heard(game: Game, side: str, order: Order) -> None:
        reasons[game.step] = order.reason

    course = play_out(played, table_of(played, players, seed), turns=turns, heard=heard)
    if course.broken:
        raise SaveError(f"game {seed} cannot be written down: {course.broken}")
    table.start(seed, settle=False)
    writer = _Writer(table, every)
    for step, entry in enumerate(played.journal):
        if entry.by != REFEREE:
            writer.decide(entry, reasons.get(step, ""))
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

    def __len__(self) -> int:
        return len(self.arrays["word"])

    def board(self, decision: int) -> Array:
        """All planes at a decision."""
        arrays = self.arrays
        shape = tuple(self.meaning["shape"])
        moving = np.zeros(int(np.prod(shape)), np.uint8)
        part = slice(arrays["starts"][decision], arrays["starts"][decision + 1])
        moving[arrays["cells"][part]] = arrays["values"][part]
        return np.concatenate([self.static, moving.reshape(shape)])

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
