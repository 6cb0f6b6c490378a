"""What a side sees, as arrays of a fixed shape.

Made only of what the seam gives for the eyes of one side: the picture of the position and the report.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
from hexfront.kernel.showing import Mark, Sighting, Sightings, Track
from hexfront.kernel.title import REFEREE
from hexfront.shared.following import changes

ASKED = 64  # slots for kinds of questions
SPELLED = 16  # words of the order under way that are shown
MOST_LISTED = 1024  # counters, and markers, in a compact observation
PIECE_COLUMNS = "whose", "node", "symbol", "strength", "movement", "hidden"
MARK_COLUMNS = "whose", "node", "kind", "value"
MOST = 1e6  # of any figure
MOST_PRINTS = 3  # copies of the planes that are brought up to date when nobody holds them any more
MOST_BEHIND = 2000  # cells in which such a copy may differ before copying all of it is quicker
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
        self._kept: dict[str, tuple[Position, int, Observation]] = {}  # by side
        self._told: dict[str, tuple[Sequence[Track], Array]] = {}
        self._asked: dict[str, Array] = {"": np.zeros(ASKED, np.int8)}  # by kind of question
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
        """What a side sees now; ``spelled`` are the numbers of the words of its order so far.

        The board may be read, not written: as long as somebody holds it, it stays as it is, and when nobody
        does, it is brought up to date for the next who looks.
        """
        seen = self.seen(game, side)
        found = {name: array.copy() for name, array in seen.items() if name != "board"}
        if not self.compact:
            found["board"] = self.map_of(side).prints.taken()
        found["asked"], found["spelled"] = self.asked(game, side), shown_words(spelled)
        return found

    def asked(self, game: Game, side: str) -> Array:
        """Which kind of question a side is asked."""
        decision = game.decision_of(side)
        kind = "" if decision is None else decision.kind
        if kind not in self._asked:
            self._asked[kind] = np.zeros(ASKED, np.int8)
            self._asked[kind][zlib.crc32(kind.encode()) % ASKED] = 1
        return self._asked[kind].copy()

    def seen(self, game: Game, side: str) -> Observation:
        """The map and the figures, to be read now: they are kept, since spelling an order leaves them."""
        kept = self._kept.get(side)
        if kept is None or kept[0] is not game.position or kept[1] != game.step:
            seen = sightings(game, side)
            lying = self._listed(seen, side) if self.compact else {"board": self.map_of(side).drawn(seen)}
            kept = game.position, game.step, {**lying, "figures": self._figures(game, side)}
            self._kept[side] = kept
        return kept[2]

    def map_of(self, side: str) -> Map:
        """The planes of a side."""
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
        before = self._told.get(side)
        if before is None or told != before[0]:
            before = self._told[side] = told, self._read(told, side)
        figures = before[1].copy()
        figures[1] = min(game.steps_known(side), MOST)
        return figures

    def _read(self, told: Iterable[Track], side: str) -> Array:
        """The figures but for the number of steps."""
        values = {(track.group, track.side, track.name): track.value for track in told}
        found = [self.title.sides.index(side), 0, *(values.get(key) or 0.0 for key in self.tracks)]
        return np.array(found, np.float32).clip(-MOST, MOST)


def slot_of(kind: str) -> int:
    """Which slot says that a question is of a kind."""
    return zlib.crc32(kind.encode()) % ASKED


_NOTHING_SAID = np.zeros(SPELLED, np.int32)


def shown_words(spelled: Sequence[int]) -> Array:
    """The last words of an order that is being spelled."""
    words = _NOTHING_SAID.copy()
    if spelled:
        last = [number + 1 for number in spelled[-SPELLED:]]
        words[: len(last)] = last
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
        rows, columns = observer.places.rows, observer.places.columns
        self._at = [row * columns + column for row, column in observer.places.at]
        area, first = rows * columns, len(observer.static)
        self._plane = {name: (first + at) * area for at, name in enumerate(observer.moving)}
        self._cells = bytearray(observer.printed().tobytes() + bytes(len(observer.moving) * area))
        self.board: Array = np.frombuffer(self._cells, np.uint8).reshape(len(observer.planes), rows, columns)
        self.prints = Prints(self.board)
        self._followers: list[set[int]] = []
        self._planes_of: dict[tuple[str, str], tuple[int, int, int, int, int | None]] = {}
        self._counters: list[Sighting] = []
        self._marks: list[Mark] = []
        self._lying: defaultdict[int, list[Sighting | Mark]] = defaultdict(list)
        self._shown: defaultdict[int, dict[int, int]] = defaultdict(dict)  # what stands in the planes, by hex

    def drawn(self, seen: Sightings) -> Array:
        """The planes as they are now."""
        counters, marks = list(seen.counters), list(seen.marks)
        changed: set[int] = set()
        self._follow(*changes(self._counters, counters), changed)
        if marks != self._marks:
            before, now = Counter(self._marks), Counter(marks)
            self._follow((before - now).elements(), (now - before).elements(), changed)
            self._marks = marks
        self._counters = counters
        for node in changed:
            self._draw(node)
        return self.board

    def _follow(self, gone: Iterable[Lying], come: Iterable[Lying], changed: set[int]) -> None:
        for each in gone:
            self._lying[each.node].remove(each)
            changed.add(each.node)
        for each in come:
            self._lying[each.node].append(each)
            changed.add(each.node)

    def _draw(self, node: int) -> None:
        """Write the values of all planes in one hex that are other than they were."""
        before, now = self._shown[node], self._values(self._lying[node])
        if before == now:
            return
        cells, hexagon, altered = self._cells, self._at[node], []
        for plane in before.keys() | now.keys():
            value = now.get(plane, 0)
            if before.get(plane, 0) != value:
                cells[plane + hexagon] = value
                altered.append(plane + hexagon)
        self._shown[node] = now
        self.prints.alter(altered)
        for behind in self._followers:
            behind.update(altered)

    def follow(self) -> set[int]:
        """A set into which the cells come that are altered from now on; whoever reads it empties it."""
        behind: set[int] = set()
        self._followers.append(behind)
        return behind

    def leave(self, behind: set[int]) -> None:
        """Follow no more."""
        self._followers = [each for each in self._followers if each is not behind]

    def _values(self, lying: Sequence[Sighting | Mark]) -> dict[int, int]:
        """What the planes show of what lies in one hex, by where each plane begins; 0 is left out."""
        found: dict[int, float] = {}
        for each in lying:
            if isinstance(each, Mark):
                holder = self._nations.get(each.nation)
                whose = "no side's" if holder is None else self._whose(holder)
                at = self._plane.get(f"{whose} marker: {each.kind}")
                if at is not None:
                    found[at] = found.get(at, 0) + each.value
                continue
            pieces, strength, speed, hidden, kind = self._planes(each.side, each.symbol)
            found[pieces] = found.get(pieces, 0) + 1
            if kind is not None:
                found[kind] = found.get(kind, 0) + 1
            found[strength] = found.get(strength, 0) + each.strength
            found[speed] = max(found.get(speed, 0), each.movement)
            if each.hidden:
                found[hidden] = found.get(hidden, 0) + 1
        return {at: int(min(max(value, 0), 255)) for at, value in found.items()}

    def _planes(self, side: str, symbol: str) -> tuple[int, int, int, int, int | None]:
        """The planes of pieces, strength, movement, hidden ones and those of a kind."""
        found = self._planes_of.get((side, symbol))
        if found is None:
            whose, plane = self._whose(side), self._plane
            pieces, strength, speed, hidden = (
                plane[f"{whose} {what}"] for what in ("pieces", "strength", "movement", "hidden")
            )
            found = pieces, strength, speed, hidden, plane.get(f"{whose} {symbol}")
            self._planes_of[side, symbol] = found
        return found

    def _whose(self, side: str) -> str:
        return "own" if side == self._side else "enemy"


class _Print:
    """A copy of an array for others to read, and the cells in which it is behind."""

    def __init__(self, array: Array) -> None:
        self._own = array.copy()
        self.behind: set[int] = set()
        self._unread = sys.getrefcount(self._own)

    def is_free(self) -> bool:
        """Whether nobody has it any more: whoever reads it holds a view of it, or a view of such a view."""
        return sys.getrefcount(self._own) == self._unread

    def view(self) -> Array:
        """The copy, to be read and not written."""
        view = self._own.view()
        view.flags.writeable = False
        return view

    def catch_up(self, array: Array) -> None:
        if len(self.behind) > MOST_BEHIND:
            np.copyto(self._own, array)
        elif self.behind:
            cells = [*self.behind]
            self._own.ravel()[cells] = array.ravel()[cells]
        self.behind.clear()


class Prints:
    """Copies of a large array that changes in few cells. One that nobody holds any more is taken again."""

    def __init__(self, array: Array) -> None:
        self._array = array
        self._prints: list[_Print] = []  # what was taken last stands last

    def alter(self, cells: Sequence[int]) -> None:
        """Some cells of the array, counted through all its dimensions, have changed."""
        for each in self._prints:
            each.behind.update(cells)

    def taken(self) -> Array:
        """The array as it is now, for somebody who may keep it and not write to it."""
        prints = self._prints
        found = next((each for each in reversed(prints) if each.is_free()), None)
        if found is None:
            found = _Print(self._array)
            if len(prints) == MOST_PRINTS:
                del prints[0]  # whoever has it may keep it
        else:
            prints.remove(found)
            found.catch_up(self._array)
        prints.append(found)
        return found.view()


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
