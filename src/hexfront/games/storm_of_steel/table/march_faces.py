"""How the choices of the group in hand look: each hex with its cost, the way there, and what happens on it.

The faces of one question share their searches, so that a hundred of them take a few milliseconds.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from hexfront.games.storm_of_steel.matters import InHand, OnTrain
from hexfront.games.storm_of_steel.orders import Add, Detrain, ForceMarch, Go, Infiltrate
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import moving
from hexfront.games.storm_of_steel.rules.moving import Ways
from hexfront.games.storm_of_steel.table import faces
from hexfront.games.storm_of_steel.table.effects import arrival_effects
from hexfront.games.storm_of_steel.table.names import FRONT_NAMES, hex_name, unit_name
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.showing import Face

RAIL = "Rail"  # what stands in a hex instead of a cost


class GroupFaces:
    """The faces of one question to the group in hand. Nothing is worked out before somebody looks."""

    def __init__(self, position: SteelPosition, held: InHand) -> None:
        self.position = position
        self.held = held

    def __call__(self, action: Action) -> Face:
        match action:
            case Go(to):
                return self._way(to, "March", self._ordinary)
            case ForceMarch(to):
                return self._way(to, "Force march", self._forced)
            case Infiltrate(to):
                return self._infiltrate(to)
            case Add(name):
                return self._add(name)
            case Pass():
                return self._stay()
        return faces.face(self.position, action)

    @cached_property
    def units(self) -> list[Unit]:
        return [self.position.units[name] for name in self.held.units]

    @property
    def here(self) -> int:
        return self.units[0].at

    @cached_property
    def _ordinary(self) -> Ways:
        return moving.ordinary(self.position, self.units, self.held.spent)

    @cached_property
    def _forced(self) -> Ways:
        return moving.forced(self.position, self.units)

    def _way(self, to: str, verb: str, ways: Ways) -> Face:
        """A hex with what it costs to come there, and the way."""
        board = self.position.setting.board
        node = board[to]
        text = f"{verb} to {hex_name(self.position, to)}"
        effects = tuple(arrival_effects(self.position, self.units, node))
        if node not in ways:
            return Face(text, verb, hex=to, effects=effects)
        path = [self.here, *moving.path_to(ways, self.here, node)]
        cost = ways[node][0] - (self.held.spent if verb == "March" else 0)
        return Face(
            text,
            verb,
            hex=to,
            cost=str(cost),
            path=tuple(board.label(each) for each in path),
            effects=effects,
            aside=verb == "Force march" and node in self._ordinary,
        )

    def _infiltrate(self, to: str) -> Face:
        text = f"Infiltrate {hex_name(self.position, to)}"
        board = self.position.setting.board
        effects = ("from one enemy zone into another", *arrival_effects(self.position, self.units, board[to]))
        return Face(text, "Infiltrate", hex=to, path=(board.label(self.here), to), effects=effects)

    def _add(self, name: str) -> Face:
        shown = faces.face(self.position, Add(name))
        slowest = min(moving.allowance(self.position, unit) for unit in self.units)
        own = moving.allowance(self.position, self.position.units[name])
        return msgspec.structs.replace(shown, effects=("moves more slowly",)) if own < slowest else shown

    def _stay(self) -> Face:
        where = hex_name(self.position, self.position.setting.board.label(self.here))
        who = unit_name(self.position, self.held.units[0])
        if not self.held.spent:
            return Face(f"Put back: {who} stays in {where}", "Stop", puts_down=True)
        return Face(f"Stop in {where}", "Stop")


class TrainFaces:
    """The faces of the hexes to which a train may go."""

    def __init__(self, position: SteelPosition, held: OnTrain) -> None:
        self.position = position
        self.held = held

    def __call__(self, action: Action) -> Face:
        if isinstance(action, Pass):
            return Face("Stay where it is", "Stop")
        if not isinstance(action, Detrain):
            return faces.face(self.position, action)
        setting = self.position.setting
        unit = self.position.units[self.held.units[0]]
        node = setting.board[action.to]
        effects = ["does not attack after it"]
        old, new = setting.front_of[unit.at], setting.front_of[node]
        if old != new and new in FRONT_NAMES:
            effects.append(f"on the front {FRONT_NAMES[new]}")
        return Face(
            f"By rail to {hex_name(self.position, action.to)}",
            "Go by rail",
            hex=action.to,
            cost=RAIL,
            effects=tuple(effects),
        )
