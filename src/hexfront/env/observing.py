"""What a side sees, as arrays of a fixed shape.

Made only of what the seam gives for the eyes of one side: the picture of the position and the report.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from hexfront.drawing.picture import Picture
from hexfront.kernel.board import Board
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.position import Position
from hexfront.kernel.showing import Mark, Sighting, Sightings
from hexfront.kernel.title import REFEREE
from hexfront.shared.following import changes

ASKED = 64  # slots for kinds of questions
SPELLED = 16  # words of the order under way that are shown
MOST_LISTED = 1024  # counters, and markers, in a compact observation
PIECE_COLUMNS = "whose", "node", "symbol", "strength", "movement", "hidden"
MARK_COLUMNS = "whose", "node", "kind", "value"
MOST = 1e6  # of any figure
Array = npt.NDArray[Any]
Observation = dict[str, Array]
Lying = TypeVar("Lying", Sighting, Mark)

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@lru_cache(maxsize=4096)
def _value(text: str) -> float:
    """The first number in a text."""
    found = _NUMBER.search(text)
    return float(found[0]) if found else 0.0


class Places:
    """Where each node lies in an array: map sheets side by side, boxes off the map in rows below them."""

    def __init__(self, board: Board) -> None:
        offset, start = 0, {}
        for grid in board.sheet.maps:
            start[grid.name] = offset - grid.columns[0]
            offset += grid.columns[1] - grid.columns[0] + 1
        self.columns = max(offset, 1)
        rows = max((grid.rows[1] - grid.rows[0] + 1 for grid in board.sheet.maps), default=0)
        self.at: list[tuple[int, int]] = []
        boxes = 0
        for found in board.cells:
            if found is None:
                row, column = divmod(boxes, self.columns)
                self.at.append((rows + row, column))
                boxes += 1
            else:
                grid, cell = found
                self.at.append((cell.row - grid.rows[0], start[grid.name] + cell.column))
        self.rows = rows + -(-boxes // self.columns)


class Observer:
    """Makes the observations of one scenario. ``planes`` and ``figures`` name what stands where.

    A ``compact`` one lists counters and markers row by row instead of drawing them on planes.
    """

    def __init__(self, game: Game, compact: bool = False) -> None:
        self.compact = compact
        self.title = game.title
        self.board = game.setting.board
        self.places = Places(self.board)
        picture = _picture(game, REFEREE)
        style_symbols = sorted(picture.style.symbols) if picture else []
        style_markers = sorted(picture.style.markers) if picture else []
        counters = picture.counters if picture else ()
        markers = picture.markers if picture else ()
        self.symbols = list(dict.fromkeys([*style_symbols, *sorted({each.symbol for each in counters})]))
        self.symbols = [word for word in self.symbols if word]
        self.markers = list(dict.fromkeys([*style_markers, *sorted({each.kind for each in markers})]))
        self.nations = {each.nation: each.side for each in counters if each.side}
        self.tracks = [
            (track.group, track.side, track.name)
            for track in game.report(REFEREE).tracks
            if track.value is not None
        ]
        static = _static(self.board, self.places)
        self.static = list(static)
        self._drawn = np.stack([static[name] for name in self.static]) if static else None
        marked = [f"marker: {kind}" for kind in self.markers]
        self.moving = [
            f"{whose} {what}"
            for whose in ("own", "enemy")
            for what in ("pieces", "strength", "movement", "hidden", *self.symbols, *marked)
        ] + [f"no side's {kind}" for kind in marked]
        self.planes = [*self.static, *self.moving]
        self._maps: dict[str, Map] = {}
        self._kept: tuple[Position, tuple[str, int], Observation] | None = None
        self.figures = ["side", "step", *(f"{group}: {name} ({side})" for group, side, name in self.tracks)]
        shape = (len(self.planes), self.places.rows, self.places.columns)
        lying: dict[str, spaces.Space[Any]] = {"board": spaces.Box(0, 255, shape, np.uint8)}
        if compact:
            lying = {
                name: spaces.Box(-1, 2**15 - 1, (MOST_LISTED, len(columns)), np.int16)
                for name, columns in (("pieces", PIECE_COLUMNS), ("marks", MARK_COLUMNS))
            }
        self.space = spaces.Dict(
            {
                **lying,
                "figures": spaces.Box(-MOST, MOST, (len(self.figures),), np.float32),
                "asked": spaces.Box(0, 1, (ASKED,), np.int8),
                "spelled": spaces.Box(0, 2**31 - 1, (SPELLED,), np.int32),
            }
        )

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The arrays of an observation by name, with the shape of each."""
        return {name: space.shape or () for name, space in self.space.spaces.items()}

    def printed(self) -> Array:
        """The planes of what is printed on the board."""
        if self._drawn is None:
            return np.zeros((0, self.places.rows, self.places.columns), np.uint8)
        return self._drawn.copy()

    def observe(self, game: Game, side: str, spelled: Sequence[int] = ()) -> Observation:
        """What a side sees now; ``spelled`` are the numbers of the words of its order so far."""
        seen = {name: array.copy() for name, array in self.seen(game, side).items()}
        return {**seen, "asked": self.asked(game, side), "spelled": shown_words(spelled)}

    def asked(self, game: Game, side: str) -> Array:
        """Which kind of question a side is asked."""
        asked = np.zeros(ASKED, np.int8)
        decision = game.decision_of(side)
        if decision is not None:
            asked[zlib.crc32(decision.kind.encode()) % ASKED] = 1
        return asked

    def seen(self, game: Game, side: str) -> Observation:
        """The map and the figures, to be read now: they are kept, since spelling an order leaves them."""
        key = side, game.step
        if self._kept is None or self._kept[0] is not game.position or self._kept[1] != key:
            seen = sightings(game, side)
            lying = self._listed(seen, side) if self.compact else {"board": self._map(side).drawn(seen)}
            self._kept = game.position, key, {**lying, "figures": self._figures(game, side)}
        return self._kept[2]

    def _map(self, side: str) -> Map:
        if side not in self._maps:
            self._maps[side] = Map(self, side)
        return self._maps[side]

    def _listed(self, seen: Sightings, side: str) -> Observation:
        """Counters and markers as rows of numbers, -1 where a list has ended.

        Whose they are is 1 for one's own, 2 for the enemy's, 0 for nobody's. Symbols and kinds are numbered
        as `symbols` and `markers` have them, others are -1.
        """
        symbols = {name: at for at, name in enumerate(self.symbols)}
        kinds = {name: at for at, name in enumerate(self.markers)}
        pieces = [
            (1 if each.side == side else 2, each.node, symbols.get(each.symbol, -1), *each[3:])
            for each in seen.counters[:MOST_LISTED]
        ]
        marks = []
        for mark in seen.marks[:MOST_LISTED]:
            holder = self.nations.get(mark.nation)
            whose = 0 if holder is None else 1 if holder == side else 2
            marks.append((whose, mark.node, kinds.get(mark.kind, -1), mark.value))
        return {"pieces": _rows(pieces, PIECE_COLUMNS), "marks": _rows(marks, MARK_COLUMNS)}

    def _figures(self, game: Game, side: str) -> Array:
        told = self.title.tracks(game.position, side)
        values = {(track.group, track.side, track.name): track.value for track in told}
        found = [float(self.title.sides.index(side)), float(game.steps_known(side))]
        found += [values.get(key) or 0.0 for key in self.tracks]
        return np.array(found, np.float32).clip(-MOST, MOST)


