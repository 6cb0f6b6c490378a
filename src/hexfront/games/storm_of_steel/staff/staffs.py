"""Headquarters: where they command most troops, keep them in supply, and are safe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import headquarters, impulses, moving, trains
from hexfront.games.storm_of_steel.staff.survey import Survey

COMMAND = 1.0
SUPPLY = 0.5  # what a unit counts that is only supplied
SHARED = 0.25  # part of it that counts where another headquarters does it already
RAIL = 1.5  # strength that a railway counts for
PERIL = 0.7  # part of the strength that can strike it which counts against a hex
BETTER = 2.0  # strength by which another place must be better


class Posts:
    """What each hex is worth to a headquarters, with the troops where they will be."""

    def __init__(self, survey: Survey, places: Mapping[str, int]) -> None:
        self.survey = survey
        position = survey.position
        self.troops: list[tuple[int, int, str]] = []  # hex, strength, country
        for unit in survey.troops:
            piece = position.piece(unit)
            node = places.get(unit.name, unit.at)
            near = survey.from_enemy.get(node, 99)
            if near <= 12:
                self.troops.append((node, piece.strength if near <= 4 else 1, piece.country))
        self.held = {places.get(unit.name, unit.at) for unit in survey.troops}

    def score(self, unit: Unit, node: int) -> float:
        """What a hex is worth to a headquarters."""
        survey, position = self.survey, self.survey.position
        setting = survey.setting
        piece = position.piece(unit)
        far = headquarters.radius(position, unit)
        others = [
            (at, position.piece(position.units[name]).radius)
            for name, at in position.headquarters[survey.side].items()
            if name != unit.name and not survey.board.is_area(at)
        ]
        total = 0.0
        distance = survey.board.distance
        for at, strength, country in self.troops:
            away = distance(node, at)
            if away is None or away > 2 * far:
                continue
            serves = away <= far and piece.country in setting.serving(country, survey.side)
            share = COMMAND if serves else SUPPLY
            if any(
                (distance(other, at) or 0) <= (radius if serves else 2 * radius) for other, radius in others
            ):
                share *= SHARED
            total += share * strength
        if setting.rails(position.turn)[node]:
            total += RAIL
        threat = survey.threat.get(node, 0.0)
        if threat and node not in self.held:
            total -= PERIL * threat
        elif survey.from_enemy.get(node, 99) <= 1:
            total -= PERIL * threat / 3
        return total

    def wishes(self, unit: Unit) -> float:
        """How much better off a headquarters could be one hex on, or anywhere on the railway."""
        position = self.survey.position
        now = self.score(unit, unit.at)
        ends: Iterable[int] = moving.ordinary(position, [unit], 0)
        best = max((self.score(unit, node) for node in ends), default=now) - now
        if best < BETTER and now < BETTER and trains.can_entrain(position, unit):
            best = max(best, self.ride(unit)[0] - now)
        return best

    def ride(self, unit: Unit) -> tuple[float, int]:
        """The best hex that a train goes to, and its worth."""
        survey = self.survey
        joined = moving.by_rail(survey.position, survey.side, unit.at)
        near = {at for at, _, _ in self.troops}
        around = survey.setting.ground.around
        good = {node for at in near for node in (at, *around[at])} & joined
        good -= {*survey.position.headquarters[survey.side].values()}  # one in a hex [13.14]
        return max(((self.score(unit, node), node) for node in sorted(good)), default=(0.0, unit.at))


def movable(survey: Survey) -> list[Unit]:
    """The headquarters that may move now."""
    position = survey.position
    return [
        unit
        for name in sorted(position.headquarters[survey.side])
        if not (unit := position.units[name]).moved
        and not unit.entrenched
        and not unit.crossed
        and impulses.is_released(position, unit)
        and moving.is_on_active_front(position, unit)
    ]
