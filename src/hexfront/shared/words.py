"""Hexes, numbers and names as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from hexfront.kernel.board import Board

_LAST = 99_999  # where names without a number come


def counted(number: int, one: str, many: str = "") -> str:
    """``1 unit``, ``2 units``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``13th``."""
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


@cache
def natural(text: str) -> tuple[int, str]:
    """A key that sorts names by their numbers: 2nd before 10th, and those without any behind all others."""
    digits = "".join(letter for letter in text if letter.isdigit())
    return int(digits) if digits else _LAST, text


class Places:
    """The hexes of a board as people read them: ``Namur (1909)``, the number alone where nothing has a name.

    ``areas`` names boxes off the map whose labels are not what people call them.
    """

    def __init__(self, areas: Mapping[str, str] | None = None, off_map: str = "") -> None:
        self._areas = dict(areas or {})
        self._off_map = off_map
        self.of = lru_cache(maxsize=16)(self._of)

    def _of(self, board: Board) -> tuple[str, ...]:
        return tuple(self._called(board, node, label) for node, label in enumerate(board.labels))

    def _called(self, board: Board, node: int, label: str) -> str:
        name = board.name_of(node).removeprefix(label).strip()
        if board.is_area(node):
            name = self._areas.get(label) or name or label.replace("-", " ").title()
            return f"{name} ({self._off_map})" if self._off_map else name
        return f"{name} ({label})" if name else label

    def place(self, board: Board, node: int) -> str:
        """A hex as people read it; nowhere is the map's edge."""
        return self.of(board)[node] if node >= 0 else "the map's edge"

    def labelled(self, board: Board, label: str) -> str:
        """The same for a hex given by its number; a number that is not on the board stays as it is."""
        return self.of(board)[board[label]] if label in board else label
