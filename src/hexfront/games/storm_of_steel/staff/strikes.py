"""Attacks that troops could be sent to: who goes where, against what, and what that is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import battles, moving
from hexfront.games.storm_of_steel.staff import axis, fights
from hexfront.games.storm_of_steel.staff.axis import Axis
from hexfront.games.storm_of_steel.staff.fights import Outlook
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres

LEAST = 0.15  # what an attack must promise before troops are sent to it
UNCOVERED = 0.2  # what it costs to have a corps out of its trench before a strong enemy
UNDUG = 0.5  # part of that which it costs not to dig one
PLACE = 2.0  # what a place is worth that is not left to the enemy for an attack elsewhere
SPENT = 0.03  # what a unit more must add: it is missed elsewhere
MOST_CORPS = 3  # a hex holds
MOST_UNITS = 14  # in one attack


class Strike(NamedTuple):
    """An attack: the hex, where each unit attacks from, and what is expected."""

    target: int
    places: Mapping[str, int]
    value: float
    outlook: Outlook


Reach = dict[str, frozenset[int]]


def reach_of(survey: Survey, units: Iterable[Unit]) -> Reach:
    """Where each unit can be after an ordinary march, its own hex included."""
    position = survey.position
    found: Reach = {}
    for unit in units:
        stops: Collection[int] = ()
        if moving.is_on_active_front(position, unit) and moving.goes_on(position, unit):
            stops = moving.stops(position, [unit], moving.ordinary(position, [unit], 0))
        found[unit.name] = frozenset((unit.at, *stops))
    return found


class Strikes:
    """The attacks of a segment, the best first; each unit is in one of them at most."""

    def __init__(
        self,
        survey: Survey,
        level: Level,
        reach: Reach,
        extra: int = 0,
        theatres: Theatres | None = None,
        *,
        aims: Mapping[str, Axis] | None = None,
        answered: bool = True,
    ) -> None:
        self.survey = survey
        self.level = level
        self.extra = extra
        self.theatres = theatres or Theatres(survey)
        self.aims = aims or {}
        self.answered = answered  # whether it counts what the enemy may do to those who stand in the open
        self.free = dict(reach)
        position = survey.position
        self.loads = {
            node: position.loads[node] for node in {node for ends in reach.values() for node in ends}
        }
        self.guards = self._garrisons()
        self._left: dict[int, int] = {}  # after how many attacks were chosen somebody last left a place
        self.near: dict[int, list[str]] = {}
        around = survey.setting.ground.around
        for name, ends in reach.items():
            for target in {other for node in ends for other in around[node] if other in survey.defence}:
                self.near.setdefault(target, []).append(name)

    def plan(self) -> list[Strike]:
        """The best attacks, one after the other, until none promises enough."""
        worth = self.survey.worth
        targets = sorted(self.near, key=lambda node: (-worth(node), node))[: self.level.targets]
        open_: dict[int, Strike] = {}
        for target in targets:
            if (found := self._against(target)) is not None:
                open_[target] = found
        weighed = dict.fromkeys(open_, 0)  # when: after how many attacks were chosen
        chosen: list[Strike] = []
        while open_:
            target = max(open_, key=lambda node: (open_[node].value, node))
            strike = open_.pop(target)
            if (
                any(name not in self.free for name in strike.places)
                or self._is_crowded(strike)
                or any(self._left.get(node, 0) > weighed[target] for node in self._leaving(strike.places))
            ):
                again = self._against(target)
                if again is not None:
                    open_[target], weighed[target] = again, len(chosen)
                continue
            chosen.append(strike)
            self._commit(strike)
            for node, strength in self._leaving(strike.places).items():
                self.guards[node] -= strength
                self._left[node] = len(chosen)
        return chosen

    def _garrisons(self) -> dict[int, float]:
        """The strength that holds each place of some worth in the enemy's reach."""
        survey, position = self.survey, self.survey.position
        return {
            node: float(
                sum(battles.strength(position, unit, attacks=False) for unit in position.troops_at(node))
            )
            for node, worth in survey.prizes.items()
            if worth >= PLACE and position.controller(node) == survey.side and survey.threat.get(node, 0.0)
        }

    def _leaving(self, places: Mapping[str, int]) -> dict[int, float]:
        """The strength that attackers take out of each of these places."""
        position = self.survey.position
        found: dict[int, float] = {}
        for name, node in places.items():
            unit = position.units[name]
            if unit.at != node and unit.at in self.guards:
                strength = battles.strength(position, unit, attacks=False)
                found[unit.at] = found.get(unit.at, 0.0) + strength
        return found

    def _bared(self, places: Mapping[str, int]) -> float:
        """What it costs that attackers leave places to the enemy's next impulse."""
        survey = self.survey
        return sum(
            survey.prizes[node]
            * (survey.falls(node, self.guards[node] - strength) - survey.falls(node, self.guards[node]))
            for node, strength in self._leaving(places).items()
        )

    def _is_crowded(self, strike: Strike) -> bool:
        coming: dict[int, int] = {}
        for name, node in strike.places.items():
            unit = self.survey.position.units[name]
            if unit.at != node:
                coming[node] = coming.get(node, 0) + self.survey.position.piece(unit).corps
        return any(number and self.loads[node] + number > MOST_CORPS for node, number in coming.items())

    def _commit(self, strike: Strike) -> None:
        position = self.survey.position
        for name, node in strike.places.items():
            unit = position.units[name]
            corps = position.piece(unit).corps
            if unit.at != node:
                self.loads[unit.at] -= corps
                self.loads[node] += corps
            del self.free[name]

    def _leads(self, name: str) -> bool:
        """Guns fire, and do not storm."""
        position = self.survey.position
        return not position.piece(position.units[name]).gun

    def _toll(self, places: Mapping[str, int]) -> float:
        """What attackers in the open field may lose where they stand to attack."""
        position, survey = self.survey.position, self.survey
        found: dict[int, float] = {}
        for name, node in places.items():
            found[node] = found.get(node, 0.0) + position.piece(position.units[name]).strength
        total = 0.0
        for node, strength in found.items():
            staying = sum(
                position.piece(unit).strength for unit in position.troops_at(node) if unit.name not in places
            )
            part = strength / max(strength + staying, 1.0)
            total += part * survey.toll(node, strength + staying, found)
        return total

    def _against(self, target: int) -> Strike | None:
        """The best selection of free units against a hex; None if it does not pay."""
        survey, position = self.survey, self.survey.position
        ground = survey.worth(target) if position.is_open(target, survey.side) else 0.0
        ground *= axis.weight(survey, self.aims, target)
        caution, bounty = self.theatres.caution(target), survey.bounty(target)
        around = survey.setting.ground.around[target]
        names = [name for name in self.near[target] if name in self.free and self._leads(name)]
        pieces = {name: position.piece(position.units[name]) for name in names}
        names.sort(key=lambda name: (-pieces[name].strength, position.units[name].at not in around, name))
        loads = dict(self.loads)
        places: dict[str, int] = {}
        best: Strike | None = None
        placed: list[Unit] = []
        cost = 0.0
        digs = not moving.is_summer_1914(position)
        for name in names[:MOST_UNITS]:
            unit, corps = position.units[name], pieces[name].corps
            ends = [
                node
                for node in self.free[name]
                if node in around and (node == unit.at or not corps or loads[node] < MOST_CORPS)
            ]
            if not ends:
                continue
            node = min(ends, key=lambda node: (node != unit.at, loads[node], node))
            if node != unit.at:
                loads[unit.at] -= corps
                loads[node] += corps
            places[name] = node
            placed.append(replace(unit, at=node, entrenched=False))
            if unit.entrenched or (digs and pieces[name].entrenched is not None):
                part = 1.0 if unit.entrenched else UNDUG
                threat = survey.reply(node) * survey.threat.get(node, 0.0)
                cost += caution * part * UNCOVERED * min(threat / 12, 1.5)
            found = fights.best(
                position, target, placed, ground, caution=caution, bounty=bounty, extra=self.extra
            )
            if found is None:
                continue
            value = found[0] - cost - SPENT * len(placed)
            if self.answered:
                value -= self._bared(places) + (0.0 if digs else caution * self._toll(places))
            if value >= LEAST and (best is None or value > best.value):
                best = Strike(target, dict(places), value, found[1])
        return best
