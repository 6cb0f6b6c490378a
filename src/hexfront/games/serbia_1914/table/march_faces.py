"""How the choices of the Force in hand look: each hex with its cost, the way there, and what happens on it.

The faces of one question share their searches, so that a hundred of them take a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

import msgspec

from hexfront.games.serbia_1914.matters import ForceInHand
from hexfront.games.serbia_1914.orders import Add, Close, Go, Prepare, Recover, Repulse, Spread
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import (
    crossings,
    depots,
    effectiveness,
    march_ends,
    marches,
    montenegro,
    naval,
    prepared_attacks,
)
from hexfront.games.serbia_1914.rules.marches import March
from hexfront.games.serbia_1914.rules.tasks import COSTS
from hexfront.games.serbia_1914.rules.two_hex import Shift
from hexfront.games.serbia_1914.table import faces
from hexfront.games.serbia_1914.table.effects import march_effects
from hexfront.games.serbia_1914.table.names import place
from hexfront.games.serbia_1914.vocabulary import RECOVERY, SAVA
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.showing import Face


class HandFaces:
    """The faces of one question to the Force in hand. Nothing is worked out before somebody looks."""

    def __init__(self, position: SerbiaPosition, held: ForceInHand) -> None:
        self.position = position
        self.held = held

    def __call__(self, action: Action) -> Face:
        match action:
            case Go(to):
                return self._go(to)
            case Spread(hexes):
                return self._shift(action, hexes)
            case Close(to):
                return self._shift(action, (to,))
            case Prepare(at):
                return self._prepare(at)
            case Repulse():
                return self._dearer(action, "1", "a failure ends its move")
            case Recover():
                return self._recover()
            case Add(name):
                return self._add(name)
            case Pass():
                return self._stay()
        return faces.face(self.position, action)

    # The Force

    @cached_property
    def units(self) -> list[Unit]:
        return [self.position.units[name] for name in self.held.units]

    @property
    def here(self) -> int:
        return self.units[0].at

    @cached_property
    def ordinary(self) -> int:
        """[7.2.2] What it may spend without a forced march."""
        return min(marches.ordinary_left(self.position, unit) for unit in self.units)

    def _forced(self, cost: int) -> list[str]:
        """[7.2.1] [7.2.3] How far a cost takes it into a forced march, and what it then has to throw."""
        beyond = cost - self.ordinary
        if beyond <= 0:
            return []
        already = max(unit.marched for unit in self.units)
        marched = already + beyond
        level = effectiveness.level(self.position, self.held.units)
        need = f", check on {max(level - marched, 0)} or less" if level is not None else ""
        return [f"forced march of {marched}{need}"]

    def _dearer(self, action: Action, cost: str, *effects: str) -> Face:
        shown = faces.face(self.position, action)
        return msgspec.structs.replace(shown, cost=cost, effects=(*effects, *shown.effects))

    # Marching

    @property
    def _left(self) -> int:
        return marches.points_left(self.position, self.held.units, self.held.with_infantry)

    @cached_property
    def _march(self) -> March:
        """How far it gets on the map."""
        piece = self.position.piece(self.units[0])
        if piece.naval or piece.depot:
            return marches.NOWHERE
        return marches.search(self.position, self.held.units, self._left)

    @cached_property
    def _off_road(self) -> dict[int, int]:
        """What squadrons, depots and Montenegrins off the map reach by ways of their own."""
        unit = self.units[0]
        piece = self.position.piece(unit)
        if piece.naval:
            return naval.destinations(self.position, unit)
        if piece.depot:
            return depots.destinations(self.position, unit)
        return montenegro.destinations(self.position, unit)

    def _go(self, to: str) -> Face:
        board = self.position.setting.board
        node = board[to]
        found = self._march
        piece = self.position.piece(self.units[0])
        where = place(self.position, node)
        if node not in found.cost:
            word = "Sail" if piece.naval else "Ride" if piece.depot else "March"
            cost = self._off_road.get(node)
            return Face(f"{word} to {where}", word, hex=to, cost="" if cost is None else str(cost))
        cost = found.cost[node]
        path = found.path(node)
        return Face(
            f"March to {where}",
            "March",
            hex=to,
            cost=str(cost),
            path=tuple([board.labels[each] for each in path]),
            effects=(
                *self._forced(cost),
                *self._crossings(path),
                *march_effects(self.position, self.units, path),
            ),
        )

    def _crossings(self, path: Sequence[int]) -> list[str]:
        """[7.1.4b] [7.1.5a] [21.2] What a great river on the way costs beyond points."""
        rivers = self.position.setting.great_rivers
        for here, there in pairwise(path):
            if there in rivers.get(here, ()):
                way = crossings.crossing(self.position, self.units, here, there)
                return ["crosses the Sava: weakened"] if way == SAVA else [f"crosses by {way}"]
        return []

    @cached_property
    def _shifts(self) -> dict[frozenset[int], Shift]:
        """[19.1] What the halves of the Force may do."""
        return march_ends.open_shifts(self.position, self.held.units, self._left)

    def _shift(self, action: Action, hexes: tuple[str, ...]) -> Face:
        board = self.position.setting.board
        shift = self._shifts.get(frozenset(board[label] for label in hexes))
        if shift is None:
            return faces.face(self.position, action)
        return self._dearer(action, str(shift.cost), *self._forced(shift.cost))

    # The rest

    def _prepare(self, at: str) -> Face:
        cost = prepared_attacks.cost(self.position, self.held.units, self.position.setting.board[at])
        if cost is None:
            return faces.face(self.position, Prepare(at))
        return self._dearer(Prepare(at), str(cost), *self._forced(cost))

    def _recover(self) -> Face:
        rest = COSTS[RECOVERY] - self.ordinary
        later = f"{rest} points in its next movement phase" if rest > 0 else "done in this phase"
        return self._dearer(Recover(), str(COSTS[RECOVERY]), later)

    def _add(self, name: str) -> Face:
        shown = faces.face(self.position, Add(name))
        unit = self.position.units[name]
        slower = marches.ordinary_left(self.position, unit) < self.ordinary
        return msgspec.structs.replace(shown, effects=("has fewer points left",)) if slower else shown

    def _stay(self) -> Face:
        where = place(self.position, self.here)
        if not self.held.started:
            return Face(
                f"Put back: {self.position.label(self.units[0])} stays in {where}", "Stop", puts_down=True
            )
        marched = max(unit.marched for unit in self.units)
        level = effectiveness.level(self.position, self.held.units)
        effects: tuple[str, ...] = ()
        if marched and level is not None:
            effects = (f"forced march of {marched}: check on {max(level - marched, 0)} or less",)
        return Face(f"Stop in {where}", "Stop", effects=effects)
