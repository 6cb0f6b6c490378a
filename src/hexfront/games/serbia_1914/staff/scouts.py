"""Where the enemy units are that lie under others [3.1.5] [3.1.6].

The schedules are open and every stack shows its top unit. So whoever of the enemy should be in play and is
not in sight lies under somebody who is. Scouts remember where each unit was seen last, on the map or in a
combat, and take it to be in the stack that it could most easily have come to from there. How sure that is
depends on how much farther the other stacks are.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import gathering
from hexfront.games.serbia_1914.staff.survey import ways_to
from hexfront.games.serbia_1914.table import guessing
from hexfront.kernel.records import Event

HALF_AS_LIKELY = 1.5  # movement points that make a stack half as likely as one that is so much nearer
IN_PLAY = 0.9  # how often somebody out of sight is on the map at all


class Scouts:
    """What one side remembers of the whereabouts of the other."""

    def __init__(self, enemy: str) -> None:
        self.enemy = enemy
        self.seen: dict[str, int] = {}  # the hex in which each unit was seen last
        self.hidden: tuple[Unit, ...] = ()  # who is not seen now, where it is taken to be
        self.chances: dict[str, float] = {}  # how likely each of them is there

    def look(self, position: SerbiaPosition) -> None:
        """Remember who is in sight."""
        if not self.seen:
            self._begin(position)
        for unit in position.of_side(self.enemy):
            if unit.at != OFF_MAP and not position.piece(unit).unknown:
                self.seen[unit.name] = unit.at

    def _begin(self, position: SerbiaPosition) -> None:
        board = position.setting.board
        for row in position.setting.parameters.placements:
            if row.hexes[0] in board and position.setting.pieces[row.unit].side == self.enemy:
                self.seen[row.unit] = board[row.hexes[0]]

    def hear(self, events: Iterable[Event], position: SerbiaPosition) -> None:
        """Remember who has shown himself in combats."""
        board, pieces = position.setting.board, position.setting.pieces
        for event in events:
            name, where = event.data.get("unit", ""), event.data.get("hex", "")
            if event.kind == "combat" and event.data.get("part") == gathering.DEFENDS and where in board:
                if name in pieces and pieces[name].side == self.enemy:
                    self.seen[name] = board[where]

    def search(self, position: SerbiaPosition) -> None:
        """Think anew about where those are who are not in sight."""
        self.look(position)
        twin = position.copy()
        found = []
        self.chances = {}
        absent = [
            unit
            for unit in guessing.missing(twin, self.enemy)
            if (piece := position.piece(unit)).combat or piece.gun
        ]
        absent.sort(key=lambda unit: (not position.piece(unit).formation, unit.name))
        stacks = sorted({unit.at for unit in twin.of_side(self.enemy)} & twin.setting.hexes)
        for unit in absent:
            last = self.seen.get(unit.name)
            if last is None:
                continue
            ways = [
                (ways_to(twin.setting, self.enemy, node, twin.autumn)[last], node)
                for node in stacks
                if guessing.may_lie_in(twin, unit, node, self.enemy)
            ]
            if ways:
                nearest, node = min(ways)
                placed = msgspec.structs.replace(unit, at=node, began=node)
                others = sum(0.5 ** ((far - nearest) / HALF_AS_LIKELY) for far, _ in ways)
                self.chances[unit.name] = IN_PLAY / others
                twin.put(placed)
                found.append(placed)
        self.hidden = tuple(found)

    def show(self, position: SerbiaPosition) -> dict[str, float]:
        """Put those who are not in sight into a position, each under the stack it is taken to be in. Returns
        who was put there, and how likely it is there."""
        known = position.units
        shown = {}
        for unit in self.hidden:
            if unit.name in known or unit.name in position.lost or unit.name in position.gone:
                continue
            top = secrecy.top_of(position, unit.at, self.enemy)
            if top is not None:
                position.put(unit)
                shown[unit.name] = self.chances[unit.name]
        return shown
