"""What a side sees, as arrays of a fixed shape.

Made only of what the seam gives for the eyes of one side: the picture of the position and the report.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from hexfront.drawing.picture import Counter, Picture
from hexfront.kernel.board import Board
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.position import Position
from hexfront.kernel.showing import Track
from hexfront.kernel.title import REFEREE

ASKED = 64  # slots for kinds of questions
SPELLED = 16  # words of the order under way that are shown
MOST = 1e6  # of any figure
Array = npt.NDArray[Any]
Observation = dict[str, Array]

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
    """Makes the observations of one scenario. ``planes`` and ``figures`` name what stands where."""

    def __init__(self, game: Game) -> None:
        self.title = game.title
        self.board = game.setting.board
        self.places = Places(self.board)
        picture = self._picture(game, REFEREE)
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
        self._size = self.places.rows * self.places.columns
        self._offset = [row * self.places.columns + column for row, column in self.places.at]
        self._index = {name: at * self._size for at, name in enumerate(self.moving)}
        self._kept: tuple[Position, tuple[str, int], tuple[Array, Array]] | None = None
        self.figures = ["side", "step", *(f"{group}: {name} ({side})" for group, side, name in self.tracks)]
        shape = (len(self.planes), self.places.rows, self.places.columns)
        self.space = spaces.Dict(
            {
                "board": spaces.Box(0, 255, shape, np.uint8),
                "figures": spaces.Box(-MOST, MOST, (len(self.figures),), np.float32),
                "asked": spaces.Box(0, 1, (ASKED,), np.int8),
                "spelled": spaces.Box(0, 2**31 - 1, (SPELLED,), np.int32),
            }
        )

    def _picture(self, game: Game, viewer: str) -> Picture | None:
        try:
            picture = game.picture(viewer)
        except Refusal:
            return None
        return picture if isinstance(picture, Picture) else None

    def printed(self) -> Array:
        """The planes of what is printed on the board."""
        if self._drawn is None:
            return np.zeros((0, self.places.rows, self.places.columns), np.uint8)
        return self._drawn.copy()

    def observe(self, game: Game, side: str, spelled: Sequence[int] = ()) -> Observation:
        """What a side sees now; ``spelled`` are the numbers of the words of its order so far."""
        asked = np.zeros(ASKED, np.int8)
        decision = game.decision_of(side)
        if decision is not None:
            asked[zlib.crc32(decision.kind.encode()) % ASKED] = 1
        words = np.zeros(SPELLED, np.int32)
        last = list(spelled)[-SPELLED:]
        words[: len(last)] = [number + 1 for number in last]
        board, figures = self._seen(game, side)
        return {"board": board.copy(), "figures": figures.copy(), "asked": asked, "spelled": words}

    def _seen(self, game: Game, side: str) -> tuple[Array, Array]:
        """Planes and figures. While an order is being spelled nothing of them changes, so they are kept."""
        key = side, game.step
        if self._kept is None or self._kept[0] is not game.position or self._kept[1] != key:
            self._kept = game.position, key, (self._board(game, side), self._figures(game, side))
        return self._kept[2]

    def _board(self, game: Game, side: str) -> Array:
        cells: defaultdict[int, float] = defaultdict(float)
        picture = self._picture(game, side)
        for piece in picture.counters if picture else ():
            self._piece(cells, piece, "own" if piece.side == side else "enemy")
        for marker in picture.markers if picture else ():
            holder = self.nations.get(marker.nation)
            whose = "no side's" if holder is None else "own" if holder == side else "enemy"
            at = self._index.get(f"{whose} marker: {marker.kind}")
            if at is not None:
                cells[at + self._offset[marker.node]] += _value(marker.text) or 1
        moving = np.zeros(len(self.moving) * self._size, np.float32)
        moving[list(cells)] = list(cells.values())
        drawn = np.clip(moving, 0, 255).astype(np.uint8).reshape(-1, self.places.rows, self.places.columns)
        return drawn if self._drawn is None else np.concatenate([self._drawn, drawn])

    def _piece(self, cells: defaultdict[int, float], piece: Counter, whose: str) -> None:
        at = self._offset[piece.node]
        index = self._index
        cells[index[f"{whose} pieces"] + at] += 1
        if "hidden" in piece.states:
            cells[index[f"{whose} hidden"] + at] += 1
        cells[index[f"{whose} strength"] + at] += _value(piece.strength)
        speed = index[f"{whose} movement"] + at
        cells[speed] = max(cells[speed], _value(piece.movement))
        kind = index.get(f"{whose} {piece.symbol}")
        if kind is not None:
            cells[kind + at] += 1

    def _figures(self, game: Game, side: str) -> Array:
        told = game.report(side).tracks
        values = {(track.group, track.side, track.name): _figure(track) for track in told}
        found = [float(self.title.sides.index(side)), float(game.steps_known(side))]
        found += [values.get(key, 0.0) for key in self.tracks]
        return np.clip(np.array(found, np.float32), -MOST, MOST)


def _figure(track: Track) -> float:
    return track.value if track.value is not None else 0.0


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
