"""What a staff finds on the map before it plans: who stands where, and who could strike where.

A `Survey` is made once for a phase from what a side knows, and never changed. Distances between hexes are
counted in movement points of infantry on the bare map, in thirtieths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, POINT, other_side
from hexfront.kernel.paths import reach

HOME = {CENTRAL_POWERS: "germany"}
MOST_HEXES_IN_ATTACK = 3  # neighbours of a hex from which a line of battle can attack it
DENSEST = 40  # strength that a full hex holds, more or less
FAR = 10_000
NEARBY = 3  # hexes


class Survey:
    """The lie of the land for one side at one moment."""

    def __init__(self, position: WesternFrontPosition, side: str) -> None:
        self.position = position
        self.side = side
        self.enemy = other_side(side)
        self.board = position.setting.board
        size = len(self.board)
        self.own = [0] * size  # strength of infantry and cavalry
        self.hostile = [0] * size
        self.hostile_forts = [0] * size
        self.own_forts = [0] * size
        self.own_units: list[Unit] = []
        self.hostile_units: list[Unit] = []
        pieces = position.setting.pieces
        for unit in position.units.values():
            if unit.at == OFF_MAP:
                continue
            piece = pieces[unit.piece]
            ours = piece.side == side
            if piece.fortress:
                (self.own_forts if ours else self.hostile_forts)[unit.at] += unit.strength
                continue
            (self.own_units if ours else self.hostile_units).append(unit)
            if piece.infantry or piece.cavalry:
                (self.own if ours else self.hostile)[unit.at] += unit.strength

    # Where a side can strike

    @cached_property
    def threat(self) -> Mapping[int, int]:
        """For each hex, the enemy strength that could attack it in the enemy's next turn."""
        return self._striking(self.hostile_units)

    @cached_property
    def might(self) -> Mapping[int, int]:
        """For each hex, the strength with which this side could attack it in one turn."""
        return self._striking(self.own_units)

    def _striking(self, units: Iterable[Unit]) -> dict[int, int]:
        """Strength that can come next to each hex, as far as there is room beside it."""
        position = self.position
        pieces = position.setting.pieces
        stacks: dict[tuple[int, int], int] = {}
        for unit in units:
            piece = pieces[unit.piece]
            if not (piece.infantry or piece.cavalry) or not unit.strength:
                continue
            key = unit.at, piece.movement if unit.mobilized else 0
            stacks[key] = stacks.get(key, 0) + unit.strength
        found: dict[int, int] = {}
        ways = position.base_ways(False)
        crossable = position.setting.crossable
        for (node, movement), strength in stacks.items():
            # A point less than printed: the last step leads into a zone of control.
            near = reach(ways, node, max(0, movement - 1) * POINT).cost
            struck = {beside for there in near for beside in crossable[there]}
            for beside in struck:
                found[beside] = found.get(beside, 0) + strength
        most = MOST_HEXES_IN_ATTACK * DENSEST
        return {node: min(strength, most) for node, strength in found.items()}

    @cached_property
    def hostile_near(self) -> list[int]:
        """For each hex the enemy strength within a few hexes."""
        found = [0] * len(self.board)
        for node, strength in enumerate(self.hostile):
            if strength:
                for near in self.board.within(node, NEARBY):
                    found[near] += strength
        return found

    # Distances

    @cached_property
    def hexes_to_enemy(self) -> tuple[int, ...]:
        """For each hex, how many hexes away the nearest enemy with strength is."""
        nodes = frozenset(
            node for node in range(len(self.board)) if self.hostile[node] or self.hostile_forts[node]
        )
        return self.position.setting.hexes_from(nodes) if nodes else (FAR,) * len(self.board)

    @cached_property
    def hexes_to_field_army(self) -> tuple[int, ...]:
        """The same, garrisons of fortresses without other units not counted."""
        nodes = frozenset(node for node in range(len(self.board)) if self.hostile[node])
        return self.position.setting.hexes_from(nodes) if nodes else (FAR,) * len(self.board)

    @cached_property
    def hexes_to_own(self) -> tuple[int, ...]:
        nodes = frozenset(node for node in range(len(self.board)) if self.own[node])
        return self.position.setting.hexes_from(nodes) if nodes else (FAR,) * len(self.board)

    def is_held_by_enemy(self, node: int) -> bool:
        """Whether an enemy that must be fought is in a hex."""
        return bool(self.hostile[node] or self.hostile_forts[node])

    def total(self) -> int:
        return sum(self.own)