def shown_words(spelled: Sequence[int]) -> Array:
    """The last words of an order that is being spelled."""
    words = np.zeros(SPELLED, np.int32)
    last = list(spelled)[-SPELLED:]
    words[: len(last)] = [number + 1 for number in last]
    return words


def _rows(listed: Sequence[Sequence[float]], columns: Sequence[str]) -> Array:
    found = np.full((MOST_LISTED, len(columns)), -1, np.int16)
    if listed:
        found[: len(listed)] = listed
    return found


def _picture(game: Game, viewer: str) -> Picture | None:
    try:
        picture = game.picture(viewer)
    except Refusal:
        return None
    return picture if isinstance(picture, Picture) else None


def sightings(game: Game, viewer: str) -> Sightings:
    """What a viewer sees on the map: as the title tells it, or read off its picture."""
    told = game.title.sightings(game.position, viewer)
    return read_off(_picture(game, viewer)) if told is None else told


def read_off(picture: Picture | None) -> Sightings:
    """What a picture shows, in numbers."""
    if picture is None:
        return Sightings((), ())
    return Sightings(
        [
            Sighting(
                piece.node,
                piece.side,
                piece.symbol,
                _value(piece.strength),
                _value(piece.movement),
                "hidden" in piece.states,
            )
            for piece in picture.counters
        ],
        [Mark(mark.node, mark.kind, mark.nation, _value(mark.text) or 1) for mark in picture.markers],
    )


