"""Headquarters: where they command most troops, keep them in supply, and are safe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import headquarters, impulses, moving, trains
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres

COMMAND = 1.0
SUPPLY = 0.6  # what a unit counts that is only supplied
SHARED = 0.2  # part of it that counts where another headquarters does it already
RAIL = 1.5  # strength that a railway counts for
PERIL = 0.7  # part of the strength that can strike it which counts against a hex
BETTER = 2.0  # strength by which another place must be better
JOURNEY = 6.0  # and by which one must be that a train leads to
FRONT = 4  # hexes from the enemy within which troops count in full
REAR = 12  # and within which they count at all
ERRAND = 100.0  # what it is worth to be where an army is to be gathered
SAFE = 2  # hexes from the enemy at least where it leaves the train
TRIES = 4  # places that are tried for a line of communication


class Posts:
    """What each hex is worth to a headquarters, with the troops where they will be."""

    def __init__(self, survey: Survey, places: Mapping[str, int], theatres: Theatres | None = None) -> None:
        self.survey = survey
        self.theatres = theatres
        position = survey.position
        self.troops: dict[int, dict[str, float]] = {}  # strength by hex and country
        for unit in survey.troops:
            piece = position.piece(unit)
            node = places.get(unit.name, unit.at)
            near = survey.from_enemy.get(node, 99)
            if near <= REAR:
                here = self.troops.setdefault(node, {})
                here[piece.country] = here.get(piece.country, 0.0) + (piece.strength if near <= FRONT else 1)
        self.held = {places.get(unit.name, unit.at) for unit in survey.troops}
        self.where = {
            name: at
            for name, at in position.headquarters[survey.side].items()
            if not survey.board.is_area(at)
        }
        self._rings: dict[tuple[int, int], dict[int, int]] = {}

    def ring(self, node: int, far: int) -> dict[int, int]:
        """The hexes within so many of one, each with its distance."""
        found = self._rings.get((node, far))
        if found is None:
            found = self._rings[node, far] = {node: 0}
            edge = [node]
            for away in range(1, far + 1):
                following = []
                for each in edge:
                    for other in self.survey.setting.ground.around[each]:
                        if other not in found:
                            found[other] = away
                            following.append(other)
                edge = following
        return found

    def _others(self, unit: Unit) -> tuple[dict[int, set[str]], set[int]]:
        """What other headquarters do: whose command each hex is in, and what they supply."""
        position = self.survey.position
        commanded: dict[int, set[str]] = {}
        supplied: set[int] = set()
        for name, at in self.where.items():
            if name == unit.name or name not in position.units:
                continue
            other = position.units[name]
            far = headquarters.radius(position, other)
            for node, away in self.ring(at, 2 * far).items():
                supplied.add(node)
                if away <= far:
                    commanded.setdefault(node, set()).add(position.piece(other).country)
        return commanded, supplied

    def scores(self, unit: Unit, nodes: Iterable[int]) -> dict[int, float]:
        """What some hexes are worth to a headquarters."""
        position, setting = self.survey.position, self.survey.setting
        side, country = self.survey.side, position.piece(unit).country
        far = headquarters.radius(position, unit)
        commanded, supplied = self._others(unit)
        rails = position.rails
        found = {}
        for node in nodes:
            total = RAIL if rails[node] else 0.0
            for at, away in self.ring(node, 2 * far).items():
                for whose, strength in self.troops.get(at, {}).items():
                    serving = setting.serving(whose, side)
                    if away <= far and country in serving:
                        share = COMMAND * (SHARED if commanded.get(at, set()) & serving else 1.0)
                        total += (share + (0.0 if at in supplied else SUPPLY)) * strength
                    else:
                        total += SUPPLY * (SHARED if at in supplied else 1.0) * strength
            found[node] = total - self._peril(node)
        return found

    def _peril(self, node: int) -> float:
        """What a hex costs that the enemy can strike: all of it if nobody else stands there."""
        threat = self.survey.threat.get(node, 0.0)
        if threat and node not in self.held:
            return PERIL * threat
        return PERIL * threat / 3 if self.survey.from_enemy.get(node, 99) <= 1 else 0.0

    def score(self, unit: Unit, node: int) -> float:
        """What a hex is worth to a headquarters."""
        return self.scores(unit, [node])[node]

    def best(self, unit: Unit, nodes: Iterable[int], least: float) -> tuple[float, int] | None:
        """The best of some hexes from which a line leads home, if it is worth at least so much."""
        found = sorted(((score, node) for node, score in self.scores(unit, nodes).items()), reverse=True)
        for score, node in found[:TRIES]:
            if score < least:
                return None
            if self._has_line(unit, node):
                return score, node
        return None

    def _has_line(self, unit: Unit, node: int) -> bool:
        """[15.4] Whether a headquarters would have its line in another hex."""
        position = self.survey.position
        if unit.name not in position.units:
            return True
        trial = position.copy()
        trial.change(unit.name, at=node)
        return headquarters.has_line(trial, unit.name)

    def wishes(self, unit: Unit) -> bool:
        """Whether a headquarters would be better off one hex on, or anywhere on the railway."""
        now = self.score(unit, unit.at)
        if self._errand and self._errand[0] == unit.name:
            return True
        position = self.survey.position
        ends: Iterable[int] = moving.ordinary(position, [unit], 0)
        if self.best(unit, ends, now + BETTER) is not None:
            return True
        return trains.can_entrain(position, unit) and self.ride(unit, now) is not None

    def ride(self, unit: Unit, now: float) -> tuple[float, int] | None:
        """The best hex that a train goes to, and its worth."""
        survey = self.survey
        if self._errand and self._errand[0] == unit.name:
            return ERRAND + now, self._errand[1]
        joined = moving.by_rail(survey.position, survey.side, unit.at)
        around = survey.setting.ground.around
        good = {node for at in self.troops for node in (at, *around[at])} & joined
        good -= {*self.where.values()}  # one in a hex [13.14]
        return self.best(unit, good, now + JOURNEY)

    @cached_property
    def _errand(self) -> tuple[str, int] | None:
        """A headquarters that goes to a theatre which calls for troops that nobody can command there, and
        the place where it leaves the train: of those that can go the one that commands least."""
        theatres, survey = self.theatres, self.survey
        wanted = theatres.errand() if theatres is not None else None
        if theatres is None or wanted is None:
            return None
        there, country = wanted
        found: list[tuple[float, str, int]] = []
        for unit in movable(survey):
            here = theatres.of.get(unit.at, "")
            if survey.position.piece(unit).country != country or theatres.lacks(here) > 0:
                continue
            if (
                trains.can_entrain(survey.position, unit)
                and (node := self._terminus(unit, there)) is not None
            ):
                found.append((self.score(unit, unit.at), unit.name, node))
        least = min(found, default=None)
        return least[1:] if least else None

    def _terminus(self, unit: Unit, there: str) -> int | None:
        """The railway hex of a theatre nearest to the enemy that is out of his reach."""
        survey, theatres = self.survey, self.theatres
        assert theatres is not None
        joined = moving.by_rail(survey.position, survey.side, unit.at)
        ends = [
            node
            for node in joined
            if theatres.of.get(node) == there
            and survey.from_enemy.get(node, 0) >= SAFE
            and node not in self.where.values()
            and self._has_line(unit, node)
        ]
        return min(ends, key=lambda node: (survey.from_enemy.get(node, 99), node), default=None)


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
