"""What is fixed in a game of Outpost: board, kinds of units, results, costs of movement."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from hexfront.kernel.datafiles import Faults
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.paths import ways_of
from hexfront.kernel.title import Setting
from outpost.position import HALF, UNKNOWN

TERRAIN_POINTS = {"clear": 1, "woods": 2, "hill": 1, "marsh": 3, "outpost": 1, "": 1}


class Kind(msgspec.Struct, frozen=True):
    """A row of units.csv."""

    kind: str
    strength: int
    steps: int
    movement: int


class Result(msgspec.Struct, frozen=True):
    """A row of results.csv: steps lost by each, and whether the defender has a choice more."""

    total: int
    attacker: int
    defender: int
    choice: bool
    line: int = 0


class Card(msgspec.Struct, frozen=True):
    """A row of cards.csv."""

    card: str
    attack: int
    march: int


class OutpostSetting(Setting):
    """Tables and costs, read once for a game."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        faults, data, board = Faults(), self.data, self.board
        self.kinds = {row.kind: row for row in data.csv("units.csv", Kind, faults)}
        self.cards = {row.card: row for row in data.csv("cards.csv", Card, faults)}
        results = data.csv("results.csv", Result, faults)
        self.results = {row.total: row for row in results}
        for before, row in pairwise(results):
            if row.total != before.total + 1:
                faults.add("results.csv", row.line, f"{row.total} does not follow {before.total}")
        objectives = [place.node for place in board.places if "objective" in place.kinds]
        if not objectives:
            faults.add("board/places.csv", 0, "no place is an objective")
        faults.raise_if_any()
        self.kinds[UNKNOWN] = Kind(UNKNOWN, 0, 1, self.kinds["dummy"].movement)
        self.ways = ways_of(board.adjacent, self._cost)
        self.road_ways = ways_of(board.adjacent, self._road_cost)
        self.objective = objectives[0]

    def _cost(self, here: int, there: int) -> int | None:
        return None if self.board.is_area(there) else self.crossing(here, there)

    def _road_cost(self, here: int, there: int) -> int | None:
        return self.crossing(here, there) if "road" in self.side(here, there).networks else None

    def crossing(self, here: int, there: int, note: Note = unexplained) -> int:
        """[3.2] [3.3] What a step costs, in halves of a point, zones not counted."""
        if "road" in self.side(here, there).networks:
            return note("3.3", "road", 1)
        if self.board.is_area(here):
            return note("3.6", "out of the reserve", HALF)
        terrain, elevation = self.board.terrain[there], self.board.elevation
        cost = note("3.2", terrain, TERRAIN_POINTS[terrain] * HALF)
        if self.is_river(here, there):
            cost += note("3.2", "river", HALF)
        if (elevation[there] or 0) > (elevation[here] or 0):
            cost += note("3.2", "climbing", HALF)
        return cost

    def is_river(self, here: int, there: int) -> bool:
        """Whether a river without a bridge lies between two hexes."""
        features = self.side(here, there).features
        return "river" in features and "bridge" not in features
