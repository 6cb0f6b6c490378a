"""How worn the enemy must be, from what combats have shown [9.1.1] [9.9.1].

His reductions and levels are secret. But both sides see who fights, and with what result, and can reckon what
that costs on the average. Everything follows from what was seen since the game began.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import gathering, supply
from hexfront.games.serbia_1914.vocabulary import COUNTER_MOVEMENT, DEMORALIZED, INEFFECTIVE, MOVEMENT
from hexfront.kernel.records import Event

# What a modifier of the check after combat costs on the average, in levels of effectiveness.
LEVELS = {1: 0.2, 2: 0.35, 3: 0.55, 4: 0.8, 5: 1.1}
EXHAUSTING = 1.0  # a result with E
REST = 0.75  # what is left of the levels a game turn later
HUNGRY = 2.5  # what it has cost to be farther from all supply units than they reach
BEATEN = 1.5  # and for those who have just retreated
HOPELESS = 5.0  # levels from which a unit is taken to be demoralized
MARCHING = (MOVEMENT, COUNTER_MOVEMENT)
_PART = re.compile(r"(E?)([+-]\d+)?(s?)")


class Wear:
    """Levels and reductions that units seen in combats are likely to have suffered."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.levels: dict[str, float] = {}
        self.reductions: dict[str, float] = {}
        self._attackers: dict[str, list[str]] = {}
        self._defenders: dict[str, list[str]] = {}
        for event in events:
            if event.kind == "turn":
                self.levels = {name: left * REST for name, left in self.levels.items()}
            elif event.kind == "combat":
                self._combat(event)

    def _combat(self, event: Event) -> None:
        where = event.data.get("hex", "")
        if "unit" in event.data and where:
            if event.data.get("part") == gathering.ATTACKS:
                self._attackers.setdefault(where, []).append(event.data["unit"])
            elif event.data.get("part") == gathering.DEFENDS:
                self._defenders.setdefault(where, []).append(event.data["unit"])
        elif "result" in event.data:
            attacker, _, defender = event.data["result"].partition("/")
            self._suffer(self._attackers.pop(where, []), attacker)
            self._suffer(self._defenders.pop(where, []), defender)

    def _suffer(self, names: list[str], result: str) -> None:
        found = _PART.match(result)
        if found is None or not names:
            return
        levels = EXHAUSTING * bool(found[1]) + LEVELS.get(int(found[2] or 0), 0.0)
        for name in names:
            self.levels[name] = self.levels.get(name, 0.0) + levels
            self.reductions[name] = self.reductions.get(name, 0.0) + bool(found[3]) / len(names)

    def show(self, position: SerbiaPosition, side: str) -> None:
        """Let the units of a side in a position be as worn as they are likely to be."""
        sources = [
            (unit.at, supply.range_of(position, unit, extended=True))
            for unit in position.of_side(side)
            if position.piece(unit).supply and unit.at in position.setting.hexes
        ]
        for unit in position.of_side(side):
            piece = position.piece(unit)
            if not piece.formation or unit.at not in position.setting.hexes:
                continue
            levels = self.levels.get(unit.name, 0.0)
            if sources and all(
                (position.setting.board.distance(unit.at, at) or 0) > far for at, far in sources
            ):
                levels += HUNGRY
            if unit.retreated and position.phase in MARCHING and not piece.cavalry:
                levels += BEATEN
            status = min(round(levels), INEFFECTIVE) if levels < HOPELESS else DEMORALIZED
            # Who may have men left to lose can still fight Intense [9.8], so nothing is rounded up.
            reductions = min(int(self.reductions.get(unit.name, 0.0)), piece.most_reductions)
            if status > unit.status or reductions > unit.reductions:
                position.change(
                    unit.name,
                    status=max(status, unit.status),
                    reductions=max(reductions, unit.reductions),
                )
