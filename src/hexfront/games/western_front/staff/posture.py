"""Whether a side still gains ground, or does better to dig in.

A staff remembers how much ground it held at each of its turns. Once the first two months are over and the
last turns have brought little, it stands: trenches are kept by those who dug them, and only attacks that
promise much are made. Should the ground begin to change hands again, it moves again.
"""

from __future__ import annotations

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.vocabulary import COUNTRY_NATION

TURNS = 5  # that are looked back upon
FIRST = 14  # turns before which nobody thinks of standing still
LEAST_GAIN = 18  # hexes in that time, below which an advance has come to its end


class Course:
    """How the ground held has changed."""

    def __init__(self, side: str) -> None:
        self.side = side
        self._held: dict[object, int] = {}

    def look(self, position: WesternFrontPosition) -> None:
        """Remember this turn."""
        country = position.setting.board.country
        self._held[position.date] = sum(
            1
            for node, land in enumerate(country)
            if land in COUNTRY_NATION and position.holder(node) == self.side
        )

    @property
    def gained(self) -> int:
        """Hexes gained in the last turns."""
        held = list(self._held.values())
        return held[-1] - held[max(0, len(held) - 1 - TURNS)] if held else 0

    @property
    def is_standing(self) -> bool:
        """Whether the front has come to rest."""
        return len(self._held) > FIRST and abs(self.gained) < LEAST_GAIN
