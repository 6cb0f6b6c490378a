"""Reading what is printed: once for all games without overlays, anew for those with any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from hexfront.kernel.board import Board, board_in, load_board
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.errors import DataError, Fault

Printed = TypeVar("Printed")


class Shelf(Generic[Printed]):
    """The data folder of a title, with its board and whatever else is printed, as ``read`` makes it."""

    def __init__(self, folder: Path, read: Callable[[DataFolder], Printed]) -> None:
        self.folder = folder
        self._read = read

    @property
    def data(self) -> DataFolder:
        """The data files without overlays."""
        return DataFolder(self.folder)

    @cached_property
    def printed(self) -> Printed:
        """Everything without overlays, read once."""
        return self._read(self.data)

    @cached_property
    def board(self) -> Board:
        return board_in(self.data)

    def laid_out(self, overlays: Sequence[Overlay], board: Board | None) -> tuple[DataFolder, Board, Printed]:
        """Data, board and all else of one game; ``board`` replaces the printed one."""
        data = DataFolder(self.folder, overlays)
        if overlays:
            return data, board or board_in(data), self._read(data)
        return data, board or self.board, self.printed


class Proof(msgspec.Struct, frozen=True):
    """What was found when lists were proved: everything wrong, each fault once, and the size of the lists."""

    faults: tuple[Fault, ...]
    figures: dict[str, int]

    @classmethod
    def of(cls, folder: DataFolder, faults: Faults, figures: dict[str, int]) -> Proof:
        """The same with files named as people find them, where an overlay has its own."""
        shown = {name: folder.shown(name) for name in folder.names()}
        found = {msgspec.structs.replace(each, file=shown.get(each.file, each.file)) for each in faults.found}
        return cls(tuple(sorted(found)), figures)


def proved(data: DataFolder, checks: Sequence[Callable[[], object]], faults: Faults) -> Board:
    """The board, when it and everything that is checked are sound; DataError carries every fault at once."""
    board = load_board(data.subfolder("board"), faults)
    for check in checks:
        try:
            check()
        except DataError as wrong:
            faults.found.extend(wrong.faults)
    faults.raise_if_any()
    assert board is not None
    return board


def board_figures(board: Board) -> Mapping[str, object]:
    """The size of a board, for people: hexes and hexsides by what is on them."""
    hexes = [node for node in range(len(board)) if not board.is_area(node)]
    ground = Counter(board.terrain[node] for node in hexes if board.terrain[node])
    terrain = Counter(side.terrain for side in board.sides if side.terrain)
    features = Counter(feature for side in board.sides for feature in side.features)
    tracks = Counter(kind for side in board.sides for kind in side.networks.values())
    return {
        "hexes": len(hexes),
        "hexsides": len(board.sides),
        **{f"hexes of {word}": number for word, number in ground.most_common()},
        **{f"hexsides {word}": number for word, number in terrain.most_common()},
        **{f"hexsides with {word}": number for word, number in features.most_common()},
        **{f"hexsides with {word} track": number for word, number in tracks.most_common()},
        "places": len(board.places),
    }