class Map:
    """The planes that one side sees. Only hexes in which something has changed are drawn anew."""

    def __init__(self, observer: Observer, side: str) -> None:
        self._side = side
        self._nations = observer.nations
        self._index = {name: at for at, name in enumerate(observer.moving)}
        self._at = observer.places.at
        rows, columns = observer.places.rows, observer.places.columns
        self._first = len(observer.static)
        self._board = np.concatenate(
            [observer.printed(), np.zeros((len(observer.moving), rows, columns), np.uint8)]
        )
        self._counters: list[Sighting] = []
        self._marks: list[Mark] = []
        self._lying: defaultdict[int, list[Sighting | Mark]] = defaultdict(list)

    def drawn(self, seen: Sightings) -> Array:
        """The planes as they are now."""
        counters, marks = list(seen.counters), list(seen.marks)
        changed: set[int] = set()
        self._follow(self._counters, counters, changed)
        if marks != self._marks:
            self._follow(self._marks, marks, changed)
            self._marks = marks
        self._counters = counters
        for node in changed:
            row, column = self._at[node]
            self._board[self._first :, row, column] = self._column(self._lying[node])
        return self._board

    def _follow(self, before: list[Lying], now: list[Lying], changed: set[int]) -> None:
        gone, come = changes(before, now)
        for each in gone:
            self._lying[each.node].remove(each)
            changed.add(each.node)
        for each in come:
            self._lying[each.node].append(each)
            changed.add(each.node)

    def _column(self, lying: Sequence[Sighting | Mark]) -> Array:
        """The values of all planes in one hex."""
        index = self._index
        found = np.zeros(len(index), np.float32)
        for each in lying:
            if isinstance(each, Mark):
                holder = self._nations.get(each.nation)
                whose = "no side's" if holder is None else self._whose(holder)
                at = index.get(f"{whose} marker: {each.kind}")
                if at is not None:
                    found[at] += each.value
                continue
            whose = self._whose(each.side)
            found[index[f"{whose} pieces"]] += 1
            if each.hidden:
                found[index[f"{whose} hidden"]] += 1
            found[index[f"{whose} strength"]] += each.strength
            speed = index[f"{whose} movement"]
            found[speed] = max(found[speed], each.movement)
            kind = index.get(f"{whose} {each.symbol}")
            if kind is not None:
                found[kind] += 1
        return found.clip(0, 255).astype(np.uint8)

    def _whose(self, side: str) -> str:
        return "own" if side == self._side else "enemy"


def _static(board: Board, places: Places) -> Mapping[str, Array]:
    """What is printed on the board. What stands on hexsides is counted for each hex, from 0 to 6."""
    planes: dict[str, Array] = {}

    def mark(name: str, node: int) -> None:
        if name not in planes:
            planes[name] = np.zeros((places.rows, places.columns), np.uint8)
        row, column = places.at[node]
        planes[name][row, column] += 1

    for node in range(len(board)):
        mark("on the board", node)
        for word in (board.terrain[node], *board.features[node]):
            if word:
                mark(f"hex: {word}", node)
        if board.country[node]:
            mark(f"country: {board.country[node]}", node)
    for side in board.sides:
        words = [side.terrain, *side.features, *(f"{net} {kind}" for net, kind in side.networks.items())]
        for word in words:
            if word:
                mark(f"hexsides: {word}", side.a)
                mark(f"hexsides: {word}", side.b)
    for place in board.places:
        for kind in place.kinds:
            mark(f"place: {kind}", place.node)
    return {name: planes[name] for name in sorted(planes)}
