"""What the enemy's next turn could cut off: stacks that he could surround if he went wherever he can.

It is the worst case, because he cannot be everywhere at once. A stack that keeps its way home even then is
safe. A hex is a part of such a way while friends stand in it, but not if they could be stormed out of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import surrender, trenches
from hexfront.games.western_front.staff.marches import Marches, fighting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, POINT, other_side

ROUNDS = 3
WORTH_KEEPING = 4  # strength from which a stack is worth the trouble
WORTH_LEAVING = 10  # the same where friends beside it would have to be stormed first
STORMED = 4.0  # how many times stronger the enemy must be to drive friends out of a hex
IN_WORKS = 2.0  # how many times more friends are worth in a trench


class Exposure:
    """Which hexes would still be open if the enemy went wherever he can."""

    def __init__(
        self, trial: WesternFrontPosition, side: str, storm: Mapping[int, int] | None = None
    ) -> None:
        """``storm`` is the strength with which the enemy could attack each hex, if that is to count."""
        self.trial = trial
        self.side = side
        setting = trial.setting
        pieces = setting.pieces
        enemy = other_side(side)
        ways = trial.ways(enemy, False, "normal")
        starts: dict[int, int] = {}
        for unit in trial.units.values():
            piece = pieces[unit.piece]
            if piece.side == enemy and piece.controls and unit.strength and unit.mobilized:
                starts[unit.at] = max(starts.get(unit.at, 0), piece.movement)
        self.danger = bytearray(len(setting.board))
        self.entered = bytearray(len(setting.board))  # hexes the enemy could stand in
        columns = trial.ways(enemy, False, "column")
        for node, movement in starts.items():
            fast = columns.reach(node, (movement + movement // 2) * POINT).cost  # [6-10]
            for there in {*ways.reach(node, movement * POINT).cost, *fast}:
                if trial.occupier(there) == side:
                    continue
                self.danger[there] = self.entered[there] = 1
                for beside in setting.zone_reach[there]:
                    self.danger[beside] = 1
        self.held = bytearray(len(setting.board))
        stands: dict[int, float] = {}
        for unit in trial.units.values():
            piece = pieces[unit.piece]
            if piece.side == side and ((piece.ground_combat and unit.strength) or piece.fortress):
                self.held[unit.at] = 1
                walls = len(setting.board) if piece.fortress else 0
                stands[unit.at] = stands.get(unit.at, 0.0) + unit.strength + walls
        for node, strength in stands.items() if storm else ():
            assert storm is not None
            worth = strength * (IN_WORKS if trenches.trench_at(trial, node, side) else 1.0)
            self.held[node] = storm.get(node, 0) <= STORMED * worth
        self.edge = surrender.friendly_edge(setting, side)
        # A Channel port is a way home for the French alone, and only until it is taken.
        self.home = surrender.own_cities(setting, "ge") if side == CENTRAL_POWERS else frozenset()
        self._safe: set[int] | None = None

    @property
    def safe(self) -> set[int]:
        """Every hex with a way home through hexes that are held, or that the enemy cannot touch."""
        if self._safe is None:
            crossable = self.trial.setting.crossable
            found = {node for node in (*self.edge, *self.home) if not self.danger[node]}
            queue = sorted(found)
            while queue:
                node = queue.pop()
                for beside in crossable[node]:
                    if beside in found or (self.danger[beside] and not self.held[beside]):
                        continue
                    found.add(beside)
                    queue.append(beside)
            self._safe = found
        return self._safe

    def is_safe(self, node: int) -> bool:
        """Whether units in a hex would keep a way home."""
        return node in self.safe or any(beside in self.safe for beside in self.trial.setting.crossable[node])


def draw_in(marches: Marches) -> None:
    """Change a plan so that no stack of weight can be cut off: fill gaps beside it, or leave the hex."""
    _draw_in(marches, None, WORTH_KEEPING)
    _draw_in(marches, marches.survey.threat, WORTH_LEAVING)


def _draw_in(marches: Marches, storm: Mapping[int, int] | None, least: int) -> None:
    for _ in range(ROUNDS):
        trial = marches.trial()
        exposure = Exposure(trial, marches.survey.side, storm)
        changed = False
        for node, strength in at_risk(exposure):
            if strength >= least:
                changed |= _fill_gap(marches, trial, exposure, node) or _leave(marches, exposure, node, trial)
        if not changed:
            return


def at_risk(exposure: Exposure) -> list[tuple[int, int]]:
    """The hexes in which troops could be cut off, with their strength, the strongest first."""
    trial, found = exposure.trial, dict[int, int]()
    for unit in trial.of_side(exposure.side):
        if fighting(trial, unit) and not exposure.is_safe(unit.at) and trial.fortress_at(unit.at) is None:
            found[unit.at] = found.get(unit.at, 0) + unit.strength
    return sorted(found.items(), key=lambda each: -each[1])


def _fill_gap(marches: Marches, trial: WesternFrontPosition, exposure: Exposure, node: int) -> bool:
    """Bring one more unit to where it joins a stack with the rest of the army."""
    position, setting = marches.position, marches.setting
    gates = [
        beside
        for beside in setting.crossable[node]
        if not exposure.held[beside]
        and not marches.survey.is_held_by_enemy(beside)
        and any(further in exposure.safe for further in setting.crossable[beside])
    ]
    if not gates:
        return False
    spare: dict[int, int] = {}
    for name, (there, _, _) in marches.going.items():
        if fighting(position, position.units[name]):
            spare[there] = spare.get(there, 0) + 1
    best: tuple[int, str, int] | None = None
    for name, legs in marches.reachable.items():
        unit = position.units[name]
        if not fighting(position, unit):
            continue
        there = marches.destination(name)
        if there == node or spare.get(there, 0) < 2 or name in marches.attackers:
            continue
        for gate in gates:
            if gate in legs and marches.has_room(unit, gate):
                rank = (unit.strength, name, gate)
                if best is None or rank < best:
                    best = rank
    if best is None:
        return False
    _, name, gate = best
    where = setting.board.name_of(node)
    marches.send(name, gate, f"To close the gap beside {where}, which could be cut off there.")
    exposure.held[gate] = 1
    exposure._safe = None
    return True


def _leave(marches: Marches, exposure: Exposure, node: int, trial: WesternFrontPosition) -> bool:
    """Take the units of a stack to the nearest hexes from which a way leads home in any case."""
    position, survey = marches.position, marches.survey
    setting = marches.setting
    changed = False
    for unit in trial.units_at(node):
        if trial.side_of(unit) != survey.side or unit.name not in marches.reachable:
            continue
        now = position.units[unit.name]
        legs = marches.reachable[unit.name]
        safe = [
            there
            for there in (now.at, *legs)
            if there != node and exposure.is_safe(there) and (there == now.at or marches.has_room(now, there))
        ]
        if not safe:
            continue
        distance = setting.board.distance
        stop = min(safe, key=lambda there: (distance(there, node) or 0, survey.threat.get(there, 0), there))
        where = setting.board.name_of(node)
        marches.send(unit.name, stop, f"Not to be cut off at {where} in the enemy's next turn.")
        changed = True
    return changed
